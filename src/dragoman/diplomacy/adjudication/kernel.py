"""One movement phase on flat integers: what becomes of every order, and by whom, by DATC's definitions (chapter 5).

Every decision is open, yes or no. Bounds settle what they can; what is left open hangs together in knots, and only the
innermost knot is untied, by DATC's backup rules, before the bounds go on from there. Nothing here knows units or
provinces by name, and nothing depends on the order of units. The same functions run on lists as they are, and on arrays
when compiled (`compiled.py`): no second copy of the logic exists.
"""

from __future__ import annotations

from typing import NamedTuple

# What a unit does. A misordered unit stands like a holding one, but no hold support can help it (III.5.A, III.5.B).
HOLD, MOVE, SUPPORT_HOLD, SUPPORT_MOVE, CONVOY, MISORDER = 0, 1, 2, 3, 4, 5

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
"""Convoys in one knot up to which every combination is tried; beyond, the backup rule speaks at once."""


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
    """Room to work in, and the answers. Made once by `workspace` and used again: every run clears what it needs.

    The answers, one entry a unit: `moved` (YES or NO), `stood` whether a support was given, `lost` whether the unit was
    dislodged, `path` whether a mover had a way to go, `sails` whether by convoy; `cause`, `by` (a unit or -1) and
    `point` why an order failed; `firm` the good supports a unit had, `foreign` those not given by the power attacked.
    """

    moved: list[int]
    stood: list[int]
    lost: list[int]
    path: list[int]
    sails: list[int]
    cause: list[int]
    by: list[int]
    point: list[int]
    firm: list[int]
    foreign: list[int]
    # --- bounds and structure, one entry a unit ---
    likely: list[int]
    likely_foreign: list[int]
    target: list[int]
    next_mover: list[int]
    first_fleet: list[int]
    next_fleet: list[int]
    spares: list[int]
    barred: list[int]
    # --- one entry a province ---
    unit_at: list[int]
    first_mover: list[int]
    # --- lists of units, and of open decisions ---
    movers: list[int]
    supporters: list[int]
    convoyers: list[int]
    open_moves: list[int]
    open_supports: list[int]
    open_fleets: list[int]
    open_paths: list[int]
    counts: list[int]
    # --- for untying knots ---
    core: list[int]
    trial: list[int]
    stack: list[int]
    seen: list[int]
    kept: list[int]
    # --- constants to fill with ---
    zeros: list[int]
    twos: list[int]
    blanks: list[int]


def workspace(units: int, provinces: int) -> Work:
    """Room for phases of up to that many units on a map of that many provinces."""
    most = max(units, provinces, 8)
    sizes = [units] * 18 + [provinces] * 2 + [units] * 7 + [8] + [4 * units] * 4 + [9 * units] + [most] * 3
    room = [[0] * size for size in sizes]
    room[-2] = [NO] * sizes[-2]
    room[-1] = [-1] * sizes[-1]
    return Work._make(room)


# --- the whole phase ---


def resolve(o: Orders, w: Work, rules: list[int], wet: list[int]) -> int:
    """Adjudicate one phase into `w`; answers how many knots had to be untied.

    `wet[p * provinces + q]` is 1 where a fleet can pass between provinces p and q, so that it can carry an army on.
    """
    clear(o, w)
    convoyers = sort_out(o, w)
    if convoyers or w.counts[5]:
        launch(o, w, rules, wet)
    match_supports(o, w)
    begin_moves(o, w)
    knots = 0
    most = 4 * len(o.place)  # every untying decides something, and no unit has more than four decisions
    while sweep(o, w, rules, wet) and knots < most:
        knots += 1
        untie(o, w, rules, wet)
    finish(o, w)
    return knots


def clear(o: Orders, w: Work) -> None:
    n = len(o.place)
    zeros, twos, blanks = w.zeros[:n], w.twos[:n], w.blanks[:n]
    w.moved[:n] = twos
    w.stood[:n] = twos
    w.lost[:n] = twos
    w.sails[:n] = twos
    w.cause[:n] = zeros
    w.point[:n] = zeros
    w.by[:n] = blanks
    w.firm[:n] = zeros
    w.foreign[:n] = zeros
    w.likely[:n] = zeros
    w.likely_foreign[:n] = zeros
    w.first_fleet[:n] = blanks
    w.spares[:n] = zeros
    w.barred[:n] = zeros
    w.counts[:8] = w.zeros[:8]
    blanks = w.blanks[: len(w.unit_at)]
    w.unit_at[: len(blanks)] = blanks
    w.first_mover[: len(blanks)] = blanks


