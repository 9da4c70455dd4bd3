"""A position is all that the next phase needs: units, dislodged units, contested provinces, centres, the phase."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from dragoman.diplomacy.board.unit import Unit


class PhaseKind(StrEnum):
    """The three kinds of phase, by the words of the exchange format."""

    MOVEMENT = "Movement"
    RETREAT = "Retreat"
    ADJUSTMENT = "Adjustment"


class Phase(NamedTuple):
    """When in the game: `Phase("Spring", 1901, MOVEMENT)`, written short as `S1901M`."""

    season: str
    year: int
    kind: PhaseKind

    def __str__(self) -> str:
        return f"{self.season[0]}{self.year}{self.kind.value[0]}"


SHORT_PHASE = re.compile(r"([A-Za-z])(\d{1,4})([MRA])", re.IGNORECASE)


class Dislodged(NamedTuple):
    """A unit that was driven out and must retreat or disband.

    `attacker_from` is the province its attacker came from and that is closed to it, or None where that province is
    open to the retreat (an attack by convoy under VI.1.B, DATC 4.A.5.b).
    """

    unit: Unit
    attacker_from: str | None = None


@dataclass(frozen=True, slots=True)
class Position:
    """A position before a phase. Tuples are sorted; `centres` maps each owned centre to its owner."""

    phase: Phase
    units: tuple[Unit, ...]
    centres: Mapping[str, str]
    dislodged: tuple[Dislodged, ...] = ()
    contested: frozenset[str] = frozenset()

    def unit_in(self, province: str) -> Unit | None:
        """The undislodged unit in that province, if there is one."""
        return next((u for u in self.units if u.place.province == province), None)

    def units_of(self, power: str) -> tuple[Unit, ...]:
        return tuple(u for u in self.units if u.power == power)

    def centres_of(self, power: str) -> tuple[str, ...]:
        return tuple(sorted(c for c, owner in self.centres.items() if owner == power))
