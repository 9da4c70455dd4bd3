"""The days that a text names: one alone, the first and the last of several, a day and a length of time, in figures, in
words and as ISO 8601 writes them. Without a year they are the next such.
"""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta
from functools import cache

from dragoman.diplomacy.speech import names
from dragoman.diplomacy.speech.moments import Day, day_of
from dragoman.diplomacy.speech.spans import exact
from dragoman.diplomacy.state import State
from dragoman.game.clock import midnight, zone
from dragoman.tongues.lexicon import LANGUAGES, lexicon, words_of
from dragoman.tongues.moments import YEARS

_BETWEEN = re.compile(
    r"\s{1,20}(?:to|until|till|through)\s+|\s{0,20}[–—]\s*|\s{1,20}-\s+|(?<=\.)-(?=\d)", re.IGNORECASE
)


def days(text: str, today: date) -> tuple[date, date] | None:
    """The first and the last day that a text names: `3 March to 10 March`, `3.3.–10.3.`, one day alone, `until 10
    March` from today on; the next such that are not over.

    None where it names none, or might name several. A span written the wrong way round ends before it begins.
    """
    text = _ranged(text.strip(" ,"))
    open_end = opening_of(text, "until") if not _BETWEEN.search(text) else None
    pieces = [each for each in _BETWEEN.split(text) if each.strip()]
    if open_end is not None or len(pieces) not in (1, 2):
        last = day_of(open_end) if open_end is not None else None
        ends = _next(last, today) if last is not None else None
        return (today, ends) if ends is not None else None
    last, first = day_of(pieces[-1]), day_of(pieces[0])
    first = first or (_same_month(pieces[0], last) if last is not None else None)
    last = last or (_same_month(pieces[-1], first) if first is not None else None)
    if first is None and len(pieces) == 1:
        return _lasting(text, today)
    if first is None or last is None or (len(pieces) == 1 and _without_end(pieces[0])):
        return None
    return _span(first, last, today)


def end_of(state: State, text: str, now: datetime) -> datetime | None:
    """When what begins at once comes to its end: after a length of time, `for two weeks`, or after the last of days of
    which the first has come. None where the text names neither, or days of which none has come yet."""
    span = exact(text)
    if span is not None:
        return now + span if span else None
    there = zone(state.zone)
    today = now.astimezone(there).date()
    found = days(text, today)
    if found is None or not found[0] <= today <= found[1]:
        return None
    return midnight(found[1] + timedelta(days=1), there)


def ahead(state: State, text: str, now: datetime) -> bool:
    """Whether a text names days of which the first is still to come."""
    today = now.astimezone(zone(state.zone)).date()
    found = days(text, today)
    return found is not None and found[0] > today


def until_alone(text: str) -> bool:
    """Whether a text names a last day and no first: `until 10 March`."""
    text = _ranged(text.strip(" ,"))
    return opening_of(text, "until") is not None and not _BETWEEN.search(text)


def _lasting(text: str, today: date) -> tuple[date, date] | None:
    """A first day and a length of time: `from 1 December for 5 days`, `1.12. alkaen viikon`."""
    for found in list(re.finditer(r"\s+", text))[:MOST_WORDS]:
        first, span = day_of(text[: found.start()]), exact(text[found.end() :])
        if first is None or not span or span % timedelta(days=1):
            continue
        begins = _next(first, today)
        return (begins, begins + span - timedelta(days=1)) if begins is not None and span <= LONGEST_UNDATED else None
    return None


MOST_WORDS = 12
"""Of a day and a length of time."""


def _ranged(text: str) -> str:
    """The text with one sign between the first day and the last, where it is said otherwise."""
    text = _ISO.sub(r"\1 – \2", text, count=1)
    text = _DOTTED.sub(r"\1. – \2.", text, count=1) if _DOTTED.fullmatch(text) else text
    text = _HYPHEN.sub(r"\1 – \2", text, count=1)
    between, since, weekday = _said()
    text = between.sub(r"\1 – ", text, count=1)
    text = weekday.sub(r"\1 – ", text, count=1)
    return since.sub(" – ", text, count=1)


