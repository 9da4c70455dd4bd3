"""Orders in public, for retreats and adjustments, at the game master's request (II.6)."""

from __future__ import annotations

from datetime import datetime

from dragoman.diplomacy.board.position import PhaseKind
from dragoman.diplomacy.commands import AskPublic, ClearOrders, ConfirmPublic, DemandPrivate, MarkStatus, SubmitOrders
from dragoman.diplomacy.decide import opening, turn
from dragoman.diplomacy.decide.claims import not_running
from dragoman.diplomacy.events import Event, PrivateDemanded, PublicAsked, recorded
from dragoman.diplomacy.state import State
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say

Outcome = tuple[Event, ...] | Refusal


def ask(state: State, command: AskPublic, now: datetime) -> Outcome:
    """Ask for public orders. Everybody is told of it."""
    refused = _may_not_ask(state)
    if refused:
        return refused
    owing = [power for power in state.powers() if state.due(power)]
    for power in command.powers:
        if power not in owing:
            text = say("{power_named} has nothing to order in {phase_now}.", power_named=power, phase_now=state.phase)
            return Refusal("nothing-to-order", text, text=power)
    asked = tuple(power for power in owing if not command.powers or power in command.powers)
    return (PublicAsked(at=now, phase=recorded.phase_record(state.phase), powers=asked),)


def _may_not_ask(state: State) -> Refusal | None:
    if state.sheet.letter("II.6") == "A":
        return Refusal("no-public", say("The house rules have no orders given in public."), "II.6.A")
    if state.phase.kind is PhaseKind.MOVEMENT:
        text = say("Only retreats, builds and disbands can be asked for in public.")
        return Refusal("not-public", text, f"II.6.{state.sheet.letter('II.6')}")
    return None


def demand_private(state: State, command: DemandPrivate, now: datetime) -> Outcome:
    """Any remaining player may have the request withdrawn; then the phase has its usual deadline, from now."""
    refused = not_running(state) or _no_say(state, command)
    if refused:
        return refused
    phase = recorded.phase_record(state.phase)
    demanded = PrivateDemanded(at=now, phase=phase, seat=command.by.seat or "")
    return demanded, turn.next_deadline(opening.folded(state, (demanded,)), now, now, "private")


def _no_say(state: State, command: DemandPrivate) -> Refusal | None:
    if command.by.seat not in state.chart.powers:
        return Refusal("no-power", say("Only those who play a power can demand that."))
    if not state.asked:
        return Refusal("not-asked", say("No public orders are asked for."), "II.6")
    return None


# --- confirming them ---


def confirm(state: State, command: ConfirmPublic, now: datetime) -> Outcome:
    """II.6.C: the confirmation is the adjudication. `decide.office` has seen to the phase named."""
    if state.sheet.letter("II.6") != "C" or not state.asked:
        text = say("There are no public orders to be confirmed; “gm process {phase}” adjudicates.", phase=state.phase)
        return Refusal("nothing-to-confirm", text, "II.6")
    waiting = [power for power in state.powers() if state.due(power) and power not in state.sets]
    early = state.deadline is not None and now < state.deadline
    if early and waiting:
        text = say("Orders are still missing from {seats_missing}.", seats_missing="; ".join(waiting))
        return Refusal("too-early", text, "II.6.C")
    return turn.adjudicated(state, now, "confirmed")


# --- what is given in public ---


def bound(state: State, command: SubmitOrders | MarkStatus | ClearOrders) -> Refusal | None:
    """Why a public set cannot be changed or marked any more: under B it is final whatever it says, under C preliminary
    whatever it says. What is sent for other phases is not concerned."""
    given = state.public_set(command.by.seat or "") if command.phase in (None, state.phase) else None
    letter = state.sheet.letter("II.6")
    if given is None or (isinstance(command, SubmitOrders) and (command.giver or letter == "C")):
        return None
    if letter == "B":
        return Refusal("public-final", say("You have given your orders in public; they are final."), "II.6.B")
    if isinstance(command, MarkStatus):
        text = say("Orders given in public are preliminary until the game master confirms them.")
        return Refusal("public-preliminary", text, "II.6.C")
    return None


def final(state: State, command: SubmitOrders) -> bool | None:
    """What a set is called: in public the house rules say so, whatever the set does."""
    return state.sheet.letter("II.6") == "B" if command.public else command.final


def not_asked(state: State, command: SubmitOrders) -> Refusal | None:
    """Why a set cannot be given in public."""
    if not command.public or (command.by.seat in state.asked and command.phase in (None, state.phase)):
        return None
    return Refusal("not-asked", say("No public orders are asked of you."), f"II.6.{state.sheet.letter('II.6')}")
