"""Forfeiting is always possible (113), and what hangs on a player's being there follows at once."""

from __future__ import annotations

from dragoman.game.refusals import Refusal
from dragoman.game.saying import say
from dragoman.nomic.commands import Forfeit
from dragoman.nomic.decide import code, judging, turns, voting, who
from dragoman.nomic.decide.proceedings import Proceedings
from dragoman.nomic.events.players import GameEnded, PlayerForfeited
from dragoman.nomic.state import Stage


def forfeit(p: Proceedings, command: Forfeit) -> Refusal | None:
    """A player leaves. The next mover, the Judge, and votes that are complete now, are settled in this order."""
    name = who.player(p.state, command.by)
    if p.state.over:
        return Refusal("game-over", say("The game {game} is over.", game=p.state.name))
    if not name:
        return Refusal("not-a-player", say("You are no player of this game."), "113")
    p.happen(PlayerForfeited, player=name)
    if p.state.stage is not Stage.RUNNING:
        return None
    if not p.state.playing:
        p.happen(GameEnded, abandoned=True)
        return None
    code.occasion(p, "on_forfeit", {"player": name})
    judging.succeed(p, name)
    if p.state.turn.mover == name and not p.state.turn.begun and not p.over:
        turns.pass_on(p, name, p.state.turn.post_by)
    else:
        judging.release(p)
    voting.settle(p)
    return None
