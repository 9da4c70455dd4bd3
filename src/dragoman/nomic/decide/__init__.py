"""Deciding: what comes about when somebody says something to a game of Nomic, or the clock strikes, or why it does not.

Deciding is pure. Where it needs a run of adopted code it asks for it, and is given the command again with the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from dragoman.game.asking import Answered, Ask, Outcome
from dragoman.game.directions import unmarked_within
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say
from dragoman.nomic import commands as c
from dragoman.nomic.decide import (
    clock,
    joining,
    judging,
    leaving,
    office,
    opening,
    proposing,
    regulating,
    talking,
    unplayable,
    voting,
)
from dragoman.nomic.decide.proceedings import Proceedings, Unanswered
from dragoman.nomic.events import Event
from dragoman.nomic.state import State

DECIDERS: Mapping[type, Callable[[Proceedings, Any], Refusal | None]] = {
    c.Join: joining.join,
    c.Observe: joining.observe,
    c.Forfeit: leaving.forfeit,
    c.Post: proposing.post,
    c.Revise: proposing.revise,
    c.Argue: proposing.argue,
    c.AnnounceVote: voting.announce,
    c.CastVote: voting.vote,
    c.Cancel: proposing.cancel,
    c.Regulate: regulating.propose,
    c.Invoke: judging.invoke,
    c.Judge: judging.decide_question,
    c.Overrule: judging.overrule,
    c.Consent: judging.consent,
    c.Confirm: unplayable.confirm,
    c.BuyOff: judging.buy_off,
    c.Record: office.record,
    c.Begin: joining.begin_at_word,
    c.Invite: joining.invite,
    c.Replace: office.replace,
    c.SetDeadline: office.deadline,
    c.Pause: office.pause,
    c.Resume: office.resume,
    c.End: office.end,
    c.Announce: office.announce,
    c.SendPress: talking.press,
}
"""What decides each command. Questions bring nothing about."""

STOPPED = (c.Post, c.Revise, c.AnnounceVote, c.CastVote, c.Cancel, c.Regulate)
"""What nobody may do while the game is paused."""


def decide(state: State | None, command: c.Command | Answered, now: datetime) -> tuple[Event, ...] | Refusal | Ask:
    """The events that a command brings about, why it is refused, or the run of code that must be made first."""
    asked: c.Command = unmarked_within(command.command if isinstance(command, Answered) else command)
    outcomes = command.outcomes if isinstance(command, Answered) else ()
    try:
        return _decided(state, asked, now, outcomes)
    except Unanswered as missing:
        return Ask(missing.call)


def _decided(
    state: State | None, command: c.Command, now: datetime, outcomes: tuple[Outcome, ...]
) -> tuple[Event, ...] | Refusal:
    if isinstance(command, c.OpenGame):
        made = opening.opened(command, now, outcomes)
        return made if isinstance(made, Refusal) else tuple(made.events)
    if state is None:
        return Refusal("not-opened", say("There is no game yet."))
    p = Proceedings(state, now, outcomes)
    if isinstance(command, c.ClockStruck):
        clock.strike(p, now)
        return tuple(p.events)
    if state.paused is not None and isinstance(command, STOPPED):
        return Refusal("paused", say("The game is paused: the clock stands still."))
    decider = DECIDERS.get(type(command))
    refused = decider(p, command) if decider is not None else None
    return refused if refused is not None else tuple(p.events)
