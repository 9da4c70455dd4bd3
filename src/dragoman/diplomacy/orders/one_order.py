"""Settling decides, from the starting position alone, which one order each unit of a set has: lines for one unit are
weighed against each other (III.6), what is at fault holds as III.5 says, and what was forgotten may be inferred
(III.3).

Nothing here depends on what others ordered.
"""

from __future__ import annotations

from collections.abc import Mapping

from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import Position
from dragoman.diplomacy.board.unit import Unit
from dragoman.diplomacy.houserules.switches import (
    Designation,
    Misorder,
    MultipleOrders,
    Switches,
)
from dragoman.diplomacy.orders.fates import IMPOSSIBLE, Blemish, Effective, Fate, Fault, Flaw, Settled
from dragoman.diplomacy.orders.inference import CLAUSE, inferred
from dragoman.diplomacy.orders.legality import Bench, Ground
from dragoman.diplomacy.orders.order import (
    Convoy,
    Disband,
    Hold,
    Line,
    Move,
    Order,
    Ordered,
    Retreat,
    SupportHold,
    SupportMove,
)
from dragoman.game.changing import replace


def settle(chart: Chart, position: Position, power: str, lines: tuple[Line, ...], switches: Switches) -> Settled:
    """Settle one power's set for the movement phase of that position. Any lines are taken; none raises an error."""
    return settled(Bench(Ground(chart, position, switches), power), lines)


def settle_all(
    chart: Chart, position: Position, sets: Mapping[str, tuple[Line, ...]], switches: Switches
) -> dict[str, Settled]:
    """Settle the sets of several powers, in order of name."""
    ground = Ground(chart, position, switches)
    return {power: settled(Bench(ground, power), lines) for power, lines in sorted(sets.items())}


def settle_retreats(
    chart: Chart, position: Position, power: str, lines: tuple[Line, ...], switches: Switches
) -> tuple[Fate, ...]:
    """Settle one power's lines for a retreat phase: which dislodged unit each orders, and on which coasts.

    Whether the place is open, and several orders for one unit, are the adjudicator's to judge.
    """
    exiled = tuple(d.unit for d in position.dislodged)
    bench = Bench(Ground(chart, replace(position, units=exiled), switches), power)
    return tuple(bench.fate(line) for line in lines)


def settled(bench: Bench, lines: tuple[Line, ...]) -> Settled:
    """The fate of each line of a power's set, and what all of them come to."""
    fates = [_of_movement(bench.fate(line)) for line in lines]
    units = sorted(bench.ground.position.units_of(bench.power))
    lines_for: dict[str, list[int]] = {unit.place.province: [] for unit in units}
    for index, fate in enumerate(fates):
        if fate.unit is not None:
            lines_for[fate.unit.place.province].append(index)
    effective = [_one_order(unit, lines_for[unit.place.province], fates, bench) for unit in units]
    if bench.switches.orders_inferred:
        effective = _inferred(effective, fates, bench)
    return Settled(bench.power, tuple(fates), tuple(effective))


def by_one_line(bench: Bench, unit: Unit, line: Line) -> Effective:
    """The order of a unit by the one line that its power has for it, where nothing is inferred."""
    return _followed(unit, [0], [_of_movement(bench.fate(line))], bench)


def _of_movement(fate: Fate) -> Fate:
    """The fate of a line in a movement phase, where no unit retreats or leaves the board by an order."""
    if fate.flaw is None and isinstance(fate.order, (Retreat, Disband)):
        return replace(fate, flaw=IMPOSSIBLE)
    return fate


# --- the one order of each unit (III.5, III.6) ---


