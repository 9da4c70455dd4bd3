"""What is told of the clock: to everybody that a deadline has moved, and why as far as that is theirs to know; to a
player and the game master alone of grace, contact, delays and warnings; and what a receipt says of time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from dragoman.diplomacy.board.position import PhaseKind
from dragoman.diplomacy.commands import (
    AcceptLate,
    AnswerDelay,
    AskDelay,
    CallResumption,
    MakeContact,
    ObjectToPace,
    Pause,
    PlanAbsence,
    Remind,
    SetDeadline,
    SetPace,
    TimeCommand,
    TimeOffice,
    Warn,
    WithdrawAbsence,
)
from dragoman.diplomacy.events import (
    AbsencePlanned,
    AbsenceWithdrawn,
    ContactAwaited,
    ContactLapsed,
    DeadlineSet,
    DelayAnswered,
    DelayAsked,
    Event,
    GraceGranted,
    HostAway,
    OrdersCameLate,
    PaceObjected,
    PaceSet,
    Paused,
    PlayerWarned,
    Reminded,
    Resumed,
    ResumptionCalled,
    RulingAwaited,
    TimeEvent,
    recorded,
)
from dragoman.diplomacy.report.bodies import AnyBody, Heard
from dragoman.diplomacy.report.news import ClockGoesOn, ClockNews, ClockStopped, DeadlineMoved, Reminder
from dragoman.diplomacy.report.parts import file_of, head_of, next_of, settled, written
from dragoman.diplomacy.report.pieces import Next
from dragoman.diplomacy.sight import View
from dragoman.diplomacy.state import Stage
from dragoman.game.saying import Saying, filled, say
from dragoman.game.seats import GM, Seat

MOVED = frozenset({"gm", "delay", "absence", "outage", "hardship", "replacement"})
"""Why a deadline moves that was announced before: what others are told of."""


def moved(view: View, event: DeadlineSet, events: Sequence[Event]) -> Iterator[DeadlineMoved]:
    """Everybody is told of a deadline that moves; at whose wish, nobody."""
    if event.cause not in MOVED or any(
        isinstance(each, DelayAnswered) and each.granted and each.seat == view.seat for each in events
    ):  # whoever wished it has the new deadline in the answer
        return
    away = next((each for each in events if isinstance(each, HostAway)), None)
    schedule = view.dial.schedule
    yield DeadlineMoved(
        head=head_of(view),
        next=Next(event.phase, event.deadline, view.poll is not None),
        why=event.why,
        cause="wish" if event.cause in ("delay", "absence") else event.cause,
        faster=schedule is not None and event.deadline < schedule,
        since=away.since if away is not None else None,
        until=away.until if away is not None else None,
    )


def stopped(view: View, event: Paused) -> ClockStopped:
    return ClockStopped(
        head=head_of(view),
        phase=recorded.phase_record(view.phase),
        why=event.why,
        until=event.until,
        call=view.dial.may_call,
    )


def goes_on(view: View, event: Resumed) -> ClockGoesOn:
    return ClockGoesOn(head=head_of(view), next=next_of(view), cause=event.cause)


def time_news(view: View, event: TimeEvent, events: Sequence[Event]) -> Iterator[AnyBody]:
    """What an event of the clock's means to a seat."""
    if isinstance(event, Reminded):
        yield from _reminded(view, event)
        return
    told = _news(view, event)
    if told is not None and _concerns(view, event):
        yield told


def _concerns(view: View, event: TimeEvent) -> bool:
    """Whose business an event is, besides the game master's."""
    match event:
        case AbsencePlanned(announced=announced) if announced:
            return view.seat != event.seat
        case PaceSet():
            return True
        case RulingAwaited(powers=powers):
            return bool(powers) or view.seat == GM
        case GraceGranted(seat=seat) | ContactAwaited(seat=seat) | ContactLapsed(seat=seat) | PlayerWarned(seat=seat):
            return view.seat in (GM, seat)
        case DelayAnswered(seat=seat, by=by):
            return view.seat == seat and by != "referee"
        case _:
            return view.seat == GM


