"""What becomes of the roster: who plays, stands by, stands in and presides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar, assert_never

from dragoman.diplomacy.events import (
    DeputyNamed,
    DeputyRefused,
    DeputySeated,
    DisorderBegan,
    JoinAnswered,
    JoinAsked,
    OfficeHandedOver,
    PersonListed,
    PersonSeated,
    PersonUnlisted,
    PlayerReplaced,
    PlayersEvent,
    RoundPlayed,
    SeatResigned,
    SeatReturned,
    SecondAppointed,
    SecondDismissed,
    StandbyCalled,
    StandbyReleased,
    StandbySigned,
)
from dragoman.diplomacy.evolve.mappings import with_key, without_key
from dragoman.diplomacy.state import State
from dragoman.diplomacy.state.roster import SECOND, Applicant, Leave, Roster, Standby, is_standby
from dragoman.game.changing import replace
from dragoman.game.seats import GM, PersonId, Seat

V = TypeVar("V")


def players(state: State, event: PlayersEvent) -> State:  # one arm per kind of event
    """The state after something about those who play."""
    roster = state.roster
    match event:
        case RoundPlayed():
            return replace(state, roster=_counted(roster, event))
        case DisorderBegan(power=power):
            state = cleared(state, power)
            return replace(state, roster=replace(roster, disorder=roster.disorder | {power}))
        case StandbySigned() | StandbyCalled() | StandbyReleased():
            return _standby(state, event)
        case DeputyNamed() | DeputyRefused() | DeputySeated() | SeatReturned():
            return _deputy(state, event)
        case JoinAsked() | JoinAnswered():
            return replace(state, roster=_applied(roster, event))
        case PersonListed(person=person, seat=seat):
            return replace(state, roster=replace(roster, listed={**roster.listed, PersonId(person): seat}))
        case PersonUnlisted(person=person):
            return replace(state, roster=replace(roster, listed=without_key(roster.listed, PersonId(person))))
        case SecondAppointed(person=person, seat=seat):
            return replace(state, seats=with_key(state.seats, Seat(seat), PersonId(person)))
        case SecondDismissed(seat=seat):
            return replace(state, seats=without_key(state.seats, Seat(seat)))
        case OfficeHandedOver():
            return _handed_over(state, event)
        case _:
            assert_never(event)


def _counted(roster: Roster, event: RoundPlayed) -> Roster:
    """F.8: misses in a row. An excused one is none, and ends no row."""
    missed, silent = dict(roster.missed), dict(roster.silent)
    for power in event.owed:
        absent = power in event.absent
        silent[power] = silent.get(power, 0) + 1 if absent else 0
        if power not in event.excused:
            missed[power] = missed.get(power, 0) + 1 if absent else 0
    return replace(roster, missed=missed, silent=silent)


# --- seats that change hands ---


def seated(state: State, event: PersonSeated | PlayerReplaced) -> State:
    """Somebody holds a seat; if it is a power's, they play it from now on."""
    seat, person = Seat(event.seat), PersonId(event.person)
    state = replace(state, seats=with_key(state.seats, seat, person))
    if seat not in state.chart.powers:
        return state
    if isinstance(event, PersonSeated):
        return replace(state, roster=state.roster.begun(seat, person, event.at, "seated"))
    came = event.cause or "replaced"
    roster = _without_leave(state.roster.ended(seat, event.at, came), seat).begun(seat, person, event.at, came)
    state = _without_away(replace(state, roster=roster), state.roster.leaves.get(seat))
    if event.cleared:
        state = cleared(state, seat)
    return _stepped_in(state, event) if event.standby else state


def resigned(state: State, event: SeatResigned) -> State:
    """A power's seat stays, empty; any other seat goes with its holder."""
    seat = Seat(event.seat)
    if seat in state.chart.powers:
        roster = _without_leave(state.roster, seat).ended(seat, event.at, event.cause or "resigned")
        if event.suggested is not None:
            roster = replace(roster, suggested={**roster.suggested, seat: PersonId(event.suggested)})
        state = _without_away(replace(state, roster=roster), state.roster.leaves.get(seat))
        return replace(state, seats=with_key(state.seats, seat, None))
    state = replace(state, seats=without_key(state.seats, seat), wishes=without_key(state.wishes, seat))
    return _dismissed(state, seat) if is_standby(seat) else state


def _without_leave(roster: Roster, power: str) -> Roster:
    return replace(roster, leaves=without_key(roster.leaves, power))


def _without_away(state: State, leave: Leave | None) -> State:
    """The place of a player whose seat is theirs no more."""
    return replace(state, seats=without_key(state.seats, leave.away)) if leave is not None and leave.granted else state


# --- standbys ---