def _one_order(unit: Unit, indices: list[int], fates: list[Fate], bench: Bench) -> Effective:
    """Weigh the lines for one unit against each other; lines that lose by it get their flaw written into `fates`."""
    if not indices:
        return Effective(unit, _hold(unit), supportable=True)
    if len(indices) == 1:
        return _followed(unit, indices, fates, bench)
    _forgive_or_not(indices, fates, bench)
    rule = bench.switches.multiple_orders
    if rule in (MultipleOrders.FIRST, MultipleOrders.LAST):
        chosen = indices[0] if rule is MultipleOrders.FIRST else indices[-1]
        _spoil([i for i in indices if i != chosen], fates, Flaw(Fault.AMBIGUOUS, f"III.6.E {rule}"))
        return _followed(unit, [chosen], fates, bench)
    drops_illegal = rule in (MultipleOrders.LEGAL_HOLD, MultipleOrders.LEGAL_MOVE)
    weighed = ([i for i in indices if fates[i].flaw is None] if drops_illegal else []) or indices
    if len({_sense(fates[i].order, bench, unit) for i in weighed}) == 1 or all(fates[i].flaw for i in weighed):
        return _followed(unit, weighed, fates, bench)
    clause = f"III.6.{'ABCD'[list(MultipleOrders).index(rule)]}"
    moves = any(isinstance(fates[i].order, Move) for i in weighed)
    _spoil(weighed, fates, Flaw(Fault.AMBIGUOUS, clause))
    tries_to_move = moves and rule in (MultipleOrders.MOVE, MultipleOrders.LEGAL_MOVE)
    return Effective(unit, _hold(unit), supportable=not tries_to_move, clause=clause)


def _followed(unit: Unit, indices: list[int], fates: list[Fate], bench: Bench) -> Effective:
    """Follow the first of lines that say the same, or hold where all are at fault (III.5 says with what support)."""
    fate = fates[indices[0]]
    if fate.flaw is None:
        order = fate.order
        assert isinstance(order, (Hold, Move, SupportHold, SupportMove, Convoy))
        return Effective(unit, order, not isinstance(order, Move), indices[0])
    attempts = [move for i in indices if isinstance(move := fates[i].order, Move)]
    match bench.switches.misorder:
        case Misorder.MOVE_STAYS_MOVE:
            return Effective(unit, _hold(unit), supportable=not attempts, clause="III.5.A")
        case Misorder.NAMED_SPACE_STAYS_MOVE:
            named = {move.to.province for move in attempts} & bench.chart.provinces.keys() - {unit.place.province}
            return Effective(unit, _hold(unit), supportable=not named, clause="III.5.B")
        case Misorder.ILLEGAL_IS_HOLD:
            return Effective(unit, _hold(unit), supportable=True, clause="III.5.C")


def _inferred(effective: list[Effective], fates: list[Fate], bench: Bench) -> list[Effective]:
    """Give units that were not ordered at all what other good orders of the set imply, if that is legal (III.3.B).

    A line for each is added to `fates`.
    """
    ordered = {fate.unit for fate in fates}
    good = [fate.line.order for fate in fates if fate.unit is not None and fate.flaw is None]
    found: list[Effective] = []
    for each in effective:
        line = inferred(bench.chart, each.unit, good) if each.unit not in ordered else None
        fate = bench.fate(line) if line is not None else None
        if fate is None or fate.flaw is not None:
            found.append(each)
        else:
            fates.append(fate)
            found.append(_followed(each.unit, [len(fates) - 1], fates, bench)._replace(clause=CLAUSE))
    return found


def _forgive_or_not(indices: list[int], fates: list[Fate], bench: Bench) -> None:
    """Void a line with a slip that is forgiven only for want of a better one (4.C.1.c, 4.C.2.c, 4.C.5.c, 4.C.6.c)."""
    lines = [(i, fates[i].blemishes) for i in indices]
    for index, blemishes in lines:
        for blemish in sorted(blemishes):
            better = any(not others & LIKE[blemish] for _, others in lines)
            if better and bench.forgiveness(blemish) is Designation.VALID_UNLESS_BETTER:
                _spoil([index], fates, Flaw(Fault.AMBIGUOUS, blemish))


def _spoil(indices: list[int], fates: list[Fate], flaw: Flaw) -> None:
    for index in indices:
        if fates[index].flaw is None:
            fates[index] = replace(fates[index], flaw=flaw)


def _sense(order: Order, bench: Bench, unit: Unit) -> Order:
    """The order without what makes no difference, so that exact duplicates are known as such."""
    if isinstance(order, Move) and not bench.chart.reaches(unit, order.to.province):
        return replace(order, via=False)
    return order


def _hold(unit: Unit) -> Hold:
    return Hold(Ordered(unit.place, unit.kind))


OF_TYPE = frozenset({Blemish.TYPE_OMITTED, Blemish.TYPE_WRONG})
OF_NATIONALITY = frozenset({Blemish.NATIONALITY_OMITTED, Blemish.NATIONALITY_WRONG})
LIKE = {blemish: OF_TYPE if blemish in OF_TYPE else OF_NATIONALITY for blemish in Blemish}
