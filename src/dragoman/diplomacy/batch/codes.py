"""An order as one integer, and back. With the board at hand nothing is lost on the way from canonical text and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dragoman.diplomacy.batch import layout
from dragoman.diplomacy.batch.tables import Atlas, atlas
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import PhaseKind, Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import Unit, UnitKind
from dragoman.diplomacy.orders.canonical import read_canonical
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
    Waive,
)
from dragoman.diplomacy.orders.writing import write

NO_ORDER = -1


def packed(kind: int, spot: int, source: int = layout.SOURCES, goal: int = layout.GOALS) -> int:
    """The fields of an order in one integer."""
    return kind << layout.AT_KIND | spot << layout.AT_SPOT | source << layout.AT_SOURCE | goal


def encode(chart: Chart, position: Position, power: str, order: Order) -> int | None:
    """The code of an order on a board; None where it names no unit that is there, nothing on the map, or a route.

    `power` gives the order. A place is taken as it is named: coasts left out are made out before (`orders.one_order`).
    """
    a = atlas(chart)
    if isinstance(order, Waive):
        return packed(layout.WAIVE, 0, a.power_number[power]) if power in a.power_number else None
    if isinstance(order, Build):
        return _built(a, order)
    spot = _spot(a, position, power, order.unit.place.province)
    return None if spot is None else _code(a, spot, order)


def _built(a: Atlas, order: Build) -> int | None:
    kind, place = order.unit.kind, order.unit.place
    return packed(layout.BUILD, a.spot(kind, place)) if kind is not None and place in a.place_number else None


def _spot(a: Atlas, position: Position, power: str, province: str) -> int | None:
    exiled = position.phase.kind is PhaseKind.RETREAT
    standing = (d.unit for d in position.dislodged) if exiled else iter(position.units)
    unit = next((u for u in standing if u.place.province == province and u.power == power), None)
    return None if unit is None else a.spot(unit.kind, unit.place)


def _code(a: Atlas, spot: int, order: Order) -> int | None:
    """The code of an order for the unit at that spot."""
    places, provinces = a.place_number, a.province_number
    match order:
        case Hold():
            return packed(layout.HOLD, spot)
        case Disband():
            return packed(layout.DISBAND, spot)
        case Move(_, to, via, route):
            goal = places.get(to)
            return None if goal is None or route else packed(layout.VIA if via else layout.MOVE, spot, goal=goal)
        case Retreat(_, to):
            return packed(layout.RETREATS, spot, goal=places[to]) if to in places else None
        case SupportHold(_, other):
            source = provinces.get(other.place.province)
            return None if source is None else packed(layout.SUPPORT_HOLD, spot, source)
        case SupportMove(_, other, to) | Convoy(_, other, to):
            source, goal = provinces.get(other.place.province), places.get(to)
            kind = layout.CONVOY if isinstance(order, Convoy) else layout.SUPPORT_MOVE
            return None if source is None or goal is None else packed(kind, spot, source, goal)
        case _:
            return None


def decode(chart: Chart, position: Position, code: int) -> Order | None:
    """The order that a code stands for on a board; None for no order, and for what is no code."""
    a = atlas(chart)
    kind, spot = code >> layout.AT_KIND & layout.KINDS, code >> layout.AT_SPOT & layout.SPOTS
    if code < 0 or kind >= layout.MOST_KINDS or spot >> 1 >= len(a.places):
        return None
    if kind == layout.WAIVE:
        return Waive()
    mine = Ordered(a.places[spot >> 1], UnitKind.FLEET if spot & 1 else UnitKind.ARMY)
    if kind in _ALONE:
        return _ALONE[kind](mine)
    source, goal = code >> layout.AT_SOURCE & layout.SOURCES, code & layout.GOALS
    to = a.places[goal] if goal < len(a.places) else None
    if kind in (layout.MOVE, layout.VIA):
        return None if to is None else Move(mine, to, kind == layout.VIA)
    if kind == layout.RETREATS:
        return None if to is None else Retreat(mine, to)
    if source >= len(a.provinces):
        return None
    other = _met({u.place.province: u for u in position.units}, a.provinces[source])
    if kind == layout.SUPPORT_HOLD:
        return SupportHold(mine, other)
    if to is None:
        return None
    return Convoy(mine, other, to) if kind == layout.CONVOY else SupportMove(mine, other, to)


_ALONE: dict[int, Callable[[Ordered], Order]] = {
    layout.HOLD: Hold,
    layout.MISORDER: Hold,
    layout.DISBAND: Disband,
    layout.BUILD: Build,
}


def _met(units: Mapping[str, Unit], province: str) -> Ordered:
    unit = units.get(province)
    return Ordered(Place(province)) if unit is None else Ordered(unit.place, unit.kind)


def text_of(chart: Chart, position: Position, code: int) -> str:
    """The canonical writing of a code on a board, such as `A PAR S A BUR - MAR`; empty for no order."""
    order = decode(chart, position, code)
    return "" if order is None else write(order)


def code_of(chart: Chart, position: Position, power: str, text: str) -> int | None:
    """The code of a canonical writing, or None where `encode` knows none or the text is not canonical."""
    if text == "WAIVE":
        return encode(chart, position, power, Waive())
    order = read_canonical(chart, text)
    if isinstance(order, Move) and position.phase.kind is PhaseKind.RETREAT:
        order = Retreat(order.unit, order.to)
    return None if order is None else encode(chart, position, power, order)