def _standby(state: State, event: StandbySigned | StandbyCalled | StandbyReleased) -> State:
    roster, seat = state.roster, Seat(event.seat)
    match event:
        case StandbySigned(person=person, at=at, powers=powers):
            standby = Standby(seat, PersonId(person), at, powers)
            others = tuple(each for each in roster.standbys if each.seat != seat)
            roster = replace(roster, standbys=(*others, standby))
            return replace(state, roster=roster, seats=with_key(state.seats, seat, PersonId(person)))
        case StandbyCalled(power=power):
            return replace(state, roster=replace(roster, called={**roster.called, power: seat}))
        case StandbyReleased(power=power, why=why):
            state = _renamed(state, seat, "")
            left = replace(roster, called=without_key(roster.called, power))
            state = replace(state, roster=left)
            return _dismissed(state, seat) if why == "silent" else state


def _dismissed(state: State, seat: Seat) -> State:
    """The seat of a standby is gone, and whatever they had on file."""
    roster = state.roster
    standbys = tuple(each for each in roster.standbys if each.seat != seat)
    called = {power: each for power, each in roster.called.items() if each != seat}
    state = replace(_renamed(state, seat, ""), seats=without_key(state.seats, seat))
    return replace(state, roster=replace(roster, standbys=standbys, called=called))


def _stepped_in(state: State, event: PlayerReplaced) -> State:
    """What a standby has on file is the power's from now on; they give up the seat they waited in."""
    return _dismissed(_renamed(state, event.standby, event.seat), Seat(event.standby))


def _renamed(state: State, seat: str, power: str) -> State:
    """What is on file for one is on file for the other (empty: for nobody)."""
    return replace(
        state,
        sets=_moved(state.sets, seat, power),
        marks=_moved(state.marks, seat, power),
        ahead={phase: _moved(sets, seat, power) for phase, sets in state.ahead.items()},
        perpetual={
            (power if who == seat else who, kind): received
            for (who, kind), received in state.perpetual.items()
            if who != seat or power
        },
    )


def _moved(mapping: Mapping[str, V], one: str, other: str) -> dict[str, V]:
    """A mapping in which what was one's is the other's, or (empty) nobody's."""
    kept = {key: value for key, value in mapping.items() if key not in (one, other or one)}
    if other and one in mapping:
        return {**kept, other: mapping[one]}
    return kept if one in mapping or not other else dict(mapping)


def cleared(state: State, power: str) -> State:
    """Nothing is on file for a power any more, whatever it was to hold for."""
    return _renamed(state, power, "")


# --- deputies ---


def _deputy(state: State, event: DeputyNamed | DeputyRefused | DeputySeated | SeatReturned) -> State:
    roster, power = state.roster, event.seat
    match event:
        case DeputyNamed(person=person, deputy=deputy, until=until):
            leave = Leave(power, PersonId(person), PersonId(deputy), until)
            return replace(state, roster=replace(roster, leaves={**roster.leaves, power: leave}))
        case DeputyRefused():
            return replace(state, roster=_without_leave(roster, power))
        case DeputySeated(person=person, owner=owner, away=away, until=until, at=at):
            leave = Leave(power, PersonId(owner), PersonId(person), until, True, Seat(away))
            roster = roster.ended(power, at, "deputy").begun(power, PersonId(person), at, "deputy")
            seats = {**state.seats, Seat(power): PersonId(person), Seat(away): PersonId(owner)}
            return replace(state, seats=seats, roster=replace(roster, leaves={**roster.leaves, power: leave}))
        case SeatReturned(person=person, at=at):
            seats = with_key(state.seats, Seat(power), PersonId(person))
            state = _without_away(replace(state, seats=seats), roster.leaves.get(power))
            roster = _without_leave(roster.ended(power, at, "returned"), power)
            return replace(state, roster=roster.begun(power, PersonId(person), at, "returned"))


# --- the blacklist and the office ---


def _applied(roster: Roster, event: JoinAsked | JoinAnswered) -> Roster:
    others = tuple(each for each in roster.applicants if each.number != event.number)
    person = PersonId(event.person)
    if isinstance(event, JoinAsked):
        applicant = Applicant(event.number, person, event.at, event.wishes, event.standby)
        return replace(roster, applicants=(*others, applicant), applied=event.number)
    return replace(roster, applicants=others, welcome=roster.welcome | {person} if event.welcome else roster.welcome)


def _handed_over(state: State, event: OfficeHandedOver) -> State:
    person = PersonId(event.person) if event.person is not None else None
    seats = with_key(state.seats, GM, person)
    if seats.get(SECOND) == person or person is None:
        seats = without_key(seats, SECOND)
    return replace(state, seats=seats)
