"""What a drawing holds, as shapes: words by the measures of their fonts, pieces and signs by their outlines.

It reads the finished SVG and knows nothing of how that was laid out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import cos, hypot, radians, sin
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import shapely
from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTFont
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

import dragoman.game
from dragoman.diplomacy.drawing.lettering import NARROW_SCALE, SEA, SIZES, SPACING
from dragoman.diplomacy.drawing.pieces import SHOULDER

SVG = "{http://www.w3.org/2000/svg}"
FONTS = Path(dragoman.game.__file__).parent / "fonts"
SHORE = 11.0
"""The size of the letters of a coast."""

Matrix = tuple[float, float, float, float, float, float]
SAME: Matrix = (1, 0, 0, 1, 0, 0)


@dataclass(frozen=True)
class Mark:
    """One thing that must be seen whole, and where its middle is."""

    kind: str
    name: str
    outline: BaseGeometry
    at: tuple[float, float]

    def __str__(self) -> str:
        return f"{self.kind} {self.name}"


@cache
def font(name: str) -> TTFont:
    return TTFont(FONTS / f"{name}.ttf")


@cache
def extent(name: str, word: str) -> tuple[float, float, float]:
    """How wide a word runs, how high it stands and how deep it hangs, in parts of its size."""
    face = font(name)
    em, letters, glyphs = face["head"].unitsPerEm, face.getBestCmap(), face.getGlyphSet()
    top, foot, run = 0.0, 0.0, 0
    for letter in word:
        pen = BoundsPen(glyphs)
        glyphs[letters[ord(letter)]].draw(pen)
        top, foot = max(top, pen.bounds[3]), min(foot, pen.bounds[1])
        run += face["hmtx"][letters[ord(letter)]][0]
    return run / em, top / em, foot / em


def written(element: ElementTree.Element) -> BaseGeometry:
    """The box of a name on the map."""
    classes = (element.get("class") or "").split()
    word = element.text or ""
    face = SEA if "seaname" in classes else "board-bold"
    if "shore" in classes:
        size, spacing = SHORE, 0.0
    else:
        named = next((SIZES[c] for c in classes if c in SIZES), None)
        size, spacing = named or float(element.get("font-size", "nan")), SPACING[face]
    run, top, foot = extent(face, word)
    width = (run + spacing * len(word)) * size
    x, y = float(element.get("x", 0)), float(element.get("y", 0))
    box = shapely.box(x - width / 2, y - top * size, x + width / 2, y - foot * size)
    return shapely.transform(box, lambda p: moved(matrix(element.get("transform")), p))


def moved(m: Matrix, points: NDArray[Any]) -> NDArray[Any]:
    a, b, c, d, e, f = m
    x, y = points[:, 0], points[:, 1]
    found = points.copy()
    found[:, 0], found[:, 1] = a * x + c * y + e, b * x + d * y + f
    return found


def times(m: Matrix, n: Matrix) -> Matrix:
    a, b, c, d, e, f = m
    p, q, r, s, t, u = n
    return a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f


@cache
def matrix(transform: str | None) -> Matrix:
    found = SAME
    for name, inner in re.findall(r"(\w+)\(([^)]*)\)", transform or ""):
        numbers = [float(n) for n in re.findall(r"-?\d*\.?\d+", inner)]
        if name == "translate":
            step: Matrix = (1, 0, 0, 1, numbers[0], numbers[1])
        elif name == "scale":
            step = (numbers[0], 0, 0, numbers[0], 0, 0)
        else:
            turn, (x, y) = radians(numbers[0]), (numbers[1:] or [0.0, 0.0])
            about: Matrix = (cos(turn), sin(turn), -sin(turn), cos(turn), 0, 0)
            step = times(times((1, 0, 0, 1, x, y), about), (1, 0, 0, 1, -x, -y))
        found = times(found, step)
    return found


@cache
def outline(d: str) -> BaseGeometry:
    """The area of a closed path of absolute M, L, H, V, C and Z."""
    parts: list[list[tuple[float, float]]] = []
    x = y = 0.0
    for command, inner in re.findall(r"([MLHVCZ])([^MLHVCZ]*)", d):
        n = [float(v) for v in re.findall(r"-?\d*\.?\d+", inner)]
        if command == "M":
            parts.append([])
        if command in "ML":
            steps = list(zip(n[::2], n[1::2], strict=True))
        elif command == "H":
            steps = [(v, y) for v in n]
        elif command == "V":
            steps = [(x, v) for v in n]
        elif command == "C":
            steps = [point for i in range(0, len(n), 6) for point in _curve((x, y), n[i : i + 6])]
            x, y = n[-2:]
        else:
            continue
        for x, y in steps:
            parts[-1].append((x, y))
    return shapely.union_all([shapely.Polygon(ring).buffer(0) for ring in parts])


def _curve(start: tuple[float, float], n: list[float]) -> Iterator[tuple[float, float]]:
    ends = [start, *zip(n[::2], n[1::2], strict=True)]
    for i in range(1, 9):
        t = i / 8
        share = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        yield tuple(sum(w * p[axis] for w, p in zip(share, ends, strict=True)) for axis in (0, 1))  # type: ignore[misc]


STROKE = 0.75
"""Half of the line about a piece."""


def marks(svg: str, *, narrow: bool) -> list[Mark]:
    """All names, centres, pieces, badges and heads of arrows; as the board is seen large, or as it is seen small."""
    root = ElementTree.fromstring(svg)
    return list(_marks(root, SAME, "", narrow))


def _marks(element: ElementTree.Element, m: Matrix, owner: str, narrow: bool) -> Iterator[Mark]:
    classes = (element.get("class") or "").split()
    if element.tag in (f"{SVG}defs", f"{SVG}style") or classes[:1] == ["legend"]:
        return
    owner = element.get("id") or owner
    m = times(m, matrix(element.get("transform")))
    if "scaled" in classes and narrow and not element.get("transform"):
        m = times(m, (NARROW_SCALE, 0, 0, NARROW_SCALE, 0, 0))
    if element.tag == f"{SVG}text" and {"name", "seaname"} & set(classes):
        if ("at-large" if narrow else "at-small") not in classes:
            yield Mark("shore" if "shore" in classes else "name", element.text or "", written(element), (0.0, 0.0))
        return
    if kind := _kind(element, classes):
        shape = _shape(element)
        yield Mark(kind, owner, shapely.transform(shape, lambda p: moved(m, p)), (m[4], m[5]))
    for child in element:
        yield from _marks(child, m, owner, narrow)


def _kind(element: ElementTree.Element, classes: list[str]) -> str:
    if element.tag == f"{SVG}circle":
        return next((c for c in ("centre", "badge") if c in classes), "")
    if element.tag == f"{SVG}path":
        return "head" if "head" in classes else "piece" if "piece" in classes else ""
    return ""


def _shape(element: ElementTree.Element) -> BaseGeometry:
    if element.tag == f"{SVG}circle":
        at = shapely.Point(float(element.get("cx", 0)), float(element.get("cy", 0)))
        return at.buffer(float(element.get("r", 0)) + STROKE)
    return outline(element.get("d", "")).buffer(STROKE)


def overlaps(found: list[Mark]) -> list[str]:
    """Each pair of marks that cover one another, in words. A badge may sit on the shoulder of its own piece; heads of
    arrows lie beneath the pieces and over names, and only must not hide under a piece."""
    shapes = [mark.outline for mark in found]
    tree = shapely.STRtree(shapes)
    told = []
    for i, j in zip(*tree.query(shapes, predicate="intersects"), strict=True):
        a, b = found[min(i, j)], found[max(i, j)]
        if i < j and _matters(a.kind, b.kind) and not _worn(a, b):
            area = a.outline.intersection(b.outline).area
            if area > _bearable(a, b):
                told.append(f"{a} and {b}: {area:.1f}")
    return told


def _bearable(first: Mark, second: Mark) -> float:
    """How much may be covered: of the head of an arrow, which lies beneath the pieces, a part, where two pieces stand
    so near that no whole one has room between them."""
    heads = [mark.outline.area for mark in (first, second) if mark.kind == "head"]
    return 0.4 * heads[0] if heads else LEAST


LEAST = 0.5
"""Square units below which two marks only touch."""


def _worn(first: Mark, second: Mark) -> bool:
    """Whether a badge sits on its own piece."""
    apart = hypot(first.at[0] - second.at[0], first.at[1] - second.at[1])
    return {first.kind, second.kind} == {"badge", "piece"} and apart < hypot(*SHOULDER) + 1


def _matters(first: str, second: str) -> bool:
    kinds = {first, second}
    if "head" in kinds:
        return kinds == {"head", "piece"}
    if "shore" in kinds:
        return kinds != {"shore"}
    return True
