"""A map and the house rules as the batch reads them, made once; and the names that its numbers stand for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from dragoman.diplomacy.adjudication import flat
from dragoman.diplomacy.adjudication.distance import goals, steps
from dragoman.diplomacy.batch import layout
from dragoman.diplomacy.board.chart import Chart, once_a_chart
from dragoman.diplomacy.board.province import Place, Terrain
from dragoman.diplomacy.board.unit import UnitKind
from dragoman.diplomacy.houserules.switches import (
    ConvoyDisruption,
    Legality,
    Misorder,
    RemovalDistance,
    RemovalTies,
    RouteNaming,
    RouteRule,
    SeveralBuilds,
    Switches,
    TooMany,
)

TERRAINS = {
    Terrain.INLAND: layout.INLAND,
    Terrain.COASTAL: layout.COASTAL,
    Terrain.SEA: layout.SEA,
    Terrain.IMPASSABLE: layout.IMPASSABLE,
}
MISORDERS = {
    Misorder.ILLEGAL_IS_HOLD: layout.MISORDER_HOLDS,
    Misorder.MOVE_STAYS_MOVE: layout.MISORDER_MOVES,
    Misorder.NAMED_SPACE_STAYS_MOVE: layout.MISORDER_NAMED,
}
DISRUPTIONS = {
    ConvoyDisruption.ANY_FLEET: layout.ANY_FLEET,
    ConvoyDisruption.ANY_NEEDED_FLEET: layout.ANY_NEEDED_FLEET,
    ConvoyDisruption.STATED_ELSE_ALL: layout.STATED_ELSE_ALL,
    ConvoyDisruption.ALL_ROUTES: layout.ALL_ROUTES,
}
MANY = {TooMany.NONE: layout.MANY_NONE, TooMany.FIRST: layout.MANY_FIRST, TooMany.LAST: layout.MANY_LAST}
SEVERAL = {
    SeveralBuilds.NOTHING_IF_DIFFERENT: layout.SEVERAL_SAME,
    SeveralBuilds.ARMY_IF_INLAND: layout.SEVERAL_ARMY,
    SeveralBuilds.FIRST: layout.SEVERAL_FIRST,
    SeveralBuilds.LAST: layout.SEVERAL_LAST,
    SeveralBuilds.NOTHING: layout.SEVERAL_NOTHING,
}
BUILD_SITES = {
    "home": layout.HOME_SITES,
    "owned-if-home": layout.OWNED_IF_HOME,
}
LEAST_WIDTH = 8


@lru_cache(maxsize=256)
def rules(switches: Switches) -> tuple[int, ...]:
    """The switches that the batch asks, in its order: the kernel's first."""
    sheet = [*flat.rules(switches), *(0 for _ in range(layout.RULES - 8))]
    sheet[layout.RULE_BOARD] = int(switches.legality is Legality.BOARD)
    sheet[layout.RULE_USELESS] = int(switches.useless_order_illegal)
    sheet[layout.RULE_MISORDER] = MISORDERS[switches.misorder]
    sheet[layout.RULE_DISRUPTION] = DISRUPTIONS[switches.convoy_disruption]
    sheet[layout.RULE_REQUIRED] = int(switches.route_naming is RouteNaming.REQUIRED)
    sheet[layout.RULE_TAG_BINDS] = int(switches.route_rule in (RouteRule.OWN_FLEET_OR_TAG, RouteRule.TAG_ONLY))
    sheet[layout.RULE_ORIGIN_OPEN] = int(switches.retreat_to_convoy_origin)
    sheet[layout.RULE_DISORDER] = int(switches.civil_disorder_hold_support)
    sheet[layout.RULE_INLAND] = int(switches.inland_fleet_builds_army)
    sheet[layout.RULE_BUILDS] = MANY[switches.too_many_builds]
    sheet[layout.RULE_DISBANDS] = MANY[switches.too_many_disbands]
    sheet[layout.RULE_SEVERAL] = SEVERAL[switches.several_builds]
    sheet[layout.RULE_WAIVES] = int(switches.waives_allowed)
    sheet[layout.RULE_OWNED] = int(switches.removal_distance is RemovalDistance.OWNED_CENTRES)
    sheet[layout.RULE_ABROAD] = int(switches.removal_distance is RemovalDistance.ABROAD_FIRST)
    sheet[layout.RULE_NAMES] = int(switches.removal_ties is RemovalTies.NAME)
    return tuple(sheet)


