"""What became of an order, in a sentence: done, or failed and why, and by whom."""

from __future__ import annotations

from collections.abc import Iterable

from dragoman.diplomacy.adjudication.verdict import Closed, Code
from dragoman.diplomacy.events import recorded
from dragoman.diplomacy.events.recorded import UnitRecord, VerdictRecord
from dragoman.diplomacy.orders.inference import CLAUSE
from dragoman.diplomacy.orders.writing import write
from dragoman.game.saying import Saying, filled, say

DONE = {
    "hold": say("holds"),
    "move": say("moves"),
    "support-hold": say("supports"),
    "support-move": say("supports"),
    "convoy": say("convoys"),
    "retreat": say("retreats"),
    "disband": say("disbands"),
    "build": say("built"),
    "waive": say("build waived"),
}
"""What is said of an order that succeeded."""

UNORDERED = {
    "hold": say("no order: it holds"),
    "retreat": say("no order: it retreats as the house rules say"),
    "disband": say("no order: it disbands"),
    "waive": say("no order: a build is left unused"),
}
"""What is said of a unit, or a build, that nobody ordered."""

REASONS = {
    Code.OK: say("in vain"),
    Code.BOUNCED: say("bounced"),
    Code.CUT: say("support cut"),
    Code.DISLODGED: say("dislodged"),
    Code.NO_CONVOY: say("no convoy"),
    Code.CONVOY_BROKEN: say("the convoy was broken"),
    Code.NO_SUCH_ORDER: say("no such order was given"),
    Code.NO_SUCH_UNIT: say("no such unit"),
    Code.IMPOSSIBLE: say("impossible"),
    Code.AMBIGUOUS: say("ambiguous"),
    Code.ILLEGAL_RETREAT: say("that retreat is not open"),
    Code.RETREAT_CLASH: say("two units retreated to one place, and both disband"),
    Code.TOO_MANY: say("more than may be ordered"),
    Code.NOT_ORDERED: say("no order"),
}
"""Why an order failed, where nobody is to be named."""

CLOSED = {
    "origin": say("closed: the attacker came from there"),
    "standoff": say("closed: units bounced there"),
    Closed.NO_CENTRE: say("no supply centre"),
    Closed.FOREIGN: say("not a centre of its own"),
    Closed.ABROAD: say("no home centre"),
    Closed.HOMELESS: say("no home centre is left"),
    Closed.NO_BUILDS: say("no build is due"),
    Closed.NO_REMOVALS: say("no removal is due"),
    Closed.NO_WAIVES: say("no build can be waived"),
    Closed.ADJUSTING: say("only builds and disbands now"),
    Closed.RETREATING: say("it can only retreat or disband"),
    Closed.STAYS: say("not dislodged"),
    Closed.SEVERAL: say("different builds in one centre"),
    Closed.NOWHERE: say("no space of the board"),
}
"""What stood in the way of a retreat, or of an order of an adjustment phase."""

REASONS_BY = {
    Code.BOUNCED: say("bounced with {units_by}"),
    Code.CUT: say("support cut by {units_by}"),
    Code.DISLODGED: say("dislodged by {units_by}"),
    Code.CONVOY_BROKEN: say("the convoy was broken by {units_by}"),
    Code.RETREAT_CLASH: say("retreated to one place with {units_by}, and both disband"),
}
"""Why it failed, where the units that caused it are named."""


def order_text(verdict: VerdictRecord) -> str:
    """The order in canonical writing; for what could not be understood as an order, the words as given. Which space
    somebody wrote that is not on the board is not published: it would be press (X.1)."""
    if verdict.closed == Closed.NOWHERE and verdict.unit is not None:
        return f"{unit_text(verdict.unit)} - ?"
    if verdict.order is not None:
        return write(recorded.order(verdict.order))
    return verdict.text or (unit_text(verdict.unit) if verdict.unit else "")


def unit_text(unit: UnitRecord) -> str:
    _, kind, place = unit
    return f"{kind} {place}"


def units(records: Iterable[UnitRecord]) -> str:
    """Units of several powers, as an argument of sort `units_`: the reader's powers are put in later."""
    return "; ".join(f"{power} {kind} {place}" for power, kind, place in records)


def failed(verdict: VerdictRecord) -> bool:
    """Whether the order is to be marked: it did not do what it said, or its unit was driven out."""
    return verdict.outcome != "succeeds" or verdict.dislodged


def outcome(verdict: VerdictRecord) -> tuple[Saying, ...]:
    """What is said beside the order: what it did, or why not, and whether the unit was driven out."""
    driven_out = verdict.dislodged and verdict.code not in (Code.DISLODGED, Code.NOT_ORDERED)
    said = _done(verdict) if verdict.outcome == "succeeds" else _reason(verdict)
    inferred = (say("inferred from other orders"),) if verdict.clause == CLAUSE else ()
    return (*inferred, said, _driven_out(verdict)) if driven_out else (*inferred, said)


def cited(verdict: VerdictRecord) -> str:
    """The house rule or DATC point to cite beside the order: empty where the rulebook alone decided, and beside a unit
    that was built, of which nothing needs a reason (V.5.B: an army for a fleet ordered inland)."""
    built = verdict.outcome == "succeeds" and verdict.order is not None and verdict.order.verb == "build"
    return "" if built or verdict.clause == "rulebook" else verdict.clause


def _driven_out(verdict: VerdictRecord) -> Saying:
    """That the unit was dislodged, and by whom, where that is not told already."""
    if verdict.dislodger is None or verdict.dislodger in verdict.by:
        return say("dislodged")
    return say("dislodged by {units_winner}", units_winner=units([verdict.dislodger]))


def _done(verdict: VerdictRecord) -> Saying:
    if verdict.code == Code.NOT_ORDERED:
        if verdict.closed == Closed.NOT_FOLLOWED:
            return say("what was ordered is impossible: it retreats as the house rules say")
        return UNORDERED.get(verdict.order.verb if verdict.order else "", REASONS[Code.NOT_ORDERED])
    return DONE[verdict.order.verb] if verdict.order is not None else say("holds")


def _reason(verdict: VerdictRecord) -> Saying:
    code = Code(verdict.code)
    if code is Code.NOT_ORDERED and verdict.dislodged:
        return say("no order; dislodged by {units_by}", units_by=units(verdict.by))
    if code is Code.BOUNCED and verdict.by and verdict.strength:
        return say(
            "bounced with {units_by}, {strength} against {against}",
            units_by=units(verdict.by),
            strength=verdict.strength,
            against=verdict.against,
        )
    if verdict.clause == "VIII.1":  # no unit is the cause, but the game master's word
        return say("fails by the game master’s correction")
    if verdict.closed in CLOSED:
        return CLOSED[verdict.closed]
    if verdict.by and (code is Code.ILLEGAL_RETREAT or (verdict.order is not None and verdict.order.verb == "build")):
        return say("occupied by {units_by}", units_by=units(verdict.by))
    if verdict.by and code in REASONS_BY:
        return filled(REASONS_BY[code], units_by=units(verdict.by))
    return REASONS[code]
