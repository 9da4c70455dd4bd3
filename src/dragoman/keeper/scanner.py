"""Recorded lines scanned byte by byte into boards, orders and what the record says came of them, all in numbers.

Only what is plain is scanned, and whatever is not plain is refused: a line scanned is one that any careful reader of
JSON takes as it was taken here. Written for Numba, whose outermost function must stand in the same file as all others.
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from zlib import crc32

from dragoman.diplomacy.adjudication import compiled
from dragoman.diplomacy.batch import layout
from dragoman.diplomacy.batch.layout import (
    ADJUSTMENT,
    ATTACKER,
    CLOCK,
    CONTESTED,
    EXILE,
    EXILED,
    MOVEMENT,
    OWNER,
    POWER,
    RETREAT,
    SPOT,
    STAGE,
    TURN,
    YEAR,
)

if TYPE_CHECKING:
    from collections.abc import Callable

Bytes = Any
Rows = Any
Row = Any

(
    QUOTE, COMMA, COLON, OPEN, CLOSE, BEGIN, END, MINUS, ZERO, NINE, BACKSLASH, LETTER_A, LETTER_F, SMALL_F, SMALL_N,
    SMALL_T,
) = b'",:{}[]-09\\AFfnt'  # fmt: skip
"""Signs."""

SEED, PRIME, MASK = 2166136261, 16777619, 0xFFFFFFFF
"""The hash of Fowler, Noll and Vo, of 32 bits."""
APART = 977
"""Sets the same word apart in different realms."""

UNKNOWN, STRANGE = -1, -2
"""A word that was not met before, and one that is known to be nothing plain."""

KEYS, VARIANTS, SEASONS, KINDS, POWERS, PLACES, CENTRES, TEXTS, NEXTS = range(9)
"""What a word can be."""

NAMES = (
    "game", "season", "year", "phase", "units", "dislodged", "centers", "orders", "next_phase", "next_units",
    "next_dislodged", "next_centers", "variant", "id", "notes", "attacked_from", "contested",
)  # fmt: skip
"""The keys of a line, by number."""
(
    GAME, SEASON, YEARS, KIND, UNITS, DISLODGED, CENTERS, ORDERS, NEXT_PHASE, NEXT_UNITS, NEXT_DISLODGED, NEXT_CENTERS,
    VARIANT, ID, NOTES, ATTACKED_FROM, IN_DISPUTE,
) = range(17)  # fmt: skip
NEEDED = 1 << SEASON | 1 << YEARS | 1 << KIND | 1 << UNITS

(
    STATUS, SEEN, TOLD, COUNT, EXCUSED, GAME_AT, GAME_END, OF_SEASON, OF_KIND, SAME_GAME, UNITS_AT, UNITS_END,
    OWNED_AT, OWNED_END, OWNERS_AT, OWNERS_END,
) = range(16)  # fmt: skip
"""What is noted of a line: whether it is read; the keys it has, and those that are not null, as bits; how many orders;
whether its record is doubtful; where the name of its game stands; numbers of season and kind; whether it is of the
game of the line before; where `next_units`, `centers` and `next_centers` stand."""
FACTS = 16

PENDING, READ, REFUSED, HELD = 0, 1, 2, 3
"""A line's status: it hangs on words or cases not met before; read; not plain; and found to come out as recorded."""

LATEST = 30_000
MOST_LINES = 120
"""How many orders a line can have, at most as many as a board has columns."""

ENTRY_AT, ENTRY_SIZE, ENTRY_REALM, ENTRY_VALUE = range(4)
OF_PROVINCE, OF_OTHER, OF_WHAT = range(3)
MOVES, BUILDS, DISBANDS, OTHERWISE = 1, 2, 3, 0
"""What a text orders, as far as it matters before its case is known."""

NO_ORDER = -1
ALONE = 0
"""Stands for no unit where a unit is counted from 1."""


class Lexicon(NamedTuple):
    """Words and cases met before. `slots` lead from a word's hash to its number among `entries`, whose bytes stand in
    `pool`; `texts` tell of each text of an order; `cases` and `codes` which order a text is in a case."""

    slots: Row
    entries: Rows
    pool: Bytes
    texts: Rows
    cases: Row
    codes: Row


