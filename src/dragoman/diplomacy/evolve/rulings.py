"""What a ruling leaves behind: the next position, and what is on file for it."""

from __future__ import annotations

from collections.abc import Mapping

from dragoman.diplomacy.board.position import Phase
from dragoman.diplomacy.events import (
    PhaseAdjudicated,
    recorded,
)
from dragoman.diplomacy.events.contingent import TakenRecord, choice
from dragoman.diplomacy.orders.contingent import Taken
from dragoman.diplomacy.seals import seals
from dragoman.diplomacy.state import Filed, State, Turn
from dragoman.diplomacy.state.filing import Sets
from dragoman.diplomacy.state.rounds import rank, together
from dragoman.game.changing import replace


def adjudicated(state: State, event: PhaseAdjudicated) -> State:
    taken = {power: tuple(_taken(each) for each in records) for power, records in event.taken.items()}
    ruling = recorded.ruling(event.ruling)
    turn = Turn(
        state.position, ruling, event.at, state.deadline, event.missing, event.cause, taken, filed_now(state),
        why="\n".join(state.corrections.reasons),
        changes=state.corrections.amendments,
        disordered=tuple(power for power in state.powers() if power in state.roster.disorder),
        seals=seals(state, state.phase, state.sets),
    )  # fmt: skip
    return ruled_upon(replace(state, papers=state.papers.published(event.at, state.phase)), turn)


def filed_now(state: State) -> Filed:
    """What is on file now."""
    return Filed(
        state.sheet,
        state.retreats,
        state.sets,
        state.marks,
        state.ahead,
        state.proxies,
        state.by_proxy,
        state.seats,
        state.roster.missed,
        state.roster.silent,
        state.corrections.amendments,
    )


def ruled_upon(state: State, turn: Turn) -> State:
    """The state that stands before a phase, after the ruling on it."""
    ruling = turn.ruling
    phase = ruling.after.phase
    sets = _opened_sets(state, phase)
    kept = state.corrections
    by_proxy = {
        each: sets for each, sets in kept.by_proxy.items() if rank(state.chart, each) > rank(state.chart, phase)
    }
    return replace(
        state,
        position=ruling.after,
        retreats=ruling.retreats,
        turns=(*state.turns, turn),
        sets=sets,
        marks={power: each[-1].final for power, each in sets.items()},
        ahead={each: kept for each, kept in state.ahead.items() if each not in _past(state, phase)},
        by_proxy=dict(kept.by_proxy.get(phase, {})),
        asked=(),
        deadline=state.deadline if together(state.sheet, state.phase, phase) else None,
        corrections=replace(kept.reopened(), by_proxy=by_proxy),
    )


def _taken(record: TakenRecord) -> Taken:
    return Taken(choice(record.choice), record.branch)


def _opened_sets(state: State, phase: Phase) -> Mapping[str, Sets]:
    """What is on file for a phase when it comes: what was sent ahead for it, and what holds for its kind."""
    ahead = dict(state.ahead.get(phase, {}))
    for (power, kind), lasting in sorted(state.perpetual.items()):
        if kind is phase.kind:
            ahead[power] = tuple(sorted((*ahead.get(power, ()), lasting), key=lambda each: each.at))
    return ahead


def _past(state: State, now: Phase) -> frozenset[Phase]:
    """The phases for which something was sent ahead and that are over, or have come, or never come about."""
    return frozenset(phase for phase in state.ahead if rank(state.chart, phase) <= rank(state.chart, now))
