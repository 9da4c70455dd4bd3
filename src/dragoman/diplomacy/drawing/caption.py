"""What stands below a board: the phase or another caption, and each power's sign, name and number of centres.

It lies on paper of its own beside the map and not upon it, so that on no map it can cover anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dragoman.diplomacy.drawing import pieces
from dragoman.diplomacy.drawing.geometry import Geometry, Point
from dragoman.diplomacy.drawing.ink import element, number, text
from dragoman.diplomacy.drawing.lettering import LAND, faces
from dragoman.diplomacy.drawing.style import Livery, Sizes

STRIP = 52.0
"""How high the strip is, in board units."""

MARGIN, SIGN, GAP = 20.0, 22.0, 24.0
WIDE, NARROW = 19.0, 27.0
"""Sizes of its letters, on a board seen large and on one seen small."""

LEAST = 12.0
"""However many powers there are, their names get no smaller than this; after that, only letters are told."""


Tally = tuple[Livery, str, int]
"""A power's look, its name, and how many centres it holds."""


def strip(geometry: Geometry, told: str, powers: Sequence[Tally], sizes: Sizes) -> str:
    """The strip, and a line about the map."""
    left, top, wide = geometry.left, geometry.top + geometry.height, geometry.width
    parts = [_box("paper", left, top, wide, STRIP), *_frames(geometry)]
    named = [(livery, f"{name} {count}") for livery, name, count in powers]
    short = [(livery, str(count)) for livery, _, count in powers]
    if sizes != "narrow":
        row = named if _fitting(told, named, WIDE, wide) >= LEAST else short
        parts += _row(geometry, told, row, _fitting(told, row, WIDE, wide), "at-large tally")
    if sizes != "wide":
        parts += _row(geometry, told, short, _fitting(told, short, NARROW, wide), "at-small tally")
    return element("g", "\n" + "\n".join(parts) + "\n", class_="legend")


def _frames(geometry: Geometry) -> Iterator[str]:
    """A thick line and a thin one about the map, as charts have them."""
    left, top, wide, high = geometry.left, geometry.top, geometry.width, geometry.height
    for inset, stroke in ((1.5, 3.0), (6.0, 0.9)):
        yield _box("frame", left + inset, top + inset, wide - 2 * inset, high - 2 * inset, stroke)
    yield _box("frame", left + 1.5, top + high - 1.5, wide - 3, STRIP, 3.0)


def _box(class_: str, x: float, y: float, width: float, height: float, stroke: float | None = None) -> str:
    return element(
        "rect", class_=class_, x=number(x), y=number(y), width=number(width), height=number(height),
        stroke_width=number(stroke) if stroke else None, pointer_events="none",
    )  # fmt: skip


def _run(words: str, size: float) -> float:
    known = faces()[LAND].widths
    return sum(known.get(letter, 700) for letter in words) * size / 1000


def _width(phase: str, row: Sequence[tuple[Livery, str]], size: float) -> float:
    gap, sign = GAP * size / WIDE, SIGN * size / WIDE
    return 2 * MARGIN + _run(phase, size) + gap + sum(sign + _run(told, size) + gap for _, told in row)


def _fitting(phase: str, row: Sequence[tuple[Livery, str]], size: float, width: float) -> float:
    """The size in which the row has room."""
    return min(size, size * (width - 2 * MARGIN) / (_width(phase, row, size) - 2 * MARGIN))


def _row(geometry: Geometry, phase: str, row: Sequence[tuple[Livery, str]], size: float, class_: str) -> Iterator[str]:
    """The phase at the left, the powers after it, spread to the right edge."""
    y = geometry.top + geometry.height + STRIP / 2
    foot, left = y + size * 0.34, geometry.left + MARGIN
    yield _text(phase, left, foot, size, f"{class_} told-when")
    spare = max(0.0, geometry.width - _width(phase, row, size)) / max(1, len(row))
    x = left + _run(phase, size) + GAP * size / WIDE + spare
    for livery, told in row:
        yield from _told(livery, told, Point(x, y), size, class_)
        x += SIGN * size / WIDE + _run(told, size) + GAP * size / WIDE + spare


def key(row: Sequence[tuple[Livery, str]], at: Point, size: float, wide: float) -> Iterator[str]:
    """Each power's sign with what is told of it: from that point to the right, no further than so wide."""
    size = min(size, size * wide / max(1.0, key_width(row, size)))
    x = at.x
    for livery, told in row:
        yield from _told(livery, told, Point(x, at.y), size, "tally")
        x += (SIGN + 5 + GAP) * size / WIDE + _run(told, size)


def key_width(row: Sequence[tuple[Livery, str]], size: float) -> float:
    """How wide that is where there is room."""
    return sum((SIGN + 5 + GAP) * size / WIDE + _run(told, size) for _, told in row) - GAP * size / WIDE


def _told(livery: Livery, told: str, at: Point, size: float, class_: str) -> Iterator[str]:
    yield _sign(Point(at.x + SIGN * size / WIDE / 2, at.y), livery, size / WIDE * 1.1, class_.split()[0])
    yield _text(told, at.x + (SIGN + 5) * size / WIDE, at.y + size * 0.34, size, class_)


def _sign(at: Point, livery: Livery, scale: float, class_: str) -> str:
    disc = pieces.disc(livery)
    return element("g", disc, class_=class_, transform=pieces.moved(at, scale=round(scale, 2)))


def _text(words: str, x: float, y: float, size: float, class_: str) -> str:
    return element("text", text(words), class_=class_, x=number(x), y=number(y), font_size=number(size))
