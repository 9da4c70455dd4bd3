"""Which orders are taken, for which phase and until when (II.1, III.4, VII.3)."""

from __future__ import annotations

from datetime import datetime

from dragoman.diplomacy.board.position import Phase, PhaseKind
from dragoman.diplomacy.commands import ClearOrders, MarkStatus, SubmitOrders
from dragoman.diplomacy.decide import opening, turn
from dragoman.diplomacy.decide.claims import not_running
from dragoman.diplomacy.events import Event, OrdersCleared, OrdersReceived, StatusMarked, recorded
from dragoman.diplomacy.state import State
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say

Outcome = tuple[Event, ...] | Refusal


def submit(state: State, command: SubmitOrders, now: datetime) -> Outcome:
    """Take a set of orders for the current phase, and rule at once if it was the last one waited for."""
    refused = _may_not_order(state, command, now)
    if refused:
        return refused
    final = command.final if command.final is not None else final_unless_marked(state)
    received = OrdersReceived(
        at=now,
        person=command.by.person,
        seat=command.by.seat or "",
        phase=recorded.phase_record(state.phase),
        lines=tuple(recorded.line_record(line) for line in command.lines),
        final=final,
        channel=command.channel,
    )
    return _and_perhaps_ruled(state, received, now)


def final_unless_marked(state: State) -> bool:
    """Clause II.1: what an unmarked set is."""
    return state.sheet.letter("II.1") == "A"


def _and_perhaps_ruled(state: State, event: Event, now: datetime) -> tuple[Event, ...]:
    return event, *turn.if_all_final(opening.folded(state, (event,)), now)


def mark(state: State, command: MarkStatus, now: datetime) -> Outcome:
    """Call the set on file final or preliminary. “Final” without a set is a set without orders: every unit holds."""
    refused = _may_not_order(state, command, now)
    if refused:
        return refused
    power = command.by.seat or ""
    if power in state.sets:
        marked = StatusMarked(at=now, seat=power, phase=recorded.phase_record(state.phase), final=command.final)
        return _and_perhaps_ruled(state, marked, now)
    if command.final:
        return submit(state, SubmitOrders(command.by, (), command.phase, True), now)
    return _nothing_on_file(state)


def clear(state: State, command: ClearOrders, now: datetime) -> Outcome:
    """Take every order on file back."""
    refused = _may_not_order(state, command, now)
    if refused:
        return refused
    power = command.by.seat or ""
    if power not in state.sets:
        return _nothing_on_file(state)
    return (OrdersCleared(at=now, seat=power, phase=recorded.phase_record(state.phase)),)


def _nothing_on_file(state: State) -> Refusal:
    return Refusal("nothing-on-file", say("You have no orders on file for {phase_now}.", phase_now=state.phase))


def _may_not_order(state: State, command: SubmitOrders | MarkStatus | ClearOrders, now: datetime) -> Refusal | None:
    return (
        not_running(state)
        or _plays_no_power(state, command)
        or wrong_phase(state, command.phase)
        or _nothing_to_order(state, command)
        or _late(state, now)
    )


def _plays_no_power(state: State, command: SubmitOrders | MarkStatus | ClearOrders) -> Refusal | None:
    if command.by.seat in state.chart.powers:
        return None
    return Refusal("no-power", say("Only those who play a power can send orders."))


def wrong_phase(state: State, phase: Phase | None) -> Refusal | None:
    """A phase that is over, or has not come yet; the current one is named."""
    if phase is None or phase == state.phase:
        return None
    if any(turn.phase == phase for turn in state.turns) or _before(state, phase):
        text = say("{phase_named} is over. The game stands at {phase_now}.", phase_named=phase, phase_now=state.phase)
        return Refusal("phase-over", text, text=str(phase))
    text = say(
        "{phase_named} has not come yet, and orders are taken for {phase_now} alone.",
        phase_named=phase,
        phase_now=state.phase,
    )
    return Refusal("phase-ahead", text, text=str(phase))


def _before(state: State, phase: Phase) -> bool:
    return _rank(state, phase) < _rank(state, state.phase)


def _rank(state: State, phase: Phase) -> tuple[int, int, int]:
    """Where a phase lies in the course of a game: by year, season, and movement before retreats before adjustments."""
    seasons = (*state.chart.turns, state.chart.adjustment_season)
    season = seasons.index(phase.season) if phase.season in seasons else len(seasons)
    return phase.year, season, list(PhaseKind).index(phase.kind)


def _nothing_to_order(state: State, command: SubmitOrders | MarkStatus | ClearOrders) -> Refusal | None:
    if state.due(command.by.seat or ""):
        return None
    return Refusal(
        "nothing-to-order",
        say("You have nothing to order in {phase_now}; nobody waits for you.", phase_now=state.phase),
    )


def _late(state: State, now: datetime) -> Refusal | None:
    if state.deadline is None or now < state.deadline or state.paused is not None:
        return None
    if state.sheet.letter("VII.3") == "B":
        return None
    text = say("The deadline for {phase_now} was {time_deadline}.", phase_now=state.phase,
               time_deadline=state.deadline.isoformat())  # fmt: skip
    return Refusal("late", text, clause="VII.3.A")


def known_phase(state: State, phase: Phase | None) -> Refusal | None:
    """Of a phase that was never adjudicated there is nothing to tell."""
    if phase is None or any(turn.phase == phase for turn in state.turns):
        return None
    if not state.turns:
        return Refusal("no-such-phase", say("No phase of this game has been adjudicated yet."), text=str(phase))
    first, last = state.turns[0].phase, state.turns[-1].phase
    text = say(
        "{phase_named} has not been adjudicated in this game; {phase_first} to {phase_last} have.",
        phase_named=phase,
        phase_first=first,
        phase_last=last,
    )
    return Refusal("no-such-phase", text, text=str(phase))
