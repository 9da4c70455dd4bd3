"""What all stages ask of a row: how many units it has, and a clean one to begin with."""

from __future__ import annotations

from typing import Any

from dragoman.diplomacy.batch.layout import (
    ATTACKER,
    CLOCK,
    CONTESTED,
    EXILE,
    EXILED,
    POWER,
    SPOT,
)

Rows = Any


def counted(row: Rows) -> int:
    """How many units a row of spots has."""
    n = 0
    while n < len(row) and row[n] >= 0:
        n += 1
    return n


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


OFTEN = (
    counted,
    wipe,
)
"""As `kernel.battles.OFTEN`."""