def sort_out(o: Orders, w: Work) -> int:
    """Who stands where, who moves where; how many fleets convoy. `counts[5]` tells of moves not plainly by land."""
    place, kind, goal, way = o.place, o.kind, o.goal, o.way
    unit_at, first_mover, next_mover, moved, path = w.unit_at, w.first_mover, w.next_mover, w.moved, w.path
    movers, supporters, convoyers, counts = w.movers, w.supporters, w.convoyers, w.counts
    moving = 0
    supporting = 0
    convoying = 0
    for u in range(len(place)):
        unit_at[place[u]] = u
        k = kind[u]
        if k == MOVE:
            d = goal[u]
            next_mover[u] = first_mover[d]
            first_mover[d] = u
            moved[u] = OPEN
            path[u] = YES
            movers[moving] = u
            moving += 1
            if way[u] != BY_LAND:
                counts[5] = 1
        elif k in (SUPPORT_MOVE, SUPPORT_HOLD):
            supporters[supporting] = u
            supporting += 1
        elif k == CONVOY:
            convoyers[convoying] = u
            convoying += 1
    counts[6] = moving
    counts[7] = supporting
    counts[4] = convoying
    return convoying


# --- convoys ---


def launch(o: Orders, w: Work, rules: list[int], wet: list[int]) -> None:
    """Give every army its fleets, and settle who travels by sea (VI.2, 4.A.3)."""
    for i in range(w.counts[4]):
        f = w.convoyers[i]
        t = w.unit_at[o.source[f]]
        if t >= 0 and o.kind[t] == MOVE and o.goal[t] == o.goal[f] and not o.fleet[t]:
            w.next_fleet[f] = w.first_fleet[t]
            w.first_fleet[t] = f
            w.target[f] = t
            w.stood[f] = YES
            if w.first_mover[o.place[f]] >= 0:
                w.lost[f] = OPEN
                w.open_fleets[w.counts[2]] = f
                w.counts[2] += 1
        else:
            w.cause[f] = NO_SUCH_ORDER
    for i in range(w.counts[6]):
        u = w.movers[i]
        if o.way[u] != BY_LAND or w.first_fleet[u] >= 0:
            embark(u, o, w, rules, wet)


def embark(u: int, o: Orders, w: Work, rules: list[int], wet: list[int]) -> None:
    """How one mover travels that could perhaps go by convoy."""
    walks = o.way[u] & BY_LAND
    if walks:
        if not means_to_sail(u, o, w, rules[RULE_ROUTE]):
            return
        w.point[u] = ROUTE
    falls_back = walks and (rules[RULE_FALLBACK] or rules[RULE_ROUTE] == ROUTE_1971)
    if not reached(u, o, w, wet, NO, -1, -1):
        if not falls_back:
            w.sails[u] = YES
            w.path[u] = NO
            w.moved[u] = NO
            w.cause[u] = NO_CONVOY
        return
    w.sails[u] = OPEN if falls_back else YES
    w.path[u] = YES if falls_back else OPEN
    w.open_paths[w.counts[3]] = u
    w.counts[3] += 1
    exempt(u, o, w, rules, wet)


def means_to_sail(u: int, o: Orders, w: Work, rule: int) -> bool:
    """Whether an army that could walk is to go by convoy all the same (VI.2, 4.A.3)."""
    v = w.unit_at[o.goal[u]]
    opposite = v >= 0 and o.kind[v] == MOVE and o.goal[v] == o.place[u]
    offered = w.first_fleet[u] >= 0
    if rule == ROUTE_1971:
        return offered and opposite
    if o.way[u] & TAGGED:
        return True
    if rule == ROUTE_ANY:
        return offered
    if rule == ROUTE_TAG:
        return False
    f = w.first_fleet[u]
    while f >= 0:
        if o.power[f] == o.power[u]:
            return True
        f = w.next_fleet[f]
    # 4.A.3.b: an owner who moves two units past each other shows that one is meant to be convoyed.
    return rule == ROUTE_1982 and offered and opposite and o.power[v] == o.power[u]


