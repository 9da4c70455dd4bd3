"""Judgment: questions, rulings, what is overruled, what waits for a Judge."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from dragoman.nomic.events import judgment as j
from dragoman.nomic.events import ordered
from dragoman.nomic.evolve.folds import folded
from dragoman.nomic.state import Conflict, Held, Judgment, State, Win


@folded.register
def _(event: j.JudgmentInvoked, state: State) -> State:
    judges = (event.judge,) if event.judge else ()
    asked = Judgment(event.id, event.player, event.question, event.moving, event.at, judges)
    return replace(state, judgments=(*state.judgments, asked))


@folded.register
def _(event: j.JudgmentGiven, state: State) -> State:
    state = _with_judgment(
        state, event.id, lambda each: replace(each, ruling=event.ruling, given=event.at, overruling={})
    )
    return _waits_no_more(state, event.ends)


@folded.register
def _(event: j.OrdersCarriedOut, state: State) -> State:
    return _with_judgment(state, event.id, lambda each: replace(each, ordered=(*each.ordered, *event.traces)))


@folded.register
def _(event: j.NotTakenBack, state: State) -> State:
    return state


@folded.register
def _(event: j.OverrulingCast, state: State) -> State:
    return _with_judgment(
        state, event.id, lambda each: replace(each, overruling={**each.overruling, event.player: event.overrule})
    )


@folded.register
def _(event: j.JudgeOverruled, state: State) -> State:
    def overruled(each: Judgment) -> Judgment:
        judges = (*each.judges, event.next) if event.next else each.judges
        return replace(each, judges=judges, ruling="", given=None, overruling={}, exhausted=not event.next, ordered=())

    gone = next(each.ordered for each in state.judgments if each.id == event.id)
    kept = tuple(replace(each, ordered=ordered.without(each.ordered, gone)) for each in state.judgments)
    return _with_judgment(replace(state, judgments=kept), event.id, overruled)


@folded.register
def _(event: j.UnplayableFound, state: State) -> State:
    return replace(state, unplayable=event.player, confirmations={})


@folded.register
def _(event: j.FindingEnded, state: State) -> State:
    return replace(state, unplayable="", confirmations={})


@folded.register
def _(event: j.WinWaits, state: State) -> State:
    win = Win(event.player, event.rule, event.because, event.id, event.named, event.why)
    return replace(state, wins=(*state.wins, win))


@folded.register
def _(event: j.WinLapsed, state: State) -> State:
    gone = (event.player, event.id, event.named)
    return replace(state, wins=tuple(each for each in state.wins if (each.player, each.id, each.named) != gone))


@folded.register
def _(event: j.ConsentGiven, state: State) -> State:
    return replace(state, consents={**state.consents, event.player: event.consents})


@folded.register
def _(event: j.ConfirmationGiven, state: State) -> State:
    return replace(state, confirmations={**state.confirmations, event.player: event.confirms})


@folded.register
def _(event: j.HeldForJudgment, state: State) -> State:
    return replace(state, held=(*state.held, Held(event.what, event.about, event.clause, event.at)))


@folded.register
def _(event: j.HeldSettled, state: State) -> State:
    return _waits_no_more(state, event.ends)


def _waits_no_more(state: State, ends: tuple[str, ...] | None) -> State:
    return replace(state, held=tuple(each for each in state.held if ends is not None and each.about not in ends))


@folded.register
def _(event: j.ConflictFound, state: State) -> State:
    found = Conflict(event.first, event.second, event.prevails, event.void)
    return replace(state, conflicts=(*_other_conflicts(state, event.first, event.second), found))


@folded.register
def _(event: j.ConflictEnded, state: State) -> State:
    return replace(state, conflicts=_other_conflicts(state, event.first, event.second))


def _other_conflicts(state: State, first: str, second: str) -> tuple[Conflict, ...]:
    return tuple(each for each in state.conflicts if {each.first, each.second} != {first, second})


@folded.register
def _(event: j.ReadingChosen, state: State) -> State:
    return replace(state, chosen={**state.chosen, event.reading: event.option})


def _with_judgment(state: State, number: int, changed: Any) -> State:
    return replace(state, judgments=tuple(changed(each) if each.id == number else each for each in state.judgments))
