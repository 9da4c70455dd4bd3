"""A forgotten order may be inferred from what its player ordered other units to do for it (III.3.B, 4.E.3.a).

Only good orders of the same set imply anything, and only if all of them agree on one action: a supported or convoyed
move implies that move, a supported hold the hold. An explicit order, however bad, is never replaced.
"""

from __future__ import annotations

from collections.abc import Iterable

from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import Unit
from dragoman.diplomacy.orders.order import Convoy, Hold, Line, Move, Order, Ordered, SupportHold, SupportMove
from dragoman.diplomacy.orders.writing import write

CLAUSE = "III.3.B"
"""The clause by which an order is inferred, as verdicts name it."""

INFERRED = "inferred"
"""The sort of the note on an inferred order; it tells from which orders it was inferred."""


def inferred(chart: Chart, unit: Unit, orders: Iterable[Order]) -> Line | None:
    """The order of a unit without one, inferred from other good orders of its set; None if they imply none, or several.

    The line has no text, since nobody wrote it. Whether the order is legal is not asked here.
    """
    implied = {write(order): action for order in orders if (action := _action(order, unit)) is not None}
    goals = {goal for goal, _ in implied.values()}
    if not implied or len({goal and goal.province for goal in goals}) > 1:
        return None
    named = sorted(goal for goal in goals if goal is not None and goal.coast)
    if len(named) > 1:
        return None
    goal = named[0] if named else next(iter(goals))
    order = _order(chart, unit, goal, by_convoy=any(sails for _, sails in implied.values()))
    return Line(order, "", (f"{INFERRED}: {', '.join(sorted(implied))} = {write(order)}",))


def _action(order: Order, unit: Unit) -> tuple[Place | None, bool] | None:
    """What an order implies of a unit: where it goes, or None for a hold, and whether by convoy; None for nothing."""
    match order:
        case SupportHold(_, other) if other.place.province == unit.province:
            return None, False
        case SupportMove(_, other, to) if other.place.province == unit.province:
            return to, False
        case Convoy(_, army, to) if army.place.province == unit.province:
            return to, True
        case _:
            return None


def _order(chart: Chart, unit: Unit, goal: Place | None, by_convoy: bool) -> Order:
    """The action as an order. That a move is by convoy is said only where the army could also walk (VI.2)."""
    me = Ordered(unit.place, unit.kind)
    if goal is None:
        return Hold(me)
    return Move(me, goal, via=by_convoy and goal in chart.steps(unit.kind, unit.place))
