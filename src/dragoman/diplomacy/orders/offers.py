"""Offers are all the orders that would be legal for a unit as the board stands: what a form can put to a player.

An offer names kinds, coasts and, where the house rules ask for it, nationalities in full, so that it is never at fault;
what others will order is not known here, so a support or a convoy is offered of whatever its unit *could* do (4.E.1).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from dragoman.diplomacy.board.chart import Chart, once_a_chart
from dragoman.diplomacy.board.position import Position
from dragoman.diplomacy.board.province import Place, Terrain
from dragoman.diplomacy.board.unit import Unit, UnitKind
from dragoman.diplomacy.houserules.switches import Designation, Switches
from dragoman.diplomacy.orders.legality import Bench, Ground
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
)
from dragoman.diplomacy.orders.writing import write


@dataclass(frozen=True)
class Counter:
    """Where the orders of one power for a movement phase are laid out, by the switches of its game."""

    chart: Chart
    position: Position
    power: str
    switches: Switches

    @cached_property
    def bench(self) -> Bench:
        return Bench(Ground(self.chart, self.position, self.switches), self.power)

    def offers(self, unit: Unit) -> tuple[Order, ...]:
        """Every legal order of that unit: to hold, to move, to support in holding and moving, to convoy, in this order.

        A move that the army could make by land and by sea is offered in both ways, the latter with `via`.
        """
        candidates = (
            [Hold(_own(unit))],
            self._moves(unit),
            self._supports(unit),
            self._convoys(unit),
        )
        return tuple(order for some in candidates for order in some if self._legal(order))

    def _reach(self, unit: Unit) -> frozenset[str]:
        """The provinces that the unit could come to at all, on foot or by fleets that are there: nothing else is worth
        judging."""
        if unit not in self._reaches:
            afoot = frozenset(place.province for place in self.chart.steps(unit.kind, unit.place))
            self._reaches[unit] = afoot | self._sailing(unit.province) if self._ashore(unit) else afoot
        return self._reaches[unit]

    def _sailing(self, start: str) -> frozenset[str]:
        """The shores that an army could be taken to."""
        return (self.bench.waters.beyond(start) - {start}) & _coastal(self.chart)

    @cached_property
    def _reaches(self) -> dict[Unit, frozenset[str]]:
        """What was asked before."""
        return {}

    def _legal(self, order: Order) -> bool:
        return self.bench.fate(Line(order, write(order))).flaw is None

    def _moves(self, unit: Unit) -> Iterator[Order]:
        steps = self.chart.steps(unit.kind, unit.place)
        for place in sorted(steps):
            yield Move(_own(unit), place)
        if self._ashore(unit):
            for place in self._landings(unit):
                yield Move(_own(unit), place, via=place in steps)

    def _landings(self, army: Unit) -> list[Place]:
        """The shores that an army could come to."""
        reach = self._reach(army)
        return [place for place in _shores(self.chart) if place.province in reach]

    def _supports(self, unit: Unit) -> Iterator[Order]:
        """Supports of each other unit, nearest to hand: to hold where it is, then to go wherever both could meet."""
        me, within = _own(unit), sorted({place.province for place in self.chart.steps(unit.kind, unit.place)})
        for other in self._others(unit):
            if other.province in within:
                yield SupportHold(me, self._named(other))
            reach = self._reach(other)
            for province in within:
                if province in reach:
                    yield from self._support_to(me, other, province)

    def _support_to(self, me: Ordered, other: Unit, province: str) -> Iterator[Order]:
        """The support without a coast named, which matches either; where the house rules want a coast, one for each."""
        bare = SupportMove(me, self._named(other), Place(province))
        if other.kind is UnitKind.ARMY or self._legal(bare):
            yield bare
            return
        for coast in self.chart.provinces[province].coasts:
            yield SupportMove(me, self._named(other), Place(province, coast))

    def _convoys(self, unit: Unit) -> Iterator[Order]:
        if unit.kind is UnitKind.ARMY or not self.chart.provinces[unit.province].convoys:
            return
        for army in self._others(unit):
            if self._ashore(army):
                for place in self._landings(army):
                    yield Convoy(_own(unit), self._named(army), place)

    def _others(self, unit: Unit) -> list[Unit]:
        """All other units, the power's own first."""
        return [other for other in self._all if other != unit]

    @cached_property
    def _all(self) -> list[Unit]:
        return sorted(self.position.units, key=lambda other: (other.power != self.power, other.power, other.place))

    def _ashore(self, unit: Unit) -> bool:
        return unit.kind is UnitKind.ARMY and self.chart.provinces[unit.province].terrain is Terrain.COASTAL

    def _named(self, other: Unit) -> Ordered:
        """A unit as it must be named: its power, too, where the house rules would not let that be left out (IV.2)."""
        foreign = other.power != self.power and self.switches.omitted_nationality is not Designation.VALID
        return Ordered(other.place, other.kind, other.power if foreign else None)


@once_a_chart
def _shores(chart: Chart) -> tuple[Place, ...]:
    """The coastal provinces of a chart, in order of name."""
    return tuple(sorted(Place(p.id) for p in chart.provinces.values() if p.terrain is Terrain.COASTAL))


@once_a_chart
def _coastal(chart: Chart) -> frozenset[str]:
    return frozenset(place.province for place in _shores(chart))


def _own(unit: Unit) -> Ordered:
    return Ordered(unit.place, unit.kind)


def retreat_offers(unit: Unit, places: Iterable[Place]) -> tuple[Order, ...]:
    """What a dislodged unit can do, given the places open to it: retreat to one of them, or be disbanded."""
    return (*(Retreat(_own(unit), place) for place in sorted(places)), Disband(_own(unit)))


def build_offers(chart: Chart, sites: Iterable[str]) -> tuple[Order, ...]:
    """Every unit that could be built at one of the sites, armies before fleets at each."""
    return tuple(
        Build(Ordered(place, kind))
        for site in sites
        for kind in UnitKind
        for place in chart.provinces[site].places
        if chart.can_stand(kind, place)
    )


def removal_offers(units: Iterable[Unit]) -> tuple[Order, ...]:
    """Every unit that could be given up where there are more units than centres."""
    return tuple(Disband(_own(unit)) for unit in sorted(units))


__all__ = ["Counter", "build_offers", "removal_offers", "retreat_offers"]