def reached(u: int, o: Orders, w: Work, wet: list[int], worst: int, without: int, foe: int) -> bool:
    """Whether fleets can carry army `u` to its goal, by a flood from fleet to fleet.

    With `worst` YES fleets not known to be lost may carry, with NO every fleet ordered to, with OPEN only those known
    to be safe; the fleet `without` may not, nor any of power `foe`, nor one whose order is of no worth (VI.4).
    """
    provinces = len(w.unit_at)
    start, goal = o.place[u] * provinces, o.goal[u]
    seen, stack = w.seen, w.stack
    depth = 0
    f = w.first_fleet[u]
    while f >= 0:
        lost = w.lost[f]
        fit = worst == NO or lost == NO or (worst == YES and lost == OPEN)
        fit = fit and o.duty[f] & CARRIES != 0 and f != without and o.power[f] != foe
        seen[f] = 0 if fit else 1
        if fit and wet[start + o.place[f]]:
            seen[f] = 1
            stack[depth] = f
            depth += 1
        f = w.next_fleet[f]
    while depth:
        depth -= 1
        here = o.place[stack[depth]] * provinces
        if wet[here + goal]:
            return True
        f = w.first_fleet[u]
        while f >= 0:
            if not seen[f] and wet[here + o.place[f]]:
                seen[f] = 1
                stack[depth] = f
                depth += 1
            f = w.next_fleet[f]
    return False


def exempt(u: int, o: Orders, w: Work, rules: list[int], wet: list[int]) -> None:
    """What convoyed army `u` may not do, or may do beyond the usual, to the unit at its destination."""
    s = w.unit_at[o.goal[u]]
    if s < 0:
        return
    # VI.7 (our reading): the army owes its passage to that power where no route does without its fleets.
    rule, foreign = rules[RULE_AGAINST_OWN], o.power[s] != o.power[u]
    if rule != OWN_ORDINARY and foreign and not reached(u, o, w, wet, NO, -1, o.power[s]):
        w.barred[u] = 1
        if rule == OWN_NEITHER:
            w.spares[u] = NEVER_CUTS
    if w.spares[u] == NEVER_CUTS or (o.kind[s] != SUPPORT_MOVE and o.kind[s] != SUPPORT_HOLD):
        return
    if spared_by_rulebook(u, s, o, w, rules[RULE_BASE], wet):
        w.spares[u] = NEVER_CUTS
        w.point[s] = PARADOX_BASE
    elif rules[RULE_ORIGIN] and o.kind[s] == SUPPORT_MOVE and o.goal[s] == o.place[u]:
        w.spares[u] = ALWAYS_CUTS  # VI.5.A, 4.A.4.b


def spared_by_rulebook(u: int, s: int, o: Orders, w: Work, base: int, wet: list[int]) -> bool:
    """4.A.2.a–c: whether the rulebook's own paradox rule keeps convoyed army `u` from cutting the support of `s`."""
    if base == BASE_NONE:
        return False
    attacks = o.kind[s] == SUPPORT_MOVE
    f = w.unit_at[o.goal[s] if attacks else o.source[s]]
    if f < 0 or o.kind[f] != CONVOY or w.stood[f] != YES:
        return False
    if base == BASE_1982:  # any convoying fleet, whomever it carries (6.F.21)
        return o.fleet[s] == 1
    if not attacks or w.target[f] != u:
        return False
    if base == BASE_1971:
        x = w.unit_at[o.source[s]]
        return o.fleet[s] == 1 and x >= 0 and o.fleet[x] == 1
    return not reached(u, o, w, wet, NO, f, -1)


# --- supports ---


def match_supports(o: Orders, w: Work) -> None:
    """Give every support its unit, and settle at once those that nothing or a plain attack by land decides."""
    kind, source, goal = o.kind, o.source, o.goal
    unit_at, first_mover, cause, target, stood = w.unit_at, w.first_mover, w.cause, w.target, w.stood
    likely, likely_foreign, firm, foreign, power = w.likely, w.likely_foreign, w.firm, w.foreign, o.power
    for i in range(w.counts[7]):
        u = w.supporters[i]
        t = unit_at[source[u]]
        fits = False
        if t >= 0:
            if kind[u] == SUPPORT_MOVE:
                fits = kind[t] == MOVE and goal[t] == goal[u]
            else:
                fits = kind[t] != MOVE and kind[t] != MISORDER
        if not fits:
            cause[u] = NO_SUCH_ORDER
            continue
        target[u] = t
        state = YES
        if first_mover[o.place[u]] >= 0:
            state = cutting(u, o, w)
        if state == NO:
            continue
        stood[u] = state
        v = unit_at[goal[u]] if kind[u] == SUPPORT_MOVE else -1
        abroad = v < 0 or power[v] != power[u]
        likely[t] += 1
        if abroad:
            likely_foreign[t] += 1
        if state == YES:
            firm[t] += 1
            if abroad:
                foreign[t] += 1
        else:
            w.open_supports[w.counts[1]] = u
            w.counts[1] += 1


