"""Orders of a standby who has been called: read and refused as the power's own would be, and kept beside them (F.8)."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import assert_never

from msgspec import structs

from dragoman.diplomacy.commands import ClearOrders, MarkStatus, SubmitOrders
from dragoman.diplomacy.decide import orders
from dragoman.diplomacy.events import Event, OrdersCleared, OrdersReceived, StatusMarked
from dragoman.diplomacy.state import State
from dragoman.game.protocol import Speaker
from dragoman.game.refusals import Refusal
from dragoman.game.seats import Seat

Outcome = tuple[Event, ...] | Refusal
Ordering = SubmitOrders | MarkStatus | ClearOrders


def order(state: State, command: Ordering, now: datetime) -> Outcome:
    """What the standby in the speaker's seat orders for the power that they have been called for. It never ends a
    phase: whether it counts is known at the deadline."""
    seat = command.by.seat
    assert seat is not None
    own = replace(command, by=Speaker(command.by.person, Seat(state.roster.acting(seat))))
    outcome = _ordered(state.acted(seat), own, now)
    if isinstance(outcome, Refusal):
        return outcome
    kept = (each for each in outcome if isinstance(each, OrdersReceived | StatusMarked | OrdersCleared))
    return tuple(structs.replace(each, seat=seat) for each in kept)


def _ordered(state: State, command: Ordering, now: datetime) -> Outcome:
    match command:
        case SubmitOrders():
            return orders.submit(state, replace(command, public=False), now)
        case MarkStatus():
            return orders.mark(state, command, now)
        case ClearOrders():
            return orders.clear(state, command, now)
        case _:
            assert_never(command)
