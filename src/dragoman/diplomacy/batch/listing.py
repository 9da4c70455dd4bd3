"""Which orders could be given on a board, listed as codes, on flat integers: by `possible` for movement, and for the
other stages by what those ask themselves. Runs on lists as it is, and on arrays when compiled."""

from __future__ import annotations

from typing import Any

from dragoman.diplomacy.batch import possible
from dragoman.diplomacy.batch.layout import (
    AT,
    AT_KIND,
    AT_SOURCE,
    AT_SPOT,
    ATTACKER,
    BESIDE,
    BUILD,
    CLOCK,
    COASTAL,
    CONTESTED,
    CONVOY,
    COUNT,
    DISBAND,
    DUE,
    EXILE,
    EXILED,
    FIRST_SPOT,
    GOALS,
    HOLD,
    HOW_MANY_SEAS,
    LINE,
    MOVE,
    MOVEMENT,
    OWNER,
    PLACES,
    POWER,
    POWERS,
    PROVINCE,
    PROVINCES,
    QUEUE,
    REACHES,
    RETREAT,
    RETREATS,
    RULE_BOARD,
    RULE_USELESS,
    RULE_WAIVES,
    SAILS,
    SEAS,
    SIZES,
    SOURCES,
    SPOT,
    STAGE,
    STANDS,
    STEPS,
    SUPPORT_HOLD,
    SUPPORT_MOVE,
    TAKEN,
    TERRAIN,
    VIA,
    WAIVE,
    WET,
    WISH,
)
from dragoman.diplomacy.batch.stages.calendar import count_centres, is_site, weigh_units
from dragoman.diplomacy.batch.stages.movement import first_exit
from dragoman.diplomacy.batch.stages.rows import counted

Rows = Any


def pack(kind: int, spot: int, source: int, goal: int) -> int:
    return kind << AT_KIND | spot << AT_SPOT | source << AT_SOURCE | goal


def put(out: Rows, at: int, code: int) -> int:
    """Write a code if there is room for it; answers where the next belongs all the same."""
    if at < len(out):
        out[at] = code
    return at + 1


def list_orders(b: Rows, t: Rows, rules: Rows, x: Rows, starts: Rows, givers: Rows, out: Rows, begin: int) -> int:
    """List what each slot of a board can be given: `starts` gets where each slot's codes begin, and at its end where
    the last one's stop; `givers` the power that orders there, or -1. Answers where the list ends."""
    slots = len(givers)
    for i in range(slots):
        givers[i] = -1
    stage = b[CLOCK][STAGE]
    at = begin
    used = 0
    if stage == MOVEMENT:
        used = counted(b[SPOT])
        prepare(used, b, t, rules, x)
        for u in range(used):
            starts[u] = at
            givers[u] = b[POWER][u]
            at = moves(u, b, t, x, out, at)
            at = supports(u, used, b, t, rules, x, out, at)
            at = convoys(u, used, b, t, rules, x, out, at)
    elif stage == RETREAT:
        used = counted(b[EXILE])
        occupy(b, t, x)
        for i in range(used):
            starts[i] = at
            givers[i] = b[EXILED][i]
            at = retreats(i, b, t, x, out, at)
    else:
        n = counted(b[SPOT])
        count_centres(b, t, x)
        weigh_units(b, n, t, x)
        for k in range(t[SIZES][POWERS]):
            for _ in range(lines_of(k, b, t, x)):
                if used < slots:
                    starts[used] = at
                    givers[used] = k
                    at = adjustments(k, n, b, t, rules, x, out, at)
                    used += 1
    for i in range(used, slots + 1):
        starts[i] = at
    return at


# --- movement ---


def prepare(n: int, b: Rows, t: Rows, rules: Rows, x: Rows) -> None:
    """List the fleets that could convoy, and enter who stands where."""
    possible.gather(n, b, t, rules[RULE_BOARD], x)
    for p in range(t[SIZES][PROVINCES]):
        x[AT][p] = -1
    for u in range(n):
        x[AT][t[PROVINCE][b[SPOT][u] >> 1]] = u


def moves(u: int, b: Rows, t: Rows, x: Rows, out: Rows, at: int) -> int:
    """To hold, to go where one step leads, and, for armies, by convoy."""
    s = b[SPOT][u]
    at = put(out, at, pack(HOLD, s, SOURCES, GOALS))
    beside = t[t[SIZES][BESIDE] + s]
    i = 0
    while beside[i] >= 0:
        at = put(out, at, pack(MOVE, s, SOURCES, beside[i]))
        i += 1
    if s & 1 or not x[COUNT][HOW_MANY_SEAS]:
        return at
    for end in range(t[SIZES][PROVINCES]):
        if t[TERRAIN][end] == COASTAL and possible.passable(s >> 1, end, -1, t, x):
            kind = VIA if t[FIRST_SPOT + s][end] & STEPS else MOVE
            at = put(out, at, pack(kind, s, SOURCES, end))
    return at


