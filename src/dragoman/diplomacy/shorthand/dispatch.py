"""The lines of many phases made the orders of their units at once, on arrays: what was met before is looked up for all.

Says what `Clerk.written` says of each phase, and asks the clerk about whatever is not remembered.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dragoman.diplomacy.shorthand.roll import NOBODY, Roll, Short
from dragoman.diplomacy.shorthand.writs import UNCLEAR, Reading, Readings

Indices = NDArray[np.intp]
Flags = NDArray[np.bool_]
Orders = Mapping[str, Sequence[str]]

UNREAD = 0
"""The number of every text that is not in canonical writing."""

BITS = 19
SLOTS, SHIFT = 1 << BITS, np.uint64(64 - BITS)
MIXER = np.uint64(0x9E3779B97F4A7C15)
"""Of cases, a slot remembers the last one that fell to it. The mixer is the odd number next to 2**64 by the golden
section, which spreads numbers that lie close together."""

Settle = Callable[[Reading, int, int, int], int]
"""The order of a unit by a reading and the other unit, in the phase at that index; `UNCLEAR` tells what is below 0."""


class Texts(dict[str, int]):
    """A number for each text in canonical writing; `province` and `other` tell of its reading by that number."""

    def __init__(self, readings: Readings) -> None:
        self._readings = readings
        self.readings: list[Reading | None] = [None]
        self.province, self.other = array("i", [0]), array("i", [NOBODY])

    def __missing__(self, text: str) -> int:
        reading = self._readings[text]
        if reading is None:
            return UNREAD
        number = self[text] = len(self.readings)
        self.readings.append(reading)
        self.province.append(reading.province)
        self.other.append(reading.other)
        return number


class Board(NamedTuple):
    """The units of all phases end to end, and where each stands: by phase and province its index, or -1."""

    starts: Indices
    units: Indices
    at: Indices


class Lines(NamedTuple):
    """Lines of all phases in their order: of which phase, of whose, and which text."""

    phase: Indices
    power: Indices
    text: Indices


class Dispatch:
    """Reads for one clerk: what is remembered holds for its switches alone."""

    def __init__(self, roll: Roll, readings: Readings, power: Callable[[str], int]) -> None:
        self._texts, self._power_named = Texts(readings), power
        self._provinces, self._width = len(roll.name), len(roll.unit) + 1
        self._place: Indices = np.array(roll.place, dtype=np.intp)
        self._power: Indices = np.array(roll.power, dtype=np.intp)
        self._cases = np.full(SLOTS, -1, dtype=np.int64)
        self._codes = np.zeros(SLOTS, dtype=np.int64)

    def written(
        self, phases: Sequence[tuple[Short, Orders]], settle: Settle
    ) -> tuple[list[list[int] | None], set[int]]:
        """The order of each unit of each phase, None for a phase that is not plain; and the indices of the phases in
        which orders hang on others'. Some phase has a unit."""
        board, lines = self._board([short for short, _ in phases]), self._lines([orders for _, orders in phases])
        province = np.frombuffer(self._texts.province, dtype=np.int32)[lines.text]
        other = np.frombuffer(self._texts.other, dtype=np.int32)[lines.text]
        known = lines.power != NOBODY
        at = board.at[lines.phase, province]
        mine = known & (at >= 0) & (self._power[board.units[at]] == lines.power) & (lines.text != UNREAD)
        odd: Flags = np.zeros(len(phases), dtype=np.bool_)
        odd[lines.phase[known & (lines.text == UNREAD)]] = True
        at, phase, other = at[mine], lines.phase[mine], other[mine]
        odd[phase[np.bincount(at, minlength=1)[at] > 1]] = True
        met_at = board.at[phase, other]
        met = np.where(met_at >= 0, board.units[met_at], NOBODY)
        flat = board.units.copy()  # the order of a unit that has none has the number of the unit
        flat[at], hanging = self._settled(lines.text[mine], board.units[at], met, phase, odd, settle)
        found, ends, each = flat.tolist(), board.starts.tolist(), odd.tolist()
        written = [None if no else found[a:b] for no, a, b in zip(each, ends, ends[1:], strict=False)]
        return written, hanging

    def _board(self, shorts: Sequence[Short]) -> Board:
        lengths: Indices = np.fromiter((len(short.units) for short in shorts), dtype=np.intp, count=len(shorts))
        starts = np.concatenate(([0], np.cumsum(lengths)))
        flat = chain.from_iterable([short.units for short in shorts])
        units: Indices = np.fromiter(flat, dtype=np.intp, count=int(starts[-1]))
        at: Indices = np.full((len(shorts), self._provinces + 1), -1, dtype=np.intp)  # the last is for NOBODY
        at[np.repeat(np.arange(len(shorts)), lengths), self._place[units]] = np.arange(len(units))
        return Board(starts, units, at)

    def _lines(self, orders: Sequence[Orders]) -> Lines:
        sets = list(chain.from_iterable([each.values() for each in orders]))
        texts = list(chain.from_iterable(sets))
        named = chain.from_iterable(orders)
        powers: Indices = np.fromiter(map(self._power_named, named), dtype=np.intp, count=len(sets))
        counts: Indices = np.fromiter(map(len, sets), dtype=np.intp, count=len(sets))
        numbers: Indices = np.fromiter(map(self._texts.__getitem__, texts), dtype=np.intp, count=len(texts))
        phase = np.repeat(np.arange(len(orders)), list(map(len, orders)))
        return Lines(np.repeat(phase, counts), np.repeat(powers, counts), numbers)

    def _settled(
        self, text: Indices, n: Indices, met: Indices, phase: Indices, odd: Flags, settle: Settle
    ) -> tuple[Indices, set[int]]:
        """The orders by text, unit and other unit: those remembered, and the rest as `settle` says."""
        cases = (text * self._width + n) * self._width + met + 1
        slots = ((cases.astype(np.uint64) * MIXER) >> SHIFT).astype(np.intp)
        codes = self._codes[slots]
        hanging = set()
        for i in np.flatnonzero((self._cases[slots] != cases) & ~odd[phase]).tolist():
            reading = self._texts.readings[text[i]]
            assert reading is not None
            code = settle(reading, int(n[i]), int(met[i]), int(phase[i]))
            if code < 0:
                code = UNCLEAR - code
                hanging.add(int(phase[i]))
            elif not reading.afloat:
                self._cases[slots[i]], self._codes[slots[i]] = cases[i], code
            codes[i] = code
        return codes, hanging