class Terrain(NamedTuple):
    """A map: the keys that a line must have, as bits; each place's province, each spot whether a unit can be there, the
    order of units by power and spot, and which turn a season is in a phase of each kind, as a line names its own and as
    it names the next."""

    needed: Row
    province: Row
    stands: Row
    rank: Rows
    turns: Rows
    nexts: Rows


class Sheets(NamedTuple):
    """What was read of each line: the board, what the record says came of it, the orders, and facts."""

    boards: Any
    wanted: Any
    orders: Rows
    facts: Rows


class Room(NamedTuple):
    """Room to work in: who stands in each province; the lines of one phase; what is asked, and how much of it."""

    at: Row
    mark: Row
    lines: Rows
    words: Rows
    asked_cases: Row
    asked: Row


ASKED_WORDS, ASKED_CASES, PHASE_LINES, ROUND = range(4)
"""The entries of `Room.asked`: how many words and cases are asked for, how many orders the line has that is being read,
and a number that no mark has yet."""


# --- JSON ---


def blank(data: Bytes, p: int, end: int) -> int:
    """Where the next sign is that is no white space."""
    while p < end and (data[p] == 32 or data[p] == 10 or data[p] == 13 or data[p] == 9):
        p += 1
    return p


def quoted(data: Bytes, p: int) -> tuple[int, int]:
    """Where the string ends whose first quotation mark is before p, and its hash; -1 where it is none, or not plain."""
    h = SEED
    c = int(data[p])
    while c != QUOTE:
        if c < 32 or c > 126 or c == BACKSLASH:
            return -1, 0
        h = ((h ^ c) * PRIME) & MASK
        p += 1
        c = int(data[p])
    return p, h


def word(data: Bytes, p: int, realm: int, x: Lexicon) -> tuple[int, int]:
    """Where the string at p ends, behind its last quotation mark, and its number; -1 where there is none."""
    if data[p] != QUOTE:
        return -1, STRANGE
    q, h = quoted(data, p + 1)
    if q < 0:
        return -1, STRANGE
    return q + 1, find(data, p + 1, q, realm, h, x)


def find(data: Bytes, a: int, b: int, realm: int, h: int, x: Lexicon) -> int:
    """The number of a word, or UNKNOWN."""
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


def literal(data: Bytes, p: int) -> int:
    """Where null, true or false ends; -1 where none is."""
    if data[p] == SMALL_N:
        return p + 4 if data[p + 1] == 117 and data[p + 2] == 108 and data[p + 3] == 108 else -1
    if data[p] == SMALL_T:
        return p + 4 if data[p + 1] == 114 and data[p + 2] == 117 and data[p + 3] == 101 else -1
    if data[p] != SMALL_F or data[p + 1] != 97:
        return -1
    return p + 5 if data[p + 2] == 108 and data[p + 3] == 115 and data[p + 4] == 101 else -1


def integer(data: Bytes, p: int) -> tuple[int, int]:
    """Where a number of at most nine figures ends, and the number; -1 where there is none, or not such a one."""
    first = p
    n = 0
    while ZERO <= data[p] <= NINE and p - first < 10:
        n = 10 * n + int(data[p]) - ZERO
        p += 1
    if p == first or p - first > 9 or (data[first] == ZERO and p - first > 1):
        return -1, 0
    if data[p] == 46 or data[p] == 101 or data[p] == 69:  # a fraction, or a power of ten
        return -1, 0
    return p, n


def simple(data: Bytes, p: int) -> int:
    """Where a string, a number or a literal ends; -1 where it is none, or not plain."""
    if data[p] == QUOTE:
        q, _ = quoted(data, p + 1)
        return q + 1 if q >= 0 else -1
    if data[p] == MINUS or ZERO <= data[p] <= NINE:
        q, _ = integer(data, p + 1 if data[p] == MINUS else p)
        return q
    return literal(data, p)


