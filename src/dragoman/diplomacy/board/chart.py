"""The chart is one variant's map, checked and ready to ask: who borders whom by army and fleet, who begins where."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import TypeVar

from dragoman.diplomacy.board.position import Phase, PhaseKind, Position
from dragoman.diplomacy.board.power import Power
from dragoman.diplomacy.board.province import Place, Province, Terrain
from dragoman.diplomacy.board.unit import Unit, UnitKind


@dataclass(frozen=True)
class Chart:
    """A whole variant map.

    `army` maps a bare place to the bare places an army can step to; `fleet` maps a place (with its coast where the
    province has named ones) to the places a fleet can step to. Both are symmetric unless the map file says otherwise.
    `turns` lists the seasons with a movement phase in order (`("Spring", "Fall")`): a round of the calendar, which the
    next one follows `years` later. Centres change hands and adjustments follow after the last turn of every round, or
    of every second and so on (`rounds`). `adjustment_season` names the season of the adjustment phase ("Winter").
    """

    id: str
    names: Mapping[str, str]
    provinces: Mapping[str, Province]
    powers: Mapping[str, Power]
    army: Mapping[Place, frozenset[Place]]
    fleet: Mapping[Place, frozenset[Place]]
    opening: Position
    turns: tuple[str, ...]
    adjustment_season: str
    victory: int
    build_sites: str = "home"
    years: int = 1
    rounds: int = 1

    @cached_property
    def centres(self) -> frozenset[str]:
        return frozenset(p.id for p in self.provinces.values() if p.centre)

    @cached_property
    def units(self) -> Mapping[tuple[str, str, str], Unit]:
        """Every unit that there can be on the map, by its power, kind and place as they are written: `A`, `STP/NC`."""
        spots = [(kind, place) for p in self.provinces.values() for place in p.places for kind in UnitKind]
        able = [(kind, place) for kind, place in spots if self.can_stand(kind, place)]
        return {(name, kind.value, str(place)): Unit(name, kind, place) for name in self.powers for kind, place in able}

    def home_centres(self, power: str) -> tuple[str, ...]:
        """The centres that are a power's home, in order of id."""
        return self._homes.get(power, ())

    @cached_property
    def _homes(self) -> Mapping[str | None, tuple[str, ...]]:
        homes = {p.home for p in self.provinces.values()}
        return {
            home: tuple(sorted(p.id for p in self.provinces.values() if p.centre and p.home == home)) for home in homes
        }

    def steps(self, kind: UnitKind, place: Place) -> frozenset[Place]:
        """Places a unit of that kind at that place can move to in one step, ignoring everybody else."""
        return (self.army if kind is UnitKind.ARMY else self.fleet).get(place, frozenset())

    def reaches(self, unit: Unit, province: str) -> bool:
        """Whether the unit could move into the province, on any coast of it: what a support needs (DATC 6.B.4)."""
        return province in _beside(self)[unit.kind].get(unit.place, frozenset())

    def can_stand(self, kind: UnitKind, place: Place) -> bool:
        """Whether a unit of that kind may be at that place (a fleet in a two-coast province needs its coast)."""
        province = self.provinces.get(place.province)
        if province is None or province.terrain is Terrain.IMPASSABLE:
            return False
        if kind is UnitKind.ARMY:
            return province.terrain is not Terrain.SEA and not place.coast
        return province.terrain is not Terrain.INLAND and (
            place.coast in province.coasts if province.coasts else not place.coast
        )

    def first_phase(self) -> Phase:
        return self.opening.phase

    # --- the calendar ---

    def is_year(self, written: str) -> bool:
        """Whether figures can be a year of the map's calendar: three or four of them, or as few as the first year has
        where that is an early one."""
        return written.isdecimal() and min(3, len(str(self.first_phase().year))) <= len(written) <= 4

    def counts(self, phase: Phase) -> bool:
        """Whether the centres are counted, and adjustments follow, after the moves and retreats of that turn."""
        if phase.season in self.turns and phase.season != self.turns[-1]:
            return False
        return self.rounds == 1 or ((phase.year - self.first_phase().year) // self.years + 1) % self.rounds == 0

    def winter(self, phase: Phase) -> Phase:
        """The adjustments that follow on that turn, where any do."""
        return Phase(self.adjustment_season, phase.year, PhaseKind.ADJUSTMENT)

    def next_moves(self, phase: Phase) -> Phase:
        """The moves that come next after that phase, whatever comes between."""
        season, year, kind = phase
        if kind is PhaseKind.ADJUSTMENT or season not in self.turns or season == self.turns[-1]:
            return Phase(self.turns[0], year + self.years, PhaseKind.MOVEMENT)
        return Phase(self.turns[self.turns.index(season) + 1], year, PhaseKind.MOVEMENT)


Made = TypeVar("Made")

MOST_CHARTS = 64
"""How many charts are remembered at a time; beyond, all is made anew."""


def once_a_chart(make: Callable[[Chart], Made]) -> Callable[[Chart], Made]:
    """Have what is made of a chart made once (charts are few, never change, and cannot be hashed)."""
    known: dict[int, tuple[Chart, Made]] = {}

    @wraps(make)
    def made(chart: Chart) -> Made:
        found = known.get(id(chart))
        if found is None or found[0] is not chart:
            if len(known) >= MOST_CHARTS:
                known.clear()
            found = known[id(chart)] = (chart, make(chart))
        return found[1]

    return made


@once_a_chart
def _beside(chart: Chart) -> Mapping[UnitKind, Mapping[Place, frozenset[str]]]:
    """The provinces that can be entered in one step, by kind and place."""
    steps = {UnitKind.ARMY: chart.army, UnitKind.FLEET: chart.fleet}
    return {
        kind: {place: frozenset(step.province for step in found) for place, found in by_place.items()}
        for kind, by_place in steps.items()
    }
