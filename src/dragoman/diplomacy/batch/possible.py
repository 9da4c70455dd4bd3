"""What units could do as the board stands, by DATC 4.E.1 and the switches: the judgement of `orders.legality`, on flat
integers, for orders that name units and coasts rightly. Nothing here depends on what others ordered.

Runs on lists as it is, and on arrays when compiled: see `adjudication.kernel`.
"""

from __future__ import annotations

from typing import Any

from dragoman.diplomacy.adjudication import kernel
from dragoman.diplomacy.adjudication.matrices import FROM_FRONT
from dragoman.diplomacy.batch.layout import (
    AIDED,
    ALL_ROUTES,
    ANY_FLEET,
    ANY_NEEDED_FLEET,
    AT,
    AT_KIND,
    AT_SOURCE,
    AT_SPOT,
    COASTS,
    CONVOY,
    COUNT,
    FIRST,
    FIRST_SPOT,
    GOAL,
    GOALS,
    HELP,
    HOLD,
    HOW_MANY_LATER,
    HOW_MANY_SEAS,
    IMPOSSIBLE,
    KINDS,
    LATER,
    MARK,
    MISORDER,
    MISORDER_HOLDS,
    MISORDER_MOVES,
    MOVE,
    NEXT,
    PATH,
    PLACES,
    POWER,
    PROVINCE,
    PROVINCES,
    QUEUE,
    REACHES,
    RULE_BOARD,
    RULE_DISORDER,
    RULE_DISRUPTION,
    RULE_MISORDER,
    RULE_REQUIRED,
    RULE_TAG_BINDS,
    RULE_USELESS,
    SAILS,
    SEA,
    SEAS,
    SIZES,
    SOURCES,
    SPOT,
    SPOTS,
    STEPS,
    SUPPORT_HOLD,
    SUPPORT_MOVE,
    TAKEN,
    TERRAIN,
    VIA,
    WET,
)

LONGEST_SEARCH = 20_000
"""As `orders.routes.LONGEST_SEARCH`, which a test holds it to."""

Rows = Any


# --- which fleets there are, and what they could carry ---


def gather(n: int, b: Rows, t: Rows, everywhere: int, x: Rows) -> None:
    """List the provinces with a fleet that could convoy, or all where the map alone is asked (DATC 6.D.32)."""
    count = 0
    if everywhere:
        for p in range(t[SIZES][PROVINCES]):
            if t[SAILS][p]:
                x[SEAS][count] = p
                count += 1
    else:
        for u in range(n):
            s = b[SPOT][u]
            p = t[PROVINCE][s >> 1]
            x[SEAS][count] = p
            count += s & t[SAILS][p]
    x[COUNT][HOW_MANY_SEAS] = count


def passable(start: int, end: int, without: int, t: Rows, x: Rows) -> bool:
    """Whether the fleets listed could convoy an army between two provinces, the one at `without` left out."""
    if start == end:
        return False
    seas, mark, queue = x[SEAS], x[MARK], x[QUEUE]
    count = x[COUNT][HOW_MANY_SEAS]
    for i in range(count):
        mark[i] = 1 if seas[i] == without or seas[i] == start else 0
    queue[0] = start
    depth = 1
    while depth:
        depth -= 1
        here = t[t[SIZES][WET] + queue[depth]]
        for i in range(count):
            if not mark[i] and here[seas[i]]:
                if t[t[SIZES][WET] + end][seas[i]]:
                    return True
                mark[i] = 1
                queue[depth] = seas[i]
                depth += 1
    return False


def needed(fleet: int, start: int, end: int, t: Rows, x: Rows) -> bool:
    """Whether some route needs that fleet: a chain from which no fleet could be left out (DATC 6.G.7, 6.G.19)."""
    if start == end:
        return False
    path, next_sea, seas = x[PATH], x[NEXT], x[SEAS]
    count = x[COUNT][HOW_MANY_SEAS]
    path[0] = start
    next_sea[0] = 0
    depth, begun = 0, 1
    while depth >= 0:
        i = next_sea[depth]
        if i >= count:
            depth -= 1
            continue
        next_sea[depth] = i + 1
        sea = seas[i]
        if not t[t[SIZES][WET] + path[depth]][sea] or shortens(sea, depth, t, x):
            continue
        if t[t[SIZES][WET] + end][sea]:
            if fleet == sea or on_path(fleet, depth, x):
                return True
            continue
        begun += 1
        if begun > LONGEST_SEARCH:
            return True
        depth += 1
        path[depth] = sea
        next_sea[depth] = 0
    return False


