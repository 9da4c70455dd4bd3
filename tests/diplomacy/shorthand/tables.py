"""Positions and orders drawn at random on a whole map, in every phase, plain and hostile; and random switches."""

from __future__ import annotations

from dataclasses import fields
from enum import Enum
from random import Random
from typing import Any, get_type_hints

from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import Dislodged, Phase, PhaseKind, Position
from dragoman.diplomacy.board.unit import Unit, UnitKind
from dragoman.diplomacy.houserules.switches import Switches

Orders = dict[str, list[str]]

HOSTILE = ("", "A", "A PAR", "F BRE - MAO NOW", "A XXX H", "waive", "Build A Paris", "A PAR-BUR", "A PAR H H")


def draw_switches(random: Random) -> Switches:
    """Any choice for any switch; as often as not the one that stands if nothing is said."""
    kinds = get_type_hints(Switches)
    chosen: dict[str, Any] = {}
    for each in fields(Switches):
        kind = kinds[each.name]
        if random.random() < 0.5:
            continue
        if kind is bool:
            chosen[each.name] = random.random() < 0.5
        elif isinstance(kind, type) and issubclass(kind, Enum):
            chosen[each.name] = random.choice(list(kind))
    return Switches(**chosen)


def draw_position(random: Random, chart: Chart, kind: PhaseKind) -> Position:
    """A board as full or empty as may be. Nothing says that play could have led there."""
    season = chart.adjustment_season if kind is PhaseKind.ADJUSTMENT else random.choice(chart.turns)
    units = draw_units(random, chart, random.randint(0, 40))
    dislodged: tuple[Dislodged, ...] = ()
    contested: frozenset[str] = frozenset()
    if kind is PhaseKind.RETREAT:
        driven = draw_units(random, chart, random.randint(1, 5))
        names = sorted(chart.provinces)
        dislodged = tuple(Dislodged(unit, random.choice([None, *names])) for unit in driven)
        contested = frozenset(random.sample(names, random.randint(0, 4)))
    powers = sorted(chart.powers)
    owned = {c: random.choice(powers) for c in sorted(chart.centres) if random.random() < 0.8}
    return Position(Phase(season, 1901 + random.randrange(20), kind), units, owned, dislodged, contested)


def draw_units(random: Random, chart: Chart, most: int) -> tuple[Unit, ...]:
    several = random.sample(sorted(chart.units.values()), min(most, len(chart.units)))
    return tuple(sorted({unit.province: unit for unit in several}.values()))


def draw_orders(random: Random, chart: Chart, position: Position, hostile: bool) -> Orders:
    """Lines for most units. Where they are hostile, some are no orders, some of others' units, some twice over."""
    found: Orders = {}
    retreating = position.phase.kind is PhaseKind.RETREAT
    for unit in [d.unit for d in position.dislodged] if retreating else position.units:
        if random.random() < 0.85:
            power = random.choice(sorted(chart.powers)) if hostile and random.random() < 0.05 else unit.power
            found.setdefault(power, []).append(draw_line(random, chart, position, unit))
            if hostile and random.random() < 0.02:
                found[power].append(draw_line(random, chart, position, unit))
    if position.phase.kind is PhaseKind.ADJUSTMENT:
        for power in sorted(chart.powers):
            sites = [*position.centres_of(power), *chart.home_centres(power)]
            for site in random.sample(sites, min(len(sites), random.randint(0, 4))):
                place = random.choice(chart.provinces[site].places)
                found.setdefault(power, []).append(f"{random.choice('AF')} {place} B")
    if hostile and random.random() < 0.3:
        found.setdefault(random.choice([*sorted(chart.powers), "Atlantis"]), []).append(random.choice(HOSTILE))
    for lines in found.values():
        random.shuffle(lines)
    return dict(random.sample(sorted(found.items()), len(found)))


def draw_line(random: Random, chart: Chart, position: Position, unit: Unit) -> str:
    """A line in canonical writing that says what may come to a player's mind, now and then of no sense at all."""
    me, dice = f"{unit.kind.value} {unit.place}", random.random()
    if dice < 0.03:
        me = f"{unit.kind.value} {random.choice(chart.provinces[unit.province].places)}"
    elif dice < 0.05:
        me = f"{random.choice('AF')} {unit.place}"
    kind = position.phase.kind
    if kind is PhaseKind.ADJUSTMENT:
        return f"{me} D" if random.random() < 0.9 else f"{me} H"
    goal = draw_goal(random, chart, unit)
    if kind is PhaseKind.RETREAT:
        return random.choice([f"{me} R {goal}"] * 4 + [f"{me} D", f"{me} H", f"{me} - {goal}"])
    other = random.choice(position.units)
    them = f"{other.kind.value} {other.place}"
    return random.choice(
        [
            f"{me} H",
            *[f"{me} - {goal}"] * 5,
            f"{me} - {goal} VIA",
            f"{me} - {random.choice(sorted(chart.provinces))}",
            f"{me} S {them}",
            f"{me} S {them} - {goal}",
            f"{me} S {them} - {draw_goal(random, chart, other)}",
            f"{me} C {them} - {draw_goal(random, chart, other)}",
            f"{me} C {them} - {random.choice(sorted(chart.provinces))}",
            f"{me} D",
        ]
    )


def draw_goal(random: Random, chart: Chart, unit: Unit) -> str:
    """Where the unit can go; now and then on another coast, or on none."""
    steps = sorted(chart.steps(unit.kind, unit.place))
    if not steps:
        return unit.province
    to = random.choice(steps)
    if random.random() < 0.1:
        return str(random.choice(chart.provinces[to.province].places))
    return to.province if unit.kind is UnitKind.ARMY or random.random() < 0.2 else str(to)
