"""Closing tells from when to when ballots count: to a deadline, to the next orders, or early, once all have voted or
once nothing still outstanding can change the result.

No clock is read: a course is computed from the ballots, each with its moment, and comes out the same whenever it is
asked for. What is due at a moment is too late at that moment, as orders are; a ballot that itself ends the vote counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import groupby

from dragoman.ballots.ballot import ABSTAIN, WITHDRAWN, AnyBallot, Ballot, Cast, Question, latest
from dragoman.ballots.count import Counting, tally, valid


class Early(StrEnum):
    """When a vote ends before its time."""

    NEVER = "never"
    ALL_VOTED = "all-voted"
    DECIDED = "decided"
    """As soon as no vote of those who have not voted could change the result; those who have are taken at their
    word."""


@dataclass(frozen=True, slots=True)
class Closing:
    """When a vote closes.

    One of: `hours` after it opened, at the moment `until`, or `with_orders` (IX.4: with the next orders; the moment is
    told to `course`). With none of them it stays open until an early end, or until the game ends it. `notice` are the
    hours for which everybody may still revise once the vote would otherwise have closed (Democracy: 24). Raises
    ValueError where more than one of the three is given.
    """

    hours: float | None = None
    until: datetime | None = None
    with_orders: bool = False
    early: Early = Early.NEVER
    notice: float = 0

    def __post_init__(self) -> None:
        if (self.hours is not None) + (self.until is not None) + self.with_orders > 1:
            raise ValueError("a vote closes after so many hours, at a moment, or with the orders: not several of these")


class Because(StrEnum):
    """What ends a vote."""

    DEADLINE = "deadline"
    ORDERS = "orders"
    ALL_VOTED = "all-voted"
    DECIDED = "decided"


@dataclass(frozen=True, slots=True)
class Course:
    """The times of one vote as far as the ballots received tell them: `closes` is None while no end is in sight.

    `noticed` is when the notice began, or begins, where there is one; `because` is what ends the vote, notice aside.
    """

    opens: datetime
    closes: datetime | None = None
    because: Because | None = None
    noticed: datetime | None = None

    def admits(self, at: datetime) -> bool:
        """Whether a ballot received at that moment counts. One that ends the vote by itself does."""
        if at < self.opens:
            return False
        at_once = self.noticed is None and self.because in (Because.ALL_VOTED, Because.DECIDED)
        return self.closes is None or at < self.closes or (at_once and at == self.closes)

    def admitted(self, ballots: Iterable[AnyBallot]) -> tuple[AnyBallot, ...]:
        """Those ballots that were received in time."""
        return tuple(ballot for ballot in ballots if self.admits(ballot.at))

    def closed(self, now: datetime) -> bool:
        return self.closes is not None and now >= self.closes


def course(
    question: Question,
    ballots: Iterable[Ballot],
    counting: Counting,
    closing: Closing,
    orders_due: datetime | None = None,
) -> Course:
    """The course of a vote. `orders_due` is when the next orders are due, for votes that close with them."""
    due, because = _due(question, closing, orders_due)
    in_time = [b for b in ballots if question.opens <= b.at and (due is None or b.at < due)]
    early = _early(question, in_time, counting, closing.early)
    if early is not None and (due is None or early < due):
        reason = Because.ALL_VOTED if _all_voted(question, counting, in_time, early) else Because.DECIDED
        return _ended(question.opens, early, reason, closing.notice)
    return Course(question.opens) if due is None else _ended(question.opens, due, because, closing.notice)


def preference_course(
    question: Question, ballots: Iterable[Cast], closing: Closing, orders_due: datetime | None = None
) -> Course:
    """The course of a vote whose ballots are more than one choice: everybody entitled who sent one has voted.

    It can end early only by all having voted (Democracy: then notice goes out). Raises ValueError where `closing` would
    have it end once decided, which is for the game that counts to say.
    """
    if closing.early is Early.DECIDED:
        raise ValueError("only a vote on single choices can be known to be decided")
    plain = [Ballot(b.voter, b.written() and question.options[0], b.at, b.number) for b in ballots]
    return course(question, plain, Counting(silence=ABSTAIN), closing, orders_due)


def _due(question: Question, closing: Closing, orders_due: datetime | None) -> tuple[datetime | None, Because]:
    if closing.with_orders:
        return orders_due, Because.ORDERS
    if closing.hours is not None:
        return question.opens + timedelta(hours=closing.hours), Because.DEADLINE
    return closing.until, Because.DEADLINE


def _ended(opens: datetime, at: datetime, because: Because, notice: float) -> Course:
    return Course(opens, at + timedelta(hours=notice), because, at if notice else None)


# --- early ends ---


def _early(question: Question, ballots: Sequence[Ballot], counting: Counting, early: Early) -> datetime | None:
    """The first moment at which the vote may end, never before the electorate was what it is now."""
    if early is Early.NEVER:
        return None
    since = max(question.opens, question.since or question.opens)
    for moment in _moments(since, ballots):
        received = [ballot for ballot in ballots if ballot.at <= moment]
        if early is Early.ALL_VOTED:
            ended = not outstanding(question, received, counting)
        else:
            ended = decided(question, received, counting)
        if ended:
            return moment
    return None


def _moments(since: datetime, ballots: Iterable[Ballot]) -> list[datetime]:
    """Every moment at which something may have changed, from `since` on."""
    later = sorted(ballot.at for ballot in ballots if ballot.at > since)
    return [since, *(moment for moment, _ in groupby(later))]


def _all_voted(question: Question, counting: Counting, ballots: Iterable[Ballot], moment: datetime) -> bool:
    return not outstanding(question, [ballot for ballot in ballots if ballot.at <= moment], counting)


def outstanding(question: Question, ballots: Iterable[Ballot], counting: Counting) -> tuple[str, ...]:
    """Who has still to vote, by name: not those whose vote is taken as given, nor those who abstain."""
    standing = latest(ballot for ballot in ballots if valid(question, ballot, counting))
    said = {voter for voter, ballot in standing.items() if ballot.choice != WITHDRAWN}
    return tuple(
        voter for voter in question.voters if voter not in said and counting.deemed_vote(question, voter) is None
    )


def decided(question: Question, ballots: Sequence[Ballot], counting: Counting) -> bool:
    """Whether the votes outstanding, however they are cast, cannot change the result.

    It is enough to try each option from all of them, abstention and silence: any mixture lies between these, since more
    votes for an option never make it fail.
    """
    waiting = outstanding(question, ballots, counting)
    results = {tally(question, ballots, counting).result}
    for choice in (*question.options, ABSTAIN) if waiting else ():
        supposed = (Ballot(voter, choice, question.opens) for voter in waiting)
        others = (ballot for ballot in ballots if ballot.voter not in waiting)
        results.add(tally(question, (*others, *supposed), counting).result)
    return len(results) == 1


# --- what may be cast ---


class Objection(StrEnum):
    """Why a ballot cannot be accepted."""

    NOT_ENTITLED = "not-entitled"
    NO_SUCH_OPTION = "no-such-option"
    NOT_OPEN_YET = "not-open-yet"
    CLOSED = "closed"
    DEEMED = "deemed"
    """The voter's vote is taken as given."""
    MAY_NOT_ABSTAIN = "may-not-abstain"


