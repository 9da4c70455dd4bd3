"""Examples tell the choices of a clause apart: a few units and their orders, and what comes of them under each.

They are data files in `houserules/examples`, one for each family. What they say comes of the orders is not believed but
adjudicated, and held against it by the tests; together the examples of a clause tell any two of its choices apart.

An example is a table `[[case]]`: its `id` is a short title, `clause` the clause it is of, `rules` other clauses chosen
for it over DATC's preferences. `phase` says what is ordered (moves, if nothing is said), `units` and `centres` by power
what stands, `orders` the lines that each power wrote, `earlier` those of a set that it had sent before (III.4). Each
`[[case.outcome]]` names the choices that come to the same, says in a sentence what that is, and lists who moves, is
`dislodged` and to where a retreat is `open`, who is `built` and `removed`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from functools import cache
from importlib import resources

import msgspec

from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.mapfile import chart
from dragoman.diplomacy.board.position import Phase, PhaseKind, Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import Unit, UnitKind
from dragoman.diplomacy.docket import Docket, Judged
from dragoman.diplomacy.houserules.catalogue import CATALOGUE, choices_of
from dragoman.diplomacy.houserules.choosing import Chosen, choose
from dragoman.diplomacy.houserules.clause import Clause
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.diplomacy.orders.order import Line
from dragoman.diplomacy.orders.reading import ReadingContext, read_order
from dragoman.diplomacy.state.filing import Received, combined
from dragoman.game.saying import Saying, say

ByPower = Mapping[str, tuple[str, ...]]


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an example comes to under some choices of its clause. A list that is not there is not told."""

    choices: tuple[str, ...]
    says: str
    moves: tuple[str, ...] | None = None
    dislodged: tuple[str, ...] | None = None
    open: tuple[str, ...] | None = None
    built: tuple[str, ...] | None = None
    removed: tuple[str, ...] | None = None


class Example(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One example, as its file tells it."""

    id: str
    clause: str
    units: ByPower
    orders: ByPower
    outcome: tuple[Outcome, ...]
    rules: tuple[str, ...] = ()
    phase: PhaseKind = PhaseKind.MOVEMENT
    centres: ByPower = {}
    earlier: ByPower = {}

    @property
    def title(self) -> Saying:
        return say(self.id)

    @property
    def chart(self) -> Chart:
        return chart("standard")

    def position(self) -> Position:
        """The position in which the orders are given."""
        season = self.chart.adjustment_season if self.phase is PhaseKind.ADJUSTMENT else self.chart.turns[0]
        units = tuple(sorted(_unit(power, text) for power, texts in self.units.items() for text in texts))
        owners = {centre: power for power, owned in self.centres.items() for centre in owned}
        return Position(Phase(season, 1901, self.phase), units, owners)

    def sheet(self, choice: str) -> Sheet | None:
        """The sheet with a choice of the clause; None where that cannot stand beside the rest."""
        pairs = (rule.partition("=") for rule in self.rules)
        base = Sheet.of({number: written for number, _, written in pairs})
        made = base.with_choice(self.clause, choice)
        return made if isinstance(made, Sheet) else None

    def said(self, choice: str) -> Saying | None:
        """What the example comes to under a choice, in a sentence; None if it does not say."""
        clause = CATALOGUE[self.clause]
        for each in self.outcome:
            if choice in {in_full(clause, written) for written in each.choices}:
                return say(each.says)
        return None


def counting(earlier: ByPower, orders: ByPower, sheet: Sheet, at: Position, on: Chart) -> ByPower:
    """The order lines that count by clause III.4, where each power sent a set after an earlier one."""
    found = dict(orders)
    for power in earlier:
        context = ReadingContext(on, power, at.phase.kind, at)
        texts = (earlier[power], orders.get(power, ()))
        sets = tuple(Received(_MOMENT, tuple(_lines(lines, context)), final=True) for lines in texts)
        found[power] = tuple(line.text for line in combined(sheet.letter("III.4"), sets, at.phase.kind))
    return found


_MOMENT = datetime(1901, 1, 1, tzinfo=UTC)
"""When the sets of examples are received: which of them is later is told by their order alone."""


def _lines(texts: Iterable[str], context: ReadingContext) -> Iterator[Line]:
    return (line for text in texts if isinstance(line := read_order(text, context), Line))


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    case: tuple[Example, ...]


@cache
def examples() -> Mapping[str, tuple[Example, ...]]:
    """Every example, by the number of its clause, in the order of the files. Raises msgspec.DecodeError."""
    folder = resources.files("dragoman.diplomacy.houserules") / "examples"
    files = sorted((entry for entry in folder.iterdir() if entry.name.endswith(".toml")), key=lambda entry: entry.name)
    found: dict[str, list[Example]] = {}
    for file in files:
        for example in msgspec.toml.decode(file.read_text(encoding="utf-8"), type=_File).case:
            found.setdefault(example.clause, []).append(example)
    return {clause: tuple(some) for clause, some in found.items()}


def examples_of(clauses: Iterable[str]) -> tuple[Example, ...]:
    """The examples of those clauses and points, in that order."""
    return tuple(example for clause in clauses for example in examples().get(clause, ()))


@cache
def judgements(clause: str, ident: str) -> Mapping[str, Judged]:
    """What that example comes to under every choice of its clause that can stand there, by the choice in full.

    Raises KeyError if there is no such example.
    """
    found = {example.id: example for example in examples()[clause]}[ident]
    at, judged = found.position(), {}
    for choice in choices_of(CATALOGUE[clause]):
        sheet = found.sheet(choice)
        if sheet is not None:
            orders = counting(found.earlier, found.orders, sheet, at, found.chart)
            judged[choice] = Docket(sheet).judge_from(at, found.chart, orders)
    return judged


def in_full(clause: Clause, choice: str) -> str:
    """A choice as it is written in full: `E first` is `E which=first`. Raises ValueError if it is none."""
    made = choose(clause, choice, clause.number)
    if isinstance(made, Chosen):
        return str(made.choice)
    raise ValueError(f"{clause.number} has no choice {choice!r}")


def _unit(power: str, text: str) -> Unit:
    kind, place = text.split()
    return Unit(power, UnitKind(kind), Place.parse(place))
