"""Ragged regions become smooth ones that share their edges: painted on a fine grid, blurred, and traced as common arcs.

A cell belongs to the region whose blurred share of it is largest. So fjords close, islets sink, borders straighten,
and as every cell has one owner there is neither gap nor overlap; each arc between two regions is traced once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt, find_objects, gaussian_filter, gaussian_filter1d, label
from shapely.geometry.base import BaseGeometry

Labels = NDArray[np.int32]
Corner = tuple[int, int]
OUTSIDE = -1


@dataclass(frozen=True)
class Softness:
    """How strongly to smooth coast, borders and traced arcs, and what is too small to keep; all in board units."""

    coast: float
    border: float
    arc: float
    simplify: float
    islet: float


@dataclass(frozen=True)
class Arc:
    """A line between two regions, both ends at corners of three or more (or a closed loop); regions by number."""

    left: int
    right: int
    line: NDArray[np.float64]


def _fill(labels: Labels) -> Labels:
    """Cells of nobody go to the nearest somebody."""
    rows, columns = distance_transform_edt(labels < 0, return_distances=False, return_indices=True)
    return np.asarray(labels[rows, columns], dtype=np.int32)


def _largest_share(labels: Labels, numbers: Iterable[int], sigma: float) -> Labels:
    best = np.zeros(labels.shape, dtype=np.float32)
    owner = np.full(labels.shape, OUTSIDE, dtype=np.int32)
    boxes = find_objects(labels + 1)
    margin = int(4 * sigma) + 1
    for number in numbers:
        box = boxes[number] if number < len(boxes) else None
        if box is None:
            raise ValueError(f"region {number} has no cell")
        wide = tuple(slice(max(0, s.start - margin), s.stop + margin) for s in box)
        share = gaussian_filter((labels[wide] == number).astype(np.float32), sigma, mode="nearest")
        won = share > best[wide]
        best[wide][won] = share[won]
        owner[wide][won] = number
    return owner


def _sink(labels: Labels, seas: frozenset[int], smallest: int) -> Labels:
    """Give the pieces of each region that are too small to keep to their surroundings; its largest piece stays.

    A pond must be twice as large as an islet: an islet is a landmark, a pond only a hole.
    """
    kept = labels.copy()
    for number, box in enumerate(find_objects(labels + 1)):
        if box is None:
            continue
        parts, count = label(labels[box] == number)
        sizes = np.bincount(parts.ravel())[1:]
        for part in range(count):
            if sizes[part] < smallest * (2 if number in seas else 1) and part != int(sizes.argmax()):
                kept[box][parts == part + 1] = OUTSIDE
    return _fill(kept)


def soften(labels: Labels, seas: frozenset[int], softness: Softness, scale: float) -> Labels:
    """The smoothed grid; `scale` is cells per board unit. The shore comes first, then the borders beside it."""
    labels = _fill(labels)
    count = int(labels.max()) + 1
    is_sea = np.isin(labels, list(seas))
    wet = gaussian_filter(is_sea.astype(np.float32), softness.coast * scale) > 0.5
    sea = _largest_share(np.where(is_sea, labels, OUTSIDE), sorted(seas), softness.border * scale)
    land = _largest_share(
        np.where(is_sea, OUTSIDE, labels), [n for n in range(count) if n not in seas], softness.border * scale
    )
    joined = np.where(wet, np.where(sea < 0, OUTSIDE, sea), np.where(land < 0, OUTSIDE, land)).astype(np.int32)
    return _sink(_fill(joined), seas, int(softness.islet * scale**2))


def _corners(labels: Labels) -> dict[Corner, list[Corner]]:
    """The lattice of edges between unlike cells, as neighbours of each corner (row, column)."""
    padded = np.pad(labels, 1, constant_values=OUTSIDE)
    near: dict[Corner, list[Corner]] = defaultdict(list)

    def join(a: Corner, b: Corner) -> None:
        near[a].append(b)
        near[b].append(a)

    for r, c in zip(*np.nonzero(padded[:-1, 1:-1] != padded[1:, 1:-1]), strict=True):
        join((int(r), int(c)), (int(r), int(c) + 1))
    for r, c in zip(*np.nonzero(padded[1:-1, :-1] != padded[1:-1, 1:]), strict=True):
        join((int(r), int(c)), (int(r) + 1, int(c)))
    return near


def _chains(near: Mapping[Corner, list[Corner]]) -> Iterator[list[Corner]]:
    used: set[tuple[Corner, Corner]] = set()

    def walk(start: Corner, step: Corner) -> list[Corner]:
        chain = [start, step]
        used.update({(start, step), (step, start)})
        while len(near[step]) == 2 and step != start:
            following = next(n for n in near[step] if n != chain[-2])
            used.update({(step, following), (following, step)})
            chain.append(following)
            step = following
        return chain

    junctions = [corner for corner, others in near.items() if len(others) != 2]
    for start in [*junctions, *near]:
        for step in near[start]:
            if (start, step) not in used:
                yield walk(start, step)


def _sides(padded: Labels, a: Corner, b: Corner) -> tuple[int, int]:
    """The numbers left and right of the edge from a to b, rows counted upwards."""
    (r, c), (s, _) = min(a, b), max(a, b)
    if r == s:
        below, above = int(padded[r, c + 1]), int(padded[r + 1, c + 1])
        return (above, below) if b > a else (below, above)
    west, east = int(padded[r + 1, c]), int(padded[r + 1, c + 1])
    return (west, east) if b > a else (east, west)


def _smooth(points: NDArray[np.float64], sigma: float) -> NDArray[np.float64]:
    if len(points) < 4:
        return points
    if (points[0] == points[-1]).all():
        ring = gaussian_filter1d(points[:-1], sigma, axis=0, mode="wrap")
        return np.vstack([ring, ring[:1]])
    # Odd reflection about both ends keeps them where they are.
    pad = min(int(4 * sigma), len(points) - 1)
    head = 2 * points[0] - points[pad:0:-1]
    tail = 2 * points[-1] - points[-2 : -pad - 2 : -1]
    smooth = gaussian_filter1d(np.vstack([head, points, tail]), sigma, axis=0)[pad:-pad]
    smooth[0], smooth[-1] = points[0], points[-1]
    return np.asarray(smooth)


def trace(labels: Labels, softness: Softness, scale: float) -> list[Arc]:
    """Every arc in board units, the y axis pointing down, on a grid of tenths."""
    padded = np.pad(labels, 1, constant_values=OUTSIDE)
    rows = labels.shape[0]
    arcs = []
    for chain in _chains(_corners(labels)):
        left, right = _sides(padded, chain[0], chain[1])
        points = np.array([(c / scale, (rows - r) / scale) for r, c in chain])
        if OUTSIDE not in (left, right):
            points = _smooth(points, softness.arc * scale)
        line = shapely.simplify(shapely.LineString(points), softness.simplify)
        arcs.append(Arc(left, right, np.round(np.asarray(line.coords), 1)))
    return arcs


def assemble(arcs: list[Arc], labels: Labels, scale: float) -> dict[int, BaseGeometry]:
    """The area of each number, made of the shared arcs; complains if smoothing made arcs cross."""
    lines = shapely.node(shapely.MultiLineString([a.line for a in arcs if len(a.line) > 1]))
    found: dict[int, list[BaseGeometry]] = defaultdict(list)
    for face in shapely.polygonize([lines]).geoms:
        x, y = shapely.maximum_inscribed_circle(face, tolerance=0.1).coords[0]
        row = labels.shape[0] - 1 - int(y * scale)
        found[int(labels[row, min(int(x * scale), labels.shape[1] - 1)])].append(face)
    return {number: shapely.union_all(faces) for number, faces in found.items()}
