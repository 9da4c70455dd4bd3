"""What is wished of time, and what the clock itself says."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from dragoman.diplomacy.board.position import Phase
from dragoman.game.protocol import Speaker


@dataclass(frozen=True, slots=True)
class ClockStruck:
    """The clock stands at `now`. `away` is since when and until when the host was away, or its clock wrong, where that
    took in what is due here."""

    now: datetime
    away: tuple[datetime, datetime] | None = None


@dataclass(frozen=True, slots=True)
class SetDeadline:
    """`leapt` is the time of day as it was written, where the local clock leaps over it on that day; `sure` that it is
    meant though it is near and orders are missing."""

    by: Speaker
    deadline: datetime
    why: str = ""
    leapt: str = ""
    sure: bool = False


@dataclass(frozen=True, slots=True)
class Pause:
    """Stop the clock, until that moment (None: for as long as VII.4.pause lets it stand)."""

    by: Speaker
    why: str = ""
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Resume:
    by: Speaker


@dataclass(frozen=True, slots=True)
class Process:
    """Adjudicate now. The phase must be named, so that a command said twice does not process the next one as well."""

    by: Speaker
    phase: Phase | None = None
