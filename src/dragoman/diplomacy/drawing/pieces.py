"""The marks on the board, each about its middle. An army is a shield, a fleet a ship under sail; both bear letters."""

from __future__ import annotations

from math import cos, pi, sin

from dragoman.diplomacy.adjudication.verdict import Code
from dragoman.diplomacy.board.unit import UnitKind
from dragoman.diplomacy.drawing.geometry import Point
from dragoman.diplomacy.drawing.ink import element, number, pair, text
from dragoman.diplomacy.drawing.style import Livery

SHIELD = "M-11.2 -11.8C-4.5 -10.1 4.5 -10.1 11.2 -11.8V-1.1C11.2 6.2 5.6 10.6 0 12.9C-5.6 10.6 -11.2 6.2 -11.2 -1.1Z"
SAIL = "M-9.5 3.6C-6.5 -1.7 -6.5 -7.3 -9 -12.5C-3.4 -11.4 3.4 -11.4 9 -12.5C11.9 -7.3 11.9 -1.7 9.5 3.6Z"
HULL = "M-14.6 5.2H14.6C13.7 9.4 11.6 11.9 9 12.8H-9C-11.6 11.9 -13.7 9.4 -14.6 5.2Z"

OUTLINES = {UnitKind.ARMY: SHIELD, UnitKind.FLEET: SAIL + HULL}
LETTER_DROP = {UnitKind.ARMY: 4.6, UnitKind.FLEET: 0.6}
"""How far below a piece's middle the foot of its letter stands."""

CENTRE_RADIUS = 7.0

SHOULDER = Point(13, -11)
"""Where a badge sits upon a piece."""


def moved(at: Point, *, scale: float = 1.0, turn: float = 0.0) -> str:
    parts = [f"translate({pair(*at)})"]
    parts += [f"rotate({number(turn)})"] if turn else []
    parts += [f"scale({scale:g})"] if scale != 1.0 else []
    return "".join(parts)


def scalable(drawn: str) -> str:
    """A mark about its own middle, which the style may draw larger on a board that is seen small."""
    return element("g", drawn, class_="scaled")


def piece(kind: UnitKind, livery: Livery, *, driven: bool = False) -> str:
    """A unit in its power's colour, with its letter. One that was driven out has no more room where all is small."""
    p = f"p{livery.number}"
    letter = element("text", text(livery.letter), class_=f"letter {p}i", y=number(LETTER_DROP[kind]))
    drawn = element("path", class_=f"piece {p}", d=OUTLINES[kind]) + letter
    return drawn if driven else scalable(drawn)


def ghost(kind: UnitKind, livery: Livery) -> str:
    """Where a unit might be: its outline, broken and faint."""
    return element("path", class_=f"ghost p{livery.number}", d=OUTLINES[kind])


def centre(at: Point, owner: Livery | None, before: str = "") -> str:
    """A supply centre: a disc with its owner's letter, or a pip in a ring while nobody owns it. `before` is drawn
    beneath it."""
    return element("g", scalable(before + (disc(owner) if owner else _free())), transform=moved(at))


def disc(owner: Livery) -> str:
    """A power's sign: its letter in a disc of its colour."""
    p = f"p{owner.number}"
    letter = element("text", text(owner.letter), class_=f"initial {p}i", y="3.4")
    return element("circle", class_=f"centre {p}", r=number(CENTRE_RADIUS)) + letter


def _free() -> str:
    ring = element("circle", class_="centre neutral", r=number(CENTRE_RADIUS))
    return ring + element("circle", class_="pip", r="2.5")


def rays() -> str:
    """About a centre that has just been taken: eight short rays."""
    path = "".join(
        f"M{pair(9.2 * cos(a), 9.2 * sin(a))}L{pair(12.4 * cos(a), 12.4 * sin(a))}"
        for a in (pi * eighth / 4 for eighth in range(8))
    )
    return element("path", class_="rays", d=path)


def cross(at: Point, size: float = 4.6) -> str:
    """In vain."""
    s = number(size)
    return fault(at, f"M-{s} -{s}L{s} {s}M-{s} {s}L{s} -{s}", "cross")


def fault(at: Point, path: str, class_: str = "cross", turn: float = 0.0) -> str:
    strokes = element("path", class_="crosshalo", d=path) + element("path", class_=class_, d=path)
    return element("g", strokes, class_="fault", transform=moved(at, turn=turn))


BOUNCE = "M-4 -7.5V7.5M1.5 -3.5L5.5 -6M2.2 0H6.5M1.5 3.5L5.5 6"
"""A wall, and what springs back from it; the wall stands across the way of the arrow, turned with it."""
CUT = "M-4.5 6L0 -6M0.5 6L5 -6"
VOID = "M0 -5.8A5.8 5.8 0 1 1 0 5.8A5.8 5.8 0 1 1 0 -5.8M-4 4L4 -4"


def stopped(at: Point, code: Code, turn: float = 0.0) -> str:
    """The sign of why an order failed, where it failed: thrown back at a wall, cut through, no order, or a cross."""
    match code:
        case Code.BOUNCED | Code.RETREAT_CLASH:
            return fault(at, BOUNCE, "cross bounce", turn)
        case Code.CUT:
            return fault(at, CUT, "cross cut", turn)
        case Code.NO_SUCH_ORDER | Code.NO_SUCH_UNIT | Code.IMPOSSIBLE | Code.AMBIGUOUS | Code.ILLEGAL_RETREAT:
            return fault(at, VOID, "cross void")
        case _:
            return cross(at)


def badge(at: Point, sign: str) -> str:
    """A small disc at a piece's shoulder: `plus` built, `minus` given up, `bang` driven out."""
    paths = {"plus": "M-3 0H3M0 -3V3", "minus": "M-3 0H3", "bang": "M0 -3.2V.6M0 2.9V3"}
    disc = element("circle", class_="badge", r="5.2")
    drawn = disc + element("path", class_="badgesign", d=paths[sign], stroke_linecap="round")
    return element("g", drawn, transform=moved(at))


def shoulder(at: Point) -> Point:
    return Point(at.x + SHOULDER.x, at.y + SHOULDER.y)


def halo(at: Point) -> str:
    """About a unit that has just been built."""
    return element("g", scalable(element("circle", class_="born", r="18.5")), class_="halos", transform=moved(at))
