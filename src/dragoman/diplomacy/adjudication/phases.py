"""What comes after a phase: whose the centres are, whether somebody has won, and which phase has anything to decide.

Centres change hands after the last movement of the year (or of every so many, as the map has it) and its retreats,
never before (a retreat may yet take one back).
A retreat phase without dislodged units and an adjustment phase without an adjustment to make are passed over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import Dislodged, PhaseKind, Position
from dragoman.diplomacy.board.unit import Unit


def advance(
    chart: Chart,
    position: Position,
    units: Iterable[Unit],
    dislodged: tuple[Dislodged, ...] = (),
    contested: frozenset[str] = frozenset(),
) -> tuple[Position, str | None]:
    """The position before the next phase, and the winner if there is one.

    `position` is the one just adjudicated, `units` stand on the board after it, `dislodged` can still retreat.
    """
    following = chart.next_moves(position.phase)
    after = tuple(sorted(units))
    if dislodged:
        retreats = position.phase._replace(kind=PhaseKind.RETREAT)
        return Position(retreats, after, position.centres, tuple(sorted(dislodged)), contested), None
    if position.phase.kind is PhaseKind.ADJUSTMENT or not chart.counts(position.phase):
        return Position(following, after, position.centres, (), contested), None
    centres = captured(chart, position.centres, after)
    winter = Position(chart.winter(position.phase), after, centres, (), contested)
    champion = winner(chart, centres)
    if any(due(chart, winter, power) for power in powers(winter)):
        return winter, champion
    return Position(following, after, centres, (), contested), champion


def captured(chart: Chart, centres: Mapping[str, str], units: Iterable[Unit]) -> dict[str, str]:
    """Who owns which centre when these units stand at the year's end; a centre left empty stays its owner's."""
    standing = {unit.place.province: unit.power for unit in units if unit.place.province in chart.centres}
    return dict(sorted({**centres, **standing}.items()))


def winner(chart: Chart, centres: Mapping[str, str]) -> str | None:
    """The power with the victory count of centres, if one alone has the most."""
    best = Counter(centres.values()).most_common(2)
    if not best or best[0][1] < chart.victory or (len(best) > 1 and best[1][1] == best[0][1]):
        return None
    return best[0][0]


def powers(position: Position) -> tuple[str, ...]:
    """Every power with a unit or a centre, in order of name."""
    return tuple(sorted({u.power for u in position.units} | set(position.centres.values())))


def surplus(position: Position, power: str) -> int:
    """Centres less units: how many the power may build, or, negative, must remove."""
    return [*position.centres.values()].count(power) - [unit.power for unit in position.units].count(power)


def sites(chart: Chart, position: Position, power: str) -> tuple[str, ...]:
    """The vacant centres where the power may build, in order of id."""
    owned = set(position.centres_of(power))
    home = owned.intersection(chart.home_centres(power))
    if chart.build_sites == "home":
        allowed = home
    elif chart.build_sites == "owned-if-home":
        allowed = owned if home else set()
    else:
        allowed = owned
    return tuple(sorted(allowed.difference([unit.place.province for unit in position.units])))


def due(chart: Chart, position: Position, power: str) -> int:
    """How many builds a power can make (no more than it has sites), or, negative, how many units it must remove."""
    count = surplus(position, power)
    return count if count <= 0 else min(count, len(sites(chart, position, power)))
