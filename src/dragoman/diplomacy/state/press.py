"""Press as the referee keeps it: who wrote each piece, whom it names, and when it may be read from which seat."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from dragoman.diplomacy.board.position import Phase
from dragoman.game.press import ALL, OBSERVERS, UNSIGNED, Colour, is_observer, reaches
from dragoman.game.seats import GM, Seat


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of press; `phase` is when it was sent, None before play and after it.

    `seat` is its true author; `name` whom it is ascribed to: a seat if it is black, anybody if it is dark grey.
    `answers` is the number of the piece it answers, `unnamed` that one's author, where nobody knows who that is: they
    read it, too. `came` and `shown` order the moments at which pieces came and were published (None: it is held), and
    `out` tells when that was; `refused` when the game master refused it (None: it stands) and `why`; `told` when its
    author was disclosed.
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
    answers: int = 0
    unnamed: str = ""
    came: int = 0
    shown: int | None = None
    out: datetime | None = None
    refused: datetime | None = None
    why: str = ""
    told: datetime | None = None

    @property
    def apparent(self) -> Seat:
        """The seat it seems to come from: its author's, that of whom black press is ascribed to, or none."""
        if self.colour is Colour.WHITE:
            return self.seat
        return Seat(self.name) if self.colour is Colour.BLACK else Seat("")

    @property
    def muted_as(self) -> str:
        """What a reader mutes to be spared it. This hangs on what everybody can see of its author, never on who it is:
        who mutes a player must not learn by it what else that player writes."""
        return self.apparent or UNSIGNED

    def reads(self, seat: Seat | None) -> bool:
        """Whether it may be read from a seat (None: by the public), once it is out."""
        reader = seat if seat is not None else Seat("")
        return reaches(reader, self.seat, self.to) or (bool(reader) and reader == self.unnamed)

    def since(self, seat: Seat | None) -> int | None:
        """From when on it may be read from a seat; None: not yet. The game master sees at once what is to be published,
        since any piece may be refused (X.1); who wrote it is told to nobody."""
        if seat is not None and seat in (self.seat, GM):
            return self.came
        return self.shown


@dataclass(frozen=True, slots=True)
class Complaint:
    """A piece that one of its readers brought before the game master, and why. `came` orders it among the pieces."""

    piece: int
    seat: Seat
    why: str
    at: datetime
    came: int


@dataclass(frozen=True, slots=True)
class Papers:
    """All press of a game, with what readers did about it: `mutes` whom each mutes, `complaints` in their order.

    `moments` counts what came and was published; it numbers nothing that anybody sees.
    """

    pieces: tuple[Piece, ...] = ()
    complaints: tuple[Complaint, ...] = ()
    mutes: frozenset[tuple[Seat, str]] = frozenset()
    moments: int = 0

    def read_from(self, seat: Seat | None) -> tuple[Piece, ...]:
        """What may be read from a seat, in the order in which it came to be: each piece keeps its place for ever."""
        found = [(since, piece) for piece in self.pieces if (since := self._since(piece, seat)) is not None]
        return tuple(piece for _, piece in sorted(found, key=lambda each: each[0]))

    def _since(self, piece: Piece, seat: Seat | None) -> int | None:
        if piece.reads(seat):
            return piece.since(seat)
        if seat == GM:
            return next((each.came for each in self.complaints if each.piece == piece.number), None)
        return None

    def muted(self, piece: Piece, seat: Seat | None) -> bool:
        """Whether a reader has muted whoever seems to have written a piece. One's own and the game master's are heard
        always."""
        if seat is None or piece.seat == seat:
            return False
        observers = is_observer(piece.apparent) and (seat, OBSERVERS) in self.mutes
        return observers or (seat, piece.muted_as) in self.mutes

    # --- what comes about ---

    def with_piece(self, piece: Piece, held: bool) -> Papers:
        """Another piece has come; a held one waits for the report."""
        came = self.moments + 1
        piece = replace(piece, came=came, shown=None if held else came, out=None if held else piece.at)
        return replace(self, pieces=(*self.pieces, piece), moments=came)

    def published(self, at: datetime, phase: Phase | None = None) -> Papers:
        """The held pieces of a phase (None: all that wait) are out, unless they were refused."""
        moments, pieces = self.moments, []
        for piece in self.pieces:
            if piece.shown is None and piece.refused is None and phase in (None, piece.phase):
                moments += 1
                piece = replace(piece, shown=moments, out=at)
            pieces.append(piece)
        return replace(self, pieces=tuple(pieces), moments=moments)

    def waiting_for(self, phase: Phase) -> Papers:
        """What waits for a report that will not come now waits for that of the phase gone back to."""
        pieces = tuple(
            replace(piece, phase=phase) if piece.shown is None and piece.refused is None and piece.phase else piece
            for piece in self.pieces
        )
        return replace(self, pieces=pieces)

    def without(self, number: int, why: str, at: datetime) -> Papers:
        """The game master has refused a piece."""
        return self._changed({number}, lambda piece: replace(piece, refused=at, why=why))

    def disclosed(self, numbers: Iterable[int], at: datetime) -> Papers:
        """Who wrote those pieces has been told."""
        return self._changed(set(numbers), lambda piece: replace(piece, told=at))

    def _changed(self, numbers: set[int], change: Callable[[Piece], Piece]) -> Papers:
        pieces = tuple(change(piece) if piece.number in numbers else piece for piece in self.pieces)
        return replace(self, pieces=pieces)

    def with_complaint(self, piece: int, seat: Seat, why: str, at: datetime) -> Papers:
        """A reader has brought a piece before the game master."""
        complaint = Complaint(piece, seat, why, at, self.moments + 1)
        return replace(self, complaints=(*self.complaints, complaint), moments=complaint.came)

    def with_mute(self, seat: Seat, whom: str, muted: bool) -> Papers:
        """A reader mutes somebody, or hears them again."""
        mute = frozenset({(seat, whom)})
        return replace(self, mutes=self.mutes | mute if muted else self.mutes - mute)


def public(to: Iterable[str]) -> bool:
    """Whether a piece is for everybody, and so is published in the report."""
    return ALL in to
