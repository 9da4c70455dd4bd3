"""What mail programs write by themselves, in many languages, as `phrases.toml` lists it; here it becomes patterns.

A new language is new words in that file and no new code.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib import resources
from typing import Any


@cache
def _file() -> dict[str, Any]:
    return tomllib.loads((resources.files(__package__) / "phrases.toml").read_text(encoding="utf-8"))


def phrases(key: str) -> tuple[str, ...]:
    """The phrases of a list."""
    return tuple(_file()[key])


def literal(*keys: str) -> str:
    """A pattern, not anchored, for any phrase of these lists; the longest is tried first."""
    phrases = [phrase for key in keys for phrase in _file()[key]]
    return _joined(sorted(map(re.escape, phrases), key=len, reverse=True))


def like(key: str) -> str:
    """A pattern, not anchored, for anything that list describes by regular expressions."""
    return _joined([_without_groups(each) for each in _file()[key]])


def roles() -> str:
    """A pattern for the name of a copied header; the group that matched is called what the header holds."""
    named = ((role, sorted(map(re.escape, names), key=len, reverse=True)) for role, names in _file()["roles"].items())
    return "(?:" + "|".join(f"(?P<{role}>{'|'.join(names)})" for role, names in named) + ")"


def _joined(patterns: list[str]) -> str:
    return "(?:" + "|".join(patterns) + ")"


def _without_groups(pattern: str) -> str:
    return re.sub(r"(?<!\\)\((?!\?)", "(?:", pattern)
