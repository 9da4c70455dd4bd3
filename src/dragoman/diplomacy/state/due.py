"""What a power has to order in a phase: which units, or how many builds or disbands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from dragoman.diplomacy.adjudication import phases
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import PhaseKind, Position
from dragoman.diplomacy.board.unit import Unit


@dataclass(frozen=True, slots=True)
class Due:
    """What a power has to order: `units` that may move or must retreat, or `count` builds (above 0) or disbands
    (below), the builds at one of `sites`; `earned` are the builds that the centres would allow if there were room."""

    units: tuple[Unit, ...] = ()
    count: int = 0
    sites: tuple[str, ...] = ()
    earned: int = 0

    def __bool__(self) -> bool:
        return bool(self.units) or self.count != 0


def due(chart: Chart, position: Position, power: str) -> Due:
    """What that power has to order in the phase the position is before."""
    match position.phase.kind:
        case PhaseKind.MOVEMENT:
            return Due(position.units_of(power))
        case PhaseKind.RETREAT:
            return Due(tuple(d.unit for d in position.dislodged if d.unit.power == power))
        case PhaseKind.ADJUSTMENT:
            return _adjustment(chart, position, power)
        case kind:
            assert_never(kind)


def _adjustment(chart: Chart, position: Position, power: str) -> Due:
    count = phases.due(chart, position, power)
    if count > 0:
        return Due(count=count, sites=phases.sites(chart, position, power), earned=phases.surplus(position, power))
    return Due(position.units_of(power), count) if count else Due()
