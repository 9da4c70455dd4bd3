"""A whole game in pictures: one after the other, to be shown as a moving picture, or small on one sheet, year by year.

Both are made of the same turns as the pictures of each by itself, and hold nothing that these do not show.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import Position
from dragoman.diplomacy.drawing import pieces
from dragoman.diplomacy.drawing.caption import key, key_width
from dragoman.diplomacy.drawing.geometry import Geometry, Ground, Point
from dragoman.diplomacy.drawing.ink import element, number, pair, text
from dragoman.diplomacy.drawing.style import Livery, Theme, liveries, patterns, stylesheet
from dragoman.diplomacy.drawing.turn import Stage, Told, draw_turn, stage_of
from dragoman.diplomacy.drawing.words import Words

ORDERS_MS, LAST_MS = 1600, 4000
"""How long a turn is seen, and the board at the end, in thousandths of a second."""

ACROSS = 3
"""Boards beside each other on a sheet."""
SPACE, HEAD, TOP = 60.0, 90.0, 210.0
"""What lies between boards on a sheet, above each for its year, and above all for the name and the key, in board units.
"""


def frames(
    geometry: Geometry, chart: Chart, turns: Sequence[Told], *, game: str = "", lang: str = "en", theme: Theme = "light"
) -> Iterator[tuple[str, int]]:
    """Each turn with its orders, and the board at the end: drawings, and for how many thousandths of a second each is
    shown. Turns without any order are left out."""
    shown = [turn for turn in turns if any(verdict.order for verdict in turn.ruling.verdicts)]
    for turn in shown:
        yield _frame(geometry, chart, turn, Stage.ORDERS, game, lang, theme), ORDERS_MS
    if turns:
        yield _frame(geometry, chart, turns[-1], Stage.AFTER, game, lang, theme), LAST_MS


def _frame(geometry: Geometry, chart: Chart, turn: Told, stage: Stage, game: str, lang: str, theme: Theme) -> str:
    told = stage_of(chart, turn, stage, lang)
    return draw_turn(
        geometry, chart, turn, stage,
        lang=lang, theme=theme, sizes="wide", tabbed=False, caption=f"{game} · {told}" if game else told,
    )  # fmt: skip


def years(turns: Sequence[Told]) -> list[tuple[int, Position]]:
    """The board at the end of each year, and as it was at the beginning."""
    found = [(turns[0].phase.year, turns[0].before)] if turns else []
    for turn, following in zip_longest(turns, turns[1:]):
        if following is None or following.phase.year != turn.phase.year:
            found.append((turn.phase.year, turn.ruling.after))
    return found


def sheet(
    geometry: Geometry, chart: Chart, turns: Sequence[Told], *, game: str = "", lang: str = "en", theme: Theme = "auto"
) -> str:
    """All years on one sheet, as one SVG document. Each shape of the map is in it once, and shown again on every board.
    Raises ValueError where nothing has been played."""
    boards = years(turns)
    if not boards:
        raise ValueError("nothing has been played yet")
    page = _Sheet(geometry, chart, Words(chart, lang), liveries(chart))
    across = min(ACROSS, len(boards))
    rows = -(-len(boards) // across)
    width = across * (geometry.width + SPACE) + SPACE
    height = TOP + rows * (geometry.height + HEAD + SPACE) + SPACE
    name = page.words.name(chart.names)
    title = f"{game}: {name}" if game else name
    content = [
        element("title", text(title), id="sheet-title"),
        element("desc", text(page.told(boards)), id="sheet-desc"),
        element("style", stylesheet(page.liveries, theme, "wide")),
        element("defs", patterns(page.liveries, "sheet") + page.shapes()),
        element("rect", class_="paper", width=number(width), height=number(height)),
        *page.top(title, width - 2 * SPACE),
        *(page.cell(*divmod(index, across), index, *board) for index, board in enumerate(boards)),
    ]
    return element(
        "svg", "\n".join(content) + "\n", xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {pair(width, height)}",
        class_="board sheet", role="img", lang=lang, aria_labelledby="sheet-title", aria_describedby="sheet-desc",
        data_theme=theme if theme in ("light", "dark", "contrast") else None,
    ) + "\n"  # fmt: skip


class _Sheet:
    """What the boards of one sheet have in common."""

    def __init__(self, geometry: Geometry, chart: Chart, words: Words, looks: dict[str, Livery]) -> None:
        self.geometry, self.chart, self.words, self.liveries = geometry, chart, words, looks

    def told(self, boards: Sequence[tuple[int, Position]]) -> str:
        """Each year's centres, in words."""
        return "\n".join(f"{self._head(index, year, at)}: {self._tally(at)}" for index, (year, at) in enumerate(boards))

    def _head(self, index: int, year: int, at: Position) -> str:
        return self.words.phase(at.phase) if index == 0 else str(year)

    def _tally(self, at: Position) -> str:
        counts = ((self.words.power(power), len(at.centres_of(power))) for power in self.liveries)
        return ", ".join(f"{name} {count}" for name, count in counts)

    def top(self, title: str, wide: float) -> Iterator[str]:
        """The name of the game and of its map, and below it what each power's sign is."""
        yield element(
            "text", text(title), class_="tally told-when", x=number(SPACE), y=number(SPACE + 66), font_size="80"
        )
        named = [(livery, self.words.power(power)) for power, livery in self.liveries.items()]
        yield from key(named, Point(SPACE, SPACE + 140), 50, wide)

    def shapes(self) -> str:
        lines = self.geometry.lines
        named = {f"sheet-{name}": shape.path for name, shape in self.geometry.provinces.items()}
        named |= {"sheet-coasts": lines.coast, "sheet-borders": lines.border, "sheet-seams": lines.sea}
        named |= {f"sheet-outside-{number_}": closed.path for number_, closed in enumerate(self.geometry.closed)}
        return "".join(element("path", id=ident, d=path) for ident, path in named.items())

    def cell(self, row: int, column: int, index: int, year: int, at: Position) -> str:
        """One board, with its year above it."""
        x = SPACE + column * (self.geometry.width + SPACE)
        y = SPACE + row * (self.geometry.height + HEAD + SPACE) + HEAD + TOP
        told = self._head(index, year, at)
        head = element("text", text(told), class_="tally told-when", x="0", y="-24", font_size="56")
        counts = [(livery, str(len(at.centres_of(power)))) for power, livery in self.liveries.items()]
        held = [each for each in counts if each[1] != "0"]
        spare = self.geometry.width - 0.42 * 56 * (len(told) + 3)
        left = self.geometry.width - min(spare, key_width(held, 46))
        head += "".join(key(held, Point(left, -42), 46, spare))
        drawn = element("title", text(f"{told}: {self._tally(at)}")) + head + "".join(self._board(at))
        return element("g", drawn, transform=f"translate({pair(x, y)})")

    def _board(self, at: Position) -> Iterator[str]:
        size = {"width": number(self.geometry.width), "height": number(self.geometry.height)}
        yield element("rect", class_="sea", **size)
        yield from (
            _again(f"outside-{number_}", "deep" if closed.sea else "outside")
            for number_, closed in enumerate(self.geometry.closed)
        )
        for name, shape in self.geometry.provinces.items():
            if shape.terrain is not Ground.SEA:
                owner = at.centres.get(name)
                home = self.chart.provinces[name].home
                own = f"p{self.liveries[home].number}h" if home and not self.chart.provinces[name].centre else "land"
                yield _again(name, f"p{self.liveries[owner].number}o" if owner else own)
                if owner:
                    yield _again(name, None, fill=f"url(#sheet-weave-{self.liveries[owner].number})")
        yield from (_again(f"{line}s", line) for line in ("seam", "border", "coast"))
        yield from self._marks(at)
        yield element("rect", class_="frame", stroke_width="4", **size)

    def _marks(self, at: Position) -> Iterator[str]:
        shapes = self.geometry.provinces
        for name, shape in shapes.items():
            if shape.centre:
                owner = at.centres.get(name)
                yield pieces.centre(shape.centre, self.liveries[owner] if owner else None)
        for unit in (unit for unit in at.units if unit.province in shapes):
            place = shapes[unit.province].berth(unit.place.coast)
            drawn = element("title", text(self.words.unit(unit))) + pieces.piece(unit.kind, self.liveries[unit.power])
            yield element("g", drawn, transform=pieces.moved(place, scale=1.35))


def _again(name: str, class_: str | None, **attributes: str) -> str:
    return element("use", href=f"#sheet-{name}", class_=class_, **attributes)


__all__ = ["frames", "sheet", "years"]
