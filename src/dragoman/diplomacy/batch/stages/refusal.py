"""Numbers that are no board and no orders are refused before anything is done with them."""

from __future__ import annotations

from typing import Any

from dragoman.diplomacy.adjudication.matrices import FROM_FRONT
from dragoman.diplomacy.batch.layout import (
    ADJUSTMENT,
    AT_KIND,
    AT_SOURCE,
    AT_SPOT,
    ATTACKER,
    CLOCK,
    CONTESTED,
    EXILE,
    GOALS,
    MARK,
    MOST_KINDS,
    MOVEMENT,
    OWNER,
    PLACES,
    POWERS,
    PROVINCE,
    PROVINCES,
    ROWS,
    SIZES,
    SOURCES,
    SPOT,
    SPOTS,
    STAGE,
    STANDS,
    TURN,
    TURNS,
    WAIVE,
    YEAR,
)

Rows = Any


def fault(b: Rows, orders: Rows, t: Rows, x: Rows) -> int:
    """Nothing wrong: -1. Else the first number that can be no part of a board or order: its column, and 65,536 times
    its row, the orders standing behind the rows of the board."""
    places, powers = t[SIZES][PLACES], t[SIZES][POWERS]
    wrong = wrong_units(SPOT, b, places, powers, t, x)
    if wrong < 0:
        wrong = wrong_units(EXILE, b, places, powers, t, x)
    if wrong < 0:
        wrong = wrong_provinces(b, powers, t)
    if wrong < 0:
        wrong = wrong_clock(b, powers, t)
    if wrong >= 0:
        return wrong
    sizes = t[SIZES]
    odd = 0
    for i in range(len(orders)):
        odd |= is_odd(orders[i], places, powers, sizes[PROVINCES])
    if not odd:
        return -1
    i = 0
    while not is_odd(orders[i], places, powers, sizes[PROVINCES]):
        i += 1
    return (ROWS << 16) + i


def wrong_units(row: int, b: Rows, places: int, powers: int, t: Rows, x: Rows) -> int:
    """What is wrong with units, or with dislodged ones: a spot where none can be, no such power, two in a province."""
    mark, spots, powers_of, attackers, stands, province = (
        x[MARK], b[row], b[row + 1], b[ATTACKER], t[STANDS], t[PROVINCE],
    )  # fmt: skip
    if spots[0] == -1:
        return -1
    provinces = t[SIZES][PROVINCES]
    for p in range(provinces):
        mark[p] = 0
    for i in range(len(spots)):
        s = spots[i]
        if s == -1:
            return -1
        if s < 0 or s >= 2 * places or not stands[s] or mark[province[s >> 1] & FROM_FRONT]:
            return (row << 16) + i
        if powers_of[i] < 0 or powers_of[i] >= powers:
            return ((row + 1) << 16) + i
        if row == EXILE and (attackers[i] < -1 or attackers[i] >= provinces):
            return (ATTACKER << 16) + i
        mark[province[s >> 1] & FROM_FRONT] = 1
    return -1


def wrong_provinces(b: Rows, powers: int, t: Rows) -> int:
    owner, contested = b[OWNER], b[CONTESTED]
    lowest, highest, odd = 0, 0, 0
    for p in range(len(owner)):  # without a branch, which is quick on arrays
        lowest = min(lowest, owner[p])
        highest = max(highest, owner[p])
        odd |= contested[p]
    if lowest >= -1 and highest < powers and 0 <= odd <= 1:
        return -1
    p = 0
    while -1 <= owner[p] < powers and 0 <= contested[p] <= 1:
        p += 1
    return ((CONTESTED if -1 <= owner[p] < powers else OWNER) << 16) + p


def wrong_clock(b: Rows, powers: int, t: Rows) -> int:
    clock = b[CLOCK]
    last = t[SIZES][TURNS] if clock[STAGE] == ADJUSTMENT else t[SIZES][TURNS] - 1
    if clock[TURN] < 0 or clock[TURN] > last:
        return (CLOCK << 16) + TURN
    if clock[YEAR] < 0 or clock[YEAR] > 30_000:
        return (CLOCK << 16) + YEAR
    if clock[STAGE] < MOVEMENT or clock[STAGE] > ADJUSTMENT:
        return (CLOCK << 16) + STAGE
    return -1


def is_odd(code: int, places: int, powers: int, provinces: int) -> int:
    """1 where a field of a code names nothing, else 0; without a branch, so that many are looked at in one stroke."""
    kind, source, goal = code >> AT_KIND, code >> AT_SOURCE & SOURCES, code & GOALS
    odd = int(code < 0) | int(kind >= MOST_KINDS) | int(code >> AT_SPOT & SPOTS >= 2 * places)
    odd |= int(goal != GOALS) & int(goal >= places)
    odd |= int(kind == WAIVE) & int(source >= powers)
    odd |= int(kind != WAIVE) & int(source != SOURCES) & int(source >= provinces)
    return odd & int(code != -1)


OFTEN = (
    fault,
    wrong_units,
    wrong_provinces,
    wrong_clock,
    is_odd,
)
"""As `kernel.battles.OFTEN`."""
