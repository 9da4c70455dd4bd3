"""Reading conditional orders: letters in which orders stand under conditions and under headings of phases ahead, with
plain orders between them.

What cannot be read is told word by word. Nothing that hangs on a condition is ever taken for a plain order, and where a
case of a list was not read, no later case of that list is taken: it could not be known when it is meant.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from dragoman.diplomacy.board.position import Phase, PhaseKind
from dragoman.diplomacy.orders.condition_words import phrasebook
from dragoman.diplomacy.orders.contingent import Branch, Choice, ConditionalOrders, Entry, Planned, ahead, in_order
from dragoman.diplomacy.orders.contingent_headings import PhaseNamed, phase_named
from dragoman.diplomacy.orders.contingent_letter import Chain, Letter, astray, speaks
from dragoman.diplomacy.orders.contingent_lines import Case, Piece
from dragoman.diplomacy.orders.findings import Heading, Ignored, Item, Read, ReadingContext
from dragoman.diplomacy.orders.misreading import Misreading
from dragoman.diplomacy.orders.order import Build, Disband, Line
from dragoman.diplomacy.orders.reading import read_line, read_set
from dragoman.tongues.lexicon import folded

MOST_WORDS = 12
"""A line below an order that begins as a condition does, and has more words than these, is a remark."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a letter's orders come to.

    `orders` is all that was understood, plain lines too, by phase. `items` is what was found in the plain lines, in the
    order written, as `reading.read_set` gives it; `unread` and `ignored` are what was not read or passed over in cases.
    """

    orders: ConditionalOrders
    items: tuple[Item, ...] = ()
    unread: tuple[Misreading, ...] = ()
    ignored: tuple[Ignored, ...] = ()


def read_conditional(text: str, context: ReadingContext, now: Phase) -> Found:
    """Read a text of any number of lines. `now` is the phase that orders without a heading are for, and `context` what
    is known when those are read. Never fails, whatever the text."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return _Gathering(Letter(lines, context).sort(), context, now).found()


# --- what they say ---


class _Section(NamedTuple):
    """For one line: the phase it is for, the heading that names it, and what is left of the line after its own."""

    phase: Phase
    named: PhaseNamed | None
    body: str
    own: bool = False

    @property
    def heading(self) -> Heading | None:
        return self.named.heading if self.named else None

    @property
    def notes(self) -> tuple[str, ...]:
        return self.named.notes if self.named else ()

    @property
    def doubt(self) -> bool:
        """Whether the heading was not read, so that nobody knows what phase the line is for."""
        return self.named is not None and self.named.wrong is not None