def shortens(sea: int, depth: int, t: Rows, x: Rows) -> bool:
    """Whether a fleet there is on the path already, or touches an earlier part of it than its end."""
    path = x[PATH]
    if path[depth] == sea:
        return True
    for i in range(depth):
        if path[i] == sea or t[t[SIZES][WET] + path[i]][sea]:
            return True
    return False


def on_path(fleet: int, depth: int, x: Rows) -> bool:
    for i in range(depth + 1):
        if x[PATH][i] == fleet:
            return True
    return False


# --- single orders ---


def could_sail(spot: int, end: int, without: int, t: Rows, x: Rows) -> bool:
    """Whether a unit is an army that could be convoyed to that province."""
    return not spot & 1 and t[TERRAIN][end] != SEA and passable(t[PROVINCE][spot >> 1], end, without, t, x)


def judged_move(spot: int, goal: int, via: bool, t: Rows, rules: Rows, x: Rows) -> int:
    """How the unit may go there: the bits of `kernel.Orders.way` and 4; or 0 where it could not."""
    land = t[FIRST_SPOT + spot][goal] & STEPS
    if spot & 1:
        return 4 | kernel.BY_LAND if land else 0
    end = t[PROVINCE][goal]
    if goal != end or end == spot >> 1 or t[TERRAIN][end] == SEA:
        return 0
    if land and not via:
        return 4 | kernel.BY_LAND
    if passable(spot >> 1, end, -1, t, x):
        return 4 | (kernel.BY_LAND if land else 0) | (kernel.TAGGED if via else 0)
    if land and (rules[kernel.RULE_FALLBACK] or not rules[RULE_TAG_BINDS]):
        return 4 | kernel.BY_LAND
    return 0


def could_support(spot: int, other: int, goal: int, t: Rows, rules: Rows, x: Rows) -> bool:
    """Whether the unit at `spot` could support the one at `other` to a place: both reach it, neither is there, and the
    support does not take the fleet away that the move needs (6.A.5, 6.D.31, 6.D.34)."""
    here, there, end = t[PROVINCE][spot >> 1], t[PROVINCE][other >> 1], t[PROVINCE][goal]
    if end == here or end == there or not t[FIRST_SPOT + spot][end] & REACHES:
        return False
    if goal != end and not t[FIRST_SPOT + other][goal] & STEPS:
        return False
    if t[FIRST_SPOT + other][end] & REACHES:
        return True
    return could_sail(other, end, here if rules[RULE_USELESS] and spot & 1 else -1, t, x)


def could_convoy(spot: int, other: int, goal: int, t: Rows, rules: Rows, x: Rows) -> bool:
    """Whether the unit at `spot` could be of use in a convoy of the unit at `other` to a place."""
    here, start, end = t[PROVINCE][spot >> 1], t[PROVINCE][other >> 1], t[PROVINCE][goal]
    if not spot & 1 or not t[SAILS][here] or other & 1 or goal != end or t[TERRAIN][end] == SEA:
        return False
    if not passable(start, end, -1, t, x):
        return False
    return not rules[RULE_USELESS] or needed(here, start, end, t, x)


# --- all orders of a board, laid out for the kernel ---


def lay_out(n: int, b: Rows, orders: Rows, t: Rows, rules: Rows, o: Rows, x: Rows) -> None:
    """Judge one order for each unit, and lay it out as the kernel reads it; what is impossible holds (III.5).

    The row GOAL of `x` gets the place to which a unit moves, or -1; FIRST the cause where an order was no order.
    """
    x[COUNT][HOW_MANY_SEAS] = -1
    x[COUNT][COASTS] = 0
    x[COUNT][HOW_MANY_LATER] = 0
    helping = stand(n, b, orders, t, o, x)
    support(helping, b[SPOT], orders, t, o, x)
    left = x[COUNT][HOW_MANY_LATER]
    for i in range(left):
        read(x[LATER][i], orders[x[LATER][i]], b, t, rules, o, x)
    if x[COUNT][COASTS]:
        match_coasts(n, orders, t, o, x)
    if not rules[RULE_DISORDER]:
        forsake(n, b, orders, t, o)
    if rules[RULE_DISRUPTION] != ALL_ROUTES or rules[RULE_REQUIRED]:
        assign_duties(n, b, t, rules, o, x)


