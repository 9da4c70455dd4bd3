"""Deadlines as a calendar (RFC 5545): which phase of which game is due when, and where to go. It holds what everybody
may know of a game and nothing besides: neither whose seat it is, nor whether any orders are on file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

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


@dataclass(frozen=True, slots=True)
class Away:
    """An absence that was announced to everybody: of which game and power, its number, from which day, until before
    which, and where the game is."""

    table: str
    power: str
    number: int
    first: date
    until: date
    url: str


@dataclass(frozen=True, slots=True)
class OwnAway:
    """An absence of the reader's own, from which day, until before which, and in which games."""

    first: date
    until: date
    games: tuple[str, ...]
    url: str


REFRESH = timedelta(hours=1)


def calendar(deadlines: Iterable[Deadline], host: str, absences: Iterable[Away | OwnAway] = ()) -> bytes:
    """The calendar; the same bytes for the same deadlines and absences. `host` is where the identifiers of its entries
    are at home.

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
    for away in absences:
        event = Event()
        event.add("UID", _away_uid(away, host))
        event.add("DTSTAMP", datetime.combine(away.first, time(), tzinfo=UTC))
        event.add("DTSTART", away.first)
        event.add("DTEND", away.until)
        event.add("SUMMARY", _away_said(away))
        event.add("URL", away.url)
        event.add("TRANSP", "TRANSPARENT")
        made.add_component(event)
    content: bytes = made.to_ical()
    return content


def _away_uid(away: Away | OwnAway, host: str) -> str:
    if isinstance(away, OwnAway):
        return f"away.{away.first:%Y%m%d}.{away.until:%Y%m%d}@{host}"
    return f"{away.table}.away.{away.power}.{away.number}@{host}".replace(" ", "-")


def _away_said(away: Away | OwnAway) -> str:
    if isinstance(away, OwnAway):
        return _("Away: %(games)s") % {"games": ", ".join(away.games)}
    return _("%(game)s: %(power)s away") % {"game": away.table, "power": away.power}


def _phase(code: str) -> str:
    return says.phase(says.read_phase(code))
