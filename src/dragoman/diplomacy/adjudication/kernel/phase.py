"""A movement phase from its beginning to its end, and who was driven out by whom."""

from __future__ import annotations

from collections.abc import Sequence

from dragoman.diplomacy.adjudication.kernel.battles import begin_moves, end_doubts, match_supports, sweep
from dragoman.diplomacy.adjudication.kernel.convoys import launch
from dragoman.diplomacy.adjudication.kernel.knots import untie
from dragoman.diplomacy.adjudication.kernel.rows import (
    AFLOAT,
    ATTACKERS,
    ATTACKING,
    BY,
    BY_LAND,
    CAUSE,
    CONVOY,
    CONVOY_BROKEN,
    CONVOYERS,
    CONVOYING,
    COUNTS,
    DECISIONS,
    DISLODGED,
    DOUBTFUL,
    FIRM,
    FIRST_FLEET,
    FIRST_MOVER,
    FOREIGN,
    GOAL,
    KIND,
    LIKELY,
    LIKELY_FOREIGN,
    LOST,
    MANY_COUNTS,
    MOVE,
    MOVED,
    MOVERS,
    MOVING,
    NEXT_FLEET,
    NEXT_MOVER,
    NO,
    NONE,
    OPEN,
    PARADOX,
    PATH,
    PLACE,
    POINT,
    RULE_LAND_LOSER,
    RULE_SEA_LOSER,
    SAILS,
    STOOD,
    SUPPORT_HOLD,
    SUPPORT_MOVE,
    SUPPORTERS,
    SUPPORTING,
    UNIT_AT,
    WAY,
    YES,
    Room,
    Rows,
)


def resolve(o: Rows, w: Room, rules: list[int], wet: Rows) -> int:
    """Adjudicate one phase into `w`; answers how many knots had to be untied.

    `wet[p][q]` is 1 where a fleet can pass between provinces p and q, so that it can carry an army on. Not
    compiled, it is a tenth quicker on plain tuples of orders than on named ones, for Python finds their entries faster.
    """
    clear(o, w, len(wet))
    convoyers = sort_out(o, w)
    if convoyers or w[COUNTS][AFLOAT]:
        launch(o, w, rules, wet)
    match_supports(o, w)
    begin_moves(o, w)
    knots = 0
    most = DECISIONS * len(o[PLACE])  # every untying decides something
    while sweep(o, w, rules, wet) and knots < most:
        knots += 1
        untie(o, w, rules, wet)
    finish(o, w)
    if w[COUNTS][DOUBTFUL]:
        end_doubts(o, w, rules)
    return knots


def clear(o: Rows, w: Room, provinces: int) -> None:
    """Wipe out what the phase before left: new lists are made quicker than old ones are filled."""
    n = len(o[PLACE])
    w[MOVED] = [NO] * n
    w[STOOD] = [NO] * n
    w[LOST] = [NO] * n
    w[SAILS] = [NO] * n
    w[PATH] = [0] * n
    w[FIRM] = [0] * n
    w[FOREIGN] = [0] * n
    w[LIKELY] = [0] * n
    w[LIKELY_FOREIGN] = [0] * n
    w[CAUSE] = [0] * n
    w[POINT] = [0] * n
    w[BY] = [-1] * n
    w[FIRST_FLEET] = [-1] * n
    w[COUNTS] = [0] * MANY_COUNTS
    w[UNIT_AT] = [-1] * provinces
    w[FIRST_MOVER] = [-1] * provinces


def sort_out(o: Rows, w: Rows) -> int:
    """Who stands where and who moves where, and how many of each sort there are; answers how many fleets convoy."""
    place, kind, goal, way = o[PLACE], o[KIND], o[GOAL], o[WAY]
    unit_at, first_mover, next_mover, moved, path = w[UNIT_AT], w[FIRST_MOVER], w[NEXT_MOVER], w[MOVED], w[PATH]
    movers, supporters, convoyers, counts = w[MOVERS], w[SUPPORTERS], w[CONVOYERS], w[COUNTS]
    moving = 0
    supporting = 0
    convoying = 0
    for u, k in enumerate(kind):
        unit_at[place[u]] = u
        if k == MOVE:
            d = goal[u]
            next_mover[u] = first_mover[d]
            first_mover[d] = u
            moved[u] = OPEN
            path[u] = YES
            movers[moving] = u
            moving += 1
            if way[u] != BY_LAND:
                counts[AFLOAT] = 1
        elif k > MOVE:
            if k == CONVOY:
                convoyers[convoying] = u
                convoying += 1
            else:
                supporters[supporting] = u
                supporting += 1
    counts[MOVING] = moving
    counts[SUPPORTING] = supporting
    counts[CONVOYING] = convoying
    return convoying


def finish(o: Rows, w: Rows) -> None:
    """Who was dislodged, by whom; what that means for the orders of those who stood."""
    moved, attackers, goal, kind = w[MOVED], w[ATTACKERS], o[GOAL], o[KIND]
    unit_at, lost, by, cause = w[UNIT_AT], w[LOST], w[BY], w[CAUSE]
    for i in range(w[COUNTS][ATTACKING]):
        a = attackers[i]
        v = unit_at[goal[a]]
        # Whether `a` moved to where `v` stayed, in one test on bits: compiled, three would often be foreseen wrongly.
        if not (moved[a] ^ YES | v >> 31 | moved[v] & YES):
            lost[v] = YES
            if cause[v] == NONE and kind[v] != SUPPORT_MOVE and kind[v] != SUPPORT_HOLD:
                cause[v] = DISLODGED
                by[v] = a
    if w[COUNTS][CONVOYING]:
        for i in range(w[COUNTS][MOVING]):
            a = w[MOVERS][i]
            if cause[a] == CONVOY_BROKEN and by[a] < 0:
                blame_for_convoy(a, o, w)


def dislodger(v: int, o: Rows, w: Rows) -> int:
    """The unit that drove `v` out, or -1."""
    if w[LOST][v] != YES:
        return -1
    a = w[FIRST_MOVER][o[PLACE][v]]
    while a >= 0 and w[MOVED][a] != YES:
        a = w[NEXT_MOVER][a]
    return a


def has_effect(a: int, o: Rows, w: Rows, rules: Sequence[int]) -> bool:
    """Whether mover `a` could keep others out of its goal: it had a way to go, and was not driven out by the unit from
    there, head to head or as VI.8 and DATC 4.A.7 say."""
    if w[PATH][a] == NO:
        return False
    v = dislodger(a, o, w)
    if v < 0 or v != w[UNIT_AT][o[GOAL][a]] or w[MOVED][a] == YES:
        return True
    if w[SAILS][a] != YES and w[SAILS][v] != YES:
        return False
    return rules[RULE_SEA_LOSER] != 0 if w[SAILS][a] == YES else rules[RULE_LAND_LOSER] != 0


def blame_for_convoy(u: int, o: Rows, w: Rows) -> None:
    """Name a unit that dislodged a fleet of the broken convoy; in a paradox, one that attacked it."""
    f = w[FIRST_FLEET][u]
    while f >= 0:
        a = w[FIRST_MOVER][o[PLACE][f]]
        while a >= 0:
            if w[MOVED][a] == YES or (w[BY][u] < 0 and w[POINT][u] == PARADOX):
                w[BY][u] = a
            a = w[NEXT_MOVER][a]
        f = w[NEXT_FLEET][f]


OFTEN = (resolve, finish)
"""As `battles.OFTEN`."""
