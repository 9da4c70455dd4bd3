"""What people say of money (family P)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from dragoman.diplomacy.payola.bids import Offer
from dragoman.game.protocol import Speaker


@dataclass(frozen=True, slots=True)
class PlaceBids:
    """Bid for orders of the current phase; it takes the place of what was bid before. `came` is when they came,
    where they are heard later (None: now)."""

    by: Speaker
    offer: Offer
    came: datetime | None = None


@dataclass(frozen=True, slots=True)
class GiveMoney:
    """Pay another power."""

    by: Speaker
    to: str
    amount: int


MarketCommand = PlaceBids | GiveMoney
