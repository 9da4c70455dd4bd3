"""From a board and its orders to the next board: movement, retreats, adjustments and the calendar, on flat integers.

What each stage does is told in `adjudication.movement`, `retreats`, `adjustments` and `phases`; tests hold these
numbers to what those say of every position. Runs on lists as it is, and on arrays when compiled.
"""

from __future__ import annotations

from typing import Any

from dragoman.diplomacy.adjudication import kernel
from dragoman.diplomacy.adjudication.matrices import FROM_FRONT
from dragoman.diplomacy.batch import possible
from dragoman.diplomacy.batch.layout import (
    ADJUSTMENT,
    AT,
    AT_KIND,
    AT_SOURCE,
    AT_SPOT,
    ATTACKER,
    BESIDE,
    BLAMES,
    BUILD,
    CAUSES,
    CENTRE,
    CLOCK,
    CLOSED,
    CONTESTED,
    DISBAND,
    DUE,
    EXILE,
    EXILED,
    FAR,
    FARTHEST,
    FIRST,
    FIRST_SPOT,
    FIRST_YEAR,
    FOLLOWED,
    GOAL,
    GOALS,
    GOALS_OF,
    GONE,
    GOOD,
    HOME,
    HOME_SITES,
    IMPOSSIBLE,
    INLAND,
    KEPT,
    KINDS,
    LINE,
    MANY_LAST,
    MANY_NONE,
    MARK,
    MOST_KINDS,
    MOVEMENT,
    NAME,
    NEXT,
    OWNED_IF_HOME,
    OWNER,
    PLACES,
    POWER,
    POWERS,
    PROVINCE,
    PROVINCES,
    QUEUE,
    RETREAT,
    RETREAT_CLASH,
    RETREATS,
    ROUNDS,
    ROWS,
    RULE_ABROAD,
    RULE_BUILDS,
    RULE_DISBANDS,
    RULE_INLAND,
    RULE_NAMES,
    RULE_ORIGIN_OPEN,
    RULE_OWNED,
    RULE_SEVERAL,
    RULE_WAIVES,
    SEVERAL_ARMY,
    SEVERAL_FIRST,
    SEVERAL_LAST,
    SEVERAL_NOTHING,
    SITES,
    SIZES,
    SOURCES,
    SPOT,
    SPOTS,
    STAGE,
    STANDS,
    STEPS,
    TAKEN,
    TERRAIN,
    TOO_MANY,
    TURN,
    TURNS,
    VICTORY,
    WAIVE,
    WINNER,
    WISH,
    YEAR,
    YEARS,
)

Rows = Any


# --- arrays that are no board are refused before anything is done with them ---


def fault(b: Rows, orders: Rows, t: Rows, x: Rows) -> int:
    """Nothing wrong: -1. Else the first number that can be no part of a board or order: its column, and 65,536 times
    its row, the orders standing behind the rows of the board."""
    places, powers = t[SIZES][PLACES], t[SIZES][POWERS]
    wrong = wrong_units(SPOT, b, places, powers, t, x)
    if wrong < 0:
        wrong = wrong_units(EXILE, b, places, powers, t, x)
    if wrong < 0:
        wrong = wrong_provinces(b, powers, t)
    if wrong < 0:
        wrong = wrong_clock(b, powers, t)
    if wrong >= 0:
        return wrong
    sizes = t[SIZES]
    odd = 0
    for i in range(len(orders)):
        odd |= is_odd(orders[i], places, powers, sizes[PROVINCES])
    if not odd:
        return -1
    i = 0
    while not is_odd(orders[i], places, powers, sizes[PROVINCES]):
        i += 1
    return (ROWS << 16) + i


def wrong_units(row: int, b: Rows, places: int, powers: int, t: Rows, x: Rows) -> int:
    """What is wrong with units, or with dislodged ones: a spot where none can be, no such power, two in a province."""
    mark, spots, powers_of, attackers, stands, province = (
        x[MARK], b[row], b[row + 1], b[ATTACKER], t[STANDS], t[PROVINCE],
    )  # fmt: skip
    if spots[0] == -1:
        return -1
    provinces = t[SIZES][PROVINCES]
    for p in range(provinces):
        mark[p] = 0
    for i in range(len(spots)):
        s = spots[i]
        if s == -1:
            return -1
        if s < 0 or s >= 2 * places or not stands[s] or mark[province[s >> 1] & FROM_FRONT]:
            return (row << 16) + i
        if powers_of[i] < 0 or powers_of[i] >= powers:
            return ((row + 1) << 16) + i
        if row == EXILE and (attackers[i] < -1 or attackers[i] >= provinces):
            return (ATTACKER << 16) + i
        mark[province[s >> 1] & FROM_FRONT] = 1
    return -1


