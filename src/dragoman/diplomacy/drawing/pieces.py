"""The marks on the board, each about its middle. An army is a shield, a fleet a ship under sail; both bear letters."""

from __future__ import annotations

from dragoman.diplomacy.board.unit import UnitKind
from dragoman.diplomacy.drawing.geometry import Point
from dragoman.diplomacy.drawing.ink import element, number, pair, text
from dragoman.diplomacy.drawing.style import Livery

SHIELD = "M-10 -10.5C-4 -9 4 -9 10 -10.5V-1C10 5.5 5 9.5 0 11.5C-5 9.5 -10 5.5 -10 -1Z"
SAIL = "M-8.5 3.2C-5.8 -1.5 -5.8 -6.5 -8 -11.2C-3 -10.2 3 -10.2 8 -11.2C10.6 -6.5 10.6 -1.5 8.5 3.2Z"
HULL = "M-13 4.6H13C12.2 8.4 10.4 10.6 8 11.4H-8C-10.4 10.6 -12.2 8.4 -13 4.6Z"

OUTLINES = {UnitKind.ARMY: SHIELD, UnitKind.FLEET: SAIL + HULL}
LETTER_DROP = {UnitKind.ARMY: 3.9, UnitKind.FLEET: 0.6}
"""How far below a piece's middle the foot of its letter stands."""

CENTRE_RADIUS = 6.2


def moved(at: Point, *, scale: float = 1.0, turn: float = 0.0) -> str:
    parts = [f"translate({pair(*at)})"]
    parts += [f"rotate({number(turn)})"] if turn else []
    parts += [f"scale({scale:g})"] if scale != 1.0 else []
    return "".join(parts)


def piece(kind: UnitKind, livery: Livery) -> str:
    """A unit in its power's colour, with its letter."""
    p = f"p{livery.number}"
    letter = element("text", text(livery.letter), class_=f"letter {p}i", y=number(LETTER_DROP[kind]))
    return element("path", class_=f"piece {p}", d=OUTLINES[kind]) + letter


def ghost(kind: UnitKind, livery: Livery) -> str:
    """Where a unit might be: its outline, broken and faint."""
    return element("path", class_=f"ghost p{livery.number}", d=OUTLINES[kind])


def centre(at: Point, owner: Livery | None) -> str:
    """A supply centre: a disc with its owner's letter, or a pip in a ring while nobody owns it."""
    radius = number(CENTRE_RADIUS)
    if owner is None:
        ring = element("circle", class_="centre neutral", r=radius)
        return element("g", ring + element("circle", class_="pip", r="2.2"), transform=moved(at))
    p = f"p{owner.number}"
    disc = element("circle", class_=f"centre {p}", r=radius)
    letter = element("text", text(owner.letter), class_=f"initial {p}i", y="3.1")
    return element("g", disc + letter, transform=moved(at))


def cross(at: Point, size: float = 4.2) -> str:
    """In vain."""
    s = number(size)
    path = f"M-{s} -{s}L{s} {s}M-{s} {s}L{s} -{s}"
    strokes = element("path", class_="crosshalo", d=path) + element("path", class_="cross", d=path)
    return element("g", strokes, transform=moved(at))


def badge(at: Point, sign: str) -> str:
    """A small disc at a piece's shoulder: `plus` built, `minus` given up, `bang` driven out."""
    paths = {"plus": "M-3 0H3M0 -3V3", "minus": "M-3 0H3", "bang": "M0 -3.2V.6M0 2.9V3"}
    disc = element("circle", class_="badge", r="5.2")
    drawn = disc + element("path", class_="badgesign", d=paths[sign], stroke_linecap="round")
    return element("g", drawn, transform=moved(at))