def skip(data: Bytes, p: int, end: int) -> int:
    """Where a value of any kind ends; -1 where it is none, or not plain."""
    depth, kinds = 0, 0  # of each depth a bit: 1 for an object
    while True:
        if data[p] == OPEN or data[p] == BEGIN:
            objects = data[p] == OPEN
            p = blank(data, p + 1, end)
            if data[p] != (CLOSE if objects else END):
                depth += 1
                if depth > 50:
                    return -1
                kinds = kinds << 1 | (1 if objects else 0)
                p = named(data, p, end) if objects else p
                if p < 0:
                    return -1
                continue
            p += 1
        else:
            p = simple(data, p)
            if p < 0:
                return -1
        while True:
            if depth == 0:
                return p
            p = blank(data, p, end)
            if data[p] == COMMA:
                p = blank(data, p + 1, end)
                if kinds & 1:
                    p = named(data, p, end)
                    if p < 0:
                        return -1
                break
            if data[p] != (CLOSE if kinds & 1 else END):
                return -1
            depth -= 1
            kinds >>= 1
            p += 1


def named(data: Bytes, p: int, end: int) -> int:
    """Where the value begins whose name is at p; -1 where there is no name."""
    if data[p] != QUOTE:
        return -1
    q, _ = quoted(data, p + 1)
    if q < 0:
        return -1
    p = blank(data, q + 1, end)
    return blank(data, p + 1, end) if data[p] == COLON else -1


def further(data: Bytes, p: int, end: int, close: int) -> int:
    """Where the next item of a list or object begins; or where it ends, less than 0; 0 where it does neither."""
    p = blank(data, p, end)
    if data[p] == COMMA:
        return blank(data, p + 1, end)
    return -(p + 1) if data[p] == close else 0


# --- the parts of a line ---


def units(data: Bytes, p: int, end: int, spots: Row, powers: Row, x: Lexicon, t: Terrain, r: Room) -> int:
    """Enter the units of a list in canonical order; answers where it ends, or -1 where two are in one province."""
    if data[p] != BEGIN:
        return -1
    p = blank(data, p + 1, end)
    if data[p] == END:
        return p + 1
    r.asked[ROUND] += 1
    n = 0
    while True:
        if data[p] != BEGIN or n >= len(spots) - 1:
            return -1
        p, power = word(data, blank(data, p + 1, end), POWERS, x)
        if p < 0 or power < 0:
            return -1
        p = blank(data, p, end)
        if data[p] != COMMA:
            return -1
        p = blank(data, p + 1, end)
        kind = data[p + 1]
        if data[p] != QUOTE or data[p + 2] != QUOTE or (kind != LETTER_A and kind != LETTER_F):
            return -1
        p = blank(data, p + 3, end)
        if data[p] != COMMA:
            return -1
        p, place = word(data, blank(data, p + 1, end), PLACES, x)
        if p < 0 or place < 0:
            return -1
        p = blank(data, p, end)
        spot = 2 * place + (1 if kind == LETTER_F else 0)
        if data[p] != END or not t.stands[spot] or r.mark[t.province[place]] == r.asked[ROUND]:
            return -1
        r.mark[t.province[place]] = r.asked[ROUND]
        rank, k = t.rank[power, spot], n
        while k > 0 and t.rank[powers[k - 1], spots[k - 1]] > rank:
            spots[k] = spots[k - 1]
            powers[k] = powers[k - 1]
            k -= 1
        spots[k] = spot
        powers[k] = power
        n += 1
        p = further(data, p + 1, end, END)
        if p <= 0:
            return -p if p else -1


def owned(data: Bytes, p: int, end: int, owners: Row, x: Lexicon) -> int:
    """Enter whose each centre is; answers where the object ends, or -1 where a centre or power is told twice."""
    if data[p] != OPEN:
        return -1
    p = blank(data, p + 1, end)
    if data[p] == CLOSE:
        return p + 1
    seen = 0
    while True:
        p, power = word(data, p, POWERS, x)
        if p < 0 or power < 0 or seen >> power & 1:
            return -1
        seen |= 1 << power
        p = blank(data, p, end)
        if data[p] != COLON:
            return -1
        p = blank(data, p + 1, end)
        if data[p] != BEGIN:
            return -1
        p = blank(data, p + 1, end)
        if data[p] == END:
            p += 1
        else:
            p = centres(data, p, end, power, owners, x)
        if p < 0:
            return -1
        p = further(data, p, end, CLOSE)
        if p <= 0:
            return -p if p else -1


