"""Commands about those who play, each to where it is decided."""

from __future__ import annotations

from datetime import datetime
from typing import assert_never

from dragoman.diplomacy.commands import (
    AllowDeputy,
    AnswerApplicant,
    AppointSecond,
    CallStandby,
    HandOver,
    Join,
    ListPlayer,
    NameDeputy,
    PlayersCommand,
    RemovePlayer,
    StandBy,
    TakeBack,
)
from dragoman.diplomacy.decide import blacklist, deputies, presiding, seats, standbys, turn
from dragoman.diplomacy.decide.claims import closed, game_master_only, not_running
from dragoman.diplomacy.events import DisorderBegan, Event, JoinAnswered, SeatResigned
from dragoman.diplomacy.evolve import evolve
from dragoman.diplomacy.state import State
from dragoman.game.protocol import Speaker
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say
from dragoman.game.seats import Seat

Outcome = tuple[Event, ...] | Refusal


def decide(state: State, command: PlayersCommand, now: datetime) -> Outcome:
    """What comes about."""
    match command:
        case StandBy():
            return standbys.sign_on(state, command, now)
        case NameDeputy():
            return deputies.name(state, command, now)
        case TakeBack():
            return not_running(state) or deputies.take_back(state, command, now)
        case _:
            return game_master_only(command.by) or closed(state) or _presiding(state, command, now)


Office = CallStandby | AllowDeputy | RemovePlayer | AnswerApplicant | ListPlayer | AppointSecond | HandOver


def _presiding(state: State, command: Office, now: datetime) -> Outcome:
    match command:
        case CallStandby():
            return standbys.call(state, command, now)
        case AllowDeputy():
            return deputies.allow(state, command, now)
        case RemovePlayer():
            return not_running(state) or _remove(state, command, now)
        case AnswerApplicant():
            return _answer(state, command, now)
        case ListPlayer():
            return blacklist.decide(state, command, now)
        case AppointSecond():
            return presiding.appoint(state, command, now)
        case HandOver():
            handed = presiding.hand_over(state, command, now)
            return handed if isinstance(handed, Refusal) else (*handed, *standbys.filled(_folded(state, handed), now))
        case _:
            assert_never(command)


def _remove(state: State, command: RemovePlayer, now: datetime) -> Outcome:
    """The seat is vacant from now on (X: replacement as a sanction, VII.5, VII.6), or in civil disorder."""
    power = command.power
    if power not in state.chart.powers:
        return Refusal("unknown-seat", say("The map has no power “{seat}”.", seat=power), text=power)
    person = state.holder(Seat(power))
    if person is None and not command.disorder:
        return Refusal("vacant-already", say("Nobody plays {power_whose}.", power_whose=power))
    if power in state.roster.disorder:
        return Refusal("disorder-already", say("{power_whose} is in civil disorder already.", power_whose=power))
    if not command.why.strip():
        return Refusal("no-reason", say("Say why: “gm remove {power} because …”.", power=power))
    events: list[Event] = []
    if person is not None:
        why = command.why.strip()
        events.append(SeatResigned(at=now, person=person, seat=power, cause="removed", why=why))
    if command.disorder:
        events.append(DisorderBegan(at=now, power=power))
    return *events, *turn.if_all_final(_folded(state, tuple(events)), now)


def _answer(state: State, command: AnswerApplicant, now: datetime) -> Outcome:
    """Whoever is welcome joins as they asked to, if there is still room."""
    applicant = next((each for each in state.roster.applicants if each.number == command.number), None)
    if applicant is None:
        return Refusal("no-applicant", say("There is no applicant number {number}.", number=command.number))
    answered = JoinAnswered(
        at=now, person=applicant.person, number=command.number, welcome=command.welcome, why=command.why.strip()
    )
    if not command.welcome:
        return (answered,)
    after, by = evolve(state, answered), Speaker(applicant.person, None)
    if applicant.standby:
        came = standbys.sign_on(after, StandBy(by, applicant.wishes), now)
    else:
        came = seats.join(after, Join(by, applicant.wishes), now)
    return (answered, *came) if not isinstance(came, Refusal) else (answered,)


def _folded(state: State, events: tuple[Event, ...]) -> State:
    for event in events:
        state = evolve(state, event)
    return state
