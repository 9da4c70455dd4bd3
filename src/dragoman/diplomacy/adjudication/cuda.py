"""The kernel on a graphics processor by Numba's CUDA, for whoever has one: the same functions, a thread to a phase.

Nothing is written for it alone: every function of `kernel`, or its namesake in `matrices`, becomes a device function as
it stands. Orders, answers and room to work in lie in global memory with the phase as their last index, so that
neighbouring threads read neighbouring numbers. Nothing makes an array, raises or calls itself on the device. Asks for
Numba (the extra `fast`) and a CUDA toolkit; with NUMBA_ENABLE_CUDASIM=1 in the environment Numba simulates the device,
very slowly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from inspect import isfunction
from itertools import pairwise
from types import FunctionType
from typing import TYPE_CHECKING, Any

from dragoman.diplomacy.adjudication import compiled, kernel
from dragoman.diplomacy.adjudication.kernel import ANSWERS, resolve

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.int32]

cuda: Any = None
"""What `_each` calls so is Numba's module, and its `resolve` the device's: see `_among`."""

THREADS_A_BLOCK = 64
AT_ONCE = 16_384
"""Threads at work at a time, each with room of its own: some 45 kB of global memory on the standard map."""


def available() -> bool:
    """Whether Numba is installed and finds a device, or simulates one."""
    return compiled.available() and bool(_numba().is_available())


def _numba() -> Any:
    return import_module("numba.cuda")


def resolve_all(phases: compiled.Batch, rules: Sequence[int], at_once: int = AT_ONCE) -> compiled.Answers:
    """As `compiled.resolve_all`, on the device; `at_once` threads at most share the phases.

    Raises ModuleNotFoundError where Numba is missing, and what Numba raises where there is no device: see `available`.
    """
    import numpy as np

    device = _numba()
    many = len(phases.starts) - 1
    counts = np.diff(phases.starts)
    numbers = np.empty(len(ANSWERS) * phases.starts[-1], dtype=np.int32)
    if not numbers.size:
        return compiled.Answers(phases.starts, numbers)
    blocks = -(-min(at_once, many) // THREADS_A_BLOCK)
    width = int(counts.max())
    answers = device.device_array((len(ANSWERS), width, many), dtype=np.int32)
    _kernel()[blocks, THREADS_A_BLOCK](
        device.to_device(_upright(phases, width)),
        device.to_device(counts),
        device.device_array((*phases.work.shape, blocks * THREADS_A_BLOCK), dtype=np.int32),
        device.to_device(np.array(rules, dtype=np.int32)),
        device.to_device(phases.wet),
        answers,
    )
    _lay_end_to_end(answers.copy_to_host(), phases.starts, numbers)
    return compiled.Answers(phases.starts, numbers)


def _upright(phases: compiled.Batch, width: int) -> Numbers:
    """The orders of a batch with the phase as last index: (rows of `kernel.Orders`, units, phases)."""
    import numpy as np

    rows, starts = kernel.ORDER_ROWS, phases.starts.tolist()
    upright = np.zeros((rows, width, len(starts) - 1), dtype=np.int32)
    for i, (a, b) in enumerate(pairwise(starts)):
        upright[:, : b - a, i] = phases.orders[rows * a : rows * b].reshape(rows, b - a)
    return upright


def _lay_end_to_end(answers: Numbers, starts: Numbers, numbers: Numbers) -> None:
    """The answers the device gave, as `compiled.Answers` has them."""
    rows = len(ANSWERS)
    for i, (a, b) in enumerate(pairwise(starts.tolist())):
        numbers[rows * a : rows * b].reshape(rows, b - a)[:] = answers[:, : b - a, i]


# --- on the device ---


def _each(orders: Any, counts: Any, work: Any, rules: Any, wet: Any, answers: Any) -> None:
    """What one thread does: its phase, and every further one that is as many threads away."""
    thread = cuda.grid(1)
    w = work[:, :, thread]
    for i in range(thread, len(counts), cuda.gridsize(1)):
        n = counts[i]
        resolve(orders[:, :n, i], w, rules, wet)
        for row in range(len(ANSWERS)):
            for u in range(n):
                answers[row, u, i] = w[ANSWERS[row], u]


@cache
def _kernel() -> Any:
    device = _numba()
    names = {name: part for module in reversed(compiled.KERNEL) for name, part in vars(module).items()}
    for module in compiled.KERNEL:  # matrices last: what others have, too, is theirs
        for part in vars(module).values():
            if isfunction(part) and part.__module__ == module.__name__ and part not in compiled.OUTSIDE:
                names[part.__name__] = device.jit(device=True)(_among(names, part))
    return device.jit(_among(names | {"cuda": device}, _each))


def _among(names: dict[str, Any], function: Callable[..., Any]) -> FunctionType:
    """The same function, that finds under the names of others those of the device."""
    return FunctionType(function.__code__, names, function.__name__)
