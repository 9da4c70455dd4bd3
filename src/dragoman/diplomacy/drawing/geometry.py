"""A geometry is where things lie on one map's board, in board units and without a word of any language.

It is made by `tools/board` and only read here. Neighbours share their edges exactly: two provinces touch along a line
if and only if some unit can step from one to the other, save for the links, which the map's file gives with a reason.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from importlib import resources
from typing import NamedTuple

import msgspec


class Point(NamedTuple):
    """A place on the board; x grows to the right and y downwards, as in SVG."""

    x: float
    y: float


class Ground(StrEnum):
    """What a province looks like: inland, land that touches a sea, or sea."""

    LAND = "land"
    COAST = "coast"
    SEA = "sea"


class LabelSize(StrEnum):
    """How large a province's name is written; what that is in board units is the drawing's to say."""

    SMALL = "small"
    MEDIUM = "medium"
    LARGE = "large"


class Narrow(NamedTuple):
    """Where a name goes on a board that is seen small, and how large its letters are there, in board units."""

    at: Point
    letters: float


@dataclass(frozen=True, slots=True)
class Label:
    """Where a name of three letters goes: its middle, and its turn in degrees clockwise. One that is `hidden` is left
    out, in a picture of a part of the board."""

    at: Point
    size: LabelSize
    turn: float = 0.0
    hidden: bool = False
    narrow: Narrow | None = None


@dataclass(frozen=True, slots=True)
class Shape:
    """One province. Marks at these points keep clear of each other, save that a dislodged unit may crowd its
    neighbours a little where there is no room. `coasts` says where a fleet lies on each named coast."""

    path: str
    terrain: Ground
    label: Label
    unit: Point
    dislodged: Point
    centre: Point | None = None
    coasts: Mapping[str, Point] = field(default_factory=dict)

    def berth(self, coast: str = "") -> Point:
        """Where a unit stands, on that coast if it is named and known."""
        return self.coasts.get(coast, self.unit)


@dataclass(frozen=True, slots=True)
class Closed:
    """Ground that is no part of the game: outside it, or within it and impassable. `sea` tells water from land."""

    id: str
    impassable: bool
    path: str
    sea: bool = False


@dataclass(frozen=True, slots=True)
class Link:
    """Where units step between two provinces that do not touch: across a strait, or where four spaces meet in a point.

    `why` tells the reason, for those who look after the map; `path` is the line that shows it.
    """

    between: tuple[str, str]
    why: str
    path: str


@dataclass(frozen=True, slots=True)
class Lines:
    """Each line between two shapes once, by what it parts: land from sea, land from land, sea from sea."""

    coast: str
    border: str
    sea: str


@dataclass(frozen=True, slots=True)
class Geometry:
    """A whole board. `narrows` is water inside provinces of land, `waterways` are lines along straits and canals.

    `passages` tells, by pair of places in order (`MAO WES`), where an arrow should cross their border if the straight
    way misses it.
    """

    id: str
    width: float
    height: float
    provinces: Mapping[str, Shape]
    closed: tuple[Closed, ...]
    lines: Lines
    narrows: str
    waterways: str
    passages: Mapping[str, Point]
    links: tuple[Link, ...] = ()
    left: float = 0.0
    top: float = 0.0

    def passage(self, start: str, end: str) -> Point | None:
        """Where the way between two places should cross their border, if not on the straight line."""
        return self.passages.get(" ".join(sorted((start, end))))


@cache
def geometry(map_id: str) -> Geometry:
    """The geometry that comes with the program for the map of that name; LookupError if there is none."""
    source = resources.files(__package__) / "maps" / f"{map_id}.json"
    if not map_id.replace("-", "").isalnum() or not source.is_file():
        raise LookupError(f"no board is drawn for the map {map_id!r}")
    return msgspec.json.decode(source.read_bytes(), type=Geometry)
