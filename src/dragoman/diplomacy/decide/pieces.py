"""Pieces of press by the number that they have for whoever reads them."""

from __future__ import annotations

from dragoman.diplomacy.state import Piece, State
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say
from dragoman.game.seats import Seat


def piece_at(state: State, seat: Seat | None, number: int) -> Piece | Refusal:
    """A piece by the number that it has for whoever reads from that seat."""
    pieces = state.papers.read_from(seat)
    if 1 <= number <= len(pieces):
        return pieces[number - 1]
    return Refusal("unknown-piece", say("You have no piece of press with the number {number}.", number=number))
