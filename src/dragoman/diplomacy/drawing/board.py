"""The board as one SVG: language, colours and orders laid over a geometry. The same values always give the same bytes.

Whatever is told by colour is told by a letter or a pattern too, and every part bears its text as a title. Parts that a
page may want to hook have ids `board-province-MUN`, `board-unit-MUN`, `board-dislodged-MUN`, and `data-province`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from dragoman.diplomacy.adjudication.verdict import Verdict
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import Dislodged, Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import Unit
from dragoman.diplomacy.drawing import pieces
from dragoman.diplomacy.drawing.arrows import straight
from dragoman.diplomacy.drawing.geometry import Geometry, Ground, Label, Point, Shape
from dragoman.diplomacy.drawing.ink import element, number, pair, text
from dragoman.diplomacy.drawing.orders import Drawn, Scene, drawn_orders
from dragoman.diplomacy.drawing.style import Livery, Theme, liveries, patterns, stylesheet
from dragoman.diplomacy.drawing.words import Words, describe, kind_word
from dragoman.diplomacy.orders.order import Order

__all__ = ["describe", "draw", "style_of"]

Retreats = Iterable[tuple[str, tuple[Place, ...]]]


def draw(
    geometry: Geometry,
    chart: Chart,
    position: Position,
    *,
    orders: Iterable[Order] = (),
    verdicts: Iterable[Verdict] = (),
    retreats: Retreats = (),
    lang: str = "en",
    title: str | None = None,
    theme: Theme = "auto",
    ident: str = "board",
    styled: bool = True,
    legend: bool = True,
    like: str = "",
) -> str:
    """The position, with pending orders or with verdicts on them, as one SVG document.

    `retreats` are the places open to dislodged units, by province. `ident` begins every id, so that one page can hold
    several boards; with `styled` false the stylesheet is left to the page (`style_of`). `like` is the `ident` of a
    board of the same part and position that stands on the same page: its ground is shown again, and not sent twice.
    """
    orders, verdicts, retreats = tuple(orders), tuple(verdicts), tuple(retreats)
    words = Words(chart, lang)
    told = describe(chart, position, lang, orders=orders, verdicts=verdicts, retreats=retreats)
    board = Board(geometry, chart, position, words, liveries(chart), ident, dict(retreats), legend)
    scene = Scene(geometry, chart, position, board.liveries, words, ident)
    content = [
        element("title", text(title or words.title(position)), id=f"{ident}-title"),
        element("desc", text(told), id=f"{ident}-desc"),
        element("style", style_of(chart, theme)) if styled else "",
        element("defs", patterns(board.liveries, ident)),
        element("use", href=f"#{like}-ground") if like else board.ground(),
        *board.layers(drawn_orders(scene, orders, verdicts)),
    ]
    return element("svg", "\n".join(filter(None, content)) + "\n", **_frame(geometry, ident, lang, theme)) + "\n"


def style_of(chart: Chart, theme: Theme = "auto") -> str:
    """The stylesheet of a chart's boards, for pages that keep styles in a file of their own."""
    return stylesheet(liveries(chart), theme)


def _frame(geometry: Geometry, ident: str, lang: str, theme: Theme) -> dict[str, str | None]:
    return {
        "xmlns": "http://www.w3.org/2000/svg",
        "viewBox": f"{pair(geometry.left, geometry.top)} {pair(geometry.width, geometry.height)}",
        "class_": "board",
        "id": ident,
        "role": "img",
        "lang": lang,
        "aria_labelledby": f"{ident}-title",
        "aria_describedby": f"{ident}-desc",
        "data_theme": theme if theme in ("light", "dark") else None,
    }


