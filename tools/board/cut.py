"""Land and water are cut into named regions: each cell of land goes to the anchor in it or the nearest one, seas are
split by lines."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import shapely
from earth import Earth, Projection
from shapely.geometry.base import BaseGeometry

LonLat = tuple[float, float]
GRID_KM = 0.05
"""Coordinates snap to this grid, so that lines that meet on the map meet in the numbers."""


@dataclass(frozen=True)
class Paint:
    """Ground within the ring goes to one region; `over` tells which ground: water, land, void (nobody's) or all."""

    to: str
    over: str
    ring: list[LonLat]


@dataclass(frozen=True)
class Plan:
    """What one map file says of its regions, in longitudes and latitudes."""

    land: Mapping[str, list[LonLat]]
    sea: Mapping[str, list[LonLat]]
    cuts: list[list[LonLat]]
    sea_lines: list[list[LonLat]]
    paint: list[Paint]
    smallest: float
    keep: frozenset[str]


def pieces(geometry: BaseGeometry) -> list[BaseGeometry]:
    """The areas in a geometry, without the points and lines that overlays leave behind."""
    return (
        [p for p in shapely.get_parts(geometry) if p.geom_type == "Polygon"]
        if geometry.geom_type != ("GeometryCollection")
        else [q for p in geometry.geoms for q in pieces(p)]
    )


def areas(geometry: BaseGeometry) -> BaseGeometry:
    return shapely.MultiPolygon(pieces(geometry))


def _cells(lines: Iterable[BaseGeometry]) -> list[BaseGeometry]:
    snapped = shapely.set_precision(shapely.union_all(list(lines)), GRID_KM)
    return list(shapely.polygonize([shapely.node(snapped)]).geoms)


def _nearest(cells: list[BaseGeometry], anchors: Mapping[str, list[LonLat]], to: Projection) -> dict[str, BaseGeometry]:
    names = [name for name, points in anchors.items() for _ in points]
    points = [shapely.Point(to.point(*p)) for points in anchors.values() for p in points]
    tree = shapely.STRtree(points)
    owned: dict[str, list[BaseGeometry]] = defaultdict(list)
    for cell, index in zip(cells, tree.nearest([c.representative_point() for c in cells]), strict=True):
        within = {names[i] for i in tree.query(cell, predicate="contains")}
        owned[within.pop() if len(within) == 1 else names[index]].append(cell)
    return {name: shapely.union_all(parts) for name, parts in owned.items()}


def _line(points: list[LonLat], to: Projection) -> BaseGeometry:
    return to.flat(shapely.LineString(points))


def _split_sea(earth: Earth, plan: Plan, to: Projection, frame: BaseGeometry) -> dict[str, BaseGeometry]:
    water = shapely.difference(frame, earth.land)
    cells = _cells([water.boundary, *(_line(line, to) for line in plan.sea_lines)])
    shapely.prepare(water)
    cells = [c for c in cells if water.contains(c.representative_point())]
    named: dict[str, list[BaseGeometry]] = defaultdict(list)
    anchors = [(name, shapely.Point(to.point(*p))) for name, points in plan.sea.items() for p in points]
    for cell in cells:
        holders = {name for name, point in anchors if cell.contains(point)}
        if len(holders) > 1:
            raise ValueError(f"one stretch of water holds the anchors of {sorted(holders)}")
        if holders:
            named[holders.pop()].append(cell)
    # A water without an anchor is made by paint alone.
    if missing := {name for name, points in plan.sea.items() if points} - set(named):
        raise ValueError(f"no water found for {sorted(missing)}")
    return {name: shapely.union_all(parts) for name, parts in named.items()}


def _painted(
    regions: dict[str, BaseGeometry], paint: Paint, earth: Earth, to: Projection, frame: BaseGeometry
) -> dict[str, BaseGeometry]:
    patch = shapely.intersection(to.flat(shapely.Polygon(paint.ring)), frame)
    if paint.over == "land":
        patch = shapely.intersection(patch, earth.land)
    elif paint.over == "water":
        patch = shapely.difference(patch, earth.land)
    elif paint.over == "void":
        patch = shapely.difference(patch, shapely.union_all(list(regions.values())))
    rest = {key: areas(shapely.difference(area, patch)) for key, area in regions.items()}
    return rest | {paint.to: shapely.union_all([*([rest[paint.to]] if paint.to in rest else []), areas(patch)])}


def _without_islets(area: BaseGeometry, smallest: float) -> BaseGeometry:
    parts = pieces(area)
    largest = max(parts, key=lambda p: p.area)
    return shapely.MultiPolygon([p for p in parts if p is largest or p.area >= smallest])


def cut(earth: Earth, plan: Plan, to: Projection, frame: BaseGeometry) -> dict[str, BaseGeometry]:
    """Every region by name, the seas first. Paint comes last and takes its ground from whatever had it."""
    shapely.prepare(earth.land)
    cells = _cells([earth.land.boundary, earth.borders, *(_line(line, to) for line in plan.cuts)])
    land_cells = [c for c in cells if earth.land.contains(c.representative_point())]
    regions = _split_sea(earth, plan, to, frame) | _nearest(land_cells, plan.land, to)
    for paint in plan.paint:
        regions = _painted(regions, paint, earth, to, frame)
    kept = plan.keep | set(plan.sea)
    return {key: area if key in kept else _without_islets(area, plan.smallest) for key, area in regions.items()}
