"""The board as one SVG: language, colours and orders laid over a geometry. The same values always give the same bytes.

Whatever is told by colour is told by a letter or a pattern too, and every part bears its text as a title. Parts that a
page may want to hook have ids `board-province-MUN`, `board-unit-MUN`, `board-dislodged-MUN`, `board-order-MUN`, and
`data-province`; all that belongs to one order has the same `data-order`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from dragoman.diplomacy.adjudication.verdict import Verdict
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import Dislodged, Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import Unit
from dragoman.diplomacy.drawing import pieces
from dragoman.diplomacy.drawing.arrows import straight
from dragoman.diplomacy.drawing.caption import STRIP, strip
from dragoman.diplomacy.drawing.geometry import Geometry, Ground, Point, Shape
from dragoman.diplomacy.drawing.ink import element, number, pair, text
from dragoman.diplomacy.drawing.lettering import LAND, NARROW_SCALE, SEA, SIZES, drop
from dragoman.diplomacy.drawing.orders import Drawn, Scene, drawn_orders
from dragoman.diplomacy.drawing.style import Livery, Sizes, Theme, liveries, patterns, stylesheet
from dragoman.diplomacy.drawing.words import NO_NEWS, News, Words, describe, kind_word
from dragoman.diplomacy.orders.order import Build, Order
from dragoman.game.recalled import recalled

__all__ = ["describe", "draw", "style_of"]

Retreats = Iterable[tuple[str, tuple[Place, ...]]]

NOWHERE: Mapping[str, str] = MappingProxyType({})

LINING: tuple[tuple[str, float], ...] = (
    ("ripple", 25.0), ("still", 23.8), ("ripple", 16.6), ("still", 15.2), ("ripple", 9.4), ("shallow", 7.6),
)  # fmt: skip
"""Water lining: strokes upon each other along the coast, so that a line is left of each; of the broadest first."""


def draw(
    geometry: Geometry,
    chart: Chart,
    position: Position,
    *,
    orders: Iterable[Order] = (),
    verdicts: Iterable[Verdict] = (),
    retreats: Retreats = (),
    news: News = NO_NEWS,
    lang: str = "en",
    title: str | None = None,
    caption: str | None = None,
    theme: Theme = "auto",
    sizes: Sizes = "both",
    ident: str = "board",
    styled: bool = True,
    legend: bool = True,
    like: str = "",
    tabbed: bool = False,
    elsewhere: Mapping[str, str] = NOWHERE,
) -> str:
    """The position, with pending orders or with verdicts on them, as one SVG document.

    `retreats` are the places open to dislodged units, by province; `news` what the last phase brought. `caption` stands
    below the map in place of the phase, with the powers, unless `legend` is false. `ident` begins every id, so that
    one page can hold several boards; with `styled` false the stylesheet is left to the page (`style_of`). `like` is the
    `ident` of a board of the same part and position that stands on the same page: its ground is shown again, and not
    sent twice. With `tabbed` every order can be reached by the keyboard. `sizes` other than `both` are for what cannot
    tell how large it is seen (PNG). `elsewhere` are addresses, by path, of shapes that the board need not bring along,
    since another document holds them (`shapes`).
    """
    orders, verdicts, retreats = tuple(orders), tuple(verdicts), tuple(retreats)
    words = Words(chart, lang)
    told = describe(chart, position, lang, orders=orders, verdicts=verdicts, retreats=retreats, news=news)
    built = frozenset(o.unit.place for o in (*orders, *(v.order for v in verdicts)) if isinstance(o, Build))
    board = Board(
        geometry, chart, position, words, liveries(chart), ident, dict(retreats), legend, news, sizes, caption, built,
        elsewhere,
    )  # fmt: skip
    scene = Scene(geometry, chart, position, board.liveries, words, ident, tabbed=tabbed)
    content = [
        element("title", text(title or words.title(position)), id=f"{ident}-title"),
        element("desc", text(told), id=f"{ident}-desc"),
        element("style", stylesheet(board.liveries, theme, sizes)) if styled else "",
        element("defs", patterns(board.liveries, ident)),
        element("use", href=f"#{like}-ground") if like else board.ground(),
        *board.layers(drawn_orders(scene, orders, verdicts)),
    ]
    frame = _frame(board, lang, theme, tabbed)
    svg = element("svg", "\n".join(filter(None, content)) + "\n", **frame) + "\n"
    # What makes PNG knows no transform in a style, so that a board drawn for being small has it in every mark.
    larger = f'class="scaled" transform="scale({NARROW_SCALE})"'
    return svg.replace('class="scaled"', larger) if sizes == "narrow" else svg


def style_of(chart: Chart, theme: Theme = "auto") -> str:
    """The stylesheet of a chart's boards, for pages that keep styles in a file of their own."""
    return stylesheet(liveries(chart), theme)


