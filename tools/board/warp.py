"""A playing board is not an atlas: the plane is stretched until every region has about the room that its pieces need.

The stretching is the flow of a fluid from crowded to empty ground (the fast flow-based cartogram of Gastner, Seguy and
More, 2018). It is smooth and one-to-one, so whatever touched before touches afterwards, and nothing else does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from cut import pieces
from numpy.typing import NDArray
from PIL import Image, ImageDraw
from scipy.fft import dctn, idctn
from scipy.ndimage import gaussian_filter, map_coordinates
from shapely.geometry.base import BaseGeometry

Grid = NDArray[np.float64]


@dataclass(frozen=True)
class Window:
    """A rectangle of the plane seen as a grid of square cells."""

    left: float
    bottom: float
    cell: float
    columns: int
    rows: int

    @classmethod
    def over(cls, frame: BaseGeometry, cell: float) -> Window:
        left, bottom, right, top = frame.bounds
        return cls(left, bottom, cell, round((right - left) / cell), round((top - bottom) / cell))

    def to_cells(self, points: NDArray[Any]) -> NDArray[Any]:
        return (points - np.array([self.left, self.bottom])) / self.cell

    def from_cells(self, cells: NDArray[Any]) -> NDArray[Any]:
        return cells * self.cell + np.array([self.left, self.bottom])


def paint(window: Window, regions: Mapping[str, BaseGeometry], *, empty: int = -1) -> NDArray[np.int32]:
    """The number of the region that holds each cell. Later regions lie upon earlier ones, so holes need no care."""
    image = Image.new("I", (window.columns, window.rows), empty)
    draw = ImageDraw.Draw(image)
    for number, area in enumerate(regions.values()):
        for piece in pieces(area):
            ring = window.to_cells(np.asarray(piece.exterior.coords)) - 0.5
            draw.polygon([(float(x), float(y)) for x, y in ring], fill=number)
    return np.array(image, dtype=np.int32)


def density(window: Window, regions: Mapping[str, BaseGeometry], wanted: Mapping[str, float], blur: float) -> Grid:
    """How many times its present room each cell should have, blurred by so many kilometres."""
    labels = paint(window, regions)
    counts = np.bincount(labels[labels >= 0], minlength=len(regions)).clip(1)
    share = np.array([wanted[name] for name in regions])
    table = np.append(share / counts, np.median(share / counts))
    raw = table[labels]
    return gaussian_filter(raw / raw.mean(), blur / window.cell, mode="nearest")


def _flux(rho: Grid) -> tuple[Grid, Grid]:
    """The steady flow (x, y) that empties what is above the mean into what is below it; none crosses the frame."""
    rows, columns = rho.shape
    spectrum = dctn(rho - rho.mean(), type=2, norm="ortho")
    ky, kx = np.meshgrid(np.arange(rows) * np.pi / rows, np.arange(columns) * np.pi / columns, indexing="ij")
    square = -(kx**2 + ky**2)
    square[0, 0] = 1.0
    potential = idctn(spectrum / square, type=2, norm="ortho")
    grad_y, grad_x = np.gradient(potential)
    grad_x[:, [0, -1]] = 0
    grad_y[[0, -1], :] = 0
    return grad_x, grad_y


@dataclass(frozen=True)
class Warp:
    """Where every point of the window has gone: a displacement known on the grid, and straight between its nodes."""

    window: Window
    moved_x: Grid
    moved_y: Grid

    def __call__(self, points: NDArray[Any]) -> NDArray[Any]:
        cells = self.window.to_cells(points)
        where = [cells[:, 1], cells[:, 0]]
        x = map_coordinates(self.moved_x, where, order=1, mode="nearest")
        y = map_coordinates(self.moved_y, where, order=1, mode="nearest")
        return self.window.from_cells(cells + np.column_stack([x, y]))

    def area(self, geometry: BaseGeometry) -> BaseGeometry:
        return shapely.make_valid(shapely.transform(shapely.segmentize(geometry, 2 * self.window.cell), self))


def flow(window: Window, rho: Grid, steps: int = 60) -> Warp:
    """Let the grid's nodes drift along the flow from time 0 to 1, by the midpoint rule."""
    flux_x, flux_y = _flux(rho)
    mean = float(rho.mean())
    y, x = (a.astype(float) for a in np.mgrid[0 : window.rows + 1, 0 : window.columns + 1])
    start_x, start_y = x.copy(), y.copy()

    def velocity(px: Grid, py: Grid, t: float) -> tuple[Grid, Grid]:
        where = [py - 0.5, px - 0.5]
        crowd = (1 - t) * map_coordinates(rho, where, order=1, mode="nearest") + t * mean
        return tuple(map_coordinates(f, where, order=1, mode="nearest") / crowd for f in (flux_x, flux_y))  # type: ignore[return-value]

    dt = 1 / steps
    for step in range(steps):
        vx, vy = velocity(x, y, step * dt)
        wx, wy = velocity(x + vx * dt / 2, y + vy * dt / 2, (step + 0.5) * dt)
        x = np.clip(x + wx * dt, 0, window.columns)
        y = np.clip(y + wy * dt, 0, window.rows)
    return Warp(window, x - start_x, y - start_y)
