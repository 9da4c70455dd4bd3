"""Turns and circuits, points and penalties."""

from __future__ import annotations

from dataclasses import replace

from dragoman.nomic.events import judgment as j
from dragoman.nomic.events import turns as t
from dragoman.nomic.evolve.folds import folded
from dragoman.nomic.evolve.players import with_player
from dragoman.nomic.evolve.proposals import remembered, with_proposal
from dragoman.nomic.state import Penalty, Scored, State


@folded.register
def _(event: t.TurnPassed, state: State) -> State:
    ended = state.turn.mover if state.turn.begun else state.turn.ended
    ended_at = event.at if state.turn.begun else state.turn.ended_at
    turn = replace(
        state.turn, mover=event.to, begun=False, number=0, post_by=event.post_by, ended=ended, ended_at=ended_at,
        late=False, blocked_at=None,
    )  # fmt: skip
    return replace(state, turn=turn)


@folded.register
def _(event: t.TurnBegun, state: State) -> State:
    turn = replace(state.turn, mover=event.player, begun=True, number=event.number, late=False, blocked_at=None)
    judgments = tuple(replace(each, over=True) for each in state.judgments)
    return replace(state, turn=turn, judgments=judgments, consents={}, confirmations={}, unplayable="")


@folded.register
def _(event: j.TermEnded, state: State) -> State:
    return replace(state, judgments=tuple(replace(each, over=True) for each in state.judgments), consents={})


@folded.register
def _(event: t.TurnCompleted, state: State) -> State:
    done = replace(state.proposals[event.number], turn_done=True)
    return replace(with_proposal(state, done), turns=(*state.turns, (event.player, event.parallel)))


@folded.register
def _(event: t.CircuitCompleted, state: State) -> State:
    return replace(state, circuits=event.circuits)


@folded.register
def _(event: t.DeadlineSet, state: State) -> State:
    held_at = event.at if event.held else None
    return replace(state, turn=replace(state.turn, post_by=event.post_by, late=False, blocked_at=held_at))


@folded.register
def _(event: t.PostingMissed, state: State) -> State:
    return replace(state, turn=replace(state.turn, late=True))


@folded.register
def _(event: t.PointsAdded, state: State) -> State:
    player = state.players[event.player]
    entry = Scored(event.player, event.amount, event.because, event.rule, event.number, event.at, event.die, event.note)
    state = with_player(state, replace(player, score=player.score + event.amount))
    state = replace(state, points=(*state.points, entry))
    proposal = state.proposals.get(event.number)
    if proposal is None:
        return state
    if event.because == "turn":
        return with_proposal(state, replace(proposal, points=event.amount))
    if event.because == "defeat":
        return with_proposal(state, replace(proposal, lost=-event.amount))
    return state


@folded.register
def _(event: t.PenaltyAssigned, state: State) -> State:
    under_way = state.turn.begun  # the turn in which it is assigned is none of those that must pass
    own = sum(player == event.player for player, parallel in state.turns if not parallel)
    own += under_way and state.turn.mover == event.player
    in_order = sum(not parallel for _, parallel in state.turns) + under_way
    penalty = Penalty(event.id, event.player, event.category, event.severity, event.rule, event.at, in_order, own)
    about = {"player": event.player, "category": event.category, "severity": event.severity, "id": event.id}
    state = replace(state, penalties=(*state.penalties, penalty))
    return remembered(state, "on_penalty_assigned", about, event.at)


@folded.register
def _(event: t.PenaltyRemoved, state: State) -> State:
    held = tuple(replace(each, removed=event.at) if each.id == event.id else each for each in state.penalties)
    return replace(state, penalties=held)


@folded.register
def _(event: t.PenaltyRestored, state: State) -> State:
    held = tuple(replace(each, removed=None) if each.id == event.id else each for each in state.penalties)
    return replace(state, penalties=held)
