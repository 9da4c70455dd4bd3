"""The canonical writing is read without looking at words, so that whole recorded games are read in no time."""

from __future__ import annotations

import re
from collections.abc import Callable

from dragoman.diplomacy.board.chart import Chart, once_a_chart
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import UnitKind
from dragoman.diplomacy.orders.order import (
    Build,
    Convoy,
    Disband,
    Hold,
    Line,
    Move,
    Order,
    Ordered,
    Retreat,
    SupportHold,
    SupportMove,
)

LONGEST = 30
"""The characters of the longest canonical writing that is read here; nothing longer is remembered."""

MOST = 50_000
"""How many writings are remembered on a chart."""

_PLACE = "[A-Z]{3}(?:/[A-Z]{2})?"
_UNIT = f"([AF]) ({_PLACE})"
_CANONICAL = re.compile(f"{_UNIT} (?:([HDB])|([-R]) ({_PLACE})( VIA)?|([SC]) {_UNIT}(?: - ({_PLACE}))?)")
_ALONE: dict[str, Callable[[Ordered], Order]] = {"H": Hold, "D": Disband, "B": Build}


def read_canonical(chart: Chart, text: str) -> Order | None:
    """The order that a canonical writing is (see `writing`), or None for any other text and for unknown provinces.

    Orders that name a power or a route, and waives, are left to `reading`.
    """
    line = canonical_line(chart, text)
    return None if line is None else line.order


def canonical_line(chart: Chart, text: str) -> Line | None:
    """The same as a line of a set. What was read once is remembered."""
    return _lines(chart)[text] if len(text) <= LONGEST else None


class _Lines(dict[str, Line | None]):
    """What texts were read as on one chart."""

    def __init__(self, chart: Chart) -> None:
        self._chart = chart

    def __missing__(self, text: str) -> Line | None:
        if len(self) >= MOST:
            self.clear()
        order, provinces = _canonical(text)
        known = order is not None and all(p in self._chart.provinces for p in provinces)
        line = self[text] = Line(order, text) if order is not None and known else None
        return line


_lines = once_a_chart(_Lines)


def _canonical(text: str) -> tuple[Order | None, tuple[str, ...]]:
    """The order and the provinces it names."""
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
