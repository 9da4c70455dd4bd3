"""What the game master told everybody."""

from __future__ import annotations

from dragoman.diplomacy.events.happened import Happened


class Announced(Happened, frozen=True, kw_only=True, tag="Announced"):
    """The game master told everybody something."""

    text: str
