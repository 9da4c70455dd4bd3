"""Makes one map's geometry: `python tools/board/make.py standard` writes the package's `drawing/maps/standard.json`.

The result depends on nothing but the map file and the Natural Earth extract beside it; made anew it is the same. A map
of no place on the globe has its regions drawn in its file (`figure`), and needs no extract.
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2] / "src"))

import earth
import numpy as np
import shapely
import soften
from cut import Paint, Plan, areas, cut, pieces
from earth import Earth, Projection
from place import Name, Places, Wishes, place, with_dislodged, with_narrow
from shapely.geometry.base import BaseGeometry
from shapely.ops import substring
from warp import Warp, Window, density, flow, paint

from dragoman.diplomacy.drawing.lettering import LAND, SEA

HERE = Path(__file__).parent
TARGET = HERE.parents[1] / "src/dragoman/diplomacy/drawing/maps"
CELLS_PER_UNIT = 3
FLOW_CELL_KM = 10.0
"""How fine the stretching counts, unless the map file wants another `cell`."""
LINK_BEYOND = 5.0
"""How far, in board units, a link runs on into the provinces that it joins."""
FRAME = 9.0
"""How much of the board's edge its frame takes, in board units."""
NOTHING = shapely.Polygon()


@dataclass(frozen=True)
class Board:
    """Everything in board units: the areas by name, the arcs between them, and how to get here from the globe."""

    areas: Mapping[str, BaseGeometry]
    names: list[str]
    arcs: list[soften.Arc]
    seas: frozenset[str]
    height: float
    to: ToBoard | AsDrawn


@dataclass(frozen=True)
class AsDrawn:
    """The points of a figure are board units already."""

    def geometry(self, drawn: BaseGeometry) -> BaseGeometry:
        return drawn

    def point(self, drawn: tuple[float, float]) -> tuple[float, float]:
        return float(drawn[0]), float(drawn[1])


@dataclass(frozen=True)
class ToBoard:
    """From longitude and latitude to board units, through projection and stretching."""

    projection: Projection
    warp: Warp
    frame: BaseGeometry
    scale: float

    def geometry(self, lonlat: BaseGeometry) -> BaseGeometry:
        return self.flat(self.projection.flat(shapely.segmentize(lonlat, 0.05)))

    def flat(self, kilometres: BaseGeometry) -> BaseGeometry:
        left, _, _, top = self.frame.bounds
        moved = shapely.transform(shapely.segmentize(kilometres, 20), self.warp)
        return shapely.transform(moved, lambda p: np.column_stack([p[:, 0] - left, top - p[:, 1]]) / self.scale)

    def point(self, lonlat: tuple[float, float]) -> tuple[float, float]:
        x, y = self.geometry(shapely.Point(lonlat)).coords[0]
        return float(x), float(y)


def plan_of(source: Mapping[str, Any]) -> Plan:
    return Plan(
        land=source["land"],
        sea=source["sea"],
        cuts=[entry["points"] for entry in source.get("cut", ())],
        sea_lines=[entry["points"] for entry in source.get("sea_line", ())],
        paint=[Paint(**entry) for entry in source.get("paint", ())],
        smallest=source["softness"].get("smallest", 0),
        keep=frozenset(source["softness"].get("keep", ())),
    )


def _stretch(frame: BaseGeometry, regions: Mapping[str, BaseGeometry], room: Mapping[str, Any]) -> Warp:
    window = Window.over(frame, room.get("cell", FLOW_CELL_KM))
    times = room.get("times", {})
    wanted = {name: area.area ** room["evenness"] * times.get(name, 1.0) for name, area in regions.items()}
    return flow(window, density(window, regions, wanted, room["blur"]))


def board_of(source: Mapping[str, Any], world: Earth, projection: Projection, frame: BaseGeometry) -> Board:
    regions = cut(world, plan_of(source), projection, frame)
    warp = _stretch(frame, regions, source["room"])
    left, _, right, _ = frame.bounds
    unit_km = (right - left) / source["softness"]["width"]
    window = Window.over(frame, unit_km / CELLS_PER_UNIT)
    painted = paint(window, {name: warp.area(area) for name, area in regions.items()})
    return softened(source, list(regions), painted, ToBoard(projection, warp, frame, unit_km))


def figure_of(source: Mapping[str, Any]) -> Board:
    """A board whose regions are drawn in its file, each as one ring of points; a later one lies upon earlier ones."""
    figure = source["figure"]
    width, height = source["softness"]["width"], figure["height"]
    upright = {name: [(x, height - y) for x, y in ring] for name, ring in figure["region"].items()}
    window = Window.over(shapely.box(0, 0, width, height), 1 / CELLS_PER_UNIT)
    painted = paint(window, {name: shapely.Polygon(ring) for name, ring in upright.items()})
    return softened(source, list(upright), painted, AsDrawn())


