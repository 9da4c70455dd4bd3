"""What came in of orders, and who left units to whom."""

from __future__ import annotations

from datetime import datetime

from dragoman.diplomacy.events.contingent import ChoiceRecord
from dragoman.diplomacy.events.happened import Happened
from dragoman.diplomacy.events.recorded import LineRecord, PhaseRecord
from dragoman.game.saying import Saying


class OrdersReceived(Happened, frozen=True, kw_only=True, tag="OrdersReceived"):
    """A set of orders arrived for a phase. That it arrived is this event, whatever is in it: an empty set is a set.

    `final` is as it was marked, or else what clause II.1 makes of an unmarked set; `person` who sent it. `channel` is
    how it came (`mail`, `web`, `gm`; of a set that a game master entered `post`, `in person` or `phone`, too).
    `giver` is the power whose units it orders by proxy (empty: the seat's own); `choices` are its conditional orders;
    `perpetual` that it holds for later phases of its kind, too; `public` that it was sent for all to see; `why` a game
    master's reason for taking a set that fell short of the rules, `kept` its number where it had been kept until then,
    and `came` when it had come.
    """

    person: str
    seat: str
    phase: PhaseRecord
    lines: tuple[LineRecord, ...]
    final: bool
    channel: str = ""
    giver: str = ""
    choices: tuple[ChoiceRecord, ...] = ()
    perpetual: bool = False
    public: bool = False
    why: str = ""
    kept: int = 0
    came: datetime | None = None


class OrdersKept(Happened, frozen=True, kw_only=True, tag="OrdersKept"):
    """A set of orders came that fell short of the rules, and is kept under that number for the game master, who may
    take it (II.2). Until then it is not on file. `final` is None where it did not say; `lacks` says what was
    wanting."""

    number: int
    person: str
    seat: str
    phase: PhaseRecord
    lines: tuple[LineRecord, ...]
    lacks: Saying
    final: bool | None = None
    giver: str = ""
    choices: tuple[ChoiceRecord, ...] = ()
    perpetual: bool = False


class StatusMarked(Happened, frozen=True, kw_only=True, tag="StatusMarked"):
    """The set on file was called final, or preliminary again."""

    seat: str
    phase: PhaseRecord
    final: bool


class OrdersCleared(Happened, frozen=True, kw_only=True, tag="OrdersCleared"):
    """All orders on file for the phase were taken back; with `perpetual`, those for later phases of its kind."""

    seat: str
    phase: PhaseRecord
    perpetual: bool = False


class ProxyGranted(Happened, frozen=True, kw_only=True, tag="ProxyGranted"):
    """A power left the units in those provinces (for builds: those centres) to another to order, in one phase.

    It is in force from now on, or, where it is `pending`, once a vote has carried it (II.3.D).
    """

    number: int
    seat: str
    to: str
    phase: PhaseRecord
    provinces: tuple[str, ...]
    pending: bool = False


class ProxyRevoked(Happened, frozen=True, kw_only=True, tag="ProxyRevoked"):
    """The giver took a proxy back: the one of that number, to whom and for what."""

    number: int
    seat: str
    to: str = ""
    provinces: tuple[str, ...] = ()
