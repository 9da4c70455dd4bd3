"""A study as a page shows it: each of its phases with what came of it and why, or the next with what can be ordered.
What-if in a game and the sandbox are this one thing; they differ in where a study begins and where it is kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _

from dragoman.diplomacy import report
from dragoman.diplomacy.adjudication.verdict import Code
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import PhaseKind, Position
from dragoman.diplomacy.board.province import Terrain
from dragoman.diplomacy.docket import Judged, Unheard
from dragoman.diplomacy.orders.order import Line, Order, Waive
from dragoman.diplomacy.orders.writing import write
from dragoman.diplomacy.rendering.judged import Told, told
from dragoman.diplomacy.rendering.reader import Reader
from dragoman.diplomacy.rendering.verdicts import REASONS
from dragoman.diplomacy.sight import faults
from dragoman.diplomacy.supposing import Begun, exits, offered, offered_at, owed, understood
from dragoman.web import board, door, says
from dragoman.web.board import Picture
from dragoman.web.forms.orders import Group, grouped
from dragoman.web.study import MOST_WRITTEN, Study

MOST_ROWS = 24
"""Of a box to write in; what is longer moves within it."""


@dataclass(frozen=True, slots=True)
class Step:
    """A phase of the line, by number."""

    number: int
    code: str
    says: str


@dataclass(frozen=True, slots=True)
class AsRead:
    """A line that was written: `order` where it was read as something else than it looks, `wrong` what is at fault."""

    text: str
    order: str = ""
    wrong: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What one power has to order, what is written for it, and how that is read."""

    power: str
    owes: str
    text: str
    lines: tuple[AsRead, ...]
    own: bool = False

    @property
    def rows(self) -> int:
        return min(MOST_ROWS, max(3, self.text.count("\n") + 1))

    @property
    def most(self) -> int:
        """Characters that can be written."""
        return MOST_WRITTEN


@dataclass(frozen=True, slots=True)
class Came:
    """What became of one order."""

    text: str
    read: str
    good: bool
    says: str
    clause: str


@dataclass(frozen=True, slots=True)
class Shown:
    """The study at one of its phases. `came` is what became of the orders, by power, `sheets` what is to be ordered;
    `places` are the provinces of which something can be."""

    at: int
    steps: tuple[Step, ...]
    position: Position
    picture: Picture
    came: tuple[tuple[str, tuple[Came, ...]], ...] = ()
    sheets: tuple[Sheet, ...] = ()
    places: tuple[tuple[str, str], ...] = ()
    winner: str = ""
    full: bool = False

    @property
    def current(self) -> bool:
        return self.at == len(self.steps) - 1

    @property
    def now(self) -> Step:
        return self.steps[self.at]


def shown(study: Study, begun: Begun, at: int | None = None, own: str | None = None) -> Shown:
    """The study at the phase of that number; without one, or beyond the last, at the phase to be ordered."""
    line = door.suppose(begun, study.steps)
    position = line[-1].ruling.after if line else begun.position
    steps = tuple(
        Step(number, str(each.phase), says.phase(each.phase))
        for number, each in enumerate((*(judged.position for judged in line), position))
    )
    if at is not None and 0 <= at < len(line):
        return _past(line[at], at, steps)
    return _present(study, begun, position, steps, own, line)


def _past(judged: Judged, at: int, steps: tuple[Step, ...]) -> Shown:
    open_ = exits(judged.chart, judged.position)
    picture = board.supposed(judged.chart, judged.position, verdicts=judged.ruling.verdicts, retreats=open_)
    winner = says.power(judged.chart, judged.ruling.winner) if judged.ruling.winner else ""
    return Shown(at, steps, judged.position, picture, tuple(_came(judged)), winner=winner)


def _came(judged: Judged) -> Iterator[tuple[str, tuple[Came, ...]]]:
    reader = Reader(says.lang(), names=report.names_of(judged.chart))
    for power, some in groupby(told(judged), key=lambda each: each.power):
        yield power, tuple(_told(each, reader) for each in some)


def _told(each: Told, reader: Reader) -> Came:
    return Came(each.text, each.read, each.good, "; ".join(map(reader.read, each.says)), each.clause)


def _present(
    study: Study, begun: Begun, position: Position, steps: tuple[Step, ...], own: str | None, line: Sequence[Judged]
) -> Shown:
    read = understood(begun, position, study.orders)
    winner = line[-1].ruling.winner if line else None
    return Shown(
        len(steps) - 1, steps, position,
        board.supposed(begun.chart, position, orders=_orders(read), retreats=exits(begun.chart, position)),
        sheets=tuple(_sheets(study, begun, position, read, own)),
        places=tuple(_places(begun, position)),
        winner=says.power(begun.chart, winner) if winner else "",
        full=len(study.stepped().steps) == len(study.steps),
    )  # fmt: skip


