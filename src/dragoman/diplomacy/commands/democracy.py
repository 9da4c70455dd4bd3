"""What people say of votes on builds (family D)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from dragoman.diplomacy.democracy.ballots import BallotLine
from dragoman.diplomacy.democracy.options import Option
from dragoman.game.protocol import Speaker


@dataclass(frozen=True, slots=True)
class CastBallot:
    """Vote on builds: the lines in order, the dearest first. It takes the place of an earlier ballot; one without lines
    gives no votes to anything. `came` is when it came, where it is heard later (None: now)."""

    by: Speaker
    lines: tuple[BallotLine, ...]
    came: datetime | None = None


@dataclass(frozen=True, slots=True)
class WithdrawBallot:
    """Take one's ballot back."""

    by: Speaker


@dataclass(frozen=True, slots=True)
class BreakTie:
    """The home power chooses among tied choices, the dearest first."""

    by: Speaker
    order: tuple[Option, ...]


PollCommand = CastBallot | WithdrawBallot | BreakTie
