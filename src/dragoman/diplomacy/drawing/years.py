"""The centres of every power over the years, as a chart in SVG: a line for each, told apart by its stroke and by the
letter at its end as well as by colour.

Equal values give equal bytes. What it shows is also told in words, for those who do not see it.
"""

from __future__ import annotations

from collections.abc import Sequence

from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.drawing.ink import colour, contrast, element, number, text
from dragoman.diplomacy.drawing.style import BLACK, WHITE
from dragoman.diplomacy.drawing.words import Words
from dragoman.diplomacy.state.endings import Year

WIDTH, HEIGHT = 760, 380
LEFT, RIGHT, TOP, BOTTOM = 44, 132, 18, 40
STROKES = ("", "9 4", "3 4", "12 4 3 4", "6 3", "2 3", "14 5")
"""Dashes, in the order of the map's powers, and again from the first."""
STEP = 5
"""Centres from one line of the grid to the next."""
LABEL = 17
"""The least height between two names at the lines' ends."""


def draw_years(chart: Chart, years: Sequence[Year], winning: int, lang: str = "en") -> str:
    """The chart. `winning` is how many centres win; it has a line of its own."""
    most = max([winning, *(count for year in years for count in year.centres.values())])
    frame = _Frame(years, most)
    shown = [power for power in chart.powers if any(power in year.centres for year in years)]
    parts = [
        element("title", text(told(chart, years, lang))),
        *frame.grid(),
        *frame.winning(winning),
        *(frame.line(chart, power, index) for index, power in enumerate(chart.powers) if power in shown),
        *frame.names(chart, shown, lang),
    ]
    return element(
        "svg", "".join(parts), xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {WIDTH} {HEIGHT}", role="img",
        class_="years", font_family="'DejaVu Sans',Verdana,sans-serif",
    )  # fmt: skip


def told(chart: Chart, years: Sequence[Year], lang: str = "en") -> str:
    """The chart in words: each power's centres year by year."""
    words = Words(chart, lang)
    return "; ".join(
        f"{words.power(power)}: {', '.join(f'{year.year} {year.centres.get(power, 0)}' for year in years)}"
        for power in chart.powers
        if any(power in year.centres for year in years)
    )


class _Frame:
    """Where a year and a number of centres lie on the paper."""

    def __init__(self, years: Sequence[Year], most: int) -> None:
        self._years, self._most = years, most + (-most % STEP)

    def x(self, index: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * index / max(1, len(self._years) - 1)

    def y(self, centres: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * centres / self._most

    def grid(self) -> list[str]:
        """A line across for every so many centres, and the years below, as many as there is room for."""
        right = WIDTH - RIGHT
        parts = []
        for centres in range(0, self._most + 1, STEP):
            y = number(self.y(centres))
            parts.append(element("path", d=f"M{LEFT} {y}H{right}", class_="grid", fill="none", stroke="currentColor",
                                 stroke_opacity=".22"))  # fmt: skip
            parts.append(_label(f"{centres}", LEFT - 8, self.y(centres) + 4, "end"))
        every = max(1, len(self._years) // 12 + (len(self._years) % 12 > 0))
        for index, year in enumerate(self._years):
            if index % every == 0 or index == len(self._years) - 1:
                parts.append(_label(f"{year.year}", self.x(index), HEIGHT - BOTTOM + 22, "middle"))
        return parts

    def winning(self, centres: int) -> list[str]:
        y = number(self.y(centres))
        label = [] if centres % STEP == 0 else [_label(f"{centres}", LEFT - 8, self.y(centres) + 4, "end")]
        line = element(
            "path", d=f"M{LEFT} {y}H{WIDTH - RIGHT}", class_="winning", fill="none", stroke="currentColor",
            stroke_width="1.4", stroke_dasharray="2 6", stroke_opacity=".75",
        )  # fmt: skip
        return [*label, line]

    def line(self, chart: Chart, power: str, index: int) -> str:
        """One power's line, on a darker one so that a pale colour is seen on a pale ground."""
        points = [f"{number(self.x(i))} {number(self.y(y.centres.get(power, 0)))}" for i, y in enumerate(self._years)]
        path = "M" + "L".join(points)
        dashes = STROKES[index % len(STROKES)] or None
        common = {"d": path, "fill": "none", "stroke_linejoin": "round", "stroke_dasharray": dashes}
        under = element("path", stroke="currentColor", stroke_width="4.4", stroke_opacity=".55", **common)
        return under + element("path", stroke=chart.powers[power].colour, stroke_width="2.8", **common)

    def names(self, chart: Chart, shown: Sequence[str], lang: str) -> list[str]:
        """Each power's sign and name where its line ends, moved apart where several end alike."""
        words, last = Words(chart, lang), self._years[-1]
        ordered = sorted(shown, key=lambda power: (-last.centres.get(power, 0), list(chart.powers).index(power)))
        heights = _apart([self.y(last.centres.get(power, 0)) for power in ordered], HEIGHT - BOTTOM)
        return [_sign(chart, power, words.power(power), y) for power, y in zip(ordered, heights, strict=True)]


def _apart(wanted: Sequence[float], lowest: float) -> list[float]:
    """Heights at least a label apart, none below the chart, as near as that lets to where they would be."""
    placed: list[float] = []
    for height in wanted:
        placed.append(max(height, placed[-1] + LABEL) if placed else height)
    overshoot = max(0.0, placed[-1] - lowest) if placed else 0.0
    for index in reversed(range(len(placed))):
        limit = lowest if index == len(placed) - 1 else placed[index + 1] - LABEL
        placed[index] = min(placed[index], limit) if overshoot else placed[index]
    return placed


def _sign(chart: Chart, power: str, name: str, y: float) -> str:
    known = chart.powers[power]
    ground = colour(known.colour)
    ink = "#ffffff" if contrast(WHITE, ground) > contrast(BLACK, ground) else "#141210"
    x = WIDTH - RIGHT + 12
    box = element("rect", x=number(x), y=number(y - 7), width="14", height="14", rx="2", fill=known.colour,
                  stroke="currentColor", stroke_width=".8")  # fmt: skip
    letter = element("text", text(known.letter), x=number(x + 7), y=number(y + 3.8), text_anchor="middle",
                     font_size="10.5", font_weight="700", fill=ink)  # fmt: skip
    return box + letter + _label(name, x + 20, y + 4.4, "start")


def _label(words: str, x: float, y: float, anchor: str) -> str:
    return element("text", text(words), x=number(x), y=number(y), text_anchor=anchor, font_size="12.5",
                   fill="currentColor")  # fmt: skip
