"""What becomes of questions put to the vote."""

from __future__ import annotations

from dataclasses import replace

from dragoman.ballots.ballot import Ballot
from dragoman.diplomacy.events import (
    VoteCast,
    VoteClosed,
    VoteOpened,
)
from dragoman.diplomacy.state import Proxy, State, Vote


def voted(state: State, event: VoteOpened | VoteCast | VoteClosed) -> State:
    match event:
        case VoteOpened():
            vote = Vote(event.number, event.at, event.seat, event.about, event.proxy)
        case VoteCast():
            vote = state.votes[event.number]
            ballot = Ballot(event.seat, event.choice, event.at, len(vote.ballots))
            vote = replace(vote, ballots=(*vote.ballots, ballot))
        case VoteClosed():
            vote = replace(state.votes[event.number], carried=event.carried)
            if vote.about == "proxy":
                state = replace(state, proxies=_approved(state.proxies, vote.proxy, event.carried))
    return replace(state, votes={**state.votes, vote.number: vote})


def _approved(proxies: tuple[Proxy, ...], number: int, approved: bool) -> tuple[Proxy, ...]:
    return tuple(replace(each, approved=approved) if each.number == number else each for each in proxies)
