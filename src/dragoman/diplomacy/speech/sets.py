"""The orders of a letter, plain and conditional, sorted by the phase they are for and by whose units they name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from dragoman.diplomacy.board.position import Phase, PhaseKind, Position
from dragoman.diplomacy.decide.misplaced import first_misplaced
from dragoman.diplomacy.decide.orders import builds, builds_voted, wrong_phase
from dragoman.diplomacy.democracy.settings import voted
from dragoman.diplomacy.houserules.abbreviations import abbreviations
from dragoman.diplomacy.houserules.sheet import switches
from dragoman.diplomacy.orders.contingent import Choice, Entry, Planned, write_entry
from dragoman.diplomacy.orders.contingent_reading import Found, read_conditional
from dragoman.diplomacy.orders.findings import Presumption
from dragoman.diplomacy.orders.mentions import mentions
from dragoman.diplomacy.orders.misreading import Misreading
from dragoman.diplomacy.orders.nowhere import moves_nowhere
from dragoman.diplomacy.orders.order import Build, Line, Move, Order, Ordered, Waive
from dragoman.diplomacy.orders.reading import Heading, Ignored, Read, ReadingContext
from dragoman.diplomacy.orders.vocabulary import stubs
from dragoman.diplomacy.orders.writing import write
from dragoman.diplomacy.state import Stage, State, ordered_province
from dragoman.diplomacy.state.filing import lines_of
from dragoman.game.protocol import Unread
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say
from dragoman.tongues.lexicon import LANGUAGES, folded, lexicon


@dataclass(frozen=True, slots=True)
class Written:
    """The orders of a letter for one phase, and the power whose units they name by its proxy (empty: the writer's own).
    `choices` are conditional, each with the number of plain lines before it."""

    phase: Phase
    giver: str
    lines: tuple[Line, ...]
    choices: tuple[tuple[int, Choice], ...] = ()


@dataclass(frozen=True, slots=True)
class Orders:
    """What the lines of a letter that are no commands come to. `status` is what headings called the set; `last` is the
    number of its last order's line (0: there is none)."""

    sets: tuple[Written, ...]
    refused: tuple[Refusal, ...]
    unread: tuple[Unread, ...]
    ignored: tuple[str, ...]
    status: str = ""
    last: int = 0


def orders(state: State, power: str, named: Phase | None, text: str) -> Orders:
    """Read the orders of a power (empty: of somebody who plays none). `named` is the phase the subject named."""
    context = context_of(state, power, named)
    found = read_conditional(text, context, named or state.phase)
    sorting = _Sorting(state, power, found)
    passed = (*(item for item in found.items if isinstance(item, Ignored)), *found.ignored)
    hinted = tuple(islice(_hinted(found, named or state.phase, passed, context), MOST_HINTED))
    ignored = tuple(item for item in passed if all(item is not each for each, _ in hinted))
    misread = (*(item for item in found.items if isinstance(item, Misreading)), *found.unread, *(m for _, m in hinted))
    headings = [item for item in found.items if isinstance(item, Heading)]
    return Orders(
        _with_nowhere(state, power, named, found, sorting.sets()),
        tuple(sorting.refused),
        tuple(_unread(item) for item in misread),
        tuple(item.text for item in ignored if not item.joined),
        next((item.status for item in reversed(headings) if item.status), ""),
        max((item.number for item in found.items if isinstance(item, Read)), default=0),
    )


MOST_HINTED = 40
"""The lines passed over of which it is told that an order may have been meant: so many are no letter of a player's."""


def _hinted(
    found: Found, phase: Phase, passed: Iterable[Ignored], context: ReadingContext
) -> Iterator[tuple[Ignored, Misreading]]:
    """Words that would be passed over, but name a unit of the writer's and something for it to do that is not what the
    letter orders it: an order may have been meant, so they are no plain prose."""
    ordered: dict[str, set[str]] = {}
    for planned in found.orders.planned:
        for line in (line for entry in planned.entries if planned.phase == phase for line in _lines(entry)):
            ordered.setdefault(ordered_province(line.order) or "", set()).add(_deed(line.order))
    for item in passed:
        if item.joined:
            continue
        meant = [
            each
            for each in mentions(item.text, context)
            if each.province not in ordered
            or (each.order is not None and _deed(each.order) not in ordered[each.province])
        ]
        if meant:
            at = item.column + meant[0].column - 1
            orders = tuple(dict.fromkeys(write(each.order) for each in meant if each.order is not None))
            yield item, Misreading("hinted", item.text, meant[0].word, item.number, at, orders)


def _deed(order: Order) -> str:
    """What an order does, whoever does it, wherever its coasts are."""
    return _COAST.sub("", write(order).partition(" - " if isinstance(order, Move) else " ")[2])


_COAST = re.compile(r"/[A-Z]C")


def _with_nowhere(
    state: State, power: str, named: Phase | None, found: Found, sets: tuple[Written, ...]
) -> tuple[Written, ...]:
    """The sets, with units of one's own that the letter orders to move nowhere (III.5.A): told as not read, and orders
    all the same. Nothing is made of it under a heading, nor where such a line alone would put an earlier set out of
    force (III.4.A)."""
    own = next((each for each in sets if (each.phase, each.giver) == (state.phase, "")), None)
    kept = state.sheet.letter("III.4") == "B" or not state.received(power)
    headed = any(isinstance(item, Heading) and (item.kind or item.year or item.power) for item in found.items)
    if headed or named not in (None, state.phase) or (own is None and not kept):
        return sets
    choices = (line for _, choice in own.choices for line in lines_of(choice)) if own is not None else ()
    ordered = {ordered_province(line.order) for line in (*(own.lines if own is not None else ()), *choices)}
    misread = (item for item in found.items if isinstance(item, Misreading))
    lines = tuple(line for _, line in moves_nowhere(misread, power, state.position, ordered, switches(state.sheet)))
    if not lines:
        return sets
    whole = replace(own, lines=(*own.lines, *lines)) if own is not None else Written(state.phase, "", lines)
    return *(each for each in sets if each is not own), whole


def context_of(state: State, power: str, named: Phase | None = None) -> ReadingContext:
    """What is known when a power's orders for that phase (None: the current one) are read."""
    tolerance = state.sheet.letter("III.2")
    also = abbreviations(state.sheet)
    return ReadingContext(
        chart=state.chart,
        power=_adjusting(state, power),
        kind=named.kind if named is not None else state.phase.kind,
        position=state.position if named in (None, state.phase) else None,
        tolerance=tolerance,
        also=(*also, *stubs(state.chart, state.lang)) if tolerance in ("B", "D") else also,
        presumption=Presumption.of(state.sheet),
    )


def _adjusting(state: State, power: str) -> str:
    """Whose centres and units tell what a unit named alone means: one's own, unless one has nothing to adjust and
    orders another's adjustments by proxy."""
    givers = {proxy.giver for proxy in state.believed(power)} if power else set()
    if state.phase.kind is not PhaseKind.ADJUSTMENT or state.due(power) or len(givers) != 1:
        return power
    return givers.pop()


def _unread(item: Misreading) -> Unread:
    code = "inexact" if item.code == "ambiguous" and len(item.suggestions) == 1 else item.code
    return Unread(code, item.text.strip(), item.line, item.word, item.column, item.suggestions or _taking_back(item))


def _taking_back(item: Misreading) -> tuple[str, ...]:
    """The command that takes a whole set back, for who began as it does, and would take back the order of one unit."""
    word = folded(item.word)
    begun = (lexicon(lang).entries("command")["clear"] for lang in LANGUAGES)
    return tuple(writings[0] for writings in begun if any(folded(each).split()[0] == word for each in writings))


class _Sorting:
    """Sorts what was read by phase, and by whose units are ordered; what cannot be taken is refused with its reason,
    and nothing good beside it is lost."""

    def __init__(self, state: State, power: str, found: Found) -> None:
        self.state, self.power, self.found = state, power, found
        self.headings = {id(item.line): item.heading for item in found.items if isinstance(item, Read)}
        self.refused: list[Refusal] = []

    def sets(self) -> tuple[Written, ...]:
        """The sets, those for now last."""
        found = [written for planned in self.found.orders.planned for written in self._sets(planned)]
        return tuple(sorted(found, key=lambda each: (each.phase == self.state.phase, not each.giver)))

    def _sets(self, planned: Planned) -> Iterator[Written]:
        wrong = wrong_phase(self.state, planned.phase)
        entries: dict[str, list[Entry]] = {}
        for entry in planned.entries:
            why = replace(wrong, text=_text(entry)) if wrong else self._not_theirs(planned.phase, entry)
            if why is None:
                entries.setdefault(self._giver(planned.phase, _lines(entry)[:1]), []).append(entry)
            else:
                self.refused.append(why)
        for giver, kept in entries.items():
            yield _written(planned.phase, giver, kept)

    def _not_theirs(self, phase: Phase, entry: Entry) -> Refusal | None:
        """Why the orders of an entry are not this power's to give in that phase; of a choice, all of them or none."""
        lines = _lines(entry)
        if phase.kind is PhaseKind.ADJUSTMENT and voted(self.state.sheet) and builds(lines):
            return builds_voted(_text(entry))
        if self._orders(phase) and (wrong := first_misplaced(self.state, phase, lines)) is not None:
            return replace(wrong, text=_text(entry))
        givers = {self._giver(phase, (line,)) for line in lines}
        if len(givers) > 1:
            text = say("Conditional orders are for the units of one power; these are for several.")
            return Refusal("several-powers", text, text=_text(entry))
        return next((fault for line in lines if (fault := self._anothers(phase, line)) is not None), None)

    def _orders(self, phase: Phase) -> bool:
        """Whether the power can order anything for that phase; if not, that alone is told."""
        waited = phase != self.state.phase or self.state.due(self.power) or self.state.believed(self.power)
        return bool(self.power) and self.state.stage is Stage.RUNNING and bool(waited)

    def _giver(self, phase: Phase, lines: Sequence[Line]) -> str:
        """The power under whose proxy the first of these orders is given; empty if it is the writer's own to give."""
        for line in lines:
            province = ordered_province(line.order)
            for proxy in self.state.believed(self.power) if phase == self.state.phase and self.power else ():
                if province in proxy.provinces and not _own(self.state, self.power, province):
                    return proxy.giver
        return ""

    def _anothers(self, phase: Phase, line: Line) -> Refusal | None:
        """Orders for another power's unit, or under another power's name, are refused, and the power is named."""
        if not self.power or self._giver(phase, (line,)):
            return None
        owner = _owner(self.state, self.power, phase, line, self.headings.get(id(line)))
        if owner in (None, self.power):
            return None
        text = say("{unit} is {power_owner:genitive}, not yours.", unit=_unit(line.order), power_owner=owner)
        return Refusal("not-your-unit", text, text=line.text)


def _written(phase: Phase, giver: str, entries: Sequence[Entry]) -> Written:
    lines: list[Line] = []
    choices: list[tuple[int, Choice]] = []
    for entry in entries:
        if isinstance(entry, Line):
            lines.append(entry)
        else:
            choices.append((len(lines), entry))
    return Written(phase, giver, tuple(lines), tuple(choices))


def _lines(entry: Entry) -> tuple[Line, ...]:
    return (entry,) if isinstance(entry, Line) else lines_of(entry)


def _text(entry: Entry) -> str:
    return entry.text if isinstance(entry, Line) else write_entry(entry)


def _unit(order: Order) -> str:
    return "" if isinstance(order, Waive) else str(order.unit)


def _own(state: State, power: str, province: str) -> bool:
    """Whether a power has a unit of its own to order there."""
    return any(unit.province == province for unit in state.due(power).units)


def _owner(state: State, power: str, phase: Phase, line: Line, heading: Heading | None) -> str | None:
    """Whose unit an order names, as far as it is written or the board tells; None where that is open."""
    if heading is not None and heading.power:
        return heading.power
    order = line.order
    if isinstance(order, Waive | Build):
        return None
    if order.unit.power is not None:
        return order.unit.power
    if phase != state.phase:
        return None  # where units will stand by then nobody knows
    owners = list(_standing(state.position, order.unit))
    return power if power in owners else next(iter(owners), None)


def _standing(at: Position, ordered: Ordered) -> Iterator[str]:
    """Whose units are in the province of an order: one dislodged there before one that stands there, and both after a
    unit of the kind that is written."""
    there = [each.unit for each in at.dislodged] + list(at.units)
    found = [unit for unit in there if unit.province == ordered.place.province]
    yield from (unit.power for unit in sorted(found, key=lambda unit: ordered.kind not in (None, unit.kind)))
