"""What comes about whoever speaks and whatever is said: that a player who had missed a turn was heard of, that a seat
whose player was not is given to another, and that a phase which waited for a seat has time again with its new player.
"""

from __future__ import annotations

from datetime import datetime

from dragoman.diplomacy.decide import attendance, grace, opening, standbys, turn
from dragoman.diplomacy.events import Event, PersonSeated, PlayerReplaced, StandbySigned
from dragoman.diplomacy.state import Stage, State
from dragoman.diplomacy.state.timetable import Contact
from dragoman.game.protocol import Speaker
from dragoman.game.refusals import Refusal

Outcome = tuple[Event, ...] | Refusal


def attended(state: State, by: Speaker, outcome: Outcome, now: datetime) -> Outcome:
    """The outcome of a command, with what hangs on its having been said. A refusal stays one."""
    if isinstance(outcome, Refusal) or state.stage is not Stage.RUNNING:
        return outcome
    events: list[Event] = [*grace.made(state, by.seat, by.person, now), *outcome]
    if any(isinstance(event, StandbySigned) for event in outcome):
        events.extend(replaced(opening.folded(state, events), now))
    return *events, *seated(state, tuple(events), now)


def replaced(state: State, now: datetime) -> tuple[Event, ...]:
    """VII.6: the automatic referee gives the seat of somebody who made no contact to the first who stands by; where
    nobody does, it stays theirs until somebody is found, unless the phase waits for them (ours). A game master is left
    to choose."""
    if state.moderated():
        return ()
    events: list[Event] = []
    for contact in state.time.contacts:
        if contact.lapsed and _to_be_replaced(state, contact):
            events.extend(attendance.left(state, contact.seat, "contact", now))
    if not events:
        return ()
    events.extend(standbys.filled(opening.folded(state, events), now))
    return *events, *seated(state, tuple(events), now)


def _to_be_replaced(state: State, contact: Contact) -> bool:
    waiting = state.time.waiting
    return bool(state.roster.free(contact.seat)) or (waiting is not None and contact.seat in waiting.powers)


def seated(state: State, outcome: tuple[Event, ...], now: datetime) -> tuple[Event, ...]:
    """VII.6.C, F.7.B: who takes a seat that the phase waited for has the whole length of it (PB14)."""
    waiting = state.time.waiting
    if waiting is None or not any(
        isinstance(event, PersonSeated | PlayerReplaced) and event.seat in waiting.powers for event in outcome
    ):
        return ()
    after = opening.folded(state, outcome)
    if after.time.waiting is None or after.stage is not Stage.RUNNING:
        return ()
    return (turn.next_deadline(after, now, now, "replacement"),)
