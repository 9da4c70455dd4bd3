"""What comes next: the season, who owns which centre, whether somebody has won, whether units are to be adjusted."""

from __future__ import annotations

from typing import Any

from dragoman.diplomacy.adjudication.matrices import FROM_FRONT
from dragoman.diplomacy.batch.layout import (
    ADJUSTMENT,
    CENTRE,
    CLOCK,
    DUE,
    FIRST_YEAR,
    HOME,
    HOME_SITES,
    MOVEMENT,
    OWNED_IF_HOME,
    OWNER,
    POWER,
    POWERS,
    PROVINCE,
    PROVINCES,
    RETREAT,
    ROUNDS,
    SITES,
    SIZES,
    SPOT,
    STAGE,
    TAKEN,
    TURN,
    TURNS,
    VICTORY,
    WINNER,
    YEAR,
    YEARS,
)

Rows = Any


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


OFTEN = (
    advance,
    capture,
)
"""As `kernel.battles.OFTEN`."""
