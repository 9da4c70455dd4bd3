"""Who may say a thing at all: refusals that many commands have in common."""

from __future__ import annotations

from dragoman.game.protocol import Speaker
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say
from dragoman.game.seats import GM, KEEPER
from dragoman.nomic.state import Stage, State


def player(state: State, by: Speaker) -> str:
    """The player who speaks; empty if it is none."""
    known = state.players.get(by.seat or "")
    return known.name if known is not None and known.plays else ""


def not_playing(state: State, by: Speaker) -> Refusal | None:
    """Why nobody may act so as a player now, or None."""
    if state.over:
        return Refusal("game-over", say("The game {game} is over.", game=state.name))
    if not player(state, by):
        return Refusal("not-a-player", say("Only players may do that; write “join” to become one."), "306")
    if state.stage is Stage.FORMING:
        return Refusal("not-begun", say("The game {game} has not begun yet.", game=state.name))
    return None


def not_presiding(state: State, by: Speaker) -> Refusal | None:
    """Why nobody may act so as the one who presides, or None. The keeper of the host always may."""
    if by.person == KEEPER or (by.seat == GM and by.person == state.gm):
        return None
    return Refusal("not-the-gm", say("Only the game master may do that."))
