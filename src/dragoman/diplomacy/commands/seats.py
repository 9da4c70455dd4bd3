"""What is wished of seats: to take one, to look on, to leave, to put somebody else in."""

from __future__ import annotations

from dataclasses import dataclass

from dragoman.game.protocol import Speaker
from dragoman.game.seats import PersonId, Seat


@dataclass(frozen=True, slots=True)
class Join:
    """Ask for a power: those named, the dearest first (none named: any)."""

    by: Speaker
    wishes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Observe:
    """Look on under a name of one's own, which must be free at this table (empty: a number)."""

    by: Speaker
    name: str = ""


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the seat up."""

    by: Speaker


@dataclass(frozen=True, slots=True)
class Invite:
    """The game master lets a person join a game that is not open to all."""

    by: Speaker
    person: PersonId


@dataclass(frozen=True, slots=True)
class ReplacePlayer:
    """Put another person into a seat. In writing the person is an address; whoever knows addresses fills in `person`
    before the command is decided (see `Game.people_named`)."""

    by: Speaker
    seat: Seat
    address: str = ""
    person: PersonId | None = None
    why: str = ""
