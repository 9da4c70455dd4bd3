"""Orders as lines. Every move bends a little to its right, so that units that trade places do not hide each other."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import atan2, degrees, hypot, pi, sin

from dragoman.diplomacy.drawing.geometry import Point
from dragoman.diplomacy.drawing.ink import element, number, pair
from dragoman.diplomacy.drawing.style import Livery

BEND = 0.1
LARGEST_BEND = 26.0
ASIDE = 6.0
HEAD, LEAST_HEAD = 9.0, 5.0
"""How long the head of an arrow is, and that of one between pieces that nearly touch."""

DASHES = {"support": "5.5 3.5", "retreat": "1 5", "failed": "11 5"}


STEPS = tuple(step / 100 for step in range(41))
"""Where a curve may be cut. It does not run evenly, so that its parameter says little of a length."""


@dataclass(frozen=True, slots=True)
class Curve:
    """A quadratic Bézier curve."""

    start: Point
    pull: Point
    end: Point

    def at(self, t: float) -> Point:
        return Point(*(_bezier(t, *axis) for axis in zip(self.start, self.pull, self.end, strict=True)))

    @property
    def length(self) -> float:
        points = [self.at(i / 8) for i in range(9)]
        return sum(hypot(b.x - a.x, b.y - a.y) for a, b in pairwise(points))

    def cut(self, head: float, tail: float) -> Curve:
        """Without so much of its beginning and of its end; of a short curve the middle fifth stays."""
        first = next((t for t in STEPS if self._apart(t, self.start) >= head), STEPS[-1])
        last = next((1 - t for t in STEPS if self._apart(1 - t, self.end) >= tail), 1 - STEPS[-1])
        start, end = self.at(first), self.at(last)
        pull = (_blossom(first, last, *axis) for axis in zip(self.start, self.pull, self.end, strict=True))
        return Curve(start, Point(*pull), end)

    def _apart(self, t: float, point: Point) -> float:
        at = self.at(t)
        return hypot(at.x - point.x, at.y - point.y)

    @property
    def path(self) -> str:
        return f"M{pair(*self.start)}Q{pair(*self.pull)} {pair(*self.end)}"


def _bezier(t: float, a: float, b: float, c: float) -> float:
    return (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t * t * c


def _blossom(s: float, t: float, a: float, b: float, c: float) -> float:
    return (1 - s) * (1 - t) * a + ((1 - s) * t + s * (1 - t)) * b + s * t * c


def bent(start: Point, end: Point) -> Curve:
    """From middle to middle, bent to the right of its way."""
    dx, dy = end.x - start.x, end.y - start.y
    away = hypot(dx, dy) or 1.0
    shift = 2 * min(BEND * away, LARGEST_BEND) / away
    return Curve(start, Point((start.x + end.x) / 2 - dy * shift, (start.y + end.y) / 2 + dx * shift), end)


def through(start: Point, by: Point, end: Point) -> Curve:
    """By way of a given point, and a little to its right, so that the way back is another."""
    dx, dy = end.x - start.x, end.y - start.y
    away = hypot(dx, dy) or 1.0
    by = Point(by.x - dy * ASIDE / away, by.y + dx * ASIDE / away)
    first, second = hypot(by.x - start.x, by.y - start.y), hypot(end.x - by.x, end.y - by.y)
    t = min(0.7, max(0.3, first / (first + second or 1.0)))
    pull = ((b - (1 - t) ** 2 * s - t * t * e) / (2 * t * (1 - t)) for s, b, e in zip(start, by, end, strict=True))
    return Curve(start, Point(*pull), end)


def straight(start: Point, end: Point) -> Curve:
    return Curve(start, Point((start.x + end.x) / 2, (start.y + end.y) / 2), end)


def wave(curve: Curve) -> str:
    """The curve as a row of waves."""
    steps = max(8, int(curve.length / 2.2))
    points = []
    for i in range(steps + 1):
        t = i / steps
        here, next_ = curve.at(t), curve.at(min(1.0, t + 0.01))
        before = curve.at(max(0.0, t - 0.01))
        dx, dy = next_.x - before.x, next_.y - before.y
        off = 2.6 * sin(curve.length * t * 2 * pi / 12) / (hypot(dx, dy) or 1.0)
        points.append(pair(here.x - dy * off, here.y + dx * off))
    return "M" + "L".join(points)


def line(path: str, livery: Livery, *, width: float, dash: str | None = None) -> str:
    """A stroke in the power's colour between dark rims on a pale halo, to be seen on any ground."""
    strokes = (("halo", width + 3.2, None), ("rim", width + 1.3, dash), (f"p{livery.number}s", width, dash))
    cap = "butt" if dash and not dash.startswith("1 ") else "round"
    return "".join(
        element("path", class_=name, d=path, stroke_width=f"{w:g}", stroke_dasharray=d, stroke_linecap=cap)
        for name, w, d in strokes
    )


def head(curve: Curve, livery: Livery, *, hollow: bool = False) -> str:
    """The point of an arrow at the end of a curve; `hollow` for a unit in flight."""
    tip, back = curve.end, curve.at(0.92)
    dx, dy = tip.x - back.x, tip.y - back.y
    away = hypot(dx, dy) or 1.0
    ux, uy = dx / away, dy / away
    long = min(HEAD, max(LEAST_HEAD, curve.length))
    base = Point(tip.x - ux * long, tip.y - uy * long)
    half = 4.6 * long / HEAD
    left, right = (Point(base.x - uy * s, base.y + ux * s) for s in (half, -half))
    path = f"M{pair(*tip)}L{pair(*left)}L{pair(*right)}Z"
    return element("path", class_="head hollow" if hollow else f"head piece p{livery.number}", d=path)


def heading(curve: Curve, t: float) -> float:
    """Which way the curve leads there, in degrees clockwise from the right."""
    here, next_ = curve.at(max(0.0, t - 0.02)), curve.at(min(1.0, t + 0.02))
    return degrees(atan2(next_.y - here.y, next_.x - here.x))


def bar(curve: Curve, livery: Livery) -> str:
    """Where a support leans on a unit that stays: across the end of the line."""
    return element(
        "g",
        line("M0 -6.5V6.5", livery, width=2.6),
        transform=f"translate({pair(*curve.end)})rotate({number(heading(curve, 1.0))})",
    )


def dot(at: Point, livery: Livery) -> str:
    return element("circle", class_=f"piece p{livery.number}", cx=f"{at.x:.1f}", cy=f"{at.y:.1f}", r="3.6")
