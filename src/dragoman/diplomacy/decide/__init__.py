"""What comes about when something is asked: events, or a refusal that says which rule is in the way and what to do
instead.

Nothing is changed here and no clock is read. A question brings about nothing; it is answered in the receipt.
"""

from __future__ import annotations

from datetime import datetime
from typing import assert_never

from dragoman.diplomacy.commands import (
    AskDelay,
    AskExport,
    AskHistory,
    CallResumption,
    ChooseReports,
    ClearOrders,
    ClockStruck,
    Command,
    ConductDeed,
    CorrectionDeed,
    DemandPrivate,
    GrantProxy,
    Join,
    MakeContact,
    MarketCommand,
    MarkStatus,
    ObjectToPace,
    Observe,
    OpenGame,
    PlanAbsence,
    PlayersCommand,
    PollCommand,
    PressCommand,
    Question,
    Resign,
    RevokeProxy,
    SubmitOrders,
    VoteCommand,
    WithdrawAbsence,
)
from dragoman.diplomacy.decide import (
    conduct,
    corrections,
    keeping,
    market,
    office,
    opening,
    orders,
    players,
    polls,
    presence,
    presiding,
    press,
    proposals,
    proxies,
    public,
    reports,
    seats,
    strike,
    time,
    turn,
    understudies,
)
from dragoman.diplomacy.decide.claims import nobody_presides, not_theirs
from dragoman.diplomacy.decide.wording import tidied
from dragoman.diplomacy.events import Event
from dragoman.diplomacy.state import State
from dragoman.game.directions import unmarked_within
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say

Outcome = tuple[Event, ...] | Refusal


def decide(state: State | None, command: Command, now: datetime) -> Outcome:
    """The events that the command brings about at `now` (aware, UTC), or why not. `state` is None before the
    opening."""
    if isinstance(command, OpenGame):
        return opening.open_game(unmarked_within(command), now) if state is None else _opened_already(state)
    if state is None:
        return Refusal("no-game", say("There is no such game."))
    if isinstance(command, ClockStruck):
        return strike.strike(state, now, command.away)
    refused = not_theirs(state, command.by)
    said = tidied(presiding.as_office(command))
    outcome = keeping.not_the_keepers(state, said) or _decided(state, said, now)
    if isinstance(outcome, Refusal) and outcome.code == "gm-only" and not state.moderated():
        outcome = nobody_presides()
    return refused or presence.attended(state, command.by, outcome, now)


def _opened_already(state: State) -> Refusal:
    return Refusal("name-taken", say("There is a game called “{name}” already.", name=state.name))


def _decided(state: State, command: Command, now: datetime) -> Outcome:  # one arm per kind of command
    if isinstance(command, CorrectionDeed):
        return corrections.decide(state, command, now)
    if isinstance(command, ConductDeed):
        return conduct.decide(state, command, now)
    if isinstance(command, PlayersCommand):
        return players.decide(state, command, now)
    if isinstance(command, PressCommand):
        return press.decide(state, command, now)
    if isinstance(command, VoteCommand):
        return proposals.decide(state, command, now)
    if isinstance(command, office.Office):
        return office.decide(state, command, now)
    if isinstance(command, PollCommand):
        return _polled(state, command, now)
    if isinstance(command, MarketCommand):
        return _bid(state, command, now)
    if isinstance(command, Question):
        return _asked(state, command)
    if isinstance(command, understudies.Ordering) and state.roster.acting(command.by.seat):
        return understudies.order(state, command, now)
    match command:
        case OpenGame() | ClockStruck():
            return ()
        case Join():
            return seats.join(state, command, now)
        case Observe():
            return seats.observe(state, command, now)
        case Resign():
            return seats.resign(state, command, now)
        case SubmitOrders():
            return orders.submit(state, command, now)
        case MarkStatus():
            return orders.mark(state, command, now)
        case AskDelay() | PlanAbsence() | WithdrawAbsence() | ObjectToPace() | MakeContact() | CallResumption():
            return time.decide(state, command, now)
        case ClearOrders():
            return orders.clear(state, command, now)
        case GrantProxy() | RevokeProxy():
            return proxies.decide(state, command, now)
        case DemandPrivate():
            return public.demand_private(state, command, now)
        case ChooseReports():
            return reports.choose(state, command, now)
        case _:
            assert_never(command)


def _polled(state: State, command: PollCommand, now: datetime) -> Outcome:
    outcome = polls.decide(state, command, now)
    return outcome if isinstance(outcome, Refusal) else turn.after_vote(state, outcome, now)


def _bid(state: State, command: MarketCommand, now: datetime) -> Outcome:
    """Bids may be the last that a phase waits for (VII.6.C), as orders may."""
    outcome = market.decide(state, command, now)
    if isinstance(outcome, Refusal) or state.time.waiting is None:
        return outcome
    return *outcome, *turn.if_all_final(opening.folded(state, outcome), now)


def _asked(state: State, command: Question) -> Outcome:
    """A question brings about nothing; one about a phase that never was is refused."""
    if isinstance(command, AskExport):
        return orders.exported_phase(state, command)
    return (orders.told_phase(state, command.phase) or ()) if isinstance(command, AskHistory) else ()