def _frame(board: Board, lang: str, theme: Theme, tabbed: bool) -> dict[str, str | None]:
    """What the root says. It is one image, but for one whose parts can be reached: that is a group of them."""
    geometry, ident = board.geometry, board.ident
    below = STRIP if board.legend else 0.0
    return {
        "xmlns": "http://www.w3.org/2000/svg",
        "viewBox": f"{pair(geometry.left, geometry.top)} {pair(geometry.width, geometry.height + below)}",
        "class_": "board",
        "id": ident,
        "role": "group" if tabbed else "img",
        "lang": lang,
        "aria_labelledby": f"{ident}-title",
        "aria_describedby": f"{ident}-desc",
        "data_theme": theme if theme in ("light", "dark", "contrast") else None,
    }


MOST_GROUNDS = 64


@recalled(8)
def _grounds(_geometry: Geometry, _chart: Chart, _elsewhere: Mapping[str, str]) -> dict[tuple[object, ...], str]:
    """The grounds that were drawn of a map, by all that else goes into them."""
    return {}


@recalled(16)
def _names(geometry: Geometry, sizes: Sizes) -> tuple[str, ...]:
    """What the provinces are called on a board of that size."""
    written: list[str] = []
    for name, shape in geometry.provinces.items():
        if shape.label.hidden:
            continue
        if sizes != "narrow":
            written.append(_written(name, shape))
        if sizes != "wide":
            written.append(_written_large(name, shape, sizes == "both"))
    return tuple(written)


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
    news: News = NO_NEWS
    sizes: Sizes = "both"
    caption: str | None = None
    built: frozenset[Place] = frozenset()
    elsewhere: Mapping[str, str] = field(default_factory=dict)

    def ground(self) -> str:
        """What lies below all units and orders: the same for as long as no centre changes hands."""
        grounds = _grounds(self.geometry, self.chart, self.elsewhere)
        owned = tuple(sorted(self.position.centres.items())), tuple(sorted(self.news.taken.items()))
        key = (self.ident, self.words.lang, self.sizes, *owned)
        if key not in grounds:
            if len(grounds) >= MOST_GROUNDS:
                grounds.clear()
            layers = "\n".join(filter(None, self._ground_layers()))
            grounds[key] = element("g", f"\n{layers}\n", id=f"{self.ident}-ground", class_="ground")
        return grounds[key]

    def _ground_layers(self) -> Iterator[str]:
        """From the bottom to the top."""
        shapes = self.geometry.provinces
        yield self._sheet("sea")
        yield from (self._province(name, shape) for name, shape in shapes.items() if shape.terrain is Ground.SEA)
        yield from self._closed(sea=True)
        yield self._lining()
        yield from self._closed(sea=False)
        yield from (self._province(name, shape) for name, shape in shapes.items() if shape.terrain is not Ground.SEA)
        yield from self._woven()
        yield self._lines()
        if self.sizes == "both":
            # A picture of pixels would be heavier by a fifth for it.
            yield self._sheet(None, fill=f"url(#{self.ident}-fibred)", pointer_events="none")
        yield self._group("centres", *self._centres())

    def _sheet(self, class_: str | None, **attributes: str) -> str:
        """A rectangle over the whole board."""
        on = self.geometry
        place = {"x": on.left, "y": on.top, "width": on.width, "height": on.height}
        return element("rect", class_=class_, **{k: number(v) for k, v in place.items()}, **attributes)

    def layers(self, orders: Drawn) -> Iterator[str]:
        """Units and orders, and what they are called; from the bottom to the top."""
        shapes = self.geometry.provinces
        yield self._group("orders", *orders.under)
        yield self._group("marks", *self._labels(), *self._coasts())
        yield self._group("ghosts", *self._choices(), *self._gone())
        yield self._group("units", *(self._unit(unit) for unit in self.position.units if unit.province in shapes))
        exiles = (exile for exile in self.position.dislodged if exile.unit.province in shapes)
        yield self._group("units", *(self._exile(exile) for exile in exiles))
        yield self._group("orders", *orders.over)
        if self.legend:
            yield self._strip()

    def _strip(self) -> str:
        told = self.caption or self.words.phase(self.position.phase)
        powers = [
            (livery, self.words.power(power), len(self.position.centres_of(power)))
            for power, livery in self.liveries.items()
        ]
        return strip(self.geometry, told, powers, self.sizes)

    def _group(self, class_: str, *parts: str) -> str:
        return element("g", "\n" + "\n".join(parts) + "\n", class_=class_) if parts else ""

    # --- the ground ---

    def _province(self, name: str, shape: Shape) -> str:
        province = self.chart.provinces[name]
        title = element("title", text(self.words.province(province, self.position.centres.get(name))))
        ident = f"{self.ident}-province-{name}"
        path = self._path(shape.path, title, id=ident, class_="province", data_province=name)
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
            again = (element("use", href=self._again(centre)) for centre in own)
            yield element("g", "".join(again), class_="woven", fill=f"url(#{self.ident}-weave-{livery.number})")

    def _path(self, path: str, content: str | None = None, **attributes: str | None) -> str:
        """A shape, or where it stands elsewhere, the same from there."""
        at = self.elsewhere.get(path)
        return element("use", content, **attributes, href=at) if at else element("path", content, **attributes, d=path)

    def _again(self, name: str) -> str:
        """Where the shape of a province is."""
        return self.elsewhere.get(self.geometry.provinces[name].path) or f"#{self.ident}-province-{name}"

    def _closed(self, *, sea: bool) -> Iterator[str]:
        for closed in (each for each in self.geometry.closed if each.sea is sea):
            province = self.chart.provinces.get(closed.id)
            title = element("title", text(self.words.province(province, None))) if province else ""
            yield self._path(closed.path, title, class_="deep" if sea else "outside")
            if closed.impassable:
                yield self._path(closed.path, class_="woven", fill=f"url(#{self.ident}-hatched)")

    def _lining(self) -> str:
        """The lines of the water along the coast. What of them falls on land is covered by it."""
        strokes = [element("use", href=self._coast, class_=name, stroke_width=number(width)) for name, width in LINING]
        path = self.geometry.lines.coast
        if path not in self.elsewhere:
            strokes.insert(0, element("defs", element("path", id=f"{self.ident}-coast", fill="none", d=path)))
        return self._group("lines", *strokes)

    @property
    def _coast(self) -> str:
        return self.elsewhere.get(self.geometry.lines.coast) or f"#{self.ident}-coast"

    def _lines(self) -> str:
        lines = self.geometry.lines
        return self._group(
            "lines",
            self._path(self.geometry.narrows, class_="narrows"),
            self._path(lines.sea, class_="seam"),
            self._path(lines.border, class_="border"),
            self._path(self.geometry.waterways, class_="canal"),
            self._path(self.geometry.waterways, class_="canal2"),
            element("use", class_="coast", href=self._coast),
            *(self._path(link.path, class_="bridge") for link in self.geometry.links),
            *(self._path(link.path, class_="link") for link in self.geometry.links),
        )

    # --- the marks ---

    def _labels(self) -> Iterator[str]:
        """The names: in the sizes of the sheet, and again larger for a board that is seen small."""
        yield from _names(self.geometry, self.sizes)

    def _coasts(self) -> Iterator[str]:
        for name, shape in self.geometry.provinces.items():
            for coast, at in shape.coasts.items():
                unit = self.position.unit_in(name)
                taken = {Place(name, unit.place.coast)} if unit else set()
                if Place(name, coast) not in taken | self.built:
                    yield element("text", text(coast.lower()), class_="name shore", x=number(at.x), y=number(at.y + 3))

    def _centres(self) -> Iterator[str]:
        for name, shape in self.geometry.provinces.items():
            if shape.centre:
                owner = self.position.centres.get(name)
                before = ""
                if name in self.news.taken:
                    taken = self.words.taken(name, owner, self.news.taken[name])
                    before = element("title", text(taken)) + pieces.rays()
                yield pieces.centre(shape.centre, self.liveries[owner] if owner else None, before)

    # --- the pieces ---

    def _unit(self, unit: Unit) -> str:
        shape = self.geometry.provinces[unit.province]
        at = shape.berth(unit.place.coast)
        born = unit in self.news.built
        title = self.words.say("newly built", unit=self.words.unit(unit)) if born else self.words.unit(unit)
        drawn = self._piece(unit, at, title, f"unit-{unit.province}")
        return pieces.halo(at) + drawn + pieces.badge(pieces.shoulder(at), "plus") if born else drawn

    def _piece(self, unit: Unit, at: Point, title: str, ident: str, *, scale: float = 1.0, turn: float = 0.0) -> str:
        drawn = element("title", text(title)) + pieces.piece(unit.kind, self.liveries[unit.power], driven=turn != 0.0)
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
        drawn = self._piece(exile.unit, at, title, f"dislodged-{exile.unit.province}", scale=0.9, turn=-12)
        return drawn + pieces.badge(Point(at.x + 11, at.y - 9), "bang")

    def _choices(self) -> Iterator[str]:
        shapes = self.geometry.provinces
        for exile in (exile for exile in self.position.dislodged if exile.unit.province in shapes):
            start = shapes[exile.unit.province].dislodged
            for place in (p for p in self.retreats.get(exile.unit.province, ()) if p.province in shapes):
                end = shapes[place.province].berth(place.coast)
                outline = pieces.ghost(exile.unit.kind, self.liveries[exile.unit.power])
                yield element("path", class_="trail", d=straight(start, end).cut(12, 12).path)
                yield element("g", outline, transform=pieces.moved(end))

    def _gone(self) -> Iterator[str]:
        """Units that the last phase removed, where they stood, unless another stands there now."""
        shapes = self.geometry.provinces
        for unit in (u for u in self.news.removed if u.province in shapes and not self.position.unit_in(u.province)):
            at = shapes[unit.province].berth(unit.place.coast)
            title = element("title", text(self.words.say("removed", unit=self.words.unit(unit))))
            drawn = pieces.ghost(unit.kind, self.liveries[unit.power])
            yield element("g", title + drawn, class_="gone", transform=pieces.moved(at)) + pieces.cross(at, 8)


def _face(shape: Shape) -> tuple[str, str]:
    """The class of a name, and the face in which it is written."""
    return ("seaname", SEA) if shape.terrain is Ground.SEA else ("name", LAND)


def _written(name: str, shape: Shape) -> str:
    class_, face = _face(shape)
    label = shape.label
    turn = f"rotate({number(label.turn)} {pair(*label.at)})" if label.turn else None
    x, y = number(label.at.x), number(label.at.y + drop(face, SIZES[label.size.value]))
    return element("text", text(name), class_=f"{class_} {label.size.value} at-large", x=x, y=y, transform=turn)


def _written_large(name: str, shape: Shape, chosen: bool) -> str:
    """The name for a board that is seen small. While the style chooses, a page's reader is not told it twice."""
    class_, face = _face(shape)
    at, letters = shape.label.narrow or (shape.label.at, SIZES[shape.label.size.value])
    return element(
        "text", text(name), class_=f"{class_} at-small", x=number(at.x), y=number(at.y + drop(face, letters)),
        font_size=number(letters), aria_hidden="true" if chosen else None,
    )  # fmt: skip
