"""Where a dislodged unit goes whose retreat nobody ordered as it could be made, under F.12.B: to the best place that is
open, by the order of the rule, and only else off the board."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from dragoman.diplomacy.adjudication.distance import distance
from dragoman.diplomacy.adjudication.retreats import adjudicate_retreats, open_places
from dragoman.diplomacy.adjudication.verdict import Closed, Code, Outcome, Ruling, Verdict
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import Dislodged, Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import Unit
from dragoman.diplomacy.houserules.switches import RemovalDistance, Switches
from dragoman.diplomacy.orders.order import Line, Ordered, OrderSet, Retreat
from dragoman.diplomacy.orders.writing import write

CLAUSE = "F.12.B"


Kept = Mapping[str, Collection[str]]
"""The provinces that each power wants to keep free."""


def adjudicate_with_forgotten(
    chart: Chart, position: Position, sets: Mapping[str, OrderSet], kept: Kept, switches: Switches
) -> Ruling:
    """Adjudicate a retreat phase in which F.12.B sends units on their way whose retreat nobody ordered, or nobody
    ordered as it could be made: of the lines for these it is told besides why they are void."""
    plain = adjudicate_retreats(chart, position, sets, switches)
    given = _given(chart, position, plain, kept)
    if not given:
        return plain
    sent = {province for lines in given.values() for province in _named(lines)}
    left = {power: [_is_for(v, sent) for v in _of_lines(plain, power, each)] for power, each in sets.items()}
    rest = {
        power: OrderSet(power, tuple(line for line, gone in zip(each.lines, left[power], strict=True) if not gone))
        for power, each in sets.items()
    }
    ordered = {v.unit for power, each in sets.items() for v in _of_lines(plain, power, each) if _is_for(v, sent)}
    ruling = _marked(adjudicate_retreats(chart, position, _added(rest, given), switches), given, ordered)
    named = list(dict.fromkeys(v.power for v in plain.verdicts)) or sorted(given)
    verdicts = (v for power in named for v in _merged(power, plain, ruling, left.get(power, [])))
    return replace(ruling, verdicts=tuple(verdicts))


def _given(chart: Chart, position: Position, plain: Ruling, kept: Kept) -> dict[str, tuple[Line, ...]]:
    """By power, the retreats that the rule gives.

    Each takes a place that no order and no unit before it has taken, so that the rule drives no two together (ours);
    units take turns by province.
    """
    done = [v for v in plain.verdicts if v.outcome is not Outcome.VOID and v.code is not Code.NOT_ORDERED]
    settled = {v.unit for v in done}
    taken = {v.order.to.province for v in done if isinstance(v.order, Retreat)}
    found: dict[str, tuple[Line, ...]] = {}
    for each in sorted(position.dislodged, key=lambda each: each.unit.province):
        power, closed = each.unit.power, taken | set(kept.get(each.unit.power, ()))
        goal = None if each.unit in settled else _best(chart, position, each, closed)
        if goal is not None:
            taken.add(goal.province)
            order = Retreat(Ordered(each.unit.place, each.unit.kind), goal)
            found[power] = (*found.get(power, ()), Line(order, write(order)))
    return found


def _named(lines: Iterable[Line]) -> Iterator[str]:
    yield from (line.order.unit.place.province for line in lines if isinstance(line.order, Retreat))


def _is_for(verdict: Verdict, provinces: Collection[str]) -> bool:
    return verdict.unit is not None and verdict.unit.province in provinces


def _of_lines(ruling: Ruling, power: str, orders: OrderSet) -> list[Verdict]:
    """The verdicts on a power's lines, which come in their order before those on what nobody ordered."""
    return [v for v in ruling.verdicts if v.power == power][: len(orders.lines)]


def _merged(power: str, plain: Ruling, ruling: Ruling, left: Sequence[bool]) -> Iterator[Verdict]:
    """A power's verdicts, those on the lines that were left out at their places."""
    void = [v for v in plain.verdicts if v.power == power]
    made = iter([v for v in ruling.verdicts if v.power == power])
    for index, gone in enumerate(left):
        yield void[index] if gone else next(made)
    yield from made


def _added(sets: Mapping[str, OrderSet], given: Mapping[str, tuple[Line, ...]]) -> dict[str, OrderSet]:
    """The sets with those retreats behind what was ordered."""
    added = {
        power: OrderSet(power, (*(sets[power].lines if power in sets else ()), *lines))
        for power, lines in given.items()
    }
    return {**sets, **added}


def _marked(ruling: Ruling, given: Mapping[str, tuple[Line, ...]], ordered: Collection[Unit | None]) -> Ruling:
    """The ruling with it said that nobody ordered those retreats, or that what was `ordered` of a unit could not be
    followed, and which rule did."""
    orders = {(power, line.order) for power, lines in given.items() for line in lines}
    return replace(
        ruling,
        verdicts=tuple(
            replace(
                v,
                text="",
                clause=CLAUSE,
                code=Code.NOT_ORDERED if v.code is Code.OK else v.code,
                closed=Closed.NOT_FOLLOWED if v.unit in ordered else v.closed,
            )
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
