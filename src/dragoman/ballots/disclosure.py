"""What may be told of a vote once it is over, by the letter of IX.4: values with nothing in them beyond their level.

A says whether the proposal passed. B adds the votes for each alternative and how the author voted, who stays unnamed.
C adds every vote and the author.
"""

from __future__ import annotations

from dataclasses import dataclass

from dragoman.ballots.ballot import Question
from dragoman.ballots.count import How, Rule, Tally


@dataclass(frozen=True, slots=True)
class Shown:
    """One voter's vote as it is told under C."""

    voter: str
    option: str
    how: How


@dataclass(frozen=True, slots=True)
class Disclosure:
    """What may be told; a part that is None may not.

    `left_out` is the weight of the votes not counted for any option. `author_vote` is empty where the author had no
    vote. How a vote came to be, and which rule decided, are told under C only: they may betray who said nothing.
    """

    question: str
    level: str
    carried: bool
    result: str
    counts: tuple[tuple[str, int], ...] | None = None
    left_out: int | None = None
    author_vote: str | None = None
    author: str | None = None
    votes: tuple[Shown, ...] | None = None
    rule: Rule | None = None


def disclosed(question: Question, tally: Tally, level: str) -> Disclosure:
    """What IX.4.A, B or C lets be told. Raises ValueError for any other letter."""
    told = Disclosure(tally.question, level, tally.carried, tally.result)
    author = tally.vote(question.author)
    counted = (tally.counts, tally.entitled - tally.counted, author.option if author else "")
    match level:
        case "A":
            return told
        case "B":
            return Disclosure(told.question, level, told.carried, told.result, *counted)
        case "C":
            votes = tuple(Shown(vote.voter, vote.option, vote.how) for vote in tally.votes)
            return Disclosure(
                told.question, level, told.carried, told.result, *counted, question.author, votes, tally.rule
            )
        case _:
            raise ValueError(f"IX.4 has the alternatives A, B and C, not {level!r}")
