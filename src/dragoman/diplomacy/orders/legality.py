"""Whether a line is legal, from the starting position alone: which unit it orders, on which coasts, and what is at
fault with it (DATC 4.E.1, IV.1–IV.7, 4.B–4.D).

Nothing here depends on what others ordered. What is settled names kinds and coasts as they are on the board; a support
that leaves its goal's coast bare matches the supported fleet on whichever coast it goes to.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import assert_never

from dragoman.diplomacy.board.chart import Chart, once_a_chart
from dragoman.diplomacy.board.position import Position
from dragoman.diplomacy.board.province import Place, Terrain
from dragoman.diplomacy.board.unit import Unit, UnitKind
from dragoman.diplomacy.houserules.switches import (
    Designation,
    Legality,
    OwnCoast,
    RouteNaming,
    RouteRule,
    SupportedCoast,
    Switches,
)
from dragoman.diplomacy.orders.fates import IMPOSSIBLE, Blemish, Fate, Fault, Flaw
from dragoman.diplomacy.orders.order import (
    Build,
    Convoy,
    Disband,
    Hold,
    Line,
    Move,
    Order,
    Ordered,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)
from dragoman.diplomacy.orders.routes import Waters

UnitOrder = Hold | Move | SupportHold | SupportMove | Convoy | Retreat | Disband
"""The orders that are given to a unit that is on the board."""


Case = tuple[str, Unit, Unit | None]
"""The text of a line, the unit it orders, and the unit that it supports or convoys. A text may be read in several ways,
of which the last is remembered."""

MOST_PRECEDENTS = 30_000


class Precedents(dict[Case, Fate]):
    """What became of lines before, by one chart and the same switches: only what hangs on nothing but the case."""

    def remember(self, case: Case, fate: Fate) -> None:
        if len(self) >= MOST_PRECEDENTS:
            self.clear()
        self[case] = fate


@once_a_chart
def precedents(chart: Chart) -> dict[Switches, Precedents]:
    """All that is remembered for a chart."""
    return defaultdict(Precedents)


@dataclass(frozen=True)
class Ground:
    """The board on which all powers are judged alike, by the switches of the game."""

    chart: Chart
    position: Position
    switches: Switches

    @cached_property
    def units(self) -> Mapping[str, Unit]:
        """The units by province."""
        return {unit.place.province: unit for unit in self.position.units}

    @cached_property
    def waters(self) -> Waters:
        if self.switches.legality is Legality.BOARD:
            return Waters.everywhere(self.chart)
        return Waters.of(self.chart, self.position)

    @cached_property
    def precedents(self) -> Precedents:
        return precedents(self.chart)[self.switches]


@dataclass(frozen=True)
class Bench:
    """Where the lines of one power are judged."""

    ground: Ground
    power: str

    @property
    def chart(self) -> Chart:
        return self.ground.chart

    @property
    def switches(self) -> Switches:
        return self.ground.switches

    @property
    def units(self) -> Mapping[str, Unit]:
        return self.ground.units

    @property
    def waters(self) -> Waters:
        return self.ground.waters

    # --- a set, and one line of it ---

    def fate(self, line: Line) -> Fate:
        """What becomes of a line by itself, before it is weighed against others for the same unit."""
        order = line.order
        if isinstance(order, (Build, Waive)):
            return Fate(line, None, order, IMPOSSIBLE)
        units = self.ground.units
        unit = units.get(order.unit.place.province)
        if unit is None or unit.power != self.power:
            return Fate(line, None, order, Flaw(Fault.NO_SUCH_UNIT, "rulebook"))
        other = _other(order)
        met = None if other is None else units.get(other.place.province)
        case = (line.text, unit, met)
        known = self.ground.precedents.get(case)
        if known is not None and (known.line is line or known.line == line):
            return known
        fate = self._judged(line, order, unit)
        if not self.by_water(order, unit, met):
            self.ground.precedents.remember(case, fate)
        return fate

    def by_water(self, order: UnitOrder, unit: Unit, met: Unit | None) -> bool:
        """Whether anything could hang on which fleets stand where, beside the units that the order names."""
        match order:
            case Move(_, to, via, route):
                return unit.kind is UnitKind.ARMY and (via or bool(route) or self._step(unit, to) is not None)
            case SupportMove(_, _, to):
                return met is not None and not self.chart.reaches(met, to.province)
            case Convoy():
                return True
            case _:
                return False

    def _judged(self, line: Line, order: UnitOrder, unit: Unit) -> Fate:
        blemishes = self._blemishes(order, unit)
        understood, flaw = self._understand(order, unit)
        flaw = self._designation(blemishes) or self._own_coast(unit, order) or flaw
        return Fate(line, unit, understood, flaw, blemishes)

    def _understand(self, order: UnitOrder, unit: Unit) -> tuple[Order, Flaw | None]:
        """The order as on the board, and what makes it impossible. The ordered unit's own coast is judged apart."""
        me = Ordered(unit.place, unit.kind)
        match order:
            case Hold():
                return Hold(me), None
            case Disband():
                return Disband(me), None
            case Move():
                return self._move(me, unit, order)
            case SupportHold():
                return self._support_hold(me, unit, order)
            case SupportMove():
                return self._support_move(me, unit, order)
            case Convoy():
                return self._convoy(me, unit, order)
            case Retreat(_, to):
                place, flaw = self._destination(unit, to)
                return Retreat(me, place), flaw or self._step(unit, place)
            case _:
                assert_never(order)

    # --- unit type and nationality (IV.1, IV.2) ---

    def _blemishes(self, order: UnitOrder, unit: Unit) -> frozenset[Blemish]:
        found = set(_slips(order.unit, unit))
        other = _other(order)
        if other is not None and (met := self.units.get(other.place.province)) is not None:
            found.update(_slips(other, met))
            if other.power is None and met.power != self.power:
                found.add(Blemish.NATIONALITY_OMITTED)
        return frozenset(found)

    def forgiveness(self, blemish: Blemish) -> Designation:
        """What the game does about such a slip."""
        match blemish:
            case Blemish.TYPE_OMITTED:
                return self.switches.omitted_type
            case Blemish.TYPE_WRONG:
                return self.switches.wrong_type
            case Blemish.NATIONALITY_OMITTED:
                return self.switches.omitted_nationality
            case Blemish.NATIONALITY_WRONG:
                return self.switches.wrong_nationality

    def _designation(self, blemishes: frozenset[Blemish]) -> Flaw | None:
        for blemish in sorted(blemishes):
            if self.forgiveness(blemish) is Designation.VOID:
                return VOIDED[blemish]
        return None

    # --- coasts (IV.3 to IV.7, 4.B) ---

    def _own_coast(self, unit: Unit, order: UnitOrder) -> Flaw | None:
        """Whether the coast on which the order says its own unit stands spoils it (never a disband: IV.3 and IV.4)."""
        coasts = self._coasts(unit)
        written = order.unit.place.coast
        if written and written not in coasts:
            if not self.switches.irrelevant_coast_ignored:
                return Flaw(Fault.IMPOSSIBLE, "4.B.6.a")
            written = ""
        if not coasts or written == unit.place.coast or isinstance(order, Disband):
            return None
        if not written:
            return Flaw(Fault.AMBIGUOUS, "IV.3.A") if self.switches.coast_omitted is OwnCoast.VOID else None
        supports = isinstance(order, SupportHold | SupportMove)
        rule = self.switches.supporter_coast_wrong if supports else self.switches.start_coast_wrong
        return Flaw(Fault.NO_SUCH_UNIT, "IV.5.A" if supports else "IV.4.A") if rule is OwnCoast.VOID else None

    def _coasts(self, unit: Unit) -> tuple[str, ...]:
        """The coasts that can be named of a unit where it stands: none for an army."""
        return () if unit.kind is UnitKind.ARMY else self.chart.provinces[unit.place.province].coasts

    def _open_coasts(self, unit: Unit, province: str) -> tuple[str, ...]:
        """The named coasts of a province that a fleet can reach in a step."""
        steps = self.chart.steps(unit.kind, unit.place)
        return tuple(c for c in self.chart.provinces[province].coasts if Place(province, c) in steps)

    def _without_stray_coast(self, kind: UnitKind, to: Place) -> tuple[Place, Flaw | None]:
        """Leave out a coast that does not exist, or that is named for an army (4.B.6)."""
        if not to.coast or (kind is UnitKind.FLEET and to.coast in self.chart.provinces[to.province].coasts):
            return to, None
        return Place(to.province), None if self.switches.irrelevant_coast_ignored else Flaw(Fault.IMPOSSIBLE, "4.B.6.a")

    def _destination(self, unit: Unit, to: Place) -> tuple[Place, Flaw | None]:
        """Where a unit's own order takes it: the coast found, or what is wrong with the coast named or left out."""
        if to.province not in self.chart.provinces:
            return to, IMPOSSIBLE
        place, flaw = self._without_stray_coast(unit.kind, to)
        if flaw or unit.kind is UnitKind.ARMY or not self.chart.provinces[to.province].coasts:
            return place, flaw
        reachable = self._open_coasts(unit, place.province)
        if place.coast in reachable or not reachable:
            return place, None if reachable else IMPOSSIBLE
        if place.coast:  # a coast that is there, but out of reach
            if self.switches.target_coast_wrong is OwnCoast.ONE_POSSIBLE and len(reachable) == 1:
                return Place(place.province, reachable[0]), None
            return place, Flaw(Fault.IMPOSSIBLE, "IV.4.A" if len(reachable) == 1 else "4.B.3")
        if len(reachable) > 1:
            return place, Flaw(Fault.AMBIGUOUS, "4.B.1")
        if self.switches.coast_omitted is OwnCoast.VOID:
            return place, Flaw(Fault.AMBIGUOUS, "IV.3.A")
        return Place(place.province, reachable[0]), None

    def _step(self, unit: Unit, place: Place) -> Flaw | None:
        return None if place in self.chart.steps(unit.kind, unit.place) else IMPOSSIBLE

    def _supported_start(self, ordered: Ordered, unit: Unit) -> Flaw | None:
        """What the coast named, or left out, of a supported unit's own place does to the support (IV.6, IV.7)."""
        coasts = self._coasts(unit)
        place, flaw = self._without_stray_coast(unit.kind, ordered.place)
        if flaw or not coasts or place.coast == unit.place.coast:
            return flaw
        if place.coast:  # the fleet is in the province, so B and C both forgive
            differs = self.switches.supported_coast_differs
            return Flaw(Fault.NO_SUCH_UNIT, "IV.7.A") if differs is SupportedCoast.VOID else None
        return self._coast_left_out(unit, one_possible=True)

    def _coast_left_out(self, unit: Unit, one_possible: bool) -> Flaw | None:
        match self.switches.supported_coast_omitted:
            case SupportedCoast.VOID:
                return Flaw(Fault.AMBIGUOUS, "IV.6.A")
            case SupportedCoast.OWN_ONLY:
                return None if unit.power == self.power else Flaw(Fault.AMBIGUOUS, "4.B.4.u2")
            case SupportedCoast.ONE_POSSIBLE:
                return None if one_possible else Flaw(Fault.AMBIGUOUS, "IV.6.B")
            case SupportedCoast.EITHER:
                return None

    def _supported_goal(self, unit: Unit, to: Place) -> tuple[Place, Flaw | None]:
        """Where the supported unit is said to go. A coast kept must match its order; a bare province matches any."""
        place, flaw = self._without_stray_coast(unit.kind, to)
        if flaw or unit.kind is UnitKind.ARMY or not self.chart.provinces[to.province].coasts:
            return place, flaw
        reachable = self._open_coasts(unit, place.province)
        if not reachable:
            return place, IMPOSSIBLE
        if not place.coast:
            return place, self._coast_left_out(unit, one_possible=len(reachable) == 1)
        differs = self.switches.supported_coast_differs
        if differs is SupportedCoast.EITHER or (differs is SupportedCoast.ONE_POSSIBLE and len(reachable) == 1):
            return Place(place.province), None
        return self._destination(unit, place)  # the order itself, so named, would be read alike (IV.4)

    # --- moves, supports, convoys ---

    def _move(self, me: Ordered, unit: Unit, order: Move) -> tuple[Order, Flaw | None]:
        to, flaw = self._destination(unit, order.to)
        if flaw or unit.kind is UnitKind.FLEET:
            return Move(me, to), flaw or self._step(unit, to)
        land = to in self.chart.steps(unit.kind, unit.place)
        route = order.route if self.switches.route_naming is not RouteNaming.IGNORED else ()
        move = Move(me, to, order.via or bool(route), route)
        if to.province == unit.place.province or self.chart.provinces[to.province].terrain is Terrain.SEA:
            return move, IMPOSSIBLE
        if land and not move.via:
            return move, None
        sails = self.waters.stated(unit.place.province, route, to.province) if route else self._can_sail(unit, to)
        if sails:
            return move, None
        if land and (self.switches.land_fallback or not self._tag_binds):
            return Move(me, to), None
        return move, Flaw(Fault.IMPOSSIBLE, "VI.3.A") if route else Flaw(
            Fault.IMPOSSIBLE, "4.A.3"
        ) if land else IMPOSSIBLE

    @property
    def _tag_binds(self) -> bool:
        """Whether the words "via convoy" are an order to sail, not a remark (4.A.3: not so in 1971 and 1982)."""
        return self.switches.route_rule in (RouteRule.OWN_FLEET_OR_TAG, RouteRule.TAG_ONLY)

    def _can_sail(self, unit: Unit, to: Place, without: str = "") -> bool:
        ashore = self.chart.provinces[to.province].terrain is not Terrain.SEA
        return unit.kind is UnitKind.ARMY and ashore and self.waters.possible(unit.place.province, to.province, without)

    def _support_hold(self, me: Ordered, unit: Unit, order: SupportHold) -> tuple[Order, Flaw | None]:
        other = self.units.get(order.supported.place.province)
        if other is None:
            return SupportHold(me, order.supported), Flaw(Fault.NO_SUCH_UNIT, "rulebook")
        understood = SupportHold(me, Ordered(other.place, other.kind))
        if other is unit or not self.chart.reaches(unit, other.place.province):
            return understood, IMPOSSIBLE
        return understood, self._supported_start(order.supported, other)

    def _support_move(self, me: Ordered, unit: Unit, order: SupportMove) -> tuple[Order, Flaw | None]:
        other = self.units.get(order.supported.place.province)
        if other is None:
            return SupportMove(me, order.supported, order.to), Flaw(Fault.NO_SUCH_UNIT, "rulebook")
        them = Ordered(other.place, other.kind)
        if order.to.province not in self.chart.provinces:
            return SupportMove(me, them, order.to), IMPOSSIBLE
        to, flaw = self._supported_goal(other, order.to)
        understood = SupportMove(me, them, to)
        stays = to.province in (unit.place.province, other.place.province)  # 6.A.5, 6.D.34
        if other is unit or stays or not self.chart.reaches(unit, to.province):
            return understood, IMPOSSIBLE
        return understood, flaw or self._supported_start(order.supported, other) or self._can_follow(unit, other, to)

    def _can_follow(self, unit: Unit, other: Unit, to: Place) -> Flaw | None:
        """Whether the supported move is possible at all, and beside this support (6.D.22, 6.D.31)."""
        if self.chart.reaches(other, to.province):
            return None
        spared = unit.place.province if self.switches.useless_order_illegal and unit.kind is UnitKind.FLEET else ""
        if self._can_sail(other, to, spared):
            return None
        return Flaw(Fault.IMPOSSIBLE, "6.D.31") if spared and self._can_sail(other, to) else IMPOSSIBLE

    def _convoy(self, me: Ordered, unit: Unit, order: Convoy) -> tuple[Order, Flaw | None]:
        other = self.units.get(order.army.place.province)
        if other is None:
            return Convoy(me, order.army, order.to), Flaw(Fault.NO_SUCH_UNIT, "rulebook")
        them = Ordered(other.place, other.kind)
        if order.to.province not in self.chart.provinces:
            return Convoy(me, them, order.to), IMPOSSIBLE
        to, flaw = self._without_stray_coast(other.kind, order.to)
        understood = Convoy(me, them, to)
        able = unit.kind is UnitKind.FLEET and self.chart.provinces[unit.place.province].convoys
        if not able or other.kind is not UnitKind.ARMY or self.chart.provinces[to.province].terrain is Terrain.SEA:
            return understood, IMPOSSIBLE
        _, stray = self._without_stray_coast(other.kind, order.army.place)
        return understood, flaw or stray or self._of_use(unit, other.place.province, to.province)

    def _of_use(self, unit: Unit, start: str, end: str) -> Flaw | None:
        if not self.waters.possible(start, end):
            return IMPOSSIBLE
        if not self.switches.useless_order_illegal or self.waters.needed(unit.place.province, start, end):
            return None
        return Flaw(Fault.IMPOSSIBLE, "6.G.19")


