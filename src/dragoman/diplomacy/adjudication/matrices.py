"""What of the kernel is written a second time, for compiled matrices: lists that Python makes anew quickly are filled
there, and what every phase asks of every unit is told without a branch, since no processor foresees what comes next.

Each does just what its namesake in `kernel` does, and stands for it when compiled (`compiled.py`).
"""

from __future__ import annotations

from dragoman.diplomacy.adjudication.kernel.battles import bounce, cutting
from dragoman.diplomacy.adjudication.kernel.rows import (
    AFLOAT,
    ATTACKERS,
    ATTACKING,
    BARRED,
    BY,
    BY_LAND,
    CAUSE,
    CONVOY,
    CONVOYERS,
    CONVOYING,
    COUNTS,
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
    MISORDER,
    MOVE,
    MOVED,
    MOVERS,
    MOVES,
    MOVING,
    NEXT_MOVER,
    NO,
    NO_SUCH_ORDER,
    OPEN,
    OPEN_MOVES,
    OPEN_SUPPORTS,
    PATH,
    PLACE,
    POINT,
    POWER,
    SAILS,
    SOURCE,
    STOOD,
    SUPPORT_HOLD,
    SUPPORT_MOVE,
    SUPPORTERS,
    SUPPORTING,
    SUPPORTS,
    TARGET,
    UNIT_AT,
    WAY,
    YES,
    Rows,
)

FROM_FRONT = 0x7FFF
"""Masks an index that is never below nought, though only we know it: one so masked is not asked whether it counts from
the end, as Python's indices may."""

STROKE = 32
"""So many numbers of a row are written in one stroke, more than there are if need be: how many more no processor
foresees. Rows of rooms have a length that this divides."""


def clear(o: Rows, w: Rows, provinces: int) -> None:
    """The same for compiled matrices, whose rows stay where they are."""
    n = len(o[PLACE]) + STROKE - 1 & -STROKE
    for row in range(POINT + 1):
        fill = NO if row in (MOVED, STOOD, LOST, SAILS) else 0
        for u in range(n):
            w[row][u] = fill
    for u in range(n):
        w[BY][u] = -1
        w[FIRST_FLEET][u] = -1
    for i in range(MANY_COUNTS):
        w[COUNTS][i] = 0
    for p in range(provinces):
        w[UNIT_AT][p] = -1
        w[FIRST_MOVER][p] = -1


def sort_out(o: Rows, w: Rows) -> int:
    """The same for compiled matrices, without a branch: what a unit does next no processor foresees."""
    place, kind, goal, way = o[PLACE], o[KIND], o[GOAL], o[WAY]
    unit_at, first_mover, next_mover, moved, path = w[UNIT_AT], w[FIRST_MOVER], w[NEXT_MOVER], w[MOVED], w[PATH]
    movers, supporters, convoyers, counts = w[MOVERS], w[SUPPORTERS], w[CONVOYERS], w[COUNTS]
    moving, supporting, convoying, afloat = 0, 0, 0, 0
    for u in range(len(kind)):
        k = kind[u]
        unit_at[place[u] & FROM_FRONT] = u
        movers[moving] = u
        supporters[supporting] = u
        convoyers[convoying] = u
        moving += int(k == MOVE)
        supporting += int(k == SUPPORT_HOLD) | int(k == SUPPORT_MOVE)
        convoying += int(k == CONVOY)
    for i in range(moving):
        u = movers[i] & FROM_FRONT
        d = goal[u] & FROM_FRONT
        moved[u] = OPEN
        path[u] = YES
        next_mover[u] = first_mover[d]
        first_mover[d] = u
        afloat |= int(way[u] != BY_LAND)
    counts[MOVING] = moving
    counts[SUPPORTING] = supporting
    counts[CONVOYING] = convoying
    counts[AFLOAT] = afloat
    return convoying


