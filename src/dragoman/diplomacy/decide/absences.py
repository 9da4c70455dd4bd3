"""Absences: planned, withdrawn, and the deadlines that they move (VII.5)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from dragoman.diplomacy.commands import PlanAbsence, WithdrawAbsence
from dragoman.diplomacy.decide.claims import closed
from dragoman.diplomacy.decide.electorate import electorate
from dragoman.diplomacy.decide.grace import silent
from dragoman.diplomacy.events import AbsencePlanned, AbsenceWithdrawn, DeadlineSet, Event, recorded
from dragoman.diplomacy.evolve import evolve
from dragoman.diplomacy.state import Stage, State
from dragoman.diplomacy.state.absences import moved
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say

Outcome = tuple[Event, ...] | Refusal
LONGEST = timedelta(days=366)


def plan(state: State, command: PlanAbsence, now: datetime) -> Outcome:
    """Enter an absence; a deadline that it moves is moved at once."""
    refused = closed(state) or _not_planned(state, command, now)
    if refused:
        return refused
    planned = AbsencePlanned(
        at=now,
        number=1 + max((each.number for each in state.time.absences if each.seat == command.by.seat), default=0),
        seat=command.by.seat or "",
        person=command.by.person,
        begins=command.begins,
        ends=command.ends,
        why=command.why.strip(),
        announced=command.announced,
    )
    after = evolve(state, planned)
    if after.stage is not Stage.RUNNING or after.deadline is None or after.paused or now >= after.deadline:
        return (planned,)
    deadline = left(after, after.deadline)
    if deadline == after.deadline:
        return (planned,)
    phase = recorded.phase_record(after.phase)
    return planned, DeadlineSet(at=now, phase=phase, deadline=deadline, cause="absence")


def _not_planned(state: State, command: PlanAbsence, now: datetime) -> Refusal | None:
    if command.by.seat not in state.chart.powers and command.by.seat not in state.wishes:
        return Refusal("no-power", say("Only players can enter an absence."))
    if command.ends <= max(command.begins, now):
        return Refusal("absence-past", say("That absence would be over already."), "VII.5")
    if command.ends - command.begins > LONGEST:
        return Refusal("too-long", say("An absence can be a year at the most; to leave, write “resign”."), "VII.5")
    return None


def withdraw(state: State, command: WithdrawAbsence, now: datetime) -> Outcome:
    """Take a planned absence back. A deadline that it moved stays where it is."""
    own = [each for each in state.time.absences if each.seat == command.by.seat]
    if not any(each.number == command.number for each in own):
        text = say("You have planned no absence number {number}.", number=command.number)
        return Refusal("no-such-absence", text, "VII.5")
    return (AbsenceWithdrawn(at=now, number=command.number, seat=command.by.seat or ""),)


def left(state: State, deadline: datetime) -> datetime:
    """The deadline as the planned absences leave it: those of players who have something to decide and no final orders
    in; in a vote on builds, of those who have not voted. Whatever sets a deadline asks here (VII.5.absences.B), but for
    the game master's own word and the hours of a vote that is being closed (D.13)."""
    choice = state.sheet.choice("VII.5.absences")
    if choice.letter != "B" or not state.time.absences:
        return deadline
    held = [each for each in state.time.absences if _wanted(state, each.seat)]
    after, most = timedelta(hours=choice.number("after")), timedelta(days=choice.number("most"))
    return moved(state.calendar, deadline, held, after, most)


def met(state: State, deadline: datetime) -> tuple[str, ...]:
    """The powers whose players are away at that deadline, and for whom it would move."""
    if left(state, deadline) == deadline:
        return ()
    away = {each.seat for each in state.time.absences if each.covers(deadline) and _wanted(state, each.seat)}
    return tuple(sorted(away))


def _wanted(state: State, power: str) -> bool:
    """Whether a deadline waits for what that power has to send."""
    poll = state.poll
    if poll is not None:
        closing = poll.notice is not None or poll.counted
        return not closing and power in electorate(state) and power not in poll.standing()
    return power in state.players() and (silent(state, power) or _open(state, power))


def _open(state: State, power: str) -> bool:
    return state.decides(power) and not state.is_final(power)


def excused(state: State, powers: Iterable[str]) -> frozenset[str]:
    """Of those the powers whose players had planned to be away when the last round fell due."""
    fell = state.turns[-1].deadline if state.turns else None
    away = {each.seat for each in state.time.absences if fell is not None and each.covers(fell)}
    return frozenset(away.intersection(powers))
