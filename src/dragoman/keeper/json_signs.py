"""JSON read sign by sign, as far as it is plain: no escapes, ASCII alone, whole numbers. Written for Numba."""

from __future__ import annotations

from dragoman.diplomacy.scanning.words import MASK, PRIME, SEED, STRANGE, Bytes, Lexicon, find

(
    QUOTE, COMMA, COLON, OPEN, CLOSE, BEGIN, END, MINUS, ZERO, NINE, BACKSLASH, LETTER_A, LETTER_F, SMALL_F, SMALL_N,
    SMALL_T,
) = b'",:{}[]-09\\AFfnt'  # fmt: skip
"""Signs."""


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
