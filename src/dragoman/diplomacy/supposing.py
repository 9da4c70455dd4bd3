"""What would come of guesses: a position, orders for anybody, and the phases that follow, under one sheet.

Nothing here is any game's. It is made of what is handed to it alone and recorded nowhere, so that it tells nobody
anything; the same line of guesses always comes to the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from dragoman.diplomacy.adjudication.retreats import open_places
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import PhaseKind, Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import Unit
from dragoman.diplomacy.docket import Docket, Judged, Unheard, misread
from dragoman.diplomacy.houserules.sheet import Sheet, switches
from dragoman.diplomacy.orders.offers import Counter, build_offers, removal_offers, retreat_offers
from dragoman.diplomacy.orders.order import Line, Order, Waive
from dragoman.diplomacy.state.due import Due, due
from dragoman.diplomacy.state.endings import champion

ByPower = Mapping[str, Sequence[str]]
"""Order lines as people write them, by power."""

MOST_STEPS = 24
"""Phases that one line of guesses may hold."""

MOST_LINES, LONGEST_LINE = 80, 120
"""Lines of orders that are read for one power, and their characters."""


@dataclass(frozen=True, slots=True)
class Begun:
    """Where a line of guesses begins: on which map, under which sheet, from which position."""

    chart: Chart
    sheet: Sheet
    position: Position


def followed(begun: Begun, steps: Sequence[ByPower]) -> tuple[Judged, ...]:
    """Each phase of the line adjudicated, the first from the position it begins with, by the orders of `steps`; beyond
    MOST_STEPS nothing is."""
    docket, at, found = Docket(begun.sheet), begun.position, list[Judged]()
    for orders in steps[:MOST_STEPS]:
        judged = docket.judge_from(at, begun.chart, {power: bounded(lines) for power, lines in orders.items()})
        ruling = replace(judged.ruling, winner=champion(begun.chart, begun.sheet, judged.ruling))
        found.append(replace(judged, ruling=ruling))
        at = judged.ruling.after
    return tuple(found)


def bounded(lines: Sequence[str]) -> tuple[str, ...]:
    """The lines that are read of what was written."""
    return tuple(line.strip()[:LONGEST_LINE] for line in lines if line.strip())[:MOST_LINES]


def understood(begun: Begun, at: Position, orders: ByPower) -> dict[str, tuple[Line | Unheard, ...]]:
    """How each line would be read in that position, by power; powers that the map has not are passed over."""
    docket = Docket(begun.sheet)
    found: dict[str, tuple[Line | Unheard, ...]] = {}
    for power, lines in orders.items():
        if power in begun.chart.powers:
            texts = bounded(lines)
            read = docket.read(texts, power, at, begun.chart)
            found[power] = tuple(
                each if isinstance(each, Line) else misread(power, text, each)
                for text, each in zip(texts, read, strict=True)
            )
    return found


def exits(chart: Chart, position: Position) -> tuple[tuple[str, tuple[Place, ...]], ...]:
    """The places open to each dislodged unit, by the province that it was driven out of."""
    return tuple(
        (each.unit.province, open_places(chart, each, position.units, position.contested))
        for each in position.dislodged
    )


def owed(begun: Begun, at: Position, power: str) -> Due:
    """What a power would have to order."""
    return due(begun.chart, at, power)


def offered(begun: Begun, at: Position, power: str) -> tuple[tuple[Unit | None, tuple[Order, ...]], ...]:
    """What a power could legally order: for each of its units that has something to do; of builds for no unit."""
    asked = owed(begun, at, power)
    if at.phase.kind is PhaseKind.RETREAT:
        places = dict(exits(begun.chart, at))
        return tuple((unit, retreat_offers(unit, places[unit.province])) for unit in asked.units)
    if at.phase.kind is PhaseKind.ADJUSTMENT and asked.count > 0:
        return ((None, (*build_offers(begun.chart, asked.sites), Waive())),)
    if at.phase.kind is PhaseKind.ADJUSTMENT:
        return tuple((unit, removal_offers((unit,))) for unit in asked.units)
    counter = Counter(begun.chart, at, power, switches(begun.sheet))
    return tuple((unit, counter.offers(unit)) for unit in asked.units)


def offered_at(begun: Begun, at: Position, province: str) -> tuple[str, tuple[Order, ...]]:
    """The power that has something to order of a province, and what: of the unit that stands there (or was driven out
    of it, while retreats are ordered), or of a build there. No power (empty) where there is nothing."""
    if at.phase.kind is PhaseKind.MOVEMENT:
        unit = at.unit_in(province)
        if unit is None:
            return "", ()
        return unit.power, Counter(begun.chart, at, unit.power, switches(begun.sheet)).offers(unit)
    for power in begun.chart.powers:
        orders = [order for _unit, orders in offered(begun, at, power) for order in orders]
        there = tuple(o for o in orders if not isinstance(o, Waive) and o.unit.place.province == province)
        if there:
            return power, there
    return "", ()


__all__ = [
    "MOST_STEPS",
    "Begun",
    "ByPower",
    "bounded",
    "exits",
    "followed",
    "offered",
    "offered_at",
    "owed",
    "understood",
]
