"""Questions put to the vote, and the ballots on them (II.3.D, IX)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from dragoman.ballots.ballot import Ballot


@dataclass(frozen=True, slots=True)
class Vote:
    """One question: by whom it was put, about what (`proxy`: the proxy of that number), and every ballot received.

    `carried` is None while the vote is open.
    """

    number: int
    at: datetime
    author: str
    about: str
    proxy: int = 0
    ballots: tuple[Ballot, ...] = ()
    carried: bool | None = None
