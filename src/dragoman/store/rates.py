"""How often somebody may do what takes work: for all processes together, since it is counted in the database.

Each has a bucket that fills at a steady rate, and a short burst is let pass (the generic cell rate algorithm, ITU-T
I.371, as one number for each bucket: until when it is spoken for). What is asked for often is drawn some at a time, so
that few requests write.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import Lock

from django.db.models import F, Value
from django.db.models.functions import Greatest

from dragoman.store.models import Spent

MOST_PURSES = 10_000
"""For how many a process remembers what it has drawn for them; for the others it draws anew."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So many in so many seconds, and as many at once; a process draws `batch` of them at a time."""

    name: str
    count: int
    seconds: int
    batch: int = 1


@dataclass(frozen=True, slots=True)
class Left:
    """Whether it is let pass, how many more would be now, and in how many seconds one will be."""

    passes: bool
    more: int
    wait: int


@dataclass(frozen=True, slots=True)
class Purse:
    """What was drawn and not spent yet: so many, at that moment, when so many more were left to draw."""

    drawn: int
    at: float
    more: int


class Rates:
    """All buckets. `digest` makes what a bucket is known by in the database, which need not say whose it is."""

    def __init__(
        self, digest: Callable[[str, str], str], using: str = "default", clock: Callable[[], float] = time.time
    ) -> None:
        self._digest, self._using, self._clock = digest, using, clock
        self._purses: OrderedDict[tuple[str, str], Purse] = OrderedDict()
        self._lock = Lock()

    def take(self, who: str, rate: Rate) -> Left:
        """Take one out of somebody's bucket, if there is one in it."""
        now = self._clock()
        with self._lock:
            purse = self._purses.pop((rate.name, who), None)
            if purse is None or purse.drawn == 0 or not 0 <= now - purse.at < rate.seconds:
                purse = None
            else:
                self._keep(rate, who, replace(purse, drawn=purse.drawn - 1))
        if purse is not None:
            return _left(rate, purse.drawn - 1 + purse.more, True, 0.0)
        return self._drawn(who, rate, now)

    def take_many(self, who: str, rate: Rate, count: int) -> bool:
        """Take so many out at once, or none; of more than a bucket holds, all that it holds."""
        if count == 1:
            return self.take(who, rate).passes
        now, step = self._clock(), rate.seconds / rate.count
        cost = min(count, rate.count) * step
        return self._draw(self._digest(rate.name, who), cost, now, now + rate.seconds) is not None

    def forget(self) -> None:
        """Fill every bucket."""
        with self._lock:
            self._purses.clear()
        Spent.objects.using(self._using).all().delete()

    def sweep(self) -> None:
        """Forget the buckets that are full."""
        Spent.objects.using(self._using).filter(until__lt=self._clock()).delete()

    def _drawn(self, who: str, rate: Rate, now: float) -> Left:
        key, step = self._digest(rate.name, who), rate.seconds / rate.count
        for batch in dict.fromkeys((min(rate.batch, rate.count), 1)):
            until = self._draw(key, batch * step, now, now + rate.seconds)
            if until is not None:
                more = max(0, int((now + rate.seconds - until) / step + 1e-6))
                with self._lock:
                    self._keep(rate, who, Purse(batch - 1, now, more))
                return _left(rate, batch - 1 + more, True, 0.0)
        found = Spent.objects.using(self._using).filter(key=key).values_list("until", flat=True).first() or now
        return _left(rate, 0, False, found + step - rate.seconds - now)

    def _draw(self, key: str, cost: float, now: float, most: float) -> float | None:
        """Have a bucket spoken for that much longer; until when it is, or None if that would be too long. One statement
        decides, so that two who draw at once are told apart. One that is spoken for beyond all measure was filled by a
        clock that has gone back since."""
        rows = Spent.objects.using(self._using).filter(key=key)
        later = Greatest(F("until"), Value(now)) + Value(cost)
        for _ in range(3):
            if rows.filter(until__lte=most - cost + 1e-6).update(until=later):
                return rows.values_list("until", flat=True).first() or now + cost
            row, made = Spent.objects.using(self._using).get_or_create(key=key, defaults={"until": now + cost})
            if made:
                return row.until
            if row.until > most + 1:
                rows.filter(until=row.until).update(until=now)
            elif row.until > most - cost + 1e-6:
                return None
        return None

    def _keep(self, rate: Rate, who: str, purse: Purse) -> None:
        self._purses[rate.name, who] = purse
        while len(self._purses) > MOST_PURSES:
            self._purses.popitem(last=False)


def _left(rate: Rate, more: int, passes: bool, wait: float) -> Left:
    if passes and more == 0:
        wait = rate.seconds / rate.count
    return Left(passes, more, int(wait) + 1 if wait > 0 else 0)


__all__ = ["Left", "Rate", "Rates"]
