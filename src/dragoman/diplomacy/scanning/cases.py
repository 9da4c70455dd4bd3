"""Units that are read entered on a board, and texts made the orders of its units. Written for Numba.

Which order a text is hangs on its case: the phase, the unit's spot, that of the unit it supports or convoys, and
whether that is of the same power.
"""

from __future__ import annotations

from typing import NamedTuple

from dragoman.diplomacy.batch.layout import ADJUSTMENT, EXILE, MOVEMENT, OWNER, POWER, RETREAT, SPOT
from dragoman.diplomacy.scanning.words import (
    ASKED_CASES,
    BUILDS,
    DISBANDS,
    MASK,
    MOVES,
    OF_OTHER,
    OF_PROVINCE,
    OF_WHAT,
    PHASE_LINES,
    ROUND,
    Lexicon,
    Room,
    Row,
    Rows,
)

NO_ORDER = -1
ALONE = 0
"""Stands for no unit where a unit is counted from 1."""


class Terrain(NamedTuple):
    """A map: each place's province, each spot whether a unit can be there, the number of each unit by power and spot,
    in the order of units, which turn a season is in a phase of each kind, and the centres in theirs."""

    province: Row
    stands: Row
    rank: Rows
    turns: Rows
    centres: Row


def stand(power: int, spot: int, n: int, spots: Row, powers: Row, t: Terrain, r: Room) -> bool:
    """Enter a unit among n others, in canonical order; False where none can be there, or one is in its province."""
    province = t.province[spot >> 1]
    if not t.stands[spot] or r.mark[province] == r.asked[ROUND]:
        return False
    r.mark[province] = r.asked[ROUND]
    rank, k = t.rank[power, spot], n
    while k > 0 and t.rank[powers[k - 1], spots[k - 1]] > rank:
        spots[k] = spots[k - 1]
        powers[k] = powers[k - 1]
        k -= 1
    spots[k] = spot
    powers[k] = power
    return True


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
