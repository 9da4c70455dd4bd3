"""A unit is an army or a fleet of a power at a place; nothing else about it is ever remembered."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from dragoman.diplomacy.board.province import Place


class UnitKind(StrEnum):
    """Army or fleet, by the letter every rulebook uses."""

    ARMY = "A"
    FLEET = "F"


class Unit(NamedTuple):
    """One piece on the board. Sorts by power, kind and place, which is the canonical order of a position."""

    power: str
    kind: UnitKind
    place: Place

    def __str__(self) -> str:
        return f"{self.kind.value} {self.place}"

    @property
    def province(self) -> str:
        return self.place.province
