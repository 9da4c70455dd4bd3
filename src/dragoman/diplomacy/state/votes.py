"""Questions put to the vote, and the ballots on them (II.3.D, IX)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from dragoman.ballots.ballot import Ballot
from dragoman.ballots.endings import Ranking
from dragoman.ballots.receipts import Receipt, receipt
from dragoman.diplomacy.board.position import Phase


@dataclass(frozen=True, slots=True)
class Count:
    """How a vote was counted: when, with the orders for which phase, how everybody was counted and how that came to be,
    and what decided. `void` names clauses that contradict each other, for which a change that was carried was not
    made."""

    at: datetime
    phase: Phase | None
    votes: Mapping[str, str]
    hows: Mapping[str, str]
    rule: str = ""
    void: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Vote:
    """One question: by whom it was put, about what (`proxy`: the proxy of that number), and every ballot received.

    `carried` is None while the vote is open. `form` and `places` are an ending's, `rules` and `changes` those of a
    change of rules, `terms` the clauses that govern it, as in the event that opened it. `phase` is when it was put and
    `round` the count of phases adjudicated by then. `dropped` tells that it was not voted on: `withdrawn`,
    `refused` (and `why`), or `undone` with the phase that it followed from.
    """

    number: int
    at: datetime
    author: str
    about: str
    proxy: int = 0
    ballots: tuple[Ballot, ...] = ()
    carried: bool | None = None
    form: str = ""
    places: tuple[tuple[str, ...], ...] = ()
    rules: Mapping[str, str] = field(default_factory=dict)
    changes: tuple[tuple[str, str, str], ...] = ()
    terms: Mapping[str, str] = field(default_factory=dict)
    phase: Phase | None = None
    round: int = 0
    count: Count | None = None
    dropped: str = ""
    why: str = ""

    @property
    def open(self) -> bool:
        return self.carried is None

    @property
    def beneficiary(self) -> str:
        """Who alone would win by it (IX.5), or nobody."""
        return Ranking(self.places).soloist if self.places else ""


def receipts_of(game: str, seed: int, vote: Vote) -> tuple[Receipt, ...]:
    """A receipt for everybody whose vote was counted; each is its voter's alone, and the seals are everybody's."""
    if vote.count is None or not vote.count.hows:
        return ()
    question = f"{game}/{vote.number}"
    return tuple(
        receipt(question, voter, f"{option} ({vote.count.hows[voter]})", _salt(seed, vote.number, voter))
        for voter, option in sorted(vote.count.votes.items())
    )


def _salt(seed: int, number: int, voter: str) -> bytes:
    """Nobody can foresee it without the game's seed, and every replay draws the same."""
    return hashlib.sha256(f"{seed}\0ballot {number}\0{voter}".encode()).digest()
