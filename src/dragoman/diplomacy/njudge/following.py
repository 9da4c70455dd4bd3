"""A game followed through its results: from each phase as told comes the position of the next, without adjudication."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from dragoman.diplomacy.board.position import Dislodged, PhaseKind, Position
from dragoman.diplomacy.board.unit import Unit, UnitKind
from dragoman.diplomacy.njudge.reading import JudgedPhase
from dragoman.diplomacy.orders.order import Build, Disband, Move, Order, Retreat

STAYED = frozenset({"bounce", "no convoy", "void", "blocked"})
GONE = frozenset({"dislodged", "destroyed"})


def follow(told: Sequence[JudgedPhase], centres: Mapping[str, str]) -> Iterator[tuple[JudgedPhase, Position]]:
    """Each phase with the position before it. `centres` are the owners when the first of them began.

    The form does not tell from where a unit was attacked, nor where others bounced: only which retreats were open.
    """
    units: tuple[Unit, ...] = ()
    for each in told:
        match each.phase.kind:
            case PhaseKind.MOVEMENT:
                units = each.units
                yield each, Position(each.phase, units, centres)
                units = _moved(each)
            case PhaseKind.RETREAT:
                driven = tuple(Dislodged(unit) for unit in each.units)
                yield each, Position(each.phase, units, centres, driven)
                units = tuple(sorted((*units, *_moved(each))))
            case PhaseKind.ADJUSTMENT:
                yield each, Position(each.phase, units, centres)
                units = _adjusted(units, each)
        centres = each.centres if each.centres is not None else centres


def _moved(told: JudgedPhase) -> tuple[Unit, ...]:
    """Where the units that were ordered stand afterwards; those driven out stand nowhere."""
    orders: dict[str, Order] = {
        line.order.unit.place.province: line.order
        for lines in told.orders.values()
        for line in lines
        if isinstance(line.order, Move | Retreat | Disband)
    }
    found = []
    for unit in told.units:
        order, marks = orders.get(unit.province), set(told.marks.get(unit.province, ()))
        if marks & GONE or isinstance(order, Disband):
            continue
        if isinstance(order, Move | Retreat) and not marks & STAYED:
            found.append(unit._replace(place=order.to))
        elif told.phase.kind is PhaseKind.MOVEMENT:
            found.append(unit)
    return tuple(sorted(found))


def _adjusted(units: tuple[Unit, ...], told: JudgedPhase) -> tuple[Unit, ...]:
    standing = {unit.province: unit for unit in units}
    for power, lines in told.orders.items():
        for order in (line.order for line in lines):
            if isinstance(order, Disband):
                standing.pop(order.unit.place.province, None)
            elif isinstance(order, Build):
                place = order.unit.place
                standing[place.province] = Unit(power, order.unit.kind or UnitKind.ARMY, place)
    return tuple(sorted(standing.values()))
