"""A movement phase: who is where afterwards, who was driven out and where they may go, and what became of every order.

Several orders for one unit (III.6), misorders (III.5), coasts and designations (IV) are settled in `orders.legality`
before anything here looks at them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from dragoman.diplomacy.adjudication.battle import Fought, fight
from dragoman.diplomacy.adjudication.phases import advance
from dragoman.diplomacy.adjudication.retreats import open_places
from dragoman.diplomacy.adjudication.verdict import Ruling
from dragoman.diplomacy.adjudication.verdicts import verdicts
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import Dislodged, Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import Unit
from dragoman.diplomacy.houserules.switches import Switches
from dragoman.diplomacy.orders.order import Move, OrderSet


def adjudicate_movement(chart: Chart, position: Position, sets: Mapping[str, OrderSet], switches: Switches) -> Ruling:
    """Adjudicate the movement orders of all powers; a dislodged unit with nowhere to go leaves the board at once."""
    fought = fight(chart, position, sets, switches)
    came = _came(chart, position, fought)
    return Ruling(
        position.phase, verdicts(fought), came.after, retreats=came.retreats, removed=came.removed, winner=came.winner
    )


def after_movement(chart: Chart, position: Position, sets: Mapping[str, OrderSet], switches: Switches) -> Position:
    """The position that those orders lead to, and nothing about why."""
    return _came(chart, position, fight(chart, position, sets, switches)).after


class _Came(NamedTuple):
    """What came of a movement phase, as `Ruling` tells it."""

    after: Position
    retreats: tuple[tuple[str, tuple[Place, ...]], ...]
    removed: tuple[Unit, ...]
    winner: str | None


def _came(chart: Chart, position: Position, fought: Fought) -> _Came:
    lost = [fought.lost(u) for u in range(len(fought.units))]
    units = tuple(sorted([_where(fought, u) for u, out in enumerate(lost) if not out]))
    contested = _contested(fought, units)
    driven_out = [_driven_out(fought, u) for u, out in enumerate(lost) if out]
    exits = {d: open_places(chart, d, units, contested) for d in driven_out}
    staying = tuple(d for d in driven_out if exits[d])
    after, champion = advance(chart, position, units, staying, contested)
    retreats = tuple(sorted((d.unit.province, exits[d]) for d in staying))
    return _Came(after, retreats, tuple(sorted(d.unit for d in driven_out if not exits[d])), champion)


def _where(fought: Fought, u: int) -> Unit:
    """The unit, where it is after the phase."""
    unit, order = fought.units[u], fought.effective[u].order
    return Unit(unit.power, unit.kind, order.to) if fought.moved(u) and isinstance(order, Move) else unit


def _driven_out(fought: Fought, u: int) -> Dislodged:
    """VI.1, DATC 4.A.5: the attacker's start is closed to the loser, unless it came by convoy and the rules open it."""
    attacker = fought.dislodger(u)
    assert attacker is not None
    opened = fought.sailed(attacker) and fought.switches.retreat_to_convoy_origin
    return Dislodged(fought.units[u], None if opened else fought.units[attacker].province)


def _contested(fought: Fought, units: tuple[Unit, ...]) -> frozenset[str]:
    """Provinces left vacant by a standoff: one who could keep others out was kept out (DATC 6.F.7, 6.H.6, 6.H.9)."""
    taken = {unit.place.province for unit in units}
    return frozenset(
        e.order.to.province
        for u, e in enumerate(fought.effective)
        if isinstance(e.order, Move)
        and not fought.moved(u)
        and e.order.to.province not in taken
        and fought.has_effect(u)
    )
