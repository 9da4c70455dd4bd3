"""When a phase is adjudicated (VII.2), what is recorded of it, and when the next one falls due (VII.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from dragoman.diplomacy.adjudication import adjudicate, phases
from dragoman.diplomacy.adjudication.amending import Change, Misfit, amended, reordered
from dragoman.diplomacy.adjudication.forgotten import adjudicate_with_forgotten
from dragoman.diplomacy.adjudication.verdict import Ruling
from dragoman.diplomacy.board.position import PhaseKind
from dragoman.diplomacy.decide import absences, endings, grace, market, polls, retreats, standbys, votes
from dragoman.diplomacy.decide.attendance import closed as round_closed
from dragoman.diplomacy.events import (
    DeadlineSet,
    Event,
    GameEnded,
    PhaseAdjudicated,
    PhaseHeld,
    RulesChanged,
    RulingAwaited,
    recorded,
)
from dragoman.diplomacy.events.contingent import TakenRecord, choice_record
from dragoman.diplomacy.evolve import evolve
from dragoman.diplomacy.houserules.sheet import switches
from dragoman.diplomacy.orders.order import OrderSet
from dragoman.diplomacy.state import Stage, State, Turn
from dragoman.diplomacy.state.endings import champion
from dragoman.diplomacy.state.rounds import days, together
from dragoman.game import clock
from dragoman.game.changing import replace

JUDGE = "1"
"""The adjudicator's version. It goes up when the same orders would be ruled upon otherwise than before."""


def if_all_final(state: State, now: datetime) -> tuple[Event, ...]:
    """The ruling at once, where nobody needs to be waited for any more: before the deadline, where clause VII.2.B lets
    the automatic referee be early; where a game master presides that is left to them. After it, where the phase waited
    for orders and all have come."""
    if state.stage is not Stage.RUNNING or state.paused is not None:
        return ()
    if state.time.waiting is not None:
        return begun(state, now) if state.time.waiting.powers and not grace.awaited(state) else ()
    if state.time.grace:  # whether and when the missing orders come is nobody's to know (VII.6.B)
        return ()
    space = earliest(state)
    if not may_be_early(state) or (space is not None and now < space):
        return ()
    return adjudicated(state, now, "all-final")


def after_vote(state: State, events: tuple[Event, ...], now: datetime) -> tuple[Event, ...]:
    """What came about in a vote on builds (D.1), and, where it is over by that, what follows: the first moves, or the
    ruling on the adjustments."""
    before = state.poll
    for event in events:
        state = evolve(state, event)
    if before is None or state.poll is not None:
        return events
    if before.phase.kind is PhaseKind.ADJUSTMENT:
        return *events, *adjudicated(state, now, "vote")
    return *events, next_deadline(state, now, now)


def may_be_early(state: State) -> bool:
    """Whether the automatic referee may adjudicate before the deadline (VII.2.B)."""
    if state.moderated() or state.sheet.letter("VII.2") != "B" or not all_final(state):
        return False
    return not (grace.waits(state) and grace.awaited(state))


def earliest(state: State) -> datetime | None:
    """VII.2.space: before when the phase is not adjudicated, since the last result has only just come; None where it
    may be at once."""
    hours = state.sheet.choice("VII.2.space").number("space")
    return state.time.ruled + timedelta(hours=hours) if hours and state.time.ruled is not None else None


def begun(state: State, now: datetime) -> tuple[Event, ...]:
    """The ruling after the deadline; or, where a human game master begins it, that it is awaited (VII.2.start), or that
    its result waits for their release."""
    if state.moderated() and state.sheet.letter("VII.2.start") == "B":
        return (RulingAwaited(at=now, phase=recorded.phase_record(state.phase), clause="VII.2.start"),)
    if state.moderated() and state.corrections.holding:
        return (PhaseHeld(at=now, phase=recorded.phase_record(state.phase)),)
    return adjudicated(state, now, "deadline")


def all_final(state: State) -> bool:
    """Whether nobody needs to be waited for. At least one set must be there: a table of nobody waits for its
    deadline."""
    return state.poll is None and not votes.awaited(state) and orders_final(state)