def wrong_provinces(b: Rows, powers: int, t: Rows) -> int:
    owner, contested = b[OWNER], b[CONTESTED]
    lowest, highest, odd = 0, 0, 0
    for p in range(len(owner)):  # without a branch, which is quick on arrays
        lowest = min(lowest, owner[p])
        highest = max(highest, owner[p])
        odd |= contested[p]
    if lowest >= -1 and highest < powers and 0 <= odd <= 1:
        return -1
    p = 0
    while -1 <= owner[p] < powers and 0 <= contested[p] <= 1:
        p += 1
    return ((CONTESTED if -1 <= owner[p] < powers else OWNER) << 16) + p


def wrong_clock(b: Rows, powers: int, t: Rows) -> int:
    clock = b[CLOCK]
    last = t[SIZES][TURNS] if clock[STAGE] == ADJUSTMENT else t[SIZES][TURNS] - 1
    if clock[TURN] < 0 or clock[TURN] > last:
        return (CLOCK << 16) + TURN
    if clock[YEAR] < 0 or clock[YEAR] > 30_000:
        return (CLOCK << 16) + YEAR
    if clock[STAGE] < MOVEMENT or clock[STAGE] > ADJUSTMENT:
        return (CLOCK << 16) + STAGE
    return -1


def is_odd(code: int, places: int, powers: int, provinces: int) -> int:
    """1 where a field of a code names nothing, else 0; without a branch, so that many are looked at in one stroke."""
    kind, source, goal = code >> AT_KIND, code >> AT_SOURCE & SOURCES, code & GOALS
    odd = int(code < 0) | int(kind >= MOST_KINDS) | int(code >> AT_SPOT & SPOTS >= 2 * places)
    odd |= int(goal != GOALS) & int(goal >= places)
    odd |= int(kind == WAIVE) & int(source >= powers)
    odd |= int(kind != WAIVE) & int(source != SOURCES) & int(source >= provinces)
    return odd & int(code != -1)


# --- the whole ---


def turn_over(
    b: Rows, orders: Rows, t: Rows, wet: Rows, rules: Rows, o: Rows, w: Rows, x: Rows, after: Rows,
    told: Rows,
) -> int:  # fmt: skip
    """Adjudicate one phase: the next board into `after`, what became of each order into `told`, unless that is empty.

    `o` has room for exactly as many orders as there are units. Answers how many knots were untied.
    """
    stage = b[CLOCK][STAGE]
    knots = 0
    wipe(after)
    if stage == MOVEMENT:
        n = len(o[kernel.PLACE])
        possible.lay_out(n, b, orders, t, rules, o, x)
        knots = kernel.resolve(o, w, rules, wet)
        leave(n, b, o, w, t, rules, x, after)
        if len(told):  # last: what was written one by one just now can be read many at a time only a while later
            tell(n, w, x, told)
        return knots
    for row in range(len(told)):
        fill(told[row], 0)
    if stage == RETREAT:
        retreat(b, orders, t, x, after, told)
    else:
        adjust(b, orders, t, rules, x, after, told)
    return knots


def counted(row: Rows) -> int:
    """How many units a row of spots has."""
    n = 0
    while n < len(row) and row[n] >= 0:
        n += 1
    return n


def tell(n: int, w: Rows, x: Rows, told: Rows) -> None:
    """What became of the orders of so many units, in the rows of `kernel.ANSWERS`."""
    tell_row(n, w[kernel.MOVED], told[0])
    tell_row(n, w[kernel.STOOD], told[1])
    tell_row(n, w[kernel.LOST], told[2])
    tell_row(n, w[kernel.PATH], told[3])
    tell_row(n, w[kernel.SAILS], told[4])
    tell_row(n, w[kernel.CAUSE], told[CAUSES])
    tell_row(n, w[kernel.BY], told[BLAMES])
    tell_row(n, w[kernel.POINT], told[7])
    first, causes = x[FIRST], told[CAUSES]
    for u in range(n):
        causes[u] = first[u] if first[u] else causes[u]


