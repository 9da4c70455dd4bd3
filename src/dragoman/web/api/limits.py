"""How often one may ask: each token has a bucket of its own, and so has each address of those without one. It fills at
a steady rate, and a short burst is let pass. A process keeps its own buckets: they are for fairness alone."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

MOST_BUCKETS = 10_000
"""How many are remembered; whoever has not asked for longest is forgotten first, with a full bucket to come."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So many requests in so many seconds, and as many at once."""

    name: str
    count: int
    seconds: int


TOKEN = Rate("token", 600, 60)
"""For a token: a program that plays asks a few times a minute."""

STRANGER = Rate("address", 240, 60)
"""For an address without a token: many people may stand behind one."""


@dataclass(frozen=True, slots=True)
class Left:
    """Whether a request is let pass, how many more would be now, and in how many seconds one will be."""

    passes: bool
    more: int
    wait: int


class Buckets:
    """All buckets of a process."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._full: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = Lock()

    def take(self, who: str, rate: Rate) -> Left:
        """Take one request out of somebody's bucket, if there is one in it."""
        now = self._clock()
        with self._lock:
            level, since = self._full.pop(who, (float(rate.count), now))
            level = min(rate.count, level + (now - since) * rate.count / rate.seconds)
            passes = level >= 1
            level -= passes
            self._full[who] = (level, now)
            while len(self._full) > MOST_BUCKETS:
                self._full.popitem(last=False)
        wait = 0 if level >= 1 else int((1 - level) * rate.seconds / rate.count) + 1
        return Left(passes, int(level), wait)

    def forget(self) -> None:
        """Fill every bucket."""
        with self._lock:
            self._full.clear()


BUCKETS = Buckets()
"""Those of this process."""

__all__ = ["BUCKETS", "STRANGER", "TOKEN", "Buckets", "Left", "Rate"]
