"""What is wished of press: to write it, and what its readers and the game master may do about it."""

from __future__ import annotations

from dataclasses import dataclass

from dragoman.game.press import Colour
from dragoman.game.protocol import Speaker


@dataclass(frozen=True, slots=True)
class SendPress:
    """A piece of press to seats, `all` or `observers`. `name` is whom it is ascribed to: a seat for black press, for
    dark grey whoever its writer pleases."""

    by: Speaker
    to: tuple[str, ...]
    text: str
    dateline: str = ""
    colour: Colour = Colour.WHITE
    name: str = ""


@dataclass(frozen=True, slots=True)
class AnswerPress:
    """Answer a piece, by the number it has for the writer: to its author and its other readers."""

    by: Speaker
    number: int
    text: str
    dateline: str = ""


@dataclass(frozen=True, slots=True)
class ReportPress:
    """Bring a piece before the game master."""

    by: Speaker
    number: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class MutePress:
    """Read no more press of those: seats, `observers`, or `unsigned`; or, not `muted`, read it again."""

    by: Speaker
    whom: tuple[str, ...]
    muted: bool = True


@dataclass(frozen=True, slots=True)
class DiscloseAuthors:
    """Have it told who wrote those pieces (none named: all) that are not white (X.2)."""

    by: Speaker
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class RefusePress:
    """The game master refuses to publish a piece (X.1)."""

    by: Speaker
    number: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class ClaimNames:
    """The game master claims names and places, that nobody else's press may use (Finnish rule 15)."""

    by: Speaker
    names: tuple[str, ...]
