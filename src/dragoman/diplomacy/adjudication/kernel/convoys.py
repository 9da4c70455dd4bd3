"""Convoys: which armies go by sea, with which fleets, and whether they have a way (DATC 7, clauses VI.2 to VI.5)."""

from __future__ import annotations

from dragoman.diplomacy.adjudication.kernel.rows import (
    ALWAYS_CUTS,
    AS_USUAL,
    BARRED,
    BASE_1971,
    BASE_1982,
    BASE_NONE,
    BINDS,
    BY,
    BY_LAND,
    CARRIES,
    CAUSE,
    COMMON,
    CONVOY,
    CONVOY_BROKEN,
    CONVOYERS,
    CONVOYING,
    COUNTS,
    DUTY,
    FIRST_FLEET,
    FIRST_MOVER,
    FLEET,
    FLEETS,
    GOAL,
    KIND,
    LOST,
    MOVE,
    MOVED,
    MOVERS,
    MOVING,
    NEVER_CUTS,
    NEXT_FLEET,
    NEXT_MOVER,
    NO,
    NO_CONVOY,
    NO_SUCH_ORDER,
    OPEN,
    OPEN_FLEETS,
    OPEN_PATHS,
    OWN_NEITHER,
    OWN_ORDINARY,
    PARADOX_BASE,
    PATH,
    PATHS,
    PLACE,
    POINT,
    POWER,
    ROUTE,
    ROUTE_1971,
    ROUTE_1982,
    ROUTE_ANY,
    ROUTE_TAG,
    RULE_AGAINST_OWN,
    RULE_BASE,
    RULE_FALLBACK,
    RULE_ORIGIN,
    RULE_ROUTE,
    SAILS,
    SEEN,
    SOURCE,
    SPARES,
    STACK,
    STOOD,
    SUPPORT_HOLD,
    SUPPORT_MOVE,
    TAGGED,
    TARGET,
    UNIT_AT,
    WAY,
    YES,
    Rows,
)


def launch(o: Rows, w: Rows, rules: list[int], wet: Rows) -> None:
    """Give every army its fleets, and settle who travels by sea (VI.2, 4.A.3)."""
    for i in range(w[COUNTS][CONVOYING]):
        f = w[CONVOYERS][i]
        t = w[UNIT_AT][o[SOURCE][f]]
        if t >= 0 and o[KIND][t] == MOVE and o[GOAL][t] == o[GOAL][f] and not o[FLEET][t]:
            w[NEXT_FLEET][f] = w[FIRST_FLEET][t]
            w[FIRST_FLEET][t] = f
            w[TARGET][f] = t
            w[STOOD][f] = YES
            if w[FIRST_MOVER][o[PLACE][f]] >= 0:
                w[LOST][f] = OPEN
                w[OPEN_FLEETS][w[COUNTS][FLEETS]] = f
                w[COUNTS][FLEETS] += 1
        else:
            w[CAUSE][f] = NO_SUCH_ORDER
    for i in range(w[COUNTS][MOVING]):
        u = w[MOVERS][i]
        if o[WAY][u] != BY_LAND or w[FIRST_FLEET][u] >= 0:
            embark(u, o, w, rules, wet)


def embark(u: int, o: Rows, w: Rows, rules: list[int], wet: Rows) -> None:
    """How one mover travels that could perhaps go by convoy."""
    w[SPARES][u] = AS_USUAL
    w[BARRED][u] = 0
    walks = o[WAY][u] & BY_LAND
    if walks:
        if not means_to_sail(u, o, w, rules[RULE_ROUTE]):
            return
        w[POINT][u] = ROUTE
    falls_back = walks and (rules[RULE_FALLBACK] or rules[RULE_ROUTE] == ROUTE_1971)
    if not reached(u, o, w, wet, NO, -1, -1):
        if not falls_back:
            w[SAILS][u] = YES
            w[PATH][u] = NO
            w[MOVED][u] = NO
            w[CAUSE][u] = NO_CONVOY
        return
    w[SAILS][u] = OPEN if falls_back else YES
    w[PATH][u] = YES if falls_back else OPEN
    w[OPEN_PATHS][w[COUNTS][PATHS]] = u
    w[COUNTS][PATHS] += 1
    exempt(u, o, w, rules, wet)


def means_to_sail(u: int, o: Rows, w: Rows, rule: int) -> bool:
    """Whether an army that could walk is to go by convoy all the same (VI.2, 4.A.3)."""
    v = w[UNIT_AT][o[GOAL][u]]
    opposite = v >= 0 and o[KIND][v] == MOVE and o[GOAL][v] == o[PLACE][u]
    offered = w[FIRST_FLEET][u] >= 0
    if rule == ROUTE_1971:
        return offered and opposite
    if o[WAY][u] & TAGGED:
        return True
    if rule == ROUTE_ANY:
        return offered
    if rule == ROUTE_TAG:
        return False
    f = w[FIRST_FLEET][u]
    while f >= 0:
        if o[POWER][f] == o[POWER][u]:
            return True
        f = w[NEXT_FLEET][f]
    # 4.A.3.b: an owner who moves two units past each other shows that one is meant to be convoyed.
    return rule == ROUTE_1982 and offered and opposite and o[POWER][v] == o[POWER][u]


