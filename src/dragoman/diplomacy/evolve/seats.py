"""What becomes of the seats."""

from __future__ import annotations

from dataclasses import replace

from dragoman.diplomacy.events import (
    LotsDrawn,
    PersonJoined,
)
from dragoman.diplomacy.evolve.mappings import with_key, without_key
from dragoman.diplomacy.state import State
from dragoman.game.seats import PersonId, Seat


def joined(state: State, event: PersonJoined) -> State:
    seat = Seat(event.seat)
    seats = with_key(state.seats, seat, PersonId(event.person))
    return replace(state, seats=seats, wishes=with_key(state.wishes, seat, event.wishes))


def allotted(state: State, event: LotsDrawn) -> State:
    seats = {seat: person for seat, person in state.seats.items() if seat not in event.seats}
    for waiting, power in event.seats.items():
        seats[Seat(power)] = state.seats[Seat(waiting)]
    return replace(state, seats=seats, wishes={})


def resigned(state: State, seat: Seat) -> State:
    """A power's seat stays, empty; any other seat goes with its holder."""
    if seat in state.chart.powers:
        return replace(state, seats=with_key(state.seats, seat, None))
    return replace(state, seats=without_key(state.seats, seat), wishes=without_key(state.wishes, seat))