def cutting(u: int, o: Orders, w: Work) -> int:
    """How the support of `u` stands against those who move on it: YES it stands, NO it is cut, OPEN not known yet."""
    answer = YES
    power, into = o.power[u], o.goal[u] if o.kind[u] == SUPPORT_MOVE else -1
    a = w.first_mover[o.place[u]]
    while a >= 0:
        if o.power[a] != power and w.path[a] != NO:
            only_by_force = o.place[a] == into
            usual = True
            if w.spares[a] != AS_USUAL and w.sails[a] != NO:
                usual = w.sails[a] == OPEN
                only_by_force = only_by_force and w.spares[a] != ALWAYS_CUTS
            if not usual and w.spares[a] == NEVER_CUTS:
                a = w.next_mover[a]
                continue
            if only_by_force and w.moved[a] == NO:
                a = w.next_mover[a]
                continue
            if usual and w.sails[a] == OPEN and w.spares[a] != AS_USUAL:
                answer = OPEN  # by land it would act otherwise than by sea
            elif w.moved[a] == YES or (not only_by_force and w.path[a] == YES):
                w.cause[u] = DISLODGED if only_by_force else CUT
                w.by[u] = a
                if o.place[a] == into:
                    w.point[u] = FROM_TARGET if not only_by_force else COMMON
                return NO
            else:
                answer = OPEN
        a = w.next_mover[a]
    return answer


def decide_support(u: int, stands: bool, o: Orders, w: Work) -> None:
    """Enter the decision in the count of supports of the unit that `u` supports."""
    t = w.target[u]
    v = w.unit_at[o.goal[u]] if o.kind[u] == SUPPORT_MOVE else -1
    abroad = v < 0 or o.power[v] != o.power[u]
    w.stood[u] = YES if stands else NO
    if stands:
        w.firm[t] += 1
        if abroad:
            w.foreign[t] += 1
    else:
        w.likely[t] -= 1
        if abroad:
            w.likely_foreign[t] -= 1


# --- moves ---


def begin_moves(o: Orders, w: Work) -> None:
    """Settle at once what needs no weighing (into the empty, or alone against a standing unit); the rest is open."""
    kind, goal, unit_at, first_mover, next_mover = o.kind, o.goal, w.unit_at, w.first_mover, w.next_mover
    moved, movers, path, likely, open_moves = w.moved, w.movers, w.path, w.likely, w.open_moves
    waiting = 0
    for i in range(w.counts[6]):
        u = movers[i]
        if moved[u] != OPEN:
            continue
        d = goal[u]
        v = unit_at[d]
        if next_mover[u] < 0 and first_mover[d] == u:
            if v < 0:
                if path[u] == YES:
                    moved[u] = YES
                    continue
            elif likely[u] == 0 and kind[v] != MOVE:
                bounce(u, v, v, o, w)
                continue
        open_moves[waiting] = u
        waiting += 1
    w.counts[0] = waiting


def weigh(u: int, o: Orders, w: Work, rules: list[int]) -> int:
    """Whether the attack of `u` beats the unit at its goal and every rival (DATC 4, 5), by the bounds known so far."""
    d = o.goal[u]
    v = w.unit_at[d]
    least, most = 1 + w.firm[u], 1 + w.likely[u]
    weakest, strongest = 0, 0
    blame = v
    if v >= 0:
        stay_least, stay_most = 1 + w.foreign[u], 1 + w.likely_foreign[u]
        if o.power[v] == o.power[u]:
            stay_least, stay_most = 0, 0
        elif w.barred[u] and w.sails[u] != NO:
            stay_least, stay_most = 0, 0 if w.sails[u] == YES else stay_most
        leaves = w.moved[v] if o.kind[v] == MOVE else NO
        if leaves == NO:
            least, most = stay_least, stay_most
            weakest = strongest = 1
        elif leaves == OPEN:
            least = stay_least
            strongest = 1
        if o.kind[v] != MOVE:
            weakest, strongest = 1 + w.firm[v], 1 + w.likely[v]
        elif o.goal[v] == o.place[u] and w.path[v] != NO and w.sails[u] != YES and w.sails[v] != YES:
            strongest = 1 + w.likely[v]
            least = stay_least
            if w.sails[u] == NO and w.sails[v] == NO:  # head to head for certain
                weakest, most = 1 + w.firm[v], stay_most
    if w.path[u] == OPEN:
        least = 0
    a = w.first_mover[d]
    if a != u or w.next_mover[u] >= 0:
        while a >= 0:
            if a != u and w.path[a] != NO:
                high = 1 + w.likely[a]
                low = 1 + w.firm[a] if w.path[a] == YES else 0
                if v >= 0 and o.goal[v] == o.place[a] and w.moved[v] != NO:
                    state = beaten(a, v, w, rules)
                    if state == YES and (w.sails[a] == YES or w.sails[v] == YES):
                        w.point[u] = LOSER
                    low = 0 if state != NO else low
                    high = 0 if state == YES else high
                strongest = high if high > strongest else strongest
                if low > weakest:
                    weakest = low
                    blame = a
            a = w.next_mover[a]
    if least > strongest:
        w.moved[u] = YES
        return YES
    if most <= weakest:
        bounce(u, blame, v, o, w)
        return NO
    return OPEN


