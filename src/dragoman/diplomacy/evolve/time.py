"""What each event, of whatever family, does to the clock of the game."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from dragoman.diplomacy.events import (
    AbsencePlanned,
    AbsenceWithdrawn,
    ContactAwaited,
    ContactLapsed,
    ContactMade,
    DeadlineSet,
    DelayAnswered,
    DelayAsked,
    Event,
    GameStarted,
    GraceGranted,
    HostAway,
    OrdersCameLate,
    OrdersReceived,
    PaceObjected,
    PaceSet,
    Paused,
    PersonSeated,
    PhaseAdjudicated,
    PlayerReplaced,
    PlayerWarned,
    Reminded,
    Resumed,
    ResumptionCalled,
    RulingAwaited,
    SeatResigned,
    recorded,
)
from dragoman.diplomacy.events.contingent import choice
from dragoman.diplomacy.state import Received, State
from dragoman.diplomacy.state.absences import Absence, Delay
from dragoman.diplomacy.state.timetable import Contact, Missed, Timetable, Waiting
from dragoman.game.changing import replace
from dragoman.game.seats import PersonId, Seat


def timed(before: State, after: State, event: Event) -> State:
    """The state after an event, with its clock as the event leaves it. `before` is the state that the event found."""
    time = _course(before, before.time, event)
    time = _seats(time, event) if time is before.time else time
    time = _wishes(before, time, event) if time is before.time else time
    return after if time is after.time else replace(after, time=time)


def _course(state: State, time: Timetable, event: Event) -> Timetable:
    """Deadlines, rulings, pauses."""
    match event:
        case GameStarted():
            return replace(time, vacated=frozenset())
        case DeadlineSet():
            return _deadline(time, event)
        case PhaseAdjudicated():
            return _ruled(state, time, event)
        case RulingAwaited(at=at, clause=clause, powers=powers):
            return replace(time, waiting=Waiting(at, clause, powers))
        case Paused(until=until):
            return replace(time, pause_until=until, callers=frozenset())
        case Resumed(at=at):
            paused = at - state.paused if state.paused is not None else timedelta(0)
            contacts = tuple(replace(each, until=each.until + paused) for each in time.contacts)
            return replace(time, pause_until=None, callers=frozenset(), contacts=contacts)
        case HostAway():
            return _away(state, time, event)
        case _:
            return time


def _deadline(time: Timetable, event: DeadlineSet) -> Timetable:
    """A new deadline ends whatever hung on the one before. Where the game master set it, or a player's hardship, the
    schedule stays."""
    own = event.cause in ("gm", "hardship")
    schedule = time.schedule if own else event.schedule or event.deadline
    return replace(time, set_at=event.at, schedule=schedule, reminded=frozenset(), grace={}, waiting=None)


def _ruled(state: State, time: Timetable, event: PhaseAdjudicated) -> Timetable:
    missed = tuple(Missed(seat, state.seats.get(Seat(seat)), state.phase) for seat in event.missing)
    delays = tuple(each if each.granted is not None else replace(each, granted=False) for each in time.delays)
    return replace(
        time,
        ruled=event.at,
        missed=(*time.missed, *missed),
        delays=delays,
        grace={},
        waiting=None,
        late={},
        reminded=frozenset(),
    )


def _away(state: State, time: Timetable, event: HostAway) -> Timetable:
    """What ran out while the host was away runs on after its return, for as long as VII.3.outage says."""
    least = event.until + timedelta(hours=state.sheet.choice("VII.3.outage").number("least"))

    def later(until: datetime) -> datetime:
        return least if event.since < until <= event.until else until

    contacts = tuple(each if each.lapsed else replace(each, until=later(each.until)) for each in time.contacts)
    return replace(time, grace={power: later(until) for power, until in time.grace.items()}, contacts=contacts)


def _seats(time: Timetable, event: Event) -> Timetable:
    """Who must be heard of, and who has left."""
    match event:
        case GraceGranted(seat=seat, person=person, until=until):
            return replace(time, grace={**time.grace, seat: until}, graced=time.graced | {PersonId(person)})
        case ContactAwaited():
            contact = Contact(event.seat, PersonId(event.person), recorded.phase(event.phase), event.until)
            return replace(time, contacts=(*_others(time.contacts, event.seat), contact))
        case ContactMade(seat=seat):
            return replace(time, contacts=_others(time.contacts, seat))
        case ContactLapsed(seat=seat):
            lapsed = (replace(each, lapsed=each.lapsed or each.seat == seat) for each in time.contacts)
            return replace(time, contacts=tuple(lapsed))
        case SeatResigned(seat=seat):
            return _left(replace(time, vacated=time.vacated | {seat}), seat)
        case PersonSeated(seat=seat) | PlayerReplaced(seat=seat):
            return _left(replace(time, vacated=time.vacated - {seat}), seat)
        case PlayerWarned(person=person):
            return replace(time, warned=time.warned | {PersonId(person)})
        case _:
            return time


def _others(contacts: Iterable[Contact], seat: str) -> tuple[Contact, ...]:
    return tuple(each for each in contacts if each.seat != seat)


def _left(time: Timetable, seat: str) -> Timetable:
    """What was a person's own goes with them: their grace, their absences, their objection."""
    return replace(
        time,
        contacts=_others(time.contacts, seat),
        grace={power: until for power, until in time.grace.items() if power != seat},
        absences=tuple(each for each in time.absences if each.seat != seat),
        objectors=time.objectors - {seat},
        callers=time.callers - {seat},
    )


def _wishes(state: State, time: Timetable, event: Event) -> Timetable:
    """Delays, absences, pace, reminders, late sets."""
    match event:
        case DelayAsked():
            span = timedelta(minutes=event.minutes)
            delay = Delay(event.number, event.seat, recorded.phase(event.phase), event.at, span, event.why)
            return replace(time, delays=(*time.delays, delay))
        case DelayAnswered():
            return replace(time, delays=tuple(_answered(each, event) for each in time.delays))
        case AbsencePlanned():
            absence = Absence(event.number, event.seat, event.begins, event.ends, event.why, event.announced)
            return replace(time, absences=(*time.absences, absence))
        case AbsenceWithdrawn(seat=seat, number=number):
            kept = tuple(each for each in time.absences if (each.seat, each.number) != (seat, number))
            return replace(time, absences=kept)
        case PaceSet(lengths=lengths):
            return replace(time, pace=dict(lengths))
        case PaceObjected(seat=seat, stands=stands):
            return replace(time, objectors=time.objectors | {seat} if stands else time.objectors - {seat})
        case Reminded(hours=hours):
            return replace(time, reminded=time.reminded | {hours}) if hours else time
        case ResumptionCalled(seat=seat):
            return replace(time, callers=time.callers | {seat})
        case OrdersCameLate():
            return replace(time, late={**time.late, event.seat: _late(state, event)})
        case OrdersReceived(seat=seat):
            return replace(time, late={power: each for power, each in time.late.items() if power != seat})
        case _:
            return time


def _answered(delay: Delay, event: DelayAnswered) -> Delay:
    if delay.number != event.number:
        return delay
    return replace(delay, granted=event.granted, answer=event.why)


def _late(state: State, event: OrdersCameLate) -> Received:
    return Received(
        at=event.at,
        lines=tuple(recorded.line(line) for line in event.lines),
        final=False,
        channel=event.channel,
        choices=tuple((record.place, choice(record)) for record in event.choices),
        since=len(state.turns),
    )
