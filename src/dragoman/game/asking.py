"""Code that players adopted is never run by a game: it asks for a run, and is told what came of it.

`decide` may answer with an `Ask`. Whoever decides (the referee) has the code run outside any transaction, and has the
game decide the same command again as `Answered`, with everything answered so far; a decision that needs a second run
asks again. What a run brought about is recorded in events, so that a replay runs nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Call:
    """One run of adopted code: call the function `hook` of `code` with `args`.

    `code` is Starlark in its standard dialect, without `load`. `prelude` is more of it, evaluated first in the same
    module under a file name of its own, so that lines of `code` keep their numbers. `name` is the file name by which
    messages call the code (`rule 330`). `args` is a JSON array of the arguments: whole numbers, text, booleans, null,
    lists and tables. An empty `hook` runs nothing: the code is read, and the answer is the list of its functions.
    """

    code: str
    name: str
    hook: str = ""
    args: str = "[]"
    prelude: str = ""


class FaultKind(StrEnum):
    """Why a run came to nothing. `ERROR` and `BUDGET` are the code's own and the same every time; `WALL`, `MEMORY` and
    `CRASH` are the machine's, and may be otherwise another time; `OFF`: this host runs no code at
    all, or no more of it for this command."""

    ERROR = "error"
    """It cannot be read, it failed, or what it returned is no plain JSON."""
    BUDGET = "budget"
    """It took more steps than are allowed."""
    WALL = "wall"
    """It took more time than is allowed."""
    MEMORY = "memory"
    OUTPUT = "output"
    """It returned more than is allowed."""
    CRASH = "crash"
    """The worker died of it."""
    OFF = "off"


@dataclass(frozen=True, slots=True)
class Ran:
    """What the function returned, as JSON with its keys in order, and the steps counted."""

    value: str
    ticks: int = 0


@dataclass(frozen=True, slots=True)
class Fault:
    """Why nothing was returned: in one line, and where in the code (line and column from 1; 0: unknown)."""

    kind: FaultKind
    says: str = ""
    line: int = 0
    column: int = 0
    ticks: int = 0


Outcome = Ran | Fault


class Sandbox(Protocol):
    """Runs adopted code under limits. It answers every call with a value, however hostile the code."""

    def run(self, call: Call) -> Outcome: ...


class NoSandbox:
    """A host without the means to run code: every call is answered with `OFF`."""

    def run(self, call: Call) -> Outcome:
        return Fault(FaultKind.OFF)


@dataclass(frozen=True, slots=True)
class Ask:
    """What `decide` answers where it needs a run before it can tell what comes about."""

    call: Call


@dataclass(frozen=True, slots=True)
class Answered:
    """A command once more, with what came of the runs it asked for, in the order in which it asked."""

    command: Any
    outcomes: tuple[Outcome, ...] = ()
