"""Dates and times as people write them. What could mean two moments is asked back, never guessed."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from dragoman.tongues.lexicon import LANGUAGES, folded, lexicon, words_of

EXAMPLES = ("5 March 20:00", "5.3. 20:00", "2026-03-05 20:00")
"""Forms that are read, for whoever wrote another."""

Shown = Callable[[datetime, tzinfo], datetime]
"""The moment, in UTC, at which clocks of a zone show a time: for a game to say, where they leap over it."""


def plainly(written: datetime, zone: tzinfo) -> datetime:
    """As the zone itself has it."""
    return written.replace(tzinfo=zone).astimezone(UTC)


_ISO = re.compile(r"(\d{4})-(\d\d)-(\d\d)(?:[T ]+(\d\d):(\d\d)(?::\d\d)?(Z|[+-]\d\d:?\d\d)?)?")
_CLOCK = re.compile(
    r"(?<![\d:.])(?:(\d{1,2})[:.](\d\d)(?![\d.])(?:\s*([ap])\.?\s?m\b\.?)?|(\d{1,2})\s*([ap])\.?\s?m\b\.?)",
    re.IGNORECASE,
)
_DOTTED = re.compile(r"(?<![\d.])(\d{1,2})\.(\d{1,2})\.(\d{4})?(?!\d)")
_SLASHED = re.compile(r"\d{1,4}/\d{1,2}(?:/\d{1,4})?")
_OFFSET = re.compile(
    r"\b(?:UTC|GMT)(?:\s*([+−-])\s*(\d{1,2})(?::?(\d\d))?)?(?![\w:])|(?<=\d\d)\s+([+−-])(\d\d):?(\d\d)\b"
)
_PLACE = re.compile(r"\b[A-Z][A-Za-z]+(?:/[A-Z][A-Za-z_-]+)+\b")
_FURTHEST = timedelta(hours=14)
"""No clock on earth is further from UTC."""

YEARS = range(1900, 2500)
"""Years that a game may speak of; beyond them clocks cannot be reckoned with."""

Day = tuple[int, int, int | None]
"""Day, month, year if given."""


@dataclass(frozen=True)
class _Named:
    """What a text names: a day, a time of day, the zone of its clock; and the words beside them."""

    day: Day | None
    at: time | None
    there: tzinfo
    words: tuple[str, ...] = ()


def moment(text: str, now: datetime, zone: tzinfo, hour: time | None, shown: Shown = plainly) -> datetime | None:
    """The moment a text names, in UTC; None where it names none, or might name several.

    `hour` is taken where no time of day is given, by clocks of its zone if it bears one; without it there must be one.
    A date without a year is the next such. A zone may be named (`UTC`, `UTC+3`, `Europe/Helsinki`); else the time is
    that of clocks in `zone`.
    """
    named = _named(text, now, zone)
    if named is None or named.day is None:
        return None
    at = named.at or (hour if named.there is zone else None)
    if at is None or not _weekday_fits(named, now, shown):
        return None
    return _moment(named.day, at.replace(tzinfo=None), now, at.tzinfo or named.there, shown)


def leapt(text: str, due: datetime, zone: tzinfo, hour: time | None) -> str:
    """The time of day that a text names, where the local clock does not show it on that day; else empty (PB01)."""
    named = _named(text, due, zone)
    if named is None:
        return ""
    at = named.at or hour
    local = due.astimezone((at.tzinfo if at is not None else None) or named.there)
    return f"{at:%H:%M}" if at is not None and (local.hour, local.minute) != (at.hour, at.minute) else ""


def day_of(text: str) -> Day | None:
    """The day that a text names, and nothing but a day: `5.3.`, `5 March 2026`, `2026-03-05`; None where it names none,
    or might name several."""
    named = _named(text, _ANY, UTC)
    return named.day if named is not None and named.at is None and named.there is UTC else None


_ANY = datetime(1900, 1, 1, tzinfo=UTC)
"""Before any year that two figures could mean: with it no number beside a date is an hour."""


def _named(text: str, now: datetime, zone: tzinfo) -> _Named | None:
    """What a text names; None where anything in it is not understood, or two things are named."""
    zoned = _zoned(text, zone)
    if zoned is None or _SLASHED.search(zoned[0]):
        return None
    rest, there = zoned
    iso = _ISO.search(rest)
    if iso is not None:
        day: Day | None = (int(iso[3]), int(iso[2]), int(iso[1]))
        rest = rest[: iso.start()] + " " + rest[iso.end() :]
        if iso[4] is not None:
            return _iso(iso, there, there is not zone, _words(rest))
        at, rest, sound = _clocked(rest)
        words = _words(rest)
    else:
        day, rest = _dotted(rest)
        at, rest, sound = _clocked(rest)
        words = _words(rest)
        if day is None:
            day, words = _named_date(words)
    if not sound:
        return None
    return _settled(_Named(day, at, there, words), now, zone)


def _iso(found: re.Match[str], there: tzinfo, zoned: bool, words: tuple[str, ...]) -> _Named | None:
    at = _clock(int(found[4]), int(found[5]))
    if at is None or (found[6] and zoned) or any(map(_strange, words)):
        return None
    if found[6]:
        given = _OFFSET.fullmatch(f"UTC{found[6]}" if found[6] != "Z" else "UTC")
        zone = _offset(given) if given is not None else None
        if zone is None:
            return None
        there = zone
    return _Named((int(found[3]), int(found[2]), int(found[1])), at, there, words)


def _settled(named: _Named, now: datetime, zone: tzinfo) -> _Named | None:
    """With the hour that a number or a word beside the date gives; None where words are left that say other things."""
    at, words = named.at, list(named.words)
    hours = [place for place, word in enumerate(words) if word[:1].isdigit() or _is("noon", word)]
    if hours:
        place = hours.pop()
        before = words[place - 1] if place else ""
        found = _hour(words.pop(place), _is("clock", before), now)
        if at is not None or found is None:
            return None
        at = found
    own = {word for word, _ in words_of(str(getattr(zone, "key", "")).rpartition("/")[2].replace("_", " "))}
    if hours or any(_strange(word) and word not in own for word in words):
        return None
    return replace(named, at=at)


def _hour(word: str, marked: bool, now: datetime) -> time | None:
    """The hour that a number beside a date means: after `klo` any; else one of the afternoon, which is neither half a
    day's nor a year's short for one that is not over."""
    if _is("noon", word):
        return time(12)
    if not word.isdecimal() or len(word) > 2:
        return None
    number = int(word)
    plain = 12 < number < 24 and 2000 + number < now.year
    return _clock(number, 0) if marked or plain else None


def _strange(word: str) -> bool:
    """Whether a word says something that is not understood."""
    weekday = any(lexicon(lang).meaning("weekday", word) for lang in LANGUAGES)
    known = (lexicon(lang).entries("channel").values() for lang in LANGUAGES)
    channel = any(word in folded(each).split() for entries in known for ways in entries for each in ways)
    return not (weekday or channel or _is("filler", word) or _is("clock", word))


def _is(entry: str, word: str) -> bool:
    known = (lexicon(lang).entries("moment_word").get(entry, ()) for lang in LANGUAGES)
    return any(word == folded(each) for writings in known for each in writings)


def _words(text: str) -> tuple[str, ...]:
    return tuple(word for word, _ in words_of(text))


# --- the pieces ---


def _zoned(text: str, zone: tzinfo) -> tuple[str, tzinfo] | None:
    """The text without the zone that it names, and that zone, or the one given; None where it names two, or none that
    is known."""
    found = [*_OFFSET.finditer(text), *_PLACE.finditer(text)]
    if not found:
        return text, zone
    one, *others = found
    there = _offset(one) if one.re is _OFFSET else _place(one[0])
    if others or there is None:
        return None
    return text[: one.start()] + " " + text[one.end() :], there


def _offset(found: re.Match[str]) -> tzinfo | None:
    sign, hours, minutes = found[1] or found[4], int(found[2] or found[5] or 0), int(found[3] or found[6] or 0)
    span = timedelta(hours=hours, minutes=minutes)
    return None if span > _FURTHEST else timezone(span if sign == "+" else -span)


def _place(name: str) -> tzinfo | None:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def _dotted(text: str) -> tuple[Day | None, str]:
    """A date in figures, and the text without it: `5.3.2026`, `5.3.`"""
    found = _DOTTED.search(text)
    if found is None:
        return None, text
    rest = text[: found.start()] + " " + text[found.end() :]
    return (int(found[1]), int(found[2]), int(found[3]) if found[3] else None), rest


def _named_date(words: tuple[str, ...]) -> tuple[Day | None, tuple[str, ...]]:
    """The date in words, and the words without it: `5 March`, `March 5, 2026`."""
    for index, word in enumerate(words):
        month = next((known for lang in LANGUAGES if (known := lexicon(lang).meaning("month", word))), None)
        if month is None:
            continue
        start, end = index, index + 1
        if index and _is_day(words[index - 1]):
            start, day = index - 1, _day(words[index - 1])
        elif index > 1 and _is("of", words[index - 1]) and _is_day(words[index - 2]):
            start, day = index - 2, _day(words[index - 2])
        elif end < len(words) and _is_day(words[end]):
            day, end = _day(words[end]), end + 1
        else:
            continue
        year = int(words[end]) if end < len(words) and _is_year(words[end]) else None
        return (day, int(month), year), (*words[:start], *words[end + (year is not None) :])
    return None, words


def _is_day(word: str) -> bool:
    return re.fullmatch(r"\d{1,2}(?:st|nd|rd|th)?", word) is not None


def _day(word: str) -> int:
    return int(re.sub(r"\D", "", word))


def _is_year(word: str) -> bool:
    return re.fullmatch(r"2\d{3}", word) is not None


def _clocked(text: str) -> tuple[time | None, str, bool]:
    """The time of day in a text without its date, the text without it, and whether it is one that clocks show, and the
    only one."""
    found = list(_CLOCK.finditer(text))
    if not found:
        return None, text, True
    one = found[0]
    at = _of_day(int(one[1] or one[4]), int(one[2] or 0), (one[3] or one[5] or "").lower())
    return at, text[: one.start()] + " " + text[one.end() :], at is not None and len(found) == 1


def _of_day(hour: int, minute: int, half: str) -> time | None:
    """`12am` and `12pm` mean noon to some and midnight to others."""
    if not half:
        return _clock(hour, minute)
    return _clock(hour + 12 * (half == "p"), minute) if 0 < hour < 12 else None


def _clock(hour: int, minute: int) -> time | None:
    return time(hour, minute) if hour < 24 and minute < 60 else None


def _moment(named: Day, at: time, now: datetime, zone: tzinfo, shown: Shown) -> datetime | None:
    day, month, year = named
    if year is not None and year not in YEARS:
        return None
    local = now.astimezone(zone)
    for candidate in (year,) if year else range(local.year, local.year + 9):  # nine years hold a 29 February
        try:
            due = shown(datetime.combine(date(candidate, month, day), at), zone)
        except ValueError:
            continue
        if year or due > now:
            return due
    return None


def _weekday_fits(named: _Named, now: datetime, shown: Shown) -> bool:
    """A weekday written beside a date must be that date's. (Of two letters it is passed over: `to` is Thursday.)"""
    words = [word for word in named.words if len(word) > 2]
    days = {day for word in words for lang in LANGUAGES if (day := lexicon(lang).meaning("weekday", word))}
    assert named.day is not None
    due = _moment(named.day, time(12), now - timedelta(days=1), named.there, shown)
    return not days or (due is not None and str(due.astimezone(named.there).isoweekday()) in days)