def centres(data: Bytes, p: int, end: int, power: int, owners: Row, x: Lexicon) -> int:
    """Enter one power's centres; answers where the list ends, or -1."""
    while True:
        p, centre = word(data, p, CENTRES, x)
        if p < 0 or centre < 0 or owners[centre] >= 0:
            return -1
        owners[centre] = power
        p = further(data, p, end, END)
        if p <= 0:
            return -p if p else -1


def given(data: Bytes, p: int, end: int, x: Lexicon, r: Room) -> int:
    """Enter the orders into the room; answers where the object ends, or -1."""
    if data[p] != OPEN:
        return -1
    p = blank(data, p + 1, end)
    if data[p] == CLOSE:
        return p + 1
    seen = 0
    while True:
        p, power = word(data, p, POWERS, x)
        if p < 0 or power < 0 or seen >> power & 1:
            return -1
        seen |= 1 << power
        p = blank(data, p, end)
        if data[p] != COLON:
            return -1
        p = blank(data, p + 1, end)
        if data[p] != BEGIN:
            return -1
        p = blank(data, p + 1, end)
        if data[p] == END:
            p += 1
        else:
            p = texts(data, p, end, power, x, r)
        if p < 0:
            return -1
        p = further(data, p, end, CLOSE)
        if p <= 0:
            return -p if p else -1


def texts(data: Bytes, p: int, end: int, power: int, x: Lexicon, r: Room) -> int:
    """Enter one power's orders; answers where the list ends, or -1."""
    while True:
        n = r.asked[PHASE_LINES]
        first = p
        p, text = word(data, p, TEXTS, x)
        if p < 0 or text == STRANGE or n >= r.lines.shape[1]:
            return -1
        if text == UNKNOWN:
            ask(TEXTS, first + 1, p - 1, r)
        r.lines[0, n] = text
        r.lines[1, n] = power
        r.asked[PHASE_LINES] = n + 1
        p = further(data, p, end, END)
        if p <= 0:
            return -p if p else -1


def ask(realm: int, a: int, b: int, r: Room) -> None:
    """Ask for a word that was not met before; what there is no room for is asked another time."""
    n = r.asked[ASKED_WORDS]
    if n < len(r.words):
        r.words[n, 0] = realm
        r.words[n, 1] = a
        r.words[n, 2] = b
    r.asked[ASKED_WORDS] = n + 1


def next_phase(data: Bytes, p: int, end: int, clock: Row, x: Lexicon, t: Terrain, r: Room) -> int:
    """Enter the phase that is told to come next; answers where it ends, or -1."""
    if data[p] == QUOTE:
        return next_named(data, p, clock, x, r)
    if data[p] != BEGIN:
        return -1
    p, season = word(data, blank(data, p + 1, end), SEASONS, x)
    if p < 0 or season < 0:
        return -1
    p = blank(data, p, end)
    if data[p] != COMMA:
        return -1
    p, year = integer(data, blank(data, p + 1, end))
    if p < 0 or year > LATEST:
        return -1
    p = blank(data, p, end)
    if data[p] != COMMA:
        return -1
    p, kind = word(data, blank(data, p + 1, end), KINDS, x)
    if p < 0 or kind < 0 or t.nexts[season, kind] < 0:
        return -1
    p = blank(data, p, end)
    if data[p] != END:
        return -1
    clock[TURN] = t.nexts[season, kind]
    clock[YEAR] = year
    clock[STAGE] = kind
    return p + 1


def next_named(data: Bytes, p: int, clock: Row, x: Lexicon, r: Room) -> int:
    """Enter a next phase that is written in short, such as F1901M."""
    first = p
    p, value = word(data, p, NEXTS, x)
    if p < 0 or value == STRANGE:
        return -1
    if value == UNKNOWN:
        ask(NEXTS, first + 1, p - 1, r)
    elif value > 0:
        clock[STAGE] = value & 3
        clock[TURN] = value >> 2 & 31
        clock[YEAR] = value >> 7
    return p


