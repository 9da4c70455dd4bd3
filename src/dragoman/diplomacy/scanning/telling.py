"""Boards told as numbers of what positions are made of: units by their number on the map, owners in the order of
centres. Written for Numba."""

from __future__ import annotations

from typing import Any

from dragoman.diplomacy.batch.layout import (
    ATTACKER,
    CLOCK,
    CONTESTED,
    EXILE,
    EXILED,
    OWNER,
    POWER,
    SPOT,
    STAGE,
    TURN,
    YEAR,
)
from dragoman.diplomacy.scanning.cases import Terrain
from dragoman.diplomacy.scanning.words import Row, Rows

UNITS_END, EXILES, STANDOFFS, UNOWNED, PHASE = range(5)
"""What is told of a board: where its units end in the list of all; how many exiles and contested provinces it has, and
centres that nobody owns; and its phase in one number."""
TOLD = 5

TURNS = 64
"""More than there are turns in a year."""


def standing(b: Rows, rank: Rows, units: Row, first: int) -> int:
    """List a board's units by number, sorted, from `first` on; answers where they end."""
    n = 0
    while b[SPOT, n] >= 0:
        number = rank[b[POWER, n], b[SPOT, n]]
        k = first + n
        while k > first and units[k - 1] > number:
            units[k] = units[k - 1]
            k -= 1
        units[k] = number
        n += 1
    return first + n


def driven_out(b: Rows, rank: Rows, exiles: Rows, first: int) -> int:
    """The same of its exiles, each with the province that is closed to it."""
    n = 0
    while b[EXILE, n] >= 0:
        number = rank[b[EXILED, n], b[EXILE, n]]
        k = first + n
        while k > first and exiles[k - 1, 0] > number:
            exiles[k, 0] = exiles[k - 1, 0]
            exiles[k, 1] = exiles[k - 1, 1]
            k -= 1
        exiles[k, 0] = number
        exiles[k, 1] = b[ATTACKER, n]
        n += 1
    return first + n


def tell_all(boards: Any, t: Terrain, told: Rows, units: Row, exiles: Rows, owners: Rows, held: Row) -> None:
    """Tell each board: its facts, the owner of each centre, and, one after another in the order of boards, the units,
    the exiles, and the provinces that are contested."""
    end, out, standoffs = 0, 0, 0
    for i in range(len(boards)):
        b = boards[i]
        end = standing(b, t.rank, units, end)
        first = out
        out = driven_out(b, t.rank, exiles, out)
        before = standoffs
        for p in range(b.shape[1]):
            if b[CONTESTED, p] == 1:
                held[standoffs] = p
                standoffs += 1
        free = 0
        for k in range(len(t.centres)):
            owner = b[OWNER, t.centres[k]]
            owners[i, k] = owner
            free += 1 if owner < 0 else 0
        told[i, UNITS_END] = end
        told[i, EXILES] = out - first
        told[i, STANDOFFS] = standoffs - before
        told[i, UNOWNED] = free
        told[i, PHASE] = (int(b[CLOCK, YEAR]) * TURNS + int(b[CLOCK, TURN])) * 3 + int(b[CLOCK, STAGE])
