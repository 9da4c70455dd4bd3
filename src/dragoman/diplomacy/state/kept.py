"""Sets that fell short of the rules, and are kept for the game master to take (II.2)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from dragoman.diplomacy.board.position import Phase
from dragoman.diplomacy.orders.contingent import Choice
from dragoman.diplomacy.orders.order import Line
from dragoman.game.saying import Saying


@dataclass(frozen=True, slots=True)
class Kept:
    """A set under its number: when and from whom it came, what it orders, and what was wanting in how it came. `final`
    is None where it did not say; `taken` says that the game master has taken it."""

    number: int
    at: datetime
    person: str
    power: str
    phase: Phase
    lines: tuple[Line, ...]
    lacks: Saying
    final: bool | None = None
    giver: str = ""
    choices: tuple[tuple[int, Choice], ...] = ()
    perpetual: bool = False
    taken: bool = False
