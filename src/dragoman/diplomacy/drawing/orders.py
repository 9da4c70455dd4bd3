"""Each order has its sign: solid arrows move, dashes support, waves convoy, dots retreat; what failed is crossed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import assert_never

from dragoman.diplomacy.adjudication.verdict import Verdict
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.drawing import pieces
from dragoman.diplomacy.drawing.arrows import DASHES, Curve, bent, dot, head, line, straight, through, wave
from dragoman.diplomacy.drawing.geometry import Geometry, Point
from dragoman.diplomacy.drawing.ink import element, number, text
from dragoman.diplomacy.drawing.style import Livery
from dragoman.diplomacy.drawing.words import Words, giver, in_vain
from dragoman.diplomacy.orders.order import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)

STAND_OFF = 15.0
"""How far from a piece's middle a line begins or ends."""

ON_EMPTY = 5.0
"""How far from the middle of an empty province an arrow ends."""


@dataclass(frozen=True, slots=True)
class Task:
    """One order to draw: whose, what is said of it, and whether it was in vain."""

    order: Order
    power: str
    told: str
    vain: bool = False
    dislodged: bool = False


@dataclass(frozen=True, slots=True)
class Drawn:
    """What lies under the pieces, and what lies over them."""

    under: Sequence[str]
    over: Sequence[str]


@dataclass(frozen=True)
class Scene:
    """The ground on which orders are drawn."""

    geometry: Geometry
    chart: Chart
    position: Position
    liveries: Mapping[str, Livery]
    words: Words
    ident: str
    goals: Mapping[str, Place] = field(default_factory=dict)

    @cached_property
    def occupied(self) -> frozenset[str]:
        return frozenset(unit.province for unit in self.position.units)

    def berth(self, place: Place) -> Point:
        """Where the unit meant stands. An order may leave out the coast, so the piece on the board has the say."""
        return self.spot(self.place_of(place))

    def spot(self, place: Place) -> Point:
        return self.geometry.provinces[place.province].berth(place.coast)

    def place_of(self, place: Place) -> Place:
        unit = self.position.unit_in(place.province)
        return unit.place if unit else place

    def target(self, start: Place, to: Place) -> Place:
        """Where that unit's arrow points: on the coast its own order names, if it goes there at all."""
        own = self.goals.get(start.province)
        return own if own and own.province == to.province else to

    def way(self, start: Place, to: Place) -> Curve:
        """The line of a move: through the border it crosses, or bent a little where nothing is in the way."""
        begin, end = self.place_of(start), self.target(start, to)
        by = self.geometry.passage(str(begin), str(end))
        return through(self.berth(begin), by, self.spot(end)) if by else bent(self.berth(begin), self.spot(end))

    def gap(self, place: Place) -> float:
        return STAND_OFF if place.province in self.occupied else ON_EMPTY

    def knows(self, order: Order) -> bool:
        """Whether every place of the order is on this board."""
        return all(place.province in self.geometry.provinces for place in _places(order))


def drawn_orders(scene: Scene, orders: Iterable[Order], verdicts: Iterable[Verdict]) -> Drawn:
    tasks = [task for task in _tasks(scene, orders, verdicts) if scene.knows(task.order)]
    goals = {t.order.unit.place.province: t.order.to for t in tasks if isinstance(t.order, Move)}
    scene = replace(scene, goals=goals)
    under, over = [], []
    for number_, task in enumerate(sorted(tasks, key=_depth)):
        below, above = sign(scene, task, scene.liveries[task.power])
        ident = f"{scene.ident}-order-{number_}"
        under.append(_titled(task, ident, below))
        over.append((above if below else _titled(task, ident, above)) + _driven_out(scene, task))
    return Drawn(tuple(filter(None, under)), tuple(filter(None, over)))


def _tasks(scene: Scene, orders: Iterable[Order], verdicts: Iterable[Verdict]) -> Iterable[Task]:
    for order in orders:
        power = giver(scene.chart, scene.position, order)
        if power:
            yield Task(order, power, scene.words.order(order, power))
    for verdict in verdicts:
        if verdict.order:
            yield Task(verdict.order, verdict.power, scene.words.verdict(verdict), in_vain(verdict), verdict.dislodged)


def _depth(task: Task) -> int:
    """Convoys lie lowest, then supports; moves come last and stay whole."""
    return {Convoy: 0, SupportHold: 1, SupportMove: 1}.get(type(task.order), 2)


def _place(order: Order) -> Place | None:
    """Where the ordered unit is. Only a waived build has none."""
    return order.place if isinstance(order, Waive) else order.unit.place


