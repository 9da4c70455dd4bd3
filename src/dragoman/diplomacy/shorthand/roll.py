"""The numbers that a chart gives to units, provinces, powers and centres, and the calendar; a position in them.

A unit's number says all about it: whose, of which kind, and where. Numbers stand in the order of what they number, so
that numbers sorted are units in canonical order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from dragoman.diplomacy.adjudication.flat import grid
from dragoman.diplomacy.board.chart import Chart, once_a_chart
from dragoman.diplomacy.board.position import Dislodged, Phase, PhaseKind, Position
from dragoman.diplomacy.board.unit import Unit

NOBODY = -1
"""Stands for no unit, no power, no province."""

MOST_MOMENTS = 20_000

NOWHERE: frozenset[str] = frozenset()


@dataclass(eq=False)
class Moment:
    """A phase of a chart's calendar, and those that can come after it. There is one for each phase: `is` compares."""

    roll: Roll
    phase: Phase

    @cached_property
    def kind(self) -> PhaseKind:
        return self.phase.kind

    @cached_property
    def counts(self) -> bool:
        """Whether centres change hands after it."""
        return self.kind is not PhaseKind.ADJUSTMENT and self.roll.chart.counts(self.phase)

    @cached_property
    def retreats(self) -> Moment:
        return self.roll.moment(self.phase._replace(kind=PhaseKind.RETREAT))

    @cached_property
    def winter(self) -> Moment:
        return self.roll.moment(self.roll.chart.winter(self.phase))

    @cached_property
    def moves(self) -> Moment:
        """The moves that come next."""
        return self.roll.moment(self.roll.chart.next_moves(self.phase))


class Short(NamedTuple):
    """A position in shorthand.

    `units` are sorted numbers; `owners` has the number of a power, or NOBODY, for each centre in order of id;
    `dislodged` are units with the province that is closed to each (or NOBODY), sorted; `contested` are provinces.
    """

    moment: Moment
    units: list[int]
    owners: tuple[int, ...]
    dislodged: tuple[tuple[int, int], ...] = ()
    contested: frozenset[int] = frozenset()


class Roll:
    """A chart's numbers. `unit[n]` is the unit numbered n; `place`, `power`, `steps` are of units by number, too.

    Every power can have the same `spots` units, and theirs stand together: unit n of the first power is n + spots of
    the second.
    """

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.unit: tuple[Unit, ...] = tuple(sorted(chart.units.values()))
        self.number: Mapping[tuple[str, str, str], int] = {
            (unit.power, unit.kind.value, str(unit.place)): n for n, unit in enumerate(self.unit)
        }
        self.province: Mapping[str, int] = grid(chart).number
        self.name: tuple[str, ...] = grid(chart).provinces
        self.powers: tuple[str, ...] = tuple(sorted(chart.powers))
        self.power_number: Mapping[str, int] = {power: n for n, power in enumerate(self.powers)}
        self.place: list[int] = [self.province[unit.province] for unit in self.unit]
        self.power: list[int] = [self.power_number[unit.power] for unit in self.unit]
        self.spots = len(self.unit) // len(self.powers)
        self.centres: tuple[str, ...] = tuple(sorted(chart.centres))
        at = {centre: n for n, centre in enumerate(self.centres)}
        self.centre_number: Mapping[str, int] = at
        self.centre: list[int] = [at.get(unit.province, NOBODY) for unit in self.unit]
        self.unowned: tuple[int, ...] = (NOBODY,) * len(self.centres)
        self._steps: dict[int, tuple[tuple[int, int], ...]] = {}
        self._moments: dict[Phase, Moment] = {}
        self.named: dict[tuple[str, int, str], Moment] = {}  # by the words by which it was remembered

    def at(self, unit: Unit) -> int:
        """The number of a unit that the map can have."""
        return self.number[unit.power, unit.kind.value, str(unit.place)]

    def steps(self, n: int) -> tuple[tuple[int, int], ...]:
        """Where a unit could go in one step: what it would be then, and the province."""
        found = self._steps.get(n)
        if found is None:
            unit = self.unit[n]
            there = [self.at(Unit(unit.power, unit.kind, to)) for to in sorted(self.chart.steps(unit.kind, unit.place))]
            found = self._steps[n] = tuple((m, self.place[m]) for m in there)
        return found

    def moment(self, phase: Phase) -> Moment:
        found = self._moments.get(phase)
        if found is None:
            if len(self._moments) >= MOST_MOMENTS:
                self._moments.clear()
            found = self._moments[phase] = Moment(self, phase)
        return found

    def remember(self, season: str, year: int, kind: str, moment: Moment) -> None:
        if len(self.named) >= MOST_MOMENTS:
            self.named.clear()
        self.named[season, year, kind] = moment

    def owned(self, centres: Mapping[str, Sequence[str]]) -> tuple[int, ...] | None:
        """Whose each centre is, by the centres of each power; None where one would be of two. Raises KeyError for what
        is no centre or power of the map."""
        found, number = list(self.unowned), self.centre_number
        told = 0
        for power, places in centres.items():
            owner = self.power_number[power]
            told += len(places)
            for centre in map(number.__getitem__, places):
                found[centre] = owner
        return tuple(found) if len(found) - found.count(NOBODY) == told else None

    def owners(self, centres: Mapping[str, str]) -> tuple[int, ...]:
        """Whose each centre is. Raises KeyError for what is no centre or power of the map."""
        found = list(self.unowned)
        for centre, power in centres.items():
            found[self.centre_number[centre]] = self.power_number[power]
        return tuple(found)

    def short(self, position: Position) -> Short:
        """The position in shorthand. Raises KeyError if the map cannot have it."""
        return Short(
            self.moment(position.phase),
            [self.at(unit) for unit in position.units],
            self.owners(position.centres),
            tuple(
                (self.at(d.unit), NOBODY if d.attacker_from is None else self.province[d.attacker_from])
                for d in position.dislodged
            ),
            frozenset(self.province[province] for province in position.contested),
        )

    def position(self, short: Short) -> Position:
        """The position written out."""
        return Position(
            short.moment.phase,
            tuple(map(self.unit.__getitem__, short.units)),
            self._centres(short.owners),
            tuple([Dislodged(self.unit[n], None if p == NOBODY else self.name[p]) for n, p in short.dislodged])
            if short.dislodged
            else (),
            frozenset(map(self.name.__getitem__, short.contested)) if short.contested else NOWHERE,
        )

    def _centres(self, owners: tuple[int, ...]) -> dict[str, str]:
        if NOBODY in owners:
            return {c: self.powers[o] for c, o in zip(self.centres, owners, strict=True) if o != NOBODY}
        return dict(zip(self.centres, map(self.powers.__getitem__, owners), strict=True))


@once_a_chart
def roll(chart: Chart) -> Roll:
    """The numbers of a chart."""
    return Roll(chart)
