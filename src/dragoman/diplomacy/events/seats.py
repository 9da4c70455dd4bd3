"""How seats changed hands."""

from __future__ import annotations

from dragoman.diplomacy.events.happened import Happened


class SeatResigned(Happened, frozen=True, kw_only=True, tag="SeatResigned"):
    """The holder gave the seat up; nobody holds it now. `suggested` is whom they would have follow them; `cause` is
    empty where they resigned, else `missed` (rounds, F.8), `contact` (not to be reached, VII.6) or `removed` (by the
    game master, whose reason is `why`)."""

    person: str
    seat: str
    suggested: str | None = None
    cause: str = ""
    why: str = ""


class PlayerReplaced(Happened, frozen=True, kw_only=True, tag="PlayerReplaced"):
    """Another person was put into a seat, by the game master, or (`cause` is `standby`) a standby by the rules: then
    `standby` is the seat they waited in, and what they sent there is the power's now. The orders on file stay, unless
    they were `cleared`."""

    person: str
    seat: str
    before: str | None = None
    why: str = ""
    cause: str = ""
    standby: str = ""
    cleared: bool = False