def beaten(a: int, v: int, w: Work, rules: list[int]) -> int:
    """Whether rival `a` has no effect at its goal because the unit `v` from there dislodges it (DATC 9, VI.8, 4.A.7).

    `v` moves to where `a` is, and does not fail for certain.
    """
    if w.sails[a] == NO and w.sails[v] == NO:
        return w.moved[v]
    sea, land = rules[RULE_SEA_LOSER], rules[RULE_LAND_LOSER]
    if w.sails[a] == YES or w.sails[v] == YES:
        bounces = sea if w.sails[a] == YES else land
        if w.sails[a] == OPEN:
            bounces = sea and land
        if bounces or w.moved[a] == YES:
            return NO
        if w.moved[a] == NO and w.moved[v] == YES and (w.sails[a] != OPEN or not (sea or land)):
            return YES
    return OPEN


def bounce(u: int, blame: int, v: int, o: Orders, w: Work) -> None:
    """Enter that a move failed, and against whom."""
    w.moved[u] = NO
    w.cause[u] = BOUNCED
    w.by[u] = blame
    if blame == v and v >= 0:
        if w.barred[u] and w.sails[u] == YES:
            w.point[u] = AGAINST_OWN
        elif o.power[v] == o.power[u]:
            w.point[u] = OWN_UNIT


# --- fleets and routes ---


def danger(f: int, o: Orders, w: Work) -> int:
    """Whether convoying fleet `f` is dislodged, as far as known."""
    answer = NO
    a = w.first_mover[o.place[f]]
    while a >= 0:
        if w.moved[a] == YES:
            return YES
        if w.moved[a] == OPEN:
            answer = OPEN
        a = w.next_mover[a]
    return answer


def passage(u: int, o: Orders, w: Work, wet: list[int]) -> int:
    """Whether a convoy route of `u` is open: YES, NO, or OPEN while its fleets are in doubt (DATC 7, VI.4)."""
    doubt = False
    f = w.first_fleet[u]
    while f >= 0:
        if o.duty[f] & BINDS:
            if w.lost[f] == YES:
                return NO
            doubt = doubt or w.lost[f] == OPEN
        f = w.next_fleet[f]
    if not doubt and reached(u, o, w, wet, OPEN, -1, -1):
        return YES
    return OPEN if reached(u, o, w, wet, YES, -1, -1) else NO


def decide_path(u: int, opened: bool, w: Work) -> None:
    """Enter whether the convoy of `u` has a way. An army that may fall back on land walks where it has none."""
    if w.sails[u] == OPEN:
        w.sails[u] = YES if opened else NO
    elif opened:
        w.path[u] = YES
    else:
        w.path[u] = NO
        w.moved[u] = NO
        w.cause[u] = CONVOY_BROKEN
        w.by[u] = -1


def path_is_open(u: int, w: Work) -> bool:
    """Whether it is still undecided which way, or whether, `u` goes."""
    return w.path[u] == OPEN or w.sails[u] == OPEN


# --- the bounds, until they say no more ---


def sweep(o: Orders, w: Work, rules: list[int], wet: list[int]) -> bool:
    """Decide all that the bounds decide; whether anything is left open."""
    counts = w.counts
    while True:
        before = counts[0] + counts[1] + counts[2] + counts[3]
        if before == 0:
            return False
        if counts[1] or counts[2] or counts[3]:
            sweep_convoys(o, w, wet)
        if counts[0]:
            sweep_moves(o, w, rules)
        if before == counts[0] + counts[1] + counts[2] + counts[3]:
            return True


