"""Letters that their owner confirms late count as of when they came (VII.1): what was said since stands, and nothing is
done in a phase that was meant for the one before.

Press is sent, and questions are answered, whenever they are heard; so are words about coming, going and being away.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from dragoman.diplomacy.board.position import Phase
from dragoman.diplomacy.commands import (
    Announce,
    AskReview,
    CastBallot,
    CastVote,
    ChooseReports,
    ClaimError,
    ClearOrders,
    Command,
    ConductDeed,
    Join,
    MakeContact,
    MarkStatus,
    Observe,
    PlaceBids,
    PlanAbsence,
    PlayersCommand,
    PressCommand,
    Question,
    Resign,
    SubmitOrders,
    WithdrawAbsence,
)
from dragoman.diplomacy.decide.orders import wrong_phase
from dragoman.diplomacy.events import (
    BallotCast,
    BallotWithdrawn,
    Event,
    MoneyGiven,
    OrdersCleared,
    OrdersReceived,
    Paused,
    ProxyGranted,
    ProxyRevoked,
    Resumed,
    StatusMarked,
    recorded,
)
from dragoman.diplomacy.state import Received, State
from dragoman.game.belated import moment, overtaken
from dragoman.game.protocol import Late, Speaker
from dragoman.game.refusals import Refusal
from dragoman.game.saying import Saying, say

OfNoPhase = (
    PressCommand | ConductDeed | PlayersCommand | Announce | AskReview | ChooseReports | ClaimError | Join | Observe
    | Resign | MakeContact | PlanAbsence | WithdrawAbsence
)  # fmt: skip
"""What is as good later as when it came."""

ALIKE: Mapping[type, str] = {
    ProxyGranted: "proxy", ProxyRevoked: "proxy", Paused: "pause", Resumed: "pause",
    BallotCast: "ballot", BallotWithdrawn: "ballot",
}  # fmt: skip
"""What gives and what takes back."""

Sets = SubmitOrders | MarkStatus | ClearOrders


def told(came: datetime) -> Saying:
    """What the answer says of such a letter."""
    return say(
        "Your letter came at {time_came}. Now that you have confirmed it, it counts as of then (VII.1): what you have "
        "said since of the same stands before it.",
        time_came=came.isoformat(),
    )


def bound(state: State, command: Command, late: Late) -> Command | Refusal:
    """A command as it is to be decided now: orders for the phase that stood when it came, or why it comes too late."""
    if isinstance(command, Question | OfNoPhase):
        return command
    if not isinstance(command, Sets):
        timed: Any = command
        came = isinstance(command, CastVote | CastBallot | PlaceBids)
        return _over(state, late) or (replace(timed, came=late.came) if came else command)
    phase = command.phase or late.then.phase
    newer = _newer_sets(command, phase, late) if phase in state.open_phases() else None
    if newer is not None and _displaced(state, command, phase, newer, late.came):
        return _stands(phase, newer)
    named: Any = replace(command, phase=None if phase == state.phase else phase)
    return wrong_phase(state, phase) or replace(named, came=late.came)


def overtaken_by(events: tuple[Event, ...], by: Speaker, late: Late) -> Refusal | None:
    """Why a command does not count that would bring these events about: its writer has said otherwise since."""
    said = [event for event in events if not isinstance(event, MoneyGiven)]  # one gift does not undo another
    newer = None if _orders(events) else overtaken(said, late.since, late.came, by.seat, ALIKE)
    if newer is None:
        return None
    text = say(
        "What you said of this later, at {time_newer}, stands; this letter changed nothing of it.",
        time_newer=moment(newer).isoformat(),
    )
    return Refusal("newer-stands", text, "VII.1")


def _orders(events: tuple[Event, ...]) -> bool:
    """Whether they are of sets, of which it has been seen already which are newer."""
    return any(isinstance(event, OrdersReceived | OrdersCleared | StatusMarked) for event in events)


def _over(state: State, late: Late) -> Refusal | None:
    """What was about the phase that stood then is not taken to be about another."""
    if (late.then.phase, late.then.stage) == (state.phase, state.stage):
        return None
    text = say(
        "Your letter came in {phase_named}, which is over, and the game stands at {phase_now}; write it anew if you "
        "still mean it.",
        phase_named=late.then.phase, phase_now=state.phase,
    )  # fmt: skip
    return Refusal("phase-over", text, "VII.1", str(late.then.phase))


def _newer_sets(command: Sets, phase: Phase, late: Late) -> Event | None:
    """What the same seat has said of its orders for that phase since, the last first."""
    record, giver = recorded.phase_record(phase), getattr(command, "giver", "")
    return next(
        (
            event
            for event in reversed(late.since)
            if isinstance(event, OrdersReceived | OrdersCleared | StatusMarked)
            and (event.seat, event.phase) == (command.by.seat, record)
            and getattr(event, "giver", "") == giver
            and moment(event) > late.came
        ),
        None,
    )


def _displaced(state: State, command: Sets, phase: Phase, newer: Event, came: datetime) -> bool:
    """III.4: whether nothing is left of it beside what is newer: where units are ordered one by one, something may be
    left of a set."""
    whole = state.sheet.letter("III.4") in ("A", "4.D.1.d")
    if whole or not isinstance(command, SubmitOrders) or not isinstance(newer, OrdersReceived):
        return True
    sent = Received(came, command.lines, False, choices=command.choices).provinces()
    sets = state.by_proxy.get((command.giver, str(command.by.seat)), ()) if command.giver else ()
    later = (each for each in sets or state.received(str(command.by.seat), phase) if each.at > came)
    return sent <= frozenset(province for each in later for province in each.provinces())


def _stands(phase: Phase, newer: Event) -> Refusal:
    text = say(
        "What you sent later for {phase_named}, at {time_newer}, stands; this letter changed nothing of it.",
        phase_named=phase, time_newer=moment(newer).isoformat(),
    )  # fmt: skip
    return Refusal("newer-stands", text, "VII.1")