def softened(source: Mapping[str, Any], names: list[str], painted: soften.Labels, to: ToBoard | AsDrawn) -> Board:
    """The board that a painted grid becomes; regions stand in it by their number in `names`."""
    soft = source["softness"]
    softness = soften.Softness(soft["coast"], soft["border"], soft["arc"], soft["simplify"], soft["islet"])
    seas = frozenset(source.get("sea", ()))
    wet = frozenset(number for number, name in enumerate(names) if name in seas)
    labels = soften.soften(painted, wet, softness, CELLS_PER_UNIT)
    arcs = soften.trace(labels, softness, CELLS_PER_UNIT)
    faces = soften.assemble(arcs, labels, CELLS_PER_UNIT)
    return Board(
        areas={names[number]: area for number, area in faces.items()},
        names=names,
        arcs=arcs,
        seas=seas,
        height=labels.shape[0] / CELLS_PER_UNIT,
        to=to,
    )


def narrows(board: Board, world: Earth | None, wanted: Mapping[str, Any]) -> BaseGeometry:
    """The water inside provinces of land, as one softened area."""
    if not wanted or world is None or isinstance(board.to, AsDrawn):
        return shapely.MultiPolygon()
    near = shapely.union_all([board.to.projection.flat(shapely.Polygon(ring)) for ring in wanted["ring"]])
    water = shapely.make_valid(board.to.flat(shapely.difference(near, world.land)))
    soft = water.buffer(1.4).buffer(-3.0).buffer(1.9)
    land = shapely.union_all([board.areas[name] for name in wanted["regions"]])
    parts = [p for p in pieces(shapely.intersection(soft, land)) if p.area > 30]
    return shapely.simplify(shapely.MultiPolygon(parts), 0.15)


def _waterways(board: Board, inner: BaseGeometry, wanted: Iterable[Mapping[str, Any]]) -> BaseGeometry:
    """The lines of straits and canals on land, and just so far into the water that coasts do not close them."""
    dry = shapely.difference(shapely.union_all([a for n, a in board.areas.items() if n not in board.seas]), inner)
    lines = shapely.union_all([line for way in wanted for line in _ways(board, way)])
    if lines.is_empty:
        return lines
    return shapely.simplify(shapely.intersection(lines, dry.buffer(1.6)), 0.1)


def _ways(board: Board, wanted: Mapping[str, Any]) -> list[BaseGeometry]:
    """The lines of a waterway: through points of its own, or along the borders of pairs of provinces."""
    if "along" in wanted:
        return [_border(board, *pair.split()) for pair in wanted["along"]]
    return [board.to.geometry(shapely.LineString(wanted["points"]))]


def _border(board: Board, first: str, second: str) -> BaseGeometry:
    """The longest stretch of border between two regions; ValueError where they have none."""
    pair = {board.names.index(first), board.names.index(second)}
    arcs = [shapely.LineString(a.line) for a in board.arcs if {a.left, a.right} == pair and len(a.line) > 1]
    if not arcs:
        raise ValueError(f"{first} and {second} do not touch")
    return max(arcs, key=lambda line: line.length)


def _lengthened(line: BaseGeometry, by: float) -> BaseGeometry:
    """The line, carried straight on at both ends by so many board units."""
    points = np.asarray(line.coords)
    first, last = points[0] - points[min(3, len(points) - 1)], points[-1] - points[-min(4, len(points))]
    ends = points[0] + by * first / np.hypot(*first), points[-1] + by * last / np.hypot(*last)
    return shapely.LineString(np.vstack([ends[0], points, ends[1]]))


def _link(board: Board, wanted: Mapping[str, Any]) -> BaseGeometry:
    """The line of one link, a little beyond its ends: through its own points, along a border, or the shortest way."""
    if "points" in wanted:
        return board.to.geometry(shapely.LineString(wanted["points"]))
    if "along" in wanted:
        return _lengthened(_border(board, *wanted["along"].split()), LINK_BEYOND)
    return _lengthened(shapely.shortest_line(*(board.areas[name] for name in wanted["between"])), LINK_BEYOND)


def _kind(board: Board, arc: soften.Arc) -> str:
    if soften.OUTSIDE in (arc.left, arc.right):
        return "edge"
    wet = (board.names[arc.left] in board.seas) + (board.names[arc.right] in board.seas)
    return ("border", "coast", "sea")[wet]


