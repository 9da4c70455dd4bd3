"""Questions as msgspec packs them (MessagePack), read into boards and orders. Written for Numba.

The bytes are those of a packer that can be relied on, so that no length is doubted; what they say is. A question is a
map of the fields of `exchange.Question`, in their order.
"""

from __future__ import annotations

from typing import Any

from dragoman.diplomacy.batch.layout import (
    ADJUSTMENT,
    ATTACKER,
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
from dragoman.diplomacy.scanning.cases import NO_ORDER, Terrain, settled, stand
from dragoman.diplomacy.scanning.words import (
    ASKED_CASES,
    ASKED_WORDS,
    CENTRES,
    KINDS,
    MASK,
    PHASE_LINES,
    PLACES,
    POWERS,
    PRIME,
    ROUND,
    SEASONS,
    SEED,
    TEXTS,
    Bytes,
    Lexicon,
    Room,
    Row,
    Rows,
    find,
    note,
)

FIELDS = (
    "id", "variant", "season", "year", "phase", "units", "dislodged", "attacked_from", "contested", "centers", "orders",
)  # fmt: skip

LATEST = 30_000
"""The last year that a board can have."""

PENDING, READ, REFUSED = 0, 1, 2
"""The status of a question: it hangs on words or cases not met before; read; not plain."""

LETTER_A, LETTER_F = ord("A"), ord("F")

TEXT, LIST, MAP, WHOLE, NIL, OTHER = range(6)
"""What a value is. `WHOLE` is a whole number from 0; `OTHER` has bytes that mean nothing here."""


# --- MessagePack ---


def head(data: Bytes, p: int) -> tuple[int, int, int]:
    """Where what a value holds begins, what it is, and how much it holds: bytes, items, entries; or the number."""
    c = int(data[p])
    if c < 0x80:
        return p + 1, WHOLE, c
    if c < 0x90:
        return p + 1, MAP, c & 15
    if c < 0xA0:
        return p + 1, LIST, c & 15
    if c < 0xC0:
        return p + 1, TEXT, c & 31
    if c == 0xC0:
        return p + 1, NIL, 0
    if c >= 0xE0 or c == 0xC2 or c == 0xC3:
        return p + 1, OTHER, 0
    return wide(data, p, c)


def wide(data: Bytes, p: int, c: int) -> tuple[int, int, int]:
    """The same of what is told by a byte that leads further ones."""
    if 0xCC <= c <= 0xCF:
        size = 1 << (c - 0xCC)
        return p + 1 + size, WHOLE, counted(data, p + 1, size)
    if 0xD9 <= c <= 0xDB:
        size = 1 << (c - 0xD9)
        return p + 1 + size, TEXT, counted(data, p + 1, size)
    if 0xDC <= c <= 0xDF:
        size = 2 << (c & 1)
        return p + 1 + size, LIST if c < 0xDE else MAP, counted(data, p + 1, size)
    if 0xC4 <= c <= 0xC6:
        size = 1 << (c - 0xC4)
        return p + 1 + size, OTHER, counted(data, p + 1, size)
    if c == 0xCA or c == 0xCB:
        return p + 1, OTHER, 4 << (c - 0xCA)
    if 0xD0 <= c <= 0xD3:
        return p + 1, OTHER, 1 << (c - 0xD0)
    if 0xD4 <= c <= 0xD8:
        return p + 1, OTHER, 1 + (1 << (c - 0xD4))
    size = 1 << (c - 0xC7)  # extensions: their kind is one byte more
    return p + 1 + size, OTHER, 1 + counted(data, p + 1, size)


def counted(data: Bytes, p: int, size: int) -> int:
    """The number that so many bytes are."""
    n = 0
    for k in range(p, p + size):
        n = n << 8 | int(data[k])
    return n


def passed(data: Bytes, p: int) -> int:
    """Where the value at p ends."""
    left = 1
    while left > 0:
        p, kind, n = head(data, p)
        left -= 1
        if kind == LIST:
            left += n
        elif kind == MAP:
            left += 2 * n
        elif kind == TEXT or kind == OTHER:
            p += n
    return p


def word(data: Bytes, p: int, realm: int, x: Lexicon) -> tuple[int, int]:
    """Where the text at p ends, and its number among those of a realm; -1 where it is none, or not known."""
    p, kind, n = head(data, p)
    if kind != TEXT:
        return p, -1
    return p + n, known(data, p, p + n, realm, x)


def known(data: Bytes, a: int, b: int, realm: int, x: Lexicon) -> int:
    """The number of the word from a to b; below 0 where there is none."""
    h = SEED
    for k in range(a, b):
        h = ((h ^ int(data[k])) * PRIME) & MASK
    return find(data, a, b, realm, h, x)


# --- the fields of a question ---


def units(data: Bytes, p: int, spots: Row, powers: Row, x: Lexicon, t: Terrain, r: Room) -> int:
    """Enter the units of a list in canonical order; answers where it ends, or -1 where one cannot be."""
    p, kind, count = head(data, p)
    if kind != LIST or count >= len(spots):
        return -1
    r.asked[ROUND] += 1
    for n in range(count):
        p, kind, three = head(data, p)
        if kind != LIST or three != 3:
            return -1
        p, power = word(data, p, POWERS, x)
        if power < 0:
            return -1
        p, kind, size = head(data, p)
        if kind != TEXT or size != 1 or (data[p] != LETTER_A and data[p] != LETTER_F):
            return -1
        fleet = 1 if data[p] == LETTER_F else 0
        p, place = word(data, p + 1, PLACES, x)
        if place < 0 or not stand(power, 2 * place + fleet, n, spots, powers, t, r):
            return -1
    return p


def attacked_from(data: Bytes, p: int, b: Rows, x: Lexicon, t: Terrain, r: Room) -> int:
    """Enter which province is closed to each exile; answers where the map ends, or -1."""
    p, kind, count = head(data, p)
    if kind != MAP:
        return -1
    for _ in range(count):
        p, place = word(data, p, PLACES, x)
        if place < 0 or place >= len(r.at):
            return -1
        q, kind, _size = head(data, p)
        if kind == NIL:
            p, origin = q, -1
        else:
            p, origin = word(data, p, PLACES, x)
            if origin < 0:
                return -1
            origin = int(t.province[origin])
        i = 0
        while b[EXILE, i] >= 0:
            if t.province[b[EXILE, i] >> 1] == place:
                b[ATTACKER, i] = origin
            i += 1
    return p


def contested(data: Bytes, p: int, b: Rows, x: Lexicon, r: Room) -> int:
    """Enter the provinces that are contested; answers where the list ends, or -1."""
    p, kind, count = head(data, p)
    if kind != LIST:
        return -1
    for _ in range(count):
        p, place = word(data, p, PLACES, x)
        if place < 0 or place >= len(r.at):
            return -1
        b[CONTESTED, place] = 1
    return p


def centres(data: Bytes, p: int, owners: Row, x: Lexicon) -> int:
    """Enter whose each centre is; answers where the map ends, or -1 where a centre is told twice."""
    p, kind, count = head(data, p)
    if kind != MAP:
        return -1
    for _ in range(count):
        p, power = word(data, p, POWERS, x)
        p, kind, many = head(data, p)
        if power < 0 or kind != LIST:
            return -1
        for _ in range(many):
            p, centre = word(data, p, CENTRES, x)
            if centre < 0 or owners[centre] >= 0:
                return -1
            owners[centre] = power
    return p


def orders_given(data: Bytes, p: int, x: Lexicon, r: Room) -> int:
    """Enter the orders into the room; answers where the map ends, or -1."""
    p, kind, count = head(data, p)
    if kind != MAP:
        return -1
    for _ in range(count):
        p, power = word(data, p, POWERS, x)
        p, kind, many = head(data, p)
        if power < 0 or kind != LIST:
            return -1
        for _ in range(many):
            p, kind, size = head(data, p)
            if kind != TEXT or not note(known(data, p, p + size, TEXTS, x), power, p, p + size, r):
                return -1
            p += size
    return p


def clock(data: Bytes, p: int, row: Row, x: Lexicon, t: Terrain) -> int:
    """Enter season, year and phase; answers where they end, or -1 where the map has no such phase."""
    p, season = word(data, passed(data, p), SEASONS, x)
    p, kind, year = head(data, passed(data, p))
    if season < 0 or kind != WHOLE or year < 0 or year > LATEST:
        return -1
    p, stage = word(data, passed(data, p), KINDS, x)
    if stage < 0 or t.turns[season, stage] < 0:
        return -1
    row[TURN] = t.turns[season, stage]
    row[YEAR] = year
    row[STAGE] = stage
    return p


def standing(data: Bytes, p: int, b: Rows, x: Lexicon, t: Terrain, r: Room) -> int:
    """Enter who stands where, who is driven out, and what is closed; answers where that ends, or -1."""
    p = units(data, passed(data, p), b[SPOT], b[POWER], x, t, r)
    if p < 0:
        return -1
    p = units(data, passed(data, p), b[EXILE], b[EXILED], x, t, r)
    if p < 0:
        return -1
    first = passed(data, p)
    p = attacked_from(data, first, b, x, t, r)
    if p < 0:
        return -1
    told = passed(data, p)
    q = contested(data, told, b, x, r)
    if q < 0:
        return -1
    plain = b[EXILE, 0] < 0 and p == first + 1 and q == told + 1  # nothing of it
    return q if plain or b[CLOCK, STAGE] == RETREAT else -1


def wipe(b: Rows, orders: Row) -> None:
    for row in range(len(b)):
        for column in range(b.shape[1]):
            b[row, column] = -1
    for column in range(b.shape[1]):
        b[CONTESTED, column] = 0
    for column in range(len(orders)):
        orders[column] = NO_ORDER


def entered(data: Bytes, p: int, b: Rows, x: Lexicon, t: Terrain, r: Room) -> int:
    """Enter a question as it stands; answers where it ends, or -1 where it is not plain."""
    p, kind, count = head(data, p)
    if kind != MAP or count != len(FIELDS):
        return -1
    for _ in range(2):  # id and variant, each a name and a value
        p = passed(data, passed(data, p))
    p = clock(data, p, b[CLOCK], x, t)
    if p < 0:
        return -1
    p = standing(data, p, b, x, t, r)
    if p < 0:
        return -1
    p = passed(data, p)
    if data[p] != 0xC0:
        p = centres(data, p, b[OWNER], x)
    elif b[CLOCK, STAGE] != ADJUSTMENT:
        p += 1
    else:
        return -1
    return p if p < 0 else orders_given(data, passed(data, p), x, r)


def question(data: Bytes, p: int, b: Rows, orders: Row, x: Lexicon, t: Terrain, r: Room) -> tuple[int, int]:
    """Read one question, and make its orders those of its units; answers where it ends, and its status."""
    wipe(b, orders)
    r.asked[PHASE_LINES] = 0
    words, cases = r.asked[ASKED_WORDS], r.asked[ASKED_CASES]
    q = entered(data, p, b, x, t, r)
    if q < 0:
        return passed(data, p), REFUSED
    if r.asked[ASKED_WORDS] > words:
        return q, PENDING
    if not settled(int(b[CLOCK, STAGE]), b, orders, x, t, r):
        return q, REFUSED
    return q, PENDING if r.asked[ASKED_CASES] > cases else READ


def read_all(data: Bytes, starts: Row, status: Row, boards: Any, orders: Any, x: Lexicon, t: Terrain, r: Room) -> int:
    """Read every question that is pending, and note where the next begins; answers how many still are."""
    r.asked[ASKED_WORDS] = 0
    r.asked[ASKED_CASES] = 0
    pending = 0
    for i in range(len(status)):
        if status[i] == PENDING:
            starts[i + 1], status[i] = question(data, starts[i], boards[i], orders[i], x, t, r)
            if status[i] == PENDING:
                pending += 1
    return pending


OFTEN = (head, known)
"""Compiled into those who call them, as `kernel.OFTEN`."""
