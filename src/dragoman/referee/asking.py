"""A decision that asks for runs of adopted code is brought to its end: each run is made, and the decision made anew.

Nothing is recorded meanwhile. A game that asks without end is cut short, and told that no more is run.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from dragoman.game.asking import Answered, Ask, Fault, FaultKind, Outcome, Sandbox
from dragoman.game.protocol import Game
from dragoman.game.refusals import Refusal

MOST_RUNS = 400
"""Runs that one command may ask for; further ones are not made."""

HARDEST = 3
"""Runs of one command that the machine had to break off; after these no more are made, so that nobody waits long. Code
that is not run for what other code did is not at fault: it is answered as where no code is run at all."""

BROKEN_OFF = frozenset({FaultKind.WALL, FaultKind.MEMORY, FaultKind.CRASH})


def decided(game: Game, state: Any, command: Any, now: datetime, sandbox: Sandbox) -> tuple[Any, ...] | Refusal:
    """What the command brings about, after every run that it asks for."""
    outcomes: tuple[Outcome, ...] = ()
    outcome = game.decide(state, command, now)
    while isinstance(outcome, Ask):
        outcomes = (*outcomes, _run(outcome, outcomes, sandbox))
        outcome = game.decide(state, Answered(command, outcomes), now)
    return outcome


def _run(ask: Ask, before: tuple[Outcome, ...], sandbox: Sandbox) -> Outcome:
    hard = sum(isinstance(each, Fault) and each.kind in BROKEN_OFF for each in before)
    if len(before) >= MOST_RUNS or hard >= HARDEST:
        return Fault(FaultKind.OFF, "too much was asked for at once")
    return sandbox.run(ask.call)
