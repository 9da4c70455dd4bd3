"""How boards, orders and answers lie in arrays: the rows, their units, and the bits of an order.

A board is one matrix of `ROWS` rows of small integers, a province, a power and a unit each being a number from 0. An
order is one integer, of the fields below; -1 is no order. Everything here is numbers: `tables` names them for a map.
"""

from __future__ import annotations

# --- a board ---

SPOT, POWER, EXILE, EXILED, ATTACKER, CONTESTED, OWNER, CLOCK = range(8)
"""The rows of a board. `SPOT` and `POWER`: each unit's spot and power, without gaps, then -1. `EXILE`, `EXILED` and
`ATTACKER`: the same of dislodged units, and the province closed to each for its attacker came from it, or -1.
`CONTESTED` (1 after a standoff) and `OWNER` (a power, or -1): by province. `CLOCK`: the entries below."""
ROWS = 8

TURN, YEAR, STAGE, WINNER = range(4)
"""The entries of `CLOCK`: which of the year's turns (as many as there are: the adjustments), the year, the stage, and
the power that has won with this position, or -1."""

MOVEMENT, RETREAT, ADJUSTMENT = 0, 1, 2
"""Stages."""

# --- an order ---

AT_KIND, AT_SPOT, AT_SOURCE = 27, 17, 9
"""By how many bits the fields are shifted; the goal is in the lowest bits."""
KINDS, SPOTS, SOURCES, GOALS = 15, 1023, 255, 511
"""What the fields can hold, as masks. `SOURCES` and `GOALS` stand for none."""

HOLD, MISORDER, MOVE, SUPPORT_HOLD, SUPPORT_MOVE, CONVOY = 0, 1, 2, 3, 4, 5
"""Kinds of order, as the kernel counts them. `MISORDER` stands and cannot be helped (III.5.A, III.5.B)."""
VIA, RETREATS, DISBAND, BUILD, WAIVE = 6, 7, 8, 9, 10
"""Further kinds: a move that says that it goes by convoy; those of retreats and adjustments."""
MOST_KINDS = 11

# --- answers ---

FOLLOWED, GONE, CAUSES, BLAMES = 0, 2, 5, 6
"""The rows of answers that every stage has, by their place in `kernel.ANSWERS`: `moved` (or followed), `lost`, `cause`,
`by`."""

RETREAT_CLASH, CLOSED, TOO_MANY, IMPOSSIBLE = 7, 8, 9, 10
"""Causes beyond those of the kernel: two went to one province; nobody may go there; more than are due; no such thing
can be done."""

# --- the sheet: the kernel's eight rules, then these ---

(
    RULE_BOARD, RULE_USELESS, RULE_MISORDER, RULE_DISRUPTION, RULE_REQUIRED, RULE_TAG_BINDS, RULE_ORIGIN_OPEN,
    RULE_DISORDER, RULE_INLAND, RULE_BUILDS, RULE_DISBANDS, RULE_SEVERAL, RULE_WAIVES, RULE_OWNED, RULE_ABROAD,
    RULE_NAMES,
) = range(8, 24)  # fmt: skip
RULES = 24

MISORDER_HOLDS, MISORDER_MOVES, MISORDER_NAMED = 0, 1, 2
ANY_FLEET, ANY_NEEDED_FLEET, STATED_ELSE_ALL, ALL_ROUTES = 0, 1, 2, 3
MANY_NONE, MANY_FIRST, MANY_LAST = 0, 1, 2
SEVERAL_SAME, SEVERAL_ARMY, SEVERAL_FIRST, SEVERAL_LAST, SEVERAL_NOTHING = 0, 1, 2, 3, 4

# --- the map ---

INLAND, COASTAL, SEA, IMPASSABLE = 0, 1, 2, 3
SIZES, PROVINCE, TERRAIN, SAILS, CENTRE, HOME, NAME, STANDS = range(8)
"""The first rows of a map. `SIZES`: the entries below. `PROVINCE`: by place, the first places being the provinces
themselves. `TERRAIN`, `SAILS` (1 where fleets convoy), `CENTRE` and `HOME` (a power or -1) by province. `NAME`: each
province's place in the alphabet, as the rule for removals has it. `STANDS`: by spot, 1 where such a unit can be."""

FIRST_SPOT = 8
"""Here begin rows by spot: by place bits, and one entry more for a place that is none. A spot is twice a place's
number, and one more for a fleet.

The bits of the first kinds of order, each at its number, tell that an order of that kind which names the place could
be followed whatever fleets there are: a hold always, a move where the unit can step there (`STEPS`), a support where it
can step to some place of another province than its own. `REACHES`, at bare provinces alone, tells that it can step to
some place of the province. The bit at number `AIDED`: its move there could be supported without a look at fleets."""
STEPS, REACHES, AIDED = 1 << MOVE, 1 << 11, 12

TURNS, YEARS, ROUNDS, FIRST_YEAR, VICTORY, SITES, PLACES, POWERS, PROVINCES, FARTHEST = range(10)
"""The first entries of `SIZES`."""
BESIDE, WET, FAR, GOALS_OF = range(10, 14)
"""And these: where rows begin by spot (the places to which it can step, then -1), by province (as `kernel.resolve` asks
for waters), by spot (how far from each province by the rule for removals), and by power (1 where that counts from)."""
HOW_MANY_SIZES = 14

HOME_SITES, OWNED_IF_HOME, OWNED_SITES = 0, 1, 2


# --- room to work in ---

(
    GOAL, SEAS, MARK, QUEUE, PATH, NEXT, AT, TAKEN, FIRST, COUNT, WISH, GOOD, KEPT, DUE, LINE, WISHES, LATER,
    HELP,
) = range(18)  # fmt: skip
"""The rows of the room beside the kernel's own."""
ROOM_ROWS = 18

# The entries of the row COUNT.
HOW_MANY_SEAS, COASTS, HOW_MANY_LATER = 0, 1, 2


def room_width(columns: int, lines: int) -> int:
    """The columns of the room: one for each on a board or of orders, and for the number that stands for no source."""
    return max(columns, lines, SOURCES + 1)
