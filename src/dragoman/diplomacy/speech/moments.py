"""Dates and times in letters about Diplomacy are read as everywhere; a time of day that the clocks leap over is taken
as the table's clock shows it (PB01)."""

from __future__ import annotations

from datetime import datetime, time, tzinfo

from dragoman.game.clock import shown
from dragoman.tongues import moments
from dragoman.tongues.moments import EXAMPLES, Day, day_of, leapt


def moment(text: str, now: datetime, zone: tzinfo, hour: time | None) -> datetime | None:
    """The moment a text names, in UTC; None where it names none, or might name several."""
    return moments.moment(text, now, zone, hour, lambda written, zone: shown(written, zone)[0])


__all__ = ["EXAMPLES", "Day", "day_of", "leapt", "moment"]
