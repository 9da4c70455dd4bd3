"""What a movement phase leaves behind: who stands where, and who has to retreat and may not go where."""

from __future__ import annotations

from typing import Any

from dragoman.diplomacy.adjudication import kernel
from dragoman.diplomacy.adjudication.matrices import FROM_FRONT
from dragoman.diplomacy.batch.layout import (
    ATTACKER,
    BESIDE,
    CONTESTED,
    EXILE,
    EXILED,
    GOAL,
    POWER,
    PROVINCE,
    QUEUE,
    RULE_ORIGIN_OPEN,
    SIZES,
    SPOT,
    TAKEN,
)
from dragoman.diplomacy.batch.stages.calendar import advance

Rows = Any


def leave(n: int, b: Rows, o: Rows, w: Rows, t: Rows, rules: Rows, x: Rows, after: Rows) -> None:
    """Who stands where after movement, where standoffs were, and who can still retreat."""
    spots, powers, taken, province = after[SPOT], after[POWER], x[TAKEN], t[PROVINCE]
    contested, before, whose, lost, moved, goal = (
        after[CONTESTED], b[SPOT], b[POWER], w[kernel.LOST], w[kernel.MOVED], x[GOAL],
    )  # fmt: skip
    left, gone, driven_out = 0, 0, x[QUEUE]
    for u in range(n):
        s, to = before[u], goal[u]
        s = 2 * to + (s & 1) if moved[u] == kernel.YES else s
        stays = int(lost[u] != kernel.YES)
        driven_out[gone] = u
        gone += 1 - stays
        spots[left] = s
        powers[left] = whose[u]
        taken[province[s >> 1 & FROM_FRONT] & FROM_FRONT] |= stays
        left += stays
    movers, goals, path = w[kernel.MOVERS], o[kernel.GOAL], w[kernel.PATH]
    for i in range(w[kernel.COUNTS][kernel.MOVING]):
        u = movers[i] & FROM_FRONT
        p = goals[u] & FROM_FRONT
        # One who was kept out, and not driven out himself, leaves a standoff: told without a branch, as in `possible`.
        kept_out = int(moved[u] != kernel.YES) & int(path[u] != kernel.NO) & (1 - taken[p])
        contested[p] |= kept_out & int(lost[u] != kernel.YES)
        if kept_out & int(lost[u] == kernel.YES) and kernel.has_effect(u, o, w, rules):
            contested[p] = 1
    if left < n:
        spots[left] = -1
        powers[left] = -1
        advance(b, left, exiles(gone, b, o, w, t, rules, x, after), t, x, after)
    else:
        advance(b, left, 0, t, x, after)


def exiles(gone: int, b: Rows, o: Rows, w: Rows, t: Rows, rules: Rows, x: Rows, after: Rows) -> int:
    """List those of the dislodged units, so many in QUEUE, that have somewhere to go (VI.1, DATC 4.A.5); answers how
    many."""
    count = 0
    for i in range(gone):
        u = x[QUEUE][i]
        a = kernel.dislodger(u, o, w)
        opened = w[kernel.SAILS][a] == kernel.YES and rules[RULE_ORIGIN_OPEN]
        origin = -1 if opened else o[kernel.PLACE][a]
        s = b[SPOT][u]
        if first_exit(s, 0, origin, t, x[TAKEN], after[CONTESTED]) >= 0:
            after[EXILE][count] = s
            after[EXILED][count] = b[POWER][u]
            after[ATTACKER][count] = origin
            count += 1
    return count


def first_exit(spot: int, begin: int, origin: int, t: Rows, taken: Rows, contested: Rows) -> int:
    """The index in the row of places beside of the next open place from `begin` on, or -1."""
    beside = t[t[SIZES][BESIDE] + spot]
    i = begin
    while beside[i] >= 0:
        p = t[PROVINCE][beside[i]]
        if not taken[p] and not contested[p] and p != origin:
            return i
        i += 1
    return -1


OFTEN = (leave,)
"""As `kernel.battles.OFTEN`."""
