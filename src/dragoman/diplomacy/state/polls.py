"""Votes on builds as the referee keeps them: what is voted on, every ballot, and what came of the count (family D)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from dragoman.ballots.ballot import ABSTAIN, Preference, PreferenceBallot, latest
from dragoman.diplomacy.board.position import Phase
from dragoman.diplomacy.board.unit import Unit
from dragoman.diplomacy.democracy.ballots import BallotLine, Fitted
from dragoman.diplomacy.democracy.count import Found, Rank
from dragoman.diplomacy.democracy.options import Contest, Option

BEGINNING = "beginning"
BUILDS = "builds"

BLANK = (Preference(ABSTAIN, 0),)
"""What stands on the ballot of a voter who gives no votes; who has cast none at all is still waited for."""


@dataclass(frozen=True, slots=True)
class Poll:
    """One vote on builds. `number` counts them through the game; `about` is `beginning` or `builds`.

    `ballots` are all that were cast and not taken back, `fitted` the last one of each voter as it was made to fit.
    `notice` is until when they can still be changed, once that was told; `counts`, `found` and `seals` come with the
    count, `salts` and `cast` with it for the receipts. `asked` are the ties that powers are still to decide, `until` by
    when, and `orders` what was decided of them. `closed` is when it was over; `placed` what stands by it at the
    beginning.
    """

    number: int
    about: str
    phase: Phase
    at: datetime
    contests: tuple[Contest, ...]
    ballots: tuple[PreferenceBallot, ...] = ()
    fitted: Mapping[str, Fitted] = field(default_factory=dict)
    notice: datetime | None = None
    counts: Mapping[Option, int] | None = None
    found: Mapping[str, tuple[Found, ...]] = field(default_factory=dict)
    seals: tuple[str, ...] = ()
    salts: Mapping[str, str] = field(default_factory=dict)
    cast: Mapping[str, str] = field(default_factory=dict)
    asked: Mapping[str, tuple[Option, ...]] = field(default_factory=dict)
    until: datetime | None = None
    orders: Mapping[str, tuple[Rank, ...]] = field(default_factory=dict)
    closed: datetime | None = None
    placed: tuple[Unit, ...] = ()

    @property
    def counted(self) -> bool:
        return self.counts is not None

    def contest(self, power: str) -> Contest | None:
        return next((each for each in self.contests if each.power == power), None)

    def standing(self) -> dict[str, PreferenceBallot]:
        """The last ballot of each voter."""
        return latest(self.ballots)

    def lines(self, voter: str) -> tuple[BallotLine, ...]:
        """What counts of a voter's ballot."""
        found = self.fitted.get(voter)
        return found.lines if found is not None else ()

    def built(self, power: str) -> tuple[Unit, ...]:
        """The units that a power is to build by it."""
        return tuple(
            each.winner.unit(power) for each in self.found.get(power, ()) if each.built and each.winner is not None
        )


def open_poll(polls: Sequence[Poll]) -> Poll | None:
    """The vote that is not over yet, of which there is at most one."""
    return polls[-1] if polls and polls[-1].closed is None else None
