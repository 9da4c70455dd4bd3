"""What becomes of the seats."""

from __future__ import annotations

from dragoman.diplomacy.events import (
    LotsDrawn,
    PersonJoined,
)
from dragoman.diplomacy.evolve.mappings import with_key
from dragoman.diplomacy.state import State
from dragoman.game.changing import replace
from dragoman.game.seats import PersonId, Seat


def joined(state: State, event: PersonJoined) -> State:
    seat = Seat(event.seat)
    seats = with_key(state.seats, seat, PersonId(event.person))
    return replace(state, seats=seats, wishes=with_key(state.wishes, seat, event.wishes))


def allotted(state: State, event: LotsDrawn) -> State:
    seats = {seat: person for seat, person in state.seats.items() if seat not in event.seats}
    roster = state.roster
    for waiting, power in event.seats.items():
        person = state.seats[Seat(waiting)]
        seats[Seat(power)] = person
        if person is not None:
            roster = roster.begun(power, person, event.at, "seated")
    return replace(state, seats=seats, wishes={}, roster=roster)
