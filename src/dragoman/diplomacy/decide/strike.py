"""When the clock must next strike for a game, and what comes about when it does."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from dragoman.diplomacy.decide import absences, delays, deputies, grace, pauses, polls, presence, reminders, turn
from dragoman.diplomacy.events import DeadlineSet, Event, HostAway, recorded
from dragoman.diplomacy.evolve import evolve
from dragoman.diplomacy.state import Stage, State
from dragoman.game import clock

Away = tuple[datetime, datetime]
"""Since when and until when the host was away."""


def due(state: State) -> datetime | None:
    """When the clock must next strike: for a ruling, a reminder, a contact not made, the end of a pause."""
    if state.stage is not Stage.RUNNING:
        return None
    back = deputies.due(state)
    if state.paused is not None:
        return min((at for at in (back, state.time.pause_until) if at is not None), default=None)
    times = [at for at in (back, ruling(state)) if at is not None]
    times.extend(each.until for each in state.time.contacts if not each.lapsed)
    times.extend(at for at, _ in reminders.moments(state))
    return min(times, default=None)


def ruling(state: State) -> datetime | None:
    """When the phase is to be looked at next: at the deadline, at the end of the grace, or when a breathing space ends
    in which all orders have become final. None while it waits for somebody."""
    if state.deadline is None or state.time.waiting is not None or state.corrections.held is not None:
        return None
    latest = max(state.time.grace.values(), default=state.deadline)
    early = turn.earliest(state)
    if early is not None and early < state.deadline and turn.may_be_early(state) and turn.sent(state):
        return early
    return latest


def strike(state: State, now: datetime, away: Away | None = None) -> tuple[Event, ...]:
    """What the clock brings about at `now`. `away`: the host was not there when something fell due."""
    if state.stage is not Stage.RUNNING:
        return ()
    events: list[Event] = list(deputies.returned(state, now))
    state = folded(state, events)
    if state.paused is not None:
        return *events, *pauses.lapsed(state, now)
    came = _missed(state, now, away)
    state = folded(state, came)
    lapses = _lapsed(state, now)
    state = folded(state, lapses)
    events.extend((*came, *lapses))
    falls = ruling(state)
    if falls is not None and falls <= now:
        return *events, *_fallen(state, now)
    return *events, *reminders.by_clock(state, now)


def _lapsed(state: State, now: datetime) -> tuple[Event, ...]:
    """VII.6: whoever made no contact in time is to be replaced."""
    lapses = grace.lapsed(state, now)
    return *lapses, *(presence.replaced(folded(state, lapses), now) if lapses else ())


def _missed(state: State, now: datetime, away: Away | None) -> tuple[Event, ...]:
    """VII.3.outage: what fell due while the host was away runs on; nothing is adjudicated that the players could not
    have known of (PB04)."""
    if away is None:
        return ()
    since, until = away
    fell = [ruling(state), *(each.until for each in state.time.contacts if not each.lapsed)]
    if not any(at is not None and since < at <= until for at in fell):
        return ()
    noted = HostAway(at=now, since=since, until=until)
    deadline = state.deadline
    if deadline is None or state.time.waiting is not None or not since < deadline <= until:
        return (noted,)
    least = timedelta(hours=state.sheet.choice("VII.3.outage").number("least"))
    later = absences.left(state, clock.at_least(state.calendar, max(now, until) + least))
    phase = recorded.phase_record(state.phase)
    return noted, DeadlineSet(at=now, phase=phase, deadline=later, cause="outage")


def _fallen(state: State, now: datetime) -> tuple[Event, ...]:
    """The deadline has come, or the grace or the breathing space has ended."""
    if state.deadline is not None and now < state.deadline:
        return turn.if_all_final(state, now)
    events: list[Event] = list(delays.unanswered(state, now))
    state = folded(state, events)
    if state.deadline is not None and now < state.deadline:
        return tuple(events)
    if state.poll is not None:
        return *events, *turn.after_vote(state, polls.struck(state, now), now)
    return *events, *(grace.asked(state, now) or turn.begun(state, now))


def folded(state: State, events: Iterable[Event]) -> State:
    """The state after these events."""
    for event in events:
        state = evolve(state, event)
    return state
