"""Where a dislodged unit goes whose retreat nobody ordered, under F.12.B: to the best place that is open, by the order
of the rule, and only else off the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

from dragoman.diplomacy.adjudication import phases
from dragoman.diplomacy.adjudication.distance import distance
from dragoman.diplomacy.adjudication.verdict import Code, Ruling
from dragoman.diplomacy.board.position import Dislodged, Phase, PhaseKind
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.houserules.switches import RemovalDistance
from dragoman.diplomacy.orders.order import Build, Line, Move, Ordered, Retreat
from dragoman.diplomacy.orders.writing import write
from dragoman.diplomacy.state import State, ordered_province

CLAUSE = "F.12.B"


def unordered(state: State, ordered: Mapping[str, Iterable[Line]]) -> dict[str, tuple[Line, ...]]:
    """By power, the retreats that the rule gives to units without an order.

    Each takes a place that no order and no unit before it has taken, so that the rule drives no two together (ours);
    units take turns by province.
    """
    if state.phase.kind is not PhaseKind.RETREAT or state.sheet.letter("F.12") != "B":
        return {}
    named = {ordered_province(line.order) for lines in ordered.values() for line in lines}
    taken = {
        line.order.to.province for lines in ordered.values() for line in lines if isinstance(line.order, Retreat | Move)
    }
    found: dict[str, tuple[Line, ...]] = {}
    for each in sorted(state.position.dislodged, key=lambda each: each.unit.province):
        goal = None if each.unit.province in named else _best(state, each, taken)
        if goal is not None:
            taken.add(goal.province)
            order = Retreat(Ordered(each.unit.place, each.unit.kind), goal)
            found[each.unit.power] = (*found.get(each.unit.power, ()), Line(order, write(order)))
    return found


def told(ruling: Ruling, given: Mapping[str, tuple[Line, ...]]) -> Ruling:
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


def _best(state: State, exile: Dislodged, taken: Iterable[str]) -> Place | None:
    closed = {*taken, *_wanted(state, exile.unit.power)}
    places = [place for place in dict(state.retreats).get(exile.unit.province, ()) if place.province not in closed]
    return min(places, key=lambda place: _liking(state, exile, place), default=None)


def _liking(state: State, exile: Dislodged, place: Place) -> tuple[int, int, str, Place]:
    """How early in the rule a place comes; then nearest to a home centre, then by the alphabet (ours)."""
    power, chart = exile.unit.power, state.chart
    province = chart.provinces[place.province]
    homes = frozenset(chart.home_centres(power))
    held = state.position.centres.get(province.id) == power
    if province.id in chart.centres and not held:
        step = 0 if province.id in homes else 1
    elif held:
        step = 2
    else:
        step = 3 if province.home == power else 4
    there = exile.unit._replace(place=place)
    return step, distance(chart, there, homes, RemovalDistance.HOME_CENTRES), province.name, place


def _wanted(state: State, power: str) -> frozenset[str]:
    """The centres kept free in the autumn, since the player has ordered, and can make, a build there that winter."""
    season, year, _ = state.phase
    if season != state.chart.turns[-1]:
        return frozenset()
    winter = Phase(state.chart.adjustment_season, year, PhaseKind.ADJUSTMENT)
    lines = state.planned(power, winter)
    ordered = {line.order.unit.place.province for line in lines if isinstance(line.order, Build)}
    position = replace(
        state.position, centres=phases.captured(state.chart, state.position.centres, state.position.units)
    )
    surplus = Counter(position.centres.values())[power] - len(position.units_of(power))
    return frozenset(ordered.intersection(phases.sites(state.chart, position, power))) if surplus > 0 else frozenset()
