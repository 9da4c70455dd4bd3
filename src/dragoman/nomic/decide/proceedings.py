"""The course of one decision: what happens is noted and folded at once, so that each step sees what those before it
brought about.

Runs of code are asked for by their place in the course: it is the same each time the command is decided anew.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from dragoman.game.asking import Call, Outcome
from dragoman.nomic.events import Event
from dragoman.nomic.evolve import evolve
from dragoman.nomic.state import State


class Unanswered(Exception):
    """The decision needs a run of code that has not been made yet."""

    def __init__(self, call: Call) -> None:
        super().__init__(call.name, call.hook)
        self.call = call


class Proceedings:
    """What one command brings about. `at` is the moment of all of it; `depth` how many hooks are under way; `ruling`
    the question whose ruling is being carried out (0: none is)."""

    def __init__(self, state: State, at: datetime, outcomes: tuple[Outcome, ...] = ()) -> None:
        self.state = state
        self.at = at
        self.events: list[Event] = []
        self.depth = 0
        self.ruling = 0
        self._outcomes = outcomes
        self._asked = 0

    def happen(self, kind: type[Any], **told: Any) -> None:
        """An event of that kind happens."""
        event = kind(at=self.at, **told)
        self.events.append(event)
        self.state = evolve(self.state, event)

    def ask(self, call: Call) -> Outcome:
        """What came of a run of code. Raises Unanswered if it has not been made."""
        if self._asked >= len(self._outcomes):
            raise Unanswered(call)
        outcome = self._outcomes[self._asked]
        self._asked += 1
        return outcome

    @property
    def over(self) -> bool:
        return self.state.over
