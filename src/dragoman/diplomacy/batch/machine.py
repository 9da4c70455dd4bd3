"""Runs the flat functions over many boards: compiled where Numba is installed, else as they stand, with the same
answers. Numbers that are no board are refused before anything is done with them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from dragoman.diplomacy.adjudication import compiled, kernel
from dragoman.diplomacy.batch import layout, listing, possible
from dragoman.diplomacy.batch.stages import adjustments, calendar, movement, refusal, retreats, rows, turn

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.int16]
    Codes = NDArray[np.int32]
    Offsets = NDArray[np.int64]

Map = list[list[int]]

Entry = Callable[..., int]
STAGES = (rows, refusal, movement, retreats, calendar, adjustments, turn)
MODULES = (possible, *STAGES, listing)


def turn_over_many(
    boards: Numbers,
    orders: Codes,
    tables: Map,
    wet: Map,
    rules: Sequence[int],
    after: Numbers,
    told: Numbers,
    threads: int,
) -> int:
    """Adjudicate a phase on each board into `after` and `told`; answers -1, or where the first number is that cannot
    be, as (board << 32) + (row << 16) + column, the orders being the row behind those of the board."""  # fmt: skip
    run = _compiled_turns if compiled.available() else _plain_turns
    return run(boards, orders, tables, wet, rules, after, told, threads)


def list_many(
    boards: Numbers, tables: Map, rules: Sequence[int], starts: Offsets, givers: Numbers, codes: Codes
) -> int:
    """List the orders that could be given on each board: see `listing.list_orders`. Answers how many there are, though
    no more are written than there is room for; or, below zero, -1 less where a number cannot be."""
    import numpy as np

    width = layout.room_width(boards.shape[2], 0)
    if compiled.available():
        room = np.zeros((layout.ROOM_ROWS, width), dtype=np.int32)
        return _listing()(boards, arrays(tables), np.array(rules, dtype=np.int32), room, starts, givers, codes)
    at, plain_room = 0, [[0] * width for _ in range(layout.ROOM_ROWS)]
    for i in range(len(boards)):
        board = boards[i].tolist()
        wrong = refusal.fault(board, [], tables, plain_room)
        if wrong >= 0:
            return -1 - ((i << 32) + wrong)
        at = listing.list_orders(board, tables, rules, plain_room, starts[i], givers[i], codes, at)
    return at


# --- as it stands ---


def _plain_turns(
    boards: Numbers, orders: Codes, tables: Map, wet: Map, rules: Sequence[int], after: Numbers, told: Numbers,
    threads: int,
) -> int:  # fmt: skip
    width = boards.shape[2]
    room = [[0] * layout.room_width(width, orders.shape[1]) for _ in range(layout.ROOM_ROWS)]
    work = kernel.workspace(width, len(wet))
    for i in range(len(boards)):
        board, codes = boards[i].tolist(), orders[i].tolist()
        wrong = refusal.fault(board, codes, tables, room)
        if wrong >= 0:
            return (i << 32) + wrong
        n = rows.counted(board[layout.SPOT])
        o = [[0] * n for _ in range(kernel.ORDER_ROWS)]
        then = [[0] * width for _ in range(layout.ROWS)]
        answers = [[0] * orders.shape[1] for _ in kernel.ANSWERS] if len(told) else []
        turn.turn_over(board, codes, tables, wet, list(rules), o, work, room, then, answers)
        after[i] = then
        if len(told):
            told[i] = answers
    return -1


# --- compiled ---


class _Arrays:
    """The maps last used, as arrays."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Map, Numbers]] = {}

    def __call__(self, rows: Map) -> Numbers:
        import numpy as np

        found = self._known.get(id(rows))
        if found is None or found[0] is not rows:
            if len(self._known) >= 64:
                self._known.clear()
            found = self._known[id(rows)] = (rows, np.array(rows, dtype=np.int16))
        return found[1]


arrays = _Arrays()


class _Rooms:
    """Room for orders, for the kernel and for all else: whoever works takes one for himself and gives it back."""

    def __init__(self) -> None:
        self._free: dict[tuple[int, int, int], list[tuple[Any, Any, Any]]] = {}

    @contextmanager
    def __call__(self, width: int, lines: int, provinces: int) -> Iterator[tuple[Any, Any, Any]]:
        if len(self._free) >= 64:
            self._free = {}
        free = self._free.setdefault((width, lines, provinces), [])
        try:
            room = free.pop()  # of several threads each gets another
        except IndexError:
            room = self._new(width, lines, provinces)
        yield room
        free.append(room)

    @staticmethod
    def _new(width: int, lines: int, provinces: int) -> tuple[Any, Any, Any]:
        import numpy as np

        orders = np.zeros(kernel.ORDER_ROWS * width, dtype=np.int32)
        rest = np.zeros((layout.ROOM_ROWS, layout.room_width(width, lines)), dtype=np.int32)
        return orders, compiled.room(kernel.workspace(width, provinces)), rest


