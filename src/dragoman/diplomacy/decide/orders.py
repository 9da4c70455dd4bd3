"""Which orders are taken, for which phase and until when (II.1, III.4, VII.3)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from dragoman.diplomacy.board.position import Phase, PhaseKind
from dragoman.diplomacy.commands import AskExport, ClearOrders, MarkStatus, SubmitOrders
from dragoman.diplomacy.decide import late, misplaced, opening, proxies, public, turn
from dragoman.diplomacy.decide.claims import being_adjudicated, late_for, not_running
from dragoman.diplomacy.democracy.settings import voted
from dragoman.diplomacy.events import Event, OrdersCleared, OrdersReceived, StatusMarked, recorded
from dragoman.diplomacy.events.contingent import choice_record
from dragoman.diplomacy.orders.order import Build, Line, Waive
from dragoman.diplomacy.state import State
from dragoman.diplomacy.state.filing import lines_of
from dragoman.diplomacy.state.rounds import is_phase, rank
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say
from dragoman.game.seats import GM

Outcome = tuple[Event, ...] | Refusal


def submit(state: State, command: SubmitOrders, now: datetime) -> Outcome:
    """Take a set of orders for a phase that they are taken for, and rule at once if it was the last one waited for."""
    refused = (
        _may_not_order(state, command, now)
        or _perpetual_refused(state, command)
        or _builds_refused(state, command)
        or _misplaced(state, command)
        or _no_proxy(state, command)
        or public.not_asked(state, command)
    )
    if refused:
        return late.kept(state, command, refused, now)
    phase, final = command.phase or state.phase, public.final(state, command)
    received = OrdersReceived(
        at=now,
        person=command.by.person,
        seat=command.by.seat or "",
        phase=recorded.phase_record(phase),
        lines=tuple(recorded.line_record(line) for line in command.lines),
        final=final if final is not None else final_unless_marked(state),
        channel=command.channel,
        giver=command.giver,
        choices=tuple(choice_record(choice, place) for place, choice in command.choices),
        perpetual=command.perpetual,
        public=command.public,
        came=command.came,
    )
    events = (received, *_fallen(state, received, now)) if phase == state.phase and not command.giver else (received,)
    return _and_perhaps_ruled(state, events, now) if _may_be_last(state, command, phase) else events


def final_unless_marked(state: State) -> bool:
    """Clause II.1: what an unmarked set is."""
    return state.sheet.letter("II.1") == "A"


def _may_be_last(state: State, command: SubmitOrders, phase: Phase) -> bool:
    """Whether the set may be the last one waited for: a set for now, or one for later in the round from a power that
    has nothing to order now."""
    if command.giver:
        return False
    return phase == state.phase or (phase in state.round() and not state.due(command.by.seat or ""))


def _fallen(state: State, event: OrdersReceived | OrdersCleared, now: datetime) -> tuple[Event, ...]:
    return proxies.fallen(opening.folded(state, (event,)), event.seat, now)


def _and_perhaps_ruled(state: State, events: tuple[Event, ...], now: datetime) -> tuple[Event, ...]:
    return *events, *turn.if_all_final(opening.folded(state, events), now)


def mark(state: State, command: MarkStatus, now: datetime) -> Outcome:
    """Call the set on file final or preliminary. “Final” without a set is a set without orders: every unit holds."""
    refused = _may_not_order(state, command, now)
    if refused:
        return refused
    power, phase = command.by.seat or "", command.phase or state.phase
    if state.received(power, phase):
        marked = StatusMarked(at=now, seat=power, phase=recorded.phase_record(phase), final=command.final)
        waited = phase == state.phase or (phase in state.round() and not state.due(power))
        return _and_perhaps_ruled(state, (marked,), now) if waited else (marked,)
    if command.final:
        return submit(state, SubmitOrders(command.by, (), command.phase, True, came=command.came), now)
    return _nothing_on_file(state, phase)


def clear(state: State, command: ClearOrders, now: datetime) -> Outcome:
    """Take orders on file back: those for a phase, or all there are, the perpetual ones too."""
    phases: tuple[Phase, ...] = (command.phase or state.phase,)
    if command.phase is None:
        phases = tuple(phase for phase in state.open_phases() if _something(state, command, phase)) or phases
    refused = (
        not_running(state)
        or _plays_no_power(state, command)
        or wrong_phase(state, command.phase)
        or next((past for phase in phases if (past := _late(state, command, phase, now) or _held(state, phase))), None)
        or public.bound(state, command)
    )
    if refused:
        return refused
    power = command.by.seat or ""
    kinds = {kind for owner, kind in state.perpetual if owner == power} if command.phase is None else set()
    cleared = [phase for phase in phases if _something(state, command, phase)]
    if not cleared and not kinds:
        return _nothing_on_file(state, phases[0])
    lasting = [next(p for p in state.open_phases() if p.kind is kind) for kind in sorted(kinds)]
    events = tuple(
        OrdersCleared(at=now, seat=power, phase=recorded.phase_record(phase), perpetual=phase in lasting)
        for phase in dict.fromkeys((*cleared, *lasting))
    )
    return *events, *(_fallen(state, events[0], now) if cleared[:1] == [state.phase] else ())


def _something(state: State, command: ClearOrders, phase: Phase) -> bool:
    """Whether a power has anything on file for a phase, orders by proxy among it."""
    power = command.by.seat or ""
    by_proxy = phase == state.phase and any(receiver == power for _, receiver in state.by_proxy)
    return bool(state.received(power, phase)) or by_proxy


def _nothing_on_file(state: State, phase: Phase) -> Refusal:
    return Refusal("nothing-on-file", say("You have no orders on file for {phase_now}.", phase_now=phase))


def _may_not_order(state: State, command: SubmitOrders | MarkStatus, now: datetime) -> Refusal | None:
    phase = command.phase or state.phase
    return (
        not_running(state)
        or _plays_no_power(state, command)
        or wrong_phase(state, command.phase)
        or (None if isinstance(command, SubmitOrders) and command.giver else _nothing_to_order(state, command, phase))
        or _late(state, command, phase, now)
        or _held(state, phase)
        or public.bound(state, command)
    )


def _plays_no_power(state: State, command: SubmitOrders | MarkStatus | ClearOrders) -> Refusal | None:
    if command.by.seat in state.chart.powers:
        return None
    return Refusal("no-power", say("Only those who play a power can send orders."))


def _perpetual_refused(state: State, command: SubmitOrders) -> Refusal | None:
    """II.4.A: what the set orders is then lost with its mark, or it would hold in the one phase unasked (ours)."""
    if not command.perpetual or state.sheet.letter("II.4") == "B":
        return None
    text = say("Perpetual sets are not taken in this game; send the orders without that word.")
    return Refusal("no-perpetual", text, "II.4.A")


def builds(lines: Iterable[Line]) -> bool:
    """Whether any of these orders is about a build."""
    return any(isinstance(line.order, Build | Waive) for line in lines)


def builds_voted(text: str = "") -> Refusal:
    """D.1.B: why a build cannot be ordered."""
    says = say("Builds are voted on in this game and cannot be ordered: write “ballot:” once the vote has begun.")
    return Refusal("builds-voted", says, "D.1.B", text)


def _builds_refused(state: State, command: SubmitOrders) -> Refusal | None:
    phase = command.phase or state.phase
    if phase.kind is not PhaseKind.ADJUSTMENT or not voted(state.sheet):
        return None
    lines = (*command.lines, *(line for _, choice in command.choices for line in lines_of(choice)))
    return builds_voted() if builds(lines) else None


def _misplaced(state: State, command: SubmitOrders) -> Refusal | None:
    """A set that comes by no letter, and so was not read line by line, is taken whole or not at all."""
    lines = misplaced.all_lines(command.lines, command.choices)
    return misplaced.first_misplaced(state, command.phase or state.phase, lines)


def _no_proxy(state: State, command: SubmitOrders) -> Refusal | None:
    """Orders for another's units are taken only under a proxy. One revoked in silence is not betrayed here: what comes
    by it is taken and has no force."""
    if not command.giver or any(proxy.giver == command.giver for proxy in state.believed(command.by.seat or "")):
        return None
    text = say("You hold no proxy of {power_giver}.", power_giver=command.giver)
    return Refusal("no-proxy", text, "II.3")


def ruled_phase(state: State, phase: Phase | None) -> Refusal | None:
    """Why not the current phase: it is over, or has not come yet; the current one is named."""
    if phase is None or phase == state.phase:
        return None
    return _over(state, phase) or _ahead(state, phase)


def wrong_phase(state: State, phase: Phase | None) -> Refusal | None:
    """Why orders are not taken for a phase: it is over, too far ahead, or no phase; the current one is named."""
    if phase is None or phase in state.open_phases():
        return None
    if not is_phase(state.chart, phase):
        return Refusal("no-such-phase", say("There is no phase {phase_named}.", phase_named=phase), text=str(phase))
    return _over(state, phase) or _too_far_ahead(state, phase)


def _over(state: State, phase: Phase) -> Refusal | None:
    if rank(state.chart, phase) >= rank(state.chart, state.phase):
        return None
    text = say("{phase_named} is over. The game stands at {phase_now}.", phase_named=phase, phase_now=state.phase)
    return Refusal("phase-over", text, text=str(phase))


def _ahead(state: State, phase: Phase) -> Refusal:
    text = say(
        "{phase_named} has not come yet. The game stands at {phase_now}.", phase_named=phase, phase_now=state.phase
    )
    return Refusal("phase-ahead", text, text=str(phase))


def _too_far_ahead(state: State, phase: Phase) -> Refusal:
    text = say(
        "{phase_named} is too far ahead: orders are taken for {phase_now} to {phase_last}.",
        phase_named=phase,
        phase_now=state.phase,
        phase_last=state.open_phases()[-1],
    )
    return Refusal("phase-ahead", text, f"F.6.{state.sheet.letter('F.6')}", str(phase))


def _nothing_to_order(state: State, command: SubmitOrders | MarkStatus, phase: Phase) -> Refusal | None:
    """What will be owed in a phase ahead nobody knows yet."""
    if phase != state.phase or state.due(command.by.seat or ""):
        return None
    return Refusal(
        "nothing-to-order",
        say("You have nothing to order in {phase_now}; nobody waits for you.", phase_now=state.phase),
    )


def _late(
    state: State, command: SubmitOrders | MarkStatus | ClearOrders, phase: Phase, now: datetime
) -> Refusal | None:
    """VII.3: the phases of the current round share its deadline."""
    return late_for(state, command.by.seat or "", command.came or now) if phase in state.round() else None


def _held(state: State, phase: Phase) -> Refusal | None:
    """A result that waits for its release is that of the whole round."""
    return being_adjudicated(state) if phase in state.round() else None


def exported_phase(state: State, command: AskExport) -> Outcome:
    """What was adjudicated is everybody's; what is on file for the current phase the game master's alone."""
    current = (
        command.by.seat == GM
        and state.moderated()
        and (command.phase == state.phase or (command.phase is None and not state.turns))
    )
    return () if current else known_phase(state, command.phase) or ()


def told_phase(state: State, phase: Phase | None) -> Refusal | None:
    """Of a phase that was taken back there is still something to tell."""
    if phase is not None and any(each.turn.phase == phase for each in state.corrections.superseded):
        return None
    return known_phase(state, phase)


def known_phase(state: State, phase: Phase | None) -> Refusal | None:
    """Of a phase that was never adjudicated there is nothing to tell; where none is named the last one is meant."""
    if not state.turns:
        return Refusal("no-such-phase", say("No phase of this game has been adjudicated yet."), text=str(phase or ""))
    if phase is None or any(turn.phase == phase for turn in state.turns):
        return None
    first, last = state.turns[0].phase, state.turns[-1].phase
    text = say(
        "{phase_named} has not been adjudicated in this game; {phase_first} to {phase_last} have.",
        phase_named=phase,
        phase_first=first,
        phase_last=last,
    )
    return Refusal("no-such-phase", text, text=str(phase))
