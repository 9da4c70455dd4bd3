"""What the same orders come to under each choice of a clause, side by side: a small board for each, and words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from django.utils.safestring import SafeString, mark_safe

from dragoman.diplomacy import report
from dragoman.diplomacy.adjudication.verdict import Verdict
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import PhaseKind
from dragoman.diplomacy.docket import Judged
from dragoman.diplomacy.drawing.board import describe, draw
from dragoman.diplomacy.drawing.geometry import Geometry, geometry
from dragoman.diplomacy.drawing.part import around, part
from dragoman.diplomacy.examples import Example, examples_of, in_full, judgements
from dragoman.diplomacy.houserules.catalogue import CATALOGUE
from dragoman.diplomacy.orders.order import Build, Convoy, Disband, Move, Retreat, SupportHold, SupportMove
from dragoman.diplomacy.rendering.judged import Told, exits, told
from dragoman.diplomacy.rendering.reader import Reader
from dragoman.game.saying import say
from dragoman.tongues.saying import put
from dragoman.web import says
from dragoman.web.board import shapes_of
from dragoman.web.forms.clause import label

VAST = 520.0
"""Board units beyond which a part of the board is too wide to be shown small."""


@dataclass(frozen=True, slots=True)
class Line:
    """One order and what became of it. `differs` marks what is not the same under every choice."""

    power: str
    text: str
    read: str
    good: bool
    says: str
    differs: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """What comes of it under some choices. `mine` marks the choice that the sheet has."""

    choices: tuple[str, ...]
    labels: tuple[str, ...]
    mine: bool
    says: str
    svg: SafeString
    told: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """An example, or a phase of a game, under every choice of one clause. `beside` are other choices that it stands
    upon, `before` the lines of a set that a power had sent earlier; `vast` is what needs a large picture."""

    ident: str
    title: str
    chart: Chart
    outcomes: tuple[Outcome, ...]
    beside: tuple[str, ...] = ()
    before: tuple[tuple[str, tuple[str, ...]], ...] = ()
    vast: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Choices in full that come to the same, what comes of them, and that in a sentence."""

    choices: tuple[str, ...]
    judged: Judged
    says: str = ""


Grounds = dict[object, str]
"""The grounds drawn on a page: by what is seen there and whose the centres are, the beginning of the ids of the board
that has it."""


def of_examples(clause: str, mine: str) -> tuple[Shown, ...]:
    """The examples of a clause as its page shows them. `mine` is the choice of the sheet in full."""
    return tuple(_chosen(each, mine) for each in _of_examples(clause, says.lang()))


def _chosen(example: Shown, mine: str) -> Shown:
    marked = (replace(each, mine=mine in each.choices) for each in example.outcomes)
    return replace(example, outcomes=tuple(marked))


@lru_cache(maxsize=256)
def _of_examples(clause: str, lang: str) -> tuple[Shown, ...]:
    """The same before anything is chosen, in the language now spoken: they are drawn once."""
    grounds: Grounds = {}
    return tuple(_of_example(example, number, grounds) for number, example in enumerate(examples_of([clause])))


def _of_example(example: Example, number: int, grounds: Grounds) -> Shown:
    clause, judged = CATALOGUE[example.clause], judgements(example.clause, example.id)
    groups = []
    for outcome in example.outcome:
        choices = tuple(in_full(clause, written) for written in outcome.choices)
        groups.append(Group(choices, judged[choices[0]], put(say(outcome.says), says.lang())))
    title = put(example.title, says.lang())
    made = shown(f"example-{number}", title[:1].upper() + title[1:], example.clause, groups, "", grounds)
    return replace(made, beside=example.rules, before=tuple(example.earlier.items()))


def shown(
    ident: str, title: str, number: str, groups: Sequence[Group], mine: str, grounds: Grounds, differing: bool = False
) -> Shown:  # fmt: skip
    """Groups of choices of a clause side by side, drawn around what they have to do with. `grounds` are those that
    stand on the page already.

    With `differing`, only what is not the same under every choice is told and drawn, of a whole board.
    """
    chart = groups[0].judged.chart
    after = _only_retreats_differ(groups)
    lines = [_lines(group.judged, after) for group in groups]
    if differing:
        lines = [tuple(line for line in some if _marked(line, lines).differs) for some in lines]
    judged = [group.judged for group in groups]
    provinces = _at_odds(judged) if differing else _concerned(judged)
    cut = _part(chart.id, provinces)
    ground = grounds.setdefault((provinces, tuple(judged[0].position.centres.items())), f"{ident}-0")
    outcomes = []
    for index, group in enumerate(groups):
        labels = tuple(dict.fromkeys(label(CATALOGUE[number], choice) for choice in group.choices))
        own = f"{ident}-{index}"
        board = Board(own, ground if ground != own else "", ", ".join(labels), after)
        svg, words = _drawn(cut, group.judged, board)
        marked = tuple(_marked(line, lines) for line in lines[index])
        outcomes.append(Outcome(group.choices, labels, mine in group.choices, group.says, svg, words, marked))
    return Shown(ident, title, chart, tuple(outcomes), vast=cut is not None and cut.width > VAST)


