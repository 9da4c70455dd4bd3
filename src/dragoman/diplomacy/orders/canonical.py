"""The canonical writing is read without looking at words, so that whole recorded games are read in no time."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import UnitKind
from dragoman.diplomacy.orders.order import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Ordered,
    Retreat,
    SupportHold,
    SupportMove,
)

LONGEST = 30
"""The characters of the longest canonical writing that is read here; nothing longer is remembered."""

_PLACE = "[A-Z]{3}(?:/[A-Z]{2})?"
_UNIT = f"([AF]) ({_PLACE})"
_CANONICAL = re.compile(f"{_UNIT} (?:([HDB])|([-R]) ({_PLACE})( VIA)?|([SC]) {_UNIT}(?: - ({_PLACE}))?)")
_ALONE: dict[str, Callable[[Ordered], Order]] = {"H": Hold, "D": Disband, "B": Build}


def read_canonical(chart: Chart, text: str) -> Order | None:
    """The order that a canonical writing is (see `writing`), or None for any other text and for unknown provinces.

    Orders that name a power or a route, and waives, are left to `reading`.
    """
    order, provinces = _canonical(text) if len(text) <= LONGEST else (None, ())
    return order if order is not None and all(p in chart.provinces for p in provinces) else None


@lru_cache(100_000)
def _canonical(text: str) -> tuple[Order | None, tuple[str, ...]]:
    """The order and the provinces it names. What was read once is remembered."""
    found = _CANONICAL.fullmatch(text)
    if found is None:
        return None, ()
    kind, place, alone, sign, goal, via, aid, other_kind, other, other_goal = found.groups()
    unit = Ordered(Place.parse(place), UnitKind(kind))
    if alone:
        order: Order | None = _ALONE[alone](unit)
    elif sign:
        order = _going(unit, sign, Place.parse(goal), bool(via))
    else:
        order = _aiding(unit, aid, Ordered(Place.parse(other), UnitKind(other_kind)), other_goal)
    return order, tuple(Place.parse(p).province for p in (place, goal, other, other_goal) if p)


def _going(unit: Ordered, sign: str, to: Place, via: bool) -> Order | None:
    if sign == "-":
        return Move(unit, to, via)
    return None if via else Retreat(unit, to)


def _aiding(unit: Ordered, aid: str, other: Ordered, goal: str | None) -> Order | None:
    if aid == "S":
        return SupportMove(unit, other, Place.parse(goal)) if goal else SupportHold(unit, other)
    return Convoy(unit, other, Place.parse(goal)) if goal else None
