"""What settling makes of a line: the unit it orders, the order as understood, and what is at fault with it; and what
all lines for a unit come to, the one order that it has."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from dragoman.diplomacy.board.unit import Unit
from dragoman.diplomacy.orders.order import (
    Line,
    MovementOrder,
    Order,
)


class Fault(StrEnum):
    """Why a line is no order, in the words that verdicts use as codes."""

    NO_SUCH_UNIT = "no-such-unit"
    IMPOSSIBLE = "impossible"
    AMBIGUOUS = "ambiguous"


@dataclass(frozen=True, slots=True)
class Flaw:
    """A fault and the house rule, rulebook or DATC point that makes it one (`"IV.3.A"`, `"rulebook"`, `"6.D.31"`)."""

    fault: Fault
    clause: str


class Blemish(StrEnum):
    """A slip of designation, which some house rules forgive unless a better order stands beside it (4.C.1.c …)."""

    TYPE_OMITTED = "4.C.1.c"
    TYPE_WRONG = "4.C.2.c"
    NATIONALITY_OMITTED = "4.C.5.c"
    NATIONALITY_WRONG = "4.C.6.c"


@dataclass(frozen=True, slots=True)
class Fate:
    """What settling made of one line.

    `unit` is the unit it orders, None where there is none such; `order` the order as understood, with kinds and coasts
    as on the board wherever they could be told (also of a line at fault); `flaw` is None for a line that is followed,
    or that merely repeats the one followed.
    """

    line: Line
    unit: Unit | None
    order: Order
    flaw: Flaw | None = None
    blemishes: frozenset[Blemish] = frozenset()


class Effective(NamedTuple):
    """The one order that a unit has.

    `line` is the index of the line followed, None for a unit that holds for want of a good order; `supportable` tells
    whether a hold support can help it (never for a move; for a misorder as III.5 says), `clause` by which rule.
    """

    unit: Unit
    order: MovementOrder
    supportable: bool
    line: int | None = None
    clause: str = "rulebook"


@dataclass(frozen=True, slots=True)
class Settled:
    """A power's set for a movement phase: the fate of each line, in the order written, and every unit's one order.

    Lines that were inferred stand after those written, and have no text (III.3.B).
    """

    power: str
    fates: tuple[Fate, ...]
    effective: tuple[Effective, ...]


IMPOSSIBLE = Flaw(Fault.IMPOSSIBLE, "rulebook")