def doubtful(data: Bytes, p: int, end: int, excuse: Bytes, facts: Row) -> int:
    """Note whether notes excuse the line; answers where they end, or -1."""
    if data[p] == QUOTE:
        return excused(data, p, excuse, facts)
    if data[p] != BEGIN:
        return -1
    p = blank(data, p + 1, end)
    if data[p] == END:
        return p + 1
    while True:
        p = excused(data, p, excuse, facts)
        if p < 0:
            return -1
        p = further(data, p, end, END)
        if p <= 0:
            return -p if p else -1


def excused(data: Bytes, p: int, excuse: Bytes, facts: Row) -> int:
    """Note whether a note holds the words that excuse a line; answers where it ends, or -1."""
    if data[p] != QUOTE:
        return -1
    q, _ = quoted(data, p + 1)
    if q < 0:
        return -1
    size = len(excuse)
    for first in range(p + 1, q - size + 1):
        k = 0
        while k < size and data[first + k] == excuse[k]:
            k += 1
        if k == size:
            facts[EXCUSED] = 1
    return q + 1


# --- a line ---


def value(
    key: int, data: Bytes, p: int, end: int, b: Rows, w: Rows, f: Row, v: Rows, g: Row, excuse: Bytes, x: Lexicon,
    t: Terrain, r: Room,
) -> int:  # fmt: skip
    """Enter what a key tells; answers where that ends, or -1. `v` and `g` are of the line before, whose units and
    centres are told again by most lines, sign by sign."""
    if key < 0:
        return skip(data, p, end)
    if CENTERS <= key <= NEXT_CENTERS and key != ORDERS and data[p] == SMALL_N:
        return literal(data, p)
    f[TOLD] |= 1 << key
    if key == UNITS:
        q = again(data, p, g[UNITS_AT], g[UNITS_END])
        if q >= 0:
            copy(v[SPOT], b[SPOT])
            copy(v[POWER], b[POWER])
            return q
        return units(data, p, end, b[SPOT], b[POWER], x, t, r)
    if key == NEXT_UNITS:
        f[UNITS_AT] = p
        f[UNITS_END] = units(data, p, end, w[SPOT], w[POWER], x, t, r)
        return int(f[UNITS_END])
    if key == DISLODGED:
        return units(data, p, end, b[EXILE], b[EXILED], x, t, r)
    if key == NEXT_DISLODGED:
        return units(data, p, end, w[EXILE], w[EXILED], x, t, r)
    if key == CENTERS:
        q = again(data, p, g[OWNERS_AT], g[OWNERS_END])
        f[OWNED_AT] = p
        f[OWNED_END] = copy_whole(v[OWNER], b[OWNER], q) if q >= 0 else owned(data, p, end, b[OWNER], x)
        return int(f[OWNED_END])
    if key == NEXT_CENTERS:
        q = again(data, p, f[OWNED_AT], f[OWNED_END])
        f[OWNERS_AT] = p
        f[OWNERS_END] = copy_whole(b[OWNER], w[OWNER], q) if q >= 0 else owned(data, p, end, w[OWNER], x)
        return int(f[OWNERS_END])
    if key == ORDERS:
        return given(data, p, end, x, r)
    if key == NEXT_PHASE:
        return next_phase(data, p, end, w[CLOCK], x, t, r)
    if key == NOTES:
        return doubtful(data, p, end, excuse, f)
    return small(key, data, p, end, b[CLOCK], f, x)


def again(data: Bytes, p: int, a: int, b: int) -> int:
    """Where what stands at p ends, if it is what stands from a to b, a whole list or object; else -1."""
    k = a
    while k < b and data[p] == data[k]:
        k += 1
        p += 1
    return p if k == b and a < b else -1


def copy(source: Row, target: Row) -> None:
    """Copy units, up to where there are no more."""
    i = 0
    while source[i] >= 0:
        target[i] = source[i]
        i += 1


def copy_whole(source: Row, target: Row, answer: int) -> int:
    for i in range(len(target)):
        target[i] = source[i]
    return answer


