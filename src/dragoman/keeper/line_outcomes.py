"""Boards held to what recorded lines tell of them. Written for Numba."""

from __future__ import annotations

from typing import Any

from dragoman.diplomacy.batch.layout import ATTACKER, CLOCK, CONTESTED, EXILE, EXILED, OWNER, SPOT, STAGE, TURN, YEAR
from dragoman.diplomacy.scanning.cases import Terrain
from dragoman.diplomacy.scanning.words import Room, Row, Rows
from dragoman.keeper.line_facts import HELD, NEXT_CENTERS, NEXT_UNITS, REFUSED, SAME_GAME, STATUS, TOLD, Sheets


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