def sweep_convoys(o: Orders, w: Work, wet: list[int]) -> None:
    """One round over open supports, fleets and routes."""
    left = 0
    for i in range(w.counts[1]):
        u = w.open_supports[i]
        state = cutting(u, o, w)
        if state == OPEN:
            w.open_supports[left] = u
            left += 1
        else:
            decide_support(u, state == YES, o, w)
    w.counts[1] = left
    left = 0
    for i in range(w.counts[2]):
        u = w.open_fleets[i]
        w.lost[u] = danger(u, o, w)
        if w.lost[u] == OPEN:
            w.open_fleets[left] = u
            left += 1
    w.counts[2] = left
    left = 0
    for i in range(w.counts[3]):
        u = w.open_paths[i]
        state = passage(u, o, w, wet) if path_is_open(u, w) else NO
        if state == OPEN:
            w.open_paths[left] = u
            left += 1
        elif path_is_open(u, w):
            decide_path(u, state == YES, w)
    w.counts[3] = left


def sweep_moves(o: Orders, w: Work, rules: list[int]) -> None:
    """One round over open moves; whoever follows a decided unit is weighed at once, so that columns need few rounds."""
    moved, open_moves, first_mover, place = w.moved, w.open_moves, w.first_mover, o.place
    waiting = w.counts[0]
    for i in range(waiting):
        u = open_moves[i]
        while u >= 0 and moved[u] == OPEN and weigh(u, o, w, rules) != OPEN:
            u = first_mover[place[u]]
    left = 0
    for i in range(waiting):
        u = open_moves[i]
        if moved[u] == OPEN:
            open_moves[left] = u
            left += 1
    w.counts[0] = left


# --- knots: decisions that hang on each other ---
#
# A decision is one number: the move of unit u is u, its support n + u, its fleet's loss 2n + u, its route 3n + u.


def untie(o: Orders, w: Work, rules: list[int], wet: list[int]) -> None:
    """Untie the innermost knot (DATC 13): the one that hangs on nothing open but itself."""
    n = len(o.place)
    size = innermost(o, w)
    routes = 0
    for i in range(size):
        if w.core[i] >= 3 * n:
            w.core[i], w.core[routes] = w.core[routes], w.core[i]
            routes += 1
    if routes == 0:
        untie_ring(size, n, w)
        return
    if routes <= MOST_GUESSES and try_out(size, routes, o, w, rules, wet):
        return
    for i in range(routes):
        strand(w.core[i] - 3 * n, w)
    if rules[RULE_BACKUP] == BACKUP_ALL_HOLD:
        for i in range(routes, size):
            u = w.core[i]
            if u < n and w.moved[u] == OPEN:
                w.moved[u] = NO
                w.path[u] = NO
                w.cause[u] = BOUNCED
                w.point[u] = PARADOX


def strand(u: int, w: Work) -> None:
    """A convoy in a paradox fails, and its army has no effect anywhere (VI.6.B, 4.A.2.f), not even by land."""
    w.sails[u] = YES
    w.path[u] = NO
    w.moved[u] = NO
    w.cause[u] = CONVOY_BROKEN
    w.by[u] = -1
    w.point[u] = PARADOX


def untie_ring(size: int, n: int, w: Work) -> None:
    """A knot of moves alone is circular movement: all succeed (DATC 13). Of anything else (variants) all fail."""
    ring = True
    for i in range(size):
        ring = ring and w.core[i] < n
    for i in range(size):
        u = w.core[i]
        if u < n:
            w.moved[u] = YES if ring else NO
            w.cause[u] = NONE if ring else BOUNCED
        elif u < 2 * n:
            w.stood[u - n] = OPEN  # stays open: the failed moves decide it


def innermost(o: Orders, w: Work) -> int:
    """Put into `core` the smallest set of open decisions that needs no other open decision; answers its size.

    What a decision hangs on, directly or not, is a set closed in itself; the smallest of these sets is a knot in which
    each hangs on each, so that any of them is right to begin with: several smallest ones do not touch.
    """
    n = len(o.place)
    best = 0
    for part in range(4):
        for i in range(w.counts[part]):
            start = listed(part, i, n, w)
            size = closure(start, o, w)
            if best == 0 or size < best:
                best = size
                w.core[:size] = w.trial[:size]
    return best


