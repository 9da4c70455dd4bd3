"""A docket has phases adjudicated one after another under one sheet, with the orders as people wrote them.

An order that cannot be read, or that a power unknown to the map sends, is ruled void by itself and harms nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from dragoman.diplomacy import exchange
from dragoman.diplomacy.adjudication import adjudicate, aftermath, compiled
from dragoman.diplomacy.adjudication.forgotten import adjudicate_with_forgotten
from dragoman.diplomacy.adjudication.verdict import Code, Outcome, Ruling
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.mapfile import chart, chart_names
from dragoman.diplomacy.board.position import PhaseKind, Position
from dragoman.diplomacy.exchange import Question, Unfit, power_named
from dragoman.diplomacy.houserules.abbreviations import abbreviations
from dragoman.diplomacy.houserules.catalogue import choices_of
from dragoman.diplomacy.houserules.clause import Clause
from dragoman.diplomacy.houserules.sheet import Sheet, switches
from dragoman.diplomacy.orders.canonical import canonical_line
from dragoman.diplomacy.orders.findings import Presumption
from dragoman.diplomacy.orders.misreading import Misreading
from dragoman.diplomacy.orders.nowhere import moves_nowhere
from dragoman.diplomacy.orders.order import Line, Move, OrderSet, Waive
from dragoman.diplomacy.orders.presumption import presumed
from dragoman.diplomacy.orders.reading import ReadingContext, read_order
from dragoman.diplomacy.shorthand import Clerk, Roll, Short, roll
from dragoman.game.saying import Saying, filled, say
from dragoman.tongues.saying import put

if TYPE_CHECKING:
    from dragoman.diplomacy.scanning.scribes import Scribes

FEW = 64
"""Fewer phases are ruled upon in shorthand: to load what was compiled takes longer."""


@dataclass(frozen=True, slots=True)
class Unheard:
    """An order line that is none: whose, as written, the code of its verdict, the rule, and why. `moves`: it is an
    order to move all the same, and stands among those ruled upon, too (III.5.A)."""

    power: str
    text: str
    code: Code
    clause: str
    says: Saying
    moves: bool = False


@dataclass(frozen=True, slots=True)
class Judged:
    """A phase adjudicated: on which map, from which position, how, and the lines that could not be orders. Those in
    `nowhere` were ruled upon as orders to move, though their goal is on no board (III.5.A)."""

    chart: Chart
    position: Position
    ruling: Ruling
    unheard: tuple[Unheard, ...]
    nowhere: tuple[Unheard, ...] = ()


class Docket:
    """Adjudicates under one sheet."""

    def __init__(self, sheet: Sheet) -> None:
        self.switches = switches(sheet)
        self._tolerance = sheet.letter("III.2")
        self._also = abbreviations(sheet)
        self._presumption = Presumption.of(sheet)
        self.retreats_given = sheet.letter("F.12") == "B"
        self._clerks: dict[str, Clerk] = {}
        self._scribes: Scribes | None = None

    @property
    def reads_line_by_line(self) -> bool:
        """Whether no line is made out from the others of its set."""
        return self._presumption is None

    def judge(self, question: Question) -> Judged:
        """Adjudicate the phase of the question. Raises Unfit if it cannot be asked."""
        on = chart_of(question.variant)
        return self.judge_from(exchange.position(question, on), on, question.orders)

    def judge_from(self, at: Position, on: Chart, orders: Mapping[str, Sequence[str]]) -> Judged:
        """Adjudicate a position's phase with these order lines by power."""
        sets, unheard = self._heard(at, on, orders)
        lost = tuple(each for each in unheard if not each.moves)
        return Judged(on, at, self._ruled(at, on, sets), lost, tuple(each for each in unheard if each.moves))

    def _ruled(self, at: Position, on: Chart, sets: Mapping[str, OrderSet]) -> Ruling:
        """Of retreats that nobody ordered, by F.12."""
        if self.retreats_given and at.phase.kind is PhaseKind.RETREAT:
            return adjudicate_with_forgotten(on, at, sets, {}, self.switches)
        return adjudicate(on, at, sets, self.switches)

    def after_all(self, questions: Sequence[Question]) -> list[Position]:
        """The positions after the phases that are asked, many at a time. Raises Unfit for the first that cannot be
        asked; lines that are no orders harm nothing."""
        found = self._scanned(questions)
        left = [index for index, after in enumerate(found) if after is None]
        for index, after in zip(left, self._one_by_one([questions[index] for index in left]), strict=True):
            found[index] = after
        return [after for after in found if after is not None]

    @property
    def can_be_scanned(self) -> bool:
        """Whether compiled code can rule upon phases from what is written: no clause weighs a set as a whole."""
        weighs = self.switches.orders_inferred or not self.switches.civil_disorder_hold_support
        return self.reads_line_by_line and not self.retreats_given and not weighs

    def compile(self) -> None:
        """Have what answers many questions compiled now, where Numba is installed, and kept on disk: it takes up to a
        minute, once. Else that is done when a thousand questions are asked at once."""
        if compiled.available():
            self._lent().compile()

    def _lent(self) -> Scribes:
        if self._scribes is None:
            from dragoman.diplomacy.scanning.scribes import Scribes  # it asks for NumPy

            self._scribes = Scribes(self.switches)
        return self._scribes

    def _scanned(self, questions: Sequence[Question]) -> list[Position | None]:
        """The positions after phases as compiled code finds them, where it is at hand; None for all others."""
        if len(questions) < FEW or not (self.can_be_scanned and compiled.available()):
            return [None] * len(questions)
        return self._lent().after_all(questions)

    def _one_by_one(self, questions: Sequence[Question]) -> list[Position]:
        """The same in shorthand, and the long way where that does not do."""
        rolls = _Rolls()
        asked = [_asked(question, rolls[question.variant]) for question in questions]
        found: list[Position | None] = [None] * len(asked)
        by_chart: dict[str, list[int]] = {}
        for index, question in enumerate(questions if self.reads_line_by_line else ()):
            if not self.retreats_given or asked[index][1].moment.kind is not PhaseKind.RETREAT:
                by_chart.setdefault(question.variant, []).append(index)
        for indices in by_chart.values():
            on = asked[indices[0]][0]
            clerk = self._clerk(on)
            for index, short in zip(
                indices, clerk.after([(asked[i][1], questions[i].orders) for i in indices]), strict=True
            ):
                found[index] = None if short is None else clerk.roll.position(short)
        return [
            self.after(roll(on).position(short), on, question.orders) if after is None else after
            for (on, short), question, after in zip(asked, questions, found, strict=True)
        ]

    def _clerk(self, on: Chart) -> Clerk:
        found = self._clerks.get(on.id)
        if found is None:
            found = self._clerks[on.id] = Clerk(on, self.switches)
        return found

    def again(self, at: Position, on: Chart, ruling: Ruling) -> Judged:
        """Adjudicate a phase that has been ruled upon anew, with the lines that were given then. One that cannot be
        read by itself counts as it was understood."""
        sets, unheard = {}, list[Unheard]()
        for power in dict.fromkeys(verdict.power for verdict in ruling.verdicts if verdict.text):
            given = [verdict for verdict in ruling.verdicts if verdict.power == power and verdict.text]
            lines = []
            for verdict, read in zip(given, self._set([v.text for v in given], power, at, on), strict=True):
                if isinstance(read, Line):
                    lines.append(read)
                elif verdict.order is not None:
                    lines.append(Line(verdict.order, verdict.text))
                else:
                    unheard.append(misread(power, verdict.text, read))
            sets[power] = OrderSet(power, tuple(lines))
        return Judged(on, at, self._ruled(at, on, sets), tuple(unheard))

    def read(self, texts: Sequence[str], power: str, at: Position, on: Chart) -> tuple[Line | Misreading, ...]:
        """How the lines of a power would be read."""
        return tuple(self._set(texts, power, at, on))

    def after(self, at: Position, on: Chart, orders: Mapping[str, Sequence[str]]) -> Position:
        """The position after the phase, where nobody asks what became of which order."""
        sets = self._heard(at, on, orders)[0]
        if self.retreats_given and at.phase.kind is PhaseKind.RETREAT:
            return self._ruled(at, on, sets).after
        return aftermath(on, at, sets, self.switches)

    def _heard(
        self, at: Position, on: Chart, orders: Mapping[str, Sequence[str]]
    ) -> tuple[dict[str, OrderSet], list[Unheard]]:
        """The sets that the lines are, and the lines that are no orders."""
        lines: dict[str, list[Line]] = {}
        unheard: list[Unheard] = []
        for name, texts in orders.items():
            power = power_named(name, on)
            if power is None:
                unheard.extend(_stranger(name, text) for text in texts)
                continue
            bad: dict[str, Misreading] = {}
            for text, read in zip(texts, self._set(texts, power, at, on), strict=True):
                if isinstance(read, Line):
                    lines.setdefault(power, []).append(read)
                else:
                    bad[text] = read
                    unheard.append(misread(power, text, read))
            for line in self._nowhere(bad, power, at, lines.get(power, ())):
                lines.setdefault(power, []).append(line)
                unheard = [replace(e, moves=e.moves or (e.power, e.text) == (power, line.text)) for e in unheard]
        return {power: OrderSet(power, tuple(read)) for power, read in lines.items()}, unheard

    def _nowhere(self, bad: Mapping[str, Misreading], power: str, at: Position, read: Iterable[Line]) -> Iterator[Line]:
        """What was not read, and is an order to move nowhere (III.5.A), in the writing that was given."""
        ordered = {line.order.unit.place.province for line in read if not isinstance(line.order, Waive)}
        texts = {id(misreading): text for text, misreading in bad.items()}
        for misreading, line in moves_nowhere(bad.values(), power, at, ordered, self.switches):
            yield replace(line, text=texts[id(misreading)])

    def _set(self, texts: Sequence[str], power: str, at: Position, on: Chart) -> Sequence[Line | Misreading]:
        """Read the lines of a power, each by itself, and make out unclear ones if the sheet says so."""
        read = [self._read(text, power, at, on) for text in texts]
        if self._presumption is None:
            return read
        return presumed(read, replace(self._context(power, at, on), presumption=self._presumption))

    def _read(self, text: str, power: str, at: Position, on: Chart) -> Line | Misreading:
        """Read one line, the canonical writing without detours."""
        line = canonical_line(on, text)
        if line is None or (at.phase.kind is PhaseKind.RETREAT and isinstance(line.order, Move)):
            return read_order(text, self._context(power, at, on))
        return line

    def _context(self, power: str, at: Position, on: Chart) -> ReadingContext:
        return ReadingContext(on, power, at.phase.kind, at, self._tolerance, self._also)


