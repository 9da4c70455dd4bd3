"""Where a dislodged unit goes whose retreat nobody ordered, under F.12.B: to the best place that is open, by the order
of the rule, and only else off the board."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from dragoman.diplomacy.adjudication.distance import distance
from dragoman.diplomacy.adjudication.retreats import open_places
from dragoman.diplomacy.adjudication.verdict import Code, Ruling
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import Dislodged, PhaseKind, Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.houserules.switches import RemovalDistance
from dragoman.diplomacy.orders.order import Line, Move, Ordered, OrderSet, Retreat, Waive
from dragoman.diplomacy.orders.writing import write

CLAUSE = "F.12.B"


def forgotten(
    chart: Chart, position: Position, sets: Mapping[str, OrderSet], kept: Mapping[str, Collection[str]]
) -> dict[str, tuple[Line, ...]]:
    """By power, the retreats that the rule gives to units without an order; `kept` are the provinces that each power
    wants to keep free.

    Each takes a place that no order and no unit before it has taken, so that the rule drives no two together (ours);
    units take turns by province.
    """
    if position.phase.kind is not PhaseKind.RETREAT:
        return {}
    orders = [line.order for each in sets.values() for line in each.lines]
    named = {order.unit.place.province for order in orders if not isinstance(order, Waive)}
    taken = {order.to.province for order in orders if isinstance(order, Retreat | Move)}
    found: dict[str, tuple[Line, ...]] = {}
    for each in sorted(position.dislodged, key=lambda each: each.unit.province):
        power, closed = each.unit.power, taken | set(kept.get(each.unit.power, ()))
        goal = None if each.unit.province in named else _best(chart, position, each, closed)
        if goal is not None:
            taken.add(goal.province)
            order = Retreat(Ordered(each.unit.place, each.unit.kind), goal)
            found[power] = (*found.get(power, ()), Line(order, write(order)))
    return found


def with_forgotten(sets: Mapping[str, OrderSet], given: Mapping[str, tuple[Line, ...]]) -> dict[str, OrderSet]:
    """The sets with those retreats behind what was ordered."""
    added = {
        power: OrderSet(power, (*(sets[power].lines if power in sets else ()), *lines))
        for power, lines in given.items()
    }
    return {**sets, **added}


def marked(ruling: Ruling, given: Mapping[str, tuple[Line, ...]]) -> Ruling:
    """The ruling with it said that nobody ordered those retreats, and which rule did."""
    orders = {(power, line.order) for power, lines in given.items() for line in lines}
    return replace(
        ruling,
        verdicts=tuple(
            replace(v, text="", clause=CLAUSE, code=Code.NOT_ORDERED if v.code is Code.OK else v.code)
            if (v.power, v.order) in orders
            else v
            for v in ruling.verdicts
        ),
    )


def _best(chart: Chart, position: Position, exile: Dislodged, closed: Collection[str]) -> Place | None:
    found = open_places(chart, exile, position.units, position.contested)
    places = [place for place in found if place.province not in closed]
    return min(places, key=lambda place: _liking(chart, position, exile, place), default=None)


def _liking(chart: Chart, position: Position, exile: Dislodged, place: Place) -> tuple[int, int, str, Place]:
    """How early in the rule a place comes; then nearest to a home centre, then by the alphabet (ours)."""
    power, province = exile.unit.power, chart.provinces[place.province]
    homes = frozenset(chart.home_centres(power))
    held = position.centres.get(province.id) == power
    if province.id in chart.centres and not held:
        step = 0 if province.id in homes else 1
    elif held:
        step = 2
    else:
        step = 3 if province.home == power else 4
    there = exile.unit._replace(place=place)
    return step, distance(chart, there, homes, RemovalDistance.HOME_CENTRES), province.name, place
