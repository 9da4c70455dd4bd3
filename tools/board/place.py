"""Finds room in each region for its name, its centre, its unit and a dislodged one, so that none covers another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import shapely
import shapely.affinity
from cut import pieces
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

Point = tuple[float, float]
Boxes = NDArray[np.float64]

UNIT = (27.0, 24.0)
DISLODGED = (23.0, 20.0)
CENTRE = (14.0, 14.0)
LABELS = {"small": (23.0, 9.0), "medium": (28.0, 11.0), "large": (36.0, 14.0)}
"""Room of each mark, in board units; of a name, by its class of size: three letters in capitals."""

CANDIDATES = 90
"""So many places are weighed for each mark; with three marks that is under a million combinations a region."""


@dataclass(frozen=True)
class Places:
    label: Point
    size: str
    turn: float
    unit: Point
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
        + _worth(_gaps(unit, label), 5.0)
        - 0.12 * far
        - 0.06 * aside
    )
    if centre is None:
        u, v = np.unravel_index(int(pair.argmax()), pair.shape)
        return int(u), int(v), 0
    to_unit = _worth(_gaps(unit, centre), 4.0) - 0.05 * np.abs(_gaps(unit, centre))
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
    free = spots_near(area, UNIT, hint)
    worth = -0.5 * np.hypot(*(free.at - np.array(hint)).T) + np.minimum(free.room, 1.0)
    for other in taken:
        worth = worth + _worth(_gaps(free, other)[:, 0], 2.0)
    return _point(free, int(worth.argmax()))


def spots_near(area: BaseGeometry, size: tuple[float, float], hint: Point) -> Spots:
    at = _lattice(shapely.intersection(area, shapely.Point(hint).buffer(45)), 1.0)
    spill = shapely.area(shapely.difference(boxes(at, size), area)) / (size[0] * size[1])
    return Spots(at, -12 * spill, size)


def place(area: BaseGeometry, *, has_centre: bool, wishes: Wishes) -> Places:
    """The marks that are always there. Where a dislodged unit goes is found later, when all of these are known."""
    main = max(pieces(area), key=lambda p: p.area)
    size = wishes.size or ("large" if main.area > 9000 else "medium" if main.area > 2600 else "small")
    unit = spots(main, UNIT, wishes.unit)
    label = spots(main, LABELS[size], wishes.label, wishes.turn)
    centre = spots(main, CENTRE, wishes.centre) if has_centre else None
    u, v, w = _trio(unit, label, centre)
    taken = [_one(_point(unit, u), UNIT), _one(_point(label, v), LABELS[size])]
    if centre:
        taken.append(_one(_point(centre, w), CENTRE))
    return Places(
        label=_point(label, v),
        size=size,
        turn=wishes.turn,
        unit=_point(unit, u),
        dislodged=wishes.dislodged,
        centre=_point(centre, w) if centre else None,
        coasts={name: _ashore(main, taken, hint) for name, hint in wishes.coasts.items()},
    )


def _marks(places: Places) -> list[Spots]:
    marks = [
        _one(places.label, LABELS[places.size]),
        *(_one(at, UNIT) for at in (places.unit, *places.coasts.values())),
    ]
    return [*marks, _one(places.centre, CENTRE)] if places.centre else marks


def _beside(area: BaseGeometry, own: Places, marks: list[Spots]) -> Point:
    """Where a dislodged unit waits: near the one that drove it out, clear of all marks, its middle in its province."""
    free = spots_near(area, DISLODGED, own.unit)
    worth = 2 * free.room - 0.25 * np.abs(_gaps(free, _one(own.unit, UNIT))[:, 0])
    for other in marks:
        worth = worth + _worth(_gaps(free, other)[:, 0], 1.5)
    return _point(free, int(worth.argmax()))


def with_dislodged(areas: Mapping[str, BaseGeometry], found: Mapping[str, Places]) -> dict[str, Places]:
    """The same places with room for a dislodged unit in each province."""
    marks = [mark for places in found.values() for mark in _marks(places)]
    return {
        name: places if places.dislodged else replace(places, dislodged=_beside(areas[name], places, marks))
        for name, places in found.items()
    }
