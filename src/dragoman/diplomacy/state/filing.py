"""Sets of orders as they are received and kept, and which of several counts (III.4)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from dragoman.diplomacy.board.position import PhaseKind
from dragoman.diplomacy.orders.order import Line, Order, Waive

MANY = 1_000
"""More builds or disbands than anybody can have: what is on file for adjustments that are not known yet."""


@dataclass(frozen=True, slots=True)
class Received:
    """One set of orders as it arrived. `perpetual` says that it is to hold for later phases of its kind, too (II.4);
    `public` that it was sent for all to see (II.6); `since` how many phases had been adjudicated when it came, so that
    its conditions are about what happened later."""

    at: datetime
    lines: tuple[Line, ...]
    final: bool
    channel: str = ""
    perpetual: bool = False
    public: bool = False
    since: int = 0


Sets = tuple[Received, ...]
"""All sets of a power for one phase, in the order of receipt."""


def combined(letter: str, received: Sets, kind: PhaseKind, count: int = MANY) -> tuple[Line, ...]:
    """The orders that count, made of all sets received by clause III.4. `count` is how many builds or disbands are
    due."""
    if not received:
        return ()
    if not _read_together(letter, received):
        return received[-1].lines
    if kind is PhaseKind.ADJUSTMENT:
        return _filled(received, count)
    return _newest(received)


def _read_together(letter: str, received: Sets) -> bool:
    """Whether earlier sets are looked at beside the last one.

    III.4.A and 4.D.1.d: never; III.4.B and 4.D.1.a: always; 4.D.1.b: always, since a set that clearly replaces all is
    complete; 4.D.1.c: if they are clearly meant to stand beside it, that is, order none of the units it orders (ours).
    """
    match letter:
        case "A" | "4.D.1.d":
            return False
        case "4.D.1.c":
            earlier = {ordered_province(line.order) for each in received[:-1] for line in each.lines}
            return bool(received[-1].lines) and not any(
                ordered_province(x.order) in earlier for x in received[-1].lines
            )
        case _:
            return True


def ordered_province(order: Order) -> str:
    """The province an order is about; empty for a waived build that names none."""
    if isinstance(order, Waive):
        return order.place.province if order.place else ""
    return order.unit.place.province


def _newest(received: Sets) -> tuple[Line, ...]:
    """III.4.B: unit by unit the orders of the newest set that orders it."""
    newest = {ordered_province(line.order): index for index, each in enumerate(received) for line in each.lines}
    return tuple(
        line
        for index, each in enumerate(received)
        for line in each.lines
        if newest[ordered_province(line.order)] == index
    )


def _filled(received: Sets, count: int) -> tuple[Line, ...]:
    """III.4.B for adjustments: the newest set as it is; older ones only fill what it leaves open, so that a build
    ordered elsewhere since does not become one too many (ours: such units do not stand yet, or are free to choose)."""
    lines = list(received[-1].lines)
    for each in reversed(received[:-1]):
        taken = {ordered_province(line.order) for line in lines}
        spare = count - sum(_weight(line.order) for line in lines)
        older = [line for line in each.lines if ordered_province(line.order) not in taken]
        lines.extend(older[: max(spare, 0)])
    return tuple(lines)


def _weight(order: Order) -> int:
    return order.count if isinstance(order, Waive) else 1