def small(key: int, data: Bytes, p: int, end: int, clock: Row, f: Row, x: Lexicon) -> int:
    """Enter what is a single value, or has to be empty; answers where it ends, or -1."""
    if key == GAME:
        if data[p] != QUOTE:
            return -1
        q, _ = quoted(data, p + 1)
        f[GAME_AT] = p + 1
        f[GAME_END] = q
        return q + 1 if q >= 0 else -1
    if key == YEARS:
        p, year = integer(data, p)
        if p < 0 or year > LATEST:
            return -1
        clock[YEAR] = year
        return p
    if key == ID:
        if data[p] == SMALL_T or data[p] == SMALL_F:
            return -1
        return simple(data, p)
    if key == ATTACKED_FROM or key == IN_DISPUTE:
        opens, close = (OPEN, CLOSE) if key == ATTACKED_FROM else (BEGIN, END)
        if data[p] != opens:
            return -1
        p = blank(data, p + 1, end)
        return p + 1 if data[p] == close else -1
    if key == VARIANT:
        p, n = word(data, p, VARIANTS, x)
        return p if n >= 0 else -1
    p, n = word(data, p, SEASONS if key == SEASON else KINDS, x)
    if n < 0:
        return -1
    f[OF_SEASON if key == SEASON else OF_KIND] = n
    return p


def scan(
    data: Bytes, begin: int, end: int, b: Rows, w: Rows, f: Row, v: Rows, g: Row, excuse: Bytes, x: Lexicon, t: Terrain,
    r: Room,
) -> bool:  # fmt: skip
    """Read one line as it stands; whether it is plain."""
    f[GAME_AT] = begin
    f[GAME_END] = begin
    p = blank(data, begin, end)
    if data[p] != OPEN:
        return False
    p = blank(data, p + 1, end)
    while True:
        p, key = word(data, p, KEYS, x)
        if p < 0:
            return False
        p = blank(data, p, end)
        if data[p] != COLON:
            return False
        p = blank(data, p + 1, end)
        if key >= 0:
            if f[SEEN] >> key & 1:
                return False
            f[SEEN] |= 1 << key
        p = value(key, data, p, end, b, w, f, v, g, excuse, x, t, r)
        if p < 0:
            return False
        p = further(data, p, end, CLOSE)
        if p <= 0:
            break
    return p < 0 and blank(data, -p, end) == end and f[SEEN] & t.needed[0] == t.needed[0]


def wipe(b: Rows, orders: Row, f: Row) -> None:
    for row in range(len(b)):
        for column in range(b.shape[1]):
            b[row, column] = -1
    for column in range(len(orders)):
        orders[column] = NO_ORDER
    for column in range(len(f)):
        f[column] = 0


def line(
    data: Bytes, begin: int, end: int, b: Rows, w: Rows, orders: Row, f: Row, v: Rows, g: Row, excuse: Bytes,
    x: Lexicon, t: Terrain, r: Room,
) -> int:  # fmt: skip
    """Read one line, and make its orders those of its units; answers its status."""
    wipe(b, orders, f)
    for row in (SPOT, POWER, EXILE, EXILED, OWNER, CLOCK):
        for column in range(w.shape[1]):
            w[row, column] = -1
    r.asked[PHASE_LINES] = 0
    words, cases = r.asked[ASKED_WORDS], r.asked[ASKED_CASES]
    if not scan(data, begin, end, b, w, f, v, g, excuse, x, t, r):
        return REFUSED
    clock, kind = b[CLOCK], int(f[OF_KIND])
    clock[TURN] = t.turns[f[OF_SEASON], kind]
    clock[STAGE] = kind
    for p in range(b.shape[1]):
        b[CONTESTED, p] = 0
    f[COUNT] = r.asked[PHASE_LINES]
    if clock[TURN] < 0 or (kind != RETREAT and b[EXILE, 0] >= 0):
        return REFUSED
    if kind == ADJUSTMENT and not f[TOLD] >> CENTERS & 1:
        return REFUSED
    if r.asked[ASKED_WORDS] > words:
        return PENDING
    if not settled(kind, b, orders, x, t, r):
        return REFUSED
    return PENDING if r.asked[ASKED_CASES] > cases else READ


# --- orders ---


