"""What players wish of time, each wish to its own part."""

from __future__ import annotations

from datetime import datetime
from typing import assert_never

from dragoman.diplomacy.commands import (
    AcceptLate,
    AnswerDelay,
    AskDelay,
    CallResumption,
    MakeContact,
    ObjectToPace,
    PlanAbsence,
    Remind,
    SetPace,
    TimeCommand,
    TimeOffice,
    Warn,
    WithdrawAbsence,
)
from dragoman.diplomacy.decide import absences, delays, late, pace, pauses, reminders
from dragoman.diplomacy.events import Event
from dragoman.diplomacy.state import State
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say

Outcome = tuple[Event, ...] | Refusal


def decide(state: State, command: TimeCommand, now: datetime) -> Outcome:
    """What players say of time."""
    match command:
        case AskDelay():
            return delays.ask(state, command, now)
        case PlanAbsence():
            return absences.plan(state, command, now)
        case WithdrawAbsence():
            return absences.withdraw(state, command, now)
        case ObjectToPace():
            return pace.object_to(state, command, now)
        case CallResumption():
            return pauses.call(state, command, now)
        case MakeContact():
            return _present(state, command)
        case _:
            assert_never(command)


def _present(state: State, command: MakeContact) -> Outcome:
    """To have said it is all there is to it: `decide.presence` records the contact."""
    seat, time = command.by.seat or "", state.time
    if time.contact_of(seat) is not None:
        return ()
    if time.missed_by(command.by.person) or (time.waiting is not None and seat in time.waiting.powers):
        return Refusal("not-missed", say("You have been heard of already; no further word is waited for."), "VII.6")
    return Refusal("not-missed", say("Nobody waits to hear of you; you have missed nothing."), "VII.6")


def office(state: State, command: TimeOffice, now: datetime) -> Outcome:
    """What the game master says of it."""
    match command:
        case AnswerDelay():
            return delays.answer(state, command, now)
        case Warn():
            return delays.warn(state, command, now)
        case SetPace():
            return pace.change(state, command, now)
        case Remind():
            return reminders.by_hand(state, command, now)
        case AcceptLate():
            return late.accept(state, command, now)
        case _:
            assert_never(command)
