"""Delays: asked for before the deadline, answered by the game master or by the automatic referee's rule (VII.5)."""

from __future__ import annotations

from datetime import datetime, timedelta

from dragoman.diplomacy.commands import AnswerDelay, AskDelay, Warn
from dragoman.diplomacy.decide import absences
from dragoman.diplomacy.decide.claims import not_running
from dragoman.diplomacy.events import DeadlineSet, DelayAnswered, DelayAsked, Event, PlayerWarned, recorded
from dragoman.diplomacy.state import State
from dragoman.diplomacy.state.absences import Delay
from dragoman.game import clock
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say
from dragoman.game.seats import PersonId, Seat

Outcome = tuple[Event, ...] | Refusal
SHORTEST = timedelta(minutes=1)


def ask(state: State, command: AskDelay, now: datetime) -> Outcome:
    """Ask for a delay. The automatic referee answers at once; a human game master is told."""
    refused = not_running(state) or _not_asked(state, command, now)
    if refused:
        return refused
    asked = DelayAsked(
        at=now,
        number=len(state.time.delays) + 1,
        seat=command.by.seat or "",
        person=command.by.person,
        phase=recorded.phase_record(state.phase),
        minutes=int(command.span.total_seconds() // 60),
        why=command.why.strip(),
    )
    return (asked,) if state.moderated() else (asked, *_answered(state, asked, now))


def _not_asked(state: State, command: AskDelay, now: datetime) -> Refusal | None:
    if command.by.seat not in state.chart.powers:
        return Refusal("no-power", say("Only those who play a power can ask for a delay."))
    if command.span < SHORTEST:
        return Refusal("no-span", say("Write how long: “delay 2 days because …”."), "VII.5")
    if state.paused is not None:
        return Refusal("paused", say("The clock stands still; there is nothing to delay."), "VII.5")
    if state.deadline is None or now >= state.deadline:
        return Refusal("late", say("A delay must be asked for before the deadline."), "VII.5")
    longest = state.sheet.choice("VII.5.delays").value("longest")
    if not state.moderated() and command.span > timedelta(days=int(longest)):
        text = say("A delay can be {days_longest} at the most.", days_longest=longest)
        return Refusal("too-long", text, "VII.5.delays")
    return None


def _answered(state: State, asked: DelayAsked, now: datetime) -> tuple[Event, ...]:
    """The automatic referee's answer: so many are granted as they come, the next with a warning, then none."""
    person = PersonId(asked.person)
    if person in state.time.warned:
        return (DelayAnswered(at=now, number=asked.number, seat=asked.seat, granted=False, by="referee"),)
    granted = DelayAnswered(at=now, number=asked.number, seat=asked.seat, granted=True, by="referee")
    had = sum(1 for each in state.time.delays if each.seat == asked.seat and each.granted)
    warned: tuple[Event, ...] = ()
    if had >= state.sheet.choice("VII.5.delays").number("free"):
        warned = (PlayerWarned(at=now, seat=asked.seat, person=person),)
    return granted, *warned, _put_off(state, timedelta(minutes=asked.minutes), now)


def _put_off(state: State, span: timedelta, now: datetime) -> DeadlineSet:
    """The deadline so much later; one that would so fall into a planned absence moves on (VII.5.absences)."""
    deadline = absences.left(state, clock.delayed(state.calendar, state.deadline or now, span))
    return DeadlineSet(at=now, phase=recorded.phase_record(state.phase), deadline=deadline, cause="delay")


# --- the game master ---


def answer(state: State, command: AnswerDelay, now: datetime) -> Outcome:
    """Grant or refuse a delay that waits for an answer."""
    delay = next((each for each in state.time.delays if each.number == command.number), None)
    if delay is None or delay.phase != state.phase:
        text = say("No delay number {number} is asked for now.", number=command.number)
        return Refusal("no-such-delay", text, "VII.5")
    if delay.granted is not None:
        return Refusal("answered", say("Delay number {number} has been answered.", number=command.number), "VII.5")
    answered = DelayAnswered(
        at=now, number=delay.number, seat=delay.seat, granted=command.granted, by="gm", why=command.why.strip()
    )
    if not command.granted:
        person = state.holder(Seat(delay.seat))
        if person not in state.time.warned:
            text = say("{power_whose} has not been warned; “gm warn {power}: …” comes before a refusal.",
                       power_whose=delay.seat, power=delay.seat)  # fmt: skip
            return Refusal("not-warned", text, "VII.5")
        return (answered,)
    return answered, _put_off(state, delay.span, now)


def warn(state: State, command: Warn, now: datetime) -> Outcome:
    """Warn a player that their delays may be refused from now on."""
    person = state.holder(Seat(command.seat))
    if command.seat not in state.chart.powers or person is None:
        text = say("Nobody plays {seat}.", seat=command.seat)
        return Refusal("unknown-seat", text, text=command.seat)
    return (PlayerWarned(at=now, seat=command.seat, person=person, why=command.why.strip()),)


def unanswered(state: State, now: datetime) -> tuple[Event, ...]:
    """What the clock makes of delays that nobody answered by the deadline: granted, unless the player has been
    warned."""
    waiting = [each for each in state.time.delays if each.granted is None and each.phase == state.phase]
    events: list[Event] = [
        DelayAnswered(at=now, number=each.number, seat=each.seat, granted=_unwarned(state, each), by="clock")
        for each in waiting
    ]
    spans = [each.span for each in waiting if _unwarned(state, each)]
    return (*events, _put_off(state, max(spans), now)) if spans else tuple(events)


def _unwarned(state: State, delay: Delay) -> bool:
    return state.holder(Seat(delay.seat)) not in state.time.warned