def orders_final(state: State) -> bool:
    """Whether all who may order have called their sets final, whatever is still to be voted on."""
    owing = [power for power in state.players() if state.decides(power) or _may_adjust(state, power)]
    return bool(owing) and all(state.is_final(power) for power in owing)


def _may_adjust(state: State, power: str) -> bool:
    """Whether a power with nothing to order now may have adjustments to order in the same round: whichever of the
    dislodged units come through, its centres and units may come out different (F.5.D)."""
    if state.phase.kind is not PhaseKind.RETREAT or state.round()[-1].kind is not PhaseKind.ADJUSTMENT:
        return False
    position = state.position
    saved = (*position.units, *(each.unit for each in position.dislodged))
    counts = [
        Counter(phases.captured(state.chart, position.centres, units).values())[power]
        - sum(unit.power == power for unit in units)
        for units in (position.units, saved)
    ]
    return any(counts) or any(power == position.centres.get(place.province) for _, to in state.retreats for place in to)


def ruled(state: State) -> Ruling:
    """What the orders on file come to under the game's house rules, as the game master has amended it."""
    found = ruled_with(state, state.corrections.amendments)
    if isinstance(found, Misfit):  # the position or the orders have changed since: what no longer fits falls away
        found = ruled_with(state, ())
    assert isinstance(found, Ruling), "a ruling without amendments fits itself"
    return found


def ruled_with(state: State, changes: tuple[Change, ...]) -> Ruling | Misfit:
    """The same with those changes, or why they cannot be made."""
    ordered = {power: state.orders(power) for power in state.powers()}
    sets = {power: OrderSet(power, lines) for power, lines in ordered.items() if lines or power in state.sets}
    sets = reordered(sets, changes)
    sets = market.with_bought(state, polls.with_builds(state, sets))
    kept, rules = retreats.kept_free(state), switches(state.sheet)
    if kept is None:
        ruling = adjudicate(state.chart, state.position, sets, rules)
    else:
        ruling = adjudicate_with_forgotten(state.chart, state.position, sets, kept, rules)
    found = amended(state.chart, state.position, ruling, changes)
    return found if isinstance(found, Misfit) else replace(found, winner=champion(state.chart, state.sheet, found))


def foreseen(state: State, now: datetime) -> tuple[Turn, ...]:
    """What the orders on file would come to now: every phase that would be adjudicated with this one (F.5)."""
    before = len(state.turns)
    while True:
        ruling = ruled(state)
        event = PhaseAdjudicated(
            at=now, ruling=recorded.ruling_record(ruling), cause="preview", judged_by=JUDGE, taken=_taken(state)
        )
        phase, state = state.phase, evolve(state, event)
        if ruling.winner is not None or not together(state.sheet, phase, state.phase) or polls.contests(state):
            return state.turns[before:]


def adjudicated(state: State, now: datetime, cause: str) -> tuple[Event, ...]:
    """The ruling on the current phase and all that follow it in its round, and then the end of the game, or the next
    deadline."""
    begins, opening = clock.beginning(now, state.deadline), state
    events = list(endings.decided(state, now))
    if any(isinstance(event, GameEnded | RulesChanged) for event in events):
        return *events, *_begun_anew(state, events, begins, now)
    events.extend((*votes.lapsed(state, now), *standbys.stepping_in(state, now)))
    for first in events:
        state = evolve(state, first)
    attendance, missing = Attendance(), list[str]()
    while True:
        for sold in market.held(state, now):
            events.append(sold)
            state = evolve(state, sold)
        ruling, attendance = ruled(state), attendance.after(state)
        missing.extend(power for power in attendance.missing if power not in missing)
        event = PhaseAdjudicated(
            at=now,
            ruling=recorded.ruling_record(ruling),
            missing=attendance.missing,
            cause=cause if attendance.first else "round",
            judged_by=JUDGE,
            taken=_taken(state),
        )
        events.append(event)
        before, state = state.phase, evolve(state, event)
        for income in market.paid(state, now) if before.year != state.phase.year else ():
            events.append(income)
            state = evolve(state, income)
        if ruling.winner is not None:
            return *events, *attendance.closed(state, now), *endings.won(state, ruling, ruling.winner, now)
        if ended := endings.last_year(state, now):
            return *events, *attendance.closed(state, now), *ended
        if not together(state.sheet, before, state.phase) or polls.contests(state):
            break
    for each in attendance.closed(state, now):
        events.append(each)
        state = evolve(state, each)
    following = (
        *(polls.on_builds(state, begins, now) or (next_deadline(state, begins, now),)),
        *grace.contacts(opening, missing, now),
        *endings.still(opening.turns, state, now),
    )
    for each in following:
        state = evolve(state, each)
    return *events, *following, *_at_once(state, now)


