"""The chart and the house rules as the kernel reads them: flat integers, made once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

from dragoman.diplomacy.adjudication import kernel
from dragoman.diplomacy.board.chart import Chart, once_a_chart
from dragoman.diplomacy.board.unit import UnitKind
from dragoman.diplomacy.houserules.switches import (
    ConvoyAgainstOwn,
    ParadoxBackup,
    ParadoxBase,
    RouteRule,
    Switches,
)

BASES = {
    ParadoxBase.NONE: kernel.BASE_NONE,
    ParadoxBase.RULES_1971: kernel.BASE_1971,
    ParadoxBase.RULES_1982: kernel.BASE_1982,
    ParadoxBase.RULES_2000: kernel.BASE_2000,
}
BACKUPS = {
    ParadoxBackup.ALL_HOLD: kernel.BACKUP_ALL_HOLD,
    ParadoxBackup.SZYKMAN: kernel.BACKUP_SZYKMAN,
}
ROUTES = {
    RouteRule.TAG_ONLY: kernel.ROUTE_TAG,
    RouteRule.OWN_FLEET_OR_TAG: kernel.ROUTE_OWN_FLEET,
    RouteRule.ANY_CONVOY: kernel.ROUTE_ANY,
    RouteRule.OPPOSITE_1971: kernel.ROUTE_1971,
    RouteRule.INTENT_1982: kernel.ROUTE_1982,
}
AGAINST_OWN = {
    ConvoyAgainstOwn.NEITHER: kernel.OWN_NEITHER,
    ConvoyAgainstOwn.CUT_ONLY: kernel.OWN_CUT_ONLY,
    ConvoyAgainstOwn.ORDINARY: kernel.OWN_ORDINARY,
}


@lru_cache(maxsize=256)
def rules(switches: Switches) -> list[int]:
    """The switches that the kernel asks, in its order."""
    flat = [0] * 8
    flat[kernel.RULE_BASE] = BASES[switches.paradox_base]
    flat[kernel.RULE_BACKUP] = BACKUPS[switches.paradox_backup]
    flat[kernel.RULE_ROUTE] = ROUTES[switches.route_rule]
    flat[kernel.RULE_FALLBACK] = int(switches.land_fallback)
    flat[kernel.RULE_ORIGIN] = int(switches.cut_by_convoy_to_origin)
    flat[kernel.RULE_AGAINST_OWN] = AGAINST_OWN[switches.convoy_against_own]
    flat[kernel.RULE_SEA_LOSER] = int(switches.convoyed_loser_bounces)
    flat[kernel.RULE_LAND_LOSER] = int(switches.land_loser_bounces)
    return flat


@dataclass(frozen=True)
class Grid:
    """A chart's provinces as numbers, in order of their ids, and the waters between them."""

    chart: Chart

    @cached_property
    def provinces(self) -> tuple[str, ...]:
        return tuple(sorted(self.chart.provinces))

    @cached_property
    def number(self) -> dict[str, int]:
        return {province: index for index, province in enumerate(self.provinces)}

    @cached_property
    def touches(self) -> dict[str, frozenset[str]]:
        """From each province where fleets convoy to the provinces to which a fleet there can pass an army on."""
        found: dict[str, set[str]] = {}
        for place in self.chart.fleet:
            if self.chart.provinces[place.province].convoys:
                reached = {step.province for step in self.chart.steps(UnitKind.FLEET, place)}
                found.setdefault(place.province, set()).update(reached)
        return {province: frozenset(reached) for province, reached in found.items()}

    @cached_property
    def wet(self) -> list[list[int]]:
        """For `kernel.resolve`: where an army can be passed on, into a fleet's water and out of it."""
        number = self.number
        rows = [[0] * len(self.provinces) for _ in self.provinces]
        for sea, reached in self.touches.items():
            for province in reached:
                rows[number[province]][number[sea]] = 1
                if province not in self.touches:
                    rows[number[sea]][number[province]] = 1
        return rows


@once_a_chart
def grid(chart: Chart) -> Grid:
    """The grid of a chart."""
    return Grid(chart)
