"""What becomes of press."""

from __future__ import annotations

from dragoman.diplomacy.board.position import Phase
from dragoman.diplomacy.events import (
    AuthorsDisclosed,
    NamesClaimed,
    PressEvent,
    PressMuted,
    PressRefused,
    PressReported,
    PressSent,
)
from dragoman.diplomacy.houserules.clause import Choice
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.diplomacy.state import Piece, Stage, State
from dragoman.game.changing import replace
from dragoman.game.press import Colour
from dragoman.game.seats import Seat


def written(state: State, event: PressEvent) -> State:
    """Press, and what became of it."""
    papers = state.papers
    match event:
        case PressSent():
            papers = papers.with_piece(_piece(state, event), event.held)
        case PressRefused(at=at, number=number, why=why):
            papers = papers.without(number, why, at)
        case PressReported(at=at, number=number, seat=seat, why=why):
            papers = papers.with_complaint(number, Seat(seat), why, at)
        case PressMuted(seat=seat, whom=whom, muted=muted):
            papers = papers.with_mute(Seat(seat), whom, muted)
        case AuthorsDisclosed(at=at, numbers=numbers):
            papers = papers.disclosed(numbers, at)
        case NamesClaimed(claimed=claimed):
            choices = dict(state.sheet.choices) | {"F.15": Choice("B", (("claimed", claimed),))}
            return replace(state, sheet=Sheet(tuple(choices.items())))
    return replace(state, papers=papers)


def _piece(state: State, event: PressSent) -> Piece:
    return Piece(
        event.number,
        event.at,
        Seat(event.seat),
        event.to,
        event.text,
        Colour(event.colour),
        event.dateline,
        phase_now(state),
        event.name,
        event.answers,
        event.unnamed,
    )


def phase_now(state: State) -> Phase | None:
    return state.phase if state.stage is Stage.RUNNING else None