class _Rolls(dict[str, Roll]):
    """The numbers of each map that is asked for, looked for once; so the first wrong question is the first told of."""

    def __missing__(self, variant: str) -> Roll:
        found = self[variant] = roll(chart_of(variant))
        return found


def _asked(question: Question, numbers: Roll) -> tuple[Chart, Short]:
    """The map and the position of a question. Raises Unfit."""
    on = numbers.chart
    moment = numbers.named.get((question.season, question.year, question.phase))
    plain = moment is not None and moment.kind is PhaseKind.MOVEMENT and not (question.dislodged or question.contested)
    if moment is None or not plain or question.attacked_from:
        return on, _written(question, on)
    try:
        units = sorted(map(numbers.number.__getitem__, question.units))
        owners = numbers.owned(question.centers or {})
    except KeyError:
        return on, _written(question, on)
    if owners is None or len({*map(numbers.place.__getitem__, units)}) < len(units):
        return on, _written(question, on)
    return on, Short(moment, units, owners)


def _written(question: Question, on: Chart) -> Short:
    """The position of a question that is read with every care. Raises Unfit."""
    numbers = roll(on)
    short = numbers.short(exchange.position(question, on))
    numbers.remember(question.season, question.year, question.phase, short.moment)
    return short


def chart_of(variant: str) -> Chart:
    """The map of that name. Raises Unfit, naming the maps there are."""
    if variant not in chart_names():
        raise Unfit(say("there is no map {word}; there are {maps}", word=variant, maps=", ".join(chart_names())))
    return chart(variant)


