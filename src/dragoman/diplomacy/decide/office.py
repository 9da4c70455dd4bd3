"""What the game master can do: look ahead, rule, set the time, pause, announce, change players, end."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import assert_never

from dragoman.diplomacy.commands import (
    AcceptKept,
    AcceptOrders,
    Announce,
    AskPublic,
    ConfirmPublic,
    EndGame,
    Invite,
    Pause,
    Preview,
    Process,
    ReplacePlayer,
    Resume,
    SetDeadline,
)
from dragoman.diplomacy.decide import deputies, kept, opening, public, turn
from dragoman.diplomacy.decide.claims import closed, game_master_only, not_running
from dragoman.diplomacy.decide.orders import final_unless_marked, ruled_phase, wrong_phase
from dragoman.diplomacy.events import (
    Announced,
    DeadlineSet,
    Event,
    GameClosed,
    GameEnded,
    OrdersReceived,
    Paused,
    PersonInvited,
    PlayerReplaced,
    Resumed,
    recorded,
)
from dragoman.diplomacy.events.contingent import choice_record
from dragoman.diplomacy.state import Stage, State
from dragoman.game import clock
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say
from dragoman.game.seats import PersonId

Outcome = tuple[Event, ...] | Refusal

FARTHEST = timedelta(days=366)
"""How far ahead a deadline can be set: what lies beyond is a slip of the pen, or a pause."""

Office = (
    Invite
    | Preview
    | Process
    | SetDeadline
    | Announce
    | Pause
    | Resume
    | EndGame
    | ReplacePlayer
    | AskPublic
    | ConfirmPublic
    | AcceptOrders
    | AcceptKept
)


def decide(state: State, command: Office, now: datetime) -> Outcome:
    """The game master's commands; anybody else's are refused."""
    return game_master_only(command.by) or closed(state) or _decided(state, command, now)


def _decided(state: State, command: Office, now: datetime) -> Outcome:
    match command:
        case Invite(person=person):
            return (PersonInvited(at=now, person=person),)
        case Preview():
            return not_running(state) or ()
        case Process():
            return not_running(state) or _process(state, command, now)
        case SetDeadline():
            return not_running(state) or _set_deadline(state, command, now)
        case Announce(text=text):
            return (Announced(at=now, text=text.strip()),) if text.strip() else _nothing_said()
        case Pause(why=why):
            return not_running(state) or _pause(state, why, now)
        case Resume():
            return not_running(state) or _resume(state, now)
        case EndGame(why=why):
            return _end(state, why, now)
        case ReplacePlayer():
            return _replace(state, command, now)
        case AskPublic():
            return not_running(state) or public.ask(state, command, now)
        case ConfirmPublic():
            return not_running(state) or _confirm(state, command, now)
        case AcceptOrders():
            return not_running(state) or _accept(state, command, now)
        case AcceptKept():
            return not_running(state) or kept.accept(state, command, now)
        case _:
            assert_never(command)


def _nothing_said() -> Refusal:
    return Refusal("empty-announcement", say("The announcement is empty; nothing was sent."))


def _process(state: State, command: Process, now: datetime) -> Outcome:
    """Rule now. The phase must be named: said twice, the command must not rule upon the next phase as well."""
    if command.phase is None:
        text = say("Name the phase to be adjudicated: “gm process {phase}”.", phase=state.phase)
        return Refusal("phase-missing", text)
    early = too_early(state.sheet.letter("VII.2"), state.deadline, turn.all_final(state), now)
    return ruled_phase(state, command.phase) or early or turn.adjudicated(state, now, "gm")


def _confirm(state: State, command: ConfirmPublic, now: datetime) -> Outcome:
    if command.phase is None:
        return Refusal("phase-missing", say("Name the phase to be confirmed: “gm confirm {phase}”.", phase=state.phase))
    return ruled_phase(state, command.phase) or _before_deadline(state, now) or public.confirm(state, command, now)


def _accept(state: State, command: AcceptOrders, now: datetime) -> Outcome:
    """Take a set for a power, for a reason that is kept: what its letter lacked (II.2), or how it came (F.2)."""
    if command.power not in state.chart.powers:
        text = say("The map has no power “{seat}”.", seat=command.power)
        return Refusal("unknown-seat", text, text=command.power)
    if not command.why:
        text = say("Say why: “gm accept {seat} because …”, and the orders on the lines below.", seat=command.power)
        return Refusal("no-reason", text)
    phase = command.phase or state.phase
    refused = wrong_phase(state, phase)
    if refused:
        return refused
    received = OrdersReceived(
        at=now,
        person=command.by.person,
        seat=command.power,
        phase=recorded.phase_record(phase),
        lines=tuple(recorded.line_record(line) for line in command.lines),
        choices=tuple(choice_record(choice, place) for place, choice in command.choices),
        final=command.final if command.final is not None else final_unless_marked(state),
        channel="gm",
        why=command.why,
    )
    return received, *turn.if_all_final(opening.folded(state, (received,)), now)


def _before_deadline(state: State, now: datetime) -> Refusal | None:
    """VII.2.A: a confirmation, too, waits for the deadline."""
    if state.sheet.letter("VII.2") != "A" or state.deadline is None or now >= state.deadline:
        return None
    text = say("The house rules have nothing adjudicated before its deadline; “gm deadline …” can move it.")
    return Refusal("too-early", text, "VII.2.A")


def too_early(letter: str, deadline: datetime | None, all_final: bool, now: datetime) -> Refusal | None:
    """VII.2, by its letter: why the game master cannot adjudicate yet; None if it can be done."""
    if deadline is None or now >= deadline:
        return None
    if letter == "A":
        text = say("The house rules have nothing adjudicated before its deadline; “gm deadline …” can move it.")
        return Refusal("too-early", text, "VII.2.A")
    if all_final:
        return None
    text = say(
        "Not all players have sent final orders, and the deadline has not passed. “gm preview” shows what is on file; "
        "“gm deadline …” can move the deadline."
    )
    return Refusal("too-early", text, "VII.2.B")


def _set_deadline(state: State, command: SetDeadline, now: datetime) -> Outcome:
    if command.deadline <= now:
        time = command.deadline.isoformat()
        return Refusal("deadline-past", say("{time_deadline} has passed already.", time_deadline=time))
    if command.deadline > now + FARTHEST:
        text = say("{time_deadline} is more than a year away; “gm pause” stops the clock for as long as you like.",
                   time_deadline=command.deadline.isoformat())  # fmt: skip
        return Refusal("deadline-far", text)
    return (
        DeadlineSet(
            at=now,
            phase=recorded.phase_record(state.phase),
            deadline=command.deadline.astimezone(UTC),
            cause="gm",
            why=command.why.strip(),
        ),
    )


def _pause(state: State, why: str, now: datetime) -> Outcome:
    if state.paused is not None:
        return Refusal("paused-already", say("The game is paused already."))
    return (Paused(at=now, why=why.strip()),)


def _resume(state: State, now: datetime) -> Outcome:
    """The players get the time that was left when the pause began."""
    if state.paused is None or state.deadline is None:
        return Refusal("not-paused", say("The game is not paused."))
    deadline = clock.resumed(now, state.paused, state.deadline)
    phase = recorded.phase_record(state.phase)
    return Resumed(at=now), DeadlineSet(at=now, phase=phase, deadline=deadline, cause="resumed")


def _end(state: State, why: str, now: datetime) -> tuple[Event, ...]:
    if state.stage is Stage.OVER:
        return (GameClosed(at=now, why=why.strip()),)
    return (GameEnded(at=now, result="ended", why=why.strip()),)


def _replace(state: State, command: ReplacePlayer, now: datetime) -> Outcome:
    if command.seat not in state.chart.powers:
        return Refusal("unknown-seat", say("The map has no power “{seat}”.", seat=command.seat), text=command.seat)
    person = state.roster.suggested.get(command.seat) if command.suggested else command.person
    if command.suggested and person is None:
        text = say("Nobody has been suggested for {power_whose}.", power_whose=command.seat)
        return Refusal("nobody-suggested", text)
    if person is None:
        text = say("Nobody is known by the address “{address}”.", address=command.address)
        return Refusal("unknown-person", text, text=command.address)
    return deputies.busy(state, person) or _replaced(state, command, person, now)


def _replaced(state: State, command: ReplacePlayer, person: PersonId, now: datetime) -> tuple[Event, ...]:
    """PB13: the orders on file stay, or go, as the game master says."""
    replaced = PlayerReplaced(
        at=now,
        person=person,
        seat=command.seat,
        before=state.holder(command.seat),
        why=command.why.strip(),
        cleared=command.clear,
    )
    events = (*deputies.vacated(state, person, now), replaced)
    return *events, *opening.if_full(opening.folded(state, events), now)
