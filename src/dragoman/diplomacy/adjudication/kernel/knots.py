"""Knots, decisions that hang on each other: the innermost one is untied, by DATC's backup rules (4.A.2, 13).

A decision is one number: the move of unit u is u, its support n + u, its fleet's loss 2n + u, its route 3n + u.
"""

from __future__ import annotations

from dragoman.diplomacy.adjudication.kernel.battles import sweep
from dragoman.diplomacy.adjudication.kernel.convoys import decide_path, passage, path_is_open
from dragoman.diplomacy.adjudication.kernel.rows import (
    BACKUP_ALL_HOLD,
    BOUNCED,
    BY,
    CAUSE,
    CHANGED_BY_GUESS,
    CONVOY_BROKEN,
    CONVOYERS,
    CONVOYING,
    CORE,
    COUNTS,
    FIRST_FLEET,
    FIRST_MOVER,
    FLEETS,
    GOAL,
    KEPT_MOVED,
    KIND,
    LOST,
    MOVE,
    MOVED,
    MOVERS,
    MOVES,
    MOVING,
    NEXT_FLEET,
    NEXT_MOVER,
    NO,
    NONE,
    OPEN,
    OPEN_FLEETS,
    OPEN_MOVES,
    OPEN_PATHS,
    OPEN_SUPPORTS,
    PARADOX,
    PATH,
    PATHS,
    PLACE,
    POINT,
    POWER,
    RULE_BACKUP,
    SAILS,
    SEEN,
    STOOD,
    SUPPORT_MOVE,
    SUPPORTERS,
    SUPPORTING,
    SUPPORTS,
    TARGET,
    TRIAL,
    UNIT_AT,
    YES,
    Rows,
)

MOST_GUESSES = 10
"""Convoys in one knot up to which every combination is tried; beyond, the backup rule speaks at once. On the standard
board eight at most fit, since each takes four units: army, fleet, the attacker of the fleet, and who supports that."""


def untie(o: Rows, w: Rows, rules: list[int], wet: Rows) -> None:
    """Untie the innermost knot (DATC 13): the one that hangs on nothing open but itself."""
    n = len(o[PLACE])
    size = innermost(o, w)
    routes = 0
    for i in range(size):
        if w[CORE][i] >= 3 * n:
            w[CORE][i], w[CORE][routes] = w[CORE][routes], w[CORE][i]
            routes += 1
    if routes == 0:
        untie_ring(size, n, w)
        return
    if routes <= MOST_GUESSES and try_out(size, routes, o, w, rules, wet):
        return
    for i in range(routes):
        strand(w[CORE][i] - 3 * n, w)
    if rules[RULE_BACKUP] == BACKUP_ALL_HOLD:
        for i in range(routes, size):
            u = w[CORE][i]
            if u < n and w[MOVED][u] == OPEN:
                w[MOVED][u] = NO
                w[PATH][u] = NO
                w[CAUSE][u] = BOUNCED
                w[BY][u] = -1
                w[POINT][u] = PARADOX


def strand(u: int, w: Rows) -> None:
    """A convoy in a paradox fails, and its army has no effect anywhere (VI.6.B, 4.A.2.f), not even by land."""
    w[SAILS][u] = YES
    w[PATH][u] = NO
    w[MOVED][u] = NO
    w[CAUSE][u] = CONVOY_BROKEN
    w[BY][u] = -1
    w[POINT][u] = PARADOX


def untie_ring(size: int, n: int, w: Rows) -> None:
    """A knot of moves alone is circular movement: all succeed (DATC 13). Of anything else (variants) all fail."""
    ring = True
    for i in range(size):
        ring = ring and w[CORE][i] < n
    for i in range(size):
        u = w[CORE][i]
        if u < n:
            w[MOVED][u] = YES if ring else NO
            w[CAUSE][u] = NONE if ring else BOUNCED
        elif u < 2 * n:
            w[STOOD][u - n] = OPEN  # stays open: the failed moves decide it