def _news(view: View, event: TimeEvent) -> ClockNews | None:  # one arm per kind of event
    following = next_of(view)

    def news(change: str, **more: object) -> ClockNews:
        return ClockNews(head=head_of(view), change=change, next=following, **more)  # type: ignore[arg-type]

    match event:
        case GraceGranted(seat=seat, until=until):
            return news("grace", whose=_whose(view, seat), until=until)
        case RulingAwaited(powers=powers, clause=clause):
            return news("waits", powers=powers, clause=clause, vacant=unplayed(view, powers))
        case ContactAwaited(seat=seat, until=until):
            return news("contact", whose=_whose(view, seat), until=until)
        case ContactLapsed(seat=seat):
            return news("lapsed", whose=_whose(view, seat))
        case OrdersCameLate(seat=seat):
            return news("late", whose=seat)
        case DelayAsked() if view.moderated:
            return news("delay-asked", whose=event.seat, number=event.number, minutes=event.minutes, why=event.why)
        case DelayAnswered(granted=granted, why=why):
            return news("delay-granted" if granted else "delay-refused", why=why)
        case PlayerWarned(seat=seat, why=why):
            unasked = view.seat == seat and not any(each.seat == seat for each in view.dial.delays)
            return news("warned-first" if unasked else "warned", whose=_whose(view, seat), why=why)
        case AbsencePlanned():
            return news("absence", whose=event.seat, since=event.begins, until=event.ends, why=event.why)
        case AbsenceWithdrawn(seat=seat):
            return news("absence-off", whose=seat)
        case PaceSet(lengths=lengths, why=why):
            return news("pace", lengths=lengths, why=why)
        case PaceObjected(seat=seat, stands=True):
            return news("objected", whose=seat)
        case ResumptionCalled(seat=seat):
            return news("called", whose=seat)
        case _:
            return None


def _whose(view: View, seat: str) -> str:
    return "" if view.seat == seat else seat


