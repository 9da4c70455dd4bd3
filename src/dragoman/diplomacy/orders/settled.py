"""An order is shown as it will be adjudicated: with the types, nationalities and coasts of the units that stand there.

What was written otherwise, and is read so all the same (IV.1 to IV.7, DATC 4.B.6), is told in a note.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import PhaseKind, Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import UnitKind
from dragoman.diplomacy.houserules.switches import Switches
from dragoman.diplomacy.orders.fates import Fate
from dragoman.diplomacy.orders.naming import Note
from dragoman.diplomacy.orders.one_order import settle, settle_retreats
from dragoman.diplomacy.orders.order import (
    Convoy,
    Disband,
    Line,
    Move,
    Order,
    Ordered,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)
from dragoman.diplomacy.orders.writing import named


def settled_line(chart: Chart, position: Position, power: str, line: Line, switches: Switches) -> Line:
    """The line with its order as it is understood before that position, judged by itself, and notes on what was read
    otherwise than it was written. A line that orders no unit there is left as it is."""
    order = _settled(chart, position, power, line, switches)
    if order == line.order:
        return line
    notes = (str(note) for note in (*_strangers(position, line.order), *_otherwise(line.order, order)))
    return replace(line, order=order, notes=tuple(dict.fromkeys((*line.notes, *notes))))


def choosable_coasts(chart: Chart, position: Position, power: str, order: Order) -> tuple[Order, ...]:
    """Where a fleet is told to go to a province without saying on which of the coasts that it can reach: the same order
    to each of them. Nothing where there is no such choice (DATC 4.B.1)."""
    if not isinstance(order, Move | Retreat) or order.to.coast or order.to.province not in chart.provinces:
        return ()
    exiled = (d.unit for d in position.dislodged)
    standing = exiled if position.phase.kind is PhaseKind.RETREAT else position.units
    at = order.unit.place.province
    unit = next((u for u in standing if u.place.province == at and u.power == power), None)
    if unit is None or unit.kind is not UnitKind.FLEET:
        return ()
    steps = chart.steps(unit.kind, unit.place)
    places = (Place(order.to.province, coast) for coast in chart.provinces[order.to.province].coasts)
    reached = tuple(place for place in places if place in steps)
    return tuple(replace(order, unit=Ordered(unit.place, unit.kind), to=place) for place in reached if len(reached) > 1)


def _settled(chart: Chart, position: Position, power: str, line: Line, switches: Switches) -> Order:
    match position.phase.kind:
        case PhaseKind.MOVEMENT:
            return _of(line, settle(chart, position, power, (line,), switches).fates[0])
        case PhaseKind.RETREAT:
            return _of(line, settle_retreats(chart, position, power, (line,), switches)[0])
        case PhaseKind.ADJUSTMENT:
            return _removed(position, power, line.order)


def _of(line: Line, fate: Fate) -> Order:
    return line.order if fate.unit is None else fate.order


def _removed(position: Position, power: str, order: Order) -> Order:
    """A removal names its unit as it stands; builds stay as they were written."""
    unit = position.unit_in(order.unit.place.province) if isinstance(order, Disband) else None
    return order if unit is None or unit.power != power else Disband(Ordered(unit.place, unit.kind))


def _otherwise(written: Order, settled: Order) -> Iterator[Note]:
    """What was written and is understood otherwise; what was merely left out needs no word."""
    for said, meant in zip(_units(written), _units(settled), strict=True):
        if said.kind is not None and said.kind is not meant.kind:
            yield Note("type", named(replace(said, power=None)), named(meant))
        elif said.place.coast and said.place != meant.place:
            yield Note("coast", str(said.place), str(meant.place))
    goal, reached = _goal(written), _goal(settled)
    if goal is not None and reached is not None and goal.coast and goal != reached:
        yield Note("coast", str(goal), str(reached))


def _strangers(position: Position, order: Order) -> Iterator[Note]:
    """Units that were called another power's than they are (IV.2)."""
    for said in _units(order):
        unit = position.unit_in(said.place.province)
        if said.power is not None and unit is not None and unit.power != said.power:
            yield Note("nationality", named(said), f"{unit.power} {unit}")


def _units(order: Order) -> tuple[Ordered, ...]:
    """The units that an order names."""
    match order:
        case SupportHold(unit, other) | SupportMove(unit, other, _) | Convoy(unit, other, _):
            return (unit, other)
        case _:
            return () if isinstance(order, Waive) else (order.unit,)


def _goal(order: Order) -> Place | None:
    return order.to if isinstance(order, Move | Retreat | SupportMove | Convoy) else None
