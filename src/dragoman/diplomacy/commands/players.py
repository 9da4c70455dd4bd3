"""What is wished of those who play: to stand by, to hand a seat over for a while, to be replaced, and who presides."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from dragoman.game.protocol import Speaker
from dragoman.game.repute import UNKNOWN, Repute
from dragoman.game.seats import PersonId


@dataclass(frozen=True, slots=True)
class StandBy:
    """Sign on as a standby: for those powers (none named: for any). `repute` is filled in by whoever keeps it."""

    by: Speaker
    powers: tuple[str, ...] = ()
    repute: Repute = UNKNOWN


@dataclass(frozen=True, slots=True)
class CallStandby:
    """The game master calls a standby for a power: the one in that seat or with that address, or with neither the first
    who would play it."""

    by: Speaker
    power: str
    seat: str = ""
    address: str = ""
    person: PersonId | None = None


@dataclass(frozen=True, slots=True)
class NameDeputy:
    """Hand one's seat over to somebody for a while, up to a moment (None: until one comes back)."""

    by: Speaker
    address: str = ""
    person: PersonId | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class AllowDeputy:
    """The game master consents to a deputy, or does not."""

    by: Speaker
    power: str
    allowed: bool = True
    why: str = ""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Whoever handed a seat over has it back; the game master names the power."""

    by: Speaker
    power: str = ""


@dataclass(frozen=True, slots=True)
class RemovePlayer:
    """The game master takes a seat from its player, and leaves it vacant; with `disorder`, in civil disorder."""

    by: Speaker
    power: str
    why: str = ""
    disorder: bool = False


@dataclass(frozen=True, slots=True)
class AnswerApplicant:
    """The game master lets somebody join who stands on the host's blacklist (F.9), or does not."""

    by: Speaker
    number: int
    welcome: bool = True
    why: str = ""


@dataclass(frozen=True, slots=True)
class ListPlayer:
    """The game master puts whoever played a power last on the host's blacklist (F.9), until a moment (None: the usual
    time); or, not `listed`, takes them off."""

    by: Speaker
    power: str
    why: str = ""
    until: datetime | None = None
    listed: bool = True


@dataclass(frozen=True, slots=True)
class AppointSecond:
    """The game master takes somebody as a second one; `dismiss` sends the second away."""

    by: Speaker
    address: str = ""
    person: PersonId | None = None
    dismiss: bool = False


@dataclass(frozen=True, slots=True)
class HandOver:
    """The game master hands the office to another person, or (`referee`) to the automatic referee."""

    by: Speaker
    address: str = ""
    person: PersonId | None = None
    referee: bool = False


PlayersCommand = (
    StandBy
    | CallStandby
    | NameDeputy
    | AllowDeputy
    | TakeBack
    | RemovePlayer
    | AnswerApplicant
    | ListPlayer
    | AppointSecond
    | HandOver
)
