"""What becomes of orders: movement, retreats and adjustments, each with its outcome and the cause."""

from __future__ import annotations

from collections.abc import Mapping

from dragoman.diplomacy.adjudication.adjustments import adjudicate_adjustments
from dragoman.diplomacy.adjudication.movement import adjudicate_movement, after_movement
from dragoman.diplomacy.adjudication.reasons import why
from dragoman.diplomacy.adjudication.retreats import adjudicate_retreats
from dragoman.diplomacy.adjudication.verdict import Ruling
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import PhaseKind, Position
from dragoman.diplomacy.houserules.switches import Switches
from dragoman.diplomacy.orders.order import OrderSet

__all__ = ["adjudicate", "aftermath", "why"]


def adjudicate(chart: Chart, position: Position, sets: Mapping[str, OrderSet], switches: Switches) -> Ruling:
    """Adjudicate the phase that the position stands before.

    `sets` holds the orders of each power that sent any; a power without a set, and a unit without an order, is ruled
    upon all the same. Nothing depends on the order of powers or units, and of lines only where a clause counts from top
    or bottom. No order raises an error: what cannot be followed gets a verdict that says why.
    """
    match position.phase.kind:
        case PhaseKind.MOVEMENT:
            return adjudicate_movement(chart, position, sets, switches)
        case PhaseKind.RETREAT:
            return adjudicate_retreats(chart, position, sets, switches)
        case PhaseKind.ADJUSTMENT:
            return adjudicate_adjustments(chart, position, sets, switches)


def aftermath(chart: Chart, position: Position, sets: Mapping[str, OrderSet], switches: Switches) -> Position:
    """The position after the phase, as `adjudicate` tells it, found without a word about any order of movement."""
    if position.phase.kind is PhaseKind.MOVEMENT:
        return after_movement(chart, position, sets, switches)
    return adjudicate(chart, position, sets, switches).after
