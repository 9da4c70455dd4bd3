"""What becomes of questions put to the vote, and of the house rules that are changed."""

from __future__ import annotations

from collections.abc import Mapping

from dragoman.ballots.ballot import Ballot
from dragoman.diplomacy.events import (
    RulesChanged,
    VoteCast,
    VoteClosed,
    VoteDropped,
    VoteOpened,
    recorded,
)
from dragoman.diplomacy.houserules.provisions import chosen_anew
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.diplomacy.state import Proxy, State, Vote
from dragoman.diplomacy.state.votes import Count
from dragoman.game.changing import replace


def voted(state: State, event: VoteOpened | VoteCast | VoteClosed | VoteDropped) -> State:
    match event:
        case VoteOpened():
            vote = _opened(state, event)
        case VoteCast():
            vote = state.votes[event.number]
            ballot = Ballot(event.seat, event.choice, event.at, len(vote.ballots))
            vote = replace(vote, ballots=(*vote.ballots, ballot))
        case VoteClosed():
            vote = replace(state.votes[event.number], carried=event.carried, count=_count(event))
            if vote.about == "proxy":
                state = replace(state, proxies=_approved(state.proxies, vote.proxy, event.carried))
        case VoteDropped(number=number, refused=refused, why=why):
            dropped = "refused" if refused else "withdrawn"
            vote = replace(state.votes[number], carried=False, dropped=dropped, why=why)
    return replace(state, votes={**state.votes, vote.number: vote})


def _opened(state: State, event: VoteOpened) -> Vote:
    return Vote(
        number=event.number,
        at=event.at,
        author=event.seat,
        about=event.about,
        proxy=event.proxy,
        form=event.form,
        places=event.places,
        rules=event.rules,
        changes=event.changes,
        terms=event.terms,
        phase=state.phase,
        round=len(state.turns),
    )


def _count(event: VoteClosed) -> Count:
    phase = recorded.phase(event.phase) if event.phase is not None else None
    return Count(event.at, phase, event.votes, event.hows, event.rule, event.void)


def _approved(proxies: tuple[Proxy, ...], number: int, approved: bool) -> tuple[Proxy, ...]:
    return tuple(replace(each, approved=approved) if each.number == number else each for each in proxies)


def unasked(votes: Mapping[int, Vote], phases: int) -> Mapping[int, Vote]:
    """The votes once only so many phases stand as adjudicated: whether to go on (IX.2.B) is asked no more where what it
    followed from has been taken back."""
    return {
        number: replace(vote, carried=False, dropped="undone")
        if vote.open and vote.about == "continue" and vote.round > phases
        else vote
        for number, vote in votes.items()
    }


def rules_changed(state: State, event: RulesChanged) -> State:
    """Other house rules are in force. Where a vote changed them, the phase begins anew: the orders on file stay, and
    none of them is final any more."""
    by = str(event.number) if event.number else event.why
    book = chosen_anew(state.provisions, event.choices, event.at, event.cause, by)
    state = replace(state, sheet=Sheet.of({**state.sheet.as_rules(), **event.choices}), provisions=book)
    if event.cause != "vote":
        return state
    return replace(state, marks=dict.fromkeys(state.marks, False))
