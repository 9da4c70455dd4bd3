"""Recorded games are replayed in several processes at once, whole games in each, and told in the order of their files.

Lines go out in batches that end where a game ends, and few batches are under way at a time, so that memory does not
grow with the files. What is short is replayed where it is read, before any other process is started.
"""

from __future__ import annotations

import gc
import os
import signal
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context
from typing import Any, NamedTuple

from dragoman.diplomacy.docket import Docket
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.keeper.complaints import Unusable
from dragoman.keeper.replaying import Record, Tally, game_of
from dragoman.keeper.wholesale import Wholesale

LEAST = 250
"""The fewest lines of a batch, where there are as many; a line of a recorded game takes about three kilobytes."""

ALONE = 8
"""How many batches are replayed where they are read: others would not have begun before."""

AHEAD = 3
"""How many batches may be under way for each process."""

MADE_BETWEEN = 100_000
"""How many more values are made than cleared away before rubbish is looked for."""

Placed = tuple[str, bytes]
"""Where a line stands, and the line."""


class Held(NamedTuple):
    """What a batch came to: its counts, and what differed in it, in order."""

    tally: Tally
    told: list[dict[str, Any]]


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def replayed(lines: Iterable[Placed], sheet: Sheet, processes: int) -> Iterator[Held]:
    """Replay the lines in batches, by so many processes. Raises Unusable as `lines` does, after all that came before,
    and where a process is stopped from outside."""
    wholesale = Wholesale(Docket(sheet))
    before = gc.get_threshold()
    spare_the_collector()
    try:
        yield from _replayed(lines, wholesale, sheet, processes)
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


def _replayed(lines: Iterable[Placed], wholesale: Wholesale, sheet: Sheet, processes: int) -> Iterator[Held]:
    batches = in_batches(lines)
    for batch in batches if processes == 1 else islice(batches, ALONE):
        yield held(wholesale, batch)
    second = next(batches, None)
    if second is not None:
        yield from _by_others(_put_back(second, batches), sheet, processes)


def spare_the_collector() -> None:
    """Have rubbish looked for seldom, and never among what is remembered: replaying makes next to none that is not
    cleared away at once, and looking for it costs a fifth of the time."""
    gc.freeze()
    gc.set_threshold(MADE_BETWEEN, 50, 100)


def held(wholesale: Wholesale, batch: Sequence[Placed]) -> Held:
    record = Record(wholesale.docket)
    told = wholesale.held(record, batch)
    return Held(record.tally, told)


def in_batches(lines: Iterable[Placed]) -> Iterator[list[Placed]]:
    """The lines in batches. None begins with a line that belongs, or could belong, to the game of the line before."""
    batch: list[Placed] = []
    try:
        for placed in lines:
            if len(batch) >= LEAST and _apart(batch[-1][1], placed[1]):
                yield batch
                batch = []
            batch.append(placed)
    except Unusable:
        if batch:
            yield batch
        raise
    if batch:
        yield batch


def _apart(line: bytes, following: bytes) -> bool:
    one, other = game_of(line), game_of(following)
    return one is not None and other is not None and one != other


def _put_back(first: list[Placed], others: Iterator[list[Placed]]) -> Iterator[list[Placed]]:
    yield first
    yield from others


def _by_others(batches: Iterator[list[Placed]], sheet: Sheet, processes: int) -> Iterator[Held]:
    under_way: deque[Future[Held]] = deque()
    fault: Unusable | None = None
    with _pool(sheet, processes) as pool:
        try:
            for batch in batches:
                under_way.append(pool.submit(_held_here, batch))
                if len(under_way) >= AHEAD * processes:
                    yield under_way.popleft().result()
        except Unusable as found:  # a file that cannot be read on: what was read is told first
            fault = found
        while under_way:
            yield under_way.popleft().result()
    if fault is not None:
        raise fault


@contextmanager
def _pool(sheet: Sheet, processes: int) -> Iterator[ProcessPoolExecutor]:
    """Processes of their own making, which share nothing with this one; none outlives the block."""
    pool = ProcessPoolExecutor(processes, get_context("spawn"), _begin, (sheet,))
    try:
        yield pool
    except BrokenProcessPool as error:
        raise Unusable("a process that replayed games was stopped from outside") from error
    finally:
        pool.shutdown(cancel_futures=True)


# --- in the other processes ---

_here: list[Wholesale] = []
"""What this process replays by, once it has begun."""


def _begin(sheet: Sheet) -> None:
    spare_the_collector()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who interrupts means the process that was called
    _here.append(Wholesale(Docket(sheet)))


def _held_here(batch: list[Placed]) -> Held:
    return held(_here[0], batch)
