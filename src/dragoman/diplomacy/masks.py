"""A piece of press as one reader sees it: behind whatever mask its author put on, until that is taken off (X.2).

Two pieces that differ only in their true authors are one and the same to everybody but these authors. Black press is to
its readers what white press of the other would be.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from dragoman.diplomacy.board.position import Phase
from dragoman.diplomacy.state.press import Papers, Piece
from dragoman.game.press import Colour
from dragoman.game.seats import GM, Seat

NOBODY = Seat("")
"""Whoever nobody knows."""


@dataclass(frozen=True, slots=True)
class PieceSeen:
    """A piece of press from a seat. `number` counts what may be read from there, and never changes.

    `at` is when it was published, to its author and the game master when it was sent; `seat` whom it comes from (empty:
    nobody knows), `name` whom it is unofficially ascribed to, `colour` what it seems to be. `author` is who wrote it,
    where that may be known, and `mine` that it is this seat. `answers` is the number of the piece that it answers (0:
    none, or none that may be read); `unnamed` that it answers this seat without knowing it. `held` waits for the
    report; `refused` is when the game master refused it (None: it stands) and `why`, and then only author and game
    master still read its words; `told` when its author was disclosed; `muted` that this reader wants no such press.
    """

    number: int
    at: datetime
    seat: Seat
    to: tuple[str, ...]
    text: str
    colour: Colour = Colour.WHITE
    dateline: str = ""
    phase: Phase | None = None
    name: str = ""
    author: Seat = NOBODY
    mine: bool = False
    answers: int = 0
    unnamed: bool = False
    held: bool = False
    refused: datetime | None = None
    why: str = ""
    told: datetime | None = None
    muted: bool = False


@dataclass(frozen=True, slots=True)
class ComplaintSeen:
    """A complaint as the game master sees it: `number` is that of the piece, `seat` who complained."""

    number: int
    seat: Seat
    why: str
    at: datetime


def press_seen(papers: Papers, seat: Seat | None) -> tuple[PieceSeen, ...]:
    """All press that may be read from a seat (None: by the public)."""
    pieces = papers.read_from(seat)
    numbers = {piece.number: number for number, piece in enumerate(pieces, 1)}
    return tuple(_seen(papers, piece, seat, numbers) for piece in pieces)


def _seen(papers: Papers, piece: Piece, seat: Seat | None, numbers: dict[int, int]) -> PieceSeen:
    mine = piece.seat == seat
    known = mine or piece.told is not None or piece.colour is Colour.WHITE
    masked = piece.colour is Colour.BLACK and not known
    withdrawn = piece.refused is not None and not mine and seat != GM
    return PieceSeen(
        number=numbers[piece.number],
        at=piece.at if mine or seat == GM else piece.out or piece.at,
        seat=piece.apparent,
        to=piece.to,
        text="" if withdrawn else piece.text,
        colour=Colour.WHITE if masked else piece.colour,
        dateline="" if withdrawn else piece.dateline,
        phase=piece.phase,
        name=piece.name if piece.colour is Colour.DARK_GREY else "",
        author=piece.apparent if masked else piece.seat if known else NOBODY,
        mine=mine,
        answers=numbers.get(piece.answers, 0),
        unnamed=bool(seat) and seat == piece.unnamed,
        held=piece.shown is None,
        refused=piece.refused,
        why=piece.why,
        told=piece.told,
        muted=papers.muted(piece, seat),
    )


def complaints_seen(papers: Papers, seat: Seat | None) -> tuple[ComplaintSeen, ...]:
    """What was brought before the game master, whose alone it is to know."""
    if seat != GM:
        return ()
    numbers = {piece.number: number for number, piece in enumerate(papers.read_from(seat), 1)}
    return tuple(ComplaintSeen(numbers[each.piece], each.seat, each.why, each.at) for each in papers.complaints)
