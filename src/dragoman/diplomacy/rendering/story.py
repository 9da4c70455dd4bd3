"""A turn told beside its board: a line for every order that says what became of it and by which rule, and apart from
those all else that its results tell. It is the letter's own telling, cut so that lines and arrows can be linked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dragoman.diplomacy.adjudication.verdict import Ruling
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.events.recorded import UnitRecord, VerdictRecord, ruling_record
from dragoman.diplomacy.orders.order import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)
from dragoman.diplomacy.rendering import results
from dragoman.diplomacy.rendering.verdicts import cited, failed, order_text, outcome
from dragoman.diplomacy.report import Results
from dragoman.game.page import Page, Paragraph, Section
from dragoman.game.saying import Saying


@dataclass(frozen=True, slots=True)
class Told:
    """One order. `province` is where its unit stands ("" for a build that is waived); `goes` the places it names, its
    own first; `clause` the house rule or DATC point that decided, "" where the rulebook alone did."""

    power: str
    province: str
    text: str
    good: bool
    says: tuple[Saying, ...]
    goes: tuple[Place, ...] = ()
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Taken:
    """The centres that a power has won and lost."""

    power: str
    won: tuple[str, ...]
    lost: tuple[str, ...]


def lines(chart: Chart, ruling: Ruling) -> tuple[Told, ...]:
    """Every order of the phase, by power in the map's order."""
    record = ruling_record(ruling)
    told = [_line(written, verdict.order) for written, verdict in zip(record.verdicts, ruling.verdicts, strict=True)]
    ranks = list(chart.powers)
    return tuple(sorted(told, key=lambda line: ranks.index(line.power) if line.power in ranks else len(ranks)))


def _line(record: VerdictRecord, order: Order | None) -> Told:
    goes = tuple(_places(order)) if order else ()
    start = goes[0].province if goes else _province(record.unit)
    return Told(record.power, start, order_text(record), not failed(record), outcome(record), goes, cited(record))


def _province(unit: UnitRecord | None) -> str:
    return unit[2].partition("/")[0] if unit else ""


def _places(order: Order) -> Iterator[Place]:
    match order:
        case Waive():
            if order.place:
                yield order.place
        case Move(unit, to) | Retreat(unit, to):
            yield from (unit.place, to)
        case SupportHold(unit, supported):
            yield from (unit.place, supported.place)
        case SupportMove(unit, other, to) | Convoy(unit, other, to):
            yield from (unit.place, other.place, to)
        case Hold(unit) | Disband(unit) | Build(unit):
            yield unit.place


def changes(ruling: Ruling) -> tuple[Paragraph, ...]:
    """Who stands dislodged and where they may go, what was removed, what was built."""
    return tuple(results.changes(ruling_record(ruling)))


def taken(chart: Chart, before: Position, after: Position) -> tuple[Taken, ...]:
    """Each power that has won or lost centres between two positions."""
    found = []
    for power in chart.powers:
        old, new = before.centres_of(power), after.centres_of(power)
        won, lost = tuple(c for c in new if c not in old), tuple(c for c in old if c not in new)
        if won or lost:
            found.append(Taken(power, won, lost))
    return tuple(found)


def beside(body: Results) -> tuple[Page, Page]:
    """What is said before the lines (who sent nothing, what a correction means), and all that is said after them: press
    and announcements, money, votes, one's own conditional orders, what comes next."""
    return Page("", _kept(results.remarks(body))), Page("", _kept(results.behind(body)))


def _kept(sections: Iterator[Section]) -> tuple[Section, ...]:
    return tuple(section for section in sections if section.blocks)


__all__ = ["Taken", "Told", "beside", "changes", "lines", "taken"]
