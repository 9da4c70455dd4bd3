"""Recorded lines scanned byte by byte into boards, orders and what the record says came of them, all in numbers.

Only what is plain is scanned, and whatever is not plain is refused: a line scanned is one that any careful reader of
JSON takes as it was taken here. Written for Numba.
"""

from __future__ import annotations

import sys
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from dragoman.diplomacy.adjudication import compiled
from dragoman.diplomacy.batch import layout
from dragoman.diplomacy.batch.layout import (
    ADJUSTMENT,
    CLOCK,
    CONTESTED,
    EXILE,
    EXILED,
    OWNER,
    POWER,
    RETREAT,
    SPOT,
    STAGE,
    TURN,
    YEAR,
)
from dragoman.diplomacy.scanning import cases, words
from dragoman.diplomacy.scanning.cases import NO_ORDER, Terrain, settled
from dragoman.diplomacy.scanning.words import (
    ASKED_CASES,
    ASKED_WORDS,
    KEYS,
    KINDS,
    PHASE_LINES,
    SEASONS,
    VARIANTS,
    Bytes,
    Lexicon,
    Room,
    Row,
    Rows,
)
from dragoman.keeper import json_signs, line_facts, line_outcomes, line_parts
from dragoman.keeper.json_signs import (
    BEGIN,
    CLOSE,
    COLON,
    END,
    OPEN,
    QUOTE,
    SMALL_F,
    SMALL_N,
    SMALL_T,
    blank,
    further,
    integer,
    literal,
    quoted,
    simple,
    skip,
    word,
)
from dragoman.keeper.line_facts import (
    ATTACKED_FROM,
    CENTERS,
    COUNT,
    DISLODGED,
    GAME,
    GAME_AT,
    GAME_END,
    ID,
    IN_DISPUTE,
    LATEST,
    NEXT_CENTERS,
    NEXT_DISLODGED,
    NEXT_PHASE,
    NEXT_UNITS,
    NOTES,
    OF_KIND,
    OF_SEASON,
    ORDERS,
    OWNED_AT,
    OWNED_END,
    OWNERS_AT,
    OWNERS_END,
    PENDING,
    READ,
    REFUSED,
    SAME_GAME,
    SEASON,
    SEEN,
    STATUS,
    TOLD,
    UNITS,
    UNITS_AT,
    UNITS_END,
    VARIANT,
    YEARS,
    Form,
    Sheets,
)
from dragoman.keeper.line_parts import by_power, doubtful, next_phase, units

if TYPE_CHECKING:
    from collections.abc import Callable


def value(
    key: int, data: Bytes, p: int, end: int, b: Rows, w: Rows, f: Row, v: Rows, g: Row, m: Form, x: Lexicon,
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
        f[OWNED_END] = copy_whole(v[OWNER], b[OWNER], q) if q >= 0 else by_power(data, p, end, b[OWNER], False, x, r)
        return int(f[OWNED_END])
    if key == NEXT_CENTERS:
        q = again(data, p, f[OWNED_AT], f[OWNED_END])
        f[OWNERS_AT] = p
        f[OWNERS_END] = copy_whole(b[OWNER], w[OWNER], q) if q >= 0 else by_power(data, p, end, w[OWNER], False, x, r)
        return int(f[OWNERS_END])
    if key == ORDERS:
        return by_power(data, p, end, b[OWNER], True, x, r)
    if key == NEXT_PHASE:
        return next_phase(data, p, end, w[CLOCK], m, x, r)
    if key == NOTES:
        return doubtful(data, p, end, m.excuse, f)
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
    data: Bytes, begin: int, end: int, b: Rows, w: Rows, f: Row, v: Rows, g: Row, m: Form, x: Lexicon, t: Terrain,
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
        p = value(key, data, p, end, b, w, f, v, g, m, x, t, r)
        if p < 0:
            return False
        p = further(data, p, end, CLOSE)
        if p <= 0:
            break
    return p < 0 and blank(data, -p, end) == end and f[SEEN] & m.needed[0] == m.needed[0]


def wipe(b: Rows, orders: Row, f: Row) -> None:
    for row in range(len(b)):
        for column in range(b.shape[1]):
            b[row, column] = -1
    for column in range(len(orders)):
        orders[column] = NO_ORDER
    for column in range(len(f)):
        f[column] = 0


def line(
    data: Bytes, begin: int, end: int, b: Rows, w: Rows, orders: Row, f: Row, v: Rows, g: Row, m: Form,
    x: Lexicon, t: Terrain, r: Room,
) -> int:  # fmt: skip
    """Read one line, and make its orders those of its units; answers its status."""
    wipe(b, orders, f)
    for row in (SPOT, POWER, EXILE, EXILED, OWNER, CLOCK):
        for column in range(w.shape[1]):
            w[row, column] = -1
    r.asked[PHASE_LINES] = 0
    words, cases = r.asked[ASKED_WORDS], r.asked[ASKED_CASES]
    if not scan(data, begin, end, b, w, f, v, g, m, x, t, r):
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


# --- many lines ---


def read_all(data: Bytes, starts: Row, s: Sheets, m: Form, x: Lexicon, t: Terrain, r: Room) -> int:
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
                m, x, t, r,
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


# --- compiled ---


class Compiled(NamedTuple):
    """The functions for many lines, compiled."""

    read_all: Callable[..., int]
    follow: Callable[..., int]
    compare: Callable[..., int]
    recall: Callable[..., int]


@cache
def machine() -> Compiled:
    """Compiles at the first call of each, and keeps that on disk. Raises ModuleNotFoundError without Numba."""
    from numba import njit

    parts = (words, cases, json_signs, line_parts, line_outcomes, sys.modules[__name__])
    compiled.register(*parts)
    source = compiled.fingerprint(*parts, line_facts, layout)
    note, hold, refer = follow, line_outcomes.compare, line_outcomes.recall

    def read(data: Any, starts: Any, s: Any, m: Any, x: Any, t: Any, r: Any) -> int:
        return read_all(data, starts, s, m, x, t, r) + min(0, source)

    def succeed(data: Any, s: Any) -> int:
        note(data, s)
        return source

    def compare(rows: Any, s: Any, after: Any, t: Any, r: Any) -> int:
        hold(rows, s, after, t, r)
        return source

    def recall(rows: Any, s: Any, after: Any, index: Any) -> int:
        refer(rows, s, after, index)
        return source

    jit = njit(cache=True, nogil=True, **compiled.WITHOUT_COUNTS)
    return Compiled(jit(read), jit(succeed), jit(compare), jit(recall))
