"""Pauses: when they begin, and how they end: on their day, at the game master's word, or at the players' call
(VII.4.pause)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from dragoman.diplomacy.commands import CallResumption, Pause
from dragoman.diplomacy.decide import absences
from dragoman.diplomacy.decide.claims import not_running
from dragoman.diplomacy.events import DeadlineSet, Event, Paused, Resumed, ResumptionCalled, recorded
from dragoman.diplomacy.evolve import evolve
from dragoman.diplomacy.state import State
from dragoman.game import clock
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say

Outcome = tuple[Event, ...] | Refusal
NOTHING = timedelta(minutes=1)
"""A pause shorter than this was none."""


def pause(state: State, command: Pause, now: datetime) -> Outcome:
    """Stop the clock. Every pause has an end."""
    if state.paused is not None:
        return Refusal("paused-already", say("The game is paused already."))
    most = state.sheet.choice("VII.4.pause").number("most")
    latest = clock.delayed(clock.Calendar(state.zone), now, timedelta(days=most))
    until = command.until.astimezone(UTC) if command.until is not None else latest
    if until <= now:
        text = say("{time_end} has passed already.", time_end=until.isoformat())
        return Refusal("pause-past", text)
    if until > latest:
        text = say("A pause can last {days_most} at the most: until {time_latest}.", days_most=most,
                   time_latest=latest.isoformat())  # fmt: skip
        return Refusal("too-long", text, "VII.4.pause")
    return (Paused(at=now, why=command.why.strip(), until=until),)


def resume(state: State, now: datetime, cause: str = "gm") -> Outcome:
    """The players get the time that was left when the pause began, up to the next time at which deadlines fall. A pause
    that took nothing from them leaves the deadline where it was, unless an absence was planned while the clock stood
    still (VII.5.absences)."""
    if state.paused is None or state.deadline is None:
        return Refusal("not-paused", say("The game is not paused."))
    deadline = state.deadline
    if now - state.paused >= NOTHING or now >= deadline:
        deadline = clock.at_least(state.calendar, clock.resumed(now, state.paused, deadline))
    phase, deadline = recorded.phase_record(state.phase), absences.left(state, deadline)
    return Resumed(at=now, cause=cause), DeadlineSet(at=now, phase=phase, deadline=deadline, cause="resumed")


def lapsed(state: State, now: datetime) -> tuple[Event, ...]:
    """The end of a pause by itself."""
    if state.time.pause_until is None or now < state.time.pause_until:
        return ()
    resumed = resume(state, now, "lapsed")
    return resumed if not isinstance(resumed, Refusal) else ()


def call(state: State, command: CallResumption, now: datetime) -> Outcome:
    """A player's call for the game to go on; that of more than half of the players ends the pause."""
    refused = not_running(state) or _no_call(state, command, now)
    if refused:
        return refused
    called = ResumptionCalled(at=now, seat=command.by.seat or "")
    after = evolve(state, called)
    if 2 * len(after.time.callers & set(after.players())) <= len(after.players()):
        return (called,)
    resumed = resume(after, now, "called")
    return resumed if isinstance(resumed, Refusal) else (called, *resumed)


def _no_call(state: State, command: CallResumption, now: datetime) -> Refusal | None:
    if command.by.seat not in state.chart.powers:
        return Refusal("no-power", say("Only those who play a power can call for that."))
    if state.paused is None:
        return Refusal("not-paused", say("The game is not paused."))
    if command.by.seat in state.time.callers:
        return Refusal("called-already", say("You have called for the game to go on already."), "VII.4.pause")
    first = may_call(state) or now
    if now < first:
        text = say("Players may call for the game to go on from {time_first}.", time_first=first.isoformat())
        return Refusal("too-early", text, "VII.4.pause")
    return None


def may_call(state: State) -> datetime | None:
    """From when players may call for a paused game to go on."""
    if state.paused is None:
        return None
    return state.paused + timedelta(days=state.sheet.choice("VII.4.pause").number("call"))