def answer(judged: Judged) -> dict[str, Any]:
    """The whole answer as JSON values, lines that are no orders among their power's verdicts."""
    told = exchange.answer(judged.ruling, judged.chart)
    nowhere = {(each.power, each.text): each for each in judged.nowhere}
    rows = (_moving(row, nowhere.get((row["power"], row["text"]))) for row in told["orders"])
    told["orders"] = sorted([*rows, *map(_told, judged.unheard)], key=lambda verdict: str(verdict["power"]))
    return told


def _moving(row: dict[str, Any], bad: Unheard | None) -> dict[str, Any]:
    """What became of a line; of one to move nowhere it is told as it was written."""
    if bad is None:
        return row
    return {**row, "order": None, "code": bad.code.value, "clause": "III.5.A", "why": put(bad.says, "en")}


@dataclass(frozen=True, slots=True)
class Alike:
    """Choices of a clause, in writing, under which the same comes of a phase, and what that is."""

    choices: tuple[str, ...]
    judged: Judged


def compared(sheet: Sheet, clause: Clause, judge: Callable[[Docket], Judged]) -> tuple[Alike, ...]:
    """What `judge` has adjudicated under every choice of one clause, the rest of the sheet as it is: choices that rule
    alike together, in the order of the clause.

    A choice that cannot stand beside the rest of the sheet is left out. Raises Unfit as `judge` does.
    """
    found: dict[str, list[str]] = {}
    judgements: dict[str, Judged] = {}
    for choice in choices_of(clause):
        chosen = sheet.with_choice(clause.number, choice)
        if isinstance(chosen, Sheet):
            judged = judge(Docket(chosen))
            fate = repr(_fate(answer(judged)))
            found.setdefault(fate, []).append(choice)
            judgements.setdefault(fate, judged)
    return tuple(Alike(tuple(choices), judgements[fate]) for fate, choices in found.items())


