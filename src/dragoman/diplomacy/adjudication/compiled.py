"""The kernel compiled by Numba, where the optional extra `dragoman[fast]` is installed: the same functions, on arrays.

Nothing of the logic is written a second time: every function of `kernel` is given to Numba as it stands. Compiling
takes seconds once; the result is kept on disk beside the source. Worth it for thousands of phases at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib.util import find_spec
from inspect import isfunction
from typing import TYPE_CHECKING, NamedTuple

from dragoman.diplomacy.adjudication import kernel

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.int32]

# Numba keeps what it compiled for as long as the file of the outermost function is unchanged, and looks at no other:
# all that is compiled stands in that one file.


def available() -> bool:
    """Whether the extra is installed."""
    return find_spec("numba") is not None


class Batch(NamedTuple):
    """Many phases on one map, laid end to end: phase i is columns `starts[i]` to `starts[i + 1]` of `orders`.

    `work` is the room in which they are adjudicated, one after the other.
    """

    starts: Numbers
    orders: Numbers
    wet: Numbers
    work: Numbers


def batch(phases: Sequence[kernel.Orders], wet: kernel.Rows) -> Batch:
    """Lay phases end to end. All are of the map to which `wet` belongs."""
    import numpy as np

    starts = np.cumsum([0, *(len(phase.place) for phase in phases)], dtype=np.int32)
    rows = [[number for phase in phases for number in phase[row]] for row in range(len(kernel.Orders._fields))]
    most = max((len(phase.place) for phase in phases), default=0)
    room = kernel.workspace(most, len(wet))
    return Batch(starts, *(np.array(matrix, dtype=np.int32) for matrix in (rows, wet, room)))


def resolve_all(phases: Batch, rules: Sequence[int]) -> dict[str, Numbers]:
    """Adjudicate every phase of the batch by the same rules; the answers, laid end to end in the same way.

    Raises ModuleNotFoundError where the extra is missing (see `available`).
    """
    import numpy as np

    answers = np.zeros((len(kernel.ANSWERS), phases.starts[-1]), dtype=np.int32)
    _run()(phases.starts, phases.orders, phases.work, np.array(rules, dtype=np.int32), phases.wet, answers)
    names = (kernel.Work._fields[row] for row in kernel.ANSWERS)
    return dict(zip(names, answers, strict=True))


@cache
def _run() -> Callable[..., int]:
    from numba import njit
    from numba.extending import register_jitable

    outside = (kernel.workspace, kernel.resolve_matrix)
    for part in vars(kernel).values():
        if isfunction(part) and part.__module__ == kernel.__name__ and part not in outside:
            register_jitable(part)
    compiled: Callable[..., int] = njit(cache=True, nogil=True)(kernel.resolve_matrix)
    return compiled
