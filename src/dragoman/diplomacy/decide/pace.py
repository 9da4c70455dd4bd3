"""The pace of a game: faster or slower as the game master finds fit, and the schedule where that is a hardship
(VII.4)."""

from __future__ import annotations

from datetime import datetime

from dragoman.diplomacy.commands import ObjectToPace, SetPace
from dragoman.diplomacy.decide import absences
from dragoman.diplomacy.decide.claims import not_running
from dragoman.diplomacy.events import DeadlineSet, Event, PaceObjected, PaceSet, recorded
from dragoman.diplomacy.state import State
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say

Outcome = tuple[Event, ...] | Refusal
LONGEST = 365


def change(state: State, command: SetPace, now: datetime) -> Outcome:
    """Have phases last otherwise from the next one on."""
    lengths = {kind: days for kind, days in sorted(command.lengths.items()) if days > 0}
    for kind, days in lengths.items():
        usual = state.sheet.choice("VII.4").number(kind)
        if not usual:
            text = say("By the house rules no such phase has a length of its own.")
            return Refusal("no-length", text, "VII.4", kind)
        if days > LONGEST:
            return Refusal("too-long", say("A phase can last a year at the most."), "VII.4")
        if days < usual and state.time.objectors:
            return objected()
    return (PaceSet(at=now, lengths=lengths, why=command.why.strip()),)


def objected() -> Refusal:
    """Why the pace cannot be faster; to whom it is a hardship nobody is told."""
    text = say("A faster pace is a hardship to a player; the schedule of the house rules holds.")
    return Refusal("hardship", text, "VII.4")


def object_to(state: State, command: ObjectToPace, now: datetime) -> Outcome:
    """A player's objection puts the schedule back in force, for this phase and those to come."""
    refused = not_running(state) or _no_say(state, command)
    if refused:
        return refused
    objection = PaceObjected(at=now, seat=command.by.seat or "", stands=command.stands)
    if not command.stands:
        return (objection,)
    return objection, *_slower(state, now), *_scheduled(state, now)


def _no_say(state: State, command: ObjectToPace) -> Refusal | None:
    if command.by.seat not in state.chart.powers:
        return Refusal("no-power", say("Only those who play a power can object to the pace."))
    stands = command.by.seat in state.time.objectors
    if command.stands and stands:
        return Refusal("objected-already", say("Your objection stands already."), "VII.4")
    if not command.stands and not stands:
        return Refusal("not-objected", say("You have not objected to the pace."), "VII.4")
    return None


def _slower(state: State, now: datetime) -> tuple[PaceSet, ...]:
    """Without the lengths that are shorter than those of the house rules."""
    usual = state.sheet.choice("VII.4")
    kept = {kind: days for kind, days in state.time.pace.items() if days >= usual.number(kind)}
    return (PaceSet(at=now, lengths=kept),) if kept != dict(state.time.pace) else ()


def _scheduled(state: State, now: datetime) -> tuple[DeadlineSet, ...]:
    """The deadline of the schedule, where the present one is before it, and as absences planned since leave it."""
    if state.time.schedule is None or state.deadline is None:
        return ()
    schedule = absences.left(state, state.time.schedule)
    if state.deadline >= schedule or schedule <= now:
        return ()
    phase = recorded.phase_record(state.phase)
    return (DeadlineSet(at=now, phase=phase, deadline=schedule, cause="hardship"),)
