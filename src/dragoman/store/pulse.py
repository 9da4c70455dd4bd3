"""The host's pulse: a clock that leapt, or a host that was long away, is noticed before any table's clock strikes.

Then all tables are held until the keeper lets them go on: what a deadline reveals, nobody can hide again.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from dragoman.store.models import Pulse


@dataclass(frozen=True, slots=True)
class Held:
    """Why no clock strikes: since when, and what was seen."""

    since: datetime
    why: str


class Heart:
    """The pulse in the database of that alias. `longest` is the gap or leap that nobody need be asked about."""

    def __init__(self, longest: timedelta, using: str = "default") -> None:
        self._longest = longest
        self._using = using

    def beat(self, now: datetime) -> Held | None:
        """Note that the clock stands at `now`; why no table's clock may strike, if that is so."""
        with transaction.atomic(self._using):
            pulses = Pulse.objects.using(self._using)
            pulse, first = pulses.select_for_update().get_or_create(id=1, defaults={"at": now})
            if not first and pulse.held_since is None:
                gap = now - pulse.at
                if gap > self._longest or gap < -self._longest:
                    pulse.held_since, pulse.why = now, f"from {pulse.at.isoformat()} to {now.isoformat()}"
            pulse.at = now
            pulse.save(using=self._using)
        return self._held(pulse)

    def held(self) -> Held | None:
        """Why no table's clock may strike, as last seen."""
        pulse = Pulse.objects.using(self._using).filter(id=1).first()
        return self._held(pulse) if pulse else None

    def let_go(self, now: datetime) -> None:
        """The keeper has looked: from `now` the clocks strike again."""
        Pulse.objects.using(self._using).filter(id=1).update(held_since=None, why="", at=now)

    @staticmethod
    def _held(pulse: Pulse) -> Held | None:
        return Held(pulse.held_since, pulse.why) if pulse.held_since else None
