"""A movement phase as numbers: settled orders go into the kernel, and its answers stand beside the units.

Several orders for one unit (III.6), misorders (III.5), coasts and designations (IV) are settled in `orders.legality`
before anything here looks at them: here every unit has one order. Which routes a convoy may take, and which of its
fleets it cannot lose (VI.3, VI.4), is settled here, from the orders alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dragoman.diplomacy.adjudication import kernel
from dragoman.diplomacy.adjudication.flat import Grid, grid, rules
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import Position
from dragoman.diplomacy.board.unit import Unit, UnitKind
from dragoman.diplomacy.houserules.switches import ConvoyDisruption, RouteNaming, Switches
from dragoman.diplomacy.orders.fates import Effective, Settled
from dragoman.diplomacy.orders.one_order import settle_all
from dragoman.diplomacy.orders.order import Convoy, Hold, Move, OrderSet, SupportHold, SupportMove
from dragoman.diplomacy.orders.routes import Waters


@dataclass(frozen=True)
class Fought:
    """A movement phase fought out: every unit in canonical order, its one order, and what the kernel found.

    `work` holds the kernel's answers under the same indices as `units`.
    """

    units: tuple[Unit, ...]
    effective: tuple[Effective, ...]
    settled: Mapping[str, Settled]
    orders: kernel.Orders
    work: kernel.Work
    switches: Switches
    number: Mapping[str, int]

    def moved(self, u: int) -> bool:
        return self.work.moved[u] == kernel.YES

    def lost(self, u: int) -> bool:
        return self.work.lost[u] == kernel.YES

    def sailed(self, u: int) -> bool:
        return self.work.sails[u] == kernel.YES

    def dislodger(self, u: int) -> int | None:
        """The unit that drove `u` out, if one did."""
        a = kernel.dislodger(u, self.orders, self.work)
        return a if a >= 0 else None

    def movers_to(self, province: int) -> tuple[int, ...]:
        """Who was ordered to that province, in canonical order."""
        found = []
        mover = self.work.first_mover[province]
        while mover >= 0:
            found.append(mover)
            mover = self.work.next_mover[mover]
        return tuple(sorted(found))

    def head_to_head(self, a: int, b: int) -> bool:
        """Whether two units were ordered into each other's province, neither by convoy."""
        o, w = self.orders, self.work
        if o.kind[a] != kernel.MOVE or o.kind[b] != kernel.MOVE or w.path[b] == kernel.NO or w.path[a] == kernel.NO:
            return False
        crossed = o.goal[a] == o.place[b] and o.goal[b] == o.place[a]
        return crossed and not self.sailed(a) and not self.sailed(b)

    def occupant(self, u: int) -> int | None:
        """The unit that stood at the goal of mover `u` when the phase began."""
        v = self.work.unit_at[self.orders.goal[u]]
        return v if v >= 0 else None

    def attack(self, u: int) -> int:
        """The strength with which `u` attacked its goal, in the end (DATC 11)."""
        v = self.occupant(u)
        if v is None or (self.moved(v) and not self.head_to_head(u, v)):
            return 1 + self.work.firm[u]
        own = self.orders.power[v] == self.orders.power[u]
        return 0 if own or (self.sailed(u) and self.work.barred[u]) else 1 + self.work.foreign[u]

    def resistance(self, u: int) -> tuple[tuple[int, int], ...]:
        """Who stood in the way of `u`, each with its strength (DATC 8 to 10): the strongest first, then in order."""
        found = []
        v = self.occupant(u)
        if v is not None and self.head_to_head(u, v):
            found.append((v, 1 + self.work.firm[v]))
        elif v is not None and not self.moved(v):
            stands = self.orders.kind[v] != kernel.MOVE
            found.append((v, 1 + self.work.firm[v] if stands else 1))
        for a in self.movers_to(self.orders.goal[u]):
            if a != u and self.has_effect(a):
                found.append((a, 1 + self.work.firm[a]))
        return tuple(sorted(found, key=lambda pair: (-pair[1], pair[0])))

    def has_effect(self, a: int) -> bool:
        """Whether mover `a` could keep others out of its goal."""
        return kernel.has_effect(a, self.orders, self.work, rules(self.switches))

    def cutters(self, u: int) -> tuple[int, ...]:
        """Everybody who cut the support of `u`, in the end: the kernel names the first it finds."""
        o = self.orders
        into = o.goal[u] if o.kind[u] == kernel.SUPPORT_MOVE else -1
        return tuple(a for a in self.movers_to(o.place[u]) if o.power[a] != o.power[u] and self._cuts(a, into))

    def _cuts(self, a: int, into: int) -> bool:
        """Whether attacker `a` cuts a support into that province; see `kernel.cutting`."""
        o, w = self.orders, self.work
        if w.path[a] == kernel.NO:
            return False
        from_goal, spares = o.place[a] == into, w.spares[a] if self.sailed(a) else kernel.AS_USUAL
        if spares == kernel.NEVER_CUTS:
            return False
        return self.moved(a) or not from_goal or spares == kernel.ALWAYS_CUTS

    def fleets_of(self, army: int) -> tuple[int, ...]:
        """The fleets with a matching convoy order for that army, in canonical order."""
        found = []
        fleet = self.work.first_fleet[army]
        while fleet >= 0:
            found.append(fleet)
            fleet = self.work.next_fleet[fleet]
        return tuple(sorted(found))


