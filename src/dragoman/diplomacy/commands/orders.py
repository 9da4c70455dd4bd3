"""What is wished of orders: to send them, to mark them, to take them back, to leave units to another power."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from dragoman.diplomacy.board.position import Phase
from dragoman.diplomacy.orders.contingent import Choice
from dragoman.diplomacy.orders.order import Line, Ordered
from dragoman.game.protocol import Speaker


@dataclass(frozen=True, slots=True)
class SubmitOrders:
    """Orders for the phase named (None: the current one). `final` is True or False where the writer said so, else None;
    `channel` is how they came: `mail`, `web`, `api`, `gm`.

    `giver` is the power whose units they order by its proxy (empty: one's own); `choices` are conditional orders, each
    with the number of plain lines before it. `perpetual` asks that the set hold for
    every later phase of its kind (II.4); `public` that everybody be shown it (II.6). `came` is when they
    came, where they are heard later (None: now).
    """

    by: Speaker
    lines: tuple[Line, ...]
    phase: Phase | None = None
    final: bool | None = None
    channel: str = ""
    giver: str = ""
    choices: tuple[tuple[int, Choice], ...] = ()
    perpetual: bool = False
    public: bool = False
    came: datetime | None = None


@dataclass(frozen=True, slots=True)
class MarkStatus:
    """Call the set on file final or preliminary. Where there is none, the empty set is meant: every unit holds. `came`
    as in SubmitOrders."""

    by: Speaker
    final: bool
    phase: Phase | None = None
    came: datetime | None = None


@dataclass(frozen=True, slots=True)
class ClearOrders:
    """Take back all orders on file for that phase; with none named, for every phase, and the perpetual ones, too.
    `came` as in SubmitOrders."""

    by: Speaker
    phase: Phase | None = None
    came: datetime | None = None


@dataclass(frozen=True, slots=True)
class GrantProxy:
    """Leave units (for builds: centres) of one's own to another power to order, in the current phase (II.3)."""

    by: Speaker
    to: str
    units: tuple[Ordered, ...]


@dataclass(frozen=True, slots=True)
class RevokeProxy:
    """Take the proxies given for the current phase back: those given to that power (empty: all)."""

    by: Speaker
    to: str = ""


@dataclass(frozen=True, slots=True)
class AcceptKept:
    """The game master takes a set that fell short of the rules and was kept for them (II.2), by its number."""

    by: Speaker
    number: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class AcceptOrders:
    """The game master takes a set for a power that came some other way, or fell short of the rules (II.2, F.2).

    `channel` is the way it came (`post`, `in person`, `phone`), `received` when (None: now).
    """

    by: Speaker
    power: str
    lines: tuple[Line, ...]
    why: str
    phase: Phase | None = None
    choices: tuple[tuple[int, Choice], ...] = ()
    final: bool | None = None
    channel: str = "gm"
    received: datetime | None = None