def _other(order: UnitOrder) -> Ordered | None:
    """The unit that is supported or convoyed, if the order is of that kind."""
    if isinstance(order, (SupportHold, SupportMove)):
        return order.supported
    return order.army if isinstance(order, Convoy) else None


def _slips(ordered: Ordered, unit: Unit) -> tuple[Blemish, ...]:
    """What is amiss with the type and the nationality written of a unit, the latter if it was written at all."""
    slips: tuple[Blemish, ...] = ()
    if ordered.kind is not unit.kind:
        slips = (Blemish.TYPE_WRONG if ordered.kind else Blemish.TYPE_OMITTED,)
    if ordered.power is not None and ordered.power != unit.power:
        slips = (*slips, Blemish.NATIONALITY_WRONG)
    return slips


VOIDED = {
    Blemish.TYPE_OMITTED: Flaw(Fault.AMBIGUOUS, "4.C.1.a"),
    Blemish.TYPE_WRONG: Flaw(Fault.NO_SUCH_UNIT, "IV.1.A"),
    Blemish.NATIONALITY_OMITTED: Flaw(Fault.AMBIGUOUS, "4.C.5.a"),
    Blemish.NATIONALITY_WRONG: Flaw(Fault.NO_SUCH_UNIT, "IV.2.A"),
}