def lines_of(board: Board, inner_water: BaseGeometry) -> dict[str, BaseGeometry]:
    """Coasts, land borders and sea borders, each drawn once. Where inner water meets the sea there is no coast."""
    kinds: dict[str, list[BaseGeometry]] = defaultdict(list)
    for arc in board.arcs:
        if len(arc.line) > 1:
            kinds[_kind(board, arc)].append(shapely.LineString(arc.line))
    found = {kind: shapely.MultiLineString(kinds[kind]) for kind in ("coast", "border", "sea")}
    wet = inner_water.buffer(0.25)
    crossing = shapely.intersection(shapely.union_all([found["coast"], found["border"]]), wet)
    dry = shapely.union_all([found["coast"], found["border"]]).buffer(0.3)
    shore = shapely.difference(inner_water.boundary, dry)
    beaches = shapely.get_parts(shapely.intersection(crossing, _shores(board, inner_water).buffer(0.4)))
    beach = shapely.union_all([part for part in beaches if part.length > 6])
    return {
        "coast": shapely.union_all([shapely.difference(found["coast"], wet), shore, beach]),
        "border": shapely.difference(found["border"], wet),
        "sea": shapely.union_all([found["sea"], shapely.difference(crossing, beach)]),
    }


def _shores(board: Board, inner_water: BaseGeometry) -> BaseGeometry:
    """Where land meets water of any kind. Where inner water ends at a border to dry land, that border is a shore."""
    seas = shapely.union_all([area for name, area in board.areas.items() if name in board.seas])
    return shapely.union_all([seas, inner_water]).buffer(0.5).buffer(-0.5).boundary


