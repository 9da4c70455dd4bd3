"""A verdict in a sentence: what became of the order, and by whom."""

from __future__ import annotations

from typing import assert_never

from dragoman.diplomacy.adjudication.verdict import Closed, Code, Outcome, Verdict
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.unit import Unit
from dragoman.diplomacy.orders.inference import CLAUSE
from dragoman.diplomacy.orders.order import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)
from dragoman.diplomacy.orders.writing import write
from dragoman.game.saying import Saying, filled, say

VOID = {
    Code.NO_CONVOY: say("No chain of fleets was ordered to convoy the army there."),
    Code.NO_SUCH_UNIT: say("There is no such unit to order, support or convoy."),
    Code.IMPOSSIBLE: say("The order is impossible on this board."),
    Code.AMBIGUOUS: say("The order can be understood in more than one way."),
    Code.ILLEGAL_RETREAT: say("That place is not open to this retreat."),
    Code.TOO_MANY: say("More was ordered than the position allows."),
}
"""Codes that say all there is to say."""

CLOSED = {
    Closed.ADJUSTING: say("Only builds, disbands and waives can be ordered now."),
    Closed.RETREATING: say("A dislodged unit can only retreat or disband."),
    Closed.STAYS: say("The unit was not dislodged: it stays where it is."),
    Closed.NO_BUILDS: say("The power has no build: it owns no more centres than it has units."),
    Closed.NO_REMOVALS: say("The power removes no unit: it owns as many centres as it has units, or more."),
    Closed.NO_WAIVES: say("No build can be waived in this game."),
}
"""What stood in the way, where no place need be named."""

CLOSED_TO_BUILDS = {
    Closed.NO_CENTRE: say("{place} is no supply centre: nothing is built there."),
    Closed.FOREIGN: say("{place} is not the power’s own: it builds only in centres that it owns."),
    Closed.ABROAD: say("{place} is no home centre of the power: on this map it builds only at home."),
    Closed.HOMELESS: say("{place} is closed to builds: on this map a power builds only while it owns a home centre."),
}
"""Why a power may not build in a place."""

COAST_LEFT_OUT = {"IV.3.A", "IV.6.A", "IV.6.B", "4.B.1", "4.B.7"}
"""What makes an order ambiguous for want of a coast."""


def why(verdict: Verdict, chart: Chart) -> Saying:
    """One sentence that names the cause of the verdict. `chart` is the map on which it was given."""
    by = ", ".join(_named(unit, verdict, chart) for unit in verdict.by)
    if verdict.code is Code.NOT_ORDERED:
        return _unordered(verdict, by)
    if verdict.outcome is Outcome.SUCCEEDS:
        if verdict.dislodged:
            return _in_vain(by)
        return _inferred(verdict.order) if verdict.clause == CLAUSE else _success(verdict.order, by)
    match verdict.code:
        case Code.BOUNCED:
            return _bounced(verdict, by)
        case Code.CUT:
            return say("The support was cut by {by}.", by=by)
        case Code.DISLODGED:
            return say("The unit was dislodged by {by}.", by=by)
        case Code.CONVOY_BROKEN if verdict.clause.startswith("VI.6"):
            return say("The convoy is part of a paradox with {by}, and fails.", by=by)
        case Code.CONVOY_BROKEN:
            return say("The convoy was broken by {by}.", by=by)
        case Code.ILLEGAL_RETREAT:
            return _closed(verdict, chart, by)
        case Code.IMPOSSIBLE if verdict.closed == Closed.NOWHERE:
            return say("The space that it was ordered to move to is not on the board.")
        case Code.IMPOSSIBLE if isinstance(verdict.order, Build):
            return _unbuilt(verdict, verdict.order, by)
        case Code.IMPOSSIBLE | Code.TOO_MANY if verdict.closed in CLOSED:
            return CLOSED[Closed(verdict.closed)]
        case Code.RETREAT_CLASH:
            return say("{by} retreated to the same place, and nobody stays there.", by=by)
        case Code.NO_SUCH_ORDER if isinstance(verdict.order, Convoy):
            return say("That army was not ordered to go there.")
        case Code.NO_SUCH_ORDER:
            return say("The unit was not ordered so as to fit this support.")
        case Code.AMBIGUOUS if verdict.clause.startswith("III.6"):
            return say("The unit was given orders that differ, and this one is not followed.")
        case Code.AMBIGUOUS if verdict.closed == Closed.SEVERAL:
            return say("Different builds are ordered in that centre, and none of them is made.")
        case Code.AMBIGUOUS if verdict.clause in COAST_LEFT_OUT:
            return say("The order does not say which coast is meant.")
        case code:
            return VOID.get(code, say("The order failed."))


