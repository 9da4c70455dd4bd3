"""Deputies (F.9): a seat handed over for a while with the game master's consent, and had back.

The automatic referee consents to every one (ours). Whoever handed a seat over keeps a place at the table, gets what
everybody gets, and may take the seat back at any time; at the moment named it returns by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from dragoman.diplomacy.commands import AllowDeputy, NameDeputy, TakeBack
from dragoman.diplomacy.decide.claims import game_master_only, not_running, seat_of
from dragoman.diplomacy.events import DeputyNamed, DeputyRefused, DeputySeated, Event, SeatResigned, SeatReturned
from dragoman.diplomacy.state import Stage, State
from dragoman.diplomacy.state.roster import AWAY, Leave, is_standby
from dragoman.game.press import is_observer
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say
from dragoman.game.seats import GM, PersonId, Seat

Outcome = tuple[Event, ...] | Refusal

LONGEST = timedelta(days=183)
"""How long a deputy may stand in: whoever is away for more than half a year had better resign (ours)."""


def name(state: State, command: NameDeputy, now: datetime) -> Outcome:
    """A player would hand the seat over; the automatic referee lets them."""
    refused = not_running(state) or _may_not_name(state, command, now)
    if refused:
        return refused
    assert command.by.seat is not None
    assert command.person is not None
    named = DeputyNamed(
        at=now, person=command.by.person, seat=command.by.seat, deputy=command.person, until=command.until
    )
    if state.moderated():
        return (named,)
    leave = Leave(command.by.seat, command.by.person, command.person, command.until)
    return named, *_seated(state, leave, now)


def _may_not_name(state: State, command: NameDeputy, now: datetime) -> Refusal | None:
    if command.by.seat not in state.chart.powers:
        return Refusal("no-power", say("Only those who play a power can name a deputy."))
    if command.person is None:
        text = say("Nobody is known by the address “{address}”.", address=command.address)
        return Refusal("unknown-person", text, text=command.address)
    leave = state.roster.leaves.get(str(command.by.seat))
    if leave is not None and leave.granted:
        return Refusal("deputy-already", say("You stand in for somebody yourself, and cannot name another deputy."))
    if command.until is not None and not now < command.until <= now + LONGEST:
        text = say("{time_until} cannot be: name a moment to come, at most half a year ahead.",
                   time_until=command.until.isoformat())  # fmt: skip
        return Refusal("bad-time", text)
    return busy(state, command.person)


def busy(state: State, person: PersonId) -> Refusal | None:
    """Why somebody cannot take a seat: they hold one that matters. Whoever looks on or stands by may change over."""
    seat = seat_of(state, person)
    if seat is None or is_observer(seat) or is_standby(seat):
        return None
    if seat == GM:
        return Refusal("gm-plays-not", say("The game master does not play."))
    return Refusal("already-seated", say("That person has a seat at this table already: {seat}.", seat=seat))


def vacated(state: State, person: PersonId, now: datetime) -> tuple[Event, ...]:
    """Whoever looked on, or stood by, leaves that seat for a better one."""
    seat = seat_of(state, person)
    free = seat is not None and (is_observer(seat) or is_standby(seat))
    return (SeatResigned(at=now, person=person, seat=seat),) if seat is not None and free else ()


def allow(state: State, command: AllowDeputy, now: datetime) -> Outcome:
    """The game master's word on a deputy."""
    leave = state.roster.leaves.get(command.power)
    if leave is None or leave.granted:
        text = say("No deputy of {power_whose} waits for your word.", power_whose=command.power)
        return Refusal("no-deputy", text)
    if not command.allowed:
        return (DeputyRefused(at=now, seat=command.power, why=command.why.strip()),)
    return not_running(state) or busy(state, leave.deputy) or _seated(state, leave, now)


def _seated(state: State, leave: Leave, now: datetime) -> tuple[Event, ...]:
    seated = DeputySeated(
        at=now, person=leave.deputy, seat=leave.power, owner=leave.owner, away=f"{AWAY}{leave.power}", until=leave.until
    )
    return *vacated(state, leave.deputy, now), seated


def take_back(state: State, command: TakeBack, now: datetime) -> Outcome:
    """The seat is its player's again; one only asked for is not handed over."""
    power = command.power or str(command.by.seat or "").removeprefix(AWAY)
    leave = state.roster.leaves.get(power)
    by_gm = command.by.seat == GM
    if leave is None or not (by_gm or command.by.person == leave.owner):
        return (game_master_only(command.by) if command.power else None) or Refusal(
            "no-deputy", say("No seat of yours is in a deputy's hands.") if not by_gm else
            say("No deputy holds {power_whose}.", power_whose=power)
        )  # fmt: skip
    if not leave.granted:
        return (DeputyRefused(at=now, seat=power),)
    return (_returned(leave, "gm" if by_gm else "owner", now),)


def given_back(state: State, seat: Seat, now: datetime) -> tuple[Event, ...]:
    """A deputy who gives the seat up gives it back; nothing where nobody stands in there."""
    leave = state.roster.leaves.get(seat)
    return (_returned(leave, "deputy", now),) if leave is not None and leave.granted else ()


def due(state: State) -> datetime | None:
    """When the next seat returns by itself."""
    if state.stage is not Stage.RUNNING:
        return None
    return min((leave.until for leave in _timed(state) if leave.until is not None), default=None)


def returned(state: State, now: datetime) -> tuple[Event, ...]:
    """The seats whose time is up."""
    return tuple(_returned(leave, "time", now) for leave in _timed(state) if leave.until and leave.until <= now)


def _timed(state: State) -> Iterator[Leave]:
    return (leave for _, leave in sorted(state.roster.leaves.items()) if leave.granted and leave.until is not None)


def _returned(leave: Leave, why: str, now: datetime) -> SeatReturned:
    return SeatReturned(at=now, person=leave.owner, seat=leave.power, before=leave.deputy, why=why)
