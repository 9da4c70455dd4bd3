"""Dates and times as people write them. What could mean two moments is asked back, never guessed."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from dragoman.tongues.lexicon import LANGUAGES, lexicon, words_of

EXAMPLES = ("5 March 20:00", "5.3. 20:00", "2026-03-05 20:00")
"""Forms that are read, for whoever wrote another."""

Shown = Callable[[datetime, tzinfo], datetime]
"""The moment, in UTC, at which clocks of a zone show a time: for a game to say, where they leap over it."""


def plainly(written: datetime, zone: tzinfo) -> datetime:
    """As the zone itself has it."""
    return written.replace(tzinfo=zone).astimezone(UTC)


_ISO = re.compile(r"(\d{4})-(\d\d)-(\d\d)(?:[T ]+(\d\d):(\d\d)(?::\d\d)?(Z|[+-]\d\d:?\d\d)?)?")
_CLOCK = re.compile(r"(?<!\d)(\d{1,2})[:.](\d\d)(?![\d.])")
_DOTTED = re.compile(r"(?<![\d.])(\d{1,2})\.(\d{1,2})\.(\d{4})?(?!\d)")
_SLASHED = re.compile(r"\d{1,4}/\d{1,2}(?:/\d{1,4})?")


def moment(text: str, now: datetime, zone: tzinfo, hour: time | None, shown: Shown = plainly) -> datetime | None:
    """The moment a text names, in UTC; None where it names none, or might name several.

    `hour` is taken where no time of day is given; without it there must be one. A date without a year is the next such.
    """
    if _SLASHED.search(text):
        return None
    iso = _ISO.search(text)
    if iso is not None:
        return _iso(iso, zone, hour, shown)
    date, rest = _date(text)
    at = _time(rest, hour)
    if date is None or at is None or not _weekday_fits(text, date, now, zone, shown):
        return None
    return _moment(date, at, now, zone, shown)


def leapt(text: str, due: datetime, zone: tzinfo, hour: time | None) -> str:
    """The time of day that a text names, where the local clock does not show it on that day; else empty (PB01)."""
    iso = _ISO.search(text)
    if iso is not None and (iso[6] or iso[4] is None):
        return ""
    at = time(int(iso[4]), int(iso[5])) if iso is not None else _time(_date(text)[1], hour)
    local = due.astimezone(zone)
    return f"{at:%H:%M}" if at is not None and (local.hour, local.minute) != (at.hour, at.minute) else ""


Day = tuple[int, int, int | None]
"""Day, month, year if given."""


def day_of(text: str) -> Day | None:
    """The day that a text names: `5.3.`, `5 March 2026`, `2026-03-05`; None where it names none, or might name
    several."""
    if _SLASHED.search(text):
        return None
    iso = _ISO.search(text)
    if iso is not None:
        return int(iso[3]), int(iso[2]), int(iso[1])
    return _date(text)[0]


def _iso(found: re.Match[str], zone: tzinfo, hour: time | None, shown: Shown) -> datetime | None:
    day, at, minute, offset = found[3], found[4], found[5], found[6]
    if at is None and hour is None:
        return None
    clock = f"{at}:{minute}" if at is not None else f"{hour:%H:%M}"
    try:
        written = datetime.fromisoformat(f"{found[1]}-{found[2]}-{day}T{clock}{offset or ''}")
    except ValueError:
        return None
    return written.astimezone(UTC) if offset else shown(written, zone)


def _date(text: str) -> tuple[Day | None, str]:
    """The date in a text, and the text without it: `5.3.2026`, `5 March`, `March 5, 2026`."""
    dotted = _DOTTED.search(text)
    if dotted is not None:
        rest = text[: dotted.start()] + " " + text[dotted.end() :]
        return (int(dotted[1]), int(dotted[2]), int(dotted[3]) if dotted[3] else None), rest
    return _named_date(text)


def _named_date(text: str) -> tuple[Day | None, str]:
    without_clock = _CLOCK.sub(" ", text)
    words = [word for word, _ in words_of(without_clock)]
    for index, word in enumerate(words):
        month = next((known for lang in LANGUAGES if (known := lexicon(lang).meaning("month", word))), None)
        if month is None:
            continue
        before, after = words[index - 1] if index else "", words[index + 1 : index + 3]
        if _is_day(before):
            year = after[0] if after and _is_year(after[0]) else None
            return (_day(before), int(month), int(year) if year else None), text
        if after and _is_day(after[0]):
            year = after[1] if len(after) > 1 and _is_year(after[1]) else None
            return (_day(after[0]), int(month), int(year) if year else None), text
    return None, text


def _is_day(word: str) -> bool:
    return re.fullmatch(r"\d{1,2}(?:st|nd|rd|th)?", word) is not None


def _day(word: str) -> int:
    return int(re.sub(r"\D", "", word))


def _is_year(word: str) -> bool:
    return re.fullmatch(r"2\d{3}", word) is not None


def _time(text: str, hour: time | None) -> time | None:
    """The time of day in a text without its date. One that no clock shows is none; one left out is the hour given."""
    found = _CLOCK.search(text)
    if found is None:
        klo = re.search(r"\bklo\s+(\d{1,2})\b", text)
        return _clock(klo[1], "0") if klo else hour
    return _clock(found[1], found[2])


def _clock(hour: str, minute: str) -> time | None:
    return time(int(hour), int(minute)) if int(hour) < 24 and int(minute) < 60 else None


def _moment(named: Day, at: time, now: datetime, zone: tzinfo, shown: Shown) -> datetime | None:
    day, month, year = named
    local = now.astimezone(zone)
    for candidate in (year,) if year else range(local.year, local.year + 9):  # nine years hold a 29 February
        try:
            due = shown(datetime.combine(date(candidate, month, day), at), zone)
        except ValueError:
            continue
        if year or due > now:
            return due
    return None


def _weekday_fits(text: str, date: Day, now: datetime, zone: tzinfo, shown: Shown) -> bool:
    """A weekday written beside a date must be that date's. (Of two letters it is passed over: `to` is Thursday.)"""
    words = [word for word, _ in words_of(text) if len(word) > 2]
    named = {day for word in words for lang in LANGUAGES if (day := lexicon(lang).meaning("weekday", word))}
    due = _moment(date, time(12), now - timedelta(days=1), zone, shown)
    return not named or (due is not None and str(due.astimezone(zone).isoweekday()) in named)
