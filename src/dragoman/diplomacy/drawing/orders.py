"""Each order has its sign, told apart without colour: a whole arrow moves, dashes support (they end in a bar at a unit
that stays, in a dot on an arrow), waves convoy, dots with a hollow head retreat. What failed bears the sign of why,
where it failed: a wall that threw it back, a cut, a circle struck through for what was no order, otherwise a cross.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import hypot
from typing import assert_never

from dragoman.diplomacy.adjudication.verdict import Code, Verdict
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.drawing import pieces
from dragoman.diplomacy.drawing.arrows import (
    DASHES,
    Curve,
    bar,
    bent,
    dot,
    head,
    heading,
    line,
    straight,
    through,
    wave,
)
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

STAND_OFF = 22.5
"""How far from a piece's middle a line begins or ends."""

RING = 20.0
"""How large the ring of a hold is."""

CLEAR = 26.0
"""How far from the middle of a piece a sign covers nothing of it."""

ALONG = (0.5, 0.58, 0.42, 0.66, 0.34, 0.74, 0.26)
AHEAD = (0.8, 0.72, 0.64, 0.56, 0.48, 0.4)
"""Where along a line a sign may stand, the best first: in the middle, or near its end."""

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
    code: Code = Code.OK


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
    tabbed: bool = False

    @cached_property
    def standing(self) -> tuple[Point, ...]:
        """The middles of all pieces on the board."""
        shapes = self.geometry.provinces
        units = [self.spot(u.place) for u in self.position.units if u.province in shapes]
        exiles = (d.unit.province for d in self.position.dislodged)
        return (*units, *(shapes[name].dislodged for name in exiles if name in shapes))

    def clear(self, curve: Curve, wanted: Sequence[float]) -> float:
        """The first of the places along a line where a sign would cover no piece, or that which does so least."""

        def room(t: float) -> float:
            at = curve.at(t)
            return min((hypot(at.x - p.x, at.y - p.y) for p in self.standing), default=CLEAR)

        return next((t for t in wanted if room(t) >= CLEAR), max(wanted, key=room))

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
    for key, task in _keyed(sorted(tasks, key=_depth)):
        below, above = sign(scene, task, scene.liveries[task.power])
        above += _driven_out(scene, task)
        if below:
            under.append(_titled(scene, task, key, below))
            over.append(_marks(task, key, above) if above else "")
        else:
            over.append(_titled(scene, task, key, above))
    return Drawn(tuple(filter(None, under)), tuple(filter(None, over)))


def _keyed(tasks: Iterable[Task]) -> Iterator[tuple[str, Task]]:
    """Each order with what it is called: its unit's province, or its power if it has none; never the same twice."""
    seen: Counter[str] = Counter()
    for task in tasks:
        place = _place(task.order)
        key = place.province if place else task.power.replace(" ", "-")
        seen[key] += 1
        yield key if seen[key] == 1 else f"{key}-{seen[key]}", task


def _tasks(scene: Scene, orders: Iterable[Order], verdicts: Iterable[Verdict]) -> Iterable[Task]:
    for order in orders:
        power = giver(scene.chart, scene.position, order)
        if power:
            yield Task(order, power, scene.words.order(order, power))
    for verdict in verdicts:
        if verdict.order:
            yield Task(
                verdict.order,
                verdict.power,
                scene.words.verdict(verdict),
                in_vain(verdict),
                verdict.dislodged,
                verdict.code,
            )


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


def _titled(scene: Scene, task: Task, key: str, drawn: str) -> str:
    """The sign of an order with all that is said of it, for the mouse, the keyboard and the ear."""
    if not drawn:
        return ""
    kind = type(task.order).__name__.lower()
    place = _place(task.order)
    return element(
        "g",
        element("title", text(task.told)) + drawn,
        id=f"{scene.ident}-order-{key}",
        class_=f"order {kind} vain" if task.vain else f"order {kind}",
        data_province=place.province if place else None,
        data_order=key,
        data_power=task.power,
        data_code=task.code.value if task.vain else None,
        tabindex="0" if scene.tabbed else None,
        role="img" if scene.tabbed else None,
        aria_label=task.told if scene.tabbed else None,
    )


def _marks(task: Task, key: str, drawn: str) -> str:
    """What of an order lies over the pieces: it belongs to the same, and says it again to the mouse alone."""
    title = element("title", text(task.told))
    return element("g", title + drawn, class_="order mark-of", data_order=key, aria_hidden="true")