def reached(u: int, o: Rows, w: Rows, wet: Rows, worst: int, without: int, foe: int) -> bool:
    """Whether fleets can carry army `u` to its goal, by a flood from fleet to fleet.

    With `worst` YES fleets not known to be lost may carry, with NO every fleet ordered to, with OPEN only those known
    to be safe; the fleet `without` may not, nor any of power `foe`, nor one whose order is of no worth (VI.4).
    """
    shore, goal = wet[o[PLACE][u]], o[GOAL][u]
    seen, stack = w[SEEN], w[STACK]
    depth = 0
    f = w[FIRST_FLEET][u]
    while f >= 0:
        lost = w[LOST][f]
        fit = worst == NO or lost == NO or (worst == YES and lost == OPEN)
        fit = fit and o[DUTY][f] & CARRIES != 0 and f != without and o[POWER][f] != foe
        seen[f] = 0 if fit else 1
        if fit and shore[o[PLACE][f]]:
            seen[f] = 1
            stack[depth] = f
            depth += 1
        f = w[NEXT_FLEET][f]
    while depth:
        depth -= 1
        here = wet[o[PLACE][stack[depth]]]
        if here[goal]:
            return True
        f = w[FIRST_FLEET][u]
        while f >= 0:
            if not seen[f] and here[o[PLACE][f]]:
                seen[f] = 1
                stack[depth] = f
                depth += 1
            f = w[NEXT_FLEET][f]
    return False


def exempt(u: int, o: Rows, w: Rows, rules: list[int], wet: Rows) -> None:
    """What convoyed army `u` may not do, or may do beyond the usual, to the unit at its destination."""
    s = w[UNIT_AT][o[GOAL][u]]
    if s < 0:
        return
    # VI.7 (our reading): the army owes its passage to that power where no route does without its fleets.
    rule, foreign = rules[RULE_AGAINST_OWN], o[POWER][s] != o[POWER][u]
    if rule != OWN_ORDINARY and foreign and not reached(u, o, w, wet, NO, -1, o[POWER][s]):
        w[BARRED][u] = 1
        if rule == OWN_NEITHER:
            w[SPARES][u] = NEVER_CUTS
    if w[SPARES][u] == NEVER_CUTS or (o[KIND][s] != SUPPORT_MOVE and o[KIND][s] != SUPPORT_HOLD):
        return
    if spared_by_rulebook(u, s, o, w, rules[RULE_BASE], wet):
        w[SPARES][u] = NEVER_CUTS
        w[POINT][s] = PARADOX_BASE
    elif rules[RULE_ORIGIN] and o[KIND][s] == SUPPORT_MOVE and o[GOAL][s] == o[PLACE][u]:
        w[SPARES][u] = ALWAYS_CUTS  # VI.5.A, 4.A.4.b


def spared_by_rulebook(u: int, s: int, o: Rows, w: Rows, base: int, wet: Rows) -> bool:
    """4.A.2.a–c: whether the rulebook's own paradox rule keeps convoyed army `u` from cutting the support of `s`."""
    if base == BASE_NONE:
        return False
    attacks = o[KIND][s] == SUPPORT_MOVE
    f = w[UNIT_AT][o[GOAL][s] if attacks else o[SOURCE][s]]
    if f < 0 or o[KIND][f] != CONVOY or w[STOOD][f] != YES:
        return False
    if base == BASE_1982:  # any convoying fleet, whomever it carries (6.F.21)
        return o[FLEET][s] == 1
    if not attacks or w[TARGET][f] != u:
        return False
    if base == BASE_1971:
        x = w[UNIT_AT][o[SOURCE][s]]
        return o[FLEET][s] == 1 and x >= 0 and o[FLEET][x] == 1
    return not reached(u, o, w, wet, NO, f, -1)


def danger(f: int, o: Rows, w: Rows) -> int:
    """Whether convoying fleet `f` is dislodged, as far as known."""
    answer = NO
    a = w[FIRST_MOVER][o[PLACE][f]]
    while a >= 0:
        if w[MOVED][a] == YES:
            return YES
        if w[MOVED][a] == OPEN:
            answer = OPEN
        a = w[NEXT_MOVER][a]
    return answer


def passage(u: int, o: Rows, w: Rows, wet: Rows) -> int:
    """Whether a convoy route of `u` is open: YES, NO, or OPEN while its fleets are in doubt (DATC 7, VI.4)."""
    doubt = False
    f = w[FIRST_FLEET][u]
    while f >= 0:
        if o[DUTY][f] & BINDS:
            if w[LOST][f] == YES:
                return NO
            doubt = doubt or w[LOST][f] == OPEN
        f = w[NEXT_FLEET][f]
    if not doubt and reached(u, o, w, wet, OPEN, -1, -1):
        return YES
    return OPEN if reached(u, o, w, wet, YES, -1, -1) else NO


def decide_path(u: int, opened: bool, o: Rows, w: Rows) -> None:
    """Enter whether the convoy of `u` has a way. An army that may fall back on land walks where it has none."""
    if w[SAILS][u] == OPEN:
        w[SAILS][u] = YES if opened else NO
    elif opened:
        w[PATH][u] = YES
    else:
        w[PATH][u] = NO
        w[MOVED][u] = NO
        w[CAUSE][u] = CONVOY_BROKEN
        w[BY][u] = -1
        w[POINT][u] = ROUTE if o[WAY][u] & BY_LAND else COMMON  # not why it would have failed there


def path_is_open(u: int, w: Rows) -> bool:
    """Whether it is still undecided which way, or whether, `u` goes."""
    return w[PATH][u] == OPEN or w[SAILS][u] == OPEN
