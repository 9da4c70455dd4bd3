"""How a game of Nomic begins and ends, and who plays in it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from dragoman.nomic.events.happened import Happened
from dragoman.nomic.events.recorded import RuleRecord


class GameOpened(Happened, frozen=True, kw_only=True, tag="GameOpened"):
    """A game was opened. It holds every rule and regulation in full, so that a rule set that changes later changes this
    game in nothing.

    `by` opened it; `gm` presides, None where the automatic referee does. `next_number` and `next_regulation` are what
    the first proposal and the first regulation get. `readings` are those chosen; `collation` the language by whose
    alphabet names are put in order. `wanted` is how many players it begins with by itself (0: when it is said).
    """

    name: str
    by: str
    rules: tuple[RuleRecord, ...]
    regulations: tuple[RuleRecord, ...]
    readings: Mapping[str, str]
    next_number: int
    next_regulation: int
    lang: str = "en"
    zone: str = "UTC"
    seed: int = 0
    collation: str = "en"
    entry: str = "open"
    wanted: int = 0
    ruleset: str = ""
    gm: str | None = None


class PersonInvited(Happened, frozen=True, kw_only=True, tag="PersonInvited"):
    """Someone may join, though the game is not open to all."""

    person: str


class PlayerSeated(Happened, frozen=True, kw_only=True, tag="PlayerSeated"):
    """Someone is a player from the beginning, in this place at the table (from 1)."""

    person: str
    player: str
    surname: str = ""
    score: int = 0


class ObserverSeated(Happened, frozen=True, kw_only=True, tag="ObserverSeated"):
    """Someone looks on from that seat."""

    person: str
    seat: str


class GameStarted(Happened, frozen=True, kw_only=True, tag="GameStarted"):
    """Play began."""


class FactsRecorded(Happened, frozen=True, kw_only=True, tag="FactsRecorded"):
    """The state of affairs was recorded by hand, by whoever presides or as a game was opened in its middle. What is
    None is as it was."""

    by: str
    why: str = ""
    scores: Mapping[str, int] = {}
    circuits: int | None = None
    mover: str | None = None
    next_number: int | None = None
    next_regulation: int | None = None


class JoinAsked(Happened, frozen=True, kw_only=True, tag="JoinAsked"):
    """Someone would like to join, or to come back, once the votes on `waits_for` are complete (306)."""

    person: str
    player: str
    surname: str = ""
    waits_for: tuple[int, ...] = ()
    returns: bool = False


class PlayerJoined(Happened, frozen=True, kw_only=True, tag="PlayerJoined"):
    """Someone is a player from now on; `returns`: again, with the score and penalties they left with."""

    person: str
    player: str
    surname: str = ""
    score: int = 0
    returns: bool = False


class PlayerForfeited(Happened, frozen=True, kw_only=True, tag="PlayerForfeited"):
    """A player forfeited the game (113)."""

    player: str


class PlayerReplaced(Happened, frozen=True, kw_only=True, tag="PlayerReplaced"):
    """Whoever presides gave a player's seat to another person; everything else is as it was."""

    player: str
    person: str
    why: str = ""


class Paused(Happened, frozen=True, kw_only=True, tag="Paused"):
    """The clock stands still."""

    why: str = ""


class Resumed(Happened, frozen=True, kw_only=True, tag="Resumed"):
    """The clock goes on; everything that was still to come comes as much later as the clock stood still."""

    paused_at: datetime


class WinnerDeclared(Happened, frozen=True, kw_only=True, tag="WinnerDeclared"):
    """Somebody has won, by that rule."""

    player: str
    rule: str
    why: str = ""


class GameEnded(Happened, frozen=True, kw_only=True, tag="GameEnded"):
    """The game is over without a winner; `abandoned`: because nobody plays any more."""

    why: str = ""
    abandoned: bool = False
