"""What comes about where orders are missing at the deadline: grace, waiting, and contact to be made (VII.6, F.7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from dragoman.diplomacy.board.position import Phase
from dragoman.diplomacy.events import (
    ContactAwaited,
    ContactLapsed,
    ContactMade,
    Event,
    GraceGranted,
    RulingAwaited,
    recorded,
)
from dragoman.diplomacy.state import State
from dragoman.diplomacy.state.rounds import days
from dragoman.game.seats import PersonId, Seat


def silent(state: State, power: str) -> bool:
    """Whether a power has something to decide and nothing of it has come: no set, not even an empty or a perpetual one,
    no bids, and no proxy in force."""
    given = any(proxy.in_force for proxy in state.lent(giver=power))
    return state.decides(power) and not state.has_sent(power) and not given


def awaited(state: State) -> tuple[str, ...]:
    """The powers whose orders a phase waits for that waits for all: those that somebody plays, or played. One that was
    vacant when play began is not waited for."""
    players = (*state.players(), *sorted(state.time.vacated))
    return tuple(power for power in state.powers() if power in players and silent(state, power))


def waits(state: State) -> str:
    """The clause by which the phase is not adjudicated while orders are awaited (empty: none). By F.7.B it is the first
    phase of all: a game that is taken up in the middle has begun."""
    if state.sheet.letter("F.7") == "B" and state.phase == state.chart.first_phase():
        return "F.7.B"
    return "VII.6.C" if state.sheet.letter("VII.6") == "C" else ""


def asked(state: State, now: datetime) -> tuple[Event, ...]:
    """What the deadline brings about in place of the ruling: that the phase waits, or that there is grace."""
    clause = waits(state)
    if clause and (powers := awaited(state)):
        waiting = RulingAwaited(at=now, phase=recorded.phase_record(state.phase), clause=clause, powers=powers)
        return waiting, *_contacts(state, powers, state.deadline or now, now)
    if state.sheet.letter("VII.6") == "B" and not state.time.grace:
        return tuple(_granted(state, now))
    return ()


def _granted(state: State, now: datetime) -> Iterator[GraceGranted]:
    """VII.6.B: to each player, once, before what would be their first missed turn. It begins at the deadline."""
    until = (state.deadline or now) + timedelta(hours=state.sheet.choice("VII.6").number("grace"))
    if until <= now:
        return
    for power in state.players():
        person = state.holder(Seat(power))
        spent = person in state.time.graced or state.time.missed_by(person)
        if silent(state, power) and person is not None and not spent:
            phase = recorded.phase_record(state.phase)
            yield GraceGranted(at=now, seat=power, person=person, phase=phase, until=until)


# --- contact ---


def contacts(state: State, missing: Iterable[str], now: datetime) -> tuple[ContactAwaited, ...]:
    """VII.6.A and B: whoever has missed the phase now ruled upon must make contact: within some hours of its
    publication, or of the deadline with the grace that they had. `state` is as it was before the ruling."""
    if state.sheet.letter("VII.6") not in ("A", "B"):
        return ()
    if state.sheet.letter("VII.6") == "A" or state.deadline is None:
        return tuple(_contacts(state, missing, now, now))
    found: list[ContactAwaited] = []
    for power in missing:
        found.extend(_contacts(state, (power,), state.time.grace.get(power, state.deadline), now))
    return tuple(found)


def _contacts(state: State, powers: Iterable[str], begins: datetime, now: datetime) -> Iterator[ContactAwaited]:
    until = max(begins + _window(state), now)
    for power in powers:
        person = state.holder(Seat(power))
        if person is not None and state.time.contact_of(power) is None:
            yield _awaited(power, person, state.phase, until, now)


def _awaited(power: str, person: PersonId, phase: Phase, until: datetime, now: datetime) -> ContactAwaited:
    return ContactAwaited(at=now, seat=power, person=person, phase=recorded.phase_record(phase), until=until)


def _window(state: State) -> timedelta:
    """How long somebody has to make contact; before play has begun (F.7.B), where no clause says, as long as the round
    lasts (ours)."""
    hours = dict(state.sheet.choice("VII.6").values).get("contact")
    return timedelta(hours=int(hours)) if hours is not None else timedelta(days=days(state.sheet, state.phase))


def lapsed(state: State, now: datetime) -> tuple[ContactLapsed, ...]:
    """Whoever has made no contact in time."""
    return tuple(
        ContactLapsed(at=now, seat=each.seat, person=each.person, phase=recorded.phase_record(each.phase))
        for each in state.time.contacts
        if not each.lapsed and each.until <= now
    )


def made(state: State, seat: str | None, person: PersonId, now: datetime) -> tuple[ContactMade, ...]:
    """Whatever a player says or does is contact."""
    contact = state.time.contact_of(seat) if seat is not None else None
    if seat is None or contact is None or contact.person != person:
        return ()
    return (ContactMade(at=now, seat=seat, person=person),)
