"""A preset is a whole sheet by its name (`datc`, a rulebook's year, a club), or from a TOML file with the same keys.

A preset file: `rules = "webdiplomacy"` names what it stands on (`datc` if nothing), `title` and `about` are its club's
words, every other key is a clause or point, at the top or in a table `[set]`: `"VI.4" = "D"`.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from dragoman.diplomacy.houserules.catalogue import SETTINGS, find
from dragoman.diplomacy.houserules.clause import SheetError
from dragoman.diplomacy.houserules.clubs import CLUBS
from dragoman.diplomacy.houserules.editions import EDITIONS
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.game.saying import say
from dragoman.game.toml import Untoml, toml


def preset_names() -> tuple[str, ...]:
    """The names that `preset` knows."""
    return (*EDITIONS, *CLUBS)


def preset(name: str) -> Sheet | tuple[SheetError, ...]:
    """The sheet of that name, in any case."""
    plain = name.strip().casefold()
    if plain in preset_names():
        return _known(plain)
    near = difflib.get_close_matches(plain, preset_names(), n=1)
    known = near[0] if near else ", ".join(preset_names())
    text = say("there are no house rules called {name}; write {known}, or the name of a file", name=name, known=known)
    return (SheetError("unknown-preset", (name,), text),)


@cache
def _known(name: str) -> Sheet | tuple[SheetError, ...]:
    """Made once, for every page of a draft asks for it many times."""
    if name in EDITIONS:
        return Sheet().with_choice("I.2", f"year={name}")
    return Sheet().overlaid(CLUBS[name].items())


def read_preset(text: str) -> Sheet | tuple[SheetError, ...]:
    """The sheet that a preset file holds."""
    made = read_preset_file(text)
    return made.sheet if isinstance(made, PresetFile) else made


@dataclass(frozen=True, slots=True)
class PresetFile:
    """What a preset file holds: the sheet, the preset on which it stands, and what its club says of it."""

    sheet: Sheet
    base: str = "datc"
    title: str = ""
    about: str = ""


def read_preset_file(text: str) -> PresetFile | tuple[SheetError, ...]:
    """A preset file as it was written (see `write_preset`)."""
    try:
        data = dict(toml(text))
    except Untoml as error:
        return (SheetError("syntax", (), say("the file of house rules is not TOML: {fault}", fault=error)),)
    base = str(data.pop("rules", "datc"))
    title, about = str(data.pop("title", "")), str(data.pop("about", ""))
    below = preset(base)
    more = data.pop("set") if isinstance(data.get("set"), dict) else {}
    if not isinstance(below, Sheet):
        return below
    if slips := tuple(_slips(data)):
        return slips
    made = below.overlaid([*_pairs(data, ""), *_pairs(more, "")])
    return PresetFile(made, base.strip().casefold(), title, about) if isinstance(made, Sheet) else made


WORDS = ("rules", "title", "about", "set")
"""What may stand at the head of a preset file besides clauses."""


def _slips(data: Mapping[str, Any]) -> Iterator[SheetError]:
    """The keys that are no clauses, and nearly one of the words: `ruels` has the club's rules left out unseen."""
    for key in data:
        near = difflib.get_close_matches(key.casefold(), WORDS, n=1)
        if near and key not in WORDS and isinstance(find(key), SheetError):
            yield SheetError(
                "unknown-key", (key,), say("there is no {key} here; write {known}", key=key, known=near[0])
            )


def write_preset(sheet: Sheet, base: str = "", title: str = "", about: str = "") -> str:
    """The sheet as a preset file: what it changes in the preset `base`, or in the rulebook that it names.

    Reading it gives the same sheet back. A base of another rulebook is not taken, since naming the rulebook anew would
    change what the file leaves unsaid.
    """
    year = sheet.choice("I.2").value("year")
    below = preset(base) if base else preset(year)
    if not isinstance(below, Sheet) or below.choice("I.2").value("year") != year:
        base, below = year, _sure(preset(year))
    lines = [f"{key} = {_quoted(value)}" for key, value in (("title", title), ("about", about)) if value]
    lines.append(f"rules = {_quoted(base or year)}")
    changed = [
        (number, str(sheet.choice(number))) for number in SETTINGS if sheet.choice(number) != below.choice(number)
    ]
    if changed:
        lines += ["", "[set]", *(f"{_quoted(number)} = {_quoted(written)}" for number, written in changed)]
    return "\n".join(lines) + "\n"


def _sure(made: Sheet | tuple[SheetError, ...]) -> Sheet:
    assert isinstance(made, Sheet)
    return made


def _quoted(text: str) -> str:
    """A TOML basic string: quotation marks, backslashes and control characters escaped."""
    plain = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(f"\\u{ord(c):04x}" if ord(c) < 32 or ord(c) == 127 else c for c in plain) + '"'


def _pairs(data: Mapping[str, Any], before: str) -> Iterator[tuple[str, str]]:
    """Keys and values, where an unquoted `VI.4 = "D"` has made a table of tables."""
    for key, value in data.items():
        if isinstance(value, dict):
            yield from _pairs(value, f"{before}{key}.")
        else:
            yield f"{before}{key}", {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