@dataclass(frozen=True)
class Board:
    """All that the layers of one picture draw upon."""

    geometry: Geometry
    chart: Chart
    position: Position
    words: Words
    liveries: Mapping[str, Livery]
    ident: str
    retreats: Mapping[str, tuple[Place, ...]] = field(default_factory=dict)
    legend: bool = True

    def ground(self) -> str:
        """What lies below all units and orders."""
        layers = "\n".join(filter(None, self._ground_layers()))
        return element("g", f"\n{layers}\n", id=f"{self.ident}-ground", class_="ground")

    def _ground_layers(self) -> Iterator[str]:
        """From the bottom to the top."""
        shapes = self.geometry.provinces
        lines = self.geometry.lines
        left, top = number(self.geometry.left), number(self.geometry.top)
        yield element("rect", class_="sea", x=left, y=top, width="100%", height="100%")
        yield from (self._province(name, shape) for name, shape in shapes.items() if shape.terrain is Ground.SEA)
        yield from self._closed(sea=True)
        yield self._group("lines", element("path", class_="shallow", d=lines.coast))
        yield from self._closed(sea=False)
        yield from (self._province(name, shape) for name, shape in shapes.items() if shape.terrain is not Ground.SEA)
        yield from self._woven()
        yield self._lines()
        yield self._group("centres", *self._centres())

    def layers(self, orders: Drawn) -> Iterator[str]:
        """Units and orders, and what they are called; from the bottom to the top."""
        shapes = self.geometry.provinces
        yield self._group("orders", *orders.under)
        yield self._group("marks", *(self._label(name, shape) for name, shape in shapes.items()), *self._coasts())
        yield self._group("ghosts", *self._choices())
        yield self._group("units", *(self._unit(unit) for unit in self.position.units if unit.province in shapes))
        exiles = (exile for exile in self.position.dislodged if exile.unit.province in shapes)
        yield self._group("units", *(self._exile(exile) for exile in exiles))
        yield self._group("orders", *orders.over)
        yield self._group("legend", *self._legend()) if self.legend else ""

    def _group(self, class_: str, *parts: str) -> str:
        return element("g", "\n" + "\n".join(parts) + "\n", class_=class_) if parts else ""

    # --- the ground ---

    def _province(self, name: str, shape: Shape) -> str:
        province = self.chart.provinces[name]
        title = element("title", text(self.words.province(province, self.position.centres.get(name))))
        ident = f"{self.ident}-province-{name}"
        path = element("path", title, id=ident, class_="province", data_province=name, d=shape.path)
        return element("g", path, class_=self._ground(name, shape))

    def _ground(self, name: str, shape: Shape) -> str:
        """The class that colours a province. The path itself has no colour, so that a pattern can use it again."""
        if shape.terrain is Ground.SEA:
            return "sea"
        if owner := self.position.centres.get(name):
            return f"p{self.liveries[owner].number}o"
        home = self.chart.provinces[name].home
        return f"p{self.liveries[home].number}h" if home and not self.chart.provinces[name].centre else "land"

    def _woven(self) -> Iterator[str]:
        """Each power's pattern over its centres."""
        for power, livery in self.liveries.items():
            own = [c for c in self.position.centres_of(power) if c in self.geometry.provinces]
            again = (element("use", href=f"#{self.ident}-province-{centre}") for centre in own)
            yield element("g", "".join(again), class_="woven", fill=f"url(#{self.ident}-weave-{livery.number})")

    def _closed(self, *, sea: bool) -> Iterator[str]:
        for closed in (each for each in self.geometry.closed if each.sea is sea):
            province = self.chart.provinces.get(closed.id)
            title = element("title", text(self.words.province(province, None))) if province else ""
            yield element("path", title, class_="deep" if sea else "outside", d=closed.path)
            if closed.impassable:
                yield element("path", class_="woven", fill=f"url(#{self.ident}-hatched)", d=closed.path)

    def _lines(self) -> str:
        lines = self.geometry.lines
        return self._group(
            "lines",
            element("path", class_="narrows", d=self.geometry.narrows),
            element("path", class_="seam", d=lines.sea),
            element("path", class_="border", d=lines.border),
            element("path", class_="canal", d=self.geometry.waterways),
            element("path", class_="canal2", d=self.geometry.waterways),
            element("path", class_="coast", d=lines.coast),
            *(element("path", class_="bridge", d=link.path) for link in self.geometry.links),
            *(element("path", class_="link", d=link.path) for link in self.geometry.links),
        )

    # --- the marks ---

    def _label(self, name: str, shape: Shape) -> str:
        if shape.label.hidden:
            return ""
        ground = "seaname" if shape.terrain is Ground.SEA else "name"
        return _written(name, shape.label, f"{ground} {shape.label.size.value}")

    def _coasts(self) -> Iterator[str]:
        for name, shape in self.geometry.provinces.items():
            for coast, at in shape.coasts.items():
                unit = self.position.unit_in(name)
                if unit is None or unit.place.coast != coast:
                    yield element(
                        "text", text(coast.lower()), class_="name shore", x=number(at.x), y=number(at.y + 2.5)
                    )

    def _centres(self) -> Iterator[str]:
        for name, shape in self.geometry.provinces.items():
            if shape.centre:
                owner = self.position.centres.get(name)
                yield pieces.centre(shape.centre, self.liveries[owner] if owner else None)

    def _legend(self) -> Iterator[str]:
        """The phase, and each power's letter, name and number of centres."""
        left, top = self.geometry.legend
        phase = text(self.words.phase(self.position.phase))
        yield element("text", phase, class_="name caption", x=number(left), y=number(top + 11))
        for row, (power, livery) in enumerate(self.liveries.items()):
            y = top + 30 + 17 * row
            told = f"{self.words.power(power)} {len(self.position.centres_of(power))}"
            yield pieces.centre(Point(left + 7, y), livery)
            yield element("text", text(told), class_="name power", x=number(left + 19), y=number(y + 4))

    # --- the pieces ---

    def _unit(self, unit: Unit) -> str:
        shape = self.geometry.provinces[unit.province]
        return self._piece(unit, shape.berth(unit.place.coast), self.words.unit(unit), f"unit-{unit.province}")

    def _piece(self, unit: Unit, at: Point, title: str, ident: str, *, scale: float = 1.0, turn: float = 0.0) -> str:
        drawn = element("title", text(title)) + pieces.piece(unit.kind, self.liveries[unit.power])
        return element(
            "g",
            drawn,
            id=f"{self.ident}-{ident}",
            class_=f"unit {kind_word(unit.kind)}",
            data_province=unit.province,
            data_power=unit.power,
            transform=pieces.moved(at, scale=scale, turn=turn),
        )

    def _exile(self, exile: Dislodged) -> str:
        at = self.geometry.provinces[exile.unit.province].dislodged
        title = self.words.exile(exile, self.retreats)
        drawn = self._piece(exile.unit, at, title, f"dislodged-{exile.unit.province}", scale=0.85, turn=-14)
        return drawn + pieces.badge(Point(at.x + 9, at.y - 8), "bang")

    def _choices(self) -> Iterator[str]:
        shapes = self.geometry.provinces
        for exile in (exile for exile in self.position.dislodged if exile.unit.province in shapes):
            start = shapes[exile.unit.province].dislodged
            for place in (p for p in self.retreats.get(exile.unit.province, ()) if p.province in shapes):
                end = shapes[place.province].berth(place.coast)
                outline = pieces.ghost(exile.unit.kind, self.liveries[exile.unit.power])
                yield element("path", class_="trail", d=straight(start, end).cut(12, 12).path)
                yield element("g", outline, transform=pieces.moved(end))


def _written(word: str, label: Label, class_: str) -> str:
    drop = {"small": 3.1, "medium": 3.8, "large": 4.7}[label.size.value]
    turn = f"rotate({number(label.turn)} {pair(*label.at)})" if label.turn else None
    x, y = number(label.at.x), number(label.at.y + drop)
    return element("text", text(word), class_=class_, x=x, y=y, transform=turn)
