"""Finds room in each region for its name, its centre, its unit and a dislodged one, so that none covers another.

Names are measured in the faces in which they are drawn, and have a second place and size for a board seen small, on
which units and centres are drawn larger: there a name may lean over a border, but covers nothing either.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

import numpy as np
import shapely
import shapely.affinity
from cut import pieces
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from dragoman.diplomacy.drawing.lettering import NARROW, SIZES, room

Point = tuple[float, float]
Boxes = NDArray[np.float64]

UNIT = (33.0, 30.0)
DISLODGED = (36.0, 32.0)
CENTRE = (16.0, 16.0)
"""Room of each mark, in board units."""

NARROW_UNIT = (41.0, 36.0)
NARROW_CENTRE = (20.0, 20.0)
"""The same on a board seen small."""

LEANING = 0.22
"""How much of a name may lie over the border of its region on a board seen small."""

SMALLER = {"large": "medium", "medium": "small"}

CANDIDATES = 90
"""So many places are weighed for each mark; with three marks that is under a million combinations a region."""


@dataclass(frozen=True)
class Places:
    label: Point
    size: str
    turn: float
    unit: Point
    narrow: tuple[Point, float] | None = None
    dislodged: Point | None = None
    centre: Point | None = None
    coasts: Mapping[str, Point] = field(default_factory=dict)


@dataclass(frozen=True)
class Wishes:
    """What the map file fixes by hand for one region; whatever is left open is searched for."""

    label: Point | None = None
    size: str | None = None
    turn: float = 0.0
    unit: Point | None = None
    dislodged: Point | None = None
    centre: Point | None = None
    coasts: Mapping[str, Point] = field(default_factory=dict)


@dataclass(frozen=True)
class Spots:
    """Candidate places for one mark: their middles, and how far the mark's box there stays from the region's edge."""

    at: NDArray[np.float64]
    room: NDArray[np.float64]
    size: tuple[float, float]


def _lattice(area: BaseGeometry, step: float) -> NDArray[np.float64]:
    left, top, right, bottom = area.bounds
    x, y = np.meshgrid(np.arange(left, right, step), np.arange(top, bottom, step))
    inside = shapely.contains_xy(area, x.ravel(), y.ravel())
    return np.column_stack([x.ravel()[inside], y.ravel()[inside]])


def boxes(at: NDArray[np.float64], size: tuple[float, float], turn: float = 0.0) -> NDArray[Any]:
    w, h = size[0] / 2, size[1] / 2
    flat = shapely.box(at[:, 0] - w, at[:, 1] - h, at[:, 0] + w, at[:, 1] + h)
    if not turn:
        return np.asarray(flat)
    return np.array([shapely.affinity.rotate(b, turn, origin="centroid") for b in flat])


def spots(area: BaseGeometry, size: tuple[float, float], fixed: Point | None, turn: float = 0.0) -> Spots:
    """The roomiest places for a box, thinned so that they are spread over the region."""
    if fixed:
        return Spots(np.array([fixed]), np.zeros(1), size)
    at = _lattice(area, max(1.5, (area.area**0.5) / 40))
    marks = boxes(at, size, turn)
    edge = area.boundary
    spill = shapely.area(shapely.difference(marks, area)) / (size[0] * size[1])
    room = np.where(spill > 0, -40 * spill, shapely.distance(marks, edge))
    best = np.argsort(-room, kind="stable")
    pool = best[: CANDIDATES * 4]
    chosen = pool[np.linspace(0, len(pool) - 1, min(CANDIDATES, len(pool))).astype(int)]
    return Spots(at[chosen], room[chosen], size)


def _gaps(a: Spots, b: Spots) -> NDArray[np.float64]:
    """Between each box of a and each of b: the width of the gap, negative where they overlap."""
    away = np.abs(a.at[:, None, :] - b.at[None, :, :]) - (np.array(a.size) + np.array(b.size)) / 2
    return np.asarray(away.max(axis=2))


def _worth(gap: NDArray[np.float64], wanted: float) -> NDArray[np.float64]:
    """Enough is enough: a gap is worth more up to what is wanted; an overlap costs dearly."""
    return np.where(gap < 0.5, -60 + 6 * gap, np.minimum(gap, wanted))


def _trio(unit: Spots, label: Spots, centre: Spots | None) -> tuple[int, int, int]:
    """The best places for unit, label and centre together, as indices."""
    far = np.abs(_gaps(unit, label))
    aside = np.abs(unit.at[:, None, 0] - label.at[None, :, 0])
    pair = (
        1.6 * np.minimum(unit.room, 12)[:, None]
        + 1.2 * np.minimum(label.room, 8)[None, :]
        + _worth(_gaps(unit, label), 6.0)
        - 0.12 * far
        - 0.06 * aside
    )
    if centre is None:
        u, v = np.unravel_index(int(pair.argmax()), pair.shape)
        return int(u), int(v), 0
    grown = _gaps(replace(unit, size=NARROW_UNIT), replace(centre, size=NARROW_CENTRE))
    to_unit = _worth(grown, 2.0) - 0.05 * np.abs(grown)
    to_label = _worth(_gaps(label, centre), 4.0) - 0.12 * np.abs(_gaps(label, centre))
    total = pair[:, :, None] + to_unit[:, None, :] + to_label[None, :, :] + np.minimum(centre.room, 6)[None, None, :]
    u, v, w = np.unravel_index(int(total.argmax()), total.shape)
    return int(u), int(v), int(w)


def _point(spot: Spots, index: int) -> Point:
    x, y = spot.at[index]
    return round(float(x), 1), round(float(y), 1)


def _one(at: Point, size: tuple[float, float]) -> Spots:
    return Spots(np.array([at]), np.zeros(1), size)


def _ashore(area: BaseGeometry, taken: list[Spots], hint: Point) -> Point:
    """Where a fleet lies on a named coast: as near the hint as the other marks allow."""
    free = spots_near(area, NARROW_UNIT, hint)
    worth = -0.5 * np.hypot(*(free.at - np.array(hint)).T) + np.minimum(free.room, 1.0)
    for other in taken:
        worth = worth + _worth(_gaps(free, other)[:, 0], 2.0)
    return _point(free, int(worth.argmax()))


def spots_near(area: BaseGeometry, size: tuple[float, float], hint: Point, away: float = 45.0) -> Spots:
    at = _lattice(shapely.intersection(area, shapely.Point(hint).buffer(away)), away / 45)
    spill = shapely.area(shapely.difference(boxes(at, size), area)) / (size[0] * size[1])
    return Spots(at, -12 * spill, size)


@dataclass(frozen=True)
class Name:
    """What is written in a region, and in which face."""

    word: str
    face: str

    def size(self, letters: float) -> tuple[float, float]:
        """Its box in letters of that size, with a little air."""
        needed = room(self.word, self.face, letters)
        return needed.width + 1.0, needed.height + 2.0


def place(area: BaseGeometry, name: Name, *, has_centre: bool, wishes: Wishes, scattered: bool = False) -> Places:
    """The marks that are always there. Where a dislodged unit goes is found later, when all of these are known, and so
    is where the name goes on a board seen small. A `scattered` region is used in all of its parts."""
    main = area if scattered else max(pieces(area), key=lambda p: p.area)
    size = wishes.size or ("large" if main.area > 16000 else "medium" if main.area > 6000 else "small")
    found, fits = _placed(main, name, size, has_centre, wishes)
    while not fits and not wishes.size and size in SMALLER:
        size = SMALLER[size]
        found, fits = _placed(main, name, size, has_centre, wishes)
    return found


def _placed(main: BaseGeometry, name: Name, size: str, has_centre: bool, wishes: Wishes) -> tuple[Places, bool]:
    """The best places with the name in letters of that size, and whether nothing covers anything or leaves the land."""
    box = name.size(SIZES[size])
    unit = spots(main, UNIT, wishes.unit)
    label = spots(main, box, wishes.label, wishes.turn)
    centre = spots(main, CENTRE, wishes.centre) if has_centre else None
    u, v, w = _trio(unit, label, centre)
    taken = [_one(_point(unit, u), UNIT), _one(_point(label, v), box)]
    if centre:
        taken.append(_one(_point(centre, w), CENTRE))
    clear = all(float(_gaps(a, b)[0, 0]) >= 1.0 for a, b in combinations(taken, 2))
    beside = [replace(mark, size=NARROW_CENTRE) if mark.size == CENTRE else mark for mark in taken[1:]]
    found = Places(
        label=_point(label, v),
        size=size,
        turn=wishes.turn,
        unit=_point(unit, u),
        dislodged=wishes.dislodged,
        centre=_point(centre, w) if centre else None,
        coasts={coast: _ashore(main, beside, hint) for coast, hint in wishes.coasts.items()},
    )
    return found, clear and float(label.room[v]) >= 0.0


def _marks(name: Name, places: Places) -> list[Spots]:
    marks = [
        _one(places.label, name.size(SIZES[places.size])),
        *(_one(at, UNIT) for at in (places.unit, *places.coasts.values())),
    ]
    return [*marks, _one(places.centre, CENTRE)] if places.centre else marks


def _beside(area: BaseGeometry, own: Places, marks: list[Spots]) -> Point:
    """Where a dislodged unit waits: near the one that drove it out, clear of all marks, its middle in its province."""
    free = spots_near(area, DISLODGED, own.unit, 80.0)
    worth = 2 * np.maximum(free.room, -6) - 0.25 * np.abs(_gaps(free, _one(own.unit, UNIT))[:, 0])
    for other in marks:
        worth = worth + _worth(_gaps(free, other)[:, 0], 1.5)
    return _point(free, int(worth.argmax()))


def with_dislodged(
    areas: Mapping[str, BaseGeometry], names: Mapping[str, Name], found: Mapping[str, Places]
) -> dict[str, Places]:
    """The same places with room for a dislodged unit in each province."""
    marks = [mark for key, places in found.items() for mark in (*_marks(names[key], places), *_large_marks(places))]
    settled: dict[str, Places] = {}
    for key, places in found.items():
        at = places.dislodged or _beside(areas[key], places, marks)
        settled[key] = replace(places, dislodged=at)
        marks.append(_one(at, DISLODGED))
    return settled


def with_narrow(
    areas: Mapping[str, BaseGeometry], names: Mapping[str, Name], found: Mapping[str, Places]
) -> dict[str, Places]:
    """The same places with room for each name on a board seen small. Who has least room chooses first."""
    taken = [mark for places in found.values() for mark in _large_marks(places)]
    taken += [_one(places.dislodged, DISLODGED) for places in found.values() if places.dislodged]
    settled = dict(found)
    for key in sorted(found, key=lambda key: (areas[key].area, key)):
        at, letters = _leaning(areas[key], names[key], found[key], taken)
        settled[key] = replace(found[key], narrow=(at, letters))
        taken.append(_one(at, names[key].size(letters)))
    return settled


def _large_marks(places: Places) -> list[Spots]:
    marks = [_one(at, NARROW_UNIT) for at in (places.unit, *places.coasts.values())]
    return [*marks, _one(places.centre, NARROW_CENTRE)] if places.centre else marks


def _leaning(area: BaseGeometry, name: Name, own: Places, taken: list[Spots]) -> tuple[Point, float]:
    """The largest letters that cover no mark and lie mostly in their own region; if there is no such place (on a small
    island), beside it in small ones."""
    for letters, ground, leaning in (*((n, area, LEANING) for n in NARROW), *_beyond(area)):
        free = _within(ground, area, name.size(letters))
        gaps = np.min([_gaps(free, other)[:, 0] for other in taken], axis=0)
        fit = np.flatnonzero((gaps >= 0.5) & (free.room >= -leaning))
        if len(fit):
            near = np.hypot(*(free.at[fit] - np.array(own.label)).T)
            worth = 60 * free.room[fit] - 0.2 * near + np.minimum(gaps[fit], 4)
            return _point(free, int(fit[int(worth.argmax())])), letters
    return own.label, NARROW[-1]


def _beyond(area: BaseGeometry) -> list[tuple[float, BaseGeometry, float]]:
    """What is tried last: small letters, wherever there is room near the region."""
    return [(letters, area.buffer(45), 1.0) for letters in (*NARROW[-3:], 16.0, 14.0)]


def _within(ground: BaseGeometry, area: BaseGeometry, size: tuple[float, float]) -> Spots:
    """Every place for a box with its middle on that ground; `room` is minus the share of it that lies outside the
    area."""
    at = _lattice(ground, 2.0 if area.area < 20000 else 4.0)
    spill = shapely.area(shapely.difference(boxes(at, size), area)) / (size[0] * size[1])
    return Spots(at, -spill, size)
