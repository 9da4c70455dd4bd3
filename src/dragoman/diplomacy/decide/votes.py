"""Who is asked, how their votes are counted, and when: a vote on a proxy by itself as soon as nothing outstanding can
change it (II.3.D), every other with the orders that are due next (IX.4), so that until then any vote may be revised.

The clauses that govern a vote (IX.4, IX.5, F.16.silence) hold for it as they stood when the question was put.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from dragoman.ballots import procedures
from dragoman.ballots.ballot import ABSTAIN, NO, YES, Ballot, Question
from dragoman.ballots.close import Closing, Early, Objection, course, objection, outstanding
from dragoman.ballots.count import Counting, tally
from dragoman.diplomacy.commands import CastVote
from dragoman.diplomacy.decide.claims import late_for, not_running
from dragoman.diplomacy.events import Event, VoteCast, VoteClosed, recorded
from dragoman.diplomacy.evolve import evolve
from dragoman.diplomacy.state import State, Vote
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say
from dragoman.game.seats import GM

Outcome = tuple[Event, ...] | Refusal

PROXY, ENDING, RULES, GOING_ON = "proxy", "ending", "rules", "continue"
"""What a vote can be about."""

GOVERNING = ("IX.4", "IX.5", "F.16.silence")
"""The clauses whose choices are recorded with a question."""

WITH_ORDERS = Closing()
"""No moment of its own: the adjudication counts it."""

AT_ONCE = Closing(early=Early.DECIDED)

TIME_TO_READ = timedelta(hours=24)
"""Where silence is a Yes, nobody's is taken for one sooner after the question was put (ours)."""


DEEMED = "deemed"
"""Why a ballot is not taken: the house rules have given the vote already (IX.5)."""


def cast(state: State, command: CastVote, now: datetime) -> Outcome:
    """Take a ballot, and count where that is all that is waited for. The last ballot of each voter counts."""
    vote = state.votes.get(command.number)
    refused = not_running(state) or (
        no_such(command.number) if vote is None else _not_counted(state, vote, command, now)
    )
    if refused:
        if refused.code == DEEMED and command.choice == YES:
            return ()  # it is so already; nothing that was said is refused
        return refused
    ballot = VoteCast(at=now, number=command.number, seat=command.by.seat or "", choice=command.choice)
    return ballot, *if_decided(evolve(state, ballot), command.number, now)


def too_late(state: State, seat: str, now: datetime) -> Refusal | None:
    """IX.4: votes are due with the orders, and taken as long as those of the same seat are. While a result waits for
    its release the next orders are already those after it."""
    return None if state.corrections.held is not None else late_for(state, seat, now)


def no_such(number: int) -> Refusal:
    return Refusal("no-such-vote", say("There is no proposal number {number}.", number=number))


def over(vote: Vote) -> Refusal:
    return Refusal("vote-over", say("The vote on proposal {number} is over.", number=vote.number))


def sealed(state: State, vote: Vote) -> bool:
    """Whether its time is over though it is not counted yet: the result of the phase waits for its release, and the
    game master has seen it (VIII)."""
    held = state.corrections.held
    return held is not None and vote.about != PROXY and vote.at < held


def waits(vote: Vote) -> Refusal:
    text = say(
        "The vote on proposal {number} has ended; its result is told with that of the phase.", number=vote.number
    )
    return Refusal("vote-over", text, "IX.4")


def _not_counted(state: State, vote: Vote, command: CastVote, now: datetime) -> Refusal | None:
    question, counting = asked(state, vote), counting_of(state, vote)
    if not vote.open:
        return over(vote)
    if sealed(state, vote):
        return waits(vote)
    if past := too_late(state, command.by.seat or "", command.came or now):
        return replace(past, text=f"vote {command.choice} on {command.number}")
    ballot = Ballot(command.by.seat or "", command.choice, now, len(vote.ballots))
    match objection(question, ballot, counting, course(question, vote.ballots, counting, _closing(vote))):
        case None | Objection.CLOSED | Objection.NOT_OPEN_YET:
            return None
        case Objection.NOT_ENTITLED:
            return Refusal("no-vote", say("You have no vote on proposal {number}.", number=vote.number))
        case Objection.DEEMED:
            deemed = counting.deemed_vote(question, ballot.voter)
            clause = deemed.clause if deemed else ""
            written = f"vote {command.choice} on {command.number}"
            return Refusal(DEEMED, say("Your vote on it counts as a Yes, whatever you say."), clause, written)
        case Objection.MAY_NOT_ABSTAIN:
            return _must_vote(vote, counting)
        case Objection.NO_SUCH_OPTION:
            return Refusal("no-such-choice", say("Vote yes or no, or abstain."))


def _must_vote(vote: Vote, counting: Counting) -> Refusal:
    if vote.about == RULES:
        return Refusal("no-abstention", say("The game master may not abstain: vote yes or no."), counting.clause)
    text = say("Nobody can abstain from this vote: who is not for going on is against it.")
    return Refusal("no-abstention", text, counting.clause)


# --- who is asked, and how it is counted ---


def term(state: State, vote: Vote, clause: str) -> str:
    """The letter of a clause that governs the vote."""
    return vote.terms.get(clause) or state.sheet.letter(clause)