def settled(kind: int, b: Rows, orders: Row, x: Lexicon, t: Terrain, r: Room) -> bool:
    """Enter the order of each unit or, in adjustments, of each line; False where the phase is not plain."""
    row = EXILE if kind == RETREAT else SPOT
    for p in range(len(r.at)):
        r.at[p] = -1
    n = 0
    while b[row, n] >= 0:
        r.at[t.province[b[row, n] >> 1]] = n
        n += 1
    if kind == ADJUSTMENT:
        return adjusting(b, orders, x, t, r)
    for i in range(r.asked[PHASE_LINES]):
        text, power = int(r.lines[0, i]), int(r.lines[1, i])
        if kind == RETREAT and x.texts[text, OF_WHAT] == MOVES:
            return False
        u = r.at[x.texts[text, OF_PROVINCE]]
        if u < 0 or b[row + 1, u] != power:
            continue
        if orders[u] != NO_ORDER:
            return False
        other = x.texts[text, OF_OTHER]
        v = r.at[other] if other >= 0 and kind == MOVEMENT else -1
        met = int(b[SPOT, v]) + 1 if v >= 0 else ALONE
        own = 1 if v >= 0 and b[POWER, v] == power else 0
        code = settle(kind, text, int(b[row, u]) + 1, met, own, t, x, r)
        if code < NO_ORDER:
            return False
        orders[u] = code
    return True


def adjusting(b: Rows, orders: Row, x: Lexicon, t: Terrain, r: Room) -> bool:
    """The same of adjustments: each line by itself, NO_ORDER where it is nobody's to give."""
    if r.asked[PHASE_LINES] > len(orders):
        return False
    for i in range(r.asked[PHASE_LINES]):
        text, power = int(r.lines[0, i]), int(r.lines[1, i])
        what, p = x.texts[text, OF_WHAT], x.texts[text, OF_PROVINCE]
        code = NO_ORDER
        if what == BUILDS:
            for j in range(i):
                other = r.lines[0, j]
                if r.lines[1, j] == power and x.texts[other, OF_WHAT] == BUILDS and x.texts[other, OF_PROVINCE] == p:
                    return False
            if b[OWNER, p] == power:
                code = settle(ADJUSTMENT, text, ALONE, power + 1, 0, t, x, r)
        elif what == DISBANDS:
            u = r.at[p]
            if u >= 0 and b[POWER, u] == power:
                code = settle(ADJUSTMENT, text, int(b[SPOT, u]) + 1, ALONE, 0, t, x, r)
        if code < NO_ORDER:
            return False
        orders[i] = code
    return True


def case_of(kind: int, text: int, spot: int, met: int, own: int, spots: int) -> int:
    """A case as one number: `spot` and `met` are counted from 1, and are no more than so many `spots`."""
    return (((text * (spots + 1) + spot) * (spots + 1) + met) * 2 + own) * 3 + kind


def slot_of(case: int) -> int:
    """Where a case is looked for first; spreads cases, which lie close together."""
    return ((((case & 0xFFFFF) * 2654435761) ^ ((case >> 20) * 40503)) & MASK) >> 3


def settle(kind: int, text: int, spot: int, met: int, own: int, t: Terrain, x: Lexicon, r: Room) -> int:
    """The code of the order in a case; NO_ORDER, too, where the case was not met before and is asked for."""
    case = case_of(kind, text, spot, met, own, len(t.stands))
    most = len(x.cases) - 1
    i = slot_of(case) & most
    while x.cases[i] >= 0:
        if x.cases[i] == case:
            return int(x.codes[i])
        i = (i + 1) & most
    n = r.asked[ASKED_CASES]
    if n < len(r.asked_cases):
        r.asked_cases[n] = case
    r.asked[ASKED_CASES] = n + 1
    return NO_ORDER


# --- what came of it ---


def recalled(b: Rows, before: Rows) -> None:
    """Enter where attackers came from and where standoffs were, as the line before left it."""
    for p in range(b.shape[1]):
        b[CONTESTED, p] = before[CONTESTED, p]
    i = 0
    while b[EXILE, i] >= 0:
        j = 0
        while before[EXILE, j] >= 0:
            if before[EXILE, j] == b[EXILE, i] and before[EXILED, j] == b[EXILED, i]:
                b[ATTACKER, i] = before[ATTACKER, j]
            j += 1
        i += 1


