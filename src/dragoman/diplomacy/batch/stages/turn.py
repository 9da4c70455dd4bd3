"""A phase of any kind from a board and its orders to the next board, and what became of each order."""

from __future__ import annotations

from typing import Any

from dragoman.diplomacy.adjudication import kernel
from dragoman.diplomacy.batch import possible
from dragoman.diplomacy.batch.layout import (
    BLAMES,
    CAUSES,
    CLOCK,
    FIRST,
    MOVEMENT,
    RETREAT,
    STAGE,
)
from dragoman.diplomacy.batch.stages.adjustments import adjust
from dragoman.diplomacy.batch.stages.movement import leave
from dragoman.diplomacy.batch.stages.retreats import retreat
from dragoman.diplomacy.batch.stages.rows import fill, wipe

Rows = Any


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


OFTEN = (
    tell,
    tell_row,
)
"""As `kernel.battles.OFTEN`."""
