"""Who writes from right to left may, and turns nothing round that stands beside: marks that change the direction of
writing are no words, and none is taken in; letters from right to left keep their direction among themselves, shut off
from what surrounds them (UAX 9, isolates) wherever something is shown.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import fields, is_dataclass, replace
from typing import Any

import msgspec

MARKS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Unicode's marks, embeddings, overrides and isolates (UAX 9)."""

_RIGHT = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
RIGHT = re.compile(f"[{_RIGHT}](?:[ \u0300-\u036f]*[{_RIGHT}])*")
"""Words in letters from right to left, as far as nothing but blanks stands between them."""

OPENS, CLOSES = "\u2068", "\u2069"
"""A first strong isolate: inside, the first letter decides the direction; outside, it counts for nothing."""

WRITTEN = re.compile(r"^(\| ?)(.+)$", re.MULTILINE)
"""A line of what somebody wrote, as letters show it."""

HIDDEN = r"<(script|style|textarea|title|option)\b.*?</\1\s*>|<!--.*?-->|<[^>]*>"
TEXT_OF_HTML = re.compile(f"{HIDDEN}|({RIGHT.pattern})", re.DOTALL | re.IGNORECASE)

LEADS = bytes(range(0xD6, 0xDE)) + b"\xe0\xef\xf0"
"""Bytes of UTF-8 with which letters from right to left begin; some others do, too."""
NO_LEADS = bytes(each for each in range(256) if each not in LEADS)


def unmarked(text: str) -> str:
    """The text without such marks. Letters keep the direction that they have by themselves."""
    return MARKS.sub("", text)


MARKED = re.compile(b"\xd8\x9c|\xe2\x80[\x8e\x8f\xaa-\xae]|\xe2\x81[\xa6-\xa9]")
"""The same in UTF-8."""


def unmarked_within(value: Any) -> Any:
    """A command, or whatever else consists of values, without such marks in any text of it, however deep."""
    with suppress(TypeError, ValueError, RecursionError):  # looked through at once where it can be
        if not MARKED.search(msgspec.json.encode(value)):
            return value
    return _unmarked_parts(value)


def _unmarked_parts(value: Any) -> Any:
    match value:
        case str():
            return unmarked(value) if MARKS.search(value) else value
        case tuple():
            made = tuple(map(_unmarked_parts, value))
            return made if made != value else value
        case dict():
            return {_unmarked_parts(name): _unmarked_parts(each) for name, each in value.items()}
        case _ if is_dataclass(value) and not isinstance(value, type):
            found = {each.name: getattr(value, each.name) for each in fields(value) if each.init}
            changed = {name: plain for name, each in found.items() if (plain := _unmarked_parts(each)) != each}
            return replace(value, **changed) if changed else value
        case _:
            return value


def isolated(text: str) -> str:
    """The text as it is shown, with what runs from right to left shut off; of a line that somebody wrote, all of it."""
    if text.isascii() or not RIGHT.search(text):
        return text

    def line(found: re.Match[str]) -> str:
        return f"{found[1]}{OPENS}{found[2]}{CLOSES}" if RIGHT.search(found[2]) else found[0]

    return RIGHT.sub(rf"{OPENS}\g<0>{CLOSES}", WRITTEN.sub(line, text))


def isolated_html(text: str) -> str:
    """The same of HTML: of its text, and nothing of its tags."""
    return TEXT_OF_HTML.sub(lambda found: f"{OPENS}{found[2]}{CLOSES}" if found[2] else found[0], text)


def may_turn(data: bytes) -> bool:
    """Whether there may be letters from right to left in some UTF-8: seldom, and to ask takes next to nothing."""
    return not data.isascii() and bool(data.translate(None, NO_LEADS))
