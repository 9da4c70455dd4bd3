"""Sets that come after the deadline: kept for a human game master, who may take them on proof (VII.1, VII.3.A)."""

from __future__ import annotations

from datetime import datetime

from dragoman.diplomacy.commands import AcceptLate, SubmitOrders
from dragoman.diplomacy.decide import opening, turn
from dragoman.diplomacy.events import Event, OrdersCameLate, OrdersReceived, recorded
from dragoman.diplomacy.events.contingent import choice_record
from dragoman.diplomacy.state import State
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say

Outcome = tuple[Event, ...] | Refusal


def kept(state: State, command: SubmitOrders, refused: Refusal, now: datetime) -> Outcome:
    """A set that is only late is kept where somebody presides who may take it; the automatic referee takes no proof
    (ours)."""
    if refused.code != "late" or not state.moderated() or command.giver or command.phase not in (None, state.phase):
        return refused
    return (
        OrdersCameLate(
            at=now,
            person=command.by.person,
            seat=command.by.seat or "",
            phase=recorded.phase_record(state.phase),
            lines=tuple(recorded.line_record(line) for line in command.lines),
            channel=command.channel,
            choices=tuple(choice_record(choice, place) for place, choice in command.choices),
        ),
    )


def accept(state: State, command: AcceptLate, now: datetime) -> Outcome:
    """Take the late set of a power, for a reason that is kept."""
    late = state.time.late.get(command.power)
    if late is None:
        text = say("No late set of {power_named} waits to be taken.", power_named=command.power)
        return Refusal("no-late-set", text, "VII.1", command.power)
    if not command.why.strip():
        text = say("Say what proves it: “gm accept late {seat} because …”.", seat=command.power)
        return Refusal("no-reason", text, "VII.1")
    received = OrdersReceived(
        at=now,
        person=command.by.person,
        seat=command.power,
        phase=recorded.phase_record(state.phase),
        lines=tuple(recorded.line_record(line) for line in late.lines),
        final=True,
        channel="gm",
        choices=tuple(choice_record(choice, place) for place, choice in late.choices),
        why=command.why.strip(),
        came=late.at,
    )
    return received, *turn.if_all_final(opening.folded(state, (received,)), now)