def comparison(question: Question, sheet: Sheet, clause: Clause) -> dict[str, Any]:
    """A phase under every choice of one clause, as JSON values. Raises Unfit."""
    alike = compared(sheet, clause, lambda docket: docket.judge(question))
    results = [{"choices": list(each.choices), **answer(each.judged)} for each in alike]
    return {"clause": clause.number, "choice": str(sheet.choice(clause.number)), "results": results}


def _fate(told: dict[str, Any]) -> object:
    """What makes a ruling another one: not which clause decided, but what became of units and orders."""
    keys = ("units", "dislodged", "retreats", "removed", "contested", "centers")
    return [told[key] for key in keys], [(o["power"], o["text"], o["outcome"], o["dislodged"]) for o in told["orders"]]


def _stranger(power: str, text: str) -> Unheard:
    return Unheard(power, text, Code.NO_SUCH_UNIT, "rulebook", say("The map has no power {power}.", power=power))


NOT_READ = {
    (True, False): say("“{word}” can mean more than one thing."),
    (True, True): say("“{word}” can mean more than one thing; write {instead}."),
    (False, False): say("“{word}” is not understood."),
    (False, True): say("“{word}” is not understood; write {instead}."),
}
"""Why a line is no order: whether it can mean several things, and whether something can be written instead."""


def misread(power: str, text: str, misreading: Misreading) -> Unheard:
    """The line as one that is no order, with the reason."""
    code = Code.IMPOSSIBLE if misreading.code == "unknown-province" else Code.AMBIGUOUS
    instead = " or ".join(misreading.suggestions)
    word, several = misreading.word or text, misreading.code == "ambiguous" and len(misreading.suggestions) != 1
    says = filled(NOT_READ[several, bool(instead)], word=word, instead=instead)
    return Unheard(power, text, code, misreading.clause or "III.2", says)


def _told(unheard: Unheard) -> dict[str, Any]:
    return {
        "power": unheard.power,
        "text": unheard.text,
        "order": None,
        "outcome": Outcome.VOID.value,
        "dislodged": False,
        "code": unheard.code.value,
        "by": [],
        "dislodged_by": None,
        "clause": unheard.clause,
        "why": put(unheard.says, "en"),
    }