def terms(state: State) -> dict[str, str]:
    """What holds for a question that is put now."""
    return {clause: state.sheet.letter(clause) for clause in GOVERNING}


def silence(state: State, vote: Vote) -> str:
    """What a vote not cast counts as."""
    return YES if vote.about == ENDING and term(state, vote, "F.16.silence") == "B" else NO


def counting_of(state: State, vote: Vote) -> Counting:
    """How it is counted."""
    letter = term(state, vote, "IX.5")
    match vote.about:
        case "rules":
            return procedures.rule_change(letter, GM if state.moderated() else "")
        case "continue":
            return procedures.continuation()
        case "ending":
            counted = {"win": procedures.concession, "draw": procedures.draw}.get(vote.form, procedures.ranking)
            return counted(letter, silence(state, vote))
        case _:
            return procedures.proxy_approval(letter)


def asked(state: State, vote: Vote) -> Question:
    """The question with everybody who is entitled now: the players remaining, and on the rules a human game master."""
    voters = state.remaining()
    if vote.about == RULES and state.moderated():
        voters = (*voters, GM)
    return Question(str(vote.number), voters, vote.at, author=vote.author, beneficiary=vote.beneficiary)


def awaited(state: State) -> bool:
    """Whether somebody has still to vote on what is counted with the next orders: nothing is adjudicated early then
    (ours: votes are due when the orders are, VII.2.B or not)."""
    return bool(unvoted(state))


def unvoted(state: State) -> tuple[int, ...]:
    """The numbers of what is counted with the next orders and not everybody has voted on."""
    counted = (vote for vote in state.votes.values() if vote.open and vote.about != PROXY)
    return tuple(vote.number for vote in counted if _outstanding(state, vote))


def _outstanding(state: State, vote: Vote) -> tuple[str, ...]:
    return outstanding(asked(state, vote), vote.ballots, counting_of(state, vote))


def _closing(vote: Vote) -> Closing:
    return AT_ONCE if vote.about == PROXY else WITH_ORDERS


# --- counting ---


def if_decided(state: State, number: int, now: datetime) -> tuple[Event, ...]:
    """The count of a vote that nothing outstanding can change any more, where it waits for nothing else."""
    vote = state.votes[number]
    question, counting = asked(state, vote), counting_of(state, vote)
    if not vote.open or not course(question, vote.ballots, counting, _closing(vote)).closed(now):
        return ()
    return (counted(state, vote, now),)


def counted(state: State, vote: Vote, now: datetime) -> VoteClosed:
    """The count as it stands."""
    result = tally(asked(state, vote), vote.ballots, counting_of(state, vote))
    return VoteClosed(
        at=now,
        number=vote.number,
        carried=result.carried,
        votes={each.voter: each.option for each in result.votes},
        hows={each.voter: each.how.value for each in result.votes},
        rule=result.rule.value,
        phase=recorded.phase_record(state.phase),
    )


def lapsed(state: State, now: datetime) -> tuple[Event, ...]:
    """The votes on proxies for what is to be adjudicated now, counted as they stand: silence is a No."""
    pending = {proxy.number for proxy in state.lent() if proxy.approved is None}
    return tuple(
        counted(state, vote, now)
        for _, vote in sorted(state.votes.items())
        if vote.about == PROXY and vote.proxy in pending and vote.open
    )


def due(state: State, now: datetime) -> tuple[Vote, ...]:
    """The votes that are counted with the orders that are due now, in the order in which they were proposed."""
    return tuple(
        vote
        for _, vote in sorted(state.votes.items())
        if vote.open and vote.about != PROXY and not _too_new(state, vote, now)
    )


def _too_new(state: State, vote: Vote, now: datetime) -> bool:
    """Whether it is counted with the orders after: it came when the time for these was over, or too shortly before."""
    if state.corrections.held is not None and not sealed(state, vote):
        return True
    return silence(state, vote) == YES and now < vote.at + TIME_TO_READ and bool(_outstanding(state, vote))


def closes(state: State, vote: Vote, seat: str = "") -> datetime | None:
    """Until when a seat may vote on it, as far as that can be told: while its orders are taken (None: with those after,
    or while the game waits for somebody's)."""
    due = state.deadline and state.time.grace.get(seat, state.deadline)
    if due is None or state.paused is not None or held_over(state, vote):
        return None
    spoken = max((vote.at, *(ballot.at for ballot in vote.ballots if ballot.voter == seat)))
    return due if spoken < due else None


def held_over(state: State, vote: Vote) -> bool:
    """Whether, by the deadline that stands, it is counted with the orders after those that are due now."""
    if state.corrections.held is not None:
        return not sealed(state, vote)
    return state.deadline is not None and silence(state, vote) == YES and state.deadline < vote.at + TIME_TO_READ


__all__ = [
    "ABSTAIN",
    "ENDING",
    "GOING_ON",
    "NO",
    "PROXY",
    "RULES",
    "YES",
    "asked",
    "awaited",
    "cast",
    "closes",
    "counted",
    "counting_of",
    "due",
    "held_over",
    "if_decided",
    "lapsed",
    "no_such",
    "over",
    "sealed",
    "silence",
    "term",
    "terms",
    "too_late",
    "waits",
]
