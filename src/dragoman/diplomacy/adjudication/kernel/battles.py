"""Supports and moves, weighed by bounds: what is settled at one look, and then round after round what the bounds decide
(DATC 4, 5, 8 to 11)."""

from __future__ import annotations

from dragoman.diplomacy.adjudication.kernel.convoys import danger, decide_path, passage, path_is_open
from dragoman.diplomacy.adjudication.kernel.rows import (
    AGAINST_OWN,
    ALWAYS_CUTS,
    AS_USUAL,
    ATTACKERS,
    ATTACKING,
    BARRED,
    BOUNCED,
    BY,
    CAUSE,
    COMMON,
    COUNTS,
    CUT,
    DISLODGED,
    DOUBTFUL,
    FIRM,
    FIRST_MOVER,
    FLEETS,
    FOREIGN,
    FROM_TARGET,
    GOAL,
    KIND,
    LIKELY,
    LIKELY_FOREIGN,
    LOSER,
    LOST,
    MISORDER,
    MOVE,
    MOVED,
    MOVERS,
    MOVES,
    MOVING,
    NEVER_CUTS,
    NEXT_MOVER,
    NO,
    NO_SUCH_ORDER,
    OPEN,
    OPEN_FLEETS,
    OPEN_MOVES,
    OPEN_PATHS,
    OPEN_SUPPORTS,
    OWN_UNIT,
    PATH,
    PATHS,
    PLACE,
    POINT,
    POWER,
    RULE_LAND_LOSER,
    RULE_SEA_LOSER,
    SAILS,
    SOURCE,
    SPARES,
    STOOD,
    SUPPORT_MOVE,
    SUPPORTERS,
    SUPPORTING,
    SUPPORTS,
    TARGET,
    UNIT_AT,
    UNSURE,
    YES,
    Rows,
)


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
                if answer == OPEN:  # another before this one may yet turn out to cut it, too
                    doubt(u, a, w)
                elif o[PLACE][a] == into:
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
    unsure = weakest != strongest
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
                unsure |= low != high
                strongest = high if high > strongest else strongest
                if low > weakest:
                    weakest = low
                    blame = a
            a = w[NEXT_MOVER][a]
    if least > strongest:
        w[MOVED][u] = YES
        return YES
    if most <= weakest:
        if unsure:  # whoever is not yet weighed to the end may turn out to be stronger
            w[MOVED][u], w[CAUSE][u] = NO, BOUNCED
            doubt(u, blame, w)
        else:
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


def doubt(u: int, blame: int, w: Rows) -> None:
    """Enter that `u` failed, and that it may not be by `blame`."""
    w[BY][u] = UNSURE - blame
    w[COUNTS][DOUBTFUL] = 1


def end_doubts(o: Rows, w: Rows, rules: list[int]) -> None:
    """Ask again by whom it was that somebody failed, now that all is decided: so it hangs on no order of deciding."""
    for i in range(w[COUNTS][MOVING]):
        u = w[MOVERS][i]
        if w[BY][u] <= UNSURE:
            blame, v = UNSURE - w[BY][u], w[UNIT_AT][o[GOAL][u]]
            if weigh(u, o, w, rules) != NO or w[BY][u] <= UNSURE:
                bounce(u, blame, v, o, w)
    for i in range(w[COUNTS][SUPPORTING]):
        u = w[SUPPORTERS][i]
        if w[BY][u] <= UNSURE:
            w[BY][u] = UNSURE - w[BY][u]
            cutting(u, o, w)


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


OFTEN = (cutting, bounce, sweep_moves, weigh)
"""What is compiled into those who call it: what every phase asks, often or from one place."""
