"""What is wished of time, and what the clock itself says."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from dragoman.diplomacy.board.position import Phase
from dragoman.game.protocol import Speaker


@dataclass(frozen=True, slots=True)
class ClockStruck:
    """The clock stands at `now`."""

    now: datetime


@dataclass(frozen=True, slots=True)
class SetDeadline:
    by: Speaker
    deadline: datetime
    why: str = ""


@dataclass(frozen=True, slots=True)
class Pause:
    by: Speaker
    why: str = ""


@dataclass(frozen=True, slots=True)
class Resume:
    by: Speaker


@dataclass(frozen=True, slots=True)
class Process:
    """Adjudicate now. The phase must be named, so that a command said twice does not process the next one as well."""

    by: Speaker
    phase: Phase | None = None
