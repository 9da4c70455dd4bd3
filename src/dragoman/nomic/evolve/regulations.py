"""Votes on regulations."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from dragoman.nomic.events import proposals as q
from dragoman.nomic.evolve.folds import folded
from dragoman.nomic.state import Cast, RegulationVote, State


@folded.register
def _(event: q.RegulationProposed, state: State) -> State:
    vote = RegulationVote(event.handle, event.player, event.at, event.change, event.voters)
    return replace(state, regulation_votes=(*state.regulation_votes, vote))


@folded.register
def _(event: q.RegulationCast, state: State) -> State:
    cast = Cast(event.player, event.choice, event.at)
    return _with_regulation(state, event.handle, lambda vote: replace(vote, casts=(*vote.casts, cast)))


@folded.register
def _(event: q.RegulationCompleted, state: State) -> State:
    return _with_regulation(
        state,
        event.handle,
        lambda vote: replace(
            vote, closed=event.at, adopted=event.adopted, why=event.why, votes=dict(event.votes),
            favourable=event.favourable, entitled=event.entitled,
        ),
    )  # fmt: skip


def _with_regulation(state: State, handle: str, changed: Any) -> State:
    votes = tuple(
        changed(each) if each.handle == handle and each.closed is None else each for each in state.regulation_votes
    )
    return replace(state, regulation_votes=votes)
