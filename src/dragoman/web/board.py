"""The board as a page shows it: a past phase with its orders and what became of them, or the present with one's own."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString, mark_safe

from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.drawing.board import describe, draw, style_of
from dragoman.diplomacy.drawing.geometry import geometry
from dragoman.diplomacy.sight import View
from dragoman.diplomacy.state import Turn
from dragoman.web import says

Retreats = tuple[tuple[str, tuple[Place, ...]], ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """The board as SVG (empty where nobody has drawn this map), and the same in words."""

    svg: SafeString
    told: str


def picture(view: View, turn: Turn | None) -> Picture:
    """The board of a turn, or, without one, of the present."""
    chart, lang = view.chart, says.lang()
    position = turn.before if turn else view.position
    verdicts = turn.ruling.verdicts if turn else ()
    orders = tuple(line.order for line in view.own.lines) if view.own and turn is None else ()
    retreats = _open(view, turn)
    told = describe(chart, position, lang, orders=orders, verdicts=verdicts, retreats=retreats)
    try:
        drawn = draw(
            geometry(chart.id), chart, position,
            orders=orders, verdicts=verdicts, retreats=retreats, lang=lang, styled=False,
        )  # fmt: skip
    except LookupError:
        return Picture(SafeString(""), told)
    return Picture(mark_safe(drawn), told)  # the drawing escapes every text in it


def standing(chart: Chart, position: Position, ident: str) -> Picture:
    """A position by itself; `ident` begins its ids, where several boards stand on one page."""
    told = describe(chart, position, says.lang())
    try:
        drawn = draw(geometry(chart.id), chart, position, lang=says.lang(), ident=ident, styled=False, legend=False)
    except LookupError:
        return Picture(SafeString(""), told)
    return Picture(mark_safe(drawn), told)  # the drawing escapes every text in it


def ruled(chart: Chart, turn: Turn) -> Picture:
    """A phase with its orders and what became of them, whether its ruling is in force or not."""
    told = describe(chart, turn.before, says.lang(), verdicts=turn.ruling.verdicts)
    try:
        drawn = draw(
            geometry(chart.id), chart, turn.before, verdicts=turn.ruling.verdicts, lang=says.lang(), styled=False
        )
    except LookupError:
        return Picture(SafeString(""), told)
    return Picture(mark_safe(drawn), told)  # the drawing escapes every text in it


def _open(view: View, turn: Turn | None) -> Retreats:
    """The retreats open at that moment: what the ruling before it left open."""
    if turn is None:
        return view.retreats
    index = view.turns.index(turn)
    return view.turns[index - 1].ruling.retreats if index else ()


def style(view: View) -> str:
    """The stylesheet of this map's board."""
    return style_of_chart(view.chart)


def style_of_chart(chart: Chart) -> str:
    """The stylesheet of the boards of a map."""
    return style_of(chart)
