"""Who presides: a second game master, and the office handed over to another person or to the automatic referee."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from dragoman.diplomacy.commands import AppointSecond, Command, HandOver, OpenGame, Resign
from dragoman.diplomacy.decide.claims import seat_of
from dragoman.diplomacy.decide.deputies import vacated
from dragoman.diplomacy.events import Event, OfficeHandedOver, SecondAppointed, SecondDismissed
from dragoman.diplomacy.state import State
from dragoman.diplomacy.state.roster import SECOND, is_standby
from dragoman.game.press import is_observer
from dragoman.game.protocol import Speaker
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say
from dragoman.game.seats import GM, PersonId

Outcome = tuple[Event, ...] | Refusal


def as_office(command: Command) -> Command:
    """What a second game master says is said by the game master: one office, whoever of them speaks."""
    by = getattr(command, "by", None)
    if by is None or by.seat != SECOND or isinstance(command, Resign | OpenGame):
        return command
    return replace(command, by=Speaker(by.person, GM))  # type: ignore[arg-type]  # each kind that has `by`


def appoint(state: State, command: AppointSecond, now: datetime) -> Outcome:
    """Take a second one in, or send them away."""
    second = state.holder(SECOND)
    if command.dismiss:
        if second is None:
            return Refusal("no-second", say("There is no second game master."))
        return (SecondDismissed(at=now, person=second, seat=SECOND),)
    if second is not None:
        return Refusal(
            "second-already", say("There is a second game master already; “gm dismiss second” sends them away.")
        )
    person = command.person
    return _unfit(state, person, command.address) or _appointed(state, person, now)


def _appointed(state: State, person: PersonId | None, now: datetime) -> tuple[Event, ...]:
    assert person is not None
    return *vacated(state, person, now), SecondAppointed(at=now, person=person, seat=SECOND)


def hand_over(state: State, command: HandOver, now: datetime) -> Outcome:
    """The office passes to another. The second game master, if it is they, is the first from now on."""
    before = state.holder(GM)
    if command.referee:
        return (OfficeHandedOver(at=now, person=None, before=before),)
    person = command.person
    if person is not None and person == state.holder(SECOND):
        return (OfficeHandedOver(at=now, person=person, before=before),)
    refused = _unfit(state, person, command.address)
    if refused:
        return refused
    assert person is not None
    return *vacated(state, person, now), OfficeHandedOver(at=now, person=person, before=before)


def _unfit(state: State, person: PersonId | None, address: str) -> Refusal | None:
    if person is None:
        return Refusal(
            "unknown-person", say("Nobody is known by the address “{address}”.", address=address), text=address
        )
    seat = seat_of(state, person)
    if seat is None or is_observer(seat) or is_standby(seat):
        return None
    if seat in (GM, SECOND):
        return Refusal("presides-already", say("That person presides already."))
    return Refusal("plays", say("That person plays here: {seat}. Whoever presides does not play.", seat=seat))


def resigned(state: State, command: Resign, now: datetime) -> Outcome:
    """A second one may go; the first one passes the office on."""
    if command.by.seat == SECOND:
        return (SecondDismissed(at=now, person=command.by.person, seat=SECOND),)
    second = state.holder(SECOND)
    if second is not None:
        return (OfficeHandedOver(at=now, person=second, before=state.holder(GM)),)
    text = say(
        "The game master cannot simply leave: “gm hand over to x@example.org” passes the office on, “gm hand over to "
        "the referee” leaves it to the automatic referee, and “gm end: …” ends the game."
    )
    return Refusal("gm-stays", text)