def listed(part: int, i: int, n: int, w: Work) -> int:
    """The decision at index `i` of one of the four lists of open ones."""
    if part == 0:
        return w.open_moves[i]
    if part == 1:
        return n + w.open_supports[i]
    return 2 * n + w.open_fleets[i] if part == 2 else 3 * n + w.open_paths[i]


def closure(start: int, o: Orders, w: Work) -> int:
    """Put into `trial` all open decisions on which `start` hangs, itself among them; answers how many."""
    n = len(o.place)
    for i in range(4 * n):
        w.seen[i] = 0
    w.seen[start] = 1
    w.trial[0] = start
    size = 1
    done = 0
    while done < size:
        node = w.trial[done]
        done += 1
        if node < n:
            size = needs_of_move(node, size, o, w)
        elif node < 2 * n:
            size = needs_of_support(node - n, size, o, w)
        elif node < 3 * n:
            size = needs_of_attackers(o.place[node - 2 * n], size, o, w)
        else:
            f = w.first_fleet[node - 3 * n]
            while f >= 0:
                if w.lost[f] == OPEN:
                    size = add(2 * n + f, size, w)
                f = w.next_fleet[f]
    return size


def add(node: int, size: int, w: Work) -> int:
    """Add a decision to `trial`, once."""
    if w.seen[node]:
        return size
    w.seen[node] = 1
    w.trial[size] = node
    return size + 1


def needs_of_attackers(place: int, size: int, o: Orders, w: Work) -> int:
    a = w.first_mover[place]
    while a >= 0:
        if w.moved[a] == OPEN:
            size = add(a, size, w)
        a = w.next_mover[a]
    return size


def needs_of_support(u: int, size: int, o: Orders, w: Work) -> int:
    n = len(o.place)
    a = w.first_mover[o.place[u]]
    while a >= 0:
        if o.power[a] != o.power[u] and w.path[a] != NO:
            if path_is_open(a, w):
                size = add(3 * n + a, size, w)
            if w.moved[a] == OPEN and o.kind[u] == SUPPORT_MOVE and o.place[a] == o.goal[u]:
                size = add(a, size, w)
        a = w.next_mover[a]
    return size


def needs_of_move(u: int, size: int, o: Orders, w: Work) -> int:
    n = len(o.place)
    v = w.unit_at[o.goal[u]]
    if v >= 0:
        if w.moved[v] == OPEN:
            size = add(v, size, w)
        if path_is_open(v, w) and o.kind[v] == MOVE and o.goal[v] == o.place[u]:
            size = add(3 * n + v, size, w)
    a = w.first_mover[o.goal[u]]
    while a >= 0:
        if path_is_open(a, w):
            size = add(3 * n + a, size, w)
        # 4.A.7.a: the effect of a rival that the unit at the goal dislodges hangs on its own fate
        if a != u and v >= 0 and o.kind[v] == MOVE and o.goal[v] == o.place[a] and w.moved[a] == OPEN:
            size = add(a, size, w)
        a = w.next_mover[a]
    for i in range(w.counts[1]):
        s = w.open_supports[i]
        if w.stood[s] == OPEN:
            t = w.target[s]
            if t == v or (o.kind[t] == MOVE and o.goal[t] == o.goal[u]):
                size = add(n + s, size, w)
    return size


# --- trying out what would be consistent ---


def try_out(size: int, routes: int, o: Orders, w: Work, rules: list[int], wet: list[int]) -> bool:
    """Try every way in which the routes of the knot could be open or broken. Take what all consistent ways agree on.

    The first `routes` entries of `core` are the routes. Answers whether anything was decided: nothing is where no way
    is consistent, or the consistent ones agree on no route. That is a paradox; a cycle alone is none (DATC 4.A.2, 13).
    """
    n = len(o.place)
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
            decide_path(w.core[i] - 3 * n, always & bit != 0, w)
            decided = True
    return decided


def holds(guess: int, size: int, routes: int, o: Orders, w: Work, rules: list[int], wet: list[int]) -> bool:
    """Whether the knot, with its routes open or broken as guessed, comes out with them just so."""
    n = len(o.place)
    for part in range(4):
        w.counts[part] = 0
    for i in range(size):
        node = w.core[i]
        if node < n:
            w.open_moves[w.counts[0]] = node
            w.counts[0] += 1
        elif node < 2 * n:
            w.open_supports[w.counts[1]] = node - n
            w.counts[1] += 1
        elif node < 3 * n:
            w.open_fleets[w.counts[2]] = node - 2 * n
            w.counts[2] += 1
    for i in range(routes):
        decide_path(w.core[i] - 3 * n, guess & (1 << i) != 0, w)
    left = w.counts[0]
    while sweep(o, w, rules, wet) and left:
        left -= 1
        ring_in_trial(o, w)
    if w.counts[0] + w.counts[1] + w.counts[2]:
        return False
    for i in range(routes):
        opened = passage(w.core[i] - 3 * n, o, w, wet) == YES
        if opened != (guess & (1 << i) != 0):
            return False
    return True


