"""Counting turns ballots into a tally: what prevails, by which rule, and for every voter how their vote came to be.

Closing is not asked here (see `close`): whatever ballots are given are counted. All arithmetic is exact.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from fractions import Fraction

from dragoman.ballots.ballot import ABSTAIN, NO, WITHDRAWN, YES, Ballot, Question, latest


class Base(StrEnum):
    """Of what a threshold is a share: of all entitled to vote, or of the votes counted (abstentions left out)."""

    ENTITLED = "entitled"
    COUNTED = "counted"


@dataclass(frozen=True, slots=True)
class Threshold:
    """What an option needs: that share of the base, or with `strictly` more than it."""

    share: Fraction
    strictly: bool = False
    of: Base = Base.COUNTED

    def met(self, count: int, base: int) -> bool:
        """Whether so many votes are enough. No votes at all never are, however few are needed."""
        return count > 0 and (count > self.share * base if self.strictly else count >= self.share * base)


UNANIMITY = Threshold(Fraction(1))
"""Of those who vote, all: a single No defeats (IX.1–IX.3)."""

MAJORITY = Threshold(Fraction(1, 2), strictly=True)
"""More than half of the votes counted."""


class Role(StrEnum):
    """The part a voter has in a question, for which a vote may be taken as given."""

    AUTHOR = "author"
    BENEFICIARY = "beneficiary"


@dataclass(frozen=True, slots=True)
class Deemed:
    """Whoever has that role counts as having chosen the option, whatever they say or do not say; by which clause."""

    role: Role
    clause: str
    option: str = YES


@dataclass(frozen=True, slots=True)
class Counting:
    """How a question is counted.

    `needs` is what carries an option; None means that the option with the most votes is carried. `silence` is what an
    entitled voter who says nothing counts as: an option, or ABSTAIN. `quorum` is the share of those entitled, by
    weight, who must take part by voting or by announcing an abstention. `abstaining` tells whether an announced
    abstention is accepted; where it is not, and from those in `bound` (IX.3: the game master), it is no ballot at all.
    `deemed` are votes taken as given, the first that applies; `clause` is the rule that all this stands in.
    """

    needs: Threshold | None = UNANIMITY
    silence: str = NO
    quorum: Fraction = Fraction(0)
    abstaining: bool = True
    bound: frozenset[str] = frozenset()
    deemed: tuple[Deemed, ...] = ()
    clause: str = ""

    def may_abstain(self, voter: str) -> bool:
        return self.abstaining and voter not in self.bound

    def deemed_vote(self, question: Question, voter: str) -> Deemed | None:
        """The vote that is taken as given for that voter, or None."""
        parts = {Role.AUTHOR: question.author, Role.BENEFICIARY: question.beneficiary}
        return next((deemed for deemed in self.deemed if parts[deemed.role] == voter), None)


class How(StrEnum):
    """How a vote came to be."""

    CAST = "cast"
    SILENT = "silent"
    DEEMED = "deemed"
    ABSTAINED = "abstained"


@dataclass(frozen=True, slots=True)
class Vote:
    """One voter's vote as counted: `option` is ABSTAIN where it is left out; `clause` what deemed it; `at` when the
    ballot that counts was received."""

    voter: str
    option: str
    how: How
    weight: int = 1
    clause: str = ""
    at: datetime | None = None


class Rule(StrEnum):
    """What decided: the reason why an option was carried, or why none was."""

    UNANIMOUS = "unanimous"
    """Everybody whose vote counts is for it."""
    REACHED = "reached"
    """It has the share that it needs."""
    MOST = "most"
    """It has more votes than any other."""
    NO_QUORUM = "no-quorum"
    """Too few took part."""
    NOBODY = "nobody"
    """Nobody is for any change."""
    NOT_UNANIMOUS = "not-unanimous"
    """Where all must be for it, at least one is not."""
    SHORT = "short"
    """It falls short of the share that it needs."""
    TIED = "tied"
    """Several have as many votes."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The count of one question.

    `result` is the option that prevails and `carried` whether it is a change; `counts` has every option in the order of
    the question; `entitled` and `counted` are the weights of all entitled and of all votes counted; `leading` are the
    options that share the most votes; `votes` has one vote for everyone entitled, by name.
    """

    question: str
    result: str
    carried: bool
    rule: Rule
    counts: tuple[tuple[str, int], ...]
    entitled: int
    counted: int
    leading: tuple[str, ...]
    votes: tuple[Vote, ...]
    clause: str = ""

    def count(self, option: str) -> int:
        """The votes for an option, by weight. Raises KeyError for what is none."""
        return dict(self.counts)[option]

    def share(self, option: str = YES) -> Fraction:
        """The exact share of all entitled who voted for an option (Nomic 318); none where nobody is entitled."""
        return Fraction(self.count(option), self.entitled) if self.entitled else Fraction(0)

    def vote(self, voter: str) -> Vote | None:
        return next((vote for vote in self.votes if vote.voter == voter), None)


def tally(question: Question, ballots: Iterable[Ballot], counting: Counting) -> Tally:
    """Count. A ballot that is not `valid` is passed over and takes no earlier one's place. Raises ValueError where
    silence or a deemed vote means what is no option of the question."""
    _check(question, counting)
    standing = latest(ballot for ballot in ballots if valid(question, ballot, counting))
    votes = tuple(_vote(question, counting, voter, standing.get(voter)) for voter in question.voters)
    counts = {option: sum(v.weight for v in votes if v.option == option) for option in question.options}
    entitled, counted = sum(vote.weight for vote in votes), sum(counts.values())
    leading = _leading(counts)
    result, rule = _result(question, counting, counts, _took_part(votes), entitled)
    carried = result != question.otherwise
    return Tally(
        question.id, result, carried, rule, tuple(counts.items()), entitled, counted, leading, votes, counting.clause
    )


def _check(question: Question, counting: Counting) -> None:
    meant = {counting.silence, *(deemed.option for deemed in counting.deemed)} - {ABSTAIN}
    if not meant <= set(question.options):
        raise ValueError(f"{question.id} has the options {question.options}, and none of {sorted(meant)}")


def valid(question: Question, ballot: Ballot, counting: Counting) -> bool:
    """Whether a ballot is one that its voter can cast: entitled, for an option, or abstaining where that is allowed."""
    if ballot.voter not in question.electorate:
        return False
    if ballot.choice == ABSTAIN:
        return counting.may_abstain(ballot.voter)
    return ballot.choice == WITHDRAWN or ballot.choice in question.options


def _vote(question: Question, counting: Counting, voter: str, ballot: Ballot | None) -> Vote:
    weight = question.weight(voter)
    if (deemed := counting.deemed_vote(question, voter)) is not None:
        return Vote(voter, deemed.option, How.DEEMED, weight, deemed.clause)
    if ballot is None or ballot.choice == WITHDRAWN:
        return Vote(voter, counting.silence, How.SILENT, weight, counting.clause)
    how = How.ABSTAINED if ballot.choice == ABSTAIN else How.CAST
    return Vote(voter, ballot.choice, how, weight, at=ballot.at)


def _took_part(votes: tuple[Vote, ...]) -> int:
    return sum(vote.weight for vote in votes if vote.how is not How.SILENT)


def _leading(counts: Mapping[str, int]) -> tuple[str, ...]:
    most = max(counts.values())
    return tuple(option for option, count in counts.items() if count == most > 0)


def _result(
    question: Question, counting: Counting, counts: Mapping[str, int], took_part: int, entitled: int
) -> tuple[str, Rule]:
    """The option that prevails and why."""
    if took_part < counting.quorum * entitled:
        return question.otherwise, Rule.NO_QUORUM
    changes = {option: count for option, count in counts.items() if option != question.otherwise}
    if not any(changes.values()):
        return question.otherwise, Rule.NOBODY
    if counting.needs is None:
        return _most(counts, Rule.MOST, question.otherwise)
    needs = counting.needs
    base = entitled if needs.of is Base.ENTITLED else sum(counts.values())
    enough = {option: count for option, count in changes.items() if needs.met(count, base)}
    if not enough:
        return question.otherwise, Rule.NOT_UNANIMOUS if needs.share == 1 else Rule.SHORT
    return _most(enough, Rule.UNANIMOUS if needs.share == 1 else Rule.REACHED, question.otherwise)


def _most(counts: Mapping[str, int], rule: Rule, otherwise: str) -> tuple[str, Rule]:
    leading = _leading(counts)
    return (leading[0], rule) if len(leading) == 1 else (otherwise, Rule.TIED)