def _named(unit: Unit, verdict: Verdict, chart: Chart) -> str:
    """A unit with its power; of one that tried to get to the same place, its move."""
    owner = chart.powers[unit.power].adjectives.get("en", unit.power) if unit.power in chart.powers else unit.power
    goal = verdict.order.to.province if isinstance(verdict.order, Move) and verdict.code is Code.BOUNCED else ""
    return f"{owner} {unit} - {goal}" if goal and goal != unit.province else f"{owner} {unit}"


def _closed(verdict: Verdict, chart: Chart, by: str) -> Saying:
    """Why a retreat may not end where it was ordered to (DATC 6.H)."""
    order, unit = verdict.order, verdict.unit
    if not isinstance(order, Retreat) or unit is None:
        return VOID[Code.ILLEGAL_RETREAT]
    if not chart.reaches(unit, order.to.province):
        return say("{unit} cannot get to {place} in one step.", unit=str(unit), place=str(order.to))
    if by:
        return say("{place} is occupied by {by}.", place=str(order.to), by=by)
    match verdict.closed:
        case "origin":
            return say("{place} is closed: the attacker came from there.", place=str(order.to))
        case "standoff":
            return say("{place} is closed: units bounced there.", place=str(order.to))
        case _:  # recorded before verdicts told which
            return say("{place} is closed: the attacker came from there, or units bounced there.", place=str(order.to))


def _unbuilt(verdict: Verdict, order: Build, by: str) -> Saying:
    """Why nothing can be built there."""
    if by:
        return say("{place} is occupied by {by}.", place=str(order.unit.place), by=by)
    if verdict.closed in CLOSED_TO_BUILDS:
        return filled(CLOSED_TO_BUILDS[Closed(verdict.closed)], place=str(order.unit.place))
    if order.unit.kind is not None:
        return say("There can be no {unit} on this map.", unit=f"{order.unit.kind.value} {order.unit.place}")
    return VOID[Code.IMPOSSIBLE]


def _in_vain(by: str) -> Saying:
    return say("The order stood, though the unit was dislodged by {by}.", by=by)


def _unordered(verdict: Verdict, by: str) -> Saying:
    if isinstance(verdict.order, Disband):
        return say("No order was given, so the unit is disbanded.")
    if isinstance(verdict.order, Retreat) and verdict.closed == Closed.NOT_FOLLOWED:
        return say("What was ordered could not be followed; the unit retreats as the house rules say.")
    if isinstance(verdict.order, Retreat):
        return say("No order was given; the unit retreats as the house rules say.")
    if verdict.dislodged:
        return say("No order was given; the unit held and was dislodged by {by}.", by=by)
    return say("No order was given, so the unit holds.")


def _inferred(order: Order | None) -> Saying:
    """What is said of an order that nobody wrote, and that was carried out (III.3.B)."""
    if isinstance(order, Move):
        return say("No order was given; the move was inferred from its player's other orders, and succeeded.")
    return say("No order was given; its player's other orders imply that the unit holds.")


def _success(order: Order | None, by: str) -> Saying:
    match order:
        case Move():
            return say("The move succeeded.")
        case SupportHold() | SupportMove():
            return say("The support was given.")
        case Convoy():
            return say("The fleet held its place and could convoy.")
        case Retreat():
            return say("The retreat succeeded.")
        case Build():
            return say("The unit is built.")
        case Disband():
            return say("The unit is disbanded.")
        case Waive():
            return say("The build is waived.")
        case Hold() | None:
            return say("The unit held.")
        case _:
            assert_never(order)


def _bounced(verdict: Verdict, by: str) -> Saying:
    order = write(verdict.order) if verdict.order else verdict.text
    if verdict.clause.startswith("VI.6"):
        return say("{order} is part of a convoy paradox, and fails.", order=order)
    if verdict.strength == 0 and verdict.clause.startswith("VI.7"):
        return say("{order} failed: a power's convoy does not dislodge its own unit, {by}.", order=order, by=by)
    if verdict.strength == 0 and verdict.power not in {unit.power for unit in verdict.by}:
        return say("{order} failed: {by} got there, and a power does not dislodge its own unit.", order=order, by=by)
    if verdict.strength == 0:
        return say("{order} failed: a power does not dislodge its own unit, {by}.", order=order, by=by)
    strengths = {"strength": verdict.strength, "against": verdict.against}
    if verdict.strength == verdict.against:
        return say(
            "{order} bounced: {by} had equal strength ({strength} against {against}).", order=order, by=by, **strengths
        )
    return say(
        "{order} bounced: {by} had greater strength ({against} against {strength}).", order=order, by=by, **strengths
    )
