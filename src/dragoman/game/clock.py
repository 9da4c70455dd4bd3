"""The clock of a table: how long a phase lasts, and when it falls due on the calendar of the table's own zone.

Times come in and go out as aware UTC moments; days, hours of the day and weekdays are counted on the local calendar, so
that a deadline at 21:00 stays at 21:00 when the clocks change.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

WEEK = frozenset(range(7))

PROMPT = timedelta(hours=1)
"""A clock that strikes no later than this after the deadline was on time: the next phase is counted from the
deadline."""


class UnknownZone(ValueError):
    """No such time zone."""


def zone(name: str) -> tzinfo:
    """The zone of that name: an IANA name (`Europe/Helsinki`), `UTC`, or a fixed offset (`+02:00`). Raises
    UnknownZone."""
    if name[:1] in "+-" and name[1:]:
        return _offset(name)
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as fault:
        raise UnknownZone(name) from fault


def _offset(name: str) -> tzinfo:
    try:
        offset = datetime.strptime(name, "%z").utcoffset()
    except ValueError as fault:
        raise UnknownZone(name) from fault
    assert offset is not None
    return timezone(offset)


@dataclass(frozen=True, slots=True)
class Calendar:
    """When deadlines may fall: the zone, the time of day (None: whatever the hour of the beginning), and the weekdays
    (Monday is 0)."""

    zone: str = "UTC"
    hour: time | None = None
    weekdays: Collection[int] = WEEK


def after(calendar: Calendar, begins: datetime, days: float) -> datetime:
    """The first moment the calendar allows that is at least so many local days after the beginning, in UTC."""
    local = begins.astimezone(zone(calendar.zone))
    due = local + timedelta(days=days)  # wall-clock arithmetic: the same hour, whatever the clocks did meanwhile
    if calendar.hour is not None:
        due = _next_hour(due, calendar.hour)
    while calendar.weekdays and due.weekday() not in calendar.weekdays:
        due += timedelta(days=1)
    return due.astimezone(UTC)


def _next_hour(local: datetime, hour: time) -> datetime:
    """The next time the local clock shows that hour, now included."""
    due = datetime.combine(local.date(), hour, tzinfo=local.tzinfo)
    return due if due >= local.replace(fold=0) else due + timedelta(days=1)


def beginning(now: datetime, deadline: datetime | None) -> datetime:
    """From when the next phase is counted: the deadline itself if the clock struck promptly, else this moment."""
    if deadline is not None and timedelta(0) <= now - deadline <= PROMPT:
        return deadline
    return now


def resumed(now: datetime, paused: datetime, deadline: datetime) -> datetime:
    """A deadline after a pause: as much time as was left when the pause began, and never less than none."""
    return now + max(deadline - paused, timedelta(0))