def stand(n: int, b: Rows, orders: Rows, t: Rows, o: Rows, x: Rows) -> int:
    """Enter where every unit is, and lay out holds, and moves that could be made whatever fleets there are; all else
    holds for now. Supports go into HELP, whose number is the answer, the rest into LATER. TAKEN is made clear for what
    comes after the movement.

    What an order does is told by the bits of the map, without a branch: which order comes next no processor foresees.
    """
    at, taken, to, later, helpers = x[AT], x[TAKEN], x[GOAL], x[LATER], x[HELP]
    spots, powers, province, cause = b[SPOT], b[POWER], t[PROVINCE], x[FIRST]
    place, power, fleet, duties = o[kernel.PLACE], o[kernel.POWER], o[kernel.FLEET], o[kernel.DUTY]
    kinds, sources, goals, ways = o[kernel.KIND], o[kernel.SOURCE], o[kernel.GOAL], o[kernel.WAY]
    for p in range(t[SIZES][PROVINCES]):
        at[p] = -1  # two rows at a time: compiled, one alone would be a call to fill memory, which takes longer
        taken[p] = 0
    at[SOURCES] = -1
    places = t[SIZES][PLACES] & GOALS
    helping, left = 0, 0
    for u in range(n):
        code, spot = orders[u], spots[u] & SPOTS
        kind, goal = code >> AT_KIND & KINDS, code & GOALS
        p, named = province[spot >> 1] & FROM_FRONT, min(goal, places)
        at[p] = u
        place[u] = p
        fleet[u] = spot & 1
        power[u] = powers[u]
        duties[u] = 0
        cause[u] = 0
        moves = int(kind == MOVE) & int(code >> AT_SPOT & SPOTS == spot) & t[FIRST_SPOT + spot][named] >> MOVE
        helps = int(kind == SUPPORT_MOVE) | int(kind == SUPPORT_HOLD)
        kinds[u] = MOVE * moves
        sources[u] = -1
        goals[u] = (province[named] + 1) * moves - 1
        ways[u] = kernel.BY_LAND * moves
        to[u] = (goal + 1) * moves - 1
        helpers[helping] = u
        helping += helps
        later[left] = u
        left += int(code >= 0) & int(kind != HOLD) & (1 - helps) & (1 - moves)
    x[COUNT][HOW_MANY_LATER] = left
    return helping


def support(helping: int, spots: Rows, orders: Rows, t: Rows, o: Rows, x: Rows) -> None:
    """Lay out those supports in HELP that could be given whatever fleets there are; the others go into LATER."""
    kinds, sources, goals, province = o[kernel.KIND], o[kernel.SOURCE], o[kernel.GOAL], t[PROVINCE]
    at, later, helpers = x[AT], x[LATER], x[HELP]
    places, provinces = t[SIZES][PLACES] & GOALS, t[SIZES][PROVINCES]
    left, coasts = x[COUNT][HOW_MANY_LATER], 0
    for i in range(helping):
        u = helpers[i] & FROM_FRONT
        code, spot = orders[u], spots[u] & SPOTS
        kind, source, goal = code >> AT_KIND & KINDS, code >> AT_SOURCE & SOURCES, code & GOALS
        attack = int(kind == SUPPORT_MOVE)
        named = min(goal if attack else source, places)
        v = at[source]
        clear = int(code >> AT_SPOT & SPOTS == spot) & int(v >= 0) & t[FIRST_SPOT + spot][named] >> kind
        clear &= t[FIRST_SPOT + spots[max(v, 0)]][named] >> AIDED | (1 - attack)
        kinds[u] = kind * clear
        sources[u] = (source + 1) * clear - 1
        goals[u] = (province[named] + 1) * (clear & attack) - 1
        later[left] = u
        left += 1 - clear
        coasts |= attack & int(goal >= provinces)
    x[COUNT][HOW_MANY_LATER] = left
    x[COUNT][COASTS] = coasts


def read(u: int, code: int, b: Rows, t: Rows, rules: Rows, o: Rows, x: Rows) -> None:
    """Enter the order of one unit, if it could be followed, whatever has to be looked at for that."""
    spot, kind, source, goal = b[SPOT][u], code >> AT_KIND & KINDS, code >> AT_SOURCE & SOURCES, code & GOALS
    if kind > VIA or code >> AT_SPOT & SPOTS != spot:
        x[FIRST][u] = IMPOSSIBLE
        return
    if x[COUNT][HOW_MANY_SEAS] < 0:
        gather(len(o[kernel.PLACE]), b, t, rules[RULE_BOARD], x)
    if kind == MOVE or kind == VIA:
        way = judged_move(spot, goal, kind == VIA, t, rules, x) if goal != GOALS else 0
        if way:
            o[kernel.KIND][u] = MOVE
            o[kernel.GOAL][u] = t[PROVINCE][goal]
            o[kernel.WAY][u] = way & 3
            x[GOAL][u] = goal
        else:
            spoil(u, t[PROVINCE][goal] if goal != GOALS else -1, rules, o, x)
    elif kind >= SUPPORT_HOLD:
        v = x[AT][source]
        if v < 0 or v == u or not assists(kind, spot, b[SPOT][v], goal, t, rules, x):
            x[FIRST][u] = IMPOSSIBLE
            return
        o[kernel.KIND][u] = kind
        o[kernel.SOURCE][u] = source
        if kind != SUPPORT_HOLD:
            o[kernel.GOAL][u] = t[PROVINCE][goal]
            if kind == CONVOY:
                o[kernel.DUTY][u] = kernel.CARRIES
    else:
        o[kernel.KIND][u] = kind


