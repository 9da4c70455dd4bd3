"""Orders asked for in public (II.6)."""

from __future__ import annotations

from dragoman.diplomacy.events.happened import Happened
from dragoman.diplomacy.events.recorded import PhaseRecord


class PublicAsked(Happened, frozen=True, kw_only=True, tag="PublicAsked"):
    """The game master asked those powers to give their orders for the phase in public."""

    phase: PhaseRecord
    powers: tuple[str, ...]


class PrivateDemanded(Happened, frozen=True, kw_only=True, tag="PrivateDemanded"):
    """A player asked for private orders, and the request for public ones is off."""

    phase: PhaseRecord
    seat: str
