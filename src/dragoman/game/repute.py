"""What is known of how reliably a person has played on this host, and the one figure made of it.

A figure is never shown without its counts, and it is drawn towards what is usual, so that one bad week of a newcomer
weighs little: nobody begins at nought, and nobody is kept out of a game by a record too short to tell anything.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol, runtime_checkable

from dragoman.game.seats import PersonId

USUAL = 9
"""Of `WEIGHT` rounds: what is taken for granted of somebody of whom nothing is known."""

WEIGHT = 10
"""How many rounds' worth the usual counts for beside what has been seen."""

LEAVING = 3
"""How many missed rounds it counts for to leave a game without cause and notice."""

FEW = 6
"""Rounds below which somebody is new here, and no figure is told at all."""

HIGHEST = 95
"""The most that a game can ask for, in per cent: more would keep out people who missed a single round in a hundred."""


@dataclass(frozen=True, slots=True)
class Listing:
    """That a person stands on the host's blacklist: in which game it came about, in which seat, why, and until when."""

    table: str
    seat: str
    why: str
    at: datetime
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Repute:
    """Rounds in which a person had something to order: `kept` where they sent something, `missed` where not; `excused`
    are misses that were announced, which count for nothing. `left` are games left without cause and notice."""

    kept: int = 0
    missed: int = 0
    excused: int = 0
    left: int = 0
    listings: tuple[Listing, ...] = ()

    @property
    def rounds(self) -> int:
        """The rounds that count."""
        return self.kept + self.missed

    @property
    def new(self) -> bool:
        """Whether too little has been seen to tell anything."""
        return self.rounds < FEW

    @property
    def figure(self) -> int:
        """Reliability in per cent, drawn towards the usual: from 0 to 100, and rising with every round kept."""
        return 100 * (self.kept + USUAL) // (self.rounds + LEAVING * self.left + WEIGHT)

    def suffices(self, least: int) -> bool:
        """Whether a game that asks for so many per cent may let the person in. Whoever is new may always come."""
        return self.new or self.figure >= least


@dataclass(frozen=True, slots=True)
class Mark:
    """What one event says of how a person played: `kind` is `kept`, `missed` or `excused` (a round), `listed` (on the
    blacklist, for `why`, `until` a moment), or `unlisted` (what that game put there stands no more)."""

    person: PersonId
    kind: str
    seat: str
    why: str = ""
    until: datetime | None = None


@runtime_checkable
class Remembers(Protocol):
    """A game whose events say how reliably persons play."""

    def marks(self, event: Any) -> tuple[Mark, ...]:
        """What that event says of persons."""
        ...

    def hides(self, event: Any) -> bool | None:
        """Whether from that event on nobody may learn who did what (False: everybody may; None: it changes nothing)."""
        ...


UNKNOWN = Repute()
"""Of whom nothing is known."""
