"""The host's pulse: a clock that leapt, or a host that was away, is noticed before any table's clock strikes.

After a long gap or a leap all tables are held until the keeper lets them go on: what a deadline reveals, nobody can
hide again. Each absence is remembered, so that what fell due in it is not adjudicated as if anybody could have known
of it (PB04).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from dragoman.store.models import Outage, Pulse

SHORTEST = timedelta(minutes=15)
"""A gap between two beats that is an absence. The pulse is taken every half minute, and a restart takes a while."""


@dataclass(frozen=True, slots=True)
class Held:
    """Why no clock strikes: since when, and what was seen."""

    since: datetime
    why: str


class Heart:
    """The pulse in the database of that alias. `longest` is the gap or leap that nobody need be asked about, `shortest`
    the gap that is an absence at all."""

    def __init__(self, longest: timedelta, using: str = "default", shortest: timedelta = SHORTEST) -> None:
        self._longest = longest
        self._shortest = shortest
        self._using = using

    def beat(self, now: datetime) -> Held | None:
        """Note that the clock stands at `now`; why no table's clock may strike, if that is so."""
        with transaction.atomic(self._using):
            pulses = Pulse.objects.using(self._using)
            pulse, first = pulses.select_for_update().get_or_create(id=1, defaults={"at": now})
            if not first and pulse.held_since is None:
                self._seen(pulse, now)
            pulse.at = now
            pulse.save(using=self._using)
        return self._held(pulse)

    def _seen(self, pulse: Pulse, now: datetime) -> None:
        gap = now - pulse.at
        if gap > self._longest or gap < -self._longest:
            pulse.held_since, pulse.why = now, f"from {pulse.at.isoformat()} to {now.isoformat()}"
        if gap > self._shortest:
            self._note(pulse.at, now)

    def _note(self, since: datetime, until: datetime) -> None:
        Outage.objects.using(self._using).create(since=since, until=until)

    def last(self) -> datetime | None:
        """When the clock was last seen to go; None on a new host."""
        pulse = Pulse.objects.using(self._using).filter(id=1).first()
        return pulse.at if pulse else None

    def held(self) -> Held | None:
        """Why no table's clock may strike, as last seen."""
        pulse = Pulse.objects.using(self._using).filter(id=1).first()
        return self._held(pulse) if pulse else None

    def let_go(self, now: datetime) -> None:
        """The keeper has looked: from `now` the clocks strike again. Until then the host was as good as away."""
        with transaction.atomic(self._using):
            pulse = Pulse.objects.using(self._using).select_for_update().filter(id=1).first()
            if pulse is None:
                return
            if pulse.held_since is not None:
                self._let_go(pulse, now)
            pulse.held_since, pulse.why, pulse.at = None, "", now
            pulse.save(using=self._using)

    def _let_go(self, pulse: Pulse, now: datetime) -> None:
        """The absence that held all lasts until now. Where the clock had leapt ahead, it ends sooner than it seemed."""
        held = pulse.held_since
        assert held is not None
        noted = Outage.objects.using(self._using).filter(until=held).update(until=now)
        if not noted and held < now:
            self._note(held, now)

    def away(self, due: datetime, now: datetime) -> tuple[datetime, datetime] | None:
        """Since when and until when the host was away at some time between what was due and now; None: it was not."""
        rows = Outage.objects.using(self._using).filter(until__gte=due, since__lte=now).order_by("since")
        found = [(row.since, row.until) for row in rows]
        return (found[0][0], max(until for _, until in found)) if found else None

    def forget(self, before: datetime) -> None:
        """Forget absences that ended before that moment; what fell due in them has long been dealt with."""
        Outage.objects.using(self._using).filter(until__lt=before).delete()

    @staticmethod
    def _held(pulse: Pulse) -> Held | None:
        return Held(pulse.held_since, pulse.why) if pulse.held_since else None
