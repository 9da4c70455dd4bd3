"""How a phase and the room to work in lie in rows of small integers, and what the numbers mean. No unit and no province
is known by name here or in what is built on this."""

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
KEPT_FIRM, KEPT_FOREIGN, KEPT_LIKELY, KEPT_LIKELY_FOREIGN, KEPT_CAUSE, KEPT_BY, KEPT_POINT = range(38, 45)
CHANGED_BY_GUESS = 12
DECISIONS = 4  # of a unit: its move, its support, its fleet's loss, its path
ANSWERS = (MOVED, STOOD, LOST, PATH, SAILS, CAUSE, BY, POINT)

# The entries of the row COUNTS: how many moves, supports, fleets and routes are open; how many units move, support and
# convoy; whether any move is not plainly by land; how many moves may drive somebody out; whether somebody is UNSURE.
MOVES, SUPPORTS, FLEETS, PATHS, MOVING, SUPPORTING, CONVOYING, AFLOAT, ATTACKING, DOUBTFUL = range(10)
MANY_COUNTS = 10

UNSURE = -2
"""That an order failed can be known before it is known by whom. Until all is, BY is UNSURE less the one thought of."""


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
    kept_cause: list[int]
    kept_by: list[int]
    kept_point: list[int]


def workspace(units: int, provinces: int) -> Room:
    """Room for phases of up to that many units on a map of that many provinces."""
    rows = [[0] * units for _ in Work._fields]
    rows[COUNTS] = [0] * MANY_COUNTS
    rows[UNIT_AT], rows[FIRST_MOVER] = [0] * provinces, [0] * provinces
    for row in (CORE, TRIAL, SEEN):
        rows[row] = [0] * (DECISIONS * units)
    return rows
