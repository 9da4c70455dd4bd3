"""Would the code of a recorded game do again what it is recorded to have done? Replay runs nothing; an audit runs all.

A difference is worth a note and changes nothing: what was recorded is what happened.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from dragoman.game.asking import Fault, FaultKind, Ran, Sandbox
from dragoman.nomic import hooks
from dragoman.nomic.events import Event
from dragoman.nomic.events.code import HookRan
from dragoman.nomic.evolve import evolve
from dragoman.nomic.state import State


@dataclass(frozen=True, slots=True)
class Difference:
    """A run that came out otherwise: the number of its event (from 1), of its rule, the hook, and what was answered
    then and now."""

    event: int
    rule: str
    hook: str
    then: str
    now: str


def differences(events: Iterable[Event], sandbox: Sandbox) -> Iterator[Difference]:
    """Every recorded run that comes out otherwise in that sandbox, by its answer or the steps counted."""
    state: State | None = None
    for number, event in enumerate(events, 1):
        if isinstance(event, HookRan) and state is not None:
            found = _again(state, event, sandbox, number)
            if found is not None:
                yield found
        state = evolve(state, event)


def _again(state: State, event: HookRan, sandbox: Sandbox, number: int) -> Difference | None:
    rule = state.book.provisions[event.rule]
    outcome = sandbox.run(hooks.call(state, rule, event.hook, json.loads(event.about)))
    if outcome == Ran(event.answer, event.ticks) and hooks.digest(rule.now.code) == event.code:
        return None
    if isinstance(outcome, Fault):
        if outcome.kind is FaultKind.OFF:
            return None
        return Difference(number, rule.number, event.hook, event.answer, outcome.kind.value)
    return Difference(number, rule.number, event.hook, event.answer, f"{outcome.value} ({outcome.ticks})")