@dataclass(frozen=True)
class Atlas:
    """A chart's provinces, places and powers as numbers; provinces are the first places."""

    chart: Chart

    @cached_property
    def provinces(self) -> tuple[str, ...]:
        return flat.grid(self.chart).provinces

    @cached_property
    def places(self) -> tuple[Place, ...]:
        bare = tuple(Place(p) for p in self.provinces)
        return (*bare, *(place for p in self.provinces for place in self.chart.provinces[p].places[1:]))

    @cached_property
    def powers(self) -> tuple[str, ...]:
        return tuple(sorted(self.chart.powers))

    @cached_property
    def province_number(self) -> dict[str, int]:
        return flat.grid(self.chart).number

    @cached_property
    def place_number(self) -> dict[Place, int]:
        return {place: index for index, place in enumerate(self.places)}

    @cached_property
    def power_number(self) -> dict[str, int]:
        return {power: index for index, power in enumerate(self.powers)}

    @property
    def width(self) -> int:
        """The columns of a board."""
        return max(LEAST_WIDTH, len(self.provinces), len(self.powers))

    @property
    def fits(self) -> bool:
        """Whether the map's numbers fit into the fields of an order."""
        return len(self.places) < layout.GOALS and len(self.provinces) < layout.SOURCES

    def spot(self, kind: UnitKind, place: Place) -> int:
        return 2 * self.place_number[place] + (kind is UnitKind.FLEET)

    def unit(self, spot: int) -> tuple[UnitKind, Place]:
        return UnitKind.FLEET if spot & 1 else UnitKind.ARMY, self.places[spot >> 1]

    def spots(self) -> Iterable[tuple[UnitKind, Place]]:
        return ((kind, place) for place in self.places for kind in (UnitKind.ARMY, UnitKind.FLEET))


@once_a_chart
def atlas(chart: Chart) -> Atlas:
    """The numbers of a chart. See `Atlas.fits` for the largest map."""
    return Atlas(chart)


@once_a_chart
def _made(chart: Chart) -> dict[RemovalDistance | RemovalTies, list[list[int]]]:
    return {}


def tables(chart: Chart, switches: Switches) -> list[list[int]]:
    """The map as rows of numbers: see `layout`."""
    a = atlas(chart)
    seen = [chart.provinces[p] for p in a.provinces]
    homes = {power: i for i, power in enumerate(a.powers)}
    province = [a.province_number[place.province] for place in a.places]
    beside = [sorted(a.place_number[p] for p in _steps(chart, kind, place)) for kind, place in a.spots()]
    far = _distances(a, switches.removal_distance)
    counted = (goals(chart, {}, k, switches.removal_distance) for k in a.powers)
    rows = [
        _sizes(a),
        province,
        [TERRAINS[p.terrain] for p in seen],
        [int(p.convoys) for p in seen],
        [int(p.centre) for p in seen],
        [homes.get(p.home or "", -1) for p in seen],
        _alphabet(a, switches.removal_ties),
        [int(chart.can_stand(kind, place)) for kind, place in a.spots()],
        *(_bits(steps, province[spot >> 1], province) for spot, steps in enumerate(beside)),
        *([*steps, -1] for steps in beside),
        *flat.grid(chart).wet,
        *far,
        *([int(p in there) for p in a.provinces] for there in counted),
    ]
    width = max(map(len, rows))
    return [[*row, *(-1 for _ in range(width - len(row)))] for row in rows]


