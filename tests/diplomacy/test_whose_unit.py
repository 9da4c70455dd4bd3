"""Where one unit was dislodged by another, an order names the one that it is written for."""

from __future__ import annotations

import pytest

from dragoman.diplomacy.board.position import Dislodged, Phase, PhaseKind, Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import Unit, UnitKind
from dragoman.diplomacy.orders.order import Ordered
from dragoman.diplomacy.speech.sets import _standing

SWE = Place("SWE")


@pytest.mark.parametrize(("kind", "owner"), [(UnitKind.FLEET, "Russia"), (UnitKind.ARMY, "Germany"), (None, "Russia")])
def test_an_order_is_for_the_unit_of_the_kind_that_is_written(kind: UnitKind | None, owner: str) -> None:
    at = Position(
        Phase("Fall", 1903, PhaseKind.RETREAT),
        (Unit("Germany", UnitKind.ARMY, SWE),),
        {},
        (Dislodged(Unit("Russia", UnitKind.FLEET, SWE), "DEN"),),
        frozenset(),
    )
    assert next(_standing(at, Ordered(SWE, kind))) == owner
    assert not list(_standing(at, Ordered(Place("NWY"), kind)))
