"""A turn told in words beside its board: lines that lead to arrows, what changed, and why each order came to what it
did. It is made of the same results as the letter of the turn, for the seat that reads."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from msgspec import structs

from dragoman.diplomacy import report
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import Phase
from dragoman.diplomacy.houserules.catalogue import CATALOGUE
from dragoman.diplomacy.rendering import reader as rendering
from dragoman.diplomacy.rendering import story
from dragoman.diplomacy.state import Turn
from dragoman.game.page import Page, html
from dragoman.game.saying import say
from dragoman.tongues.saying import put
from dragoman.web import says
from dragoman.web.door import Visit
from dragoman.web.stops import whole_of


@dataclass(frozen=True, slots=True)
class Clause:
    """The rule that decided: how it is cited, what it is called, and where it can be read ("" for a point of DATC)."""

    cited: str
    title: str
    href: str


@dataclass(frozen=True, slots=True)
class Line:
    """An order: `key` is the province by which its arrow on the board is known, `anchor` its place on the page ("" for
    all but the first of a province), `goes` the places it names in full."""

    key: str
    anchor: str
    text: str
    goes: str
    good: bool
    says: str
    clause: Clause | None


@dataclass(frozen=True, slots=True)
class Group:
    """A power with its lines: what failed comes first."""

    power: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Story:
    """A turn. `remarks` stand before the lines, `behind` after them; `taken` are centres that changed hands."""

    turn: Turn
    code: str
    groups: tuple[Group, ...]
    changes: tuple[str, ...]
    taken: tuple[story.Taken, ...]
    remarks: SafeString
    behind: SafeString

    @property
    def eventful(self) -> bool:
        """Whether anything changed but where units stand."""
        return bool(self.changes or self.taken)


def href(table: str, phase: Phase, stage: str = "orders") -> str:
    """Where a stage of a phase that is over can be seen."""
    if stage == "orders":
        return reverse("moment", args=[table, phase])
    return reverse("stage", args=[table, phase, stage])


def edition(turn: Turn) -> str:
    """What tells this ruling on a phase from any that may come to correct it."""
    return str(int(turn.at.timestamp()))


def of(seen: Visit, turn: Turn | None) -> Story | None:
    """The story of a turn; none where no turn is over yet."""
    if turn is None:
        return None
    chart = seen.view.chart
    reader = rendering.Reader(seen.reader.lang, seen.reader.zone, report.names_of(chart))
    remarks, behind = (_html(page, reader) for page in story.beside(_unsealed(seen, turn)))
    return Story(
        turn,
        str(turn.phase),
        tuple(_groups(seen, story.lines(chart, turn.ruling), reader)),
        tuple(reader.read(cell) for paragraph in story.changes(turn.ruling) for cell in paragraph.cells),
        story.taken(chart, turn.before, turn.ruling.after),
        remarks,
        behind,
    )


def _unsealed(seen: Visit, turn: Turn) -> report.Results:
    """The results without the seals of the orders: these have a page of their own, the record."""
    body = report.results(seen.view, turn)
    return structs.replace(body, seals=(), earlier=tuple(structs.replace(each, seals=()) for each in body.earlier))


def _html(page: Page, reader: rendering.Reader) -> SafeString:
    return mark_safe(html.render(page, reader).strip())  # the rendering escapes every text in it


def _groups(seen: Visit, told: Iterable[story.Told], reader: rendering.Reader) -> Iterable[Group]:
    by_power: dict[str, list[Line]] = {}
    named = {""}
    for each in told:
        anchor = "" if each.province in named else f"line-{each.province}"
        named.add(each.province)
        by_power.setdefault(each.power, []).append(_line(seen, each, anchor, reader))
    return (Group(power, tuple(sorted(lines, key=lambda line: line.good))) for power, lines in by_power.items())


def _line(seen: Visit, told: story.Told, anchor: str, reader: rendering.Reader) -> Line:
    said = ", ".join(reader.read(saying) for saying in told.says)
    goes = _goes(seen.view.chart, told)
    return Line(told.province, anchor, told.text, goes, told.good, said, _clause(seen, told.clause))


def _goes(chart: Chart, told: story.Told) -> str:
    """`Galicia – Vienna`: the places of an order in full."""
    return " – ".join(dict.fromkeys(says.place(chart, place) for place in told.goes))


def _clause(seen: Visit, cited: str) -> Clause | None:
    """The rule by its number: a house rule of this game (`VI.2.B`, where `VI.2` is the clause), or a point of DATC."""
    cited = cited.partition(" ")[0]  # what fills the blanks of a choice, as in `V.2.B top to bottom`, is not its number
    if not cited:
        return None
    number = next((n for n in (cited, cited.rpartition(".")[0]) if n in CATALOGUE), "")
    if not number:
        return Clause(f"DATC {cited}", "", "") if cited[:1].isdigit() else Clause(cited, "", "")
    title = put(say(CATALOGUE[number].title), says.lang())
    return Clause(cited, title, f"{reverse('rules', args=[seen.table])}#{whole_of(number) or number}")


__all__ = ["Clause", "Group", "Line", "Story", "edition", "href", "of"]
