"""Retreats: each goes where nobody else goes and its way is open, and is disbanded otherwise."""

from __future__ import annotations

from typing import Any

from dragoman.diplomacy.adjudication import kernel
from dragoman.diplomacy.batch.layout import (
    AT_KIND,
    AT_SPOT,
    ATTACKER,
    BLAMES,
    CAUSES,
    CLOSED,
    CONTESTED,
    DISBAND,
    EXILE,
    EXILED,
    FIRST_SPOT,
    FOLLOWED,
    GOAL,
    GOALS,
    GONE,
    KINDS,
    MARK,
    POWER,
    PROVINCE,
    PROVINCES,
    RETREAT_CLASH,
    RETREATS,
    SIZES,
    SPOT,
    SPOTS,
    STEPS,
    TAKEN,
)
from dragoman.diplomacy.batch.stages.calendar import advance
from dragoman.diplomacy.batch.stages.rows import counted

Rows = Any


def retreat(b: Rows, orders: Rows, t: Rows, x: Rows, after: Rows, told: Rows) -> None:
    """Units go to open places alone, or leave the board."""
    n, exiled = counted(b[SPOT]), counted(b[EXILE])
    taken, goal, going = x[TAKEN], x[GOAL], x[MARK]
    for p in range(t[SIZES][PROVINCES]):
        taken[p] = 0
        going[p] = 0
    for u in range(n):
        taken[t[PROVINCE][b[SPOT][u] >> 1]] = 1
        after[SPOT][u] = b[SPOT][u]
        after[POWER][u] = b[POWER][u]
    for i in range(exiled):
        goal[i] = retreat_goal(i, b, orders[i], t, x)
        if goal[i] >= 0:
            going[t[PROVINCE][goal[i]]] += 1
    for i in range(exiled):
        if goal[i] >= 0 and going[t[PROVINCE][goal[i]]] == 1 and n < len(b[SPOT]):
            after[SPOT][n] = 2 * goal[i] + (b[EXILE][i] & 1)
            after[POWER][n] = b[EXILED][i]
            n += 1
        if len(told):
            tell_retreat(i, orders[i], t, x, told)
    advance(b, n, 0, t, x, after)


def retreat_goal(i: int, b: Rows, code: int, t: Rows, x: Rows) -> int:
    """Where the exile goes by a good order, or -1 where it disbands."""
    spot, goal = b[EXILE][i], code & GOALS
    if code < 0 or code >> AT_KIND & KINDS != RETREATS or code >> AT_SPOT & SPOTS != spot or goal == GOALS:
        return -1
    p = t[PROVINCE][goal]
    if not t[FIRST_SPOT + spot][goal] & STEPS or x[TAKEN][p] or b[CONTESTED][p] or p == b[ATTACKER][i]:
        return -1
    return int(goal)


def tell_retreat(i: int, code: int, t: Rows, x: Rows, told: Rows) -> None:
    goal = x[GOAL][i]
    for row in range(len(kernel.ANSWERS)):
        told[row][i] = 0
    told[BLAMES][i] = -1
    told[FOLLOWED][i] = kernel.YES
    told[GONE][i] = kernel.NO
    if goal >= 0 and x[MARK][t[PROVINCE][goal]] > 1:
        told[CAUSES][i] = RETREAT_CLASH
    elif goal < 0 and code >= 0 and code >> AT_KIND & KINDS != DISBAND:
        told[CAUSES][i] = CLOSED
    if told[CAUSES][i]:
        told[FOLLOWED][i] = kernel.NO
    if goal < 0 or told[CAUSES][i]:
        told[GONE][i] = kernel.YES