def _begun_anew(state: State, events: Sequence[Event], begins: datetime, now: datetime) -> tuple[Event, ...]:
    """IX.3: other rules are published in the place of the adjudication, and the phase has a new deadline (ours)."""
    if any(isinstance(event, GameEnded) for event in events):
        return ()
    for event in events:
        state = evolve(state, event)
    return (next_deadline(state, begins, now, "rules"),)


@dataclass(frozen=True, slots=True)
class Attendance:
    """Who has missed what in a round: `owed` had something to order in it so far, `absent` of these sent nothing at
    all, `missing` are those to be named for its last phase.

    Whoever sent moves has not missed the round by sending no retreats; who sent nothing at all is named each time.
    """

    phases: int = 0
    owed: frozenset[str] = frozenset()
    absent: frozenset[str] = frozenset()
    missing: tuple[str, ...] = ()

    @property
    def first(self) -> bool:
        """Whether only the round's first phase has been looked at."""
        return self.phases == 1

    def closed(self, state: State, now: datetime) -> tuple[Event, ...]:
        """What is recorded of the round once it is over, and what follows for those who missed it."""
        return round_closed(state, self.owed, self.absent, absences.excused(state, self.absent), now)

    def after(self, state: State) -> Attendance:
        """With the phase the state is in. A proxy in force is as good as a set, and so are bids (P.1.B)."""
        owing = [power for power in state.powers() if state.decides(power)]
        given = {proxy.giver for proxy in state.lent() if proxy.in_force}
        sent = {power for power in state.powers() if state.has_sent(power)}
        silent = {power for power in owing if power not in sent and power not in given}
        missing = tuple(power for power in owing if power in silent and power not in self.owed - self.absent)
        return Attendance(self.phases + 1, self.owed | set(owing), (self.absent | set(missing)) - sent, missing)


def _taken(state: State) -> dict[str, tuple[TakenRecord, ...]]:
    """Which cases of conditional orders are followed, for each power that has any."""
    found = {power: state.taken(power) for power in state.powers()}
    return {
        power: tuple(TakenRecord(choice_record(each.choice), each.branch) for each in taken)
        for power, taken in found.items()
        if taken
    }


def _at_once(state: State, now: datetime) -> tuple[Event, ...]:
    """The ruling on a phase that has just come, where everybody has sent final orders for it ahead. Perpetual sets
    alone do not do: a game must not run away by itself."""
    return if_all_final(state, now) if sent(state) else ()


def sent(state: State) -> bool:
    """Whether anything was sent for this very phase."""
    return any(not each.perpetual for sets in state.sets.values() for each in sets)


def next_deadline(state: State, begins: datetime, now: datetime, cause: str = "schedule") -> DeadlineSet:
    """When the phase the state is in falls due, counted from when it began: by the lengths of VII.4 or the pace that
    the game master has set, no sooner than a breathing space allows, and not while a player is away as planned."""
    schedule = clock.after(state.calendar, begins, days(state.sheet, state.phase))
    pace = state.time.pace.get(state.phase.kind.value.lower())
    deadline = clock.after(state.calendar, begins, pace) if pace is not None else schedule
    space = earliest(state)
    deadline, schedule = (_after_space(state, at, space) for at in (deadline, schedule))
    return DeadlineSet(
        at=now,
        phase=recorded.phase_record(state.phase),
        deadline=deadline,
        cause=cause,
        schedule=schedule if schedule != deadline else None,
    )


def _after_space(state: State, deadline: datetime, space: datetime | None) -> datetime:
    if space is not None and deadline < space:
        deadline = clock.at_least(state.calendar, space)
    return absences.left(state, deadline)
