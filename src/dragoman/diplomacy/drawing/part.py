"""A part of a board: the same geometry, cut to a box around the provinces that matter, for pictures of a few units.

What lies wholly outside the box is left out. A shape that the edge crosses stays whole, and the picture's own edge cuts
it; of a line only the stretches that come into the box are kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from dragoman.diplomacy.drawing.geometry import Geometry, Label, Lines, Point, Shape
from dragoman.diplomacy.drawing.ink import number, pair

SUBPATH = re.compile(r"M[^M]+")
NUMBER = re.compile(r"-?\d*\.?\d+")

STROKE = 6.0
"""How far beyond the box a line is kept, for it is broader than it is long there."""

MARGIN = 30.0
"""How much is seen, in board units, beyond the marks of the provinces that matter."""

LETTERING = 14.0
"""A name nearer to the edge than this would be cut, so it is left out."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on the board."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    def holds(self, at: Point, within: float = 0.0) -> bool:
        """Whether a point lies in it, and not nearer than that to its edge."""
        across = self.left + within <= at.x <= self.right - within
        return across and self.top + within <= at.y <= self.bottom - within

    def meets(self, other: Box) -> bool:
        across = self.left <= other.right and other.left <= self.right
        return across and self.top <= other.bottom and other.top <= self.bottom

    def grown(self, by: float) -> Box:
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def shaped(self, aspect: float) -> Box:
        """Widened or heightened about its middle until it is so many times as wide as high."""
        wide, high = max(self.width, self.height * aspect), max(self.height, self.width / aspect)
        x, y = (self.left + self.right) / 2, (self.top + self.bottom) / 2
        return Box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)

    def within(self, width: float, height: float) -> Box:
        """Moved, and if need be cut, so that it lies on a board of that size."""
        across = max(0.0, -self.left) - max(0.0, self.right - width)
        down = max(0.0, -self.top) - max(0.0, self.bottom - height)
        moved = Box(self.left + across, self.top + down, self.right + across, self.bottom + down)
        return Box(max(0.0, moved.left), max(0.0, moved.top), min(width, moved.right), min(height, moved.bottom))


def around(geometry: Geometry, provinces: Iterable[str], *, aspect: float = 4 / 3, least: float = 220.0) -> Box:
    """A box about all marks of those provinces, at least so many board units wide. The whole board for none."""
    shapes = [geometry.provinces[name] for name in provinces if name in geometry.provinces]
    marks = [point for shape in shapes for point in _marks(shape)]
    whole = Box(0, 0, geometry.width, geometry.height)
    if not marks:
        return whole
    box = _bounds(marks).grown(MARGIN)
    short = max(0.0, least - box.width) / 2
    return replace(box, left=box.left - short, right=box.right + short).shaped(aspect).within(whole.width, whole.height)


def part(geometry: Geometry, box: Box) -> Geometry:
    """The geometry within the box; its legend, which belongs to the whole board, lies nowhere in it."""
    provinces = {name: _legible(shape, box) for name, shape in geometry.provinces.items() if _seen(shape.path, box)}
    closed = tuple(each for each in geometry.closed if _seen(each.path, box))
    return replace(
        geometry,
        left=box.left,
        top=box.top,
        width=box.width,
        height=box.height,
        provinces=provinces,
        closed=tuple(replace(c, path=_kept(c.path, box)) for c in closed),
        lines=Lines(*(_cut(path, box) for path in (geometry.lines.coast, geometry.lines.border, geometry.lines.sea))),
        narrows=_kept(geometry.narrows, box),
        waterways=_cut(geometry.waterways, box),
        links=tuple(replace(link, path=_cut(link.path, box)) for link in geometry.links),
    )


def _marks(shape: Shape) -> Iterator[Point]:
    yield shape.unit
    yield shape.label.at
    if shape.centre:
        yield shape.centre
    yield from shape.coasts.values()


def _bounds(points: Iterable[Point]) -> Box:
    xs, ys = zip(*points, strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))


def _legible(shape: Shape, box: Box) -> Shape:
    """The shape, without a name that the edge would cut: it is moved out of sight."""
    if box.holds(shape.label.at, LETTERING):
        return replace(shape, path=_kept(shape.path, box))
    return replace(shape, path=_kept(shape.path, box), label=Label(shape.label.at, shape.label.size, hidden=True))


def _seen(path: str, box: Box) -> bool:
    return bool(_kept(path, box))


def _kept(path: str, box: Box) -> str:
    """The lines of a path that come into the box."""
    return "".join(line for line, bounds in _lines(path) if bounds.meets(box))


@lru_cache(maxsize=4096)
def _lines(path: str) -> tuple[tuple[str, Box], ...]:
    """The lines of a path, each with how far it reaches. A board is cut often, and its paths are always the same."""
    return tuple((line, _bounds(_points(line))) for line in SUBPATH.findall(path))


def _cut(path: str, box: Box) -> str:
    """The stretches of a path that come into the box, each a line of its own."""
    wide = box.grown(STROKE)
    stretches: list[list[Point]] = []
    for line in SUBPATH.findall(path):
        before = None
        for start, end in pairwise([*_points(line), *list(_points(line))[: line.endswith("z")]]):
            if not _bounds((start, end)).meets(wide):
                before = None
            elif before == start:
                stretches[-1].append(end)
                before = end
            else:
                stretches.append([start, end])
                before = end
    return "".join(map(_written, stretches))


def _written(stretch: list[Point]) -> str:
    """A line through those points, as the geometry writes it. Each step is counted from where rounding has led."""
    x, y = (float(number(value)) for value in stretch[0])
    steps = []
    for point in stretch[1:]:
        dx, dy = number(point.x - x), number(point.y - y)
        steps.append(f"{dx} {dy}")
        x, y = x + float(dx), y + float(dy)
    return f"M{pair(*stretch[0])}l{' '.join(steps)}"


def _points(line: str) -> Iterator[Point]:
    """The corners of one line, `M` to where it begins and `l` by how far it goes on each time."""
    numbers = [float(number) for number in NUMBER.findall(line)]
    x, y = 0.0, 0.0
    for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
        x, y = x + dx, y + dy
        yield Point(x, y)
