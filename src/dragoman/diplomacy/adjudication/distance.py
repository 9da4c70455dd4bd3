"""How far a unit is from home, for removals in civil disorder (V.4, DATC 4.D.8): in moves, whatever is in the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from dragoman.diplomacy.board.chart import Chart, once_a_chart
from dragoman.diplomacy.board.position import Position
from dragoman.diplomacy.board.province import Place, Terrain
from dragoman.diplomacy.board.unit import Unit, UnitKind
from dragoman.diplomacy.houserules.switches import RemovalDistance, RemovalTies, Switches

ALL_SPACES = (
    RemovalDistance.OWNED_CENTRES,
    RemovalDistance.HOME_CENTRES_ALL_SPACES,
    RemovalDistance.HOME_COUNTRY_ALL_SPACES,
)
"""Where every unit goes over land and sea alike."""

Steps = Callable[[Place], Iterable[Place]]


def removals(chart: Chart, position: Position, power: str, count: int, switches: Switches) -> tuple[Unit, ...]:
    """The units a power loses by the rule for civil disorder, the first to go first."""
    homes = goals(chart, position.centres, power, switches.removal_distance)
    return tuple(
        sorted(position.units_of(power), key=lambda unit: _order(chart, unit, homes, switches))[: max(0, count)]
    )


def _order(chart: Chart, unit: Unit, goals: frozenset[str], switches: Switches) -> tuple[int, int, int, str, Unit]:
    """The farthest first; what ties is told apart as the game's rules say (DATC 6.J.4, 6.J.6, 6.J.7)."""
    rule = switches.removal_distance
    fleets_first = switches.removal_ties is not RemovalTies.NAME
    kind = 0 if fleets_first and unit.kind is UnitKind.FLEET else 1
    by_id = switches.removal_ties is RemovalTies.FLEETS_THEN_ABBREVIATION
    name = unit.province if by_id else chart.provinces[unit.province].name
    return _rank(chart, unit, rule), -distance(chart, unit, goals, rule), kind, name, unit


def _rank(chart: Chart, unit: Unit, rule: RemovalDistance) -> int:
    """F.13: abroad outside centres, abroad in a centre, at home outside centres, in a home centre go in this order."""
    if rule is not RemovalDistance.ABROAD_FIRST:
        return 0
    at_home = chart.provinces[unit.province].home == unit.power
    return 2 * at_home + (unit.province in chart.centres)


def goals(chart: Chart, centres: Mapping[str, str], power: str, rule: RemovalDistance) -> frozenset[str]:
    """The provinces from which a power's units are far or near, by who owns which centre."""
    match rule:
        case RemovalDistance.OWNED_CENTRES:
            return frozenset(centre for centre, owner in centres.items() if owner == power)
        case RemovalDistance.HOME_COUNTRY | RemovalDistance.HOME_COUNTRY_ALL_SPACES:
            return frozenset(p.id for p in chart.provinces.values() if p.home == power)
        case _:
            return frozenset(chart.home_centres(power))


def distance(chart: Chart, unit: Unit, goals: frozenset[str], rule: RemovalDistance) -> int:
    """Least moves from the unit to any of those provinces; more than the map has places where there is no way."""
    known = _known(chart)
    case = (unit.kind, unit.place, goals, rule)
    if case not in known:
        if len(known) >= MOST_DISTANCES:
            known.clear()
        known[case] = _measured(chart, unit, goals, rule)
    return known[case]


Case = tuple[UnitKind, Place, frozenset[str], RemovalDistance]

MOST_DISTANCES = 20_000


@once_a_chart
def _known(chart: Chart) -> dict[Case, int]:
    """The distances measured before."""
    return {}


def _measured(chart: Chart, unit: Unit, goals: frozenset[str], rule: RemovalDistance) -> int:
    go = steps(chart, unit.kind, rule)
    seen, edge, moves = {unit.place}, [unit.place], 0
    while edge:
        if any(place.province in goals for place in edge):
            return moves
        edge = sorted({after for place in edge for after in go(place)} - seen)
        seen.update(edge)
        moves += 1
    return len(chart.army) + len(chart.fleet) + len(chart.provinces)


def steps(chart: Chart, kind: UnitKind, rule: RemovalDistance) -> Steps:
    """Where a unit gets in one move, as that rule counts them."""
    if rule in ALL_SPACES:
        return lambda place: _by_land_and_sea(chart, place)
    if kind is UnitKind.FLEET:
        return lambda place: chart.steps(UnitKind.FLEET, place)
    if rule is RemovalDistance.HOME_CENTRES_BY_CONVOY:
        return lambda place: _by_land_or_convoy(chart, place)
    return lambda place: _by_land_and_single_seas(chart, place)


def _coasts(chart: Chart, place: Place) -> tuple[Place, ...]:
    return chart.provinces[place.province].places


def _afloat(chart: Chart, place: Place) -> set[Place]:
    """Where a fleet on any coast of that province could go, as bare provinces."""
    return {Place(step.province) for coast in _coasts(chart, place) for step in chart.steps(UnitKind.FLEET, coast)}


def _by_land_and_sea(chart: Chart, place: Place) -> set[Place]:
    """4.D.8.u4, and u1 and u2 in one reading: any unit over land and sea, one a province (DATC 6.J.5, 6.J.6, 6.J.9)."""
    return set(chart.steps(UnitKind.ARMY, Place(place.province))) | _afloat(chart, place)


def _by_land_and_single_seas(chart: Chart, place: Place) -> set[Place]:
    """V.4: an army's own steps, and one for each sea province on its way."""
    return set(chart.steps(UnitKind.ARMY, place)) | {
        step for step in _afloat(chart, place) if _sea(chart, place) or _sea(chart, step)
    }


def _by_land_or_convoy(chart: Chart, place: Place) -> set[Place]:
    """4.D.8.u1: an army's own steps, and a whole chain of seas to another coast as one move."""
    waters = {step for step in _afloat(chart, place) if _sea(chart, step)}
    edge = waters
    while edge:
        edge = {step for sea in edge for step in _afloat(chart, sea) if _sea(chart, step)} - waters
        waters = waters | edge
    shores = {step for sea in waters for step in _afloat(chart, sea) if not _sea(chart, step)}
    return set(chart.steps(UnitKind.ARMY, place)) | shores


def _sea(chart: Chart, place: Place) -> bool:
    return chart.provinces[place.province].terrain is Terrain.SEA