def _places(order: Order) -> Iterator[Place]:
    """Every place an order names, but for the route of a convoy."""
    own = _place(order)
    if own is not None:
        yield own
    match order:
        case Move(_, to) | Retreat(_, to):
            yield to
        case SupportHold(_, supported):
            yield supported.place
        case SupportMove(_, other, to) | Convoy(_, other, to):
            yield other.place
            yield to
        case Hold() | Disband() | Build() | Waive():
            pass


def _titled(task: Task, ident: str, drawn: str) -> str:
    if not drawn:
        return ""
    kind = type(task.order).__name__.lower()
    place = _place(task.order)
    return element(
        "g",
        element("title", text(task.told)) + drawn,
        id=ident,
        class_=f"order {kind} vain" if task.vain else f"order {kind}",
        data_province=place.province if place else None,
    )


def sign(scene: Scene, task: Task, livery: Livery) -> tuple[str, str]:
    """What is drawn under and over the pieces for one order."""
    match task.order:
        case Hold(unit):
            return _ring(scene.berth(unit.place), livery), _crossed(task, scene.berth(unit.place))
        case Move(unit, to):
            return _move(scene, task, livery, unit.place, to)
        case SupportHold(unit, supported):
            curve = straight(scene.berth(unit.place), scene.berth(supported.place)).cut(STAND_OFF, STAND_OFF)
            return _leaning(curve, livery, task)
        case SupportMove(unit, supported, to):
            middle = scene.way(supported.place, to).at(0.5)
            return _leaning(straight(scene.berth(unit.place), middle).cut(STAND_OFF, 0), livery, task)
        case Convoy(unit, army, to):
            middle = scene.way(army.place, to).at(0.5)
            curve = straight(scene.berth(unit.place), middle).cut(STAND_OFF, 0)
            return line(wave(curve), livery, width=1.9), dot(middle, livery) + _crossed(task, curve.at(0.5))
        case Retreat(unit, to):
            return _retreat(scene, task, livery, unit.place, to)
        case Disband(unit):
            return _disband(scene, unit.place)
        case Build():
            return _build(scene, task.order, livery)
        case Waive():
            return "", ""
        case _:
            assert_never(task.order)


def _driven_out(scene: Scene, task: Task) -> str:
    place = _place(task.order)
    if not task.dislodged or place is None:
        return ""
    at = scene.berth(place)
    return pieces.badge(Point(at.x + 11, at.y - 9), "bang")


def _crossed(task: Task, at: Point) -> str:
    return pieces.cross(at) if task.vain else ""


def _move(scene: Scene, task: Task, livery: Livery, start: Place, to: Place) -> tuple[str, str]:
    curve = scene.way(start, to).cut(STAND_OFF, scene.gap(to))
    shaft = curve.cut(0, 5)
    dash = DASHES["failed"] if task.vain else None
    drawn = line(shaft.path, livery, width=2.0 if task.vain else 2.8, dash=dash) + head(curve, livery)
    return drawn, _crossed(task, curve.at(0.62))


def _leaning(curve: Curve, livery: Livery, task: Task) -> tuple[str, str]:
    """A support: dashed, with a dot where it leans."""
    drawn = line(curve.path, livery, width=1.9, dash=DASHES["support"])
    return drawn, dot(curve.end, livery) + _crossed(task, curve.at(0.45))


def _ring(at: Point, livery: Livery) -> str:
    radius = number(STAND_OFF + 1)
    strokes = (("halo", "5.4"), ("rim", "3.4"), (f"p{livery.number}s", "2"))
    rings = "".join(element("circle", class_=name, r=radius, stroke_width=width) for name, width in strokes)
    return element("g", rings, transform=pieces.moved(at))


def _retreat(scene: Scene, task: Task, livery: Livery, start: Place, to: Place) -> tuple[str, str]:
    begin = scene.geometry.provinces[start.province].dislodged
    curve = bent(begin, scene.spot(to)).cut(11, scene.gap(to))
    drawn = line(curve.cut(0, 5).path, livery, width=2.4, dash=DASHES["retreat"]) + head(curve, livery)
    return drawn, _crossed(task, curve.at(0.6))


def _disband(scene: Scene, place: Place) -> tuple[str, str]:
    exiled = any(d.unit.province == place.province for d in scene.position.dislodged)
    at = scene.geometry.provinces[place.province].dislodged if exiled else scene.berth(place)
    return "", pieces.cross(at, 8)


def _build(scene: Scene, order: Build, livery: Livery) -> tuple[str, str]:
    place = order.unit.place
    at = scene.geometry.provinces[place.province].berth(place.coast)
    shoulder = pieces.badge(Point(at.x + 11, at.y - 9), "plus")
    drawn = pieces.piece(order.unit.kind, livery) if order.unit.kind else ""
    return "", element("g", drawn, transform=pieces.moved(at)) + shoulder
