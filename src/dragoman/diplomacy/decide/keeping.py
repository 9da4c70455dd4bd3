"""What whoever keeps the host may do where nobody presides: decide finally on a review (VIII.4), and what keeps a game
alive at all. Nothing of it shows them more than everybody sees, and all of it is told as theirs."""

from __future__ import annotations

from dragoman.diplomacy.commands import (
    Announce,
    Command,
    CorrectRuling,
    EndGame,
    HandOver,
    Invite,
    Pause,
    Preview,
    Question,
    ReplacePlayer,
    Resume,
    TakeAdvice,
    UpholdRuling,
)
from dragoman.diplomacy.state import State
from dragoman.game.protocol import Speaker
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say
from dragoman.game.seats import GM, KEEPER

HOUSEKEEPING = Announce | Pause | Resume | EndGame | Invite | ReplacePlayer | HandOver
"""What a game may need of its host (ours): one that was taken in has nobody in its seats, and one that leaves ends."""

NAME = "keeper"
"""Who decided, in events: `gm`, `referee`, or this."""


def decider(by: Speaker) -> str:
    """Who decides, as events have it."""
    return NAME if by.person == KEEPER else "gm"


def not_the_keepers(state: State, command: Command) -> Refusal | None:
    """Why whoever keeps the host may not do that, or None; None for everybody else."""
    by = getattr(command, "by", None)
    if by is None or by.person != KEEPER or by.seat != GM:
        return None
    if isinstance(command, Question):
        return _no() if isinstance(command, Preview) else None
    if isinstance(command, HOUSEKEEPING) or _decides(state, command):
        return None
    return _no()


def _decides(state: State, command: Command) -> bool:
    """Whether it decides on a review that was asked for."""
    reviews = [claim for claim in state.corrections.claims if claim.pending]
    match command:
        case UpholdRuling(number=number) | TakeAdvice(number=number):
            return any(claim.number == number for claim in reviews) or state.corrections.claim(number) is None
        case CorrectRuling(phase=phase):
            return phase is None or any(claim.phase == phase for claim in reviews)
        case _:
            return False


def _no() -> Refusal:
    says = say(
        "Nobody presides over this game: a program adjudicates it. Whoever keeps the host decides here on reviews that "
        "were asked for (VIII.4), and may announce, pause, resume, end the game, invite, seat people by “gm replace …” "
        "or have somebody preside by “gm hand over to x@example.org”."
    )
    return Refusal("keeper-only", says, "VIII.4")
