"""Orders as numbers: what a text orders, and the one order that a unit has by it, each settled once by `orders` and
remembered by its number.

A unit's order hangs on the text, the unit, and the unit that is supported or convoyed; where it hangs on fleets
besides, it is settled anew each time.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence

from dragoman.diplomacy.adjudication import kernel
from dragoman.diplomacy.adjudication.battle import flatten
from dragoman.diplomacy.adjudication.flat import grid
from dragoman.diplomacy.board.position import PhaseKind, Position
from dragoman.diplomacy.board.unit import Unit
from dragoman.diplomacy.houserules.switches import ConvoyDisruption, RouteNaming, Switches
from dragoman.diplomacy.orders.canonical import canonical_line
from dragoman.diplomacy.orders.fates import Effective, Fate
from dragoman.diplomacy.orders.legality import Bench, Ground
from dragoman.diplomacy.orders.one_order import by_one_line
from dragoman.diplomacy.orders.order import (
    Build,
    Convoy,
    Disband,
    Hold,
    Line,
    Move,
    Ordered,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)
from dragoman.diplomacy.shorthand.afloat import waters
from dragoman.diplomacy.shorthand.roll import NOBODY, Roll

BY_WATER = -2
"""Stands for an order that hangs on fleets besides."""

UNCLEAR = -3
"""Less by c, this stands for order c where that hangs on what others were ordered: see `Writs.unclear`."""

MOST_CODES = 60_000
"""How many orders are remembered, and so about how many cases: together some tens of megabytes."""


class Reading:
    """What a text orders: the provinces of the unit and of the one it supports or convoys, by number, and what came of
    it in the cases met so far (`moves`, by unit and other unit; `retreats`, `disbands` and `builds`, by unit;
    `anyones` and `afloat` as if the unit were the first power's)."""

    __slots__ = ("afloat", "anyones", "builds", "disbands", "is_move", "line", "moves", "other", "province", "retreats")

    def __init__(self, line: Line, province: int, other: int) -> None:
        self.line, self.province, self.other = line, province, other
        self.is_move = isinstance(line.order, Move)
        self.moves: dict[int, int] = {}
        self.anyones: dict[int, int] = {}
        self.afloat: dict[tuple[int, int], int] = {}
        self.retreats: dict[int, int] = {}
        self.disbands: dict[int, bool] = {}
        self.builds: dict[int, int] = {}

    @property
    def is_build(self) -> bool:
        return isinstance(self.line.order, Build)

    @property
    def is_disband(self) -> bool:
        return isinstance(self.line.order, Disband)


class Readings(dict[str, Reading | None]):
    """What texts order on a chart; None for those that are not in canonical writing."""

    def __init__(self, roll: Roll) -> None:
        self._roll = roll

    def __missing__(self, text: str) -> Reading | None:
        line = canonical_line(self._roll.chart, text)
        if line is None:
            return None
        order = line.order
        assert not isinstance(order, Waive)
        match order:
            case SupportHold(_, other) | SupportMove(_, other, _) | Convoy(_, other, _):
                met = self._roll.province[other.place.province]
            case _:
                met = NOBODY
        found = self[text] = Reading(line, self._roll.province[order.unit.place.province], met)
        return found


Entry = tuple[int, int, dict[int, int], Reading]
"""A reading's provinces and moves, and the reading, as they are asked for one order after another."""


class Entries(dict[str, Entry | None]):
    """The entries of texts; None for those that are not in canonical writing."""

    def __init__(self, readings: Readings) -> None:
        self._readings = readings

    def __missing__(self, text: str) -> Entry | None:
        reading = self._readings[text]
        if reading is None:
            return None
        entry = self[text] = (reading.province, reading.other, reading.moves, reading)
        return entry


class Writs:
    """The orders that units have, by number: those below `len(roll.unit)` are of units nobody ordered, which hold.

    `unit[c]`, `target[c]` (what the unit is if it moves), `place[c]`, `kind[c]` and `goal[c]` tell of order c. `rows`
    has the kernel's numbers of each, one order after another, and `ends` its unit and target. An order that cannot be
    told by itself is in `unclear`.
    """

    def __init__(self, roll: Roll, switches: Switches) -> None:
        self.roll, self.switches = roll, switches
        self.readings = Readings(roll)
        self.entries = Entries(self.readings)
        self.waters = waters(roll.chart)
        self.unit: list[int] = []
        self.target: list[int] = []
        self.place: list[int] = []
        self.kind: list[int] = []
        self.goal: list[int] = []
        self.rows = array("i")
        self.ends = array("i")
        self.unclear: dict[int, Callable[[dict[int, int]], int | None]] = {}
        self._effective: list[Effective] = []
        self._numbers: dict[Effective, int] = {}
        self._powers: dict[tuple[int, int], int] = {}
        self.width = len(roll.unit) + 1
        for unit in roll.unit:
            self._add(Effective(unit, Hold(Ordered(unit.place, unit.kind)), supportable=True))

    def full(self) -> bool:
        return len(self.unit) > MOST_CODES

    def key(self, reading: Reading, n: int, met: int) -> int:
        """Under which number a case stands among those of a reading; `Clerk.written` works it out by itself."""
        return n if reading.other == NOBODY else n * self.width + met + 1

    # --- movement ---

    def settle(self, reading: Reading, n: int, met: int, units: Sequence[int], afloat: int) -> int:
        """The number of the order that unit n has by that line alone; `afloat` are those of the units that convoy."""
        power, mine, theirs = self._of_anyone(n, met)
        case = self.key(reading, mine, theirs)
        code = reading.anyones.get(case)
        if code is None:
            code = reading.anyones[case] = self._settled_ashore(reading, mine, theirs)
        reading.moves[self.key(reading, n, met)] = BY_WATER if code == BY_WATER else self._of_power(code, power)
        if code == BY_WATER:
            fleets = [m for m in units if self.waters.bit[m]]
            code = self._settled(reading, mine, theirs, fleets)
            reading.afloat[case, self.waters.from_shore(self._shore(reading), afloat)] = code
        return self._of_power(code, power)

    def _of_anyone(self, n: int, met: int) -> tuple[int, int, int]:
        """The power of unit n, and both units as if it were the first power's, and the other its own or the second's:
        who a power is makes no difference to its orders in canonical writing, which name none."""
        power, mine = divmod(n, self.roll.spots)
        if met == NOBODY:
            return power, mine, NOBODY
        other, theirs = divmod(met, self.roll.spots)
        return power, mine, theirs if other == power else theirs + self.roll.spots

    def _settled_ashore(self, reading: Reading, n: int, met: int) -> int:
        """The number of the order that unit n has by the line wherever fleets are; BY_WATER if it hangs on them."""
        unit, other, order = self.roll.unit[n], None if met == NOBODY else self.roll.unit[met], reading.line.order
        assert not isinstance(order, Build | Waive)
        bench = self._bench(unit, other, ())
        return BY_WATER if bench.by_water(order, unit, other) else self._code(by_one_line(bench, unit, reading.line))

    def _settled(self, reading: Reading, n: int, met: int, fleets: Iterable[int]) -> int:
        unit, other = self.roll.unit[n], None if met == NOBODY else self.roll.unit[met]
        there = {n % self.roll.spots for n in (n, met) if n != NOBODY}
        bench = self._bench(unit, other, (m for m in fleets if m % self.roll.spots not in there))
        return self._code(by_one_line(bench, unit, reading.line))

    def _told(self, code: int) -> int:
        """The number of an order, that says whether it is clear by itself."""
        return UNCLEAR - code if code in self.unclear else code

    def _bench(self, unit: Unit, other: Unit | None, fleets: Iterable[int]) -> Bench:
        """Where a line is judged before what can matter to it: its own unit, the other, and fleets that can convoy."""
        standing = {unit, *(() if other is None else (other,)), *(self.roll.unit[m] for m in fleets)}
        position = Position(self.roll.chart.first_phase(), tuple(sorted(standing)), {})
        return Bench(Ground(self.roll.chart, position, self.switches), unit.power)

    def by_water(self, reading: Reading, n: int, met: int, afloat: int) -> int | None:
        """The number of an order that hangs on fleets, if it was settled with those that an army could meet before."""
        power, mine, theirs = self._of_anyone(n, met)
        shore = self.waters.from_shore(self._shore(reading), afloat)
        code = reading.afloat.get((self.key(reading, mine, theirs), shore))
        return None if code is None else self._of_power(code, power)

    def _shore(self, reading: Reading) -> int:
        return reading.province if reading.is_move else reading.other

    def _of_power(self, code: int, power: int) -> int:
        """The number of the first power's order as another's."""
        if not power:
            return code
        found = self._powers.get((code, power))
        if found is None:
            found = self._powers[code, power] = self._copied(code, power)
        return found

    def _copied(self, code: int, power: int) -> int:
        step, number, width = power * self.roll.spots, len(self.unit), kernel.ORDER_ROWS
        n, moved = self.unit[code] + step, self.target[code] + step
        row = self.rows[width * code : width * (code + 1)]
        row[kernel.POWER] = power
        effective = self._effective[code]._replace(unit=self.roll.unit[n])
        self._append(n, moved, row, effective)
        if code in self.unclear:
            self._mark(number, effective)
        return number

    def _code(self, effective: Effective) -> int:
        effective = effective._replace(line=None, clause="")
        found = self._numbers.get(effective)
        if found is None:
            found = self._numbers[effective] = self._add(effective)
            self._mark(found, effective)
        return found

    def _add(self, effective: Effective, source: int | None = None) -> int:
        board, number = grid(self.roll.chart), len(self.unit)
        row = [column[0] for column in flatten(self.roll.chart, board, (effective,), self.switches)]
        n = self.roll.at(effective.unit)
        row[kernel.POWER] = self.roll.power[n]
        if source is not None:
            row[kernel.SOURCE] = source
        order = effective.order
        moved = Unit(effective.unit.power, effective.unit.kind, order.to) if isinstance(order, Move) else effective.unit
        self._append(n, self.roll.at(moved), row, effective)
        return number

    def _append(self, n: int, moved: int, row: Sequence[int], effective: Effective) -> None:
        self.unit.append(n)
        self.target.append(moved)
        self.place.append(row[kernel.PLACE])
        self.kind.append(row[kernel.KIND])
        self.goal.append(row[kernel.GOAL])
        self.rows.extend(row)
        self.ends.extend((n, moved))
        self._effective.append(effective)

    def _mark(self, code: int, effective: Effective) -> None:
        """Note what hangs on what others were ordered: a support of one coast (IV.7), and what a convoy order is worth
        where that is more than a matter of its own (VI.3, VI.4)."""
        match effective.order:
            case SupportMove(_, other, to) if to.coast:
                source = self.roll.province[other.place.province]
                in_vain = self._add(effective, source=self.place[code])

                def matched(codes: dict[int, int]) -> int:
                    order = self._effective[codes[source]].order if source in codes else None
                    return in_vain if isinstance(order, Move) and order.to != to else code

                self.unclear[code] = matched
            case Convoy():
                plain = self.switches.convoy_disruption is ConvoyDisruption.ALL_ROUTES
                if not plain or self.switches.route_naming is RouteNaming.REQUIRED:
                    self.unclear[code] = lambda codes: None
            case _:
                pass

    # --- retreats and adjustments ---

    def retreat(self, reading: Reading, n: int) -> int:
        """What the dislodged unit is where the line sends it, or NOBODY where it sends it nowhere."""
        goal = reading.retreats.get(n)
        if goal is not None:
            return goal
        fate, goal = self._alone(reading, n, PhaseKind.RETREAT), NOBODY
        if fate.flaw is None and isinstance(fate.order, Retreat):
            unit = self.roll.unit[n]
            goal = self.roll.at(Unit(unit.power, unit.kind, fate.order.to))
        reading.retreats[n] = goal
        return goal

    def disbands(self, reading: Reading, n: int) -> bool:
        """Whether the line gives the unit up, where its power must give up any."""
        found = reading.disbands.get(n)
        if found is None:
            fate = self._alone(reading, n, PhaseKind.ADJUSTMENT)
            found = reading.disbands[n] = fate.flaw is None and isinstance(fate.order, Disband)
        return found

    def _alone(self, reading: Reading, n: int, kind: PhaseKind) -> Fate:
        unit = self.roll.unit[n]
        phase = self.roll.chart.first_phase()._replace(kind=kind)
        ground = Ground(self.roll.chart, Position(phase, (unit,), {}), self.switches)
        return Bench(ground, unit.power).fate(reading.line)
