"""What is wished of seats: to take one, to look on, to leave, to put somebody else in."""

from __future__ import annotations

from dataclasses import dataclass

from dragoman.game.protocol import Speaker
from dragoman.game.repute import UNKNOWN, Repute
from dragoman.game.seats import PersonId, Seat


@dataclass(frozen=True, slots=True)
class Join:
    """Ask for a power: those named, the dearest first (none named: any). `repute` is filled in by whoever keeps it."""

    by: Speaker
    wishes: tuple[str, ...] = ()
    repute: Repute = UNKNOWN


@dataclass(frozen=True, slots=True)
class Observe:
    """Look on under a name of one's own, which must be free at this table (empty: a number)."""

    by: Speaker
    name: str = ""


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the seat up, and perhaps suggest who might take it."""

    by: Speaker
    address: str = ""
    person: PersonId | None = None


@dataclass(frozen=True, slots=True)
class Invite:
    """The game master lets a person join a game that is not open to all, and has them told. In writing the person is an
    address; `person` is filled in by whoever knows addresses."""

    by: Speaker
    person: PersonId | None = None
    address: str = ""


@dataclass(frozen=True, slots=True)
class ReplacePlayer:
    """Put another person into a seat. In writing the person is an address; whoever knows addresses fills in `person`
    before the command is decided (see `Game.people_named`). `suggested` means whom the last player suggested; `clear`
    that the orders on file are not to stay."""

    by: Speaker
    seat: Seat
    address: str = ""
    person: PersonId | None = None
    why: str = ""
    suggested: bool = False
    clear: bool = False
