"""TOML that somebody else wrote: read, or refused in a sentence, in a time that grows with its length and no faster.

Python's reader is left by brackets too deep, numbers too long and names of too many parts in ways of its own.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

MOST_PARTS = 40
"""Parts of a name with dots between: what each costs grows with those before it. Nothing here has over three."""


class Untoml(ValueError):
    """It is no TOML, or none that anybody would write; the message says where, if it is known."""


def toml(text: str) -> Mapping[str, Any]:
    """What is written there. Raises Untoml."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.count(".") >= MOST_PARTS and _dotted(line):
            raise Untoml(f"A name of more than {MOST_PARTS} parts (at line {number}, column 1)")
    try:
        return _measured(tomllib.loads(text))
    except RecursionError:
        raise Untoml("Brackets too deep in each other (at line 1, column 1)") from None
    except ValueError as fault:  # tomllib's own is one; a number of too many digits is another
        raise Untoml(str(fault)) from fault


def _measured(read: dict[str, Any]) -> dict[str, Any]:
    """What was read, if its numbers are TOML's, of 64 bits; larger ones, in hexadecimal, no one can write out again.
    Raises Untoml."""
    left: list[Any] = [read]
    while left:
        each = left.pop()
        if isinstance(each, int) and not -(2**63) <= each < 2**63:
            raise Untoml("A number of more than 64 bits")
        left += each.values() if isinstance(each, dict) else each if isinstance(each, list) else ()
    return read


def _dotted(line: str) -> bool:
    """Whether so many words follow each other with nothing but dots, and blanks about those, between."""
    run = 0
    for part in line.split("."):
        run = run + 1 if part.strip() and " " not in part.strip() else 0
        if run > MOST_PARTS:
            return True
    return False


__all__ = ["Untoml", "toml"]
