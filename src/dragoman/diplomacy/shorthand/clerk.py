"""A clerk rules upon phases in shorthand under one sheet's switches, many phases of movement at a time.

What a clerk answers is what the long way comes to. A phase that is not plain is answered with None.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from dragoman.diplomacy.adjudication import compiled
from dragoman.diplomacy.adjudication.adjustments import followed, wish
from dragoman.diplomacy.adjudication.distance import removals
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import PhaseKind
from dragoman.diplomacy.board.unit import Unit
from dragoman.diplomacy.houserules.switches import Switches
from dragoman.diplomacy.orders.order import Build
from dragoman.diplomacy.shorthand import battles
from dragoman.diplomacy.shorthand.battles import Battle, Battles
from dragoman.diplomacy.shorthand.roll import NOBODY, Moment, Roll, Short, roll
from dragoman.diplomacy.shorthand.writs import BY_WATER, UNCLEAR, Reading, Writs

if TYPE_CHECKING:
    from dragoman.diplomacy.shorthand.dispatch import Dispatch

Orders = Mapping[str, Sequence[str]]
"""Lines by power, as people wrote them."""

MOST_BY_FLEETS = 1 << 17
"""Of orders that hang on fleets, so many are remembered with the fleets there were, before all are forgotten."""


class Clerk:
    """Rules upon phases on one chart. What was read and settled before is remembered, up to a bound."""

    def __init__(self, chart: Chart, switches: Switches) -> None:
        self.chart, self.switches = chart, switches
        self.roll: Roll = roll(chart)
        self.battles = Battles(self.roll, switches)
        self._names: dict[str, int] = {}
        self._by_fleets: dict[tuple[Reading, int, int, int], int] = {}

    @cached_property
    def writs(self) -> Writs:
        return Writs(self.roll, self.switches)

    def tidy(self) -> None:
        """Forget what was remembered, if that has become much. Orders written before mean nothing afterwards."""
        if self.writs.full():
            del self.writs
            self.__dict__.pop("_dispatch", None)
            self._by_fleets.clear()
        if len(self._by_fleets) > MOST_BY_FLEETS:
            self._by_fleets.clear()
        if len(self._names) > len(self.roll.powers) * 16:
            self._names.clear()

    def after(self, phases: Sequence[tuple[Short, Orders]]) -> list[Short | None]:
        """The positions after phases that have nothing to do with each other."""
        self.tidy()
        moves = iter(self.written_all([phase for phase in phases if _moves(phase[0])]))
        written = [next(moves) if _moves(short) else None for short, _ in phases]
        fought = iter(self.battles.fought(self.writs, [codes for codes in written if codes is not None]))
        found: list[Short | None] = []
        for (short, orders), codes in zip(phases, written, strict=True):
            if _moves(short):
                found.append(None if codes is None else self.came(short, next(fought)))
            else:
                found.append(self.after_retreats(short, orders) if _retreats(short) else self.adjusted(short, orders))
        return found

    def _power(self, name: str) -> int:
        """The number of the power of that name, however written; NOBODY if the map has none."""
        found = self._names.get(name)
        if found is None:
            folded = name.casefold()
            exact = self.roll.power_number.get(name)
            alike = (n for power, n in self._in_order if power.casefold() == folded)
            found = self._names[name] = exact if exact is not None else next(alike, NOBODY)
        return found

    @cached_property
    def _in_order(self) -> list[tuple[str, int]]:
        return [(power, self.roll.power_number[power]) for power in self.chart.powers]

    # --- movement ---

    def written_all(self, phases: Sequence[tuple[Short, Orders]]) -> list[list[int] | None]:
        """The order of each unit, by number, in phases of movement; None for a phase that is not plain."""
        if len(phases) < battles.FEW or not compiled.available() or not any(short.units for short, _ in phases):
            return [self.written(short, orders) for short, orders in phases]
        afloat: dict[int, int] = {}

        def settle(reading: Reading, n: int, met: int, phase: int) -> int:
            units = phases[phase][0].units
            if phase not in afloat:
                afloat[phase] = self.writs.waters.of(units)
            case = reading, n, met, afloat[phase]
            code = self._by_fleets.get(case)
            if code is None:
                code = self._by_fleets[case] = self._settled(reading, n, met, units, afloat[phase])
            return code

        found, hanging = self._dispatch.written(phases, settle)
        for index, codes in enumerate(found) if hanging or self._weighs else ():
            short, orders = phases[index]
            if codes is not None and index in hanging:
                given = dict(zip(map(self.roll.place.__getitem__, short.units), codes, strict=True))
                found[index] = codes = list(given.values()) if self._cleared(given) else None
            if codes is not None and self._weighed_whole(orders, codes):
                found[index] = None
        return found

    @cached_property
    def _dispatch(self) -> Dispatch:
        from dragoman.diplomacy.shorthand.dispatch import Dispatch  # it asks for NumPy

        return Dispatch(self.roll, self.writs.readings, self._power)

    def written(self, short: Short, orders: Orders) -> list[int] | None:
        """The order of each unit, by number; None if the phase is not plain."""
        power_of, entries, width = self.roll.power, self.writs.entries, self.writs.width
        at = dict(zip(map(self.roll.place.__getitem__, short.units), short.units, strict=True))
        met_at, given = at.get, dict[int, int]()
        afloat: int | None = None
        unclear = False
        for name, texts in orders.items():
            power = self._power(name)
            for found in map(entries.__getitem__, texts) if power != NOBODY else ():
                if found is None:
                    return None
                province, other, moves, reading = found
                n = met_at(province)
                if n is None or power_of[n] != power:
                    continue
                if province in given:
                    return None
                code = moves.get(n if other < 0 else n * width + met_at(other, NOBODY) + 1)
                if code is None or code < 0:
                    afloat = self.writs.waters.of(short.units) if afloat is None else afloat
                    met = met_at(other, NOBODY) if other != NOBODY else NOBODY
                    code = self._settled(reading, n, met, short.units, afloat)
                    if code < 0:
                        code, unclear = UNCLEAR - code, True
                given[province] = code
        codes = at | given  # the order of a unit that has none has the number of the unit
        if unclear and not self._cleared(codes):
            return None
        return None if self._weighs and self._weighed_whole(orders, codes.values()) else list(codes.values())

    def _settled(self, reading: Reading, n: int, met: int, units: Sequence[int], afloat: int) -> int:
        """The order of unit n by that reading, remembered or settled now; below zero, as `UNCLEAR` says, if it hangs
        on what others were ordered. `afloat` are those of the units that convoy."""
        writs = self.writs
        code = reading.moves.get(writs.key(reading, n, met))
        if code == BY_WATER:
            code = writs.by_water(reading, n, met, afloat)
        return writs.settle(reading, n, met, units, afloat) if code is None else code

    def _cleared(self, codes: dict[int, int]) -> bool:
        """Whether all orders that hang on others' are clear now."""
        given = dict(codes)
        for province, code in given.items():
            clear = self.writs.unclear.get(code)
            if clear is not None:
                found = clear(given)
                if found is None:
                    return False
                codes[province] = found
        return True

    @cached_property
    def _weighs(self) -> bool:
        """Whether any clause looks at the whole set of a power."""
        return self.switches.orders_inferred or not self.switches.civil_disorder_hold_support

    def _weighed_whole(self, orders: Orders, codes: Iterable[int]) -> bool:
        """Whether a clause looks at the whole set of a power: an order could be inferred for a unit that has none
        (III.3.B), or a power in disorder has units that cannot be supported (4.D.9.a)."""
        disorder, infers = not self.switches.civil_disorder_hold_support, self.switches.orders_inferred
        ordering = {self._power(name) for name, texts in orders.items() if texts}
        idle = {self.roll.power[n] for n in codes if n < len(self.roll.unit)}
        return bool((infers and idle & ordering) or (disorder and idle - ordering))

    def came(self, short: Short, battle: Battle) -> Short:
        """The position after a phase that was fought out."""
        if battle.staying:
            return Short(short.moment.retreats, battle.after, short.owners, battle.staying, battle.contested)
        return self._advanced(short.moment, battle.after, short.owners, battle.contested)

    # --- retreats ---

    def after_retreats(self, short: Short, orders: Orders) -> Short | None:
        """The position after the retreats; None if the phase is not plain. Whose retreat nobody ordered disbands."""
        place, power_of, readings = self.roll.place, self.roll.power, self.writs.readings
        exiles = {place[n]: n for n, _ in short.dislodged}
        goals: dict[int, int] = {}
        for name, texts in orders.items():
            power = self._power(name)
            for text in texts if power != NOBODY else ():
                reading = readings[text]
                if reading is None or reading.is_move:
                    return None
                n = exiles.get(reading.province)
                if n is None or power_of[n] != power:
                    continue
                if n in goals:
                    return None
                goals[n] = self.writs.retreat(reading, n)
        went = self._went(short, goals)
        return self._advanced(short.moment, sorted([*short.units, *went]) if went else short.units, short.owners)

    def _went(self, short: Short, goals: Mapping[int, int]) -> list[int]:
        """The units that retreated, where they are then: alone, and to places that were open."""
        place = self.roll.place
        closed = short.contested.union([place[n] for n in short.units]) if goals else short.contested
        going: dict[int, list[int]] = {}
        for n, origin in short.dislodged:
            goal = goals.get(n, NOBODY)
            if goal != NOBODY:
                p = place[goal]
                if p not in closed and p != origin and (goal, p) in self.roll.steps(n):
                    going.setdefault(p, []).append(goal)
        return [there[0] for there in going.values() if len(there) == 1]

    # --- adjustments ---

    def adjusted(self, short: Short, orders: Orders) -> Short | None:
        """The position after builds and removals; None if the phase is not plain."""
        given: dict[int, list[Reading]] = {}
        for name, texts in orders.items():
            readings = [self.writs.readings[text] for text in texts]
            power = self._power(name)
            if power != NOBODY:
                if power in given or None in readings:
                    return None
                given[power] = [reading for reading in readings if reading is not None]
        units = [self.roll.power[n] for n in short.units]
        gone: list[int] = []
        built: list[int] = []
        for power in range(len(self.roll.powers)):
            count = short.owners.count(power) - units.count(power)
            if count < 0:
                gone += self._removed(short, power, given.get(power, ()), -count)
            elif count and (lines := given.get(power)):
                found = self._built(short, power, lines, count)
                if found is None:
                    return None
                built += found
        after = short.units
        if gone or built:
            after = sorted([*(n for n in after if n not in gone), *built])
        return Short(short.moment.moves, after, short.owners)

    def _built(self, short: Short, power: int, lines: Sequence[Reading], count: int) -> list[int] | None:
        """What a power builds; None where several builds in one centre are to be weighed against each other."""
        wishes = [line for line in lines if line.is_build]
        if len({wish.province for wish in wishes}) < len(wishes):
            return None
        open_sites = self._sites(short, power)
        good = [n for line in wishes if line.province in open_sites and (n := self._wish(line, power)) != NOBODY]
        if len(good) <= count:
            return good
        chosen = followed(dict(enumerate(map(self._unit, good))), count, self.switches.too_many_builds)
        return [good[index] for index in sorted(chosen)]

    def _unit(self, n: int) -> Unit:
        return self.roll.unit[n]

    def _sites(self, short: Short, power: int) -> set[int]:
        """The vacant centres where the power may build."""
        province, place = self.roll.province, self.roll.place
        owned = {province[c] for c, owner in zip(self.roll.centres, short.owners, strict=True) if owner == power}
        home = owned & self._homes[power]
        rule = self.chart.build_sites
        allowed = home if rule == "home" or (rule == "owned-if-home" and not home) else owned
        return allowed.difference([place[n] for n in short.units])

    @cached_property
    def _homes(self) -> list[frozenset[int]]:
        province = self.roll.province
        return [frozenset(province[c] for c in self.chart.home_centres(power)) for power in self.roll.powers]

    def _wish(self, line: Reading, power: int) -> int:
        """The unit that a line builds, where the power may build, or NOBODY."""
        found = line.builds.get(power)
        if found is None:
            order = line.line.order
            assert isinstance(order, Build)
            unit = wish(self.chart, self.roll.powers[power], order, self.switches)
            found = line.builds[power] = NOBODY if unit is None else self.roll.at(unit)
        return found

    def _removed(self, short: Short, power: int, lines: Sequence[Reading], count: int) -> list[int]:
        """What a power gives up: what it ordered, and the rest by the rule for civil disorder."""
        place, power_of = self.roll.place, self.roll.power
        at = {place[n]: n for n in short.units if power_of[n] == power}
        wanted = []
        for line in lines:
            n = at.get(line.province)
            if n is not None and line.is_disband and self.writs.disbands(line, n):
                wanted.append(n)
        chosen = followed(dict(enumerate(map(self._unit, wanted))), count, self.switches.too_many_disbands)
        gone = {wanted[index] for index in chosen}
        if len(gone) < count:
            position = self.roll.position(short)
            name = self.roll.powers[power]
            farthest = removals(self.chart, position, name, len(short.units), self.switches)
            rest = [n for n in map(self.roll.at, farthest) if n not in gone]
            gone.update(rest[: count - len(gone)])
        return sorted(gone)

    # --- what comes next ---

    def _advanced(
        self, moment: Moment, units: list[int], owners: tuple[int, ...], contested: frozenset[int] = frozenset()
    ) -> Short:
        """The position before the next phase that has anything to decide; `phases.advance` in numbers."""
        if not moment.counts:
            return Short(moment.moves, units, owners, (), contested)
        held = list(owners)
        centre, power = self.roll.centre, self.roll.power
        for n in units:
            c = centre[n]
            if c >= 0:
                held[c] = power[n]
        captured = tuple(held)
        winter = Short(moment.winter, units, captured, (), contested)
        return winter if self._due(winter) else Short(moment.moves, units, captured, (), contested)

    def _due(self, winter: Short) -> bool:
        """Whether any power has an adjustment to make."""
        units = list(map(self.roll.power.__getitem__, winter.units))
        surpluses = [winter.owners.count(p) - units.count(p) for p in range(len(self.roll.powers))]
        if min(surpluses) < 0:
            return True
        return any(surplus and self._sites(winter, p) for p, surplus in enumerate(surpluses))


def _moves(short: Short) -> bool:
    return short.moment.kind is PhaseKind.MOVEMENT


def _retreats(short: Short) -> bool:
    return short.moment.kind is PhaseKind.RETREAT
