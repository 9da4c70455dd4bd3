"""The state of one game of Diplomacy: what all its events together amount to. Frozen; only `evolve` makes a new one.

Everything here is known to the referee alone. What a seat may know of it is for `sight` to say.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from dragoman.diplomacy.adjudication.verdict import Ruling
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import Phase, PhaseKind, Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.diplomacy.orders.order import Line
from dragoman.diplomacy.state.due import Due, due
from dragoman.diplomacy.state.filing import Received, Sets, combined, ordered_province
from dragoman.diplomacy.state.proxies import Proxy, lent
from dragoman.diplomacy.state.rounds import open_phases, round_of
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
    power last called its set (final: True); `wishes` what those who wait for the allotment asked for.

    `ahead` are the sets for phases yet to come; `perpetual` those that hold for each phase of their kind (II.4);
    `proxies` all that were ever given, and `by_proxy` what their receivers ordered with them in the current phase, by
    giver and receiver.
    """

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
    sets: Mapping[str, Sets] = field(default_factory=dict)
    marks: Mapping[str, bool] = field(default_factory=dict)
    ahead: Mapping[Phase, Mapping[str, Sets]] = field(default_factory=dict)
    perpetual: Mapping[tuple[str, PhaseKind], Received] = field(default_factory=dict)
    proxies: tuple[Proxy, ...] = ()
    by_proxy: Mapping[tuple[str, str], Sets] = field(default_factory=dict)
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

    def received(self, power: str, phase: Phase | None = None) -> Sets:
        """The sets a power has sent for a phase (None: the current one)."""
        if phase is None or phase == self.phase:
            return self.sets.get(power, ())
        return self.ahead.get(phase, {}).get(power, ())

    def on_file(self, power: str, phase: Phase | None = None) -> tuple[Line, ...]:
        """The orders of a power's own that would count now, made of all sets received by clause III.4."""
        received, letter = self.received(power, phase), self.sheet.letter("III.4")
        if phase is None or phase == self.phase:
            return combined(letter, received, self.phase.kind, abs(self.due(power).count))
        return combined(letter, received, phase.kind)

    def open_phases(self) -> tuple[Phase, ...]:
        """The phases that orders are taken for, the current one first."""
        return open_phases(self.sheet, self.chart, self.phase)

    def round(self) -> tuple[Phase, ...]:
        """The current phase, and those that may be adjudicated in one round with it."""
        return round_of(self.sheet, self.chart, self.phase)

    def is_final(self, power: str) -> bool:
        """Whether a power need not be waited for in this round: it has called its set final. One with nothing to order
        now may have done so for what comes later in the round."""
        if self.due(power):
            return power in self.sets and self.marks.get(power, False)
        sent = [sets[-1] for phase in self.round() if (sets := self.received(power, phase))]
        return bool(sent) and all(each.final for each in sent)

    def due(self, power: str) -> Due:
        """What that power has to order in this phase."""
        return due(self.chart, self.position, power)


__all__ = [
    "Announcement",
    "Due",
    "Ending",
    "Piece",
    "Proxy",
    "Received",
    "Stage",
    "State",
    "Turn",
    "due",
    "lent",
    "ordered_province",
]
