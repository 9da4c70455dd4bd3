"""How seats changed hands."""

from __future__ import annotations

from dragoman.diplomacy.events.happened import Happened


class SeatResigned(Happened, frozen=True, kw_only=True, tag="SeatResigned"):
    """The holder gave the seat up; nobody holds it now."""

    person: str
    seat: str


class PlayerReplaced(Happened, frozen=True, kw_only=True, tag="PlayerReplaced"):
    """The game master put another person into a seat. The orders on file stay."""

    person: str
    seat: str
    before: str | None = None
    why: str = ""