def innermost(o: Rows, w: Rows) -> int:
    """Put into `core` the smallest set of open decisions that needs no other open decision; answers its size.

    What a decision hangs on, directly or not, is a set closed in itself; the smallest of these sets is a knot in which
    each hangs on each, so that any of them is right to begin with: several smallest ones do not touch.
    """
    n = len(o[PLACE])
    best = 0
    for part in range(4):
        for i in range(w[COUNTS][part]):
            start = listed(part, i, n, w)
            size = closure(start, o, w)
            if best == 0 or size < best:
                best = size
                for j in range(size):
                    w[CORE][j] = w[TRIAL][j]
    return best


def listed(part: int, i: int, n: int, w: Rows) -> int:
    """The decision at index `i` of one of the four lists of open ones."""
    if part == 0:
        return w[OPEN_MOVES][i]
    if part == 1:
        return n + w[OPEN_SUPPORTS][i]
    return 2 * n + w[OPEN_FLEETS][i] if part == 2 else 3 * n + w[OPEN_PATHS][i]


def closure(start: int, o: Rows, w: Rows) -> int:
    """Put into `trial` all open decisions on which `start` hangs, itself among them; answers how many."""
    n = len(o[PLACE])
    for i in range(4 * n):
        w[SEEN][i] = 0
    w[SEEN][start] = 1
    w[TRIAL][0] = start
    size = 1
    done = 0
    while done < size:
        node = w[TRIAL][done]
        done += 1
        if node < n:
            size = needs_of_move(node, size, o, w)
        elif node < 2 * n:
            size = needs_of_support(node - n, size, o, w)
        elif node < 3 * n:
            size = needs_of_attackers(o[PLACE][node - 2 * n], size, o, w)
        else:
            f = w[FIRST_FLEET][node - 3 * n]
            while f >= 0:
                if w[LOST][f] == OPEN:
                    size = add(2 * n + f, size, w)
                f = w[NEXT_FLEET][f]
    return size


def add(node: int, size: int, w: Rows) -> int:
    """Add a decision to `trial`, once."""
    if w[SEEN][node]:
        return size
    w[SEEN][node] = 1
    w[TRIAL][size] = node
    return size + 1


def needs_of_attackers(place: int, size: int, o: Rows, w: Rows) -> int:
    a = w[FIRST_MOVER][place]
    while a >= 0:
        if w[MOVED][a] == OPEN:
            size = add(a, size, w)
        a = w[NEXT_MOVER][a]
    return size


def needs_of_support(u: int, size: int, o: Rows, w: Rows) -> int:
    n = len(o[PLACE])
    a = w[FIRST_MOVER][o[PLACE][u]]
    while a >= 0:
        if o[POWER][a] != o[POWER][u] and w[PATH][a] != NO:
            if path_is_open(a, w):
                size = add(3 * n + a, size, w)
            if w[MOVED][a] == OPEN and o[KIND][u] == SUPPORT_MOVE and o[PLACE][a] == o[GOAL][u]:
                size = add(a, size, w)
        a = w[NEXT_MOVER][a]
    return size


def needs_of_move(u: int, size: int, o: Rows, w: Rows) -> int:
    n = len(o[PLACE])
    v = w[UNIT_AT][o[GOAL][u]]
    if v >= 0:
        if w[MOVED][v] == OPEN:
            size = add(v, size, w)
        if path_is_open(v, w) and o[KIND][v] == MOVE and o[GOAL][v] == o[PLACE][u]:
            size = add(3 * n + v, size, w)
    a = w[FIRST_MOVER][o[GOAL][u]]
    while a >= 0:
        if path_is_open(a, w):
            size = add(3 * n + a, size, w)
        # 4.A.7.a: the effect of a rival that the unit at the goal dislodges hangs on its own fate
        if a != u and v >= 0 and o[KIND][v] == MOVE and o[GOAL][v] == o[PLACE][a] and w[MOVED][a] == OPEN:
            size = add(a, size, w)
        a = w[NEXT_MOVER][a]
    for i in range(w[COUNTS][SUPPORTS]):
        s = w[OPEN_SUPPORTS][i]
        if w[STOOD][s] == OPEN:
            t = w[TARGET][s]
            if t == v or (o[KIND][t] == MOVE and o[GOAL][t] == o[GOAL][u]):
                size = add(n + s, size, w)
    return size


