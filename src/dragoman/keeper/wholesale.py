"""Recorded lines held against a docket many at a time: in shorthand where a line is plain and stands as recorded, and
by `Record` line by line where it does not, so that all that is told is told by one hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import UNSET

from dragoman.diplomacy.board.position import PhaseKind, Position
from dragoman.diplomacy.docket import Docket, chart_of
from dragoman.diplomacy.exchange import Unfit
from dragoman.diplomacy.shorthand import NOBODY, Clerk, Moment, Short
from dragoman.diplomacy.shorthand.battles import Battle
from dragoman.keeper.briefs import Brief, Shelf, Strange, decode, remembered, said_once, suits, told
from dragoman.keeper.replaying import EXCUSE, Record
from dragoman.tongues.misfits import UNREADABLE

Orders = Mapping[str, Sequence[str]]
NO_ORDERS: Orders = {}


class Desk(NamedTuple):
    """Where the lines of one map are read and ruled upon."""

    shelf: Shelf
    clerk: Clerk


class Plain(NamedTuple):
    """A line in shorthand: at which desk, the line, the position and the orders; and what the record says comes of
    them: the phase that is next, the units, those driven out, and whose the centres are; None for what it leaves out.
    """

    desk: Desk
    brief: Brief
    short: Short
    orders: Orders
    wanted: Moment | None
    units: list[int] | None
    exiles: list[int]
    owners: tuple[int, ...] | None


class Wholesale:
    """Holds lines against one docket; what was read before is remembered from batch to batch."""

    def __init__(self, docket: Docket) -> None:
        self.docket = docket
        self._desks: dict[str, Desk] = {}

    def held(self, record: Record, lines: Sequence[tuple[str, bytes]]) -> list[dict[str, Any]]:
        """Hold the lines, each with where it stands, in their order; what is to be told of them."""
        for desk in self._desks.values():
            desk.clerk.tidy()
        plain = [self._plain(text) for _, text in lines]
        battles = self._battles(plain)
        found = []
        for (where, text), line, battle in zip(lines, plain, battles, strict=True):
            if line is not None and self._as_recorded(record, line, battle):
                continue
            difference = record.hold(text, where)
            if difference is not None:
                found.append(difference)
        return found

    def _plain(self, text: bytes) -> Plain | None:
        """The line in shorthand, if it is plain so far."""
        if not self.docket.reads_line_by_line:
            return None
        try:
            brief = decode(text)
            desk = self._desks.get(brief.variant) or self._desk(brief.variant)
            shelf = desk.shelf
            moment = shelf.moment(brief)
            if not suits(moment.kind, brief) or not said_once(text, brief):
                return None
            units, driven = shelf.units(brief.units), shelf.units(brief.dislodged)
            if shelf.crowded(units) or (driven and shelf.crowded(driven)):
                return None
            dislodged = tuple([(n, NOBODY) for n in driven])
            return Plain(
                desk,
                brief,
                Short(moment, units, shelf.owners(brief.centers), dislodged),
                NO_ORDERS if brief.orders is UNSET else brief.orders,
                shelf.wanted(brief.next_phase),
                shelf.units(brief.next_units) if told(brief.next_units) else None,
                shelf.units(brief.next_dislodged) if told(brief.next_dislodged) else [],
                shelf.owners(brief.next_centers) if told(brief.next_centers) else None,
            )
        except (*UNREADABLE, Strange, Unfit):
            return None

    def _desk(self, variant: str) -> Desk:
        chart = chart_of(variant)
        desk = self._desks[variant] = Desk(Shelf(chart), Clerk(chart, self.docket.switches))
        return desk

    def _battles(self, plain: Sequence[Plain | None]) -> list[Battle | None]:
        """The movement phases among the lines fought out, map by map."""
        found: list[Battle | None] = [None] * len(plain)
        by_desk: dict[int, list[int]] = {}
        for index, line in enumerate(plain):
            if line is not None and line.short.moment.kind is PhaseKind.MOVEMENT:
                by_desk.setdefault(id(line.desk), []).append(index)
        for indices in by_desk.values():
            self._fight(plain, indices, found)
        return found

    def _fight(self, plain: Sequence[Plain | None], indices: Iterable[int], found: list[Battle | None]) -> None:
        those = [(index, line) for index in indices if (line := plain[index]) is not None]
        clerk = those[0][1].desk.clerk
        written = clerk.written_all([(line.short, line.orders) for _, line in those])
        plainly = [(index, codes) for (index, _), codes in zip(those, written, strict=True) if codes is not None]
        battles = clerk.battles.fought(clerk.writs, [codes for _, codes in plainly])
        for (index, _), battle in zip(plainly, battles, strict=True):
            found[index] = battle

    def _as_recorded(self, record: Record, line: Plain, battle: Battle | None) -> bool:
        """Whether the phase comes out as recorded; then it is counted, and nothing is to be told."""
        after = self._after(record, line, battle)
        if after is None or not _alike(line, after):
            return False
        brief = line.brief
        record.enter(brief.game)
        record.passed(sum(map(len, line.orders.values())), _excused(brief), (line.desk.shelf.roll, after))
        return True

    def _after(self, record: Record, line: Plain, battle: Battle | None) -> Short | None:
        clerk, short = line.desk.clerk, line.short
        match short.moment.kind:
            case PhaseKind.MOVEMENT:
                return None if battle is None else clerk.came(short, battle)
            case PhaseKind.RETREAT if self.docket.retreats_given:
                return None
            case PhaseKind.RETREAT:
                left = record.left(line.brief.game)
                if isinstance(left, Position) or (left is not None and left[0] is not line.desk.shelf.roll):
                    return None
                return clerk.after_retreats(remembered(short, left and left[1]), line.orders)
            case PhaseKind.ADJUSTMENT:
                return clerk.adjusted(short, line.orders)


def _excused(brief: Brief) -> bool:
    notes = (brief.notes,) if isinstance(brief.notes, str) else brief.notes
    return any(EXCUSE in note for note in notes)


def _alike(line: Plain, after: Short) -> bool:
    """Whether all is plainly as recorded, as `replaying.as_recorded` has it; where it is not, that looks further."""
    if line.wanted is not None and line.wanted is not after.moment:
        return False
    if line.units is None:
        return True
    if line.units != after.units or line.exiles != [n for n, _ in after.dislodged]:
        return False
    return line.owners is None or line.owners == after.owners
