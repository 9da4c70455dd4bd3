"""One movement phase on flat integers: what becomes of every order, and by whom, by DATC's definitions (chapter 5).

Every decision is open, yes or no. Bounds settle what they can; what is left open hangs together in knots, and only the
innermost knot is untied, by DATC's backup rules, before the bounds go on from there. Nothing here knows units or
provinces by name, and nothing depends on the order of units. The same functions run on lists as they are, and on arrays
when compiled (`compiled.py`); five have a namesake for that in `matrices`, and no other logic is written twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

# What a unit does. A misordered unit stands like a holding one, but no hold support can help it (III.5.A, III.5.B).
HOLD, MISORDER, MOVE, SUPPORT_HOLD, SUPPORT_MOVE, CONVOY = 0, 1, 2, 3, 4, 5

# How a decision stands. A failed decision is NO.
OPEN, YES, NO = 0, 1, 2

# How an army may go to its destination, as bits: it could walk there; its order says that it sails.
BY_LAND, TAGGED = 1, 2

# What a convoy order is worth to its army, as bits: its fleet can carry; its loss alone breaks the convoy (VI.4).
CARRIES, BINDS = 1, 2

# Causes of failure, in the words of `verdict.Code`.
NONE, BOUNCED, CUT, DISLODGED, NO_CONVOY, CONVOY_BROKEN, NO_SUCH_ORDER = 0, 1, 2, 3, 4, 5, 6

# The point of the rules that decided, where it was not the common text of every rulebook.
COMMON, OWN_UNIT, ROUTE, ROUTES, PARADOX, PARADOX_BASE, FROM_TARGET, AGAINST_OWN, LOSER = 0, 1, 2, 3, 4, 5, 6, 7, 8

# How a convoyed army treats the support given at its destination, where that is not as usual.
AS_USUAL, ALWAYS_CUTS, NEVER_CUTS = 0, 1, 2

# The switches, by their place in the flat sheet.
RULE_BASE, RULE_BACKUP, RULE_ROUTE, RULE_FALLBACK, RULE_ORIGIN, RULE_AGAINST_OWN, RULE_SEA_LOSER, RULE_LAND_LOSER = (
    0, 1, 2, 3, 4, 5, 6, 7,
)  # fmt: skip
BASE_NONE, BASE_1971, BASE_1982, BASE_2000 = 0, 1, 2, 3
BACKUP_ALL_HOLD, BACKUP_SZYKMAN = 0, 1
ROUTE_TAG, ROUTE_OWN_FLEET, ROUTE_ANY, ROUTE_1971, ROUTE_1982 = 0, 1, 2, 3, 4
OWN_NEITHER, OWN_CUT_ONLY, OWN_ORDINARY = 0, 1, 2

MOST_GUESSES = 10
"""Convoys in one knot up to which every combination is tried; beyond, the backup rule speaks at once. On the standard
board eight at most fit, since each takes four units: army, fleet, the attacker of the fleet, and who supports that."""


Rows = Sequence[list[int]]
"""Lists of numbers in a fixed order, by the indices below; or, compiled, a matrix."""

Room = list[list[int]]
"""The rows of `Work`, to be worked in."""

# The rows of `Orders`.
PLACE, POWER, KIND, SOURCE, GOAL, WAY, DUTY, FLEET = range(8)
ORDER_ROWS = 8

# The rows of `Work`: first those that a guess may change, then the other answers, then structure and lists.
MOVED, STOOD, LOST, PATH, SAILS, FIRM, FOREIGN, LIKELY, LIKELY_FOREIGN = range(9)
CAUSE, BY, POINT, TARGET, NEXT_MOVER, FIRST_FLEET, NEXT_FLEET, SPARES, BARRED, UNIT_AT, FIRST_MOVER = range(9, 20)
MOVERS, SUPPORTERS, CONVOYERS, COUNTS, OPEN_MOVES, OPEN_SUPPORTS, OPEN_FLEETS, OPEN_PATHS, ATTACKERS = range(20, 29)
CORE, TRIAL, STACK, SEEN = range(29, 33)
# What the first rows held before a guess.
KEPT_MOVED, KEPT_STOOD, KEPT_LOST, KEPT_PATH, KEPT_SAILS = range(33, 38)
KEPT_FIRM, KEPT_FOREIGN, KEPT_LIKELY, KEPT_LIKELY_FOREIGN = range(38, 42)
CHANGED_BY_GUESS = 9
DECISIONS = 4  # of a unit: its move, its support, its fleet's loss, its path
ANSWERS = (MOVED, STOOD, LOST, PATH, SAILS, CAUSE, BY, POINT)

# The entries of the row COUNTS: how many moves, supports, fleets and routes are open; how many units move, support and
# convoy; whether any move is not plainly by land; how many moves may drive somebody out.
MOVES, SUPPORTS, FLEETS, PATHS, MOVING, SUPPORTING, CONVOYING, AFLOAT, ATTACKING = range(9)
MANY_COUNTS = 9


class Orders(NamedTuple):
    """A phase, one entry a unit. Provinces, powers and units are numbers from 0.

    `source` is the province of the unit supported or convoyed, `goal` the province moved to, or into which a move is
    supported or convoyed (-1 where there is none); `way` and `duty` are bits as above; `fleet` is 1 for a fleet.
    """

    place: list[int]
    power: list[int]
    kind: list[int]
    source: list[int]
    goal: list[int]
    way: list[int]
    duty: list[int]
    fleet: list[int]


class Work(NamedTuple):
    """The rows of the room to work in, by name, the answers among them. `workspace` makes the room, once: every run
    clears what it needs, and puts new lists into it, so that names given to those of one run hold no others'.

    The answers, one entry a unit: `moved` (YES or NO), `stood` whether a support was given, `lost` whether the unit was
    dislodged, `path` whether a mover had a way to go, `sails` whether by convoy; `firm` the good supports a unit had,
    `foreign` those not given by the power attacked; `cause`, `by` (a unit or -1) and `point` why an order failed.
    """

    moved: list[int]
    stood: list[int]
    lost: list[int]
    path: list[int]
    sails: list[int]
    firm: list[int]
    foreign: list[int]
    likely: list[int]
    likely_foreign: list[int]
    cause: list[int]
    by: list[int]
    point: list[int]
    target: list[int]
    next_mover: list[int]
    first_fleet: list[int]
    next_fleet: list[int]
    spares: list[int]
    barred: list[int]
    # by province
    unit_at: list[int]
    first_mover: list[int]
    # lists of units
    movers: list[int]
    supporters: list[int]
    convoyers: list[int]
    counts: list[int]
    open_moves: list[int]
    open_supports: list[int]
    open_fleets: list[int]
    open_paths: list[int]
    attackers: list[int]
    # for untying knots
    core: list[int]
    trial: list[int]
    stack: list[int]
    seen: list[int]
    kept_moved: list[int]
    kept_stood: list[int]
    kept_lost: list[int]
    kept_path: list[int]
    kept_sails: list[int]
    kept_firm: list[int]
    kept_foreign: list[int]
    kept_likely: list[int]
    kept_likely_foreign: list[int]


def workspace(units: int, provinces: int) -> Room:
    """Room for phases of up to that many units on a map of that many provinces."""
    rows = [[0] * units for _ in Work._fields]
    rows[COUNTS] = [0] * MANY_COUNTS
    rows[UNIT_AT], rows[FIRST_MOVER] = [0] * provinces, [0] * provinces
    for row in (CORE, TRIAL, SEEN):
        rows[row] = [0] * (DECISIONS * units)
    return rows


# --- the whole phase ---


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


# --- convoys ---


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


# --- supports ---


def match_supports(o: Rows, w: Rows) -> None:
    """Give every support its unit, and settle at once those that nothing or a plain attack by land decides."""
    kind, source, goal, place, power = o[KIND], o[SOURCE], o[GOAL], o[PLACE], o[POWER]
    unit_at, first_mover, cause, target, stood = w[UNIT_AT], w[FIRST_MOVER], w[CAUSE], w[TARGET], w[STOOD]
    likely, likely_foreign, firm, foreign = w[LIKELY], w[LIKELY_FOREIGN], w[FIRM], w[FOREIGN]
    path, sails, open_supports = w[PATH], w[SAILS], w[OPEN_SUPPORTS]
    waiting = 0
    for u in w[SUPPORTERS][: w[COUNTS][SUPPORTING]]:
        t, into, v = unit_at[source[u]], -1, -1
        if t < 0:
            fits = False
        elif kind[u] == SUPPORT_MOVE:
            into = goal[u]
            v = unit_at[into]
            fits = goal[t] == into and kind[t] == MOVE
        else:
            fits = kind[t] < MISORDER or kind[t] > MOVE
        if not fits:
            cause[u] = NO_SUCH_ORDER
            continue
        target[u] = t
        state = YES
        a = first_mover[place[u]]
        if a >= 0:
            if power[a] != power[u] and path[a] == YES and sails[a] == NO and place[a] != into:
                cause[u], w[BY][u] = CUT, a  # as `cutting` would find
                continue
            state = cutting(u, o, w)
            if state == NO:
                continue
        stood[u] = state
        likely[t] += 1
        abroad = v < 0 or power[v] != power[u]
        if abroad:
            likely_foreign[t] += 1
        if state == YES:
            firm[t] += 1
            if abroad:
                foreign[t] += 1
        else:
            open_supports[waiting] = u
            waiting += 1
    w[COUNTS][SUPPORTS] = waiting


def cutting(u: int, o: Rows, w: Rows) -> int:
    """How the support of `u` stands against those who move on it: YES it stands, NO it is cut, OPEN not known yet."""
    answer = YES
    power, into = o[POWER][u], o[GOAL][u] if o[KIND][u] == SUPPORT_MOVE else -1
    a = w[FIRST_MOVER][o[PLACE][u]]
    while a >= 0:
        if o[POWER][a] != power and w[PATH][a] != NO:
            only_by_force = o[PLACE][a] == into
            usual = True
            if w[SAILS][a] != NO and w[SPARES][a] != AS_USUAL:
                usual = w[SAILS][a] == OPEN
                only_by_force = only_by_force and w[SPARES][a] != ALWAYS_CUTS
            if not usual and w[SPARES][a] == NEVER_CUTS:
                a = w[NEXT_MOVER][a]
                continue
            if only_by_force and w[MOVED][a] == NO:
                a = w[NEXT_MOVER][a]
                continue
            if w[SAILS][a] == OPEN and w[SPARES][a] != AS_USUAL:
                answer = OPEN  # by land it would act otherwise than by sea
            elif w[MOVED][a] == YES or (not only_by_force and w[PATH][a] == YES):
                w[CAUSE][u] = DISLODGED if only_by_force else CUT
                w[BY][u] = a
                if o[PLACE][a] == into:
                    w[POINT][u] = FROM_TARGET if not only_by_force else COMMON
                return NO
            else:
                answer = OPEN
        a = w[NEXT_MOVER][a]
    return answer


def decide_support(u: int, stands: bool, o: Rows, w: Rows) -> None:
    """Enter the decision in the count of supports of the unit that `u` supports."""
    t = w[TARGET][u]
    v = w[UNIT_AT][o[GOAL][u]] if o[KIND][u] == SUPPORT_MOVE else -1
    abroad = v < 0 or o[POWER][v] != o[POWER][u]
    w[STOOD][u] = YES if stands else NO
    if stands:
        w[FIRM][t] += 1
        if abroad:
            w[FOREIGN][t] += 1
    else:
        w[LIKELY][t] -= 1
        if abroad:
            w[LIKELY_FOREIGN][t] -= 1


# --- moves ---


def begin_moves(o: Rows, w: Rows) -> None:
    """Settle at once what one look tells: a move alone into the empty, after who left, or against who stays, and one
    without support against a rival or head to head."""
    kind, goal, place, power, unit_at = o[KIND], o[GOAL], o[PLACE], o[POWER], w[UNIT_AT]
    first_mover, next_mover, open_moves, attackers = w[FIRST_MOVER], w[NEXT_MOVER], w[OPEN_MOVES], w[ATTACKERS]
    moved, path, sails = w[MOVED], w[PATH], w[SAILS]
    firm, foreign, likely, likely_foreign = w[FIRM], w[FOREIGN], w[LIKELY], w[LIKELY_FOREIGN]
    waiting, attacking = 0, 0
    for u in w[MOVERS][: w[COUNTS][MOVING]]:
        if moved[u] != OPEN:
            continue
        d = goal[u]
        v, a = unit_at[d], first_mover[d]
        if a == u:
            a = next_mover[u]
        if a >= 0:  # a rival: fails where that one has a way, and nobody from there can beat it back
            if likely[u] == 0 and path[a] == YES and (v < 0 or goal[v] != place[a]):
                bounce(u, a, v, o, w)
                continue
        elif v < 0:
            if path[u] == YES:
                moved[u] = YES
                continue
        elif moved[v] == NO:
            holds = kind[v] != MOVE
            if power[v] == power[u] or likely_foreign[u] <= (firm[v] if holds else 0):
                bounce(u, v, v, o, w)
                continue
            surely = likely[v] == firm[v] if holds else goal[v] != place[u]
            if surely and foreign[u] == likely_foreign[u] and path[u] == YES and sails[u] == NO:
                moved[u] = YES
                attackers[attacking] = u
                attacking += 1
                continue
        elif goal[v] == place[u]:
            if likely[u] == 0 and sails[u] == NO and sails[v] == NO:
                bounce(u, v, v, o, w)
                continue
        elif moved[v] == YES and path[u] == YES:
            moved[u] = YES
            continue
        open_moves[waiting] = u
        waiting += 1
        attackers[attacking] = u
        attacking += 1
    w[COUNTS][MOVES] = waiting
    w[COUNTS][ATTACKING] = attacking


def weigh(u: int, o: Rows, w: Rows, rules: list[int]) -> int:
    """Whether the attack of `u` beats the unit at its goal and every rival (DATC 4, 5), by the bounds known so far."""
    d = o[GOAL][u]
    v = w[UNIT_AT][d]
    blame = v
    if v < 0:
        least, most, weakest, strongest = 1 + w[FIRM][u], 1 + w[LIKELY][u], 0, 0
    else:
        least, most, weakest, strongest = weigh_occupant(u, v, o, w)
    if w[PATH][u] == OPEN:
        least = 0
    a = w[FIRST_MOVER][d]
    if a != u or w[NEXT_MOVER][u] >= 0:
        while a >= 0:
            if a != u and w[PATH][a] != NO:
                high = 1 + w[LIKELY][a]
                low = 1 + w[FIRM][a] if w[PATH][a] == YES else 0
                if v >= 0 and o[GOAL][v] == o[PLACE][a] and w[MOVED][v] != NO:
                    state = beaten(a, v, w, rules)
                    if state == YES and (w[SAILS][a] == YES or w[SAILS][v] == YES):
                        w[POINT][u] = LOSER
                    low = 0 if state != NO else low
                    high = 0 if state == YES else high
                strongest = high if high > strongest else strongest
                if low > weakest:
                    weakest = low
                    blame = a
            a = w[NEXT_MOVER][a]
    if least > strongest:
        w[MOVED][u] = YES
        return YES
    if most <= weakest:
        bounce(u, blame, v, o, w)
        return NO
    return OPEN


def weigh_occupant(u: int, v: int, o: Rows, w: Rows) -> tuple[int, int, int, int]:
    """The attack of `u` against the unit `v` that stood at its goal (DATC 8, 10, 11): its least and most strength, and
    the least and most that `v` sets against it."""
    least, most = 1 + w[FIRM][u], 1 + w[LIKELY][u]
    stay_least, stay_most = 1 + w[FOREIGN][u], 1 + w[LIKELY_FOREIGN][u]
    if o[POWER][v] == o[POWER][u]:
        stay_least, stay_most = 0, 0
    elif w[SAILS][u] != NO and w[BARRED][u]:
        stay_least, stay_most = 0, 0 if w[SAILS][u] == YES else stay_most
    if o[KIND][v] != MOVE:
        return stay_least, stay_most, 1 + w[FIRM][v], 1 + w[LIKELY][v]
    weakest, strongest = 0, 0
    if w[MOVED][v] == NO:
        least, most = stay_least, stay_most
        weakest, strongest = 1, 1
    elif w[MOVED][v] == OPEN:
        least = stay_least
        strongest = 1
    if o[GOAL][v] == o[PLACE][u] and w[PATH][v] != NO and w[SAILS][u] != YES and w[SAILS][v] != YES:
        strongest = 1 + w[LIKELY][v]
        least = stay_least
        if w[SAILS][u] == NO and w[SAILS][v] == NO:  # head to head for certain
            weakest, most = 1 + w[FIRM][v], stay_most
    return least, most, weakest, strongest


def beaten(a: int, v: int, w: Rows, rules: list[int]) -> int:
    """Whether rival `a` has no effect at its goal because the unit `v` from there dislodges it (DATC 9, VI.8, 4.A.7).

    `v` moves to where `a` is, and does not fail for certain. VI.8 speaks of neighbours; our reading takes in DATC
    6.G.15, where two convoys pass each other farther apart.
    """
    if w[SAILS][a] == NO and w[SAILS][v] == NO:
        return w[MOVED][v]
    sea, land = rules[RULE_SEA_LOSER], rules[RULE_LAND_LOSER]
    if w[SAILS][a] == YES or w[SAILS][v] == YES:
        bounces = sea if w[SAILS][a] == YES else land
        if w[SAILS][a] == OPEN:
            bounces = sea and land
        if bounces or w[MOVED][a] == YES:
            return NO
        if w[MOVED][a] == NO and w[MOVED][v] == YES and (w[SAILS][a] != OPEN or not (sea or land)):
            return YES
    return OPEN


def bounce(u: int, blame: int, v: int, o: Rows, w: Rows) -> None:
    """Enter that a move failed, and against whom."""
    w[MOVED][u] = NO
    w[CAUSE][u] = BOUNCED
    w[BY][u] = blame
    if blame == v and v >= 0:
        if w[SAILS][u] == YES and w[BARRED][u]:
            w[POINT][u] = AGAINST_OWN
        elif o[POWER][v] == o[POWER][u]:
            w[POINT][u] = OWN_UNIT


# --- fleets and routes ---


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


# --- the bounds, until they say no more ---


def sweep(o: Rows, w: Rows, rules: list[int], wet: Rows) -> bool:
    """Decide all that the bounds decide; whether anything is left open."""
    counts = w[COUNTS]
    while True:
        before = counts[MOVES] + counts[SUPPORTS] + counts[FLEETS] + counts[PATHS]
        if before == 0:
            return False
        if counts[SUPPORTS] or counts[FLEETS] or counts[PATHS]:
            sweep_convoys(o, w, wet)
        if counts[MOVES]:
            sweep_moves(o, w, rules)
        if before == counts[MOVES] + counts[SUPPORTS] + counts[FLEETS] + counts[PATHS]:
            return True


def sweep_convoys(o: Rows, w: Rows, wet: Rows) -> None:
    """One round over open supports, fleets and routes."""
    left = 0
    for i in range(w[COUNTS][SUPPORTS]):
        u = w[OPEN_SUPPORTS][i]
        state = cutting(u, o, w)
        if state == OPEN:
            w[OPEN_SUPPORTS][left] = u
            left += 1
        else:
            decide_support(u, state == YES, o, w)
    w[COUNTS][SUPPORTS] = left
    left = 0
    for i in range(w[COUNTS][FLEETS]):
        u = w[OPEN_FLEETS][i]
        w[LOST][u] = danger(u, o, w)
        if w[LOST][u] == OPEN:
            w[OPEN_FLEETS][left] = u
            left += 1
    w[COUNTS][FLEETS] = left
    left = 0
    for i in range(w[COUNTS][PATHS]):
        u = w[OPEN_PATHS][i]
        state = passage(u, o, w, wet) if path_is_open(u, w) else NO
        if state == OPEN:
            w[OPEN_PATHS][left] = u
            left += 1
        elif path_is_open(u, w):
            decide_path(u, state == YES, o, w)
    w[COUNTS][PATHS] = left


def sweep_moves(o: Rows, w: Rows, rules: list[int]) -> None:
    """One round over open moves; whoever follows a decided unit is weighed at once, so that columns need few rounds."""
    moved, open_moves, first_mover, next_mover = w[MOVED], w[OPEN_MOVES], w[FIRST_MOVER], w[NEXT_MOVER]
    place, goal, unit_at, path = o[PLACE], o[GOAL], w[UNIT_AT], w[PATH]
    waiting = w[COUNTS][MOVES]
    for i in range(waiting):
        u = open_moves[i]
        while u >= 0 and moved[u] == OPEN:
            d = goal[u]
            v = unit_at[d]
            alone = next_mover[u] < 0 and first_mover[d] == u and path[u] == YES
            if alone and v >= 0 and moved[v] == YES and goal[v] != place[u]:
                moved[u] = YES
            elif weigh(u, o, w, rules) == OPEN:
                break
            u = first_mover[place[u]]
    left = 0
    for i in range(waiting):
        u = open_moves[i]
        open_moves[left] = u
        left += moved[u] == OPEN
    w[COUNTS][MOVES] = left


# --- knots: decisions that hang on each other ---
#
# A decision is one number: the move of unit u is u, its support n + u, its fleet's loss 2n + u, its route 3n + u.


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


# --- trying out what would be consistent ---


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


# --- the end ---


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


OFTEN = (resolve, cutting, bounce, sweep_moves, weigh, finish)
"""What is compiled into those who call it: what every phase asks, often or from one place."""
