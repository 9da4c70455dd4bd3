"""How a letter is signed: a line that was not read is no order where it is a farewell, or its writer's name."""

from __future__ import annotations

import re
from collections.abc import Iterable

from dragoman.game.protocol import Unread
from dragoman.tongues import courtesies


def of(unread: Iterable[Unread], text: str) -> frozenset[Unread]:
    """Those of the lines not read that are how the letter is signed: a farewell, or a name alone on its last line."""
    lines = [line.strip() for line in text.split("\n")]
    last = next((number for number in range(len(lines), 0, -1) if lines[number - 1]), 0)
    return frozenset(each for each in unread if _signs(each, lines, last))


def _signs(each: Unread, lines: list[str], last: int) -> bool:
    if 0 < each.line <= len(lines) and courtesies.ends(lines[each.line - 1]):
        return True
    return (
        each.line == last
        and each.code in ("ambiguous", "inexact")
        and _NAME.fullmatch(each.text.strip(" .–-")) is not None
    )


_NAME = re.compile(r"[^\W\d_a-z][^\W\d_]{2,20}")
