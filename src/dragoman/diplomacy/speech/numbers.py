"""Whole numbers as people write them in a letter. What makes a number another than its digits say (a sign, a decimal, a
part, a unit glued to it) is never dropped: such a number is none, and whoever asked tells it back."""

from __future__ import annotations

import re
from collections.abc import Iterator

MOST_DIGITS = 6

_ANY = re.compile(r"[-–−+]?\d[\d.,:/'’%½¼¾]*\w*")
_WHOLE = re.compile(rf"\d{{1,{MOST_DIGITS}}}(?:st|nd|rd|th)?\Z")
_MINUS = re.compile(r"(?:\b(?:minus|miinus)|(?<!\w)[-–−+])\s*\Z", re.IGNORECASE)


WHOLE = r"(?<!\s[-−+])(?<!^[-−+])(\d{1,6})(?![\d/]|[.,]\d)"
"""The same within a pattern."""

_MAIMED = re.compile(r"(?<!\w)[-−+]\d|\d[./]\d")


def maimed(text: str) -> bool:
    """Whether a list of numbers, which commas and dashes part, has one with a sign or a part in it."""
    return _MAIMED.search(text) is not None


def _written(text: str) -> Iterator[int | None]:
    """Every number of a text in its order; None for one that is no plain whole number."""
    for found in _ANY.finditer(text):
        said, before = found[0].rstrip(".,:"), text[: found.start()]
        if said[0] in "-–−+" and before[-1:].isalnum():  # `delay-1` is no number below nothing
            said = said[1:]
        plain = _WHOLE.match(said) and not _MINUS.search(before)
        yield int(re.sub(r"\D", "", said)) if plain else None


def only_number(text: str) -> int | None:
    """The one number of a text; None where there is none, or several, or one that is no plain whole number."""
    found = list(_written(text))
    return found[0] if len(found) == 1 else None


def first_number(text: str) -> int | None:
    """The number that stands first in a text, by which something is called; None where that is no plain one."""
    return next(_written(text), None)
