"""What all see of each other's seats is put together once, and what a seat sees of its own is told to nobody else."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.diplomacy.games import some_game
from tests.diplomacy.tables import POWERS

from dragoman.diplomacy.seating import _seated, company, masked
from dragoman.diplomacy.state.roster import SECOND, Leave
from dragoman.game.seats import GM, PersonId, Seat

ASKED = Leave("France", PersonId("f"), PersonId("d"))
GRANTED = Leave("Italy", PersonId("i"), PersonId("e"), granted=True, away=Seat("away-Italy"))


@pytest.mark.parametrize("anonymous", [False, True])
@pytest.mark.parametrize("leaves", [{}, {"France": ASKED}, {"France": ASKED, "Italy": GRANTED}])
def test_every_seat_sees_what_it_would_see_alone(anonymous: bool, leaves: dict[str, Leave]) -> None:
    state = some_game(5, 2).state
    roster = replace(state.roster, leaves=leaves, missed={"Turkey": 2}, suggested={"Russia": PersonId("s")},
                     disorder=frozenset({"Austria"}), called={"England": Seat("standby-1")})  # fmt: skip
    state = replace(state, anonymous=anonymous, roster=roster)
    seats = (*map(Seat, POWERS), GM, SECOND, GRANTED.away, Seat("observer-1"), None)
    for seat in (*seats, *reversed(seats)):
        alone = {power: _seated(state, power, seat, masked(state, seat)) for power in state.powers()}
        assert company(state, seat).seated == alone, seat
        assert list(company(state, seat).seated) == list(alone)
        if seat not in ("France", GM, SECOND):
            assert company(state, seat).seated["France"].leave is None, "of a deputy who is only asked for nobody knows"
