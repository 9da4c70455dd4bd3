"""A preset is a whole sheet by its name (`datc`, a rulebook's year, a club), or from a TOML file with the same keys.

A preset file: `rules = "webdiplomacy"` names what it stands on (`datc` if nothing), every other key is a clause or
point, at the top or in a table `[set]`: `"VI.4" = "D"`.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

from dragoman.diplomacy.houserules.clause import SheetError
from dragoman.diplomacy.houserules.clubs import CLUBS
from dragoman.diplomacy.houserules.editions import EDITIONS
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.game.saying import say


def preset_names() -> tuple[str, ...]:
    """The names that `preset` knows."""
    return (*EDITIONS, *CLUBS)


def preset(name: str) -> Sheet | tuple[SheetError, ...]:
    """The sheet of that name, in any case."""
    plain = name.strip().casefold()
    if plain in EDITIONS:
        return Sheet().with_choice("I.2", f"year={plain}")
    if plain in CLUBS:
        return Sheet().overlaid(CLUBS[plain].items())
    near = difflib.get_close_matches(plain, preset_names(), n=1)
    known = near[0] if near else ", ".join(preset_names())
    text = say("there are no house rules called {name}; write {known}, or the name of a file", name=name, known=known)
    return (SheetError("unknown-preset", (name,), text),)


def read_preset(text: str) -> Sheet | tuple[SheetError, ...]:
    """The sheet that a preset file holds."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return (SheetError("syntax", (), say("the file of house rules is not TOML: {fault}", fault=error)),)
    base = preset(str(data.pop("rules", "datc")))
    more = data.pop("set") if isinstance(data.get("set"), dict) else {}
    if not isinstance(base, Sheet):
        return base
    pairs = [*_pairs(data, ""), *_pairs(more, "")]
    return base.overlaid(pairs)


def _pairs(data: Mapping[str, Any], before: str) -> Iterator[tuple[str, str]]:
    """Keys and values, where an unquoted `VI.4 = "D"` has made a table of tables."""
    for key, value in data.items():
        if isinstance(value, dict):
            yield from _pairs(value, f"{before}{key}.")
        else:
            yield f"{before}{key}", {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
