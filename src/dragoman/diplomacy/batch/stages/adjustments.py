"""Adjustments: each line is judged, then followed until all is done that is due; civil disorder does the rest."""

from __future__ import annotations

from typing import Any

from dragoman.diplomacy.adjudication import kernel
from dragoman.diplomacy.batch.layout import (
    AT,
    AT_KIND,
    AT_SOURCE,
    AT_SPOT,
    BLAMES,
    BUILD,
    CAUSES,
    CENTRE,
    DISBAND,
    DUE,
    FAR,
    FARTHEST,
    FOLLOWED,
    GOALS_OF,
    GOOD,
    HOME,
    IMPOSSIBLE,
    INLAND,
    KEPT,
    KINDS,
    LINE,
    MANY_LAST,
    MANY_NONE,
    MARK,
    NAME,
    NEXT,
    OWNER,
    POWER,
    POWERS,
    PROVINCE,
    PROVINCES,
    QUEUE,
    RULE_ABROAD,
    RULE_BUILDS,
    RULE_DISBANDS,
    RULE_INLAND,
    RULE_NAMES,
    RULE_OWNED,
    RULE_SEVERAL,
    RULE_WAIVES,
    SEVERAL_ARMY,
    SEVERAL_FIRST,
    SEVERAL_LAST,
    SEVERAL_NOTHING,
    SIZES,
    SOURCES,
    SPOT,
    SPOTS,
    STANDS,
    TAKEN,
    TERRAIN,
    TOO_MANY,
    WAIVE,
    WISH,
)
from dragoman.diplomacy.batch.stages.calendar import advance, count_centres, is_site, weigh_units
from dragoman.diplomacy.batch.stages.rows import counted

Rows = Any


def adjust(b: Rows, orders: Rows, t: Rows, rules: Rows, x: Rows, after: Rows, told: Rows) -> None:
    """Each power builds up to its surplus, or gives up units for want of centres (clause V)."""
    n = counted(b[SPOT])
    count_centres(b, t, x)
    weigh_units(b, n, t, x)
    for p in range(t[SIZES][PROVINCES]):
        x[AT][p] = -1
    for u in range(n):
        x[AT][t[PROVINCE][b[SPOT][u] >> 1]] = u
        x[KEPT][u] = 1
    lines = len(orders)
    for i in range(lines):
        judge_line(i, orders[i], b, t, rules, x)
    several(lines, orders, t, rules, x)
    for k in range(t[SIZES][POWERS]):
        follow(k, lines, orders, b, t, rules, x)
        if x[DUE][k] < 0:
            disorder(k, n, b, t, rules, x)
    stay(n, lines, b, t, x, after)
    if len(told):
        tell_lines(lines, orders, x, told)
    advance(b, counted(after[SPOT]), 0, t, x, after)


def judge_line(i: int, code: int, b: Rows, t: Rows, rules: Rows, x: Rows) -> None:
    """What a line comes to by itself: WISH its power, or -1; GOOD its spot built or given up, or -1; LINE the cause."""
    wish, good, line = x[WISH], x[GOOD], x[LINE]
    wish[i] = -1
    good[i] = -1
    line[i] = IMPOSSIBLE
    if code < 0:
        return
    kind, spot = code >> AT_KIND & KINDS, code >> AT_SPOT & SPOTS
    p = t[PROVINCE][spot >> 1]
    if kind == WAIVE:
        k = code >> AT_SOURCE & SOURCES
        if x[DUE][k] > 0 and rules[RULE_WAIVES]:
            wish[i] = k
            line[i] = TOO_MANY
    elif kind == DISBAND:
        u = x[AT][p]
        if u >= 0 and b[SPOT][u] == spot:
            wish[i] = b[POWER][u]
            line[i] = TOO_MANY
            if x[DUE][wish[i]] >= 0:
                wish[i] = -1
            else_good(i, spot, x)
    elif kind == BUILD and is_site(p, b, t, x) and x[DUE][b[OWNER][p]] > 0:
        wish[i] = b[OWNER][p]
        if spot & 1 and t[TERRAIN][p] == INLAND:
            spot = 2 * p if rules[RULE_INLAND] else -1
        elif not t[STANDS][spot]:
            spot = -1
        else_good(i, spot, x)


