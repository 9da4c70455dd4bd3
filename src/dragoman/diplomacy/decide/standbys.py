"""Standbys: who signs on, is called, sends orders beside the player's own, and takes the seat over (F.8, VII.6).

A called standby's orders lie on file under the standby's own seat. When the round is adjudicated the player's own go
before them; where nothing came from the player, the seat and the orders pass over.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from dragoman.diplomacy.commands import CallStandby, StandBy
from dragoman.diplomacy.decide.blacklist import let_in
from dragoman.diplomacy.decide.claims import closed, not_running, seat_of
from dragoman.diplomacy.events import (
    Event,
    JoinAsked,
    PlayerReplaced,
    SeatResigned,
    StandbyCalled,
    StandbyReleased,
    StandbySigned,
)
from dragoman.diplomacy.evolve import evolve
from dragoman.diplomacy.state import Stage, State
from dragoman.diplomacy.state.roster import STANDBY, Standby, is_standby
from dragoman.game.press import is_observer
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say
from dragoman.game.seats import PersonId, Seat

Outcome = tuple[Event, ...] | Refusal


# --- signing on ---


def sign_on(state: State, command: StandBy, now: datetime) -> Outcome:
    """Wait at the table for a seat that falls vacant, or a round that its player misses."""
    person = command.by.person
    refused = closed(state) or _over(state) or _seated(state, person) or _unknown(state, command.powers)
    if refused:
        return refused
    asked = let_in(state, command, command.powers, now)
    if isinstance(asked, Refusal | JoinAsked):
        return asked if isinstance(asked, Refusal) else (asked,)
    events = _signed(state, person, command.powers, now)
    return (*events, *filled(_folded(state, events), now))


def _over(state: State) -> Refusal | None:
    return not_running(state) if state.stage is Stage.OVER else None


def _seated(state: State, person: PersonId) -> Refusal | None:
    seat = seat_of(state, person)
    if seat is None or is_observer(seat) or is_standby(seat):
        return None
    return Refusal("already-seated", say("You have a seat at this table already: {seat}.", seat=seat))


def _unknown(state: State, powers: tuple[str, ...]) -> Refusal | None:
    for power in powers:
        if power not in state.chart.powers:
            return Refusal("unknown-seat", say("The map has no power “{seat}”.", seat=power), text=power)
    return None


def _signed(state: State, person: PersonId, powers: tuple[str, ...], now: datetime) -> tuple[Event, ...]:
    """Whoever looked on so far gives that seat up; whoever stands by already changes what for."""
    seat = seat_of(state, person)
    left = (SeatResigned(at=now, person=person, seat=seat),) if seat is not None and is_observer(seat) else ()
    own = seat if seat is not None and is_standby(seat) else Seat(f"{STANDBY}{_next_number(state)}")
    return *left, StandbySigned(at=now, person=person, seat=own, powers=powers)


def _next_number(state: State) -> int:
    taken = [int(each.seat.removeprefix(STANDBY)) for each in state.roster.standbys]
    return max(taken, default=0) + 1


# --- being called ---


def call(state: State, command: CallStandby, now: datetime) -> Outcome:
    """The game master calls somebody: into a vacant seat at once, or beside a player who missed a round (F.8)."""
    refused = not_running(state) or _unknown(state, (command.power,)) or _may_not_call(state, command.power)
    if refused:
        return refused
    standby, events = _chosen(state, command, now)
    if standby is None:
        text = say("Nobody stands by for {power_whose}. “gm call {power}: x@example.org” calls somebody by address.",
                   power_whose=command.power, power=command.power)  # fmt: skip
        return Refusal("no-standby", text)
    return *events, *called(_folded(state, events) if events else state, command.power, standby, now)


def _may_not_call(state: State, power: str) -> Refusal | None:
    if state.holder(Seat(power)) is None:
        return None
    if power in state.roster.called:
        return Refusal("called-already", say("A standby has been called for {power_whose} already.", power_whose=power))
    if state.sheet.letter("VII.6") != "F.8":
        text = say("A standby beside a player is for games under VII.6=F.8; “gm replace {power} with …” changes the "
                   "player.", power=power)  # fmt: skip
        return Refusal("no-standbys", text, f"VII.6.{state.sheet.letter('VII.6')}")
    if not state.roster.missed.get(power):
        text = say("The player of {power_whose} has missed no round; a standby is called after the first one missed.",
                   power_whose=power)  # fmt: skip
        return Refusal("nothing-missed", text, "VII.6.F.8")
    return None


def _chosen(state: State, command: CallStandby, now: datetime) -> tuple[Standby | None, tuple[Event, ...]]:
    """Whom the game master means, and what must come about first for somebody who has not signed on."""
    if command.person is None:
        free = state.roster.free(command.power)
        return next((each for each in free if command.seat in ("", each.seat)), None), ()
    known = next((each for each in state.roster.standbys if each.person == command.person), None)
    if known is not None or _seated(state, command.person) is not None:
        return known, ()
    events = _signed(state, command.person, (command.power,), now)
    after = _folded(state, events)
    return after.roster.standbys[-1], events


def called(state: State, power: str, standby: Standby, now: datetime) -> tuple[Event, ...]:
    """A standby is called: a vacant seat is theirs at once."""
    if state.holder(Seat(power)) is None:
        return (_takes_over(state, power, standby, now),)
    return (StandbyCalled(at=now, person=standby.person, seat=standby.seat, power=power),)


def filled(state: State, now: datetime) -> tuple[Event, ...]:
    """What the automatic referee does of itself (ours): the first who signed on takes a vacant seat at once; and is
    called where a player missed a round (F.8). A game master is left to choose."""
    if state.stage is not Stage.RUNNING or state.moderated():
        return ()
    events: list[Event] = []
    for power in state.powers():
        free = state.roster.free(power)
        if free and _wanted(state, power):
            more = called(state, power, free[0], now)
            events.extend(more)
            state = _folded(state, more)
    return tuple(events)


def _wanted(state: State, power: str) -> bool:
    if not (state.position.units_of(power) or state.position.centres_of(power)):
        return False
    if state.holder(Seat(power)) is None:
        return True
    missed = state.sheet.letter("VII.6") == "F.8" and bool(state.roster.missed.get(power))
    return missed and power not in state.roster.called


# --- what becomes of it ---


def stepping_in(state: State, now: datetime) -> tuple[Event, ...]:
    """F.8: as a round is adjudicated, the seats of players from whom nothing came pass to the standbys who sent
    something."""
    return tuple(
        _takes_over(state, power, standby, now)
        for power in state.powers()
        if (standby := state.roster.standby(state.roster.called.get(power))) is not None
        and not _sent(state, power)
        and _sent(state, standby.seat)
    )


def _sent(state: State, who: str) -> bool:
    """Whether anything came for the round; a proxy in force is as good, and so are bids (P.1.B)."""
    given = any(proxy.in_force for proxy in state.lent(giver=who))
    return given or state.has_bid(who) or any(state.received(who, phase) for phase in state.round())


def released(state: State, absent: frozenset[str], now: datetime) -> Iterator[StandbyReleased]:
    """Who was called and need not step in after all: the player sent orders. Whoever sent nothing either is no standby
    any more."""
    for power, seat in sorted(state.roster.called.items()):
        standby = state.roster.standby(seat)
        assert standby is not None
        why = "silent" if power in absent else "returned"
        yield StandbyReleased(at=now, person=standby.person, seat=seat, power=power, why=why)


def dismissed(state: State, power: str, now: datetime) -> tuple[StandbyReleased, ...]:
    """A standby who was called is not needed where the game master gives the seat to another."""
    standby = state.roster.standby(state.roster.called.get(power))
    if standby is None:
        return ()
    return (StandbyReleased(at=now, person=standby.person, seat=standby.seat, power=power, why="replaced"),)


def declined(state: State, seat: Seat, now: datetime) -> tuple[Event, ...]:
    """A standby leaves the table; if they had been called, another is."""
    left = SeatResigned(at=now, person=state.seats[seat] or "", seat=seat)
    return left, *filled(_folded(state, (left,)), now)


def _takes_over(state: State, power: str, standby: Standby, now: datetime) -> PlayerReplaced:
    return PlayerReplaced(
        at=now, person=standby.person, seat=power, before=state.holder(Seat(power)), cause="standby",
        standby=standby.seat,
    )  # fmt: skip


def _folded(state: State, events: tuple[Event, ...]) -> State:
    for event in events:
        state = evolve(state, event)
    return state
