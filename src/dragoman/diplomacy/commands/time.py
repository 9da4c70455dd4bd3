"""What players and the game master wish of time: delays, absences, pace, reminders, contact, late sets (VII)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from dragoman.game.protocol import Speaker


@dataclass(frozen=True, slots=True)
class AskDelay:
    """Ask for more time in the current round (VII.5)."""

    by: Speaker
    span: timedelta
    why: str = ""


@dataclass(frozen=True, slots=True)
class AnswerDelay:
    """The game master grants or refuses a delay, by its number."""

    by: Speaker
    number: int
    granted: bool
    why: str = ""


@dataclass(frozen=True, slots=True)
class Warn:
    """The game master warns a player that further delays may be refused (VII.5)."""

    by: Speaker
    seat: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class PlanAbsence:
    """Be away from `begins` until `ends`; `announced` to everybody, else known to the game master alone."""

    by: Speaker
    begins: datetime
    ends: datetime
    why: str = ""
    announced: bool = False


@dataclass(frozen=True, slots=True)
class WithdrawAbsence:
    """Be there after all, in place of the planned absence of that number."""

    by: Speaker
    number: int


@dataclass(frozen=True, slots=True)
class SetPace:
    """The game master has phases of some kinds last so many days from the next on (VII.4); with no kind named the
    lengths are again those of the house rules."""

    by: Speaker
    lengths: Mapping[str, int] = field(default_factory=dict)
    why: str = ""


@dataclass(frozen=True, slots=True)
class ObjectToPace:
    """A faster pace is a hardship (VII.4); or, not `stands`, it is one no longer."""

    by: Speaker
    stands: bool = True


@dataclass(frozen=True, slots=True)
class Remind:
    """The game master reminds those powers (none named: all whose orders are wanted) in private; `broadcast`: all."""

    by: Speaker
    powers: tuple[str, ...] = ()
    text: str = ""
    broadcast: bool = False


@dataclass(frozen=True, slots=True)
class MakeContact:
    """Say that one is there, after a missed turn (VII.6)."""

    by: Speaker


@dataclass(frozen=True, slots=True)
class CallResumption:
    """Call for a paused game to go on."""

    by: Speaker


@dataclass(frozen=True, slots=True)
class AcceptLate:
    """The game master takes the set that came late from a power, on proof that it was sent in time (VII.1)."""

    by: Speaker
    power: str
    why: str = ""


TimeCommand = AskDelay | PlanAbsence | WithdrawAbsence | ObjectToPace | MakeContact | CallResumption
"""What players say of time."""

TimeOffice = AnswerDelay | Warn | SetPace | Remind | AcceptLate
"""What the game master says of it."""