def _only_retreats_differ(groups: Sequence[Group]) -> bool:
    """Whether the choices come to the same but for where somebody may retreat to, which is then what is to be drawn."""
    positions = {repr(group.judged.ruling.after.units) for group in groups}
    return len(positions) == 1 and any(group.judged.ruling.retreats for group in groups)


# --- lines ---


def _lines(judged: Judged, after: bool) -> tuple[Line, ...]:
    """What became of every order, and, of what is seen after them, where who was driven out may go."""
    reader = Reader(says.lang(), names=report.names_of(judged.chart))
    return tuple(_line(each, reader) for each in (*told(judged), *(exits(judged) if after else ())))


def _line(each: Told, reader: Reader) -> Line:
    return Line(each.power, each.text, each.read, each.good, "; ".join(reader.read(saying) for saying in each.says))


def _marked(line: Line, all_lines: Sequence[Sequence[Line]]) -> Line:
    """The line, marked if under another choice something else became of it, or it was not there at all."""
    if all(line in others for others in all_lines):
        return line
    return Line(line.power, line.text, line.read, line.good, line.says, True)


# --- boards ---


@dataclass(frozen=True, slots=True)
class Board:
    """How a board is drawn: the beginning of its ids, that of the board whose ground it shows again, what it is called,
    and whether it is seen after the orders, with the retreats then open."""

    ident: str
    like: str
    title: str
    after: bool


def _drawn(cut: Geometry | None, judged: Judged, board: Board) -> tuple[SafeString, str]:
    """The board as SVG (empty where nobody has drawn this map), and the same in words."""
    chart, ruling, lang = judged.chart, judged.ruling, says.lang()
    position, verdicts, retreats = judged.position, ruling.verdicts, ruling.retreats
    if board.after:
        position, verdicts = ruling.after, ()
    words = describe(chart, position, lang, verdicts=verdicts, retreats=retreats)
    if cut is None:
        return SafeString(""), words
    drawn = draw(
        cut, chart, position, verdicts=verdicts, retreats=retreats, lang=lang, title=board.title,
        ident=board.ident, styled=False, legend=False, like=board.like, elsewhere=shapes_of(chart.id),
    )  # fmt: skip
    return mark_safe(drawn), words  # the drawing escapes every text in it


@lru_cache(maxsize=256)
def _part(map_id: str, provinces: frozenset[str]) -> Geometry | None:
    try:
        whole = geometry(map_id)
    except LookupError:
        return None
    return part(whole, around(whole, sorted(provinces)))


def _concerned(several: Sequence[Judged]) -> frozenset[str]:
    """Every province that some order or unit has to do with, and in an adjustment phase every centre of who adjusts."""
    found = {unit.province for judged in several for unit in judged.position.units}
    for judged in several:
        found |= {province for verdict in judged.ruling.verdicts for province in _named(verdict)}
        if judged.position.phase.kind is PhaseKind.ADJUSTMENT:
            found |= set(judged.position.centres)
    return frozenset(found)


def _at_odds(several: Sequence[Judged]) -> frozenset[str]:
    """The provinces of the orders of which something else becomes under some choice than under another, and of the
    units that cause it."""
    fates = [{_fate(verdict): verdict for verdict in judged.ruling.verdicts} for judged in several]
    odd = [verdict for some in fates for fate, verdict in some.items() if not all(fate in each for each in fates)]
    causes = {unit.province for verdict in odd for unit in verdict.by}
    return frozenset(causes) | frozenset(province for verdict in odd for province in _named(verdict))


def _fate(verdict: Verdict) -> tuple[object, ...]:
    return verdict.power, verdict.text, verdict.unit, verdict.order, verdict.outcome, verdict.dislodged


def _named(verdict: Verdict) -> Iterator[str]:
    """The provinces of an order: of its unit, where that goes, and where another is helped to."""
    if verdict.unit is not None:
        yield verdict.unit.province
    match verdict.order:
        case Move(_, to) | Retreat(_, to):
            yield to.province
        case SupportMove(_, other, to) | Convoy(_, other, to):
            yield from (other.place.province, to.province)
        case SupportHold(_, other):
            yield other.place.province
        case Build(unit) | Disband(unit):
            yield unit.place.province
        case _:
            pass


__all__ = ["Group", "Line", "Outcome", "Shown", "of_examples", "shown"]
