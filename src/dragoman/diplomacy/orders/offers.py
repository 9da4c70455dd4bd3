"""Offers are all the orders that would be legal for a unit as the board stands: what a form can put to a player.

An offer names kinds, coasts and, where the house rules ask for it, nationalities in full, so that it is never at fault;
what others will order is not known here, so a support or a convoy is offered of whatever its unit *could* do (4.E.1).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from dragoman.diplomacy.board.chart import Chart
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
            afoot = {place.province for place in self.chart.steps(unit.kind, unit.place)}
            self._reaches[unit] = frozenset(afoot | self._sailing(unit.province) if self._ashore(unit) else afoot)
        return self._reaches[unit]

    def _sailing(self, start: str) -> set[str]:
        """The shores that an army could be taken to."""
        waters = self.bench.waters
        return {place.province for place in self._shores if waters.possible(start, place.province)}

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
            for place in self._shores:
                if place.province in self._reach(unit):
                    yield Move(_own(unit), place, via=place in steps)

    def _supports(self, unit: Unit) -> Iterator[Order]:
        """Supports of each other unit, nearest to hand: to hold where it is, then to go wherever both could meet."""
        within = sorted({place.province for place in self.chart.steps(unit.kind, unit.place)})
        for other in self._others(unit):
            if other.province in within:
                yield SupportHold(_own(unit), self._named(other))
            for province in within:
                if province in self._reach(other):
                    yield from self._support_to(unit, other, province)

    def _support_to(self, unit: Unit, other: Unit, province: str) -> Iterator[Order]:
        """The support without a coast named, which matches either; where the house rules want a coast, one for each."""
        bare = SupportMove(_own(unit), self._named(other), Place(province))
        if other.kind is UnitKind.ARMY or self._legal(bare):
            yield bare
            return
        for coast in self.chart.provinces[province].coasts:
            yield SupportMove(_own(unit), self._named(other), Place(province, coast))

    def _convoys(self, unit: Unit) -> Iterator[Order]:
        if unit.kind is UnitKind.ARMY or not self.chart.provinces[unit.province].convoys:
            return
        for army in self._others(unit):
            if self._ashore(army):
                for place in self._shores:
                    if place.province in self._reach(army):
                        yield Convoy(_own(unit), self._named(army), place)

    def _others(self, unit: Unit) -> list[Unit]:
        """All other units, the power's own first."""
        others = (other for other in self.position.units if other != unit)
        return sorted(others, key=lambda other: (other.power != self.power, other.power, other.place))

    def _ashore(self, unit: Unit) -> bool:
        return unit.kind is UnitKind.ARMY and self.chart.provinces[unit.province].terrain is Terrain.COASTAL

    @cached_property
    def _shores(self) -> list[Place]:
        return sorted(Place(p.id) for p in self.chart.provinces.values() if p.terrain is Terrain.COASTAL)

    def _named(self, other: Unit) -> Ordered:
        """A unit as it must be named: its power, too, where the house rules would not let that be left out (IV.2)."""
        foreign = other.power != self.power and self.switches.omitted_nationality is not Designation.VALID
        return Ordered(other.place, other.kind, other.power if foreign else None)


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
