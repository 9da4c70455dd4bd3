"""Phases that have been adjudicated: those whose ruling is in force, and those that were corrected or taken back.

A turn keeps what was on file when it was ruled upon, so that it can be adjudicated anew, or the game stand before it
again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from dragoman.diplomacy.adjudication.amending import Change
from dragoman.diplomacy.adjudication.verdict import Ruling
from dragoman.diplomacy.board.position import Phase, Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.diplomacy.orders.contingent import Taken
from dragoman.diplomacy.state.filing import Sets
from dragoman.diplomacy.state.proxies import Proxy
from dragoman.game.seats import PersonId, Seat

Retreats = tuple[tuple[str, tuple[Place, ...]], ...]


@dataclass(frozen=True, slots=True)
class Filed:
    """What was on file when a phase was ruled upon, and under which sheet: see the fields of that name in `State`.

    `holders` are who held which seat, `missed` and `silent` the rounds that powers had missed by then (see `Roster`).
    """

    sheet: Sheet
    retreats: Retreats
    sets: Mapping[str, Sets]
    marks: Mapping[str, bool]
    ahead: Mapping[Phase, Mapping[str, Sets]]
    proxies: tuple[Proxy, ...]
    by_proxy: Mapping[tuple[str, str], Sets]
    holders: Mapping[Seat, PersonId | None]
    missed: Mapping[str, int]
    silent: Mapping[str, int]
    amendments: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class Turn:
    """A phase that has been adjudicated. `missing` are the powers that had something to order and sent nothing;
    `taken` tells each power which cases of its conditional orders were followed.

    `disordered` are the powers that were in civil disorder. `published` is when the phase was first ruled upon, if this
    ruling is a later one (`cause` is `corrected` then). `why` are the game master's words on a ruling that they
    corrected, or amended by `changes` before it was published. `seals` are those of the
    orders that each power had sent.
    """

    before: Position
    ruling: Ruling
    at: datetime
    deadline: datetime | None
    missing: tuple[str, ...] = ()
    cause: str = "deadline"
    taken: Mapping[str, tuple[Taken, ...]] = field(default_factory=dict)
    filed: Filed | None = None
    published: datetime | None = None
    why: str = ""
    disordered: tuple[str, ...] = ()
    seals: tuple[tuple[str, str], ...] = ()
    changes: tuple[Change, ...] = ()

    @property
    def phase(self) -> Phase:
        return self.before.phase

    @property
    def out(self) -> datetime:
        """When the phase was first ruled upon: what was adjudicated in one go came out at one moment."""
        return self.published or self.at


@dataclass(frozen=True, slots=True)
class Superseded:
    """A ruling that is no longer in force: since when, why, and how: `corrected` by another, or `taken-back`."""

    turn: Turn
    at: datetime
    how: str
    why: str = ""