def _steps(chart: Chart, kind: UnitKind, place: Place) -> Iterable[Place]:
    return chart.steps(kind, place) if chart.can_stand(kind, place) else ()


def _bits(steps: Iterable[int], own: int, province: list[int]) -> list[int]:
    """By place, what a unit can do there that stands in the province `own`: see `layout.FIRST_SPOT`."""
    bits = [1 << layout.HOLD] * (len(province) + 1)
    reached = {province[place] for place in steps}
    for place in steps:
        bits[place] |= layout.STEPS | (int(province[place] != own) << layout.AIDED)
    for end in reached:
        bits[end] |= layout.REACHES | (int(end != own) << layout.AIDED)
    for place, end in enumerate(province):
        if end in reached and end != own:
            bits[place] |= 1 << layout.SUPPORT_HOLD | 1 << layout.SUPPORT_MOVE
    return bits


def _sizes(a: Atlas) -> list[int]:
    chart, spots, provinces = a.chart, 2 * len(a.places), len(a.provinces)
    sizes = [0] * layout.HOW_MANY_SIZES
    sizes[layout.TURNS], sizes[layout.YEARS], sizes[layout.ROUNDS] = len(chart.turns), chart.years, chart.rounds
    sizes[layout.FIRST_YEAR], sizes[layout.VICTORY] = chart.first_phase().year, chart.victory
    sizes[layout.SITES] = BUILD_SITES.get(chart.build_sites, layout.OWNED_SITES)
    sizes[layout.PLACES], sizes[layout.POWERS], sizes[layout.PROVINCES] = len(a.places), len(a.powers), provinces
    sizes[layout.FARTHEST] = _farthest(chart)
    sizes[layout.BESIDE] = layout.FIRST_SPOT + spots
    sizes[layout.WET] = sizes[layout.BESIDE] + spots
    sizes[layout.FAR] = sizes[layout.WET] + provinces
    sizes[layout.GOALS_OF] = sizes[layout.FAR] + spots
    return sizes


def _farthest(chart: Chart) -> int:
    return len(chart.army) + len(chart.fleet) + len(chart.provinces)


def _alphabet(a: Atlas, rule: RemovalTies) -> list[int]:
    by_id = rule is RemovalTies.FLEETS_THEN_ABBREVIATION
    sort = sorted(a.provinces, key=lambda p: (p if by_id else a.chart.provinces[p].name, p))
    rank = {p: index for index, p in enumerate(sort)}
    return [rank[p] for p in a.provinces]


def _distances(a: Atlas, rule: RemovalDistance) -> list[list[int]]:
    known = _made(a.chart)
    if rule not in known:
        known[rule] = [_from(a, kind, place, rule) for kind, place in a.spots()]
    return known[rule]


def _from(a: Atlas, kind: UnitKind, start: Place, rule: RemovalDistance) -> list[int]:
    """How many moves a unit there needs to each province."""
    found = [_farthest(a.chart)] * len(a.provinces)
    if not a.chart.can_stand(kind, start):
        return found
    go = steps(a.chart, kind, rule)
    seen, edge, moves = {start}, {start}, 0
    while edge:
        for place in edge:
            number = a.province_number[place.province]
            found[number] = min(found[number], moves)
        edge = {after for place in edge for after in go(place)} - seen
        seen |= edge
        moves += 1
    return found


@once_a_chart
def _tables(chart: Chart) -> dict[tuple[RemovalDistance, RemovalTies], list[list[int]]]:
    return {}


def tables_of(chart: Chart, switches: Switches) -> list[list[int]]:
    """The same, made once for a chart and the rules that they hang on."""
    known = _tables(chart)
    key = (switches.removal_distance, switches.removal_ties)
    if key not in known:
        known[key] = tables(chart, switches)
    return known[key]
