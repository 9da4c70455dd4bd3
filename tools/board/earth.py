"""Real lines become flat lines: the Natural Earth extract is read and projected to kilometres, area for equal area."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

EXTRACT = "natural_earth.json.gz"
"""The extract that a map is made of if its file names no other."""

EARTH_RADIUS = 6371.0

ROUND_KM = 14.0
"""How round the corners of land become that is drawn by hand."""


@dataclass(frozen=True)
class Projection:
    """Lambert's azimuthal equal-area projection on a sphere, centred on one place."""

    lon: float
    lat: float

    def __call__(self, lonlat: NDArray[Any]) -> NDArray[Any]:
        lam, phi = np.radians(lonlat[:, 0] - self.lon), np.radians(lonlat[:, 1])
        phi0 = np.radians(self.lat)
        cos_c = np.sin(phi0) * np.sin(phi) + np.cos(phi0) * np.cos(phi) * np.cos(lam)
        k = EARTH_RADIUS * np.sqrt(2 / (1 + cos_c))
        x = k * np.cos(phi) * np.sin(lam)
        y = k * (np.cos(phi0) * np.sin(phi) - np.sin(phi0) * np.cos(phi) * np.cos(lam))
        return np.column_stack([x, y])

    def flat(self, geometry: BaseGeometry) -> BaseGeometry:
        """The projected geometry; long edges are cut up first, because straight lines do not stay straight."""
        return shapely.transform(shapely.segmentize(geometry, 0.5), self)

    def point(self, lon: float, lat: float) -> tuple[float, float]:
        x, y = self(np.array([[lon, lat]]))[0]
        return float(x), float(y)


@dataclass(frozen=True)
class Earth:
    """Land as an area; borders of countries and of their regions as lines; all in flat kilometres inside the frame."""

    land: BaseGeometry
    borders: BaseGeometry


def with_land(earth: Earth, rings: Sequence[list[tuple[float, float]]], projection: Projection) -> Earth:
    """The same with more land: islands too small to play, drawn larger by hand."""
    if not rings:
        return earth
    more = [projection.flat(shapely.Polygon(ring)).buffer(-ROUND_KM).buffer(ROUND_KM) for ring in rings]
    return replace(earth, land=shapely.union_all([earth.land, *more]))


def read(projection: Projection, frame: BaseGeometry, extract: str = EXTRACT) -> Earth:
    raw = json.loads(gzip.decompress(Path(__file__).with_name(extract).read_bytes()))

    def lines(*names: str) -> BaseGeometry:
        return shapely.MultiLineString([line for name in names for line in raw[name]])

    # Rings of land count even-odd: a ring inside a ring is water (the Caspian).
    land = shapely.build_area(shapely.node(lines("land")))
    return Earth(
        land=shapely.intersection(shapely.make_valid(projection.flat(land)), frame),
        borders=shapely.intersection(projection.flat(lines("countries", "regions")), frame),
    )
