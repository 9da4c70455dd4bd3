"""What a change would alter, shown so that it can be voted on: words against words, parameters in a table, code line by
line. The same comparison puts an amendment onto a text from which an earlier one was taken away.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

SAME, GONE, NEW = "same", "gone", "new"
MOST_PAIRS = 400_000
"""Pairs of equal words that two texts are compared by: those of rules have some ten thousand."""
CONTEXT = 6
"""Words on either side by which the place of an amendment is found again."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of words or a line of code: `same`, `gone` or `new`."""

    fate: str
    text: str


@dataclass(frozen=True, slots=True)
class Row:
    """One parameter before and after; empty: not set."""

    name: str
    before: str
    after: str


def words(before: str, after: str) -> tuple[Piece, ...]:
    """The word diff of two texts; put together, the pieces `same` and `new` are the new one."""
    return _pieces(_tokens(before), _tokens(after))


def lines(before: str, after: str) -> tuple[Piece, ...]:
    """The line diff of two pieces of code, a piece for each line."""
    old, new = before.splitlines(), after.splitlines()
    found: list[Piece] = []
    for tag, i1, i2, j1, j2 in _compared(old, new):
        if tag == "equal":
            found.extend(Piece(SAME, line) for line in old[i1:i2])
            continue
        found.extend(Piece(GONE, line) for line in old[i1:i2])
        found.extend(Piece(NEW, line) for line in new[j1:j2])
    return tuple(found)


def _compared(old: list[str], new: list[str]) -> Sequence[tuple[str, int, int, int, int]]:
    """The steps from one list to another, as `SequenceMatcher` tells them. Where the same few words stand so often that
    to compare them would take for ever, what lies between the first difference and the last is one step."""
    counts, others = Counter(old), Counter(new)
    if sum(count * others[word] for word, count in counts.items()) <= MOST_PAIRS:
        return SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    shorter = min(len(old), len(new))
    head = next((n for n in range(shorter) if old[n] != new[n]), shorter)
    tail = next((n for n in range(shorter - head) if old[-1 - n] != new[-1 - n]), shorter - head)
    ends = len(old) - tail, len(new) - tail
    steps = [("equal", 0, head, 0, head), ("replace", head, ends[0], head, ends[1]),
             ("equal", ends[0], len(old), ends[1], len(new))]  # fmt: skip
    return [step for step in steps if step[1] < step[2] or step[3] < step[4]]


def table(before: Mapping[str, str], after: Mapping[str, str]) -> tuple[Row, ...]:
    """The parameters that differ, by name."""
    names = sorted(before.keys() | after.keys())
    return tuple(
        Row(name, before.get(name, ""), after.get(name, "")) for name in names if before.get(name) != after.get(name)
    )


def _tokens(text: str) -> list[str]:
    """Words, each with the blanks after it."""
    return re.findall(r"\s*\S+|\s+$", text)


def _pieces(old: list[str], new: list[str]) -> tuple[Piece, ...]:
    found: list[Piece] = []
    for tag, i1, i2, j1, j2 in _compared(old, new):
        if tag == "equal":
            found.append(Piece(SAME, "".join(old[i1:i2])))
            continue
        if i2 > i1:
            found.append(Piece(GONE, "".join(old[i1:i2])))
        if j2 > j1:
            found.append(Piece(NEW, "".join(new[j1:j2])))
    return tuple(found)


def carried_over(before: str, after: str, onto: str) -> str | None:
    """What the change from one text to another makes of a third; None where its places are not found there, or might
    be several."""
    if onto == before:
        return after
    old, new, text = _tokens(before), _tokens(after), onto
    for tag, i1, i2, j1, j2 in reversed(_compared(old, new)):
        if tag == "equal":
            continue
        put = _put(
            "".join(old[i1:i2]), "".join(new[j1:j2]), old[max(0, i1 - CONTEXT) : i1], old[i2 : i2 + CONTEXT], text
        )
        if put is None:
            return None
        text = put
    return text


def _put(gone: str, new: str, left: list[str], right: list[str], text: str) -> str | None:
    """One piece of a change, at the one place where as much as possible of its surroundings is found."""
    for width in range(CONTEXT, -1, -1):
        before = "".join(left[len(left) - min(width, len(left)) :])
        after = "".join(right[:width])
        wanted = before + gone + after
        if wanted.strip() and text.count(wanted) == 1:
            return text.replace(wanted, before + new + after)
        if wanted.strip() and text.count(wanted) > 1:
            return None
    return None
