"""Conduct: bringing it before the game master, and the game master's sanctions (X.3 to X.6)."""

from __future__ import annotations

from dataclasses import dataclass

from dragoman.game.protocol import Speaker
from dragoman.game.seats import Seat


@dataclass(frozen=True, slots=True)
class ReportConduct:
    """Bring somebody's conduct before the game master: `whose` (empty: nobody is named), by which clause (empty: not
    said)."""

    by: Speaker
    text: str
    whose: str = ""
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Caution:
    """Caution the holder of a seat, or whoever wrote a piece of press (by the number it has for the game master)."""

    by: Speaker
    seat: str = ""
    piece: int = 0
    clause: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class BlockMail:
    """Let no more mail of a kind (a colour of press, or `all`) go from a seat, or from whoever wrote a piece, to
    another seat; or, not `blocked`, let it go again."""

    by: Speaker
    to: str
    kind: str = "all"
    seat: str = ""
    piece: int = 0
    clause: str = ""
    why: str = ""
    blocked: bool = True


@dataclass(frozen=True, slots=True)
class Expel:
    """Put the holder out of a seat at once."""

    by: Speaker
    seat: Seat
    clause: str = ""
    why: str = ""


ConductDeed = ReportConduct | Caution | BlockMail | Expel
