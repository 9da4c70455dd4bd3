"""The pieces of which bodies about votes are made: values without a word of any language."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from msgspec import Struct

from dragoman.diplomacy.events.recorded import PhaseRecord


class ClauseChange(Struct, frozen=True):
    """A clause that would come out, or came out, different: the choices before and after, in writing."""

    number: str
    before: str
    after: str


class Overruled(Struct, frozen=True):
    """A clause that two proposals carried at once changed, each otherwise: the `last` holds."""

    clause: str
    first: int
    last: int


class BallotReceipt(Struct, frozen=True):
    """What one voter alone is given: the ballot as it was counted, and what proves that it was."""

    question: str
    voter: str
    ballot: str
    salt: str
    seal: str


class VoteTold(Struct, frozen=True, omit_defaults=True):
    """A vote as its reader may know it; see `polls.VoteSeen` for what its words mean. `giver`, `receiver` and
    `provinces` are those of the proxy that it is about.

    `level` is the letter of IX.4; `yes`, `no` and `left_out` the votes counted, where that lets them be told,
    `author_vote` the author's (empty: none), `author` and `votes` under C alone, `hows` telling how each came to be.
    """

    number: int
    about: str
    giver: str = ""
    receiver: str = ""
    provinces: tuple[str, ...] = ()
    form: str = ""
    places: tuple[tuple[str, ...], ...] = ()
    changes: tuple[ClauseChange, ...] = ()
    phase: PhaseRecord | None = None
    outcome: str = "open"
    why: str = ""
    void: tuple[str, ...] = ()
    closes: datetime | None = None
    held_over: bool = False
    silence: str = "no"
    abstaining: bool = True
    entitled: bool = False
    deemed: str = ""
    mine: str = ""
    own: bool = False
    level: str = ""
    yes: int | None = None
    no: int | None = None
    left_out: int | None = None
    author_vote: str | None = None
    author: str = ""
    votes: Mapping[str, str] = {}
    hows: Mapping[str, str] = {}
    receipt: BallotReceipt | None = None
    roll: tuple[str, ...] = ()
    early: bool = False


class YearTold(Struct, frozen=True):
    """The centres of each power that had any at the end of a year."""

    year: int
    centres: Mapping[str, int]