class _Gathering:
    """Reads the orders of plain lines and of cases, each as for its phase."""

    def __init__(self, letter: Letter, context: ReadingContext, now: Phase) -> None:
        self.letter, self.context, self.now = letter, context, now
        self.sections = tuple(self._sections())
        self.unread, self.ignored = list(letter.unread), list(letter.ignored)

    def found(self) -> Found:
        items = sorted(self._plain(), key=_place_of)
        entries = sorted((*self._lines(items), *self._choices()), key=lambda each: each[:2])
        phases = in_order({self._phase(number) for number, _, _ in entries}, self.context.chart)
        planned = tuple(
            Planned(phase, tuple(entry for number, _, entry in entries if self._phase(number) == phase))
            for phase in phases
        )
        self.unread.extend(_untaken(piece) for piece in self.letter.lost if speaks(read_line(piece.text, self.context)))
        ordered = {item.number for item in items if isinstance(item, Read)}
        items = [self._asked(item, ordered) for item in items]
        remarks = [self._asked(each, ordered) for each in self.ignored]
        self.unread.extend(each for each in remarks if isinstance(each, Misreading))
        unread = tuple(sorted(self.unread, key=lambda wrong: (wrong.line, wrong.column)))
        ignored = tuple(sorted((each for each in remarks if isinstance(each, Ignored)), key=_place_of))
        return Found(ConditionalOrders(self.context.power, planned), tuple(items), unread, ignored)

    def _asked(self, item: Item, ordered: Collection[int]) -> Item:
        """A remark, or, right below an order and beginning as a condition does, what may have been meant for one: the
        order above would then be followed without it, and so it is told that it was not read."""
        if not isinstance(item, Ignored) or item.joined or item.number - 1 not in ordered:
            return item
        words = folded(item.text).split()
        phrases = (phrase for sort in ("if", "unless") for phrase in phrasebook(self.context.languages).words[sort])
        if len(words) > MOST_WORDS or not any(tuple(words[: len(phrase)]) == phrase for phrase in phrases):
            return item
        return Misreading("unreadable", item.text, item.text.split()[0], item.number, item.column)

    def _phase(self, number: int) -> Phase:
        return self.sections[number - 1].phase

    def _lines(self, items: Iterable[Item]) -> Iterator[tuple[int, int, Entry]]:
        """The plain lines, each with where it stands."""
        yield from ((item.number, item.column, item.line) for item in items if isinstance(item, Read))

    def _choices(self) -> Iterator[tuple[int, int, Entry]]:
        for chain in self.letter.chains:
            if (choice := self._choice(chain)) is not None:
                yield chain.cases[0].number, chain.cases[0].column, choice

    def _sections(self) -> Iterator[_Section]:
        phase, named = self.now, None
        for number, line in enumerate(self.letter.plain, 1):
            own = phase_named(line, self.context, number) if line.strip() else None
            if own is None:
                yield _Section(phase, named, line)
                continue
            phase, named = ahead(own.heading, self.now, self.context.chart), own
            colon = line.find(":") + 1
            yield _Section(phase, named, line[colon:].rjust(len(line)) if colon else "", own=True)

    def _plain(self) -> Iterator[Item]:
        """What is found in the plain lines: those for now are read as one text, those ahead line by line."""
        here = (s.phase == self.now and not s.doubt and not s.notes for s in self.sections)
        lines = [line if now else "" for line, now in zip(self.letter.plain, here, strict=True)]
        yield from read_set("\n".join(lines), self.context)
        for number, section in enumerate(self.sections, 1):
            if not lines[number - 1]:
                yield from self._ahead(Piece(number, section.body), section)

    def _ahead(self, piece: Piece, section: _Section) -> Iterator[Item]:
        if section.own and section.named is not None:
            yield section.named.wrong or replace(section.named.heading, number=piece.number)
        yield from self._orders(piece, section)

    def _choice(self, chain: Chain) -> Choice | None:
        """The branches of a chain, up to the first that cannot be followed."""
        branches: list[Branch] = []
        for index, case in enumerate(chain.cases):
            lines, spoke = self._case(case, self.sections[chain.number - 1])
            if not lines and not case.nothing:  # orders that were not read are told word by word
                self.unread.extend(() if spoke else (astray("incomplete", case),))
                self._lose(chain.cases[index + 1 :], self.sections[chain.number - 1])
                break
            branches.append(Branch(case.condition, lines, case.notes))
        return Choice(tuple(branches)) if any(branch.lines for branch in branches) else None

    def _lose(self, cases: Iterable[Case], section: _Section) -> None:
        """Tell of cases that are not taken since it could not be known when they are meant; of one that could not be
        read anyhow, why."""
        for case in cases:
            items = [item for piece in case.pieces for item in self._orders(piece, section)]
            wrong = [item for item in items if isinstance(item, Misreading)]
            if wrong and not any(isinstance(item, Read) for item in items):
                self.unread.extend(wrong)
                continue
            self.unread.append(astray("unreadable", case))
            self.letter.lost.extend(piece for piece in case.pieces if piece.number != case.number)

    def _case(self, case: Case, section: _Section) -> tuple[tuple[Line, ...], bool]:
        """The orders of a case, and whether there was anything like an order in it."""
        items = [item for piece in case.pieces for item in self._orders(piece, section)]
        self.unread.extend(item for item in items if isinstance(item, Misreading))
        self.ignored.extend(item for item in items if isinstance(item, Ignored))
        return tuple(item.line for item in items if isinstance(item, Read)), speaks(items)

    def _orders(self, piece: Piece, section: _Section) -> tuple[Item, ...]:
        """Read one line for the phase of its section, with the tolerances used for its heading."""
        items = self._read(piece, section.phase, section.heading)
        if section.doubt:
            return (_untaken(piece),) if speaks(items) else items
        return tuple(_noted(item, section.notes) for item in items)

    def _read(self, piece: Piece, phase: Phase, heading: Heading | None) -> tuple[Item, ...]:
        if phase == self.now:
            return read_line(piece.text, self.context, piece.number, heading)
        context = replace(self.context, kind=phase.kind, position=None)
        heading = replace(heading or Heading(""), kind=phase.kind)
        if phase.kind is not PhaseKind.ADJUSTMENT or heading.verb:
            return read_line(piece.text, context, piece.number, heading)
        builds, disbands = (
            read_line(piece.text, context, piece.number, replace(heading, verb=verb)) for verb in ("build", "disband")
        )
        return tuple(self._either(*pair) for pair in zip(builds, disbands, strict=True))

    def _either(self, build: Item, disband: Item) -> Item:
        """A unit named alone for a winter ahead: built where the power builds, elsewhere removed (ours)."""
        if isinstance(build, Read) and isinstance(build.line.order, Build) and build.line.order != _order(disband):
            chart = self.context.chart
            sites = chart.home_centres(self.context.power) if chart.build_sites == "home" else chart.centres
            return build if build.line.order.unit.place.province in sites else disband
        return build


def _noted(item: Item, notes: tuple[str, ...]) -> Item:
    return replace(item, line=replace(item.line, notes=notes + item.line.notes)) if isinstance(item, Read) else item


def _untaken(piece: Piece) -> Misreading:
    """Orders of which nobody knows when they are meant."""
    text = piece.text.strip()
    return Misreading("unreadable", text, text.split()[0], piece.number, len(piece.text) - len(piece.text.lstrip()) + 1)


def _order(item: Item) -> Build | Disband | None:
    order = item.line.order if isinstance(item, Read) else None
    return order if isinstance(order, Build | Disband) else None


def _place_of(item: Item) -> tuple[int, int]:
    match item:
        case Heading(number=number):
            return number, 0
        case Misreading(line=number, column=column):
            return number, column
        case _:
            return item.number, item.column
