"""Putting a saying into a tongue: its sentence from the catalogue, its gaps filled, and what is local said locally.

Which power or province a word means is for a game to say, so it hands in its names; moments and phases are told here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, tzinfo
from typing import Protocol

from dragoman.tongues.catalogue import catalogue
from dragoman.tongues.lexicon import Lexicon, lexicon

GAP = re.compile(r"\{(\w+)(?::(\w+))?\}")
PHASE = re.compile(r"([A-Za-z]+?)\s*(\d{1,4})\s*([A-Za-z]+)")
KINDS = {"M": "Movement", "R": "Retreat", "A": "Adjustment"}

Names = Callable[[str, str, str, str], str]
"""How a game says a name: called with the sort (`power`, `province`), the value, the language, and the form that the
sentence asks for (empty, or for instance `genitive`)."""


class Said(Protocol):
    """A sentence with gaps and what fills them, as the core says everything."""

    @property
    def text(self) -> str: ...

    @property
    def args(self) -> tuple[tuple[str, str], ...]: ...


def as_it_is(sort: str, value: str, lang: str, form: str) -> str:
    """The value itself, for a reader who knows it."""
    return value


def put(saying: Said, lang: str, names: Names = as_it_is, zone: tzinfo = UTC) -> str:
    """Put a saying into a language; a sentence that its catalogue lacks stays English.

    A gap `{power_winner:genitive}` asks for a form of the name. `zone` is the reader's, for gaps whose name begins with
    `time_`. A gap whose name begins with what is counted (`{hours_grace}`) is told with it: “24 hours”; one that begins
    with `said_` is filled by a sentence that is itself put into the language, and `{examples}` by lines to write, each
    put into it where the catalogue has it. A sentence that begins with a phase or a time has a capital. A gap that
    nothing fills stays as it is, so that no saying can ever fail to be told.
    """
    given = dict(saying.args)

    def filled(gap: re.Match[str]) -> str:
        name, form = gap[1], gap[2] or ""
        if name not in given:
            return gap[0]
        return _localised(name.partition("_")[0], given[name], lang, form, names, zone)

    sentence = catalogue(lang).get(saying.text, saying.text)
    said = GAP.sub(filled, sentence)
    begins = sentence.startswith(("{phase", "{time")) and sentence.endswith((".", ":"))
    return said[:1].upper() + said[1:] if begins else said


def _localised(sort: str, value: str, lang: str, form: str, names: Names, zone: tzinfo) -> str:
    match sort:
        case "power" | "province":
            return names(sort, value, lang, form)
        case "time":
            return moment(value, lang, zone, form)
        case "phase":
            return phase(value, lang)
        case "span":
            return span(value, lang)
        case "said":
            return catalogue(lang).get(value, value)
        case "examples":
            return ", ".join(_example(each, lang, names) for each in value.split("\n"))
        case _:
            return counted(value, sort, lang, form) if value.isdecimal() else value


def _example(line: str, lang: str, names: Names) -> str:
    """A line to write, put into the language where its catalogue has it: as it stands, or with gaps for what hangs on
    the game, its numbers and names: `vote no on {number}`, `gm warn {power}: …`."""
    said = catalogue(lang)
    if line in said:
        return said[line]
    for sort, found in ((sort, found) for sort, shape in _HANGING.items() for found in shape.finditer(line)):
        general = said.get(f"{line[: found.start()]}{{{sort}}}{line[found.end() :]}")
        if general is not None:
            put_in = names(sort, found[0], lang, "") if sort == "power" else found[0]
            return general.replace(f"{{{sort}}}", put_in)
    return line


_HANGING = {
    "number": re.compile(r"(?<![\w.])\d{1,6}(?![\w.])"),
    "turn": re.compile(r"\b[A-Z]\d{1,4}[A-Z]\b"),
    "power": re.compile(r"\b[A-Z][\w-]+(?: [A-Z][\w-]+)?"),
}
"""What in a line to write hangs on the game, by the gap that stands for it."""


def counted(number: str, unit: str, lang: str, form: str = "") -> str:
    """A number of units as that language tells it, with forms for one, for several, and a genitive where it has one;
    the number alone if the language counts no such unit."""
    forms = lexicon(lang).entries("count").get(unit)
    if forms is None:
        return number
    wanted = 2 if form == "genitive" and len(forms) > 2 else min(1, abs(int(number) - 1))
    return forms[wanted].format(n=number)


def span(minutes: str, lang: str) -> str:
    """A number of minutes in the largest measures of it: days and hours, or hours and minutes; else as it is."""
    if not minutes.isdecimal():
        return minutes
    days, rest = divmod(int(minutes), 24 * 60)
    measures = (("days", days), ("hours", rest // 60), ("minutes", 0 if days else rest % 60))
    return " ".join(counted(str(n), unit, lang) for unit, n in measures if n) or counted("0", "minutes", lang)


WEEKDAY_FORMS = {"on": 1, "until": 2}
"""Where among the words of a weekday that form stands, in a tongue that has one: `keskiviikkona`, `keskiviikkoon`."""


def moment(value: str, lang: str, zone: tzinfo, form: str = "") -> str:
    """A time in ISO 8601, with its offset, as people of that language write it, in the reader's zone; else as it is.
    `form` is that of the weekday: `on` it, or `until` it."""
    try:
        when = datetime.fromisoformat(value)
    except ValueError:
        return value
    when = (when if when.tzinfo else when.replace(tzinfo=UTC)).astimezone(zone)
    words = lexicon(lang)
    return words.shown["time"].format(
        weekday=_capital(_weekday(words, when.isoweekday(), form), lang),
        day=when.day,
        month=_capital(words.first("month", str(when.month)), lang),
        month_number=when.month,
        year=when.year,
        hour=when.hour,
        minute=when.minute,
        zone=_of_zone(when, zone),
    )


def _weekday(words: Lexicon, number: int, form: str) -> str:
    written = words.entries("weekday")[str(number)]
    return written[min(WEEKDAY_FORMS.get(form, 0), len(written) - 1)]


def _of_zone(when: datetime, zone: tzinfo) -> str:
    """The name of a zone, and by how much its clock is ahead where it shows that time twice, for whoever must tell the
    first from the second."""
    name = getattr(zone, "key", None) or when.tzname() or str(zone)
    twice = when.replace(fold=0).utcoffset() != when.replace(fold=1).utcoffset()
    return f"{name}, UTC{when.isoformat()[-6:]}" if twice else name


def phase(value: str, lang: str) -> str:
    """A phase given short (`S1901M`) or with its whole season (`Spring 1901 M`), as people write it; else as it is."""
    found = PHASE.fullmatch(value.strip())
    if found is None:
        return value
    season, year, kind = found.groups()
    words = lexicon(lang)
    kind = KINDS.get(kind[:1].upper(), kind)
    whole = next((name for name in _turns("en") if name[: len(season)] == season.capitalize()), None)
    if whole is None or kind not in words.shown:
        return value
    said = words.shown["phase"].format(season=_season(whole, words), year=year, kind=words.shown[kind])
    return said[:1].upper() + said[1:] if lang == "en" else said


def _season(season: str, words: Lexicon) -> str:
    written = _turns(words.lang).get(season)
    return written[0] if written else season


def _turns(lang: str) -> Mapping[str, tuple[str, ...]]:
    """The words for seasons, and for the turns of maps that have none."""
    return {**lexicon(lang).entries("season"), **lexicon(lang).entries("turn")}


def _capital(word: str, lang: str) -> str:
    """English writes its days and months with capitals; Finnish does not."""
    return word.capitalize() if lang == "en" else word
