"""Adopted code: what it has set, left to do and been stopped for."""

from __future__ import annotations

from dataclasses import replace

from dragoman.game.rulebook import Version
from dragoman.nomic.events import code as c
from dragoman.nomic.evolve.folds import folded
from dragoman.nomic.state import Held, Piece, State, Suspension, Timer


@folded.register
def _(event: c.HookRan, state: State) -> State:
    return state


@folded.register
def _(event: c.ParameterSet, state: State) -> State:
    now: Version = state.book.provisions[event.rule].now
    how = {"gm": "by hand", "overruled": "overruled"}.get(event.because, "by judgment")
    how = "by its own code" if event.by == "code" else how
    by = "" if event.because == "gm" else event.by
    changed = replace(now, at=event.at, settings={**now.settings, event.name: event.value}, how=how, by=by)
    return replace(state, book=state.book.with_version(event.rule, changed))


@folded.register
def _(event: c.VariableSet, state: State) -> State:
    kept = {**state.variables.get(event.rule, {}), event.name: event.value}
    if event.value == "null":
        del kept[event.name]
    return replace(state, variables={**state.variables, event.rule: kept})


@folded.register
def _(event: c.TimerSet, state: State) -> State:
    others = _other_timers(state, event.rule, event.key)
    return replace(state, timers=(*others, Timer(event.rule, event.key, event.rings, event.payload)))


@folded.register
def _(event: c.TimerCancelled, state: State) -> State:
    return replace(state, timers=_other_timers(state, event.rule, event.key))


@folded.register
def _(event: c.TimerRang, state: State) -> State:
    return replace(state, timers=_other_timers(state, event.rule, event.key))


def _other_timers(state: State, rule: str, key: str) -> tuple[Timer, ...]:
    return tuple(each for each in state.timers if (each.rule, each.key) != (rule, key))


@folded.register
def _(event: c.NoticeGiven, state: State) -> State:
    return replace(state, pieces=(*state.pieces, Piece("", ("all",), event.text, event.at, event.rule)))


@folded.register
def _(event: c.TaskLeft, state: State) -> State:
    return replace(state, held=(*state.held, Held("task", f"{event.rule} {event.hook}", event.rule, event.at)))


@folded.register
def _(event: c.CodeSuspended, state: State) -> State:
    found = Suspension(event.why, event.says, event.line, event.hook, event.at)
    return replace(state, suspended={**state.suspended, event.rule: found})


@folded.register
def _(event: c.CodeRestored, state: State) -> State:
    return replace(state, suspended={key: each for key, each in state.suspended.items() if key != event.rule})
