"""When play cannot go on, the first player unable to complete a turn wins, once the others confirm that it is so (213).

The confirmation is ours: nobody is to win by what the referee merely inferred.
"""

from __future__ import annotations

from fractions import Fraction

from dragoman.ballots.count import Threshold
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say
from dragoman.nomic import standing
from dragoman.nomic.commands import Confirm
from dragoman.nomic.decide import who, winning
from dragoman.nomic.decide.proceedings import Proceedings
from dragoman.nomic.events.judgment import ConfirmationGiven, FindingEnded, HeldForJudgment, UnplayableFound
from dragoman.nomic.events.players import WinnerDeclared

MOST = Threshold(Fraction(1, 2), strictly=True)


def found(p: Proceedings, number: int, player: str) -> None:
    """A Judge found it in question `number`, or nobody is left to judge that: `player` could not complete a turn."""
    rule = standing.owner(p.state, "unplayable_winner")
    if rule and player in p.state.playing:
        p.happen(UnplayableFound, id=number, player=player, rule=rule)
        _confirmed(p)
    else:
        p.happen(HeldForJudgment, what="judges-exhausted", about=str(number), clause="212")


def confirm(p: Proceedings, command: Confirm) -> Refusal | None:
    """One of the others says whether it is so."""
    refused = who.not_playing(p.state, command.by)
    if refused is not None:
        return refused
    if not p.state.unplayable:
        return Refusal("nothing-to-confirm", say("Nobody has found that play cannot go on."), "213")
    name = who.player(p.state, command.by)
    if name == p.state.unplayable:
        return Refusal("own-win", say("It is for the other players to confirm it."), "213")
    p.happen(ConfirmationGiven, player=name, confirms=command.agrees)
    settle(p)
    return None


def settle(p: Proceedings) -> None:
    """Whether it is confirmed by now, or can be no more."""
    if not p.state.unplayable or p.over:
        return
    if p.state.unplayable not in p.state.playing:
        p.happen(FindingEnded, player=p.state.unplayable, because="left")
    else:
        _confirmed(p)
    winning.settle(p)


def _confirmed(p: Proceedings) -> None:
    others = [name for name in p.state.playing if name != p.state.unplayable]
    agreed = sum(p.state.confirmations.get(name, False) for name in others)
    if others and not any(p.state.confirmations.get(name, True) for name in others):
        p.happen(FindingEnded, player=p.state.unplayable, because="denied")
        return
    if not others or MOST.met(agreed, len(others)):
        rule = standing.owner(p.state, "unplayable_winner")
        p.happen(WinnerDeclared, player=p.state.unplayable, rule=rule)
