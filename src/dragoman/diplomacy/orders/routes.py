"""A convoy route is a chain of provinces whose fleets can pass an army on; what is possible here looks at no orders.

This is what legality asks (DATC 4.E.1): could fleets take the army there, and could this fleet be of use?
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from dragoman.diplomacy.board.chart import Chart, once_a_chart
from dragoman.diplomacy.board.position import Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import UnitKind

LONGEST_SEARCH = 20_000
"""Steps after which a search for a needed fleet gives up and calls the fleet of use. No board in play comes near."""


@dataclass(frozen=True)
class Waters:
    """The fleets that can convoy, each as its province and the provinces that its place touches."""

    touches: Mapping[str, frozenset[str]]

    @classmethod
    def of(cls, chart: Chart, position: Position) -> Waters:
        """The fleets now on the board in provinces that convoy, whoever owns them (III.5.C)."""
        return cls(_touched(chart, (u.place for u in position.units if u.kind is UnitKind.FLEET)))

    @classmethod
    def everywhere(cls, chart: Chart) -> Waters:
        """As if a fleet stood in every province that convoys (DATC 6.D.32, the wider reading)."""
        return _everywhere(chart)

    def possible(self, start: str, end: str, without: str = "") -> bool:
        """Whether an army could be convoyed between two provinces; `without` is a province whose fleet may not help."""
        return start != end and end in self.beyond(start, without)

    def beyond(self, start: str, without: str = "") -> frozenset[str]:
        """All that is touched by fleets which could pass an army on from there."""
        known = self._known.get((start, without))
        if known is not None:
            return known
        reached, edge = {start, without}, [start]
        while edge:
            for sea in self._beside(edge.pop()):
                if sea not in reached:
                    reached.add(sea)
                    edge.append(sea)
        found = frozenset().union(*(self.touches[sea] for sea in reached - {start, without}))
        if not without:  # what a single fleet could be spared for is asked seldom
            self._known[start, without] = found
        return found

    @cached_property
    def _known(self) -> dict[tuple[str, str], frozenset[str]]:
        """What was asked before."""
        return {}

    def stated(self, start: str, route: tuple[str, ...], end: str) -> bool:
        """Whether the route named province by province hangs together, with a fleet in each (VI.3.A)."""
        if start == end or not route or not all(sea in self.touches for sea in route):
            return False
        return start in self.touches[route[0]] and all(
            after in self.touches[sea] for sea, after in zip(route, (*route[1:], end), strict=True)
        )

    def needed(self, fleet: str, start: str, end: str) -> bool:
        """Whether some route needs that fleet: a chain from which no fleet could be left out (DATC 6.G.7, 6.G.19)."""
        if fleet not in self.touches or start == end:
            return False
        return _Search(self, fleet, end).through((start,))

    @cached_property
    def _neighbours(self) -> Mapping[str, tuple[str, ...]]:
        """From each province to the convoying fleets whose place touches it, in order of name."""
        beside: dict[str, list[str]] = {}
        for sea in sorted(self.touches):
            for province in self.touches[sea]:
                beside.setdefault(province, []).append(sea)
        return {province: tuple(seas) for province, seas in beside.items()}

    def _beside(self, province: str) -> tuple[str, ...]:
        return self._neighbours.get(province, ())


@once_a_chart
def _everywhere(chart: Chart) -> Waters:
    return Waters(_touched(chart, chart.fleet))


def _touched(chart: Chart, places: Iterable[Place]) -> dict[str, frozenset[str]]:
    return {
        place.province: frozenset(step.province for step in chart.steps(UnitKind.FLEET, place))
        for place in places
        if chart.provinces[place.province].convoys
    }


class _Search:
    """Looks for a route without shortcuts through one fleet: no fleet of it touches another than the next, and only the
    first touches the start, only the last the end."""

    def __init__(self, waters: Waters, fleet: str, end: str) -> None:
        self.waters, self.fleet, self.end = waters, fleet, end
        self.steps_left = LONGEST_SEARCH

    def through(self, path: tuple[str, ...]) -> bool:
        self.steps_left -= 1
        if self.steps_left < 0:
            return True
        touches = self.waters.touches
        for sea in self.waters._beside(path[-1]):
            if sea in path or any(earlier in touches[sea] for earlier in path[:-1]):
                continue
            if self.end in touches[sea]:
                if self.fleet == sea or self.fleet in path:
                    return True
            elif self.through((*path, sea)):
                return True
        return False
