"""The functions that read and tell for scribes, compiled."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from dragoman.diplomacy.adjudication import compiled
from dragoman.diplomacy.batch import layout
from dragoman.diplomacy.scanning import cases, packed, telling, words


class Compiled(NamedTuple):
    """`packed.read_all` and `telling.tell_all`."""

    read_all: Callable[..., int]
    tell_all: Callable[..., int]


@cache
def machine() -> Compiled:
    """Compiles at the first call of each, and keeps that on disk. Raises ModuleNotFoundError without Numba.

    Nobody else runs meanwhile: two threads that ask one scribe are one too many, but do no harm.
    """
    from numba import njit

    parts = (words, cases, packed, telling)
    compiled.register(*parts)
    source = compiled.fingerprint(*parts, layout)
    read_questions, tell_boards = packed.read_all, telling.tell_all

    def read_all(data: Any, starts: Any, status: Any, boards: Any, orders: Any, x: Any, t: Any, r: Any) -> int:
        return read_questions(data, starts, status, boards, orders, x, t, r) + min(0, source)

    def tell_all(boards: Any, t: Any, told: Any, units: Any, exiles: Any, owners: Any, held: Any) -> int:
        tell_boards(boards, t, told, units, exiles, owners, held)
        return source

    jit = njit(cache=True, **compiled.WITHOUT_COUNTS)
    return Compiled(jit(read_all), jit(tell_all))


def compiled_before() -> bool:
    """Whether that is kept on disk, and need only be loaded."""
    return compiled.kept_on_disk(machine().read_all)
