"""Sets of orders as they are received and kept, and which of several counts (III.4)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from dragoman.diplomacy.board.position import PhaseKind
from dragoman.diplomacy.orders.conditions import Facts
from dragoman.diplomacy.orders.contingent import Choice, Entry, Taken, resolve
from dragoman.diplomacy.orders.order import Line, Order, Waive
from dragoman.game.changing import replace

MANY = 1_000
"""More builds or disbands than anybody can have: what is on file for adjustments that are not known yet."""


@dataclass(frozen=True, slots=True)
class Received:
    """One set of orders as it arrived. `choices` are its conditional orders, each with the number of plain lines before
    it; `perpetual` says that it is to hold for later phases of its kind, too (II.4); `public` that it was sent for all
    to see (II.6); `since` how many phases had been adjudicated when it came, so that its conditions are about what
    happened later."""

    at: datetime
    lines: tuple[Line, ...]
    final: bool
    channel: str = ""
    choices: tuple[tuple[int, Choice], ...] = ()
    perpetual: bool = False
    public: bool = False
    since: int = 0

    def entries(self) -> tuple[Entry, ...]:
        """Lines and choices in the order written."""
        found: list[Entry] = []
        for index in range(len(self.lines) + 1):
            found.extend(choice for place, choice in self.choices if min(place, len(self.lines)) == index)
            found.extend(self.lines[index : index + 1])
        return tuple(found)

    def provinces(self) -> frozenset[str]:
        """Every province that it may order anything about."""
        lines = (*self.lines, *(line for _, choice in self.choices for line in lines_of(choice)))
        return frozenset(ordered_province(line.order) for line in lines)


Sets = tuple[Received, ...]
"""All sets of a power for one phase, in the order of receipt."""


def lines_of(choice: Choice) -> tuple[Line, ...]:
    """The orders of all cases of a choice."""
    return tuple(line for branch in choice.branches for line in branch.lines)


def combined(letter: str, received: Sets, kind: PhaseKind, count: int = MANY) -> tuple[Line, ...]:
    """The orders that count, made of the plain lines of all sets received by clause III.4. `count` is how many builds
    or disbands are due."""
    return merged(_together(letter, received), kind, count)


def merged(together: Sets, kind: PhaseKind, count: int = MANY) -> tuple[Line, ...]:
    """The orders of sets that stand beside each other."""
    if not together:
        return ()
    return _filled(together, count) if kind is PhaseKind.ADJUSTMENT else _newest(together)


def standing(letter: str, received: Sets) -> Sets:
    """The sets that count, without the conditional orders that later ones have replaced: those of which every province
    is ordered anew, with or without a condition (III.4, ours)."""
    together = _together(letter, received)
    if not any(each.choices for each in together):
        return together
    kept: list[Received] = []
    later: frozenset[str] = frozenset()
    for each in reversed(together):
        choices = tuple((place, choice) for place, choice in each.choices if not _replaced(choice, later))
        kept.append(replace(each, choices=choices))
        later |= each.provinces()
    return tuple(reversed(kept))


def _replaced(choice: Choice, later: frozenset[str]) -> bool:
    return {ordered_province(line.order) for line in lines_of(choice)} <= later if later else False


def followed(each: Received, facts: Facts) -> tuple[Received, tuple[Taken, ...]]:
    """A set with its conditions settled: its lines are those to be followed; and which cases they come from."""
    if not each.choices:
        return each, ()
    resolved = resolve(each.entries(), facts)
    return replace(each, lines=resolved.lines, choices=()), resolved.taken


def _together(letter: str, received: Sets) -> Sets:
    """The sets that count beside each other, the last one among them.

    III.4.A and 4.D.1.d: the last alone; III.4.B and 4.D.1.a: all; 4.D.1.b: all, since a set that clearly replaces all
    is complete; 4.D.1.c: one after another, each stands beside those before it if it is clearly meant to, that is,
    orders none of the units they order (ours), and else replaces them for good.
    """
    match letter:
        case "A" | "4.D.1.d":
            return received[-1:]
        case "4.D.1.c":
            return _beside(received)
        case _:
            return received


def displaced(letter: str, received: Sets, new: Received) -> Sets:
    """The sets that count now and would no longer, beside that one, by clause III.4."""
    left = _together(letter, (*received, new))
    return tuple(each for each in _together(letter, received) if not any(each is kept for kept in left))


def _beside(received: Sets) -> Sets:
    kept: list[Received] = []
    ordered: frozenset[str] = frozenset()
    for each in received:
        provinces = each.provinces()
        if not provinces or provinces & ordered:
            kept, ordered = [], frozenset()
        kept.append(each)
        ordered |= provinces
    return tuple(kept)


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