def fight(chart: Chart, position: Position, sets: Mapping[str, OrderSet], switches: Switches) -> Fought:
    """Adjudicate the movement orders of all powers; a power without a set, and a unit without an order, holds."""
    units = tuple(sorted(position.units))
    powers = {unit.power for unit in units} | sets.keys()
    lines = {power: sets[power].lines if power in sets else () for power in powers}
    settled = settle_all(chart, position, lines, switches)
    by_unit = {e.unit: e for each in settled.values() for e in each.effective}
    effective = tuple(_in_disorder(by_unit[unit], sets, switches) for unit in units)
    board = grid(chart)
    orders = flatten(chart, board, effective, switches)
    work = kernel.workspace(len(units), len(board.provinces))
    kernel.resolve(tuple(orders), work, rules(switches), board.wet)
    return Fought(units, effective, settled, orders, kernel.Work._make(work), switches, board.number)


def _in_disorder(effective: Effective, sets: Mapping[str, OrderSet], switches: Switches) -> Effective:
    """4.D.9.a: a unit of a power that ordered nothing at all cannot be supported in holding."""
    power = effective.unit.power
    if switches.civil_disorder_hold_support or (power in sets and sets[power].lines):
        return effective
    return Effective(effective.unit, effective.order, supportable=False, clause="4.D.9.a")


# --- orders as numbers ---


def flatten(chart: Chart, board: Grid, effective: tuple[Effective, ...], switches: Switches) -> kernel.Orders:
    """The units' orders as the kernel reads them; a support of the wrong coast (IV.7, DATC 6.B.9) finds no match."""
    number = board.number
    power = {name: index for index, name in enumerate(sorted({e.unit.power for e in effective}))}
    goals = {e.unit.place.province: e.order.to for e in effective if isinstance(e.order, Move)}
    orders = kernel.Orders([], [], [], [], [], [], [], [])
    for e in effective:
        kind, source, goal, way = kernel.HOLD if e.supportable else kernel.MISORDER, -1, -1, 0
        match e.order:
            case Move(_, to, via, _):
                kind, goal, way = kernel.MOVE, number[to.province], kernel.TAGGED if via else 0
                way |= kernel.BY_LAND if to in chart.steps(e.unit.kind, e.unit.place) else 0
            case SupportHold(_, other):
                kind, source = kernel.SUPPORT_HOLD, number[other.place.province]
            case SupportMove(_, other, to):
                kind, source, goal = kernel.SUPPORT_MOVE, number[other.place.province], number[to.province]
                there = goals.get(other.place.province)
                if to.coast and there is not None and there != to:
                    source = number[e.unit.place.province]  # supports nobody but itself, which never fits
            case Convoy(_, army, to):
                kind, source, goal = kernel.CONVOY, number[army.place.province], number[to.province]
            case Hold():
                pass
        orders.place.append(number[e.unit.place.province])
        orders.power.append(power[e.unit.power])
        orders.kind.append(kind)
        orders.source.append(source)
        orders.goal.append(goal)
        orders.way.append(way)
        orders.duty.append(kernel.CARRIES if kind == kernel.CONVOY else 0)
        orders.fleet.append(int(e.unit.kind is UnitKind.FLEET))
    _assign_duties(board, effective, orders, switches)
    return orders


def _assign_duties(board: Grid, effective: tuple[Effective, ...], orders: kernel.Orders, switches: Switches) -> None:
    """VI.3, VI.4: which fleets' convoy orders are of use to their army, and whose loss alone breaks the convoy."""
    rule, naming = switches.convoy_disruption, switches.route_naming
    if rule is ConvoyDisruption.ALL_ROUTES and naming is not RouteNaming.REQUIRED:
        return
    for army, e in enumerate(effective):
        if isinstance(e.order, Move) and e.unit.kind is UnitKind.ARMY:
            start, end = e.unit.place.province, e.order.to.province
            fleets = [f for f, c in enumerate(effective) if isinstance(c.order, Convoy)
                      and c.order.army.place.province == start and c.order.to.province == end]  # fmt: skip
            duties = _duties(board, effective, army, fleets, switches)
            for fleet in fleets:
                orders.duty[fleet] = duties.get(fleet, 0)


def _duties(
    board: Grid, effective: tuple[Effective, ...], army: int, fleets: list[int], switches: Switches
) -> dict[int, int]:
    """What each of those fleets is worth to one army's convoy."""
    order = effective[army].order
    assert isinstance(order, Move)
    start, end, rule = effective[army].unit.place.province, order.to.province, switches.convoy_disruption
    sea = {effective[f].unit.place.province: f for f in fleets}
    stated_binds = rule in (ConvoyDisruption.ANY_NEEDED_FLEET, ConvoyDisruption.STATED_ELSE_ALL)
    required = switches.route_naming is RouteNaming.REQUIRED
    if order.route and (stated_binds or required):
        if any(province not in sea for province in order.route):
            return {}
        return {sea[province]: kernel.CARRIES | kernel.BINDS for province in order.route}
    if required:
        return {}
    waters = Waters({province: board.touches[province] for province in sea})
    duties = {}
    for province, fleet in sea.items():
        binds = rule in (ConvoyDisruption.ANY_FLEET, ConvoyDisruption.ANY_NEEDED_FLEET)
        if rule is ConvoyDisruption.ANY_NEEDED_FLEET and effective[fleet].unit.power != effective[army].unit.power:
            binds = not waters.possible(start, end, without=province)
        binds = binds and waters.needed(province, start, end)
        duties[fleet] = kernel.CARRIES | (kernel.BINDS if binds else 0)
    return duties
