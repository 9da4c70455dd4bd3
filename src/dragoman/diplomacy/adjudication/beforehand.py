"""What is amiss with orders whatever the board will be: of a set for a phase to come, orders for one unit that differ
(III.6), builds in one centre that differ (V.3), and a coast or a type that is left out (4.B.7, V.1).

What only that board can tell is not foretold.
"""

from __future__ import annotations

from collections.abc import Sequence

from dragoman.diplomacy.adjudication.adjustments import builds_alone
from dragoman.diplomacy.adjudication.verdict import Closed, Code, Outcome, Verdict
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import PhaseKind
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.houserules.switches import MultipleOrders, Switches
from dragoman.diplomacy.orders.order import Line, Move, Order, Ordered, Retreat, Waive
from dragoman.game.changing import replace

CLAUSES = {
    MultipleOrders.HOLD: "III.6.A",
    MultipleOrders.MOVE: "III.6.B",
    MultipleOrders.LEGAL_HOLD: "III.6.C",
    MultipleOrders.LEGAL_MOVE: "III.6.D",
    MultipleOrders.FIRST: "III.6.E first",
    MultipleOrders.LAST: "III.6.E last",
}


def amiss(
    chart: Chart, kind: PhaseKind, power: str, lines: Sequence[Line], switches: Switches
) -> tuple[Verdict | None, ...]:
    """The fault of each line of a set that is known beforehand; None where there is none."""
    if kind is PhaseKind.ADJUSTMENT:
        return builds_alone(chart, power, lines, switches)
    found: list[Verdict | None] = [None] * len(lines)
    by_unit: dict[str, list[int]] = {}
    for index, line in enumerate(lines):
        if not isinstance(line.order, Waive):
            by_unit.setdefault(line.order.unit.place.province, []).append(index)
    for indices in by_unit.values():
        if len({_bare(lines[i].order, kind) for i in indices}) > 1:
            for index in _passed_over(indices, switches.multiple_orders):
                found[index] = _one_of_several(power, lines[index], switches.multiple_orders)
    return tuple(found)


def _bare(order: Order, kind: PhaseKind) -> Order:
    """An order without what may be written of its unit or left out, so that those alike are known as such."""
    if isinstance(order, Waive):
        return order
    unit = Ordered(Place(order.unit.place.province))
    retreats = kind is PhaseKind.RETREAT and isinstance(order, Move)
    return Retreat(unit, order.to) if retreats and isinstance(order, Move) else replace(order, unit=unit)


def _passed_over(indices: list[int], rule: MultipleOrders) -> list[int]:
    """Which of orders for one unit that differ are not followed, as far as that is known."""
    if rule is MultipleOrders.FIRST:
        return indices[1:]
    return indices[:-1] if rule is MultipleOrders.LAST else indices


def _one_of_several(power: str, line: Line, rule: MultipleOrders) -> Verdict:
    """Under III.6.C and III.6.D one is followed all the same if every other proves impossible."""
    hangs = rule in (MultipleOrders.LEGAL_HOLD, MultipleOrders.LEGAL_MOVE)
    closed = Closed.ALTERNATIVE if hangs else ""
    return Verdict(power, line.text, line.order, Outcome.VOID, Code.AMBIGUOUS, clause=CLAUSES[rule], closed=closed)