def else_good(i: int, spot: int, x: Rows) -> None:
    """Enter what is good by itself; whether it is too many is still to be seen."""
    x[GOOD][i] = spot
    if spot >= 0:
        x[LINE][i] = TOO_MANY


def several(lines: int, orders: Rows, t: Rows, rules: Rows, x: Rows) -> None:
    """V.3, 4.D.5: of several builds in one centre at most one is made."""
    result = x[NEXT]
    for i in range(lines):
        result[i] = x[GOOD][i]
        if x[WISH][i] >= 0 and orders[i] >> AT_KIND & KINDS == BUILD:
            result[i] = alone_in_centre(i, lines, orders, t, rules[RULE_SEVERAL], x)
    for i in range(lines):
        if (x[GOOD][i] < 0) != (result[i] < 0):
            x[LINE][i] = TOO_MANY
        x[GOOD][i] = result[i]


def alone_in_centre(i: int, lines: int, orders: Rows, t: Rows, rule: int, x: Rows) -> int:
    """What becomes of one build beside the others in its centre: its spot, or -1."""
    p = t[PROVINCE][(orders[i] >> AT_SPOT & SPOTS) >> 1]
    here, first, last, kinds = 0, -1, -1, 0
    differ = False
    for j in range(lines):
        spot = orders[j] >> AT_SPOT & SPOTS
        if x[WISH][j] < 0 or orders[j] >> AT_KIND & KINDS != BUILD or t[PROVINCE][spot >> 1] != p:
            continue
        here += 1
        if x[GOOD][j] >= 0:
            differ = differ or (first >= 0 and x[GOOD][j] != x[GOOD][first])
            first = j if first < 0 else first
            last = j
        if x[GOOD][j] >= 0 or t[TERRAIN][p] == INLAND or t[STANDS][2 * p + 1] == 0:
            kinds |= 1 << (spot & 1)
    good = int(x[GOOD][i])
    if here == 1:
        return good
    if rule == SEVERAL_FIRST or rule == SEVERAL_LAST:
        return good if i == (first if rule == SEVERAL_FIRST else last) else -1
    if rule == SEVERAL_NOTHING:
        return -1
    if rule == SEVERAL_ARMY and kinds == 3 and t[TERRAIN][p] == INLAND:
        return 2 * p if not orders[i] >> AT_SPOT & 1 else good
    return -1 if kinds == 3 or differ else good


def follow(k: int, lines: int, orders: Rows, b: Rows, t: Rows, rules: Rows, x: Rows) -> None:
    """V.2: which lines of a power are followed, as in order they use up the number due; a duplicate uses nothing."""
    allowed = x[DUE][k]
    rule = rules[RULE_BUILDS] if allowed > 0 else rules[RULE_DISBANDS]
    allowed = allowed if allowed > 0 else -allowed
    made = x[MARK]
    for p in range(t[SIZES][PROVINCES]):
        made[p] = 0
    if rule == MANY_NONE and distinct(k, lines, t, x) > allowed:
        return
    for turn in range(lines):
        i = lines - 1 - turn if rule == MANY_LAST else turn
        if x[WISH][i] != k:
            continue
        good = x[GOOD][i]
        waives = orders[i] >> AT_KIND & KINDS == WAIVE
        if good < 0 and not waives:
            continue
        if good >= 0 and made[t[PROVINCE][good >> 1]]:
            x[LINE][i] = 0
        elif allowed > 0:
            x[LINE][i] = 0
            allowed -= 1
            if good >= 0:
                made[t[PROVINCE][good >> 1]] = 1
                if x[DUE][k] < 0:
                    x[KEPT][x[AT][t[PROVINCE][good >> 1]]] = 0


