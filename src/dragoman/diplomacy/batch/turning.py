"""A phase adjudicated on many boards at once, to the boards before the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dragoman.diplomacy.adjudication import kernel
from dragoman.diplomacy.adjudication.flat import grid
from dragoman.diplomacy.batch import layout, machine
from dragoman.diplomacy.batch.boards import Boards
from dragoman.diplomacy.batch.codes import NO_ORDER
from dragoman.diplomacy.batch.tables import rules, tables_of
from dragoman.diplomacy.houserules.switches import Switches

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Codes = NDArray[np.int32]
    Numbers = NDArray[np.int16]

ROW_NAMES = ("spot", "power", "exile", "exiled", "attacker", "contested", "owner", "clock", "orders")


@dataclass(frozen=True)
class OutOfRange:
    """A number that can be no part of a board or order: on which board, in which row, at which column."""

    board: int
    row: str
    column: int
    number: int

    def __str__(self) -> str:
        return f"board {self.board}, row {self.row}, column {self.column}: {self.number} cannot stand there"


@dataclass(frozen=True)
class Misshapen:
    """An array of the wrong shape, type or layout, and what it is to be."""

    name: str
    wanted: str

    def __str__(self) -> str:
        return f"{self.name}: {self.wanted}"


@dataclass(frozen=True, eq=False)
class Turned:
    """The boards before the next phase, and what became of the orders.

    `told` has the shape (boards, len(kernel.ANSWERS), orders), int16, a row for each of `kernel.ANSWERS`; or no board
    where that was not asked for. In retreats and adjustments `moved` tells whether the order was followed, `lost`
    whether an exile left the board; `cause` goes on from the kernel's with those of `layout`.
    """

    after: Boards
    told: Numbers


def blank_orders(boards: Boards) -> Codes:
    """Orders for as many boards, none given yet: shape (boards, columns), int32."""
    import numpy as np

    return np.full((len(boards), boards.names.width), NO_ORDER, dtype=np.int32)


def turn_over(
    boards: Boards,
    orders: Codes,
    switches: Switches,
    *,
    causes: bool = True,
    threads: int = 1,
    after: Boards | None = None,
    told: Numbers | None = None,
) -> Turned | OutOfRange | Misshapen:
    """Adjudicate the phase before which each board stands.

    `orders` are codes, int32, of the shape (boards, at least as many as units): in movement those of the units in
    their order, in retreats those of the exiles in theirs, in adjustments lines in the order written. `threads`: 0 for
    one on each core; without Numba one does all. `after` may be room of the caller's own (`Boards.like`), which is
    written to, and `told` that of an earlier answer of the same shape; the boards given never are.
    """  # fmt: skip
    import numpy as np

    then = boards.like() if after is None else after
    wrong = _misshapen(boards, orders, then)
    if wrong is not None:
        return wrong
    shape = (len(boards) if causes else 0, len(kernel.ANSWERS), orders.shape[1])
    if told is None:
        told = np.empty(shape, dtype=np.int16)
    elif told.shape != shape or told.dtype != np.int16 or not told.flags.c_contiguous:
        return Misshapen("told", f"int16, C order, shape {shape}")
    sheet: Sequence[int] = rules(switches)
    rows, wet = tables_of(boards.chart, switches), grid(boards.chart).wet
    found = machine.turn_over_many(boards.numbers, orders, rows, wet, sheet, then.numbers, told, threads)
    return Turned(then, told) if found < 0 else refused(boards, orders, found)


def refused(boards: Boards, orders: Codes | None, found: int) -> OutOfRange:
    """What the machine said of a number that cannot be, in words."""
    board, row, column = found >> 32, (found >> 16) & 0xFFFF, found & 0xFFFF
    at_orders = orders is not None and row == layout.ROWS
    number = orders[board, column] if orders is not None and at_orders else boards.numbers[board, row, column]
    return OutOfRange(board, ROW_NAMES[row], column, int(number))


def _misshapen(boards: Boards, orders: Codes, after: Boards) -> Misshapen | None:
    import numpy as np

    wide = (len(boards), layout.ROWS, boards.names.width)
    for name, numbers in (("boards", boards.numbers), ("after", after.numbers)):
        if numbers.shape != wide or numbers.dtype != np.int16 or not numbers.flags.c_contiguous:
            return Misshapen(name, f"int16, C order, shape {wide}")
    if np.shares_memory(boards.numbers, after.numbers):
        return Misshapen("after", "memory of its own")
    if orders.ndim != 2 or len(orders) != len(boards) or orders.dtype != np.int32 or not orders.flags.c_contiguous:
        return Misshapen("orders", f"int32, C order, shape ({len(boards)}, columns)")
    columns = orders.shape[1]
    if columns >= boards.names.width or not (boards.numbers[:, (layout.SPOT, layout.EXILE), columns] >= 0).any():
        return None  # whoever has more units than that has one in the next column
    most = max(_most(boards.spots), _most(boards.exiles))
    return Misshapen("orders", f"at least {most} columns") if columns < most else None


def _most(spots: Numbers) -> int:
    """The most units that any board has."""
    return int((spots >= 0).sum(axis=1).max())
