"""The board as a page shows it: a past phase with its orders and what became of them, or the present with one's own."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString, mark_safe

from dragoman.diplomacy.adjudication.verdict import Verdict
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.drawing.board import describe, draw, style_of
from dragoman.diplomacy.drawing.geometry import geometry
from dragoman.diplomacy.drawing.style import Theme
from dragoman.diplomacy.orders.order import Order
from dragoman.diplomacy.sight import View
from dragoman.diplomacy.state import Turn
from dragoman.web import says

STAGES = ("before", "orders", "after")
"""What can be seen of a phase: the board before it, its orders and what became of them, and the board after it."""

Retreats = tuple[tuple[str, tuple[Place, ...]], ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """The board as SVG (empty where nobody has drawn this map), and the same in words."""

    svg: SafeString
    told: str


def picture(view: View, turn: Turn | None, stage: str = "orders") -> Picture:
    """The board of a turn at a stage of it, or, without one, of the present with one's own orders on it."""
    chart, lang = view.chart, says.lang()
    own = tuple(line.order for line in view.own.lines) if view.own and turn is None else ()
    shown = scene(view, turn, stage)
    told = describe(chart, shown.position, lang, orders=own, verdicts=shown.verdicts, retreats=shown.retreats)
    try:
        drawn = draw(
            geometry(chart.id), chart, shown.position,
            orders=own, verdicts=shown.verdicts, retreats=shown.retreats, lang=lang, styled=False,
        )  # fmt: skip
    except LookupError:
        return Picture(SafeString(""), told)
    return Picture(mark_safe(drawn), told)  # the drawing escapes every text in it


@dataclass(frozen=True, slots=True)
class Scene:
    """What is on a board that everybody may see who may see the page."""

    position: Position
    verdicts: tuple[Verdict, ...]
    retreats: Retreats


def scene(view: View, turn: Turn | None, stage: str = "orders") -> Scene:
    """The position of a stage with what became of the orders, and the retreats then open; never an order on file."""
    if turn is None:
        return Scene(view.position, (), view.retreats)
    if stage == "after":
        return Scene(turn.ruling.after, (), turn.ruling.retreats)
    return Scene(turn.before, turn.ruling.verdicts if stage == "orders" else (), _open(view, turn))


def alone(view: View, turn: Turn | None, stage: str, theme: Theme) -> str:
    """The same as a document of its own, to be saved or sent. Raises LookupError where nobody has drawn this map."""
    shown = scene(view, turn, stage)
    return draw(
        geometry(view.chart.id), view.chart, shown.position,
        verdicts=shown.verdicts, retreats=shown.retreats, lang=says.lang(), theme=theme,
    )  # fmt: skip


def plan(view: View) -> str:
    """The present with one's own orders, to be laid over the ground of the board that the page shows already; empty
    where nobody has drawn this map."""
    orders = tuple(line.order for line in view.own.lines) if view.own else ()
    try:
        return draw(
            geometry(view.chart.id), view.chart, view.position,
            orders=orders, retreats=view.retreats, lang=says.lang(), styled=False, like="board",
        )  # fmt: skip
    except LookupError:
        return ""


def supposed(
    chart: Chart, position: Position, *, orders: tuple[Order, ...] = (), verdicts: tuple[Verdict, ...] = (),
    retreats: Retreats = (), like: str = "",
) -> Picture:  # fmt: skip
    """A position that is no game's, with orders for it or what became of them; `like` as for a plan."""
    told = describe(chart, position, says.lang(), orders=orders, verdicts=verdicts, retreats=retreats)
    try:
        drawn = draw(
            geometry(chart.id), chart, position,
            orders=orders, verdicts=verdicts, retreats=retreats, lang=says.lang(), styled=False, like=like,
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
    """The stylesheet of the boards of a map, and how much wider than high they are."""
    try:
        shape = geometry(chart.id)
    except LookupError:
        return style_of(chart)
    return f"{style_of(chart)}:root{{--board-ratio:{shape.width / shape.height:.3f}}}"
