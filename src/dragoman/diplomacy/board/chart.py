"""The chart is one variant's map, checked and ready to ask: who borders whom by army and fleet, who begins where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from dragoman.diplomacy.board.position import Phase, Position
from dragoman.diplomacy.board.power import Power
from dragoman.diplomacy.board.province import Place, Province, Terrain
from dragoman.diplomacy.board.unit import Unit, UnitKind


@dataclass(frozen=True)
class Chart:
    """A whole variant map.

    `army` maps a bare place to the bare places an army can step to; `fleet` maps a place (with its coast where the
    province has named ones) to the places a fleet can step to. Both are symmetric unless the map file says otherwise.
    `turns` lists the seasons with a movement phase in order (`("Spring", "Fall")`); centres change hands and
    adjustments follow after the last. `adjustment_season` names the season of the adjustment phase ("Winter").
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

    @cached_property
    def centres(self) -> frozenset[str]:
        return frozenset(p.id for p in self.provinces.values() if p.centre)

    def home_centres(self, power: str) -> tuple[str, ...]:
        return tuple(sorted(p.id for p in self.provinces.values() if p.centre and p.home == power))

    def steps(self, kind: UnitKind, place: Place) -> frozenset[Place]:
        """Places a unit of that kind at that place can move to in one step, ignoring everybody else."""
        return (self.army if kind is UnitKind.ARMY else self.fleet).get(place, frozenset())

    def reaches(self, unit: Unit, province: str) -> bool:
        """Whether the unit could move into the province, on any coast of it: what a support needs (DATC 6.B.4)."""
        return any(p.province == province for p in self.steps(unit.kind, unit.place))

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