def match_supports(o: Rows, w: Rows) -> None:
    """Give every support its unit, and settle those that nobody attacks. Where there is no unit, -1 looks up the last
    one, and what is found there is of no account."""
    kind, source, goal, place, power = o[KIND], o[SOURCE], o[GOAL], o[PLACE], o[POWER]
    unit_at, first_mover, cause, target, stood = w[UNIT_AT], w[FIRST_MOVER], w[CAUSE], w[TARGET], w[STOOD]
    likely, likely_foreign, firm, foreign = w[LIKELY], w[LIKELY_FOREIGN], w[FIRM], w[FOREIGN]
    supporters, attacked = w[SUPPORTERS], w[OPEN_SUPPORTS]
    many = 0
    for i in range(w[COUNTS][SUPPORTING]):
        u = supporters[i] & FROM_FRONT
        t, d, attack = unit_at[source[u] & FROM_FRONT], goal[u], int(kind[u] == SUPPORT_MOVE)
        v, does = unit_at[d] if attack else -1, kind[t]
        moves = int(does == MOVE)
        fits = int(t >= 0)
        fits &= attack & moves & int(goal[t] == d) | (1 - attack) & (1 - moves) & int(does != MISORDER)
        alone = int(first_mover[place[u] & FROM_FRONT] < 0)
        gives = fits & alone
        abroad = gives & (int(v < 0) | int(power[v] != power[u]))
        target[u] = t
        cause[u] = NO_SUCH_ORDER * (1 - fits)
        stood[u] = NO + (YES - NO) * gives
        likely[t] += gives
        likely_foreign[t] += abroad
        firm[t] += gives
        foreign[t] += abroad
        attacked[many] = u
        many += fits & (1 - alone)
    waiting = 0
    for i in range(many):
        u = attacked[i]
        state = cutting(u, o, w)
        if state != NO:
            stood[u] = OPEN
            t, v = target[u], unit_at[goal[u]] if kind[u] == SUPPORT_MOVE else -1
            abroad = int(v < 0) | int(power[v] != power[u])
            likely[t] += 1
            likely_foreign[t] += abroad
            if state == YES:
                stood[u] = YES
                firm[t] += 1
                foreign[t] += abroad
            else:
                attacked[waiting] = u
                waiting += 1
    w[COUNTS][SUPPORTS] = waiting


def begin_moves(o: Rows, w: Rows) -> None:
    """The same for compiled matrices: who needs no weighing is told without a branch, as in `sort_out`; a move with
    support against who stays is left to be weighed. Where there is no rival or nobody at the goal, -1 looks up the
    last unit, and what is found is of no account."""
    goal, place, unit_at, first_mover, next_mover = o[GOAL], o[PLACE], w[UNIT_AT], w[FIRST_MOVER], w[NEXT_MOVER]
    movers, open_moves, attackers = w[MOVERS], w[OPEN_MOVES], w[ATTACKERS]
    moved, path, sails, likely = w[MOVED], w[PATH], w[SAILS], w[LIKELY]
    waiting = 0
    for i in range(w[COUNTS][MOVING]):
        u = movers[i] & FROM_FRONT
        d = goal[u] & FROM_FRONT
        a, other = first_mover[d], next_mover[u]
        a = other if a == u else a
        is_open = int(moved[u] == OPEN)
        free = is_open & int(a & unit_at[d] < 0) & int(path[u] == YES)
        moved[u] += YES * free
        open_moves[waiting] = u
        waiting += is_open - free
    left = 0
    for i in range(waiting):
        u = open_moves[i] & FROM_FRONT
        d = goal[u] & FROM_FRONT
        v, a, other = unit_at[d], first_mover[d], next_mover[u]
        a = other if a == u else a
        rival, met, back = int(a >= 0), int(v >= 0), int(goal[v] == place[u])
        beats_back = 1 - met | int(goal[v] != place[a])
        met &= 1 - rival
        stays = int(moved[v] == NO) | back & int(sails[u] == NO) & int(sails[v] == NO)
        fails = rival & int(path[a] == YES) & beats_back | met & stays
        fails &= int(likely[u] == 0)
        if fails:
            bounce(u, a if rival else v, v, o, w)
        follows = met & int(moved[v] == YES) & (1 - back) & int(path[u] == YES)
        moved[u] += YES * follows
        attackers[left] = u
        open_moves[left] = u
        left += 1 - (fails | follows)
    w[COUNTS][MOVES] = left
    w[COUNTS][ATTACKING] = left


def weigh_occupant(u: int, v: int, o: Rows, w: Rows) -> tuple[int, int, int, int]:
    """The same for compiled matrices: all is looked up before anything is asked, so that no branch is needed."""
    least, most = 1 + w[FIRM][u], 1 + w[LIKELY][u]
    against_least, against_most = 1 + w[FOREIGN][u], 1 + w[LIKELY_FOREIGN][u]
    firm, likely, state, by_sea, away_by_sea = 1 + w[FIRM][v], 1 + w[LIKELY][v], w[MOVED][v], w[SAILS][u], w[SAILS][v]
    if by_sea != NO and w[BARRED][u]:
        against_least, against_most = 0, 0 if by_sea == YES else against_most
    abroad = int(o[POWER][v] != o[POWER][u])
    against_least *= abroad
    against_most *= abroad
    holds = o[KIND][v] != MOVE
    head = (o[GOAL][v] == o[PLACE][u]) & (w[PATH][v] != NO) & (by_sea != YES) & (away_by_sea != YES)
    surely = holds | head & (by_sea == NO) & (away_by_sea == NO)
    least = against_least if holds | head | (state != YES) else least
    most = against_most if surely | (state == NO) else most
    weakest = firm if surely else int(state == NO)
    strongest = likely if holds | head else int(state != YES)
    return least, most, weakest, strongest


OFTEN = (clear, sort_out, match_supports, begin_moves, weigh_occupant)
"""As `kernel.battles.OFTEN`."""