def tell_row(n: int, row: Rows, told: Rows) -> None:
    """One row at a time, nought after the last unit: compiled, all numbers go in one stroke, however many count."""
    many = min(len(row), len(told))
    for u in range(many):
        told[u] = row[u] * int(u < n)
    for u in range(many, len(told)):
        told[u] = 0


def fill(row: Rows, number: int) -> None:
    for i in range(len(row)):
        row[i] = number


def wipe(after: Rows) -> None:
    """Clear the board that is to be, but for owners and clock."""
    fill(after[SPOT], -1)
    fill(after[POWER], -1)
    fill(after[EXILE], -1)
    fill(after[EXILED], -1)
    fill(after[ATTACKER], -1)
    fill(after[CONTESTED], 0)
    fill(after[CLOCK], 0)


# --- movement ---


def leave(n: int, b: Rows, o: Rows, w: Rows, t: Rows, rules: Rows, x: Rows, after: Rows) -> None:
    """Who stands where after movement, where standoffs were, and who can still retreat."""
    spots, powers, taken, province = after[SPOT], after[POWER], x[TAKEN], t[PROVINCE]
    contested, before, whose, lost, moved, goal = (
        after[CONTESTED], b[SPOT], b[POWER], w[kernel.LOST], w[kernel.MOVED], x[GOAL],
    )  # fmt: skip
    left, gone, driven_out = 0, 0, x[QUEUE]
    for u in range(n):
        s, to = before[u], goal[u]
        s = 2 * to + (s & 1) if moved[u] == kernel.YES else s
        stays = int(lost[u] != kernel.YES)
        driven_out[gone] = u
        gone += 1 - stays
        spots[left] = s
        powers[left] = whose[u]
        taken[province[s >> 1 & FROM_FRONT] & FROM_FRONT] |= stays
        left += stays
    movers, goals, path = w[kernel.MOVERS], o[kernel.GOAL], w[kernel.PATH]
    for i in range(w[kernel.COUNTS][kernel.MOVING]):
        u = movers[i] & FROM_FRONT
        p = goals[u] & FROM_FRONT
        # One who was kept out, and not driven out himself, leaves a standoff: told without a branch, as in `possible`.
        kept_out = int(moved[u] != kernel.YES) & int(path[u] != kernel.NO) & (1 - taken[p])
        contested[p] |= kept_out & int(lost[u] != kernel.YES)
        if kept_out & int(lost[u] == kernel.YES) and kernel.has_effect(u, o, w, rules):
            contested[p] = 1
    if left < n:
        spots[left] = -1
        powers[left] = -1
        advance(b, left, exiles(gone, b, o, w, t, rules, x, after), t, x, after)
    else:
        advance(b, left, 0, t, x, after)


def exiles(gone: int, b: Rows, o: Rows, w: Rows, t: Rows, rules: Rows, x: Rows, after: Rows) -> int:
    """List those of the dislodged units, so many in QUEUE, that have somewhere to go (VI.1, DATC 4.A.5); answers how
    many."""
    count = 0
    for i in range(gone):
        u = x[QUEUE][i]
        a = kernel.dislodger(u, o, w)
        opened = w[kernel.SAILS][a] == kernel.YES and rules[RULE_ORIGIN_OPEN]
        origin = -1 if opened else o[kernel.PLACE][a]
        s = b[SPOT][u]
        if first_exit(s, 0, origin, t, x[TAKEN], after[CONTESTED]) >= 0:
            after[EXILE][count] = s
            after[EXILED][count] = b[POWER][u]
            after[ATTACKER][count] = origin
            count += 1
    return count


def first_exit(spot: int, begin: int, origin: int, t: Rows, taken: Rows, contested: Rows) -> int:
    """The index in the row of places beside of the next open place from `begin` on, or -1."""
    beside = t[t[SIZES][BESIDE] + spot]
    i = begin
    while beside[i] >= 0:
        p = t[PROVINCE][beside[i]]
        if not taken[p] and not contested[p] and p != origin:
            return i
        i += 1
    return -1


# --- retreats ---


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


# --- what comes next ---


