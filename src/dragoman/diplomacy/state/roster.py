"""Who sits at the table besides holding a power: standbys, deputies and whom they stand for, applicants; and how
regularly each power has been played. Persons are ids.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TypeVar

from dragoman.game.seats import GM, PersonId, Seat

V = TypeVar("V")

NOWHERE = Seat("")

SECOND = Seat("gm 2")
"""The seat of a second game master, who does and sees all that the first does."""

STANDBY = "standby "
"""What the name of a standby's seat begins with."""

AWAY = "away "
"""What the name of the place begins with that a player keeps whose seat a deputy holds."""


def is_standby(seat: str | None) -> bool:
    return seat is not None and seat.startswith(STANDBY)


def presides(seat: str | None) -> bool:
    """Whether a seat is a game master's."""
    return seat in (GM, SECOND)


@dataclass(frozen=True, slots=True)
class Standby:
    """Someone who would step in: for those powers, or (none named) for any."""

    seat: Seat
    person: PersonId
    at: datetime
    powers: tuple[str, ...] = ()

    def would(self, power: str) -> bool:
        return not self.powers or power in self.powers


@dataclass(frozen=True, slots=True)
class Leave:
    """A seat handed over for a while. `granted` says that the deputy holds it; until then it is asked for."""

    power: str
    owner: PersonId
    deputy: PersonId
    until: datetime | None = None
    granted: bool = False
    away: Seat = NOWHERE


@dataclass(frozen=True, slots=True)
class Applicant:
    """Someone on the host's blacklist who waits for the game master's word (F.9)."""

    number: int
    person: PersonId
    at: datetime
    wishes: tuple[str, ...] = ()
    standby: bool = False


@dataclass(frozen=True, slots=True)
class Tenure:
    """Who played a power from when to when (None: still). `came` is `seated`, `replaced`, `standby`, `deputy` or
    `returned`; `went` how it ended (empty: not yet): `resigned`, `missed`, `removed`, `replaced`, `deputy`, `returned`,
    or `contact` for whoever could not be reached."""

    power: str
    person: PersonId
    since: datetime
    came: str = "seated"
    until: datetime | None = None
    went: str = ""


@dataclass(frozen=True, slots=True)
class Roster:
    """Everything of the kind. `called` maps a power to the seat of the standby who is to send orders for it; `missed`
    counts the rounds in a row that a power's present player missed without excuse, `silent` those in which nothing at
    all came for it; `disorder` are the powers in civil disorder; `suggested` whom the last player of a power would have
    follow them; `welcome` are persons on the blacklist whom the game master let in; `listed` maps those whom this game
    put there to the seat they left."""

    standbys: tuple[Standby, ...] = ()
    called: Mapping[str, Seat] = field(default_factory=dict)
    leaves: Mapping[str, Leave] = field(default_factory=dict)
    missed: Mapping[str, int] = field(default_factory=dict)
    silent: Mapping[str, int] = field(default_factory=dict)
    disorder: frozenset[str] = frozenset()
    suggested: Mapping[str, PersonId] = field(default_factory=dict)
    applicants: tuple[Applicant, ...] = ()
    applied: int = 0
    welcome: frozenset[PersonId] = frozenset()
    listed: Mapping[PersonId, str] = field(default_factory=dict)
    tenures: tuple[Tenure, ...] = ()

    def standby(self, seat: str | None) -> Standby | None:
        """Who stands by in that seat."""
        return next((each for each in self.standbys if each.seat == seat), None)

    def acting(self, seat: str | None) -> str:
        """The power that the standby in that seat has been called for (empty: none)."""
        return next((power for power, called in self.called.items() if called == seat), "")

    def free(self, power: str) -> tuple[Standby, ...]:
        """The standbys who would play a power and have not been called for another, in the order of signing on."""
        busy = set(self.called.values())
        return tuple(each for each in self.standbys if each.would(power) and each.seat not in busy)

    def last(self, power: str) -> Tenure | None:
        """Who played a power last, or plays it."""
        return next((each for each in reversed(self.tenures) if each.power == power), None)

    # --- how it changes ---

    def begun(self, power: str, person: PersonId, at: datetime, came: str) -> Roster:
        """Somebody plays a power from now on: what its last player missed is none of theirs."""
        return replace(
            self,
            missed=_without(self.missed, power),
            silent=_without(self.silent, power),
            disorder=self.disorder - {power},
            suggested=_without(self.suggested, power),
            tenures=(*self.tenures, Tenure(power, person, at, came)),
        )

    def ended(self, power: str, at: datetime, went: str) -> Roster:
        """Whoever plays a power does so no longer."""
        tenures = tuple(
            replace(each, until=at, went=went) if each.power == power and each.until is None else each
            for each in self.tenures
        )
        return replace(self, missed=_without(self.missed, power), tenures=tenures)


def _without(mapping: Mapping[str, V], key: str) -> dict[str, V]:
    return {each: value for each, value in mapping.items() if each != key}
