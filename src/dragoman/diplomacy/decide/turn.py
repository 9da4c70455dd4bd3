"""When a phase is adjudicated (VII.2), what is recorded of it, and when the next one falls due (VII.4)."""

from __future__ import annotations

from datetime import datetime

from dragoman.diplomacy.adjudication import adjudicate
from dragoman.diplomacy.adjudication.verdict import Ruling
from dragoman.diplomacy.events import (
    DeadlineSet,
    Event,
    GameEnded,
    GameWon,
    PhaseAdjudicated,
    recorded,
)
from dragoman.diplomacy.evolve import evolve
from dragoman.diplomacy.houserules.sheet import switches
from dragoman.diplomacy.orders.order import OrderSet
from dragoman.diplomacy.state import Stage, State
from dragoman.game import clock

JUDGE = "1"
"""The adjudicator's version. It goes up when the same orders would be ruled upon otherwise than before."""


def strike(state: State, now: datetime) -> tuple[Event, ...]:
    """What the clock brings about: the ruling, if the deadline has passed."""
    if state.stage is not Stage.RUNNING or state.paused is not None:
        return ()
    if state.deadline is None or now < state.deadline:
        return ()
    return adjudicated(state, now, "deadline")


def if_all_final(state: State, now: datetime) -> tuple[Event, ...]:
    """The ruling at once, where clause VII.2.B lets the automatic referee be early: every player who has something to
    order has called a set final. Where a game master presides it is left to them."""
    if state.stage is not Stage.RUNNING or state.paused is not None or state.moderated():
        return ()
    if state.sheet.letter("VII.2") != "B" or not all_final(state):
        return ()
    return adjudicated(state, now, "all-final")


def all_final(state: State) -> bool:
    """Whether nobody needs to be waited for. At least one set must be there: a table of nobody waits for its
    deadline."""
    owing = [power for power in state.players() if state.due(power)]
    return bool(owing) and all(state.is_final(power) for power in owing)


def ruled(state: State) -> Ruling:
    """What the orders on file come to under the game's house rules."""
    sets = {power: OrderSet(power, state.on_file(power)) for power in state.powers() if power in state.sets}
    return adjudicate(state.chart, state.position, sets, switches(state.sheet))


def adjudicated(state: State, now: datetime, cause: str) -> tuple[Event, ...]:
    """The ruling, and what follows it: the end of the game, or the next deadline."""
    ruling = ruled(state)
    event = PhaseAdjudicated(
        at=now,
        ruling=recorded.ruling_record(ruling),
        missing=tuple(power for power in state.powers() if power not in state.sets and state.due(power)),
        cause=cause,
        judged_by=JUDGE,
    )
    if ruling.winner is not None:
        return event, *_won(ruling, ruling.winner, now)
    return event, next_deadline(evolve(state, event), clock.beginning(now, state.deadline), now)


def _won(ruling: Ruling, winner: str, now: datetime) -> tuple[Event, ...]:
    centres = len(ruling.after.centres_of(winner))
    return GameWon(at=now, power=winner, centres=centres), GameEnded(at=now, result="win", powers=(winner,))


def next_deadline(state: State, begins: datetime, now: datetime) -> DeadlineSet:
    """When the phase the state is in falls due, counted from when it began."""
    deadline = clock.after(state.calendar, begins, _days(state))
    return DeadlineSet(at=now, phase=recorded.phase_record(state.phase), deadline=deadline)


def _days(state: State) -> int:
    """Clause VII.4."""
    return state.sheet.choice("VII.4").number(state.phase.kind.value.lower())