def ring_in_trial(o: Orders, w: Work) -> None:
    """Within a guess only circular movement can be left open: the smallest ring succeeds."""
    n = len(o.place)
    best, of = 0, -1
    for i in range(w.counts[0]):
        size = closure(w.open_moves[i], o, w)
        if best == 0 or size < best:
            best, of = size, w.open_moves[i]
    if of < 0:
        return
    size = closure(of, o, w)
    for i in range(size):
        if w.trial[i] < n:
            w.moved[w.trial[i]] = YES


def keep(n: int, w: Work) -> None:
    """Lay aside all that a guess may change."""
    w.kept[:n] = w.moved[:n]
    w.kept[n : 2 * n] = w.stood[:n]
    w.kept[2 * n : 3 * n] = w.lost[:n]
    w.kept[3 * n : 4 * n] = w.path[:n]
    w.kept[4 * n : 5 * n] = w.sails[:n]
    w.kept[5 * n : 6 * n] = w.firm[:n]
    w.kept[6 * n : 7 * n] = w.foreign[:n]
    w.kept[7 * n : 8 * n] = w.likely[:n]
    w.kept[8 * n : 9 * n] = w.likely_foreign[:n]


def bring_back(n: int, w: Work) -> None:
    """Undo a guess, and list again what is open."""
    w.moved[:n] = w.kept[:n]
    w.stood[:n] = w.kept[n : 2 * n]
    w.lost[:n] = w.kept[2 * n : 3 * n]
    w.path[:n] = w.kept[3 * n : 4 * n]
    w.sails[:n] = w.kept[4 * n : 5 * n]
    w.firm[:n] = w.kept[5 * n : 6 * n]
    w.foreign[:n] = w.kept[6 * n : 7 * n]
    w.likely[:n] = w.kept[7 * n : 8 * n]
    w.likely_foreign[:n] = w.kept[8 * n : 9 * n]
    for part in range(4):
        w.counts[part] = 0
    for i in range(w.counts[6]):
        u = w.movers[i]
        if w.moved[u] == OPEN:
            w.open_moves[w.counts[0]] = u
            w.counts[0] += 1
        if path_is_open(u, w):
            w.open_paths[w.counts[3]] = u
            w.counts[3] += 1
    for i in range(w.counts[7]):
        u = w.supporters[i]
        if w.stood[u] == OPEN:
            w.open_supports[w.counts[1]] = u
            w.counts[1] += 1
    for i in range(w.counts[4]):
        u = w.convoyers[i]
        if w.lost[u] == OPEN:
            w.open_fleets[w.counts[2]] = u
            w.counts[2] += 1


# --- the end ---


def finish(o: Orders, w: Work) -> None:
    """Who was dislodged, by whom; what that means for the orders of those who stood."""
    moved, movers, goal, kind = w.moved, w.movers, o.goal, o.kind
    unit_at, lost, by, cause = w.unit_at, w.lost, w.by, w.cause
    for i in range(w.counts[6]):
        a = movers[i]
        if moved[a] == YES:
            v = unit_at[goal[a]]
            if v >= 0 and moved[v] != YES:
                lost[v] = YES
                if cause[v] == NONE and kind[v] != SUPPORT_MOVE and kind[v] != SUPPORT_HOLD:
                    cause[v] = DISLODGED
                    by[v] = a
        elif cause[a] == CONVOY_BROKEN and by[a] < 0:
            blame_for_convoy(a, o, w)


def blame_for_convoy(u: int, o: Orders, w: Work) -> None:
    """Name a unit that dislodged a fleet of the broken convoy; in a paradox, one that attacked it."""
    f = w.first_fleet[u]
    while f >= 0:
        a = w.first_mover[o.place[f]]
        while a >= 0:
            if w.moved[a] == YES or (w.by[u] < 0 and w.point[u] == PARADOX):
                w.by[u] = a
            a = w.next_mover[a]
        f = w.next_fleet[f]
