"""What players and the game master write to all."""

from __future__ import annotations

from dataclasses import replace

from dragoman.nomic.events import talk
from dragoman.nomic.evolve.folds import folded
from dragoman.nomic.state import Piece, State


@folded.register
def _(event: talk.PressSent, state: State) -> State:
    return replace(state, pieces=(*state.pieces, Piece(event.seat, event.to, event.text, event.at)))


@folded.register
def _(event: talk.Announced, state: State) -> State:
    return replace(state, pieces=(*state.pieces, Piece("", ("all",), event.text, event.at)))
