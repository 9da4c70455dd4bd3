"""Words met before, looked up by their bytes; and what is asked for where one was not. Written for Numba."""

from __future__ import annotations

from typing import Any, NamedTuple

Bytes = Any
Rows = Any
Row = Any

SEED, PRIME, MASK = 2166136261, 16777619, 0xFFFFFFFF
"""The hash of Fowler, Noll and Vo, of 32 bits."""
APART = 977
"""Sets the same word apart in different realms."""

UNKNOWN, STRANGE = -1, -2
"""A word that was not met before, and one that is known to be nothing plain."""

KEYS, VARIANTS, SEASONS, KINDS, POWERS, PLACES, CENTRES, TEXTS, NEXTS = range(9)
"""What a word can be."""

ENTRY_AT, ENTRY_SIZE, ENTRY_REALM, ENTRY_VALUE = range(4)
OF_PROVINCE, OF_OTHER, OF_WHAT = range(3)
MOVES, BUILDS, DISBANDS, OTHERWISE = 1, 2, 3, 0
"""What a text orders, as far as it matters before its case is known."""

MOST_LINES = 120
"""How many orders a phase can have, at most as many as a board has columns."""

MOST_SIGNS = 400
"""A text of more bytes is no plain order, and is not remembered."""


class Lexicon(NamedTuple):
    """Words and cases met before. `slots` lead from a word's hash to its number among `entries`, whose bytes stand in
    `pool`; `texts` tell of each text of an order; `cases` and `codes` which order a text is in a case."""

    slots: Row
    entries: Rows
    pool: Bytes
    texts: Rows
    cases: Row
    codes: Row


class Room(NamedTuple):
    """Room to work in: who stands in each province; the lines of one phase; what is asked, and how much of it."""

    at: Row
    mark: Row
    lines: Rows
    words: Rows
    asked_cases: Row
    asked: Row


ASKED_WORDS, ASKED_CASES, PHASE_LINES, ROUND = range(4)
"""The entries of `Room.asked`: how many words and cases are asked for, how many orders the phase being read has, and
a number that no mark has yet."""


def find(data: Bytes, a: int, b: int, realm: int, h: int, x: Lexicon) -> int:
    """The number of the word from a to b, of that hash; or UNKNOWN."""
    most = len(x.slots) - 1
    i = (h + realm * APART) & most
    while x.slots[i] >= 0:
        e = x.slots[i]
        if x.entries[e, ENTRY_REALM] == realm and x.entries[e, ENTRY_SIZE] == b - a:
            first, k = int(x.entries[e, ENTRY_AT]) - a, a
            while k < b and x.pool[first + k] == data[k]:
                k += 1
            if k == b:
                return int(x.entries[e, ENTRY_VALUE])
        i = (i + 1) & most
    return UNKNOWN


def ask(realm: int, a: int, b: int, r: Room) -> None:
    """Ask for a word that was not met before; what there is no room for is asked another time."""
    n = r.asked[ASKED_WORDS]
    if n < len(r.words):
        r.words[n, 0] = realm
        r.words[n, 1] = a
        r.words[n, 2] = b
    r.asked[ASKED_WORDS] = n + 1


def note(text: int, power: int, a: int, b: int, r: Room) -> bool:
    """Enter into the room that a power gives that text, which stands from a to b; whether it is plain so far."""
    n = r.asked[PHASE_LINES]
    if text == STRANGE or n >= r.lines.shape[1] or b - a > MOST_SIGNS:
        return False
    if text == UNKNOWN:
        ask(TEXTS, a, b, r)
    r.lines[0, n] = text
    r.lines[1, n] = power
    r.asked[PHASE_LINES] = n + 1
    return True
