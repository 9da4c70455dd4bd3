"""The clock of a table: how long a phase lasts, and when it falls due on the calendar of the table's own zone.

Times come in and go out as aware UTC moments; days, hours of the day and weekdays are counted on the local calendar, so
that a deadline at 21:00 stays at 21:00 when the clocks change.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
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


SPAN = re.compile(r"P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?")


def span(written: str) -> timedelta | None:
    """A span of time (ISO 8601: `P1DT2H`, without months and years); None for anything else. Raises OverflowError for
    one longer than any calendar."""
    found = SPAN.fullmatch(written)
    if found is None or written in ("P", "PT"):
        return None
    weeks, days, hours, minutes, seconds = (int(part or 0) for part in found.groups())
    return timedelta(weeks=weeks, days=days, hours=hours, minutes=minutes, seconds=seconds)


def after(calendar: Calendar, begins: datetime, days: float) -> datetime:
    """The first moment the calendar allows that is at least so many local days after the beginning, in UTC."""
    local = begins.astimezone(zone(calendar.zone))
    wall = _wall(local) + timedelta(
        days=days
    )  # wall-clock arithmetic: the same hour, whatever the clocks did meanwhile
    return _allowed(calendar, wall, wall.time() if calendar.hour is None else calendar.hour)


def at_least(calendar: Calendar, moment: datetime) -> datetime:
    """The first moment the calendar allows that is not before that one, in UTC."""
    wall = _wall(moment.astimezone(zone(calendar.zone)))
    if calendar.hour is None:
        if not calendar.weekdays or wall.weekday() in calendar.weekdays:
            return moment.astimezone(UTC)
        return _allowed(calendar, wall, wall.time())
    due = _allowed(calendar, wall, calendar.hour)
    return due if due >= moment else _allowed(calendar, wall + timedelta(days=1), calendar.hour)


def _allowed(calendar: Calendar, wall: datetime, hour: time) -> datetime:
    """The first moment, from that time of the local clock on, at that hour of an allowed weekday."""
    due = datetime.combine(wall.date(), hour)
    if due < wall:
        due += timedelta(days=1)
    while calendar.weekdays and due.weekday() not in calendar.weekdays:
        due += timedelta(days=1)
    return shown(due, zone(calendar.zone))[0]


def shown(wall: datetime, there: tzinfo) -> tuple[datetime, bool]:
    """When a local clock shows that date and time, in UTC, and whether it ever does.

    A time that the clock shows twice is taken the first time; for one that it leaps over, the first moment after the
    leap is taken (PB01).
    """
    first = wall.replace(tzinfo=there, fold=0).astimezone(UTC)
    if _wall(first.astimezone(there)) == wall:
        return first, True
    before, behind = first - timedelta(days=1), first + timedelta(days=1)
    while behind - before > timedelta(seconds=1):
        middle = before + (behind - before) / 2
        if _wall(middle.astimezone(there)) < wall:
            before = middle
        else:
            behind = middle
    return behind.replace(microsecond=0), False


def _wall(local: datetime) -> datetime:
    """What the clock on the wall shows."""
    return local.replace(tzinfo=None, fold=0)


def delayed(calendar: Calendar, deadline: datetime, span: timedelta) -> datetime:
    """A deadline put off by a span: whole days are counted on the local calendar and keep the hour and the weekdays of
    deadlines; a part of a day is counted as it is."""
    whole, part = timedelta(days=span.days), span - timedelta(days=span.days)
    if part:
        return deadline + span
    there = zone(calendar.zone)
    due = _wall(deadline.astimezone(there)) + whole
    while calendar.weekdays and due.weekday() not in calendar.weekdays:
        due += timedelta(days=1)
    return shown(due, there)[0]


def beginning(now: datetime, deadline: datetime | None) -> datetime:
    """From when the next phase is counted: the deadline itself if the clock struck promptly, else this moment."""
    if deadline is not None and timedelta(0) <= now - deadline <= PROMPT:
        return deadline
    return now


def resumed(now: datetime, paused: datetime, deadline: datetime) -> datetime:
    """A deadline after a pause: as much time as was left when the pause began, and never less than none."""
    return now + max(deadline - paused, timedelta(0))


def midnight(day: date, there: tzinfo) -> datetime:
    """When a local day begins, in UTC."""
    return shown(datetime.combine(day, time()), there)[0]