def plan(study: Study, begun: Begun) -> tuple[str, Mapping[str, tuple[AsRead, ...]]]:
    """For a script, the board of the phase to be ordered with the orders written, over the ground of the board that is
    shown; and how each line was read, by power."""
    line = door.suppose(begun, study.steps)
    at = line[-1].ruling.after if line else begun.position
    read = understood(begun, at, study.orders)
    drawn = board.supposed(begun.chart, at, orders=_orders(read), retreats=exits(begun.chart, at), like="board")
    return drawn.svg, {power: _lines(begun, at, power, some) for power, some in read.items()}


def _orders(read: Mapping[str, Sequence[Line | Unheard]]) -> tuple[Order, ...]:
    return tuple(each.order for some in read.values() for each in some if isinstance(each, Line))


def _sheets(
    study: Study, begun: Begun, at: Position, read: Mapping[str, Sequence[Line | Unheard]], own: str | None
) -> Iterator[Sheet]:
    powers = sorted(begun.chart.powers, key=lambda power: power != own)
    for power in powers:
        due = owed(begun, at, power)
        if not due:
            continue
        lines = _lines(begun, at, power, read.get(power, ()))
        written = "\n".join(study.orders.get(power, ()))
        units = ", ".join(map(says.short, due.units))
        owes = units if due.count <= 0 else ""
        if due.count:
            counted = _("Builds: %(n)d") if due.count > 0 else _("Removals: %(n)d")
            owes = "; ".join(filter(None, (counted % {"n": abs(due.count)}, owes)))
        yield Sheet(power, owes, written, lines, power == own)


def _lines(begun: Begun, at: Position, power: str, read: Sequence[Line | Unheard]) -> tuple[AsRead, ...]:
    """How each line was read, and its fault, if it will not be followed."""
    good = tuple(each for each in read if isinstance(each, Line))
    flaws = iter(faults(begun.chart, at, power, good, begun.sheet))
    reader = Reader(says.lang(), names=report.names_of(begun.chart))
    found = []
    for each in read:
        if isinstance(each, Unheard):
            found.append(AsRead(each.text, "", reader.read(each.says)))
            continue
        flaw, order = next(flaws, None), write(each.order)
        wrong = reader.read(REASONS[Code(flaw.code)]) if flaw is not None else ""
        found.append(AsRead(each.text, "" if order == each.text.upper() else order, wrong))
    return tuple(found)


def _places(begun: Begun, at: Position) -> Iterator[tuple[str, str]]:
    """Where something can be ordered, with what it is called."""
    for power in begun.chart.powers:
        if at.phase.kind is PhaseKind.ADJUSTMENT and (due := owed(begun, at, power)).count > 0:
            yield from ((site, f"{says.power(begun.chart, power)}: {says.province(begun.chart, site)}")
                        for site in due.sites)  # fmt: skip
            continue
        for unit in owed(begun, at, power).units:
            yield unit.province, f"{says.power(begun.chart, power)}: {says.short(unit)}"


@dataclass(frozen=True, slots=True)
class Offer:
    """What a province's unit (or a build there) can be ordered: whose it is, and the orders in groups."""

    power: str
    place: str
    groups: tuple[Group, ...]
    chosen: str = ""


def offer(study: Study, begun: Begun, place: str) -> Offer | None:
    """The orders that are legal for what stands there, at the phase to be ordered; None where there are none."""
    line = door.suppose(begun, study.steps)
    at = line[-1].ruling.after if line else begun.position
    power, orders = offered_at(begun, at, place)
    if not orders:
        return None
    chosen = next((write(order) for order in _written(study, begun, at, power) if _province(order) == place), "")
    return Offer(power, place, grouped(begun.chart, orders, one_unit=True), chosen)


def put(study: Study, begun: Begun, power: str, written: str) -> Study:
    """With that order in the place of the one written for the same province; nothing changes for what is not legal."""
    line = door.suppose(begun, study.steps)
    at = line[-1].ruling.after if line else begun.position
    legal = {write(order): order for _unit, orders in offered(begun, at, power) for order in orders}
    if written not in legal:
        return study
    place = _province(legal[written])
    read = understood(begun, at, {power: study.orders.get(power, ())})[power]
    kept = [each.text for each in read if not isinstance(each, Line) or _province(each.order) != place]
    return study.writing({**study.orders, power: (*kept, written)})


def _written(study: Study, begun: Begun, at: Position, power: str) -> tuple[Order, ...]:
    return _orders(understood(begun, at, {power: study.orders.get(power, ())}))


def _province(order: Order) -> str:
    return "" if isinstance(order, Waive) else order.unit.place.province


def provinces(chart: Chart) -> list[tuple[str, str]]:
    """Every place where a unit can stand, with what it is called, in the order of the names."""
    found = [
        (str(place), says.place(chart, place))
        for each in chart.provinces.values() if each.terrain is not Terrain.IMPASSABLE
        for place in each.places
    ]  # fmt: skip
    return sorted(found, key=lambda each: each[1])


__all__ = ["AsRead", "Came", "Offer", "Sheet", "Shown", "Step", "offer", "plan", "provinces", "put", "shown"]
