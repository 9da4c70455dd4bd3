"""Cuts coastlines for one map out of Natural Earth's world, as the npm package `world-atlas` carries it (TopoJSON).

`npm pack world-atlas`, unpack it, and then, with a box of west, south, east and north in degrees:

    python tools/board/extract.py package/land-10m.json tools/board/mediterranean.json.gz --box -14 14 58 56

The file written has the form that `earth.py` reads: rings of land, and no borders of today's countries.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

import shapely
from shapely.geometry.base import BaseGeometry

Line = list[tuple[float, float]]


def _arcs(topology: Mapping[str, Any]) -> list[Line]:
    """The shared lines in degrees; TopoJSON keeps them as steps on a grid of whole numbers."""
    (scale_x, scale_y), (left, bottom) = topology["transform"]["scale"], topology["transform"]["translate"]

    def line(steps: Sequence[Sequence[int]]) -> Line:
        columns, rows = accumulate(s[0] for s in steps), accumulate(s[1] for s in steps)
        return [(x * scale_x + left, y * scale_y + bottom) for x, y in zip(columns, rows, strict=True)]

    return [line(arc) for arc in topology["arcs"]]


def _ring(numbers: Sequence[int], arcs: Sequence[Line]) -> Line:
    """A ring put together of arcs; a negative number is the complement of an arc that runs backwards."""
    points: Line = []
    for number in numbers:
        part = arcs[number] if number >= 0 else arcs[~number][::-1]
        points += part[1:] if points else part
    return points


def polygons(geometry: Mapping[str, Any], arcs: Sequence[Line]) -> Iterator[BaseGeometry]:
    """The areas of a geometry of the topology, of whatever kind."""
    if geometry["type"] == "GeometryCollection":
        for part in geometry["geometries"]:
            yield from polygons(part, arcs)
    else:
        found = [geometry["arcs"]] if geometry["type"] == "Polygon" else geometry["arcs"]
        for outline, *holes in found:
            area = shapely.Polygon(_ring(outline, arcs), [_ring(hole, arcs) for hole in holes])
            yield shapely.make_valid(area, method="structure", keep_collapsed=False)


def extract(topology: Mapping[str, Any], box: Sequence[float], digits: int) -> dict[str, Any]:
    """The land within the box as rings, rounded to so many digits of a degree."""
    frame = shapely.box(*box)
    land = [shapely.intersection(p, frame) for p in polygons(topology["objects"]["land"], _arcs(topology))]
    joined = shapely.set_precision(shapely.union_all(land), 10**-digits)
    rings = [r for p in shapely.get_parts(joined) if p.geom_type == "Polygon" for r in (p.exterior, *p.interiors)]
    lines = [[[round(x, digits), round(y, digits)] for x, y in ring.coords] for ring in rings]
    return {"land": lines, "countries": [], "regions": []}


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("topology", type=Path)
    ask.add_argument("target", type=Path)
    ask.add_argument("--box", type=float, nargs=4, default=(-180, -90, 180, 90), metavar="DEGREES")
    ask.add_argument("--digits", type=int, default=3)
    given = ask.parse_args()
    found = extract(json.loads(given.topology.read_text(encoding="utf-8")), given.box, given.digits)
    text = json.dumps(found, separators=(",", ":"))
    # Without a time of day in its head, the file is the same whenever it is made.
    given.target.write_bytes(gzip.compress(text.encode(), mtime=0))


if __name__ == "__main__":
    main()