def advance(b: Rows, standing: int, exiled: int, t: Rows, x: Rows, after: Rows) -> None:
    """The next phase, and whose the centres are: see `phases.advance`. So many units stand after this one."""
    clock, then, before, owner = b[CLOCK], after[CLOCK], b[OWNER], after[OWNER]
    for p in range(len(owner)):
        owner[p] = before[p]
    then[TURN] = clock[TURN]
    then[YEAR] = clock[YEAR]
    then[WINNER] = -1
    if exiled:
        then[STAGE] = RETREAT
        return
    if clock[STAGE] != ADJUSTMENT and counts(clock, t):
        capture(standing, after[SPOT], after[POWER], t, owner)
        count_centres(after, t, x)
        then[WINNER] = winner(t, x)
        weigh_units(after, standing, t, x)
        if adjustments_due(after, t, x):
            then[TURN] = t[SIZES][TURNS]
            then[STAGE] = ADJUSTMENT
            return
    then[STAGE] = MOVEMENT
    if clock[STAGE] == ADJUSTMENT or clock[TURN] >= t[SIZES][TURNS] - 1:
        then[TURN] = 0
        then[YEAR] = clock[YEAR] + t[SIZES][YEARS]
    else:
        then[TURN] = clock[TURN] + 1


def capture(standing: int, spots: Rows, powers: Rows, t: Rows, owner: Rows) -> None:
    """Who stands in a centre owns it; without a branch, as in `possible`."""
    province, centre = t[PROVINCE], t[CENTRE]
    for u in range(standing):
        p = province[spots[u] >> 1 & FROM_FRONT] & FROM_FRONT
        owner[p] += (powers[u] - owner[p]) * centre[p]


def counts(clock: Rows, t: Rows) -> bool:
    """Whether centres change hands after that turn."""
    if clock[TURN] < t[SIZES][TURNS] - 1:
        return False
    rounds = t[SIZES][ROUNDS]
    return bool(rounds == 1 or ((clock[YEAR] - t[SIZES][FIRST_YEAR]) // t[SIZES][YEARS] + 1) % rounds == 0)


def count_centres(b: Rows, t: Rows, x: Rows) -> None:
    """Into DUE how many centres each power has. What nobody owns is counted in its last entry, which is no power's."""
    due, owner = x[DUE], b[OWNER]
    for k in range(t[SIZES][POWERS]):
        due[k] = 0
    for p in range(t[SIZES][PROVINCES]):
        due[owner[p]] += 1


def winner(t: Rows, x: Rows) -> int:
    """The power with the victory count of centres, if one alone has the most; -1 if none. DUE holds the counts."""
    held = x[DUE]
    best, second, who = 0, 0, -1
    for k in range(t[SIZES][POWERS]):
        if held[k] > best:
            best, second, who = held[k], best, k
        elif held[k] > second:
            second = held[k]
    return who if best >= t[SIZES][VICTORY] and best > second else -1


def weigh_units(b: Rows, standing: int, t: Rows, x: Rows) -> None:
    """Take from DUE each power's units, and enter into TAKEN where they stand."""
    due, taken, spots, powers, province = x[DUE], x[TAKEN], b[SPOT], b[POWER], t[PROVINCE]
    for p in range(t[SIZES][PROVINCES]):
        taken[p] = 0
    for u in range(standing):
        due[powers[u] & FROM_FRONT] -= 1
        taken[province[spots[u] >> 1 & FROM_FRONT] & FROM_FRONT] = 1


def adjustments_due(b: Rows, t: Rows, x: Rows) -> bool:
    """Whether any power must remove or can build."""
    due, owner = x[DUE], b[OWNER]
    builds = False
    for k in range(t[SIZES][POWERS]):
        if due[k] < 0:
            return True
        builds = builds or due[k] > 0
    if builds:
        for p in range(t[SIZES][PROVINCES]):
            if owner[p] >= 0 and due[owner[p]] > 0 and is_site(p, b, t, x):
                return True
    return False


def is_site(p: int, b: Rows, t: Rows, x: Rows) -> bool:
    """Whether the owner of a centre may build in it."""
    k = b[OWNER][p]
    if k < 0 or x[TAKEN][p]:
        return False
    rule = t[SIZES][SITES]
    if rule == HOME_SITES:
        return bool(t[HOME][p] == k and t[CENTRE][p])
    return rule != OWNED_IF_HOME or has_home(k, b, t)


def has_home(k: int, b: Rows, t: Rows) -> bool:
    for p in range(t[SIZES][PROVINCES]):
        if b[OWNER][p] == k and t[HOME][p] == k and t[CENTRE][p]:
            return True
    return False


# --- adjustments ---


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


OFTEN = (
    fault, wrong_units, wrong_provinces, wrong_clock, is_odd, counted, wipe, tell, tell_row, leave, advance, capture,
)  # fmt: skip
"""As `kernel.battles.OFTEN`."""
