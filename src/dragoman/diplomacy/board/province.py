"""A province is one space of the map; a place is a province, or one named coast of it, where a unit can stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class Terrain(StrEnum):
    """What kinds of unit a province admits: armies inland, fleets at sea, both on a coast, none where impassable."""

    INLAND = "inland"
    COASTAL = "coastal"
    SEA = "sea"
    IMPASSABLE = "impassable"


class Place(NamedTuple):
    """Where a unit stands or goes: `STP` has no coast named, `STP/NC` names one. Written and compared by value."""

    province: str
    coast: str = ""

    def __str__(self) -> str:
        return f"{self.province}/{self.coast}" if self.coast else self.province

    @classmethod
    def parse(cls, text: str) -> Place:
        """Read the canonical writing `STP` or `STP/NC`. Any text is split; whether it exists is the chart's to say."""
        province, _, coast = text.partition("/")
        return cls(province, coast)


@dataclass(frozen=True, slots=True)
class Province:
    """One space of a map.

    `id` is the standard abbreviation in capitals; `names` maps a language to the full name (English always there);
    `aliases` maps a language to other writings that are read as this province; `coasts` lists the named coasts
    (`("NC", "SC")`, empty for all others); `home` is the power whose home it is; `convoys` tells whether fleets
    there may convoy (all sea spaces; on some maps certain coasts too).
    """

    id: str
    terrain: Terrain
    names: Mapping[str, str]
    aliases: Mapping[str, tuple[str, ...]]
    coasts: tuple[str, ...] = ()
    centre: bool = False
    home: str | None = None
    convoys: bool = False

    @property
    def name(self) -> str:
        return self.names["en"]

    @property
    def places(self) -> tuple[Place, ...]:
        """Every place of this province at which a unit of some kind can stand, the bare province first."""
        return (Place(self.id), *(Place(self.id, coast) for coast in self.coasts))
