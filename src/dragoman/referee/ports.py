"""What the referee needs of the world, as protocols: a ledger, and a source of salt. `store` keeps them; tests keep them in memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from dragoman.game.protocol import Notice, Speaker


class Stale(Exception):
    """Somebody else appended first: the expected version is no longer the last. Load again and decide anew."""


class UnknownTable(Exception):
    """No table of that name."""


@dataclass(frozen=True, slots=True)
class Slip:
    """One thing said to one table: either writing (`subject`, `text`) or a command already in hand (a form, an API call).

    `letter` identifies the stored letter it came from, so that the letter is marked as heard in the same transaction and a
    repetition is known; `answer` says whether a receipt is to be posted (mail) or only returned (web).
    """

    table: str
    speaker: Speaker
    subject: str = ""
    text: str = ""
    command: Any = None
    letter: str = ""
    answer: bool = False


@dataclass(frozen=True, slots=True)
class Chronicle:
    """A table as loaded: which game, its events in order (decoded), and the version (how many events there are)."""

    game: str
    events: tuple[Any, ...]
    version: int


@dataclass(frozen=True, slots=True)
class Posting:
    """A notice on its way out, with the key that makes a repetition recognisable (and its Message-ID equal)."""

    key: str
    notice: Notice
    in_reply_to: str = ""


class Ledger(Protocol):
    """The append-only record. `append` does all of it in one transaction or none of it."""

    def load(self, table: str) -> Chronicle:
        """Raises UnknownTable."""
        ...

    def create(self, table: str, game: str, events: Sequence[Any], now: datetime, due: datetime | None,
               postings: Sequence[Posting], letter: str = "") -> None:
        """Begin a table. Raises Stale if the name is taken."""
        ...

    def append(self, table: str, expected: int, events: Sequence[Any], now: datetime, due: datetime | None,
               postings: Sequence[Posting], letter: str = "") -> None:
        """Append after version `expected` (no events: only postings and the letter's mark). Raises Stale, UnknownTable."""
        ...

    def due(self, now: datetime, limit: int = 100) -> tuple[str, ...]:
        """Names of tables whose clock must strike by `now`, earliest first."""
        ...
