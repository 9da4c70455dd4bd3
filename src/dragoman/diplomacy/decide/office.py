"""What the game master can do: look ahead, rule, set the time, pause, announce, change players, end."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import assert_never

from dragoman.diplomacy.commands import (
    AcceptKept,
    AcceptLate,
    AcceptOrders,
    Announce,
    AnswerDelay,
    AskPublic,
    ConfirmPublic,
    EndGame,
    Invite,
    Pause,
    Preview,
    Process,
    Remind,
    ReplacePlayer,
    Resume,
    SetDeadline,
    SetPace,
    TimeOffice,
    Warn,
)
from dragoman.diplomacy.decide import (
    absences,
    deputies,
    grace,
    kept,
    opening,
    pace,
    pauses,
    public,
    standbys,
    time,
    turn,
    votes,
)
from dragoman.diplomacy.decide.claims import closed, game_master_only, not_running
from dragoman.diplomacy.decide.orders import final_unless_marked, ruled_phase, wrong_phase
from dragoman.diplomacy.events import (
    Announced,
    DeadlineSet,
    Event,
    GameClosed,
    GameEnded,
    OrdersReceived,
    PersonInvited,
    PlayerReplaced,
    recorded,
)
from dragoman.diplomacy.events.contingent import choice_record
from dragoman.diplomacy.state import Stage, State
from dragoman.game.clock import zone
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
    | TimeOffice
)


def decide(state: State, command: Office, now: datetime) -> Outcome:
    """The game master's commands; anybody else's are refused."""
    return game_master_only(command.by) or closed(state) or _decided(state, command, now)


def _decided(state: State, command: Office, now: datetime) -> Outcome:
    match command:
        case Invite(person=person, address=address):
            no = Refusal("no-address", say("“{address}” is no address.", address=address))
            return no if person is None else (PersonInvited(at=now, person=person),)
        case Preview():
            return not_running(state) or ()
        case Process():
            return not_running(state) or _process(state, command, now)
        case SetDeadline():
            return not_running(state) or _set_deadline(state, command, now)
        case Announce(text=text):
            return (Announced(at=now, text=text.strip()),) if text.strip() else _nothing_said()
        case Pause():
            return not_running(state) or pauses.pause(state, command, now)
        case Resume():
            return not_running(state) or pauses.resume(state, now)
        case EndGame(why=why):
            return _end(state, why, now)
        case ReplacePlayer():
            return _over(state) or _replace(state, command, now)
        case AskPublic():
            return not_running(state) or public.ask(state, command, now)
        case ConfirmPublic():
            return not_running(state) or _confirm(state, command, now)
        case AcceptOrders():
            return not_running(state) or _accept(state, command, now)
        case AcceptKept():
            return not_running(state) or kept.accept(state, command, now)
        case AnswerDelay() | Warn() | SetPace() | Remind() | AcceptLate():
            return not_running(state) or time.office(state, command, now)
        case _:
            assert_never(command)


def _nothing_said() -> Refusal:
    return Refusal("empty-announcement", say("The announcement is empty; nothing was sent."))


def _process(state: State, command: Process, now: datetime) -> Outcome:
    """Rule now. The phase must be named: said twice, the command must not rule upon the next phase as well."""
    if command.phase is None:
        text = say("Name the phase to be adjudicated: “gm process {phase}”.", phase=state.phase)
        return Refusal("phase-missing", text)
    if state.poll is not None:
        return _vote_open(state)
    early = too_early(state, now)
    return ruled_phase(state, command.phase) or early or turn.adjudicated(state, now, "gm")


def _confirm(state: State, command: ConfirmPublic, now: datetime) -> Outcome:
    if command.phase is None:
        return Refusal("phase-missing", say("Name the phase to be confirmed: “gm confirm {phase}”.", phase=state.phase))
    if state.poll is not None:
        return _vote_open(state)
    return ruled_phase(state, command.phase) or _before_deadline(state, now) or public.confirm(state, command, now)


def _vote_open(state: State) -> Refusal:
    """D.13: a vote ends by itself, and the phase is adjudicated with it."""
    until = state.deadline.isoformat() if state.deadline is not None else ""
    text = say("The vote on builds runs to {time_until}; “gm deadline …” can move that.", time_until=until)
    return Refusal("vote-open", text, "D.13")


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
    other_way = _other_way(state, command, now)
    if other_way:
        return other_way
    received = OrdersReceived(
        at=now,
        person=command.by.person,
        seat=command.power,
        phase=recorded.phase_record(phase),
        lines=tuple(recorded.line_record(line) for line in command.lines),
        choices=tuple(choice_record(choice, place) for place, choice in command.choices),
        final=command.final if command.final is not None else final_unless_marked(state),
        channel=command.channel,
        why=command.why,
        came=command.received,
    )
    return received, *turn.if_all_final(opening.folded(state, (received,)), now)


def _other_way(state: State, command: AcceptOrders, now: datetime) -> Refusal | None:
    """F.2: by which way, and when, a set came that the game master enters; when it came is what counts (VII.1)."""
    if command.channel == "gm" and command.received is None:
        return None
    if state.sheet.letter("F.2") != "B":
        text = say("By the house rules orders are not taken in person, by post or by phone.")
        return Refusal("no-other-way", text, "F.2.A")
    received = command.received
    if received is not None and received > now:
        text = say("{time_received} has not come yet.", time_received=received.isoformat())
        return Refusal("not-yet", text, "F.2.B")
    strict = state.sheet.letter("VII.3") == "A" and state.deadline is not None
    if strict and state.deadline is not None and (received or now) >= state.deadline:
        text = say("The deadline for {phase_now} was {time_deadline}.", phase_now=state.phase,
                   time_deadline=state.deadline.isoformat())  # fmt: skip
        return Refusal("late", text, "VII.3.A")
    return None


def _before_deadline(state: State, now: datetime) -> Refusal | None:
    """VII.2.A: a confirmation, too, waits for the deadline."""
    if state.sheet.letter("VII.2") != "A" or state.deadline is None or now >= state.deadline:
        return None
    return _not_before_deadline()


def _not_before_deadline() -> Refusal:
    text = say(
        "The house rules have nothing adjudicated before its deadline. You may move the deadline itself: on your desk, "
        "or with “gm deadline …”."
    )
    return Refusal("too-early", text, "VII.2.A")


def too_early(state: State, now: datetime) -> Refusal | None:
    """Why the game master cannot have the phase adjudicated yet; None if it can be."""
    space = turn.earliest(state)
    if space is not None and now < space:
        text = say("The house rules leave time between results: until {time_space}.", time_space=space.isoformat())
        return Refusal("too-early", text, "VII.2.space")
    if state.deadline is None or now >= state.deadline:
        return _wanting(state, now)
    if state.sheet.letter("VII.2") == "A":
        return _not_before_deadline()
    if turn.all_final(state):
        return _wanting(state, now)
    if turn.orders_final(state) and (open_votes := votes.unvoted(state)):
        numbers = ", ".join(map(str, open_votes))
        text = say("All orders are final, but not everybody has voted on {numbers}, and votes are counted with the "
                   "orders. “gm deadline …” can move the deadline.", numbers=numbers)  # fmt: skip
        return Refusal("votes-awaited", text, "VII.2.B")
    text = say(
        "Not all players have sent final orders, and the deadline has not passed. “gm preview” shows what is on file; "
        "“gm deadline …” can move the deadline."
    )
    return Refusal("too-early", text, "VII.2.B")


def _wanting(state: State, now: datetime) -> Refusal | None:
    """The orders that the house rules wait for, also after the deadline."""
    clause = grace.waits(state)
    if clause and (powers := grace.awaited(state)):
        text = say("The phase is not adjudicated without the orders of {seats_missing}; “gm accept …” takes a set that "
                   "came some other way.", seats_missing="; ".join(powers))  # fmt: skip
        return Refusal("orders-missing", text, clause)
    running = {power: until for power, until in state.time.grace.items() if until > now and grace.silent(state, power)}
    if running:
        text = say("{seats_missing} have grace until {time_grace}.", seats_missing="; ".join(sorted(running)),
                   time_grace=max(running.values()).isoformat())  # fmt: skip
        return Refusal("grace", text, "VII.6.B")
    return None


def _set_deadline(state: State, command: SetDeadline, now: datetime) -> Outcome:
    if state.paused is not None:
        text = say(
            "The game is paused: its clock stands still, and there is no deadline to move. Write “gm resume” first."
        )
        return Refusal("paused", text, "VII.4.pause")
    if command.deadline <= now:
        time = command.deadline.isoformat()
        return Refusal("deadline-past", say("{time_deadline} has passed already.", time_deadline=time))
    if command.deadline > now + FARTHEST:
        text = say("{time_deadline} is more than a year away; “gm pause” stops the clock for as long as you like.",
                   time_deadline=command.deadline.isoformat())  # fmt: skip
        return Refusal("deadline-far", text)
    refused = (
        _too_soon(state, command.deadline)
        or _unasked(state, command, now)
        or _distant(state, command, now)
        or _away(state, command)
    )
    if refused:
        return refused
    return (
        DeadlineSet(
            at=now,
            phase=recorded.phase_record(state.phase),
            deadline=command.deadline.astimezone(UTC),
            cause="gm",
            why=command.why.strip(),
        ),
    )


NEAR = timedelta(hours=6)
"""How near a new deadline must be, while orders are missing, to be asked about (ours)."""


def _unasked(state: State, command: SetDeadline, now: datetime) -> Refusal | None:
    """VII.4: the game master may speed up as far as they like; but a slip in an hour costs players a turn, so a
    deadline that is drawn near while some have no final orders is asked about once (ours)."""
    later = state.deadline is not None and command.deadline >= state.deadline
    if command.sure or later or state.poll is not None or command.deadline >= now + NEAR:
        return None
    missing = [power for power in state.players() if state.decides(power) and not state.is_final(power)]
    if not missing:
        return None
    text = say(
        "{time_deadline} is only {span_ahead} ahead, and there are no final orders of {seats_missing}. The deadline "
        "stays. If you mean it, write “gm deadline {deadline} sure”, or tick it on the desk.",
        time_deadline=command.deadline.isoformat(),
        span_ahead=max(int((command.deadline - now).total_seconds() // 60), 0),
        seats_missing="; ".join(missing),
        deadline=_written(state, command.deadline),
    )
    return Refusal("deadline-near", text, "VII.4")


DISTANT = timedelta(days=120)
"""How far away a new deadline must be to be asked about (ours): a day that is past, written without its year, is the
next such day, and that is hardly meant."""


def _distant(state: State, command: SetDeadline, now: datetime) -> Refusal | None:
    if command.sure or command.deadline <= now + DISTANT:
        return None
    text = say(
        "{time_deadline} is {count} days ahead, and so the deadline stays. If you mean it, write “gm deadline "
        "{deadline} sure”, or tick it on the desk.",
        time_deadline=command.deadline.isoformat(),
        count=(command.deadline - now).days,
        deadline=_written(state, command.deadline),
    )
    return Refusal("deadline-distant", text, "VII.4")


def _away(state: State, command: SetDeadline) -> Refusal | None:
    """VII.5.absences.B: such a deadline would move; but a game master who means it knows better (ours)."""
    deadline = command.deadline.astimezone(UTC)
    away = absences.met(state, deadline) if not command.sure and deadline != state.deadline else ()
    if not away:
        return None
    text = say(
        "{time_deadline} falls into a planned absence of {seats_missing}, and so the deadline stays. After it would be "
        "“gm deadline {deadline_after}”; if you mean it, write “gm deadline {deadline} sure”, or tick it on the desk.",
        time_deadline=command.deadline.isoformat(),
        seats_missing="; ".join(away),
        deadline_after=_written(state, absences.left(state, deadline)),
        deadline=_written(state, deadline),
    )
    return Refusal("deadline-absence", text, "VII.5.absences.B")


def _written(state: State, moment: datetime) -> str:
    """A moment as a game master writes it."""
    return moment.astimezone(zone(state.zone)).strftime("%Y-%m-%d %H:%M")


def _too_soon(state: State, deadline: datetime) -> Refusal | None:
    """VII.4 and VII.2.space: a faster pace than the schedule must be a hardship to nobody, and leave its time after the
    last result."""
    schedule, space = state.time.schedule, turn.earliest(state)
    if space is not None and deadline < space:
        text = say("The house rules leave time between results: until {time_space}.", time_space=space.isoformat())
        return Refusal("too-early", text, "VII.2.space")
    if schedule is not None and state.time.objectors and deadline < schedule and state.deadline != deadline:
        return pace.objected()
    return None


def _over(state: State) -> Refusal | None:
    """Why nobody is seated any more: the game has ended."""
    return not_running(state) if state.stage in (Stage.OVER, Stage.CLOSED) else None


def _end(state: State, why: str, now: datetime) -> Outcome:
    """The end without a result, for a reason that everybody is told; a game that is over is closed."""
    if state.stage is Stage.OVER:
        return (GameClosed(at=now, why=why.strip()),)
    if not why.strip():
        text = say("Say why: “gm end: …”. It ends the game without a result, and everybody is told.")
        return Refusal("no-reason", text)
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
    events = (*deputies.vacated(state, person, now), *standbys.dismissed(state, command.seat, now), replaced)
    return *events, *opening.if_full(opening.folded(state, events), now)
