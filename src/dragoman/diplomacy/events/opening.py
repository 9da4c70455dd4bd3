"""How a game came about."""

from __future__ import annotations

from collections.abc import Mapping

from dragoman.diplomacy.events.happened import Happened
from dragoman.diplomacy.events.recorded import PositionRecord

SEALING = 2
"""How the sets of orders of a game that is opened now are salted; an older game keeps the way that it began with."""


class GameOpened(Happened, frozen=True, kw_only=True, tag="GameOpened"):
    """A game was opened. It holds the whole map and every choice of house rules, so that neither a preset nor a map
    file that changes later changes this game.

    `by` opened it; `gm` is the human game master, None where the automatic referee presides; `given` the position to
    begin from where that is not the map's opening; `entry` is `open` (anybody may join) or `invited`. Deadlines fall at
    the local time of day `hour` (empty: whatever hour a phase begins) and on `weekdays` alone (Monday is 0), in `zone`.
    `anonymous` says that nobody learns who plays which power before the end; `least` how reliable, in per cent, a
    player must be who is not new to the host; `sealing` how sets of orders are salted (see `diplomacy.seals`).
    """

    name: str
    by: str
    map: str
    rules: Mapping[str, str]
    lang: str
    zone: str
    seed: int
    hour: str = ""
    weekdays: tuple[int, ...] = (0, 1, 2, 3, 4, 5, 6)
    gm: str | None = None
    given: PositionRecord | None = None
    entry: str = "open"
    anonymous: bool = False
    least: int = 0
    sealing: int = 1


class PersonInvited(Happened, frozen=True, kw_only=True, tag="PersonInvited"):
    """Someone may join, though the game is not open to all."""

    person: str


class PersonJoined(Happened, frozen=True, kw_only=True, tag="PersonJoined"):
    """Someone asked for a seat before the powers were allotted and waits in `seat` (`player 3`). `wishes` are powers,
    the dearest first; whatever is not named is as welcome as any other."""

    person: str
    seat: str
    wishes: tuple[str, ...] = ()


class PersonSeated(Happened, frozen=True, kw_only=True, tag="PersonSeated"):
    """Someone holds a seat from now on: a power that was free, or that of an observer."""

    person: str
    seat: str


class LotsDrawn(Happened, frozen=True, kw_only=True, tag="LotsDrawn"):
    """The powers were allotted: in the order of `turns` each waiting seat took the dearest power still free. `seats`
    maps the waiting seat to the power."""

    turns: tuple[str, ...]
    seats: Mapping[str, str]


class GameStarted(Happened, frozen=True, kw_only=True, tag="GameStarted"):
    """Play began."""
