"""Deadlines as a calendar (RFC 5545): which phase of which game is due when, and where to go. It holds what everybody
may know of a game and nothing besides: neither whose seat it is, nor whether any orders are on file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.utils.translation import gettext as _

from dragoman.web import says


@dataclass(frozen=True, slots=True)
class Deadline:
    """One deadline: of which game and phase, when, where the game is, and since when it has been so."""

    table: str
    phase: str
    at: datetime
    url: str
    since: datetime


REFRESH = timedelta(hours=1)


def calendar(deadlines: Iterable[Deadline], host: str) -> bytes:
    """The calendar; the same bytes for the same deadlines. `host` is where the identifiers of its entries are at home.

    The library that writes it is loaded when one is first written.
    """
    from icalendar import Calendar, Event

    made = Calendar()
    made.add("PRODID", "-//Dragoman//Deadlines//EN")
    made.add("VERSION", "2.0")
    made.add("CALSCALE", "GREGORIAN")
    made.add("METHOD", "PUBLISH")
    made.add("X-WR-CALNAME", _("Deadlines"))
    made.add("REFRESH-INTERVAL", REFRESH, parameters={"VALUE": "DURATION"})
    made.add("X-PUBLISHED-TTL", REFRESH)
    for deadline in deadlines:
        event = Event()
        event.add("UID", f"{deadline.table}.{deadline.phase}@{host}")
        event.add("DTSTAMP", deadline.since.astimezone(UTC))
        event.add("DTSTART", deadline.at.astimezone(UTC))
        event.add("SUMMARY", _("%(game)s: %(phase)s due") % {"game": deadline.table, "phase": _phase(deadline.phase)})
        event.add("URL", deadline.url)
        event.add("TRANSP", "TRANSPARENT")
        made.add_component(event)
    content: bytes = made.to_ical()
    return content


def _phase(code: str) -> str:
    return says.phase(says.read_phase(code))
