"""The parts of a recorded line read sign by sign: units, centres, orders, the phase that is next, notes. Written for
Numba."""

from __future__ import annotations

from dragoman.diplomacy.batch.layout import STAGE, TURN, YEAR
from dragoman.diplomacy.scanning.cases import Terrain, stand
from dragoman.diplomacy.scanning.words import (
    CENTRES,
    KINDS,
    NEXTS,
    PLACES,
    POWERS,
    ROUND,
    SEASONS,
    STRANGE,
    TEXTS,
    UNKNOWN,
    Bytes,
    Lexicon,
    Room,
    Row,
    ask,
    note,
)
from dragoman.keeper.json_signs import (
    BEGIN,
    CLOSE,
    COLON,
    COMMA,
    END,
    LETTER_A,
    LETTER_F,
    OPEN,
    QUOTE,
    blank,
    further,
    integer,
    quoted,
    word,
)
from dragoman.keeper.line_facts import EXCUSED, LATEST, Form


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
        if data[p] != END or not stand(power, 2 * place + (1 if kind == LETTER_F else 0), n, spots, powers, t, r):
            return -1
        n += 1
        p = further(data, p + 1, end, END)
        if p <= 0:
            return -p if p else -1


def by_power(data: Bytes, p: int, end: int, owners: Row, ordering: bool, x: Lexicon, r: Room) -> int:
    """Enter what an object tells of each power: whose each centre is or, where it is `ordering`, the orders into the
    room; answers where the object ends, or -1 where a power or centre is told twice."""
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
        elif ordering:
            p = texts(data, p, end, power, x, r)
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


def texts(data: Bytes, p: int, end: int, power: int, x: Lexicon, r: Room) -> int:
    """Enter one power's orders; answers where the list ends, or -1."""
    while True:
        first = p
        p, text = word(data, p, TEXTS, x)
        if p < 0 or not note(text, power, first + 1, p - 1, r):
            return -1
        p = further(data, p, end, END)
        if p <= 0:
            return -p if p else -1


def next_phase(data: Bytes, p: int, end: int, clock: Row, m: Form, x: Lexicon, r: Room) -> int:
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
    if p < 0 or kind < 0 or m.nexts[season, kind] < 0:
        return -1
    p = blank(data, p, end)
    if data[p] != END:
        return -1
    clock[TURN] = m.nexts[season, kind]
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