def alike(told: int, w: Rows, after: Rows, t: Terrain, r: Room) -> bool:
    """Whether all that the record tells came about."""
    if w[CLOCK, STAGE] >= 0:
        for entry in (TURN, YEAR, STAGE):
            if w[CLOCK, entry] != after[CLOCK, entry]:
                return False
    if not told >> NEXT_UNITS & 1:
        return True
    if not same(SPOT, w, after, t, r) or not same(EXILE, w, after, t, r):
        return False
    if told >> NEXT_CENTERS & 1:
        for p in range(w.shape[1]):
            if w[OWNER, p] != after[OWNER, p]:
                return False
    return True


def same(row: int, w: Rows, after: Rows, t: Terrain, r: Room) -> bool:
    """Whether the units are the same; in neither are two in one province."""
    at, n = r.at, 0
    while after[row, n] >= 0:
        at[t.province[after[row, n] >> 1]] = n
        n += 1
    k = 0
    while w[row, k] >= 0:
        u = at[t.province[w[row, k] >> 1]]
        if u < 0 or u >= n or after[row, u] != w[row, k] or after[row + 1, u] != w[row + 1, k]:
            return False
        k += 1
    return k == n


# --- many lines ---


def read_all(data: Bytes, starts: Row, s: Sheets, excuse: Bytes, x: Lexicon, t: Terrain, r: Room) -> int:
    """Read every line that is pending, each up to the sign before the next begins; answers how many still are."""
    r.asked[ASKED_WORDS] = 0
    r.asked[ASKED_CASES] = 0
    pending = 0
    for i in range(len(starts) - 1):
        f = s.facts[i]
        if f[STATUS] == PENDING:
            h = max(i - 1, 0)
            f[STATUS] = line(
                data, starts[i], starts[i + 1] - 1, s.boards[i], s.wanted[i], s.orders[i], f, s.wanted[h], s.facts[h],
                excuse, x, t, r,
            )  # fmt: skip
            if f[STATUS] == PENDING:
                pending += 1
    return pending


def follow(data: Bytes, s: Sheets) -> None:
    """Note which lines are of the game of the line before."""
    for i in range(1, len(s.facts)):
        f, g = s.facts[i], s.facts[i - 1]
        size = f[GAME_END] - f[GAME_AT]
        k = size if size == g[GAME_END] - g[GAME_AT] else -1
        while k > 0 and data[f[GAME_AT] + k - 1] == data[g[GAME_AT] + k - 1]:
            k -= 1
        f[SAME_GAME] = 1 if k == 0 else 0


def compare(rows: Row, s: Sheets, after: Any, t: Terrain, r: Room) -> None:
    """Hold these lines to what came of them, `after` being in their order."""
    for k in range(len(rows)):
        i = rows[k]
        for p in range(len(r.at)):
            r.at[p] = -1
        s.facts[i, STATUS] = HELD if alike(s.facts[i, TOLD], s.wanted[i], after[k], t, r) else REFUSED


def recall(rows: Row, s: Sheets, after: Any, index: Row) -> None:
    """Enter into the boards before retreats what the line before left; `index` leads from a line to its row of
    `after`. What comes after a line that did not come out as recorded, or after retreats, is refused."""
    for k in range(len(rows)):
        i = rows[k]
        if i == 0 or (s.facts[i - 1, STATUS] != REFUSED and not s.facts[i, SAME_GAME]):
            continue
        if s.facts[i - 1, STATUS] == HELD:
            recalled(s.boards[i], after[index[i - 1]])
        else:
            s.facts[i, STATUS] = REFUSED


# --- compiled ---


class Compiled(NamedTuple):
    """The functions for many lines, compiled."""

    read_all: Callable[..., int]
    follow: Callable[..., None]
    compare: Callable[..., None]
    recall: Callable[..., None]


@cache
def machine() -> Compiled:
    """Compiles at the first call of each, and keeps that on disk. Raises ModuleNotFoundError without Numba."""
    from numba import njit

    compiled.register(sys.modules[__name__])
    laid_out = crc32(Path(str(layout.__file__)).read_bytes())  # Numba looks for changes in this file alone

    def read(data: Any, starts: Any, s: Any, excuse: Any, x: Any, t: Any, r: Any) -> int:
        return read_all(data, starts, s, excuse, x, t, r) + min(0, laid_out)

    jit = njit(cache=True, nogil=True, **compiled.WITHOUT_COUNTS)
    return Compiled(jit(read), jit(follow), jit(compare), jit(recall))