_ISO = re.compile(r"(\d{4}-\d\d-\d\d)\s*(?:/|\.{2,3}|…)\s*(\d{4}-\d\d-\d\d)")
"""An interval as ISO 8601-1 5.5 writes it, and its like."""

_DOTTED = re.compile(r"(\d{1,2}\.\d{1,2})\s*[-–—]\s*(\d{1,2}\.\d{1,2})")
_HYPHEN = re.compile(r"(?<![\d.:-])(\d{1,2}\.?)-(\d{1,2}(?!\d|-\d|:))")


@cache
def _said() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """What stands before both days and between them, behind the first, and before the first as a day of the week."""

    def writings(entry: str) -> str:
        found = (each for lang in LANGUAGES for each in lexicon(lang).entries("day_word").get(entry, ()))
        return "|".join(sorted(map(re.escape, found), key=len, reverse=True))

    return (
        re.compile(rf"^(?:{writings('between')})\s+(\S.{{0,39}}?)\s+(?:{writings('and')})\s+(?=\S)", re.IGNORECASE),
        re.compile(rf"(?<=[\w.])\s+(?:{writings('since')})\s+(?=\S*\d|\S{{4,12}}kuu)", re.IGNORECASE),
        re.compile(rf"^(?:{writings('weekday')})\s+(\S+)\s+(?=\S)", re.IGNORECASE),
    )


def _without_end(piece: str) -> bool:
    """Whether a day alone is the first of several: `from 3 March`."""
    return any(names.meaning("open_end", word) is not None for word, _ in words_of(piece))


def _same_month(piece: str, last: Day) -> Day | None:
    """`3` in `3 to 10 March`, `3.` in `3.–10.3.`."""
    words = (w for w in piece.split() if names.meaning("day_word", w) != "day" and names.meaning("open_end", w) is None)
    found = re.fullmatch(r"(\d{1,2})\.?(?:st|nd|rd|th)?", " ".join(words))
    return (int(found[1]), last[1], last[2]) if found else None


LONGEST_UNDATED = timedelta(days=183)
"""A span without years that would be longer, over the turn of a year, was written the wrong way round."""


def _span(first: Day, last: Day, today: date) -> tuple[date, date] | None:
    """The last day is the next such, and the first the latest such before it, unless years are given."""
    if last[2] is None and first[2] is not None:
        begins = _date(first, first[2])
        ends = _next(last, begins) if begins is not None else None
    else:
        ends = _next(last, today)
        begins = _latest(first, ends) if ends is not None else None
    if begins is None or ends is None:
        return None
    undated = first[2] is None or last[2] is None
    if undated and begins.year < ends.year and ends - begins > LONGEST_UNDATED:
        begins = _date(first, ends.year)
    return (begins, ends) if begins is not None else None


def _next(day: Day, since: date) -> date | None:
    """The first such day that is not before another; the very one where its year is given."""
    years = range(since.year, since.year + 9) if day[2] is None else (day[2],)  # nine years hold a 29 February
    found = (each for year in years if (each := _date(day, year)) is not None)
    return next((each for each in found if day[2] is not None or each >= since), None)


def _latest(day: Day, until: date) -> date | None:
    """The last such day that is not after another; the very one where its year is given."""
    years = range(until.year, until.year - 9, -1) if day[2] is None else (day[2],)
    found = (each for year in years if (each := _date(day, year)) is not None)
    return next((each for each in found if day[2] is not None or each <= until), None)


def _date(day: Day, year: int) -> date | None:
    if day[2] is not None and day[2] != year:
        year = day[2]
    if year not in YEARS:
        return None
    try:
        return date(year, day[1], day[0])
    except ValueError:
        return None


def opening_of(said: str, entry: str) -> str | None:
    """The text behind the small word (`until`), or before it where the language has it behind."""
    for lang in LANGUAGES:
        for word in lexicon(lang).entries("within").get(entry, ()):
            found = re.search(rf"(?:^|\s){re.escape(word)}(?:\s|$)", said, re.IGNORECASE)
            if found is not None:
                return (said[: found.start()] + " " + said[found.end() :]).strip()
    return None
