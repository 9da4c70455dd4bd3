"""The kinds of order there are, as frozen values. Type, coast and nationality are kept as they were written."""

from __future__ import annotations

from dataclasses import dataclass

from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import UnitKind


@dataclass(frozen=True, slots=True)
class Ordered:
    """A unit as an order names it: the place always, kind, coast and nationality only where they were written.

    Before settling (see `reading.settle`) these are the writer's words; afterwards they agree with the board.
    """

    place: Place
    kind: UnitKind | None = None
    power: str | None = None

    def __str__(self) -> str:
        return f"{self.kind.value} {self.place}" if self.kind else str(self.place)


@dataclass(frozen=True, slots=True)
class Hold:
    unit: Ordered


@dataclass(frozen=True, slots=True)
class Move:
    """`via` means the order itself says that the move is by convoy; `route` names sea provinces in order (VI.3)."""

    unit: Ordered
    to: Place
    via: bool = False
    route: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SupportHold:
    unit: Ordered
    supported: Ordered


@dataclass(frozen=True, slots=True)
class SupportMove:
    unit: Ordered
    supported: Ordered
    to: Place


@dataclass(frozen=True, slots=True)
class Convoy:
    unit: Ordered
    army: Ordered
    to: Place


@dataclass(frozen=True, slots=True)
class Retreat:
    unit: Ordered
    to: Place


@dataclass(frozen=True, slots=True)
class Disband:
    """Give up a dislodged unit in a retreat phase, or remove one in an adjustment phase."""

    unit: Ordered


@dataclass(frozen=True, slots=True)
class Build:
    """`unit.kind` is None where the writer left the type out (V.1)."""

    unit: Ordered


@dataclass(frozen=True, slots=True)
class Waive:
    """Leave builds unused. `count` is how many; `place` the centre named, if one was."""

    count: int = 1
    place: Place | None = None


MovementOrder = Hold | Move | SupportHold | SupportMove | Convoy
RetreatOrder = Retreat | Disband
AdjustmentOrder = Build | Disband | Waive
Order = Hold | Move | SupportHold | SupportMove | Convoy | Retreat | Disband | Build | Waive


@dataclass(frozen=True, slots=True)
class Line:
    """One order of a set: the order as understood, the text as given, and the tolerances used to read it."""

    order: Order
    text: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OrderSet:
    """The orders of one power for one phase, in the order written (some clauses count from top or bottom)."""

    power: str
    lines: tuple[Line, ...]