def _reminded(view: View, event: Reminded) -> Iterator[Reminder]:
    """A reminder to those whose orders are wanted; everybody else is told of the deadline alone, where all are."""
    yours = bool(view.seat) and view.seat in event.powers
    if not yours and not event.broadcast:
        return
    following = next_of(view)
    left = following.deadline - event.at if following.deadline is not None else None
    yield Reminder(
        head=head_of(view),
        next=following,
        minutes=max(int(left.total_seconds() // 60), 0) if left is not None else 0,
        yours=yours,
        file=file_of(view) if yours else None,
        text=event.text,
        ballot=yours and _votes(view),
    )


def _votes(view: View) -> bool:
    """Whether a vote on builds waits for the view's seat."""
    poll, seat = view.poll, view.seat or ""
    if poll is None:
        return False
    return seat in poll.asked or (poll.taking and poll.votes is not None and poll.fitted is None)


# --- receipts ---


def time_heard(command: TimeCommand | TimeOffice | SetDeadline | Pause, view: View, now: datetime) -> Heard | None:
    """What came of words about time; every moment is told in full, and how far ahead it is (PB02)."""
    match command:
        case SetDeadline():
            return Heard(_deadline(command, view, now))
        case Pause():
            return Heard(_paused(view, now))
        case AskDelay():
            return Heard(_delay(view, now))
        case PlanAbsence():
            return Heard(_absence(command, view, now))
        case WithdrawAbsence(number=number):
            return Heard(say("Your absence {number} is off. A deadline that it moved stays.", number=number))
        case ObjectToPace(stands=stands):
            return Heard(_objected(view, now) if stands else say("Your objection to a faster pace is withdrawn."))
        case MakeContact():
            return Heard(say("It is noted that you are there."))
        case CallResumption():
            return Heard(_called(view, now))
        case AcceptLate(power=power):
            late = view.on_file.get(power)
            lines = settled(view, power, late.lines if late is not None else ())
            return Heard(say("The late set of {power_whose} is taken:", power_whose=power), tuple(map(written, lines)))
        case _:
            return Heard(_office(command, view))


def ahead(moment: datetime | None, now: datetime) -> int:
    """The minutes from now to a moment."""
    return max(int((moment - now).total_seconds() // 60), 0) if moment is not None else 0


def _deadline(command: SetDeadline, view: View, now: datetime) -> Saying:
    time, span = command.deadline.isoformat(), ahead(command.deadline, now)
    if command.leapt:
        return say(
            "The clocks leap over {hour} on that day. The deadline is the first moment after it: {time_deadline}, "
            "{span_ahead} ahead.", hour=command.leapt, time_deadline=time, span_ahead=span,
        )  # fmt: skip
    return say("The deadline is now {time_deadline}, {span_ahead} ahead.", time_deadline=time, span_ahead=span)


def _paused(view: View, now: datetime) -> Saying:
    until = view.dial.pause_until
    if until is None:
        return say("The game is paused.")
    return say("The game is paused until {time_until}, {span_ahead} ahead.", time_until=until.isoformat(),
               span_ahead=ahead(until, now))  # fmt: skip


def _delay(view: View, now: datetime) -> Saying:
    """How a delay was answered; one that waits for the game master says so."""
    mine = [each for each in view.dial.delays if each.seat == view.seat]
    granted = mine[-1].granted if mine else None
    if granted is None:
        return say("The game master has your wish for a delay. Until it is answered the deadline stays.")
    if not granted:
        return say("After the warning no further delay is granted to you (VII.5); the deadline stays.")
    if view.seat in view.dial.warned:
        return say(
            "The delay is granted: the deadline is {time_deadline}, {span_ahead} ahead. Be warned: no further delay "
            "will be granted to you (VII.5).",
            time_deadline=_time(view.deadline), span_ahead=ahead(view.deadline, now),
        )  # fmt: skip
    return say("The delay is granted: the deadline is {time_deadline}, {span_ahead} ahead.",
               time_deadline=_time(view.deadline), span_ahead=ahead(view.deadline, now))  # fmt: skip


def _time(moment: datetime | None) -> str:
    return moment.isoformat() if moment is not None else ""


def _absence(command: PlanAbsence, view: View, now: datetime) -> Saying:
    """The absence in full, with the number by which it can be withdrawn."""
    number = max((each.number for each in view.dial.absences if each.seat == view.seat), default=0)
    args = {
        "number": number,
        "time_begins": command.begins.isoformat(),
        "time_ends": command.ends.isoformat(),
        "span_ahead": ahead(command.begins, now),
    }
    if command.announced:
        return say(
            "Absence {number}, told to everybody: you are away from {time_begins} ({span_ahead} ahead) until "
            "{time_ends}. “cancel absence {number}” takes it back.", **args,
        )  # fmt: skip
    if not view.moderated:
        return say(
            "Absence {number}, told to nobody: you are away from {time_begins} ({span_ahead} ahead) until {time_ends}. "
            "“cancel absence {number}” takes it back.", **args,
        )  # fmt: skip
    return say(
        "Absence {number}, told to the game master alone: you are away from {time_begins} ({span_ahead} ahead) until "
        "{time_ends}. “cancel absence {number}” takes it back.", **args,
    )  # fmt: skip


def deadline_away(command: PlanAbsence, view: View) -> Saying | None:
    """What becomes of the running deadline by an absence that was entered, and why it stays where it does (VII.5)."""
    deadline = view.deadline
    if view.stage is not Stage.RUNNING or deadline is None or view.paused:
        return None
    args = {"phase_now": view.phase, "time_deadline": deadline.isoformat()}
    if deadline < command.begins:
        return say("The deadline of {phase_now}, {time_deadline}, comes before your absence and stays.", **args)
    if deadline >= command.ends:
        return say("The deadline of {phase_now} is {time_deadline}, after your absence.", **args)
    if view.sheet.letter("VII.5.absences") != "B":
        return say(
            "The deadline of {phase_now}, {time_deadline}, falls into your absence and stays: absences move no "
            "deadline in this game (VII.5). “delay 2 days because …” asks for more time.", **args,
        )  # fmt: skip
    if view.own is not None and view.own.at is not None and view.own.final:
        return say(
            "The deadline of {phase_now}, {time_deadline}, falls into your absence and stays, since your orders are "
            "final (VII.5).", **args,
        )  # fmt: skip
    if not _decides(view):
        return say(
            "The deadline of {phase_now}, {time_deadline}, falls into your absence and stays, since you have nothing "
            "to decide (VII.5).", **args,
        )  # fmt: skip
    return say(
        "The deadline of {phase_now} is {time_deadline}, within your absence: absences move it no further (VII.5).",
        **args,
    )


def _decides(view: View) -> bool:
    """Whether the seat has anything to decide: see `State.decides`."""
    if view.own is None:
        return False
    due, places = view.own.due, dict(view.retreats)
    if view.phase.kind is PhaseKind.RETREAT:
        return any(places.get(unit.province) for unit in due.units)
    return due.count > 0 or (-due.count < len(due.units))


def absence_remarks(commands: Sequence[object], view: View) -> tuple[Saying, ...]:
    """What becomes of the deadline by the absences among commands that were heard."""
    planned = [each for each in commands if isinstance(each, PlanAbsence)]
    told = (deadline_away(each, view) for each in planned[-1:])
    return tuple(each for each in told if each is not None)


def _objected(view: View, now: datetime) -> Saying:
    return say(
        "Your objection to a faster pace stands; nobody is told whose it is. The deadline is {time_deadline}, "
        "{span_ahead} ahead.", time_deadline=_time(view.deadline), span_ahead=ahead(view.deadline, now),
    )  # fmt: skip


def _called(view: View, now: datetime) -> Saying:
    if not view.paused:
        return say("The game goes on: the deadline is {time_deadline}, {span_ahead} ahead.",
                   time_deadline=_time(view.deadline), span_ahead=ahead(view.deadline, now))  # fmt: skip
    return say("Your call for the game to go on is noted; it goes on once more than half of the players call for it.")


def _office(command: AnswerDelay | Warn | SetPace | Remind, view: View) -> Saying:
    match command:
        case AnswerDelay(number=number, granted=granted):
            if granted:
                return say("Delay {number} is granted: the deadline is {time_deadline}.", number=number,
                           time_deadline=_time(view.deadline))  # fmt: skip
            return say("Delay {number} is refused.", number=number)
        case Warn(seat=seat):
            return say("{power_warned} is warned.", power_warned=seat)
        case SetPace(lengths=lengths):
            if lengths:
                return say("The pace is set; everybody is told.")
            return say("The lengths of the house rules hold again; everybody is told.")
        case Remind(broadcast=broadcast):
            return say("Everybody is reminded.") if broadcast else say("The reminders are sent.")


def unplayed(view: View, powers: Iterable[str]) -> tuple[str, ...]:
    """Those of them that nobody plays."""
    return tuple(power for power in powers if view.seats.get(Seat(power)) is None)


VACANT = say(
    "Nobody plays {seats_vacant}, and whoever comes first may: “standby” in a letter to the game is enough, from "
    "anybody who has no power here, and the game goes on with them."
)
"""Where nobody presides: the way out of waiting for a seat that is vacant."""


def clock_told(view: View) -> Iterator[Saying]:
    """How the clock stands, as this seat may know it: for the answer to `status`."""
    dial = view.dial
    if view.stage in (Stage.OVER, Stage.CLOSED):
        return
    if dial.waiting is not None and dial.waiting.powers:
        yield say("The game waits for the orders of {seats_missing} ({clause}).",
                  seats_missing="; ".join(dial.waiting.powers), clause=dial.waiting.clause)  # fmt: skip
        if (vacant := unplayed(view, dial.waiting.powers)) and not view.moderated:
            yield filled(VACANT, seats_vacant="; ".join(vacant))
    if dial.pause_until is not None and view.paused:
        yield say("The pause ends on {time_until}.", time_until=dial.pause_until.isoformat())
    for contact in dial.contacts:
        if contact.seat == view.seat:
            yield say("You missed a turn, and must write by {time_until}.", time_until=contact.until.isoformat())
    if dial.schedule is not None and view.deadline is not None and view.deadline < dial.schedule:
        yield say("By the schedule of the house rules the deadline would be {time_schedule}.",
                  time_schedule=dial.schedule.isoformat())  # fmt: skip
    for each in dial.absences:
        args = {"number": each.number, "time_begins": each.begins.isoformat(), "time_ends": each.ends.isoformat()}
        if each.seat == view.seat:
            yield say("Your absence {number}: from {time_begins} until {time_ends}.", **args)
        else:
            yield say("{seat_whose} is away from {time_begins} until {time_ends}.", seat_whose=each.seat, **args)