def try_out(size: int, routes: int, o: Rows, w: Rows, rules: list[int], wet: Rows) -> bool:
    """Try every way in which the routes of the knot could be open or broken. Take what all consistent ways agree on.

    The first `routes` entries of `core` are the routes. Answers whether anything was decided: nothing is where no way
    is consistent, or the consistent ones agree on no route. That is a paradox; a cycle alone is none (DATC 4.A.2, 13).
    """
    n = len(o[PLACE])
    found = 0
    always, ever = (1 << routes) - 1, 0
    for guess in range(1 << routes):
        keep(n, w)
        if holds(guess, size, routes, o, w, rules, wet):
            found += 1
            always &= guess
            ever |= guess
        bring_back(n, w)
    if found == 0:
        return False
    decided = False
    for i in range(routes):
        bit = 1 << i
        if always & bit or not ever & bit:
            decide_path(w[CORE][i] - 3 * n, always & bit != 0, o, w)
            decided = True
    return decided


def holds(guess: int, size: int, routes: int, o: Rows, w: Rows, rules: list[int], wet: Rows) -> bool:
    """Whether the knot, with its routes open or broken as guessed, comes out with them just so."""
    n = len(o[PLACE])
    for part in range(4):
        w[COUNTS][part] = 0
    for i in range(size):
        node = w[CORE][i]
        if node < n:
            w[OPEN_MOVES][w[COUNTS][MOVES]] = node
            w[COUNTS][MOVES] += 1
        elif node < 2 * n:
            w[OPEN_SUPPORTS][w[COUNTS][SUPPORTS]] = node - n
            w[COUNTS][SUPPORTS] += 1
        elif node < 3 * n:
            w[OPEN_FLEETS][w[COUNTS][FLEETS]] = node - 2 * n
            w[COUNTS][FLEETS] += 1
    for i in range(routes):
        decide_path(w[CORE][i] - 3 * n, guess & (1 << i) != 0, o, w)
    left = w[COUNTS][MOVES]
    while sweep(o, w, rules, wet) and left:
        left -= 1
        ring_in_trial(o, w)
    if w[COUNTS][MOVES] + w[COUNTS][SUPPORTS] + w[COUNTS][FLEETS]:
        return False
    for i in range(routes):
        opened = passage(w[CORE][i] - 3 * n, o, w, wet) == YES
        if opened != (guess & (1 << i) != 0):
            return False
    return True


def ring_in_trial(o: Rows, w: Rows) -> None:
    """Within a guess only circular movement can be left open: the smallest ring succeeds."""
    n = len(o[PLACE])
    best, of = 0, -1
    for i in range(w[COUNTS][MOVES]):
        size = closure(w[OPEN_MOVES][i], o, w)
        if best == 0 or size < best:
            best, of = size, w[OPEN_MOVES][i]
    if of < 0:
        return
    size = closure(of, o, w)
    for i in range(size):
        if w[TRIAL][i] < n:
            w[MOVED][w[TRIAL][i]] = YES


def keep(n: int, w: Rows) -> None:
    """Lay aside all that a guess may change."""
    for row in range(CHANGED_BY_GUESS):
        for u in range(n):
            w[KEPT_MOVED + row][u] = w[row][u]


def bring_back(n: int, w: Rows) -> None:
    """Undo a guess, and list again what is open."""
    for row in range(CHANGED_BY_GUESS):
        for u in range(n):
            w[row][u] = w[KEPT_MOVED + row][u]
    for part in range(4):
        w[COUNTS][part] = 0
    for i in range(w[COUNTS][MOVING]):
        u = w[MOVERS][i]
        if w[MOVED][u] == OPEN:
            w[OPEN_MOVES][w[COUNTS][MOVES]] = u
            w[COUNTS][MOVES] += 1
        if path_is_open(u, w):
            w[OPEN_PATHS][w[COUNTS][PATHS]] = u
            w[COUNTS][PATHS] += 1
    for i in range(w[COUNTS][SUPPORTING]):
        u = w[SUPPORTERS][i]
        if w[STOOD][u] == OPEN:
            w[OPEN_SUPPORTS][w[COUNTS][SUPPORTS]] = u
            w[COUNTS][SUPPORTS] += 1
    for i in range(w[COUNTS][CONVOYING]):
        u = w[CONVOYERS][i]
        if w[LOST][u] == OPEN:
            w[OPEN_FLEETS][w[COUNTS][FLEETS]] = u
            w[COUNTS][FLEETS] += 1