def sign(scene: Scene, task: Task, livery: Livery) -> tuple[str, str]:
    """What is drawn under and over the pieces for one order."""
    match task.order:
        case Hold(unit):
            return _hold(scene, task, livery, scene.berth(unit.place))
        case Move(unit, to):
            return _move(scene, task, livery, unit.place, to)
        case SupportHold(unit, supported):
            curve = straight(scene.berth(unit.place), scene.berth(supported.place)).cut(STAND_OFF, STAND_OFF + 2)
            drawn = line(curve.path, livery, width=2.2, dash=DASHES["support"])
            return drawn + bar(curve, livery), _failed(scene, task, curve, ALONG)
        case SupportMove(unit, supported, to):
            return _leaning(scene, task, livery, unit.place, scene.way(supported.place, to))
        case Convoy(unit, army, to):
            return _convoy(scene, task, livery, unit.place, scene.way(army.place, to))
        case Retreat(unit, to):
            return _retreat(scene, task, livery, unit.place, to)
        case Disband(unit):
            return _disband(scene, unit.place)
        case Build():
            return _build(scene, task.order, livery)
        case Waive(_, place):
            return "", _waived(scene, place) if place else ""
        case _:
            assert_never(task.order)


def _driven_out(scene: Scene, task: Task) -> str:
    place = _place(task.order)
    if not task.dislodged or place is None:
        return ""
    return pieces.badge(pieces.shoulder(scene.berth(place)), "bang")


def _failed(scene: Scene, task: Task, curve: Curve, wanted: Sequence[float]) -> str:
    """Why it failed, at the place along the line where it did. A unit that was driven out has its own sign."""
    if not task.vain:
        return ""
    t = scene.clear(curve, wanted)
    return pieces.stopped(curve.at(t), task.code, heading(curve, t))


def _hold(scene: Scene, task: Task, livery: Livery, at: Point) -> tuple[str, str]:
    ring = _ring(at, livery)
    beside = Point(at.x - pieces.SHOULDER.x, at.y + pieces.SHOULDER.y)
    return ring, pieces.stopped(beside, task.code) if task.vain and not task.dislodged else ""


def _move(scene: Scene, task: Task, livery: Livery, start: Place, to: Place) -> tuple[str, str]:
    curve = scene.way(start, to).cut(STAND_OFF, scene.gap(to))
    shaft = curve.cut(0, 6)
    dash = DASHES["failed"] if task.vain else None
    drawn = line(shaft.path, livery, width=2.4 if task.vain else 3.2, dash=dash) + head(curve, livery)
    return drawn, _failed(scene, task, curve, AHEAD)


def _leaning(scene: Scene, task: Task, livery: Livery, start: Place, way: Curve) -> tuple[str, str]:
    """Support of a move: dashed, with a dot where it leans on the arrow."""
    middle = way.at(scene.clear(way, ALONG))
    curve = straight(scene.berth(start), middle).cut(STAND_OFF, 0)
    drawn = line(curve.path, livery, width=2.2, dash=DASHES["support"])
    return drawn, dot(middle, livery) + _failed(scene, task, curve, ALONG)


def _convoy(scene: Scene, task: Task, livery: Livery, start: Place, way: Curve) -> tuple[str, str]:
    middle = way.at(scene.clear(way, ALONG))
    curve = straight(scene.berth(start), middle).cut(STAND_OFF, 0)
    return line(wave(curve), livery, width=2.2), dot(middle, livery) + _failed(scene, task, curve, ALONG)


def _ring(at: Point, livery: Livery) -> str:
    radius = number(RING)
    strokes = (("halo", "5.4"), ("rim", "3.4"), (f"p{livery.number}s", "2"))
    rings = "".join(element("circle", class_=name, r=radius, stroke_width=width) for name, width in strokes)
    return element("g", rings, transform=pieces.moved(at))


def _retreat(scene: Scene, task: Task, livery: Livery, start: Place, to: Place) -> tuple[str, str]:
    begin = scene.geometry.provinces[start.province].dislodged
    curve = bent(begin, scene.spot(to)).cut(13, scene.gap(to))
    drawn = line(curve.cut(0, 6).path, livery, width=2.8, dash=DASHES["retreat"]) + head(curve, livery, hollow=True)
    return drawn, _failed(scene, task, curve, AHEAD)


def _disband(scene: Scene, place: Place) -> tuple[str, str]:
    exiled = any(d.unit.province == place.province for d in scene.position.dislodged)
    at = scene.geometry.provinces[place.province].dislodged if exiled else scene.berth(place)
    return "", pieces.cross(at, 9)


def _build(scene: Scene, order: Build, livery: Livery) -> tuple[str, str]:
    place = order.unit.place
    at = scene.geometry.provinces[place.province].berth(place.coast)
    drawn = pieces.piece(order.unit.kind, livery) if order.unit.kind else ""
    built = pieces.halo(at) + element("g", drawn, class_="units", transform=pieces.moved(at))
    return "", built + pieces.badge(pieces.shoulder(at), "plus")


def _waived(scene: Scene, place: Place) -> str:
    """Where a unit could have been built and was not: the halo, and nothing in it."""
    at = scene.geometry.provinces[place.province].berth(place.coast)
    return pieces.halo(at) + pieces.badge(pieces.shoulder(at), "minus")