def supports(u: int, n: int, b: Rows, t: Rows, rules: Rows, x: Rows, out: Rows, at: int) -> int:
    """Supports into every province within reach; the supported unit's goal is named without a coast."""
    s = b[SPOT][u]
    for end in range(t[SIZES][PROVINCES]):
        if t[FIRST_SPOT + s][end] & REACHES:
            if x[AT][end] >= 0 and x[AT][end] != u:
                at = put(out, at, pack(SUPPORT_HOLD, s, end, GOALS))
            for v in range(n):
                if v != u and possible.could_support(s, b[SPOT][v], end, t, rules, x):
                    at = put(out, at, pack(SUPPORT_MOVE, s, t[PROVINCE][b[SPOT][v] >> 1], end))
    return at


def convoys(u: int, n: int, b: Rows, t: Rows, rules: Rows, x: Rows, out: Rows, at: int) -> int:
    """Convoys of every army that the fleet could be of use to; where useless ones stand, of every army (4.E.1)."""
    s, useful = b[SPOT][u], rules[RULE_USELESS]
    if not s & 1 or not t[SAILS][t[PROVINCE][s >> 1]]:
        return at
    touch(t[PROVINCE][s >> 1], t, x)
    for v in range(n):
        if not b[SPOT][v] & 1 and (x[LINE][b[SPOT][v] >> 1] or not useful):
            for end in range(t[SIZES][PROVINCES]):
                if (x[LINE][end] or not useful) and possible.could_convoy(s, b[SPOT][v], end, t, rules, x):
                    at = put(out, at, pack(CONVOY, s, b[SPOT][v] >> 1, end))
    return at


def touch(sea: int, t: Rows, x: Rows) -> None:
    """Into LINE: 1 for every province that fleets in touch with the one at `sea` touch."""
    seas, seen, queue, near = x[SEAS], x[WISH], x[QUEUE], x[LINE]
    count = x[COUNT][HOW_MANY_SEAS]
    for p in range(t[SIZES][PROVINCES]):
        near[p] = t[t[SIZES][WET] + p][sea]
        seen[p] = 0
    queue[0] = sea
    seen[sea] = 1
    depth = 1
    while depth:
        depth -= 1
        here = t[t[SIZES][WET] + queue[depth]]
        for i in range(count):
            if here[seas[i]] and not seen[seas[i]]:
                seen[seas[i]] = 1
                queue[depth] = seas[i]
                depth += 1
                for p in range(t[SIZES][PROVINCES]):
                    near[p] |= t[t[SIZES][WET] + p][seas[i]]


# --- retreats and adjustments ---


def occupy(b: Rows, t: Rows, x: Rows) -> None:
    for p in range(t[SIZES][PROVINCES]):
        x[TAKEN][p] = 0
    for u in range(counted(b[SPOT])):
        x[TAKEN][t[PROVINCE][b[SPOT][u] >> 1]] = 1


def retreats(i: int, b: Rows, t: Rows, x: Rows, out: Rows, at: int) -> int:
    s = b[EXILE][i]
    at = put(out, at, pack(DISBAND, s, SOURCES, GOALS))
    index = first_exit(s, 0, b[ATTACKER][i], t, x[TAKEN], b[CONTESTED])
    while index >= 0:
        at = put(out, at, pack(RETREATS, s, SOURCES, t[t[SIZES][BESIDE] + s][index]))
        index = first_exit(s, index + 1, b[ATTACKER][i], t, x[TAKEN], b[CONTESTED])
    return at


def lines_of(k: int, b: Rows, t: Rows, x: Rows) -> int:
    """How many builds or removals a power can or must order."""
    due = x[DUE][k]
    if due <= 0:
        return int(-due)
    sites = 0
    for p in range(t[SIZES][PROVINCES]):
        if b[OWNER][p] == k and is_site(p, b, t, x):
            sites += 1
    return int(due if due < sites else sites)


def adjustments(k: int, n: int, b: Rows, t: Rows, rules: Rows, x: Rows, out: Rows, at: int) -> int:
    """Every build, and to leave one unused; or every removal."""
    if x[DUE][k] < 0:
        for u in range(n):
            if b[POWER][u] == k:
                at = put(out, at, pack(DISBAND, b[SPOT][u], SOURCES, GOALS))
        return at
    if rules[RULE_WAIVES]:
        at = put(out, at, pack(WAIVE, 0, k, GOALS))
    for place in range(t[SIZES][PLACES]):
        p = t[PROVINCE][place]
        if b[OWNER][p] == k and is_site(p, b, t, x):
            for s in (2 * place, 2 * place + 1):
                if t[STANDS][s]:
                    at = put(out, at, pack(BUILD, s, SOURCES, GOALS))
    return at
