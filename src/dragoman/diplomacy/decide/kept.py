"""What becomes of a set of orders that did not come as the rules ask (II.2): it is refused, and where a game master
presides it is kept under a number, for them to take all the same."""

from __future__ import annotations

from datetime import datetime

from dragoman.diplomacy.commands import AcceptKept, SubmitOrders
from dragoman.diplomacy.decide import opening, turn
from dragoman.diplomacy.decide.orders import final_unless_marked, wrong_phase
from dragoman.diplomacy.events import Event, OrdersKept, OrdersReceived, recorded
from dragoman.diplomacy.events.contingent import choice_record
from dragoman.diplomacy.state import Kept, Stage, State
from dragoman.game.protocol import Wanting
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say

Outcome = tuple[Event, ...] | Refusal


def keep(state: State | None, wanting: Wanting, now: datetime) -> Outcome:
    """Keep a set for the game master; anything else in such a letter is refused for what the letter lacks, and so is a
    set that could not be taken in any case."""
    command = wanting.command
    if state is None or not isinstance(command, SubmitOrders) or not _could_be_taken(state, command):
        return wanting.lacks
    kept = OrdersKept(
        at=now,
        number=len(state.kept) + 1,
        person=command.by.person,
        seat=command.by.seat or "",
        phase=recorded.phase_record(command.phase or state.phase),
        lines=tuple(recorded.line_record(line) for line in command.lines),
        final=command.final,
        giver=command.giver,
        choices=tuple(choice_record(choice, place) for place, choice in command.choices),
        perpetual=command.perpetual,
        lacks=wanting.lacks.says,
    )
    return (kept,)


def _could_be_taken(state: State, command: SubmitOrders) -> bool:
    running = state.stage is Stage.RUNNING and state.moderated()
    return running and command.by.seat in state.chart.powers and wrong_phase(state, command.phase) is None


def accept(state: State, command: AcceptKept, now: datetime) -> Outcome:
    """Take a kept set. It counts as of when it came (VII.1): what was sent in order since goes before it."""
    kept = next((each for each in state.kept if each.number == command.number), None)
    if kept is None:
        text = say("No set is kept under the number {number}.", number=command.number)
        return Refusal("no-such-set", text, "II.2")
    if kept.taken:
        return Refusal("taken-already", say("Set {number} has been taken already.", number=kept.number), "II.2")
    return wrong_phase(state, kept.phase) or _taken(state, kept, command.why, now)


def _taken(state: State, kept: Kept, why: str, now: datetime) -> tuple[Event, ...]:
    received = OrdersReceived(
        at=now,
        person=kept.person,
        seat=kept.power,
        phase=recorded.phase_record(kept.phase),
        lines=tuple(recorded.line_record(line) for line in kept.lines),
        final=kept.final if kept.final is not None else final_unless_marked(state),
        channel="gm",
        giver=kept.giver,
        choices=tuple(choice_record(choice, place) for place, choice in kept.choices),
        perpetual=kept.perpetual,
        why=why,
        kept=kept.number,
        came=kept.at,
    )
    return received, *turn.if_all_final(opening.folded(state, (received,)), now)
