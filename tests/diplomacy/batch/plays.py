"""Orders and sheets at random: sensible ones, senseless ones, and whatever fits into an array."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from random import Random

from dragoman.diplomacy.adjudication import adjudicate
from dragoman.diplomacy.adjudication.verdict import Ruling
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import PhaseKind, Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import Unit, UnitKind
from dragoman.diplomacy.houserules.switches import Designation, OwnCoast, SupportedCoast, Switches
from dragoman.diplomacy.orders.order import (
    Build,
    Convoy,
    Disband,
    Hold,
    Line,
    Move,
    Order,
    Ordered,
    OrderSet,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)

Given = list[tuple[str, Order | None]]
"""Who orders what, slot by slot as `batch.turn_over` has them."""

OF_WORDS = {
    "orders_inferred": False,
    "omitted_type": Designation.VALID,
    "omitted_nationality": Designation.VALID,
    "coast_omitted": OwnCoast.VOID,
    "target_coast_wrong": OwnCoast.VOID,
    "supported_coast_omitted": SupportedCoast.EITHER,
    "supported_coast_differs": SupportedCoast.VOID,
    "irrelevant_coast_ignored": False,
}
"""What is settled before orders become codes, and is told by no code: the clauses of what was written (III.3, IV)."""


def plain_sheet() -> Switches:
    """DATC's preferences, but for what is settled before."""
    return Switches(**OF_WORDS)  # type: ignore[arg-type]


def any_sheet(dice: Random) -> Switches:
    """Every switch at random."""
    usual = Switches()
    drawn = {}
    for each in fields(Switches):
        value = getattr(usual, each.name)
        drawn[each.name] = dice.choice([False, True] if isinstance(value, bool) else list(type(value)))
    return Switches(**{**drawn, **OF_WORDS})


def any_orders(chart: Chart, position: Position, dice: Random) -> Given:
    """An order for each unit, exile or line, mostly near to sense."""
    if position.phase.kind is PhaseKind.ADJUSTMENT:
        return [_adjustment(chart, position, dice) for _ in range(dice.randrange(14))]
    if position.phase.kind is PhaseKind.RETREAT:
        return [(d.unit.power, _retreat(chart, d.unit, dice)) for d in position.dislodged]
    return [(unit.power, _movement(chart, position, unit, dice)) for unit in position.units]


def _adjustment(chart: Chart, position: Position, dice: Random) -> tuple[str, Order | None]:
    power = dice.choice(sorted(chart.powers))
    owned, units, what = position.centres_of(power), position.units_of(power), dice.random()
    if what < 0.6 and owned:
        place = dice.choice(chart.provinces[dice.choice(owned)].places)
        return power, Build(Ordered(place, dice.choice(list(UnitKind))))
    if what < 0.9 and units:
        unit = dice.choice(units)
        return power, Disband(Ordered(unit.place, unit.kind))
    return power, Waive()


def _retreat(chart: Chart, unit: Unit, dice: Random) -> Order | None:
    me, what = Ordered(unit.place, unit.kind), dice.random()
    if what < 0.8:
        return Retreat(me, _goal(chart, unit, dice))
    return Disband(me) if what < 0.9 else None


def _goal(chart: Chart, unit: Unit, dice: Random) -> Place:
    near = sorted(chart.steps(unit.kind, unit.place))
    return dice.choice(near) if near and dice.random() < 0.85 else dice.choice(_places(chart))


def _places(chart: Chart) -> list[Place]:
    return [place for province in chart.provinces.values() for place in province.places]


def _movement(chart: Chart, position: Position, unit: Unit, dice: Random) -> Order | None:
    me, what = Ordered(unit.place, unit.kind), dice.random()
    if what < 0.15:
        return None if what < 0.08 else Hold(me)
    if what < 0.5:
        return Move(me, _goal(chart, unit, dice), dice.random() < 0.15)
    near = {place.province for place in chart.steps(unit.kind, unit.place)}
    beside = [u for u in position.units if u.province in near]
    other = dice.choice(beside) if beside and dice.random() < 0.7 else dice.choice(position.units)
    them = Ordered(other.place, other.kind)
    if what < 0.6:
        return SupportHold(me, them)
    common = sorted(p for p in chart.steps(other.kind, other.place) if p.province in near)
    to = dice.choice(common) if common and dice.random() < 0.8 else dice.choice(_places(chart))
    if what < 0.85:
        return SupportMove(me, them, to if dice.random() < 0.4 else Place(to.province))
    far = dice.choice(_places(chart))
    if unit.kind is UnitKind.FLEET:
        return Convoy(me, them, Place(far.province))
    return Move(me, far, dice.random() < 0.3)


def as_sets(given: Given) -> dict[str, OrderSet]:
    """The same as sets of lines, in the order given."""
    lines: dict[str, list[Line]] = {}
    for index, (power, order) in enumerate(given):
        if order is not None:
            lines.setdefault(power, []).append(Line(order, f"{index} {order}"))
    return {power: OrderSet(power, tuple(each)) for power, each in lines.items()}


def played(chart: Chart, switches: Switches, phases: int, dice: Random) -> Iterator[tuple[Position, Given, Ruling]]:
    """A game at random: each position, its orders, and what `adjudicate` rules."""
    position = chart.opening
    for _ in range(phases):
        if not position.units and not position.dislodged:
            return
        given = any_orders(chart, position, dice)
        ruling = adjudicate(chart, position, as_sets(given), switches)
        yield position, given, ruling
        position = ruling.after
