"""Reminders: by the clock, some hours before the deadline, and by the game master (VII.1)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from dragoman.diplomacy.commands import Remind
from dragoman.diplomacy.decide.electorate import electorate
from dragoman.diplomacy.decide.grace import silent
from dragoman.diplomacy.events import Event, Reminded, recorded
from dragoman.diplomacy.state import State, ordered_province
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say

Outcome = tuple[Event, ...] | Refusal


def wanted(state: State, power: str) -> bool:
    """Whether anything is still wanted of a power: nothing has come, or some unit has no order, or a set is not final
    where that would let the phase be adjudicated early. Nothing is wanted of one with nothing to decide, nor a set of
    one that has bid (P.1.B)."""
    if not state.decides(power):
        return False
    if silent(state, power):
        return True
    if state.is_final(power) or power not in state.sets:
        return False
    return state.sheet.letter("VII.2") == "B" or (_incomplete(state, power) and not state.has_bid(power))


def _incomplete(state: State, power: str) -> bool:
    owed = state.due(power)
    ordered = {ordered_province(line.order) for line in state.orders(power)}
    return owed.count == 0 and any(unit.province not in ordered for unit in owed.units)


def moments(state: State) -> Iterator[tuple[datetime, int]]:
    """When the clock reminds before the present deadline, and by how many hours: what is still to come."""
    deadline, choice = state.deadline, state.sheet.choice("VII.1.reminders")
    if deadline is None or choice.letter == "A" or _passed(state):
        return
    for hours in sorted({choice.number("before"), choice.number("again")} - {0} - state.time.reminded):
        at = deadline - timedelta(hours=hours)
        if state.time.set_at is not None and at > state.time.set_at:
            yield at, hours


def _passed(state: State) -> bool:
    """Whether the deadline has passed and something else is waited for: nobody is reminded any more."""
    return state.time.waiting is not None or bool(state.time.grace) or state.corrections.held is not None


def by_clock(state: State, now: datetime) -> tuple[Reminded, ...]:
    """The reminders that are due; of several at once only the last is sent."""
    due = sorted(hours for at, hours in moments(state) if at <= now)
    everybody = state.sheet.letter("VII.1.reminders") == "C"
    return tuple(
        Reminded(
            at=now,
            phase=recorded.phase_record(state.phase),
            powers=_wanting(state) if hours == due[0] else (),
            hours=hours,
            broadcast=everybody and hours == due[0],
        )
        for hours in due
    )


def _wanting(state: State) -> tuple[str, ...]:
    voters = tuple(seat for seat in electorate(state) if _ballot_wanted(state, seat)) if state.poll is not None else ()
    return tuple(dict.fromkeys((*(power for power in state.players() if wanted(state, power)), *voters)))


def _ballot_wanted(state: State, seat: str) -> bool:
    """Whether a ballot is still wanted of a voter, or a choice in a tie (D.9, D.13)."""
    poll = state.poll
    if poll is None:
        return False
    return seat in poll.asked if poll.counted else seat not in poll.fitted


def by_hand(state: State, command: Remind, now: datetime) -> Outcome:
    """The game master reminds those named, or all whose orders are wanted, or everybody."""
    for power in command.powers:
        if power not in state.players():
            return Refusal("unknown-seat", say("Nobody plays {seat}.", seat=power), text=power)
        if not state.decides(power):
            text = say("{power_named} has nothing to order in {phase_now}.", power_named=power, phase_now=state.phase)
            return Refusal("nothing-to-order", text, text=power)
    powers = command.powers or (() if command.broadcast else _wanting(state))
    if not powers and not command.broadcast:
        return Refusal("nobody-to-remind", say("Nothing is wanted of anybody; nobody was reminded."), "VII.1")
    phase = recorded.phase_record(state.phase)
    said = command.text.strip()
    return (Reminded(at=now, phase=phase, powers=powers, broadcast=command.broadcast, text=said),)