def distinct(k: int, lines: int, t: Rows, x: Rows) -> int:
    """How many different units a power's lines build or give up; leaves MARK clear."""
    made = x[MARK]
    count = 0
    for i in range(lines):
        if x[WISH][i] == k and x[GOOD][i] >= 0 and not made[t[PROVINCE][x[GOOD][i] >> 1]]:
            made[t[PROVINCE][x[GOOD][i] >> 1]] = 1
            count += 1
    for p in range(t[SIZES][PROVINCES]):
        made[p] = 0
    return count


def disorder(k: int, n: int, b: Rows, t: Rows, rules: Rows, x: Rows) -> None:
    """V.4, DATC 4.D.8: what a power did not give up by its orders goes by the rule for civil disorder."""
    missing = -x[DUE][k]
    for u in range(n):
        if b[POWER][u] == k and not x[KEPT][u]:
            missing -= 1
    for u in range(n):
        if b[POWER][u] == k and x[KEPT][u]:
            x[QUEUE][u] = distance(b[SPOT][u], k, b, t, rules)
    while missing > 0:
        worst = -1
        for u in range(n):
            if b[POWER][u] == k and x[KEPT][u] and (worst < 0 or goes_before(u, worst, k, b, t, rules, x)):
                worst = u
        if worst < 0:
            return
        x[KEPT][worst] = 0
        missing -= 1


def distance(spot: int, k: int, b: Rows, t: Rows, rules: Rows) -> int:
    """How far from home a unit is, by the game's rule."""
    least = t[SIZES][FARTHEST]
    for p in range(t[SIZES][PROVINCES]):
        counted_from = b[OWNER][p] == k if rules[RULE_OWNED] else t[t[SIZES][GOALS_OF] + k][p] == 1
        if counted_from and t[t[SIZES][FAR] + spot][p] < least:
            least = t[t[SIZES][FAR] + spot][p]
    return int(least)


def goes_before(u: int, v: int, k: int, b: Rows, t: Rows, rules: Rows, x: Rows) -> bool:
    """Whether unit `u` is given up before `v` (DATC 6.J.4, 6.J.6, 6.J.7)."""
    s, r = b[SPOT][u], b[SPOT][v]
    p, q = t[PROVINCE][s >> 1], t[PROVINCE][r >> 1]
    if rules[RULE_ABROAD]:
        one, other = 2 * (t[HOME][p] == k) + t[CENTRE][p], 2 * (t[HOME][q] == k) + t[CENTRE][q]
        if one != other:
            return bool(one < other)
    if x[QUEUE][u] != x[QUEUE][v]:
        return bool(x[QUEUE][u] > x[QUEUE][v])
    if not rules[RULE_NAMES] and s & 1 != r & 1:
        return bool(s & 1)
    return bool(t[NAME][p] < t[NAME][q])


def stay(n: int, lines: int, b: Rows, t: Rows, x: Rows, after: Rows) -> None:
    """Who stands on the board after the adjustments."""
    left = 0
    for u in range(n):
        if x[KEPT][u]:
            after[SPOT][left] = b[SPOT][u]
            after[POWER][left] = b[POWER][u]
            left += 1
    for i in range(lines):
        k = x[WISH][i]
        if x[LINE][i] == 0 and k >= 0 and x[GOOD][i] >= 0 and x[DUE][k] > 0:
            p = t[PROVINCE][x[GOOD][i] >> 1]
            if not x[TAKEN][p]:
                x[TAKEN][p] = 1
                after[SPOT][left] = x[GOOD][i]
                after[POWER][left] = k
                left += 1


def tell_lines(lines: int, orders: Rows, x: Rows, told: Rows) -> None:
    for i in range(lines):
        for row in range(len(kernel.ANSWERS)):
            told[row][i] = 0
        told[BLAMES][i] = -1
        if orders[i] >= 0:
            told[FOLLOWED][i] = kernel.NO if x[LINE][i] else kernel.YES
            told[CAUSES][i] = x[LINE][i]
