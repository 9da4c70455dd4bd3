"""What recorded lines say, in numbers: the keys of a line, and what is noted of each."""

from __future__ import annotations

from typing import Any, NamedTuple

from dragoman.diplomacy.scanning.words import Bytes, Row, Rows

NAMES = (
    "game", "season", "year", "phase", "units", "dislodged", "centers", "orders", "next_phase", "next_units",
    "next_dislodged", "next_centers", "variant", "id", "notes", "attacked_from", "contested",
)  # fmt: skip
"""The keys of a line, by number."""
(
    GAME, SEASON, YEARS, KIND, UNITS, DISLODGED, CENTERS, ORDERS, NEXT_PHASE, NEXT_UNITS, NEXT_DISLODGED, NEXT_CENTERS,
    VARIANT, ID, NOTES, ATTACKED_FROM, IN_DISPUTE,
) = range(17)  # fmt: skip
NEEDED = 1 << SEASON | 1 << YEARS | 1 << KIND | 1 << UNITS

(
    STATUS, SEEN, TOLD, COUNT, EXCUSED, GAME_AT, GAME_END, OF_SEASON, OF_KIND, SAME_GAME, UNITS_AT, UNITS_END,
    OWNED_AT, OWNED_END, OWNERS_AT, OWNERS_END,
) = range(16)  # fmt: skip
"""What is noted of a line: whether it is read; the keys it has, and those that are not null, as bits; how many orders;
whether its record is doubtful; where the name of its game stands; numbers of season and kind; whether it is of the
game of the line before; where `next_units`, `centers` and `next_centers` stand."""
FACTS = 16

PENDING, READ, REFUSED, HELD = 0, 1, 2, 3
"""A line's status: it hangs on words or cases not met before; read; not plain; and found to come out as recorded."""
LATEST = 30_000
"""The last year that a board can have."""


class Form(NamedTuple):
    """What there is to know of lines of one map: the keys that each must have, as bits; which turn a season is in, in a
    phase of each kind, where a line tells what is next; and the words of a note that excuse a line."""

    needed: Row
    nexts: Rows
    excuse: Bytes


class Sheets(NamedTuple):
    """What was read of each line: the board, what the record says came of it, the orders, and facts."""

    boards: Any
    wanted: Any
    orders: Rows
    facts: Rows
