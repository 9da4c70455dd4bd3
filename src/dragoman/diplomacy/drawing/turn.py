"""A turn told in three pictures: the position before it, its orders with what became of them, the position after it.

Each has a text that says the same. A turn is all that the drawing needs of a phase, wherever that was kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from dragoman.diplomacy.adjudication.verdict import Ruling, Verdict
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import Phase, Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.drawing.board import NOWHERE, draw
from dragoman.diplomacy.drawing.geometry import Geometry
from dragoman.diplomacy.drawing.style import Sizes, Theme
from dragoman.diplomacy.drawing.words import NO_NEWS, News, Words, describe
from dragoman.diplomacy.state import Turn

Retreats = tuple[tuple[str, tuple[Place, ...]], ...]


class Stage(StrEnum):
    """The three moments of a turn that are drawn."""

    BEFORE = "before"
    ORDERS = "orders"
    AFTER = "after"


@dataclass(frozen=True, slots=True)
class Told:
    """One phase and its ruling. `retreats` were open when it began, by the province of each dislodged unit: it is what
    the ruling before it left open."""

    before: Position
    ruling: Ruling
    retreats: Retreats = ()

    @property
    def phase(self) -> Phase:
        return self.before.phase


def told(turns: Sequence[Turn]) -> tuple[Told, ...]:
    """The turns of a game, as a view of it has them, for drawing: each with the retreats that the one before left."""
    before = ((), *(turn.ruling.retreats for turn in turns))
    return tuple(Told(turn.before, turn.ruling, open_) for turn, open_ in zip(turns, before, strict=False))


@dataclass(frozen=True, slots=True)
class Moment:
    """What is drawn at one stage."""

    position: Position
    verdicts: tuple[Verdict, ...] = ()
    retreats: Retreats = ()
    news: News = NO_NEWS


def moment(turn: Told, stage: Stage) -> Moment:
    """What is seen at that stage of a turn. The position after it is that before the next phase."""
    match stage:
        case Stage.BEFORE:
            return Moment(turn.before, retreats=turn.retreats)
        case Stage.ORDERS:
            return Moment(turn.before, _drawable(turn), turn.retreats)
        case Stage.AFTER:
            return Moment(turn.ruling.after, retreats=turn.ruling.retreats, news=news(turn))


def news(turn: Told) -> News:
    """What the phase brought: units built and gone, centres that changed hands."""
    before, after = turn.before.centres, turn.ruling.after.centres
    taken = {centre: before.get(centre) for centre, owner in sorted(after.items()) if before.get(centre) != owner}
    return News(turn.ruling.built, turn.ruling.removed, taken)


def _drawable(turn: Told) -> tuple[Verdict, ...]:
    """The verdicts on orders. A unit that nobody ordered holds, and needs no ring to say so."""
    return tuple(verdict for verdict in turn.ruling.verdicts if verdict.order is not None)


def draw_turn(
    geometry: Geometry,
    chart: Chart,
    turn: Told,
    stage: Stage,
    *,
    lang: str = "en",
    theme: Theme = "auto",
    sizes: Sizes = "both",
    ident: str = "board",
    styled: bool = True,
    legend: bool = True,
    like: str = "",
    tabbed: bool = True,
    caption: str | None = None,
    elsewhere: Mapping[str, str] = NOWHERE,
) -> str:
    """The turn at that stage as one SVG document. What is said of the other arguments at `board.draw` holds here;
    `tabbed` makes each order of the middle stage one that the keyboard reaches."""
    seen = moment(turn, stage)
    return draw(
        geometry, chart, seen.position,
        verdicts=seen.verdicts, retreats=seen.retreats, news=seen.news, lang=lang, theme=theme, sizes=sizes,
        ident=ident, styled=styled, legend=legend, like=like, tabbed=tabbed and bool(seen.verdicts),
        title=title(chart, turn, stage, lang), caption=caption or stage_of(chart, turn, stage, lang),
        elsewhere=elsewhere,
    )  # fmt: skip


def tell_turn(chart: Chart, turn: Told, stage: Stage, lang: str = "en") -> str:
    """The same in words, under the same title."""
    seen = moment(turn, stage)
    told = describe(
        chart, seen.position, lang, verdicts=seen.verdicts, retreats=seen.retreats, news=seen.news,
    )  # fmt: skip
    return "\n".join([title(chart, turn, stage, lang), *told.split("\n")[1:]])


def stage_of(chart: Chart, turn: Told, stage: Stage, lang: str = "en") -> str:
    """The phase and where in it: `Spring 1901, moves, after`."""
    words = Words(chart, lang)
    return words.say(f"stage-{stage.value}", title=words.phase(turn.phase))


def title(chart: Chart, turn: Told, stage: Stage, lang: str = "en") -> str:
    """What the picture is called: the map, the phase, and where in it."""
    words = Words(chart, lang)
    return words.say(f"stage-{stage.value}", title=words.title(turn.before))