def spoil(u: int, end: int, rules: Rows, o: Rows, x: Rows) -> None:
    """A move that cannot be: III.5 says whether the unit can be supported in holding."""
    x[FIRST][u] = IMPOSSIBLE
    rule = rules[RULE_MISORDER]
    if rule == MISORDER_MOVES or (rule != MISORDER_HOLDS and end >= 0 and end != o[kernel.PLACE][u]):
        o[kernel.KIND][u] = MISORDER


def assists(kind: int, spot: int, other: int, goal: int, t: Rows, rules: Rows, x: Rows) -> bool:
    """Whether a support or convoy of the unit at `other` could be."""
    if kind == SUPPORT_HOLD:
        return bool(t[FIRST_SPOT + spot][t[PROVINCE][other >> 1]] & REACHES)
    if goal == GOALS:
        return False
    if kind == SUPPORT_MOVE:
        return could_support(spot, other, goal, t, rules, x)
    return could_convoy(spot, other, goal, t, rules, x)


def match_coasts(n: int, orders: Rows, t: Rows, o: Rows, x: Rows) -> None:
    """A support to a coast finds no match where its unit goes to another (IV.7, DATC 6.B.9): it supports nobody."""
    for u in range(n):
        goal = orders[u] & GOALS
        if o[kernel.KIND][u] == SUPPORT_MOVE and goal >= t[SIZES][PROVINCES]:
            v = x[AT][o[kernel.SOURCE][u]]
            if x[GOAL][v] >= 0 and x[GOAL][v] != goal:
                o[kernel.SOURCE][u] = o[kernel.PLACE][u]


def forsake(n: int, b: Rows, orders: Rows, t: Rows, o: Rows) -> None:
    """4.D.9.a: a unit of a power that ordered nothing at all cannot be supported in holding."""
    for u in range(n):
        alone = orders[u] < 0
        v = 0
        while alone and v < n:
            alone = b[POWER][v] != b[POWER][u] or orders[v] < 0
            v += 1
        if alone:
            o[kernel.KIND][u] = MISORDER


# --- convoy routes (VI.3, VI.4) ---


def assign_duties(n: int, b: Rows, t: Rows, rules: Rows, o: Rows, x: Rows) -> None:
    """Which fleets' orders are of use to their army, and whose loss alone breaks the convoy; no order names a route."""
    for u in range(n):
        if o[kernel.KIND][u] == MOVE and not o[kernel.FLEET][u]:
            start, end = o[kernel.PLACE][u], o[kernel.GOAL][u]
            count = 0
            for f in range(n):
                if o[kernel.KIND][f] == CONVOY and o[kernel.SOURCE][f] == start and o[kernel.GOAL][f] == end:
                    x[SEAS][count] = o[kernel.PLACE][f]
                    count += 1
            x[COUNT][HOW_MANY_SEAS] = count
            for i in range(count):
                f = x[AT][x[SEAS][i]]
                o[kernel.DUTY][f] = duty(f, u, start, end, t, rules, o, x)


def duty(f: int, u: int, start: int, end: int, t: Rows, rules: Rows, o: Rows, x: Rows) -> int:
    """What one fleet is worth to one army's convoy."""
    if rules[RULE_REQUIRED]:
        return 0
    rule, sea = rules[RULE_DISRUPTION], o[kernel.PLACE][f]
    binds = rule == ANY_FLEET or rule == ANY_NEEDED_FLEET
    if rule == ANY_NEEDED_FLEET and o[kernel.POWER][f] != o[kernel.POWER][u]:
        binds = not passable(start, end, sea, t, x)
    if binds and needed(sea, start, end, t, x):
        return kernel.CARRIES | kernel.BINDS
    return kernel.CARRIES


OFTEN = (lay_out, stand, support)
"""As `kernel.battles.OFTEN`."""
