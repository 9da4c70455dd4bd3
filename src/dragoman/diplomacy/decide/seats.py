"""How people come to the table and leave it."""

from __future__ import annotations

from datetime import datetime

from dragoman.diplomacy.commands import Join, Observe, Resign
from dragoman.diplomacy.decide import deputies, opening, polls, presiding, standbys, turn
from dragoman.diplomacy.decide.blacklist import let_in
from dragoman.diplomacy.decide.claims import closed, not_running, seat_of
from dragoman.diplomacy.events import Event, PersonInvited, PersonJoined, PersonSeated, SeatResigned
from dragoman.diplomacy.state import Stage, State
from dragoman.diplomacy.state.roster import AWAY, is_standby, presides
from dragoman.game.press import OBSERVER, is_observer
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say
from dragoman.game.seats import PersonId, Seat

LONGEST_NAME = 40


def join(state: State, command: Join, now: datetime) -> tuple[Event, ...] | Refusal:
    """Wait for the allotment, or, where play has begun, take a vacant power."""
    refused = _may_not_come(state, command.by.person) or _unknown_wish(state, command)
    if refused:
        return refused
    asked = let_in(state, command, command.wishes, now) if seat_of(state, command.by.person) is None else None
    if asked is not None:
        return asked if isinstance(asked, Refusal) else (asked,)
    if state.stage is Stage.FORMING:
        return _wait(state, command, now)
    return not_running(state) or _step_in(state, command, now)


def _may_not_come(state: State, person: PersonId) -> Refusal | None:
    seat = seat_of(state, person)
    if seat is not None and seat not in state.wishes:
        return Refusal("already-seated", say("You have a seat at this table already: {seat}.", seat=seat))
    if state.entry == "invited" and person not in state.invited and seat is None:
        return Refusal("not-invited", say("This game is for invited people. Ask its game master for an invitation."))
    return None


def _unknown_wish(state: State, command: Join) -> Refusal | None:
    for wish in command.wishes:
        if wish not in state.chart.powers:
            return Refusal("unknown-seat", say("The map has no power “{seat}”.", seat=wish), text=wish)
    return None


def _wait(state: State, command: Join, now: datetime) -> tuple[Event, ...] | Refusal:
    person = command.by.person
    seat = seat_of(state, person)
    if seat is None and len(state.wishes) >= len(opening.vacancies(state)):
        return Refusal("table-full", say("Every seat of this game is taken. You may look on: write “observe”."))
    joined = PersonJoined(
        at=now, person=person, seat=seat or f"player {_next_number(state)}", wishes=tuple(command.wishes)
    )
    return joined, *opening.if_full(opening.folded(state, (joined,)), now)


def _next_number(state: State) -> int:
    taken = [int(seat.removeprefix("player ")) for seat in state.wishes]
    return max(taken, default=0) + 1


def _step_in(state: State, command: Join, now: datetime) -> tuple[Event, ...] | Refusal:
    vacant = opening.vacancies(state)
    if state.moderated():
        return Refusal("ask-gm", say("Play has begun. Ask the game master for a seat that is vacant."))
    wished = [power for power in command.wishes if power in vacant] or ([] if command.wishes else list(vacant))
    if not wished:
        return Refusal("table-full", say("No seat you named is vacant. You may look on: write “observe”."))
    return (PersonSeated(at=now, person=command.by.person, seat=wished[0]),)


def observe(state: State, command: Observe, now: datetime) -> tuple[Event, ...] | Refusal:
    """Look on from a named seat."""
    refused = closed(state) or _may_not_come(state, command.by.person)
    if refused:
        return refused
    name = " ".join(command.name.split())[:LONGEST_NAME] or _free_number(state)
    seat = Seat(OBSERVER + name)
    if any(taken.casefold() == seat.casefold() for taken in state.seats):
        return Refusal("name-taken", say("Somebody looks on as “{name}” already. Choose another name.", name=name))
    leaving = seat_of(state, command.by.person)
    left = [SeatResigned(at=now, person=command.by.person, seat=leaving)] if leaving else []
    return *left, PersonSeated(at=now, person=command.by.person, seat=seat)


def _free_number(state: State) -> str:
    taken = {seat.removeprefix(OBSERVER) for seat in state.seats if is_observer(seat)}
    return next(str(n) for n in range(1, len(taken) + 2) if str(n) not in taken)


def resign(state: State, command: Resign, now: datetime) -> tuple[Event, ...] | Refusal:
    """Leave the seat vacant. Nobody is waited for who has left."""
    seat = command.by.seat
    if seat is None:
        return Refusal("no-seat", say("You hold no seat in this game."))
    if presides(seat):
        return presiding.resigned(state, command, now)
    if seat.startswith(AWAY):
        return Refusal("deputy-holds", say("A deputy holds your seat. Write “return” first, and then “resign”."))
    if seat in state.chart.powers and (refused := not_running(state)) and state.stage is not Stage.FORMING:
        return refused
    if is_standby(seat):
        return standbys.declined(state, seat, now)
    return deputies.given_back(state, seat, now) or _left(state, command, seat, now)


def _left(state: State, command: Resign, seat: Seat, now: datetime) -> tuple[Event, ...]:
    """F.9: whoever resigns may suggest a substitute; where no game master is to judge of it, they are let in (ours)."""
    suggested = command.person if seat in state.chart.powers else None
    events: list[Event] = [SeatResigned(at=now, person=command.by.person, seat=seat, suggested=suggested)]
    if suggested is not None and not state.moderated() and suggested not in state.invited:
        events.append(PersonInvited(at=now, person=suggested))
    after = opening.folded(state, events)
    filled = standbys.filled(after, now) if suggested is None else ()
    left = opening.folded(after, filled) if filled else after
    ruled = turn.if_all_final(left, now)
    return *events, *filled, *ruled, *turn.after_vote(left, polls.if_all_voted(left, now), now)