rooms = _Rooms()


def _compiled_turns(
    boards: Numbers, orders: Codes, tables: Map, wet: Map, rules: Sequence[int], after: Numbers, told: Numbers,
    threads: int,
) -> int:  # fmt: skip
    import numpy as np

    many, sheet, none = _entry(), np.array(rules, dtype=np.int32), np.zeros((0, 0), dtype=np.int16)
    t, sea = arrays(tables), arrays(wet)

    def part(first: int, last: int) -> int:
        """The boards from `first` on; many threads may be at this at once, for the compiled code lets others run."""
        some = slice(first, last)
        with rooms(boards.shape[2], orders.shape[1], len(wet)) as room:
            wrong = many(boards[some], orders[some], t, sea, sheet, *room, after[some], told[some], none)
        return wrong if wrong < 0 else wrong + (first << 32)

    at_once = min(threads or cores(), len(boards) // LEAST_PART)
    if at_once <= 1:
        return part(0, len(boards))
    parts = max(at_once, min(PARTS * at_once, len(boards) // FULL_PART))
    ends = [len(boards) * k // parts for k in range(parts + 1)]
    open_parts = list(pairwise(ends))

    def some() -> list[int]:
        """What one thread does: the next part, until none is left; so none waits for another."""
        found = []
        while open_parts:
            try:
                ends = open_parts.pop()
            except IndexError:  # another took the last
                break
            found.append(part(*ends))
        return found

    others = [_pool(at_once - 1).submit(some) for _ in range(at_once - 1)]
    found = some() + [each for other in others for each in other.result()]
    return min((each for each in found if each >= 0), default=-1)


LEAST_PART, FULL_PART, PARTS = 64, 500, 8
"""To fewer boards no thread is set. Each takes its share in up to so many parts, so that none waits long for another;
but not in smaller ones than full, for each takes time to begin."""


def cores() -> int:
    """How many cores this process may use, or as many as NUMBA_NUM_THREADS says."""
    import numba

    settings: Any = numba.config
    return int(settings.NUMBA_NUM_THREADS)


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, thread_name_prefix="boards")


@cache
def _entry() -> Entry:
    from numba import njit

    from dragoman.diplomacy.batch import fetching

    compiled.register(*MODULES)
    turn_over, fault, counted = turn.turn_over, refusal.fault, rows.counted
    source, lines = compiled.fingerprint(*compiled.KERNEL, *MODULES, layout, fetching), kernel.ORDER_ROWS

    def many(
        boards: Any, orders: Any, t: Any, wet: Any, rules: Any, o: Any, w: Any, x: Any, after: Any, told: Any,
        none: Any,
    ) -> int:  # fmt: skip
        size, here, there = boards.shape[1] * boards.shape[2] * boards.itemsize, boards.ctypes.data, after.ctypes.data
        told_size, answered = told.shape[1] * told.shape[2] * told.itemsize, told.ctypes.data
        for i in range(len(boards)):
            for at in range((i + 1) * size, (i + 2) * size, fetching.CACHE_LINE):
                fetching.fetch(here + at)
                fetching.fetch(there + at)
            for at in range((i + 1) * told_size, (i + 2) * told_size, fetching.CACHE_LINE):
                fetching.fetch(answered + at)
            wrong = fault(boards[i], orders[i], t, x)
            if wrong >= 0:
                return (i << 32) + wrong
            n = counted(boards[i, 0])
            laid = o[: lines * n].reshape(lines, n)
            answers = told[i] if len(told) else none
            turn_over(boards[i], orders[i], t, wet, rules, laid, w, x, after[i], answers)
        return min(-1, source)  # -1: the fingerprint only marks what is kept on disk

    entry: Entry = njit(cache=True, nogil=True, **compiled.WITHOUT_COUNTS)(many)
    return entry


@cache
def _listing() -> Entry:
    from numba import njit

    compiled.register(*MODULES)
    list_orders, fault, source = (
        listing.list_orders,
        refusal.fault,
        compiled.fingerprint(*compiled.KERNEL, *MODULES, layout),
    )

    def many(boards: Any, t: Any, rules: Any, x: Any, starts: Any, givers: Any, codes: Any) -> int:
        at = min(0, source)  # 0: the fingerprint only marks what is kept on disk
        for i in range(len(boards)):
            wrong = fault(boards[i], codes[:0], t, x)
            if wrong >= 0:
                return -1 - ((i << 32) + wrong)
            at = list_orders(boards[i], t, rules, x, starts[i], givers[i], codes, at)
        return at

    entry: Entry = njit(cache=True, nogil=True, **compiled.WITHOUT_COUNTS)(many)
    return entry
