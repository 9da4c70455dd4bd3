"""The state of one game of Diplomacy: what all its events together amount to. Frozen; only `evolve` makes a new one.

Everything here is known to the referee alone. What a seat may know of it is for `sight` to say.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import assert_never

from dragoman.diplomacy.adjudication import phases
from dragoman.diplomacy.adjudication.verdict import Ruling
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import Phase, PhaseKind, Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import Unit
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.diplomacy.orders.order import Line, Order, Waive
from dragoman.game.clock import Calendar
from dragoman.game.press import Colour
from dragoman.game.seats import GM, PersonId, Seat


class Stage(StrEnum):
    """How far a game has come. After the end people may still write press, until the game master closes it."""

    FORMING = "forming"
    RUNNING = "running"
    OVER = "over"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Received:
    """One set of orders as it arrived."""

    at: datetime
    lines: tuple[Line, ...]
    final: bool
    channel: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """A phase that has been adjudicated. `missing` are the powers that had something to order and sent nothing."""

    before: Position
    ruling: Ruling
    at: datetime
    deadline: datetime | None
    missing: tuple[str, ...] = ()
    cause: str = "deadline"

    @property
    def phase(self) -> Phase:
        return self.before.phase


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of press; `phase` is when it was sent, None before play and after it."""

    number: int
    at: datetime
    seat: Seat
    to: tuple[str, ...]
    text: str
    colour: Colour = Colour.WHITE
    dateline: str = ""
    phase: Phase | None = None


@dataclass(frozen=True, slots=True)
class Announcement:
    """What the game master told everybody."""

    at: datetime
    text: str
    phase: Phase | None = None


@dataclass(frozen=True, slots=True)
class Ending:
    """How the game ended: `win`, `draw` or `ended` (stopped by the game master)."""

    at: datetime
    result: str
    powers: tuple[str, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class State:
    """Everything. `sets` are the order sets received for the current phase, in the order of receipt; `marks` what each
    power last called its set (final: True); `wishes` what those who wait for the allotment asked for."""

    name: str
    chart: Chart
    sheet: Sheet
    lang: str
    zone: str
    seed: int
    calendar: Calendar
    entry: str
    position: Position
    stage: Stage = Stage.FORMING
    seats: Mapping[Seat, PersonId | None] = field(default_factory=dict)
    wishes: Mapping[Seat, tuple[str, ...]] = field(default_factory=dict)
    invited: frozenset[PersonId] = frozenset()
    retreats: tuple[tuple[str, tuple[Place, ...]], ...] = ()
    deadline: datetime | None = None
    paused: datetime | None = None
    sets: Mapping[str, tuple[Received, ...]] = field(default_factory=dict)
    marks: Mapping[str, bool] = field(default_factory=dict)
    turns: tuple[Turn, ...] = ()
    press: tuple[Piece, ...] = ()
    announcements: tuple[Announcement, ...] = ()
    ending: Ending | None = None

    @property
    def phase(self) -> Phase:
        return self.position.phase

    def powers(self) -> tuple[str, ...]:
        """Every power of the map, in the map's own order."""
        return tuple(self.chart.powers)

    def holder(self, seat: Seat) -> PersonId | None:
        return self.seats.get(seat)

    def moderated(self) -> bool:
        """Whether a human game master presides."""
        return self.seats.get(GM) is not None

    def players(self) -> tuple[str, ...]:
        """The powers that somebody plays."""
        return tuple(power for power in self.powers() if self.seats.get(Seat(power)) is not None)

    def on_file(self, power: str) -> tuple[Line, ...]:
        """The orders that would count now, made of all sets received by clause III.4."""
        received = self.sets.get(power, ())
        if not received:
            return ()
        if not _read_together(self.sheet.letter("III.4"), received):
            return received[-1].lines
        if self.phase.kind is PhaseKind.ADJUSTMENT:
            return _filled(received, abs(self.due(power).count))
        return _newest(received)

    def is_final(self, power: str) -> bool:
        return self.marks.get(power, False)

    def due(self, power: str) -> Due:
        """What that power has to order in this phase."""
        return due(self.chart, self.position, power)


# --- what a power has to order ---


@dataclass(frozen=True, slots=True)
class Due:
    """What a power has to order: `units` that may move or must retreat, or `count` builds (above 0) or disbands
    (below), the builds at one of `sites`."""

    units: tuple[Unit, ...] = ()
    count: int = 0
    sites: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.units) or self.count != 0


def due(chart: Chart, position: Position, power: str) -> Due:
    """What that power has to order in the phase the position is before."""
    match position.phase.kind:
        case PhaseKind.MOVEMENT:
            return Due(position.units_of(power))
        case PhaseKind.RETREAT:
            return Due(tuple(d.unit for d in position.dislodged if d.unit.power == power))
        case PhaseKind.ADJUSTMENT:
            return _adjustment(chart, position, power)
        case kind:
            assert_never(kind)


def _adjustment(chart: Chart, position: Position, power: str) -> Due:
    count = phases.due(chart, position, power)
    if count > 0:
        return Due(count=count, sites=phases.sites(chart, position, power))
    return Due(position.units_of(power), count) if count else Due()


# --- III.4: which of several sets counts ---


def _read_together(letter: str, received: tuple[Received, ...]) -> bool:
    """Whether earlier sets are looked at beside the last one.

    III.4.A and 4.D.1.d: never; III.4.B and 4.D.1.a: always; 4.D.1.b: always, since a set that clearly replaces all is
    complete; 4.D.1.c: if they are clearly meant to stand beside it, that is, order none of the units it orders (ours).
    """
    match letter:
        case "A" | "4.D.1.d":
            return False
        case "4.D.1.c":
            earlier = {ordered_province(line.order) for each in received[:-1] for line in each.lines}
            return bool(received[-1].lines) and not any(
                ordered_province(x.order) in earlier for x in received[-1].lines
            )
        case _:
            return True


def ordered_province(order: Order) -> str:
    """The province an order is about; empty for a waived build that names none."""
    if isinstance(order, Waive):
        return order.place.province if order.place else ""
    return order.unit.place.province


def _newest(received: tuple[Received, ...]) -> tuple[Line, ...]:
    """III.4.B: unit by unit the orders of the newest set that orders it."""
    newest = {ordered_province(line.order): index for index, each in enumerate(received) for line in each.lines}
    return tuple(
        line
        for index, each in enumerate(received)
        for line in each.lines
        if newest[ordered_province(line.order)] == index
    )


def _filled(received: tuple[Received, ...], count: int) -> tuple[Line, ...]:
    """III.4.B for adjustments: the newest set as it is; older ones only fill what it leaves open, so that a build
    ordered elsewhere since does not become one too many (ours: such units do not stand yet, or are free to choose)."""
    lines = list(received[-1].lines)
    for each in reversed(received[:-1]):
        taken = {ordered_province(line.order) for line in lines}
        spare = count - sum(_weight(line.order) for line in lines)
        older = [line for line in each.lines if ordered_province(line.order) not in taken]
        lines.extend(older[: max(spare, 0)])
    return tuple(lines)


def _weight(order: Order) -> int:
    return order.count if isinstance(order, Waive) else 1
