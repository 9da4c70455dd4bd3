"""Recorded games are replayed by several threads or processes, whole games by each, and told in the order of their
files: by compiled code in threads (`sweeping`) where that is at hand, and otherwise in processes (`wholesale`).

Lines go out in batches that end where a game ends, and few batches are under way at a time, so that memory does not
grow with the files. What is short is replayed where it is read, before any other process is started.
"""

from __future__ import annotations

import gc
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import chain, islice
from multiprocessing import get_context
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, NamedTuple

from dragoman.diplomacy.adjudication import compiled
from dragoman.diplomacy.docket import Docket
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.keeper.complaints import Unusable
from dragoman.keeper.replaying import Record, Tally, game_of
from dragoman.keeper.wholesale import Wholesale

LEAST = 250
"""The fewest lines of a batch, where there are as many; a line of a recorded game takes about three kilobytes."""

MOST = 2 * LEAST
"""Up to so many lines a batch is only ended where two lines do not even begin alike."""

BEGINNING = 24
"""So many signs of a line are most often beyond the name of its game."""

TOGETHER = 4
"""How many batches are made one for compiled code."""

MOSTLY = 8
"""If compiled code leaves more than one line of so many to others, those had better run in processes."""

LONG = 80
"""After so many batches it is worth while to compile."""

ALONE = 8
"""How many batches are replayed where they are read: others would not have begun before."""

AHEAD = 3
"""How many batches may be under way for each process."""

MADE_BETWEEN = 100_000
"""How many more values are made than cleared away before rubbish is looked for."""

if TYPE_CHECKING:
    from dragoman.keeper.sweeping import Sweeper

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
    """Replay the lines in batches, by so many processes or threads. Raises Unusable as `lines` does, after all that
    came before, and where a process is stopped from outside."""
    before = gc.get_threshold()
    spare_the_collector()
    try:
        yield from _replayed(lines, Ways(sheet, processes))
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


class Ways(NamedTuple):
    """By which sheet lines are replayed, and by how many processes or threads."""

    sheet: Sheet
    processes: int


def _replayed(lines: Iterable[Placed], ways: Ways) -> Iterator[Held]:
    batches = in_batches(lines)
    begun = Begun(batches, ALONE + 1)
    docket = Docket(ways.sheet)
    if len(begun.batches) <= ALONE:
        yield from _alone(begun, Wholesale(docket))
    elif not (compiled.available() and docket.can_be_scanned):
        yield from _in_shorthand(chain(begun, batches), docket, ways)
    else:
        yield from _swept(chain(begun, batches), docket, ways)


def _alone(batches: Iterable[list[Placed]], by: Wholesale | Sweeper) -> Iterator[Held]:
    return (held(by, batch) for batch in batches)


def _in_shorthand(batches: Iterator[list[Placed]], docket: Docket, ways: Ways) -> Iterator[Held]:
    """By the clerk: the first batches here, the rest by other processes."""
    wholesale = Wholesale(docket)
    yield from _alone(batches if ways.processes == 1 else islice(batches, ALONE), wholesale)
    second = next(batches, None)
    if second is not None:
        yield from _by_processes(chain([second], batches), ways)


def _swept(batches: Iterator[list[Placed]], docket: Docket, ways: Ways) -> Iterator[Held]:
    """By compiled code, which lets threads run side by side. Where it is still to be compiled, which takes a minute,
    the beginning of a long archive is replayed without, so that a short one need not wait. An archive of which that
    code leaves much to others is replayed in processes after all."""
    from dragoman.keeper import sweeping  # it asks for NumPy

    if not sweeping.compiled_before():
        yield from _in_shorthand(islice(batches, LONG), docket, ways)
    understood = sweeping.Understood(docket)
    sweepers = [sweeping.Sweeper(understood) for _ in range(ways.processes)]
    wide = together(batches, TOGETHER)
    for first in islice(wide, 1):
        yield held(sweepers[0], first)
        if sweepers[0].left * MOSTLY > len(first):
            yield from _in_shorthand(wide, docket, ways)
    yield from _alone(wide, sweepers[0]) if ways.processes == 1 else _by_threads(wide, sweepers)


class Begun:
    """The first few batches, read ahead to see how many there are; what broke that off is told in its place."""

    def __init__(self, batches: Iterator[list[Placed]], most: int) -> None:
        self.batches: list[list[Placed]] = []
        self.fault: Unusable | None = None
        try:
            for batch in islice(batches, most):
                self.batches.append(batch)
        except Unusable as fault:
            self.fault = fault

    def __iter__(self) -> Iterator[list[Placed]]:
        yield from self.batches
        if self.fault is not None:
            raise self.fault


def spare_the_collector() -> None:
    """Have rubbish looked for seldom, and never among what is remembered: replaying makes next to none that is not
    cleared away at once, and looking for it costs a fifth of the time."""
    gc.freeze()
    gc.set_threshold(MADE_BETWEEN, 50, 100)


def held(by: Wholesale | Sweeper, batch: Sequence[Placed]) -> Held:
    record = Record(by.docket)
    told = by.held(record, batch)
    return Held(record.tally, told)


def in_batches(lines: Iterable[Placed]) -> Iterator[list[Placed]]:
    """The lines in batches. None begins with a line that belongs, or could belong, to the game of the line before."""
    batch: list[Placed] = []
    try:
        for placed in lines:
            if len(batch) >= LEAST and _apart(batch[-1][1], placed[1], len(batch) < MOST):
                yield batch
                batch = []
            batch.append(placed)
    except Unusable:
        if batch:
            yield batch
        raise
    if batch:
        yield batch


def _apart(line: bytes, following: bytes, quickly: bool) -> bool:
    """Whether the lines belong to two games; `quickly`, those that begin alike may be taken as of one."""
    if quickly and line[:BEGINNING] == following[:BEGINNING]:
        return False
    one, other = game_of(line), game_of(following)
    return one is not None and other is not None and one != other


def together(batches: Iterable[list[Placed]], several: int) -> Iterator[list[Placed]]:
    """So many batches made one."""
    whole: list[Placed] = []
    try:
        for number, batch in enumerate(batches, 1):
            whole += batch
            if number % several == 0:
                yield whole
                whole = []
    except Unusable:
        if whole:
            yield whole
        raise
    if whole:
        yield whole


def _by_threads(batches: Iterator[list[Placed]], sweepers: Sequence[Sweeper]) -> Iterator[Held]:
    free: SimpleQueue[Sweeper] = SimpleQueue()
    for sweeper in sweepers:
        free.put(sweeper)

    def swept(batch: list[Placed]) -> Held:
        sweeper = free.get()
        try:
            return held(sweeper, batch)
        finally:
            free.put(sweeper)

    pool = ThreadPoolExecutor(len(sweepers), thread_name_prefix="replay")
    try:
        yield from _in_order(batches, lambda batch: pool.submit(swept, batch), AHEAD * len(sweepers))
    finally:
        pool.shutdown(cancel_futures=True)


def _by_processes(batches: Iterator[list[Placed]], ways: Ways) -> Iterator[Held]:
    with _pool(*ways) as pool:
        yield from _in_order(batches, lambda batch: pool.submit(_held_here, batch), AHEAD * ways.processes)


def _in_order(
    batches: Iterator[list[Placed]], begin: Callable[[list[Placed]], Future[Held]], most: int
) -> Iterator[Held]:
    """What batches come to, of which so many are under way at a time."""
    under_way: deque[Future[Held]] = deque()
    fault: Unusable | None = None
    try:
        for batch in batches:
            under_way.append(begin(batch))
            if len(under_way) >= most:
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
