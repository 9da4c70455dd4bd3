"""Errors claimed, conduct reported and sanctions, as one seat may see them.

A claim is its maker's and the game master's to see: what others learn is the correction, if there is one, and advice
taken in public. Sanctions are known to those they concern; whoever wrote an unsigned piece stays unknown by them, to
the game master and to its readers.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from dragoman.diplomacy.board.position import Phase
from dragoman.diplomacy.decide.windows import window
from dragoman.diplomacy.state import Claim, Conduct, State
from dragoman.diplomacy.state.conduct import Sanction
from dragoman.diplomacy.state.corrections import Advice
from dragoman.diplomacy.state.press import Papers
from dragoman.game.press import Colour
from dragoman.game.seats import GM, Seat


@dataclass(frozen=True, slots=True)
class ClaimSeen:
    """An error claimed: see `Claim`. `number` counts those that may be seen from the seat; `closes` is until when the
    ruling can be corrected (None: until another is published, or it cannot be any more)."""

    number: int
    at: datetime
    seat: Seat
    phase: Phase
    text: str
    late: bool
    outcome: str
    by: str
    why: str
    review: datetime | None
    pleads: str
    advice: tuple[Advice, ...]
    open: bool
    mine: bool
    closes: datetime | None = None


@dataclass(frozen=True, slots=True)
class ReportSeen:
    """Conduct that was reported."""

    number: int
    at: datetime
    seat: Seat
    whose: str
    clause: str
    text: str


@dataclass(frozen=True, slots=True)
class SanctionSeen:
    """A sanction: of a seat, or, where that may not be known, of whoever wrote the `piece` of that number (0: none)."""

    at: datetime
    deed: str
    seat: str
    piece: int
    to: str
    kind: str
    why: str
    clause: str


def claims_seen(state: State, seat: Seat | None) -> tuple[ClaimSeen, ...]:
    """The claims that may be seen from a seat."""
    if seat is None:
        return ()
    mine = state.corrections.claims if seat == GM else state.corrections.of(seat)
    return tuple(_claim(state, claim, number, seat) for number, claim in enumerate(mine, 1))


def _claim(state: State, claim: Claim, number: int, seat: Seat) -> ClaimSeen:
    index = state.turn_of(claim.phase)
    return ClaimSeen(
        number=number,
        at=claim.at,
        seat=claim.seat,
        phase=claim.phase,
        text=claim.text,
        late=claim.late,
        outcome=claim.outcome,
        by=claim.by,
        why=claim.why,
        review=claim.review,
        pleads=claim.pleads,
        advice=tuple(each for each in claim.advice if each.public or seat == GM),
        open=claim.open,
        mine=claim.seat == seat,
        closes=window(state, index).closes() if index is not None and claim.open else None,
    )


def reports_seen(conduct: Conduct, seat: Seat | None) -> tuple[ReportSeen, ...]:
    """What was reported: for the game master all of it, for others what they reported."""
    found = [each for each in conduct.reports if seat is not None and seat in (GM, each.seat)]
    return tuple(
        ReportSeen(number, each.at, each.seat, each.whose, each.clause, each.text)
        for number, each in enumerate(found, 1)
    )


def sanctions_seen(state: State, seat: Seat | None) -> tuple[SanctionSeen, ...]:
    """The sanctions that concern a seat; for the game master all."""
    if seat is None:
        return ()
    found = [each for each in state.conduct.sanctions if seat in (GM, each.seat, each.to)]
    return tuple(sanction_seen(state.papers, each, seat) for each in found)


def blocks_seen(state: State) -> tuple[SanctionSeen, ...]:
    """The blocks in force, as the game master may see them."""
    return tuple(sanction_seen(state.papers, each, GM) for each in state.conduct.in_force(state.seats))


def sanction_seen(papers: Papers, sanction: Sanction, seat: Seat) -> SanctionSeen:
    """A sanction from a seat. A seat that is known by the piece alone is not named."""
    pieces = papers.read_from(seat)
    number = next((at for at, each in enumerate(pieces, 1) if each.number == sanction.piece), 0)
    piece = next((each for each in pieces if each.number == sanction.piece), None)
    known = (
        not sanction.piece
        or seat == sanction.seat
        or (piece is not None and (piece.told is not None or piece.colour is Colour.WHITE))
    )
    return SanctionSeen(
        sanction.at, sanction.deed, sanction.seat if known else "", number, sanction.to, sanction.kind, sanction.why,
        sanction.clause,
    )  # fmt: skip