def links_of(board: Board, wanted: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Where units step between provinces that do not touch, each with its reason; the line is drawn as it lies."""
    return [
        {
            "between": sorted(link["between"]),
            "why": link["why"],
            "path": line_path(shapely.MultiLineString([_link(board, link)])),
        }
        for link in wanted
    ]


def passages(
    board: Board, placed: Mapping[str, Places], links: Iterable[Mapping[str, Any]]
) -> dict[str, tuple[float, float]]:
    """Where an arrow should cross a border that the straight way between two berths misses, by places in order."""
    across = {frozenset(link["between"]): _link(board, link) for link in links}
    berths = [
        (f"{name}/{coast}" if coast else name, name, at)
        for name, places in placed.items()
        for coast, at in {"": places.unit, **places.coasts}.items()
    ]
    found = {}
    for (a, first, start), (b, second, end) in combinations(sorted(berths), 2):
        edge = across.get(frozenset((first, second))) or _common_edge(board, first, second) if first != second else None
        way = shapely.LineString([start, end])
        if edge is not None and shapely.distance(edge, way) > 2:
            x, y = shapely.shortest_line(edge, way).coords[0]
            found[f"{a} {b}"] = (round(x, 1), round(y, 1))
    return found


def _common_edge(board: Board, first: str, second: str) -> BaseGeometry | None:
    """The border of two areas without its very ends, where an arrow would seem to cross a third."""
    try:
        longest = _border(board, first, second)
    except ValueError:
        return None
    spare = min(8.0, longest.length * 0.35)
    return substring(longest, spare, longest.length - spare)


def _number(value: float) -> str:
    tenths = round(value * 10)
    whole, rest = divmod(abs(tenths), 10)
    text = f"{whole or ('' if rest else 0)}" + (f".{rest}" if rest else "")
    return f"-{text}" if tenths < 0 else text


def _stroke(points: Iterable[tuple[float, ...]]) -> str:
    """Absolute start, relative steps, one decimal; steps are taken between rounded points, so no error adds up."""
    rounded = [(round(p[0], 1), round(p[1], 1)) for p in points]
    parts = [f"M{_number(rounded[0][0])} {_number(rounded[0][1])}l"]
    for (ax, ay), (bx, by) in pairwise(rounded):
        if (ax, ay) != (bx, by):
            dx, dy = _number(bx - ax), _number(by - ay)
            parts.append(f" {dx}{'' if dy.startswith('-') else ' '}{dy}")
    return "".join(parts).replace("l ", "l").replace(" -", "-")


def area_path(area: BaseGeometry) -> str:
    rings = [r for p in pieces(shapely.normalize(area)) for r in (p.exterior, *p.interiors)]
    return "".join(_stroke(list(ring.coords)[:-1]) + "z" for ring in rings)


def line_path(lines: BaseGeometry) -> str:
    merged = shapely.normalize(shapely.line_merge(lines))
    return "".join(_stroke(line.coords) for line in shapely.get_parts(merged) if line.length > 0.3)


def _terrain(board: Board, name: str, riverside: Iterable[str]) -> str:
    if name in board.seas:
        return "sea"
    if name in riverside:
        return "coast"
    # Closed water makes no coast: no fleet can come from there.
    sides = [{board.names[a.left], board.names[a.right]} for a in board.arcs if _kind(board, a) == "coast"]
    return "coast" if any(name in pair and not any(n.startswith("_") for n in pair) for pair in sides) else "land"


def _wishes(source: Mapping[str, Any], name: str, to: ToBoard | AsDrawn) -> Wishes:
    marks = {key: tuple(v) if isinstance(v, list) else v for key, v in source.get("marks", {}).get(name, {}).items()}
    coasts = {coast: to.point(at) for coast, at in source.get("coasts", {}).get(name, {}).items()}
    return Wishes(**marks, coasts=coasts)


def entry(path: str, terrain: str, places: Places) -> dict[str, Any]:
    return {
        "terrain": terrain,
        "unit": places.unit,
        "dislodged": places.dislodged,
        "centre": places.centre,
        "label": {"at": places.label, "turn": places.turn, "size": places.size, "narrow": places.narrow},
        "coasts": places.coasts,
        "path": path,
    }


def places_of(
    source: Mapping[str, Any], board: Board, inner: BaseGeometry, open_areas: Mapping[str, BaseGeometry]
) -> dict[str, Places]:
    """Where every mark goes: not into the water inside a province, which is worth seeing, nor upon the frame."""
    wet = set(source.get("narrows", {}).get("regions", ()))
    shown = shapely.box(0, 0, source["softness"]["width"], board.height).buffer(-FRAME, join_style="mitre")
    dry = {
        name: areas(
            shapely.difference(shapely.intersection(area, shown), inner.buffer(1.0) if name in wet else NOTHING)
        )
        for name, area in open_areas.items()
    }
    names = {name: Name(name, SEA if name in board.seas else LAND) for name in dry}
    placed = {
        name: place(
            area,
            names[name],
            has_centre=name in source["centres"],
            wishes=_wishes(source, name, board.to),
            scattered=name in wet,
        )
        for name, area in dry.items()
    }
    return with_narrow(dry, names, with_dislodged(dry, names, placed))


def _closed(name: str, impassable: bool, sea: bool, path: str) -> dict[str, Any]:
    return {"id": name[1:], "impassable": impassable, **({"sea": True} if sea else {}), "path": path}


def document(source: Mapping[str, Any], board: Board, world: Earth | None) -> dict[str, Any]:
    inner = narrows(board, world, source.get("narrows", {}))
    waterways = _waterways(board, inner, source.get("waterway", ()))
    links = source.get("link", ())
    riverside = source.get("riverside", ())
    open_areas = {name: area for name, area in sorted(board.areas.items()) if not name.startswith("_")}
    placed = places_of(source, board, inner, open_areas)
    grounds = {name: _terrain(board, name, riverside) for name in open_areas}
    provinces = {n: entry(area_path(area), grounds[n], placed[n]) for n, area in open_areas.items()}
    closed = {name: area_path(area) for name, area in sorted(board.areas.items()) if name.startswith("_")}
    lines = {kind: line_path(found) for kind, found in lines_of(board, inner).items()}
    return {
        "id": source["id"],
        "width": source["softness"]["width"],
        "height": round(board.height, 1),
        "provinces": provinces,
        "closed": [_closed(k, k[1:] in source.get("impassable", ()), k in board.seas, d) for k, d in closed.items()],
        "lines": lines,
        "narrows": area_path(areas(inner)),
        "waterways": line_path(waterways),
        **({"links": links_of(board, links)} if links else {}),
        "passages": passages(board, placed, links),
    }


def write(found: Mapping[str, Any], path: Path) -> None:
    """One province a line, so that a change to one is seen as a change to one."""
    lines = []
    for key, value in found.items():
        if key == "provinces":
            rows = ",\n".join(f"  {json.dumps(k)}: {json.dumps(v)}" for k, v in value.items())
            lines.append(f' "provinces": {{\n{rows}\n }}')
        else:
            lines.append(f" {json.dumps(key)}: {json.dumps(value)}")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def main(map_id: str) -> None:
    source = tomllib.loads((HERE / "maps" / f"{map_id}.toml").read_text(encoding="utf-8"))
    if "figure" in source:
        write(document(source, figure_of(source), None), TARGET / f"{map_id}.json")
        return
    projection = Projection(source["projection"]["lon"], source["projection"]["lat"])
    frame = shapely.box(*source["projection"]["frame"])
    ground = source.get("earth", {})
    world = earth.read(projection, frame, ground.get("extract", earth.EXTRACT))
    world = earth.with_land(world, ground.get("land", ()), projection)
    write(document(source, board_of(source, world, projection, frame), world), TARGET / f"{map_id}.json")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "standard")
