"""A question is put to an electorate; a ballot answers it: one voter, one choice, one moment. The last one counts.

Nothing here knows what is voted on. Voters and options are plain words; a game gives them their meaning.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol, TypeVar

YES = "yes"
NO = "no"

ABSTAIN = "abstain"
"""The choice of a voter who says that the vote is to be counted without them."""

WITHDRAWN = ""
"""The choice of a voter who takes an earlier ballot back and gives none in its place."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, and of whom.

    `electorate` are those entitled *now*: who leaves is left out, who joins is put in, and `since` tells when that last
    happened. `options` are what can be chosen; `otherwise` is the one that stands if none of the others is carried.
    `author` proposed it; `beneficiary` is who would win by it alone, if anybody (IX.5). `weights` are for voters whose
    vote counts other than once. Raises ValueError where these do not fit together.
    """

    id: str
    electorate: tuple[str, ...]
    opens: datetime
    options: tuple[str, ...] = (YES, NO)
    otherwise: str = NO
    author: str = ""
    beneficiary: str = ""
    weights: Mapping[str, int] = field(default_factory=dict)
    since: datetime | None = None

    def __post_init__(self) -> None:
        if len(set(self.options)) != len(self.options) or {ABSTAIN, WITHDRAWN} & set(self.options):
            raise ValueError(f"options of {self.id} are repeated or reserved: {self.options}")
        if self.otherwise not in self.options:
            raise ValueError(f"{self.otherwise!r} is not an option of {self.id}: {self.options}")
        if any(weight < 0 for weight in self.weights.values()):
            raise ValueError(f"a vote on {self.id} weighs less than nothing")

    @property
    def voters(self) -> tuple[str, ...]:
        """Everyone entitled, each once, by name: so that no count hangs on the order in which they were listed."""
        return tuple(sorted(set(self.electorate)))

    def weight(self, voter: str) -> int:
        return self.weights.get(voter, 1)


class Cast(Protocol):
    """What any ballot tells: whose it is, when it was received, and which it was of those received at that moment."""

    @property
    def voter(self) -> str: ...
    @property
    def at(self) -> datetime: ...
    @property
    def number(self) -> int: ...
    def written(self) -> str:
        """The choice in one canonical line: equal choices are equal texts."""
        ...


@dataclass(frozen=True, slots=True)
class Ballot:
    """One choice: an option, ABSTAIN or WITHDRAWN. `number` orders ballots received at the same moment."""

    voter: str
    choice: str
    at: datetime
    number: int = 0

    def written(self) -> str:
        return self.choice


@dataclass(frozen=True, slots=True)
class Preference:
    """So many votes for one option, where a voter has several to place."""

    option: str
    votes: int


@dataclass(frozen=True, slots=True)
class PreferenceBallot:
    """Votes placed on several options, the one preferred first; how they are counted is for the game that asks."""

    voter: str
    preferences: tuple[Preference, ...]
    at: datetime
    number: int = 0

    def written(self) -> str:
        return "; ".join(f"{preference.votes} {preference.option}" for preference in self.preferences)


AnyBallot = TypeVar("AnyBallot", bound=Cast)


def latest(ballots: Iterable[AnyBallot]) -> dict[str, AnyBallot]:
    """The last ballot of each voter, by voter's name, whatever order they are given in."""
    standing: dict[str, AnyBallot] = {}
    for ballot in sorted(ballots, key=_place):
        standing[ballot.voter] = ballot
    return dict(sorted(standing.items()))


def _place(ballot: Cast) -> tuple[datetime, int, str]:
    return ballot.at, ballot.number, ballot.written()
