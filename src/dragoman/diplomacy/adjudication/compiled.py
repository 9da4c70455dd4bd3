"""The kernel compiled by Numba, where the optional extra `dragoman[fast]` is installed: the same functions, on arrays.

Every function of `kernel` is given to Numba as it stands, but for five of which `matrices` has a form for matrices.
Compiling takes seconds once; the result is kept on disk beside the source. Worth it for thousands of phases at a time.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib.util import find_spec
from inspect import isfunction
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple
from zlib import crc32

from dragoman.diplomacy.adjudication import kernel, matrices
from dragoman.diplomacy.adjudication.kernel import battles, convoys, knots, phase, rows

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.int32]

WITHOUT_COUNTS: Any = {"_nrt": False}
"""Nothing compiled here makes an array, so that nobody need count who holds one: that took a third of the time."""

IN_LINE: Any = WITHOUT_COUNTS | {"forceinline": True}
"""For what every phase asks: a call hands over each array in ten numbers, which takes longer than many a function."""

IN_MATRICES: dict[Callable[..., Any], Callable[..., Any]] = {
    phase.clear: lambda o, w, provinces: matrices.clear,
    phase.sort_out: lambda o, w: matrices.sort_out,
    battles.match_supports: lambda o, w: matrices.match_supports,
    battles.begin_moves: lambda o, w: matrices.begin_moves,
    battles.weigh_occupant: lambda u, v, o, w: matrices.weigh_occupant,
}
"""What stands for what when compiled, as Numba asks for it: what is quick on lists is not on matrices."""

KERNEL = (rows, convoys, battles, knots, phase, matrices)
"""The modules whose functions make up the kernel."""

OUTSIDE: tuple[Callable[..., Any], ...] = (rows.workspace, *IN_MATRICES)
"""What of the kernel is no part of it when compiled."""


def available() -> bool:
    """Whether the extra is installed."""
    return find_spec("numba") is not None


class Batch(NamedTuple):
    """Many phases on one map, laid end to end: the units of phase i are those from `starts[i]` to `starts[i + 1]`.

    `orders` holds the rows of the first phase's orders one after the other, then those of the second, and so on. `work`
    is the room in which the phases are adjudicated in turn.
    """

    starts: Numbers
    orders: Numbers
    wet: Numbers
    work: Numbers


class Answers(NamedTuple):
    """The kernel's answers to a batch, laid out like its orders, with the rows `kernel.ANSWERS`."""

    starts: Numbers
    numbers: Numbers

    def phases(self) -> Iterator[Numbers]:
        """Each phase's answers: a matrix of a row for each of `kernel.ANSWERS` and a column for each unit."""
        lines = len(kernel.ANSWERS)
        for a, b in pairwise(self.starts.tolist()):
            yield self.numbers[lines * a : lines * b].reshape(lines, b - a)


def batch(phases: Sequence[kernel.Orders], wet: kernel.Rows) -> Batch:
    """Lay phases end to end. All are of the map to which `wet` belongs."""
    import numpy as np

    starts = np.cumsum([0, *(len(phase.place) for phase in phases)], dtype=np.int32)
    orders = np.array([number for phase in phases for row in phase for number in row], dtype=np.int32)
    work = room(kernel.workspace(max((len(phase.place) for phase in phases), default=0), len(wet)))
    return Batch(starts, orders, np.array(wet, dtype=np.int32), work)


def room(work: kernel.Room) -> Numbers:
    """Room to work in as a matrix."""
    import numpy as np

    width = max(map(len, work)) + matrices.STROKE - 1 & -matrices.STROKE
    return np.array([row + [0] * (width - len(row)) for row in work], dtype=np.int32)


def resolve_all(phases: Batch, rules: Sequence[int]) -> Answers:
    """Adjudicate every phase of the batch by the same rules.

    Raises ModuleNotFoundError where the extra is missing (see `available`).
    """
    import numpy as np

    numbers = np.empty(len(kernel.ANSWERS) * phases.starts[-1], dtype=np.int32)
    _run()(phases.starts, phases.orders, phases.work, np.array(rules, dtype=np.int32), phases.wet, numbers)
    return Answers(phases.starts, numbers)


def fingerprint(*modules: ModuleType) -> int:
    """Changes whenever the source of one of them does. Numba keeps what it compiled for as long as the file of the
    outermost function is unchanged, and looks at no other: this has to stand in its closure."""
    sum_of_all = 0
    for module in modules:
        sum_of_all = crc32(Path(str(module.__file__)).read_bytes(), sum_of_all)
    return sum_of_all


def kept_on_disk(function: Any) -> bool:
    """Whether a function was compiled before, so that it need only be loaded; what it calls may have changed since, and
    then is made anew all the same."""
    code = function.py_func.__code__
    python = f"py{sys.version_info.major}{sys.version_info.minor}"
    kept = f"{Path(code.co_filename).stem}.*-{code.co_firstlineno}.{python}*.nbi"
    return any(Path(function.stats.cache_path).glob(kept))


@cache
def _run() -> Callable[..., int]:
    from numba import njit

    register()
    resolve, source, lines, answers_of = kernel.resolve, fingerprint(*KERNEL), kernel.ORDER_ROWS, kernel.ANSWERS

    def many(starts: Any, orders: Any, work: Any, rules: Any, wet: Any, answers: Any) -> int:
        """Adjudicate phases laid end to end. `answers` has a block for each, with a row for each of ANSWERS."""
        for i in range(len(starts) - 1):
            n = starts[i + 1] - starts[i]
            a, b = lines * starts[i], lines * starts[i + 1]
            resolve(orders[a:b].reshape(lines, n), work, rules, wet)
            a, b = len(answers_of) * starts[i], len(answers_of) * starts[i + 1]
            told = answers[a:b].reshape(len(answers_of), n)
            for row in range(len(answers_of)):
                for u in range(n):
                    told[row, u] = work[answers_of[row], u]
        return min(0, source)  # 0: the fingerprint only marks what is kept on disk

    compiled: Callable[..., int] = njit(cache=True, nogil=True, **WITHOUT_COUNTS)(many)
    return compiled


def register(*modules: ModuleType) -> None:
    """Let compiled functions call the kernel's, of which some have another to stand for them, and these modules'.
    What a module lists under the name OFTEN is compiled into those who call it."""
    _let_stand_in()
    for module in (*KERNEL, *modules):
        _register(module)


@cache
def _let_stand_in() -> None:
    from numba.extending import overload

    for part, choose in IN_MATRICES.items():
        overload(part, strict=False, jit_options=IN_LINE)(choose)


@cache
def _register(module: ModuleType) -> None:
    from numba.extending import register_jitable

    often: tuple[Callable[..., Any], ...] = getattr(module, "OFTEN", ())
    for part in vars(module).values():
        if isfunction(part) and part.__module__ == module.__name__ and part not in OUTSIDE:
            register_jitable(**(IN_LINE if part in often else WITHOUT_COUNTS))(part)
