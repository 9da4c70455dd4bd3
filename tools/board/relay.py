"""Finds room anew for the marks of a board that stands: `python tools/board/relay.py pure` keeps its land and water.

It is what there is to do when names or pieces get another size, and takes seconds where making the board anew takes
minutes. With `--keep` names, centres and units stay where they are too; dislodged units and the names on a board seen
small find their room around them.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Mapping
from itertools import combinations
from typing import Any

import make
import shapely
import soften
from shapely.geometry.base import BaseGeometry

NUMBER = re.compile(r"-?\d*\.?\d+")


def lines(path: str) -> list[list[tuple[float, float]]]:
    """The lines of a path of absolute starts and relative steps, in tenths, so that no error adds up."""
    found = []
    for part in re.findall(r"M([^M]*)", path):
        numbers = [round(float(n) * 10) for n in NUMBER.findall(part)]
        x, y = 0, 0
        points = []
        for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
            x, y = x + dx, y + dy
            points.append((x / 10, y / 10))
        found.append(points)
    return found


def area(path: str) -> BaseGeometry:
    """What a path encloses, holes by the even-odd rule."""
    rings = [shapely.LinearRing(line) for line in lines(path)]
    return shapely.build_area(shapely.GeometryCollection(rings)) if rings else shapely.MultiPolygon()


def arcs(areas: Mapping[str, BaseGeometry]) -> list[soften.Arc]:
    """The borders of areas with each other."""
    found = []
    for (i, a), (j, b) in combinations(enumerate(areas.values()), 2):
        if a.intersects(b):
            shared = shapely.get_parts(shapely.line_merge(shapely.intersection(a.boundary, b.boundary)))
            found += [soften.Arc(i, j, shapely.get_coordinates(s)) for s in shared if s.geom_type == "LineString"]
    return found


def kept(entry: Mapping[str, Any]) -> dict[str, Any]:
    """The marks of a province that are to stay, as its map's file would fix them."""
    label = entry["label"]
    marks = {"unit": entry["unit"], "label": label["at"], "size": label["size"], "turn": label["turn"]}
    return {**marks, "centre": entry["centre"]} if entry["centre"] else marks


def relaid(drawn: Mapping[str, Any], source: Mapping[str, Any], keep: bool = False) -> dict[str, Any]:
    """The same board with every mark placed anew. What the map file fixes by hand stays fixed; a coast's berth is
    sought near the one it had."""
    provinces = drawn["provinces"]
    areas = {name: area(entry["path"]) for name, entry in provinces.items()}
    seas = frozenset(name for name, entry in provinces.items() if entry["terrain"] == "sea")
    board = make.Board(areas, list(areas), arcs(areas), seas, drawn["height"], make.AsDrawn())
    coasts = {name: entry["coasts"] for name, entry in provinces.items() if entry["coasts"]}
    fixed = source.get("marks", {})
    if keep:
        fixed = {name: {**kept(entry), **fixed.get(name, {})} for name, entry in provinces.items()}
    placed = make.places_of({**source, "coasts": coasts, "marks": fixed}, board, area(drawn["narrows"]), areas)
    links = [{**link, "points": lines(link["path"])[0]} for link in drawn.get("links", ())]
    marked = {name: make.entry(entry["path"], entry["terrain"], placed[name]) for name, entry in provinces.items()}
    return {**drawn, "provinces": marked, "passages": make.passages(board, placed, links)}


def main(map_id: str, keep: bool) -> None:
    file = make.TARGET / f"{map_id}.json"
    source = tomllib.loads((make.HERE / "maps" / f"{map_id}.toml").read_text(encoding="utf-8"))
    make.write(relaid(json.loads(file.read_text(encoding="utf-8")), source, keep), file)


if __name__ == "__main__":
    for named in [word for word in sys.argv[1:] if not word.startswith("-")] or ["standard"]:
        main(named, "--keep" in sys.argv)
