"""A verdict in a sentence: what became of the order, and by whom."""

from __future__ import annotations

from dragoman.diplomacy.adjudication.verdict import Code, Outcome, Verdict
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.unit import Unit
from dragoman.diplomacy.orders.order import Build, Convoy, Disband, Hold, Move, Retreat, SupportHold, SupportMove, Waive
from dragoman.game.saying import Saying, say

FAILURES = {
    Code.CUT: "The support was cut by {by}.",
    Code.DISLODGED: "The unit was dislodged by {by}.",
    Code.NO_CONVOY: "No chain of fleets was ordered to convoy the army there.",
    Code.NO_SUCH_UNIT: "There is no such unit to order, support or convoy.",
    Code.IMPOSSIBLE: "The order is impossible on this board.",
    Code.AMBIGUOUS: "The order can be understood in more than one way.",
    Code.ILLEGAL_RETREAT: "That place is not open to this retreat.",
    Code.RETREAT_CLASH: "Another unit retreated to the same place: {by}.",
    Code.TOO_MANY: "More was ordered than the position allows.",
}


def why(verdict: Verdict, chart: Chart) -> Saying:
    """One sentence that names the cause of the verdict."""
    by = ", ".join(_named(unit) for unit in verdict.by)
    if verdict.code is Code.NOT_ORDERED:
        return _unordered(verdict, by)
    if verdict.outcome is Outcome.SUCCEEDS:
        return _success(verdict, by)
    match verdict.code:
        case Code.BOUNCED:
            return _bounced(verdict, by)
        case Code.CONVOY_BROKEN:
            if verdict.clause.startswith("VI.6"):
                return say("The convoy is part of a paradox with {by}, and fails.", by=by)
            return say("The convoy was broken by {by}.", by=by)
        case Code.NO_SUCH_ORDER:
            if isinstance(verdict.order, Convoy):
                return say("That army was not ordered to go there.")
            return say("The unit was not ordered so as to fit this support.")
        case code:
            text = FAILURES.get(code, "The order failed.")
            return say(text, by=by) if "{by}" in text else say(text)


def _named(unit: Unit) -> str:
    return f"{unit} ({unit.power})"


def _unordered(verdict: Verdict, by: str) -> Saying:
    if isinstance(verdict.order, Disband):
        return say("No order was given, so the unit is disbanded.")
    if verdict.dislodged:
        return say("No order was given; the unit held and was dislodged by {by}.", by=by)
    return say("No order was given, so the unit holds.")


def _success(verdict: Verdict, by: str) -> Saying:
    if verdict.dislodged:
        return say("It stood, though the unit was dislodged by {by}.", by=by)
    match verdict.order:
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


def _bounced(verdict: Verdict, by: str) -> Saying:
    strengths = {"strength": verdict.strength, "against": verdict.against}
    if verdict.clause.startswith("VI.6"):
        return say("The move is part of a convoy paradox, and fails.")
    if verdict.strength == 0 and verdict.clause.startswith("VI.7"):
        return say("A convoy by that power does not dislodge its own unit: {by}.", by=by)
    if verdict.strength == 0:
        return say("A power does not dislodge its own unit: {by}.", by=by)
    if verdict.strength == verdict.against:
        return say("Bounced: {by} had equal strength ({strength} against {against}).", by=by, **strengths)
    return say("Bounced: {by} had greater strength ({strength} against {against}).", by=by, **strengths)
