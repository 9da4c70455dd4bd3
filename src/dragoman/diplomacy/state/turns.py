"""A phase that has been adjudicated, as the state keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from dragoman.diplomacy.adjudication.verdict import Ruling
from dragoman.diplomacy.board.position import Phase, Position
from dragoman.diplomacy.orders.contingent import Taken


@dataclass(frozen=True, slots=True)
class Turn:
    """A phase that has been adjudicated. `missing` are the powers that had something to order and sent nothing;
    `taken` tells each power which cases of its conditional orders were followed."""

    before: Position
    ruling: Ruling
    at: datetime
    deadline: datetime | None
    missing: tuple[str, ...] = ()
    cause: str = "deadline"
    taken: Mapping[str, tuple[Taken, ...]] = field(default_factory=dict)

    @property
    def phase(self) -> Phase:
        return self.before.phase
