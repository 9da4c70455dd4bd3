"""Ballots, and when a vote is decided: by itself as soon as nothing outstanding can change it, and at the latest when
what it is about comes to be adjudicated (II.3.D)."""

from __future__ import annotations

from datetime import datetime

from dragoman.ballots.ballot import ABSTAIN, NO, YES, Ballot, Question
from dragoman.ballots.close import Closing, Early, Objection, course, objection
from dragoman.ballots.count import Counting, tally
from dragoman.ballots.procedures import proxy_approval
from dragoman.diplomacy.commands import CastVote
from dragoman.diplomacy.decide.claims import not_running
from dragoman.diplomacy.events import Event, VoteCast, VoteClosed
from dragoman.diplomacy.evolve import evolve
from dragoman.diplomacy.state import State, Vote
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say

Outcome = tuple[Event, ...] | Refusal
CLOSING = Closing(early=Early.DECIDED)


def cast(state: State, command: CastVote, now: datetime) -> Outcome:
    """Take a ballot, and count if nothing more can change the result. The last ballot of each voter counts."""
    vote = state.votes.get(command.number)
    refused = not_running(state) or (_no_such(command) if vote is None else _not_counted(state, vote, command, now))
    if refused:
        return refused
    ballot = VoteCast(at=now, number=command.number, seat=command.by.seat or "", choice=command.choice)
    return ballot, *if_decided(evolve(state, ballot), command.number, now)


def _no_such(command: CastVote) -> Refusal:
    return Refusal("no-such-vote", say("There is no proposal number {number}.", number=command.number))


def _not_counted(state: State, vote: Vote, command: CastVote, now: datetime) -> Refusal | None:
    question, counting = asked(state, vote), counting_of(state)
    if vote.carried is not None:
        return Refusal("vote-over", say("The vote on proposal {number} is over.", number=vote.number))
    ballot = Ballot(command.by.seat or "", command.choice, now, len(vote.ballots))
    match objection(question, ballot, counting, course(question, vote.ballots, counting, CLOSING)):
        case None | Objection.CLOSED | Objection.NOT_OPEN_YET:
            return None
        case Objection.NOT_ENTITLED:
            return Refusal("no-vote", say("You have no vote on proposal {number}.", number=vote.number))
        case Objection.DEEMED:
            letter = state.sheet.letter("IX.5")
            return Refusal("deemed", say("Your vote on it counts as a Yes, whatever you say."), f"IX.5.{letter}")
        case Objection.MAY_NOT_ABSTAIN | Objection.NO_SUCH_OPTION:
            return Refusal("no-such-choice", say("Vote yes or no, or abstain."))


def counting_of(state: State) -> Counting:
    """How it is counted (II.3.D, in the way of IX)."""
    return proxy_approval(state.sheet.letter("IX.5"))


def asked(state: State, vote: Vote) -> Question:
    """The question with everybody who is entitled now: the players who still have a unit or a centre."""
    standing = {unit.power for unit in state.position.units} | set(state.position.centres.values())
    standing |= {each.unit.power for each in state.position.dislodged}
    voters = tuple(power for power in state.players() if power in standing)
    return Question(str(vote.number), voters, vote.at, author=vote.author)


def if_decided(state: State, number: int, now: datetime) -> tuple[Event, ...]:
    """The count of a vote that nothing outstanding can change any more."""
    vote = state.votes[number]
    question, counting = asked(state, vote), counting_of(state)
    if vote.carried is not None or not course(question, vote.ballots, counting, CLOSING).closed(now):
        return ()
    return (counted(state, vote, now),)


def counted(state: State, vote: Vote, now: datetime) -> VoteClosed:
    """The count as it stands."""
    result = tally(asked(state, vote), vote.ballots, counting_of(state))
    votes = {each.voter: each.option for each in result.votes}
    return VoteClosed(at=now, number=vote.number, carried=result.carried, votes=votes)


def lapsed(state: State, now: datetime) -> tuple[Event, ...]:
    """The votes on what is to be adjudicated now, counted as they stand: silence is a No."""
    pending = {proxy.number for proxy in state.lent() if proxy.approved is None}
    return tuple(
        counted(state, vote, now)
        for _, vote in sorted(state.votes.items())
        if vote.about == "proxy" and vote.proxy in pending and vote.carried is None
    )


__all__ = ["ABSTAIN", "NO", "YES", "asked", "cast", "counted", "if_decided", "lapsed"]
