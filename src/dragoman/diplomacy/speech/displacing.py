"""A set puts what was on file out of force where the house rules say so (III.4.A): whoever sends one order of five is
told first of all which units have none now, before it is sent where the writing is shown as read, and in the receipt.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

from dragoman.diplomacy.board.position import Phase, PhaseKind
from dragoman.diplomacy.commands import ClearOrders, Command, MarkStatus, SubmitOrders
from dragoman.diplomacy.decide.claims import late_for
from dragoman.diplomacy.decide.orders import final_unless_marked
from dragoman.diplomacy.orders.order import Line, Waive
from dragoman.diplomacy.orders.writing import write
from dragoman.diplomacy.speech import foretold
from dragoman.diplomacy.speech.incomplete import NOT_FINAL
from dragoman.diplomacy.state import Received, Stage, State, ordered_province
from dragoman.diplomacy.state.filing import displaced, lines_of
from dragoman.game.saying import Saying, filled, say

UNITS = (
    say(
        "This set for {phase_now} takes the place of the order on file ({clause}): {units} has no order now. To change "
        "one order, write “change” before it, send all of them, or change it on the page."
    ),
    say(
        "This set for {phase_now} takes the place of the {count} orders on file ({clause}): no order now for {units}. "
        "To change one order, write “change” before it, send all of them, or change it on the page."
    ),
)
ORDERS = (
    say(
        "This set for {phase_now} takes the place of the order on file ({clause}), which counts no longer: {orders}. "
        "To change one order, write “change” before it, send all of them, or change it on the page."
    ),
    say(
        "This set for {phase_now} takes the place of the {count} orders on file ({clause}); these count no longer: "
        "{orders}. To change one order, write “change” before it, send all of them, or change it on the page."
    ),
)
"""What is said of units that stand on the board, and of orders for what is not known yet; each of one, and of more."""

NO_LONGER_FINAL = say(
    "The set on file for {phase_now} was final; this one is preliminary, since nothing in it says “final”."
)

ALL = frozenset(each.text for each in (*UNITS, *ORDERS, NO_LONGER_FINAL, NOT_FINAL, *foretold.ALL))


def remarks(state: State, power: str, commands: Iterable[Command], now: datetime) -> tuple[Saying, ...]:
    """What is to be told of the sets among a letter's commands, as the table stands before them."""
    given = tuple(commands)
    if state.stage is not Stage.RUNNING or not power or any(isinstance(each, ClearOrders) for each in given):
        return ()
    sets = (each for each in given if isinstance(each, SubmitOrders))
    return tuple(remark for each in sets for remark in _of(state, power, each, now))


def still_true(told: Iterable[Saying], heard: Iterable[object]) -> tuple[Saying, ...]:
    """The remarks of a letter without those on sets that were not taken."""
    phases = {str(each.phase) for each in heard if isinstance(each, SubmitOrders | MarkStatus)}
    return tuple(each for each in told if each.text not in ALL or dict(each.args)["phase_now"] in phases)


def _of(state: State, power: str, command: SubmitOrders, now: datetime) -> Iterator[Saying]:
    phase = command.phase or state.phase
    if phase in state.round() and late_for(state, command.by.seat or "", now):
        return
    received = state.by_proxy.get((command.giver, power), ()) if command.giver else state.received(power, phase)
    new = Received(now, command.lines, bool(command.final), choices=command.choices)
    gone = displaced(state.sheet.letter("III.4"), received, new)
    before = [line for each in gone[-1:] for line in _lines(each)]
    after = {ordered_province(line.order) for line in _lines(new)}
    left = [line for line in before if ordered_province(line.order) not in after]
    if left and not _enough(state, command.giver or power, phase, new):
        yield _told(state, command.giver or power, phase, before, left)
    unmarked = command.final is None and not final_unless_marked(state)
    if unmarked and not command.giver and received and _was_final(state, power, phase):
        yield filled(NO_LONGER_FINAL, phase_now=phase)


def _was_final(state: State, power: str, phase: Phase) -> bool:
    sets = state.received(power, phase)
    return state.is_final(power) if phase == state.phase else bool(sets) and sets[-1].final


def _lines(each: Received) -> tuple[Line, ...]:
    return (*each.lines, *(line for _, choice in each.choices for line in lines_of(choice)))


def _enough(state: State, power: str, phase: Phase, new: Received) -> bool:
    """Whether a set orders all the builds or disbands that are due: then nothing is missing from it."""
    if phase != state.phase or phase.kind is not PhaseKind.ADJUSTMENT:
        return False
    weight = sum(line.order.count if isinstance(line.order, Waive) else 1 for line in new.lines)
    return weight >= abs(state.due(power).count)


def _told(state: State, power: str, phase: Phase, before: Iterable[Line], left: Iterable[Line]) -> Saying:
    count = len({ordered_province(line.order) for line in before})
    clause = f"III.4.{state.sheet.letter('III.4')}" if len(state.sheet.letter("III.4")) == 1 else "III.4"
    gone = {ordered_province(line.order) for line in left}
    units = [str(unit)[0] + " " + str(unit.place) for unit in state.due(power).units if unit.province in gone]
    if phase == state.phase and phase.kind is not PhaseKind.ADJUSTMENT and units:
        return filled(UNITS[count > 1], phase_now=phase, count=count, clause=clause, units=", ".join(units))
    orders = "; ".join(dict.fromkeys(write(line.order) for line in left))
    return filled(ORDERS[count > 1], phase_now=phase, count=count, clause=clause, orders=orders)
