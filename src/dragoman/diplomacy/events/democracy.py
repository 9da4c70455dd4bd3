"""Votes on builds, the ballots, and how they were counted (family D)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from msgspec import Struct

from dragoman.diplomacy.events.happened import Happened
from dragoman.diplomacy.events.recorded import PhaseRecord, UnitRecord


class ContestRecord(Struct, frozen=True):
    """What is decided for one power: so many builds among its centres."""

    power: str
    builds: int
    centres: tuple[str, ...]


class BallotLineRecord(Struct, frozen=True, omit_defaults=True):
    """So many votes for one choice, as `F STP/NC` or `NO BUILD STP`; `text` as it was written."""

    option: str
    votes: int
    text: str = ""


class FoundRecord(Struct, frozen=True, omit_defaults=True):
    """What became of one centre: the choice that won (empty: none), whether it is built, why, and what was tied.

    `why` is one of `leads, nothing, unvoted, beyond, list, choice, alphabet, lot, rule, open`.
    """

    power: str
    centre: str
    winner: str = ""
    built: bool = False
    why: str = "leads"
    tied: tuple[str, ...] = ()


class PollOpened(Happened, frozen=True, kw_only=True, tag="PollOpened"):
    """A vote on builds began. `about` is `beginning` or `builds`; `phase` the one before which, or in which, it is
    held."""

    number: int
    about: str
    phase: PhaseRecord
    contests: tuple[ContestRecord, ...]


class BallotCast(Happened, frozen=True, kw_only=True, tag="BallotCast"):
    """A ballot came in and takes the place of the voter's earlier one: the lines that count, in order. One without
    lines says that its voter gives no votes.

    `cut` are votes beyond what the voter has, `impossible` the lines for what cannot be built. `allotted` are the votes
    the voter had.
    """

    number: int
    seat: str
    lines: tuple[BallotLineRecord, ...]
    cut: tuple[BallotLineRecord, ...] = ()
    impossible: tuple[BallotLineRecord, ...] = ()
    allotted: int = 0


class BallotWithdrawn(Happened, frozen=True, kw_only=True, tag="BallotWithdrawn"):
    """A voter took the ballot back, and gave none in its place."""

    number: int
    seat: str


class NoticeGiven(Happened, frozen=True, kw_only=True, tag="NoticeGiven"):
    """Notice was given that ballots can be changed `until` then. `cause` is `all-voted` or `deadline`."""

    number: int
    until: datetime
    cause: str


class PollCounted(Happened, frozen=True, kw_only=True, tag="PollCounted"):
    """The ballots were counted: the votes for every choice, what came of it in each centre, and among what the home
    powers are asked to choose, until when (None: nothing is asked).

    `seals` are those of all ballots, in the order of their bytes; `salts` and `ballots` by voter are the referee's to
    know, and let each voter be given a receipt.
    """

    number: int
    counts: Mapping[str, int]
    found: tuple[FoundRecord, ...]
    asked: Mapping[str, tuple[str, ...]] = {}
    until: datetime | None = None
    seals: tuple[str, ...] = ()
    salts: Mapping[str, str] = {}
    ballots: Mapping[str, str] = {}


class TieBroken(Happened, frozen=True, kw_only=True, tag="TieBroken"):
    """A tie was decided for a power, by its choice, or for want of one (`by`: `choice`, `alphabet`, `lot`): the choices
    in order. `asked` are those among which it is asked to choose further, until the same moment."""

    number: int
    power: str
    order: tuple[str, ...]
    by: str
    asked: tuple[str, ...] = ()


class PollClosed(Happened, frozen=True, kw_only=True, tag="PollClosed"):
    """A vote is over: what came of it in each centre, and the units that are to stand by it. `placed` are those of all
    powers at the beginning; `missing` how many home centres of each power were left empty there."""

    number: int
    found: tuple[FoundRecord, ...]
    placed: tuple[UnitRecord, ...] = ()
    missing: Mapping[str, int] = {}


PollEvent = PollOpened | BallotCast | BallotWithdrawn | NoticeGiven | PollCounted | TieBroken | PollClosed