def objection(question: Question, ballot: Ballot, counting: Counting, when: Course) -> Objection | None:
    """The first thing that is wrong with a ballot, or None if it counts from now on."""
    if ballot.voter not in question.electorate:
        return Objection.NOT_ENTITLED
    if ballot.at < when.opens:
        return Objection.NOT_OPEN_YET
    if not when.admits(ballot.at):
        return Objection.CLOSED
    if ballot.choice not in (*question.options, ABSTAIN, WITHDRAWN):
        return Objection.NO_SUCH_OPTION
    if counting.deemed_vote(question, ballot.voter) is not None:
        return Objection.DEEMED
    if ballot.choice == ABSTAIN and not counting.may_abstain(ballot.voter):
        return Objection.MAY_NOT_ABSTAIN
    return None


# --- when a vote opens ---


@dataclass(frozen=True, slots=True)
class Opening:
    """When a vote that was announced may open: from `earliest` to `latest` hours after the proposal was first posted,
    and at the latest hour if nobody says otherwise (Nomic 307: 24 and 48)."""

    earliest: float
    latest: float

    def allows(self, posted: datetime, opens: datetime) -> bool:
        return posted + timedelta(hours=self.earliest) <= opens <= posted + timedelta(hours=self.latest)

    def opens(self, posted: datetime, announced: datetime | None = None) -> datetime:
        """When it opens; an announcement outside the window is as if not made."""
        if announced is not None and self.allows(posted, announced):
            return announced
        return posted + timedelta(hours=self.latest)


__all__ = [
    "Because",
    "Closing",
    "Course",
    "Early",
    "Objection",
    "Opening",
    "course",
    "decided",
    "objection",
    "outstanding",
    "preference_course",
]
