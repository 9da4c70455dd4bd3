"""Fleets that can convoy as bits of a number, and those among them that an army could meet: what a convoy, or a move or
support by water, can hang on."""

from __future__ import annotations

from collections.abc import Iterable

from dragoman.diplomacy.board.chart import Chart, once_a_chart
from dragoman.diplomacy.board.unit import UnitKind
from dragoman.diplomacy.shorthand.roll import Roll, roll


class Afloat:
    """The places of a chart from which fleets convoy, a bit for each; `bit` is 0 for a unit that cannot."""

    def __init__(self, roll: Roll) -> None:
        chart = roll.chart
        places = sorted(place for place in chart.fleet if chart.provinces[place.province].convoys)
        bits = {place: 1 << n for n, place in enumerate(places)}
        self._place = [roll.province[place.province] for place in places]
        self.bit = [bits.get(unit.place, 0) if unit.kind is UnitKind.FLEET else 0 for unit in roll.unit]
        self._beside = [0] * len(roll.name)
        for place, bit in bits.items():
            for province in {step.province for step in chart.steps(UnitKind.FLEET, place)}:
                self._beside[roll.province[province]] |= bit

    def of(self, units: Iterable[int]) -> int:
        """The fleets among units that can convoy."""
        return sum({*map(self.bit.__getitem__, units)})  # each bit once

    def from_shore(self, start: int, afloat: int) -> int:
        """Those fleets that an army could meet from a province on: beside it, or beside one that it could meet."""
        beside = self._beside
        met, edge = 0, beside[start] & afloat
        while edge:
            low = edge & -edge
            met |= low
            edge = (edge | (beside[self._place[low.bit_length() - 1]] & afloat)) & ~met
        return met


@once_a_chart
def waters(chart: Chart) -> Afloat:
    """The convoying places of a chart."""
    return Afloat(roll(chart))
