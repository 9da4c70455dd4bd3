"""What corrections leave behind (VIII). A ruling that is corrected or taken back stays, apart from those in force; what
people had sent stays on file, called preliminary, since it was sent for another position."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime

from dragoman.diplomacy.board.position import Phase
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.events import (
    AdviceTaken,
    CorrectionEvent,
    ErrorAnswered,
    ErrorClaimed,
    ExtraUnitNoted,
    HoldingSet,
    PhaseHeld,
    PhasesTakenBack,
    PositionEdited,
    ReviewAsked,
    RulingAmended,
    RulingCorrected,
    recorded,
)
from dragoman.diplomacy.events.corrections import change
from dragoman.diplomacy.evolve.rulings import ruled_upon
from dragoman.diplomacy.evolve.votes import unasked
from dragoman.diplomacy.state import Claim, Edit, Filed, Poll, Stage, State, Superseded, Turn
from dragoman.diplomacy.state.corrections import Advice
from dragoman.diplomacy.state.filing import Received, Sets
from dragoman.diplomacy.state.roster import Roster
from dragoman.diplomacy.state.rounds import rank
from dragoman.diplomacy.state.timetable import Timetable
from dragoman.game.changing import replace
from dragoman.game.seats import Seat


def put_right(state: State, event: CorrectionEvent) -> State:  # one arm per kind of event
    kept = state.corrections
    match event:
        case ErrorClaimed():
            phase = recorded.phase(event.phase)
            claim = Claim(event.number, event.at, Seat(event.seat), phase, event.text, event.late)
            kept = kept.with_claim(claim)
        case ErrorAnswered(at=at, number=number, outcome=outcome, by=by, why=why):
            kept = kept.answered((number,), outcome, by, why, at)
        case ReviewAsked(at=at, number=number, why=why):
            kept = kept.with_claim(replace(kept.claims[number - 1], review=at, pleads=why, pending=True))
        case AdviceTaken(at=at, number=number, text=text, public=public):
            claim = kept.claims[number - 1]
            kept = kept.with_claim(replace(claim, advice=(*claim.advice, Advice(at, text, public))))
        case RulingCorrected():
            return _corrected(state, event)
        case PhasesTakenBack():
            return _rolled_back(state, event)
        case PositionEdited():
            return _edited(state, event)
        case ExtraUnitNoted():
            return state
        case HoldingSet(held=held):
            kept = replace(kept if held else kept.reopened(), holding=held)
        case PhaseHeld(at=at):
            kept = replace(kept, held=at)
        case RulingAmended(changes=changes, why=why):
            amendments = (*kept.amendments, *map(change, changes))
            kept = replace(kept, amendments=amendments, reasons=(*kept.reasons, why))
    return replace(state, corrections=kept)


def _edited(state: State, event: PositionEdited) -> State:
    after = recorded.position(event.position)
    edit = Edit(
        event.at, len(state.turns), state.position, after, tuple(map(change, event.changes)), event.why, event.clause
    )
    retreats = tuple((at, tuple(map(Place.parse, places))) for at, places in event.retreats)
    corrections = replace(state.corrections, edits=(*state.corrections.edits, edit))
    return replace(state, position=after, retreats=retreats, corrections=corrections)


# --- rulings corrected ---


def _corrected(state: State, event: RulingCorrected) -> State:
    """Another ruling stands for the phase. If the position after it is the same, nothing else changes."""
    ruling = recorded.ruling(event.ruling)
    index = state.turn_of(ruling.phase)
    assert index is not None, "only a ruling in force is corrected"
    old = state.turns[index]
    new = replace(
        old, ruling=ruling, at=event.at, cause="corrected", published=old.out, why=event.why, changes=(),
        filed=replace(old.filed, amendments=tuple(map(change, event.changes))) if old.filed else None,
    )  # fmt: skip
    answered = state.corrections.answered(event.claims, "corrected", event.by, event.why, event.at)
    state = replace(state, corrections=answered)
    if (ruling.after, ruling.winner, ruling.retreats) == (old.ruling.after, old.ruling.winner, old.ruling.retreats):
        gone = Superseded(old, event.at, "corrected", event.why)
        superseded = (*state.corrections.superseded, gone)
        turns = (*state.turns[:index], new, *state.turns[index + 1 :])
        return replace(state, turns=turns, corrections=replace(state.corrections, superseded=superseded))
    return ruled_upon(taken_back(state, index, event.at, event.why, "corrected"), new)


def _rolled_back(state: State, event: PhasesTakenBack) -> State:
    index = state.turn_of(recorded.phase(event.phase))
    assert index is not None, "only what was adjudicated is taken back"
    answered = state.corrections.answered(event.claims, "corrected", event.by, event.why, event.at)
    return taken_back(replace(state, corrections=answered), index, event.at, event.why, "taken-back")


def taken_back(state: State, index: int, at: datetime, why: str, how: str) -> State:
    """The game stands before the phase of that turn again. `how` tells what befalls that turn; the later ones are taken
    back with it."""
    gone, first = state.turns[index:], state.turns[index]
    filed = first.filed
    assert filed is not None, "every turn that was folded keeps what was on file"
    superseded = tuple(
        Superseded(turn, at, how if turn is first else "taken-back", why) for turn in gone
    )  # fmt: skip
    edits = tuple(
        replace(each, undone=at) if each.undone is None and each.turns > index else each
        for each in state.corrections.edits
    )
    corrections = replace(
        state.corrections.reopened(),
        superseded=(*state.corrections.superseded, *superseded),
        edits=edits,
        by_proxy=_proxy_sets(state, gone, index),
    )
    over = state.ending is not None and state.ending.by_ruling
    return replace(
        state,
        stage=Stage.RUNNING if over else state.stage,
        ending=None if over else state.ending,
        position=first.before,
        retreats=filed.retreats,
        turns=state.turns[:index],
        sets=dict(filed.sets),
        marks=dict.fromkeys(filed.marks, False),
        ahead=_ahead(state, gone, index),
        by_proxy=dict(filed.by_proxy),
        asked=(),
        deadline=None,
        papers=state.papers.waiting_for(first.phase),
        roster=_unmissed(state, filed),
        time=_time(state, {turn.phase for turn in gone}),
        corrections=corrections,
        polls=_polls(state, first.phase),
        votes=unasked(state.votes, index),
        purses=state.purses.back_to(index),
    )


def _polls(state: State, phase: Phase) -> tuple[Poll, ...]:
    """Votes on builds of phases that are taken back are held anew; what was voted for the phase itself stands."""
    now = rank(state.chart, phase)
    return tuple(
        each
        for each in state.polls
        if rank(state.chart, each.phase) < now or (each.phase == phase and each.closed is not None)
    )


def _time(state: State, gone: Collection[Phase]) -> Timetable:
    """Nobody is waited for, nobody has missed what is taken back, and nobody need make contact for it."""
    return replace(
        state.time,
        waiting=None,
        grace={},
        late={},
        missed=tuple(each for each in state.time.missed if each.phase not in gone),
        contacts=tuple(each for each in state.time.contacts if each.phase not in gone),
    )


def _unmissed(state: State, filed: Filed) -> Roster:
    """Rounds that are taken back were not missed by anybody. Of a power that has changed hands since,
    nothing is counted."""
    same = {power for power in state.powers() if state.holder(Seat(power)) == filed.holders.get(Seat(power))}
    missed = {power: count for power, count in filed.missed.items() if power in same}
    silent = {power: count for power, count in filed.silent.items() if power in same}
    return replace(state.roster, missed=missed, silent=silent)


def _ahead(state: State, gone: tuple[Turn, ...], index: int) -> Mapping[Phase, Mapping[str, Sets]]:
    """What is on file for phases after the one gone back to: what had been sent ahead by then and since, and what the
    later phases were, or would be, adjudicated by."""
    found: dict[Phase, Mapping[str, Sets]] = {}
    for turn in gone:
        if turn.filed is not None:
            found |= turn.filed.ahead
            found[turn.phase] = turn.filed.sets
    found |= state.ahead
    found[state.phase] = state.sets
    first = rank(state.chart, gone[0].phase)
    return {
        phase: kept
        for phase, sets in found.items()
        if rank(state.chart, phase) > first and (kept := _kept(state, phase, sets, index))
    }


def _kept(state: State, phase: Phase, sets: Mapping[str, Sets], index: int) -> dict[str, Sets]:
    """Sets for a phase to come again. One that is perpetual comes by itself."""
    found = {}
    for power, received in sets.items():
        lasting = state.perpetual.get((power, phase.kind))
        own = tuple(_again(each, index) for each in received if each != lasting)
        if own:
            found[power] = own
    return found


def _again(received: Received, index: int) -> Received:
    """A set as it stays on file. What it hung on that was adjudicated after the phase gone back to is open again."""
    return replace(received, final=False, since=min(received.since, index))


def _proxy_sets(state: State, gone: tuple[Turn, ...], index: int) -> Mapping[Phase, Mapping[tuple[str, str], Sets]]:
    found = dict(state.corrections.by_proxy)
    later = [(turn.phase, turn.filed.by_proxy) for turn in gone[1:] if turn.filed is not None]
    for phase, sets in (*later, (state.phase, state.by_proxy)):
        if sets and phase != gone[0].phase:
            found[phase] = {key: _all_again(received, index) for key, received in sets.items()}
    return found


def _all_again(received: Iterable[Received], index: int) -> Sets:
    return tuple(_again(each, index) for each in received)
