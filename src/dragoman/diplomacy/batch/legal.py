"""Every order that could be given on many boards, as one list with an index: compressed rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dragoman.diplomacy.batch import machine
from dragoman.diplomacy.batch.boards import Boards
from dragoman.diplomacy.batch.tables import rules, tables_of
from dragoman.diplomacy.batch.turning import OutOfRange, refused
from dragoman.diplomacy.houserules.switches import Switches

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Codes = NDArray[np.int32]
    Numbers = NDArray[np.int16]
    Offsets = NDArray[np.int64]

GUESS = 40
"""How many orders a unit has; where they are more, the list is made twice."""


@dataclass(frozen=True, eq=False)
class Legal:
    """The codes for slot j of board i are `codes[starts[i, j]:starts[i, j + 1]]`.

    `starts` has the shape (boards, columns + 1), int64; `givers` (boards, columns), int16: the power that orders in a
    slot, or -1 where there is nothing to order. In movement a slot is a unit, in retreats an exile, in adjustments a
    line of a power that can build or must remove; a supported unit's goal is named without a coast.
    """

    starts: Offsets
    givers: Numbers
    codes: Codes

    def of(self, board: int, slot: int) -> Codes:
        """The codes for one slot: a view."""
        return self.codes[self.starts[board, slot] : self.starts[board, slot + 1]]


def legal_orders(boards: Boards, switches: Switches) -> Legal | OutOfRange:
    """List what could be ordered on each board."""
    import numpy as np

    sheet: Sequence[int] = rules(switches)
    rows, width = tables_of(boards.chart, switches), boards.names.width
    starts = np.zeros((len(boards), width + 1), dtype=np.int64)
    givers = np.full((len(boards), width), -1, dtype=np.int16)
    codes = np.empty(GUESS * max(1, int((boards.spots >= 0).sum())), dtype=np.int32)
    count = machine.list_many(boards.numbers, rows, sheet, starts, givers, codes)
    if count < 0:
        return refused(boards, None, -1 - count)
    if count > len(codes):
        codes = np.empty(count, dtype=np.int32)
        machine.list_many(boards.numbers, rows, sheet, starts, givers, codes)
    return Legal(starts, givers, codes[:count])
