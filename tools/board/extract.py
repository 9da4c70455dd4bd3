"""Cuts coastlines for one map out of Natural Earth's world, as the npm package `world-atlas` carries it (TopoJSON).

`npm pack world-atlas`, unpack it, and then, with a box of west, south, east and north in degrees:

    python tools/board/extract.py package/land-10m.json tools/board/mediterranean.json.gz --box -14 14 58 56

The file written has the form that `earth.py` reads: rings of land, and with `--borders`, if the source knows countries,
the borders that two of them share. The whole world comes of

    python tools/board/extract.py package/countries-50m.json tools/board/world_atlas.json.gz --box -190 -60 200 90 \\
        --digits 2 --borders --smallest 0.02
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
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
    return _unrolled(points)


def _unrolled(points: Line) -> Line:
    """A ring that crosses the antimeridian goes on beyond 180 degrees instead of leaping to the other side."""
    leaps = ((here > there + 180) - (there > here + 180) for (here, _), (there, _) in pairwise(points))
    turns = list(accumulate(leaps, initial=0))
    unrolled = [(x + 360 * turn, y) for (x, y), turn in zip(points, turns, strict=True)]
    middle = (min(x for x, _ in unrolled) + max(x for x, _ in unrolled)) / 2
    return [(x - 360 * round(middle / 360), y) for x, y in unrolled]


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


def _numbers(nested: Any) -> Iterator[int]:
    """The numbers of all arcs in a geometry, whichever way they run."""
    if isinstance(nested, int):
        yield max(nested, ~nested)
    else:
        for each in nested:
            yield from _numbers(each)


def borders(topology: Mapping[str, Any], arcs: Sequence[Line]) -> list[BaseGeometry]:
    """The lines that two countries share."""
    countries = topology["objects"]["countries"]["geometries"]
    uses = Counter(number for country in countries for number in set(_numbers(country.get("arcs", ()))))
    return [shapely.LineString(arcs[number]) for number, used in sorted(uses.items()) if used > 1]


def extract(
    topology: Mapping[str, Any], box: Sequence[float], digits: int, *, smallest: float = 0, shared: bool = False
) -> dict[str, Any]:
    """The land within the box as rings, rounded to so many digits of a degree, without what is below so many square
    degrees; and the borders of countries, if they are to be shared out too."""
    frame = shapely.box(*box)
    arcs = _arcs(topology)
    land = [shapely.intersection(p, frame) for p in polygons(topology["objects"]["land"], arcs)]
    joined = shapely.set_precision(shapely.union_all(land), 10**-digits)
    islands = [p for p in shapely.get_parts(joined) if p.geom_type == "Polygon" and p.area >= smallest]
    rings = [r for p in islands for r in (p.exterior, *p.interiors)]
    cuts = [shapely.intersection(line, frame) for line in borders(topology, arcs)] if shared else []
    parts = [line for cut in cuts for line in shapely.get_parts(cut) if line.geom_type == "LineString"]
    written = [
        [[[round(x, digits), round(y, digits)] for x, y in line.coords] for line in lines] for lines in (rings, parts)
    ]
    return {"land": written[0], "countries": written[1], "regions": []}


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("topology", type=Path)
    ask.add_argument("target", type=Path)
    ask.add_argument("--box", type=float, nargs=4, default=(-180, -90, 180, 90), metavar="DEGREES")
    ask.add_argument("--digits", type=int, default=3)
    ask.add_argument("--smallest", type=float, default=0, help="square degrees below which an island is left out")
    ask.add_argument("--borders", action="store_true", help="the borders of countries too")
    given = ask.parse_args()
    topology = json.loads(given.topology.read_text(encoding="utf-8"))
    found = extract(topology, given.box, given.digits, smallest=given.smallest, shared=given.borders)
    text = json.dumps(found, separators=(",", ":"))
    # Without a time of day in its head, the file is the same whenever it is made.
    given.target.write_bytes(gzip.compress(text.encode(), mtime=0))


if __name__ == "__main__":
    main()
