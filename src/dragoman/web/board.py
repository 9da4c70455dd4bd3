"""The board as a page shows it: a past phase with its orders and what became of them, or the present with one's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from dragoman.diplomacy.adjudication.verdict import Verdict
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.drawing import shapes
from dragoman.diplomacy.drawing.board import describe, draw, style_of
from dragoman.diplomacy.drawing.geometry import geometry
from dragoman.diplomacy.drawing.style import Theme
from dragoman.diplomacy.drawing.turn import Stage, Told, draw_turn, tell_turn
from dragoman.diplomacy.orders.order import Order
from dragoman.diplomacy.sight import View
from dragoman.diplomacy.state import Turn
from dragoman.web import says

STAGES = tuple(stage.value for stage in Stage)
"""What can be seen of a phase: the board before it, its orders and what became of them, and the board after it."""

Retreats = tuple[tuple[str, tuple[Place, ...]], ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """The board as SVG (empty where nobody has drawn this map), and the same in words."""

    svg: SafeString
    told: str


def picture(view: View, turn: Turn | None, stage: str = "orders") -> Picture:
    """The board of a turn at a stage of it, or, without one, of the present with one's own orders on it."""
    if turn is not None:
        return _turned(view, turn, Stage(stage))
    chart, lang = view.chart, says.lang()
    own = tuple(line.order for line in view.own.lines) if view.own else ()
    told = describe(chart, view.position, lang, orders=own, retreats=view.retreats)
    return _shown(told, lambda: draw(
        geometry(chart.id), chart, view.position,
        orders=own, retreats=view.retreats, lang=lang, styled=False, elsewhere=shapes_of(chart.id),
    ))  # fmt: skip


def _shown(told: str, drawing: Callable[[], str]) -> Picture:
    """What `drawing` draws, where anybody has drawn the map, and the same in words."""
    try:
        return Picture(mark_safe(drawing()), told)  # a drawing escapes every text in it
    except LookupError:
        return Picture(SafeString(""), told)


def _turned(view: View, turn: Turn, stage: Stage) -> Picture:
    """A phase that is over, at a stage of it."""
    told = Told(turn.before, turn.ruling, _open(view, turn))
    words = tell_turn(view.chart, told, stage, says.lang())
    return _shown(words, lambda: draw_turn(
        geometry(view.chart.id), view.chart, told, stage,
        lang=says.lang(), styled=False, elsewhere=shapes_of(view.chart.id),
    ))  # fmt: skip


def alone(view: View, turn: Turn | None, stage: str, theme: Theme) -> str:
    """The board as a document of its own, to be saved or sent: never with an order on file. Raises LookupError where
    nobody has drawn this map, ValueError for a stage there is not."""
    ground, seen = geometry(view.chart.id), Stage(stage)
    if turn is None:
        return draw(
            ground, view.chart, view.position, retreats=view.retreats, lang=says.lang(), theme=theme,
        )  # fmt: skip
    told = Told(turn.before, turn.ruling, _open(view, turn))
    return draw_turn(ground, view.chart, told, seen, lang=says.lang(), theme=theme, tabbed=False)


def plan(view: View) -> str:
    """The present with one's own orders, to be laid over the ground of the board that the page shows already; empty
    where nobody has drawn this map."""
    orders = tuple(line.order for line in view.own.lines) if view.own else ()
    try:
        return draw(
            geometry(view.chart.id), view.chart, view.position,
            orders=orders, retreats=view.retreats, lang=says.lang(), styled=False, like="board",
            elsewhere=shapes_of(view.chart.id),
        )  # fmt: skip
    except LookupError:
        return ""


def supposed(
    chart: Chart, position: Position, *, orders: tuple[Order, ...] = (), verdicts: tuple[Verdict, ...] = (),
    retreats: Retreats = (), like: str = "",
) -> Picture:  # fmt: skip
    """A position that is no game's, with orders for it or what became of them; `like` as for a plan."""
    told = describe(chart, position, says.lang(), orders=orders, verdicts=verdicts, retreats=retreats)
    return _shown(told, lambda: draw(
        geometry(chart.id), chart, position,
        orders=orders, verdicts=verdicts, retreats=retreats, lang=says.lang(), styled=False, like=like,
        elsewhere=shapes_of(chart.id),
    ))  # fmt: skip


def standing(chart: Chart, position: Position, ident: str) -> Picture:
    """A position by itself; `ident` begins its ids, where several boards stand on one page."""
    told = describe(chart, position, says.lang())
    return _shown(told, lambda: draw(
        geometry(chart.id), chart, position,
        lang=says.lang(), ident=ident, styled=False, legend=False, elsewhere=shapes_of(chart.id),
    ))  # fmt: skip


def ruled(chart: Chart, turn: Turn) -> Picture:
    """A phase with its orders and what became of them, whether its ruling is in force or not."""
    told = describe(chart, turn.before, says.lang(), verdicts=turn.ruling.verdicts)
    return _shown(told, lambda: draw(
        geometry(chart.id), chart, turn.before,
        verdicts=turn.ruling.verdicts, lang=says.lang(), styled=False, elsewhere=shapes_of(chart.id),
    ))  # fmt: skip


def _open(view: View, turn: Turn | None) -> Retreats:
    """The retreats open at that moment: what the ruling before it left open."""
    if turn is None:
        return view.retreats
    index = view.turns.index(turn)
    return view.turns[index - 1].ruling.retreats if index else ()


@cache
def shapes_of(map_id: str) -> Mapping[str, str]:
    """Where the shapes of a map stand that boards on pages show, by their path. Raises LookupError as `geometry`."""
    at = f"{reverse('board-shapes', args=[map_id])}?v={shapes.edition(map_id)}"
    return {path: f"{at}#{name}" for path, name in shapes.names(map_id).items()}


def style(view: View) -> str:
    """The stylesheet of this map's board."""
    return style_of_chart(view.chart)


def style_of_chart(chart: Chart) -> str:
    """The stylesheet of the boards of a map, and how much wider than high they are."""
    try:
        shape = geometry(chart.id)
    except LookupError:
        return style_of(chart)
    return f"{style_of(chart)}:root{{--board-ratio:{shape.width / shape.height:.3f}}}"
