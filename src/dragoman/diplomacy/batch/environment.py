"""Many games played side by side, for programs that learn: reset, observe, list the legal orders, step.

Nothing is random here and nothing is chosen for the learner: the same orders lead to the same boards.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dragoman.diplomacy.batch import layout
from dragoman.diplomacy.batch.boards import Boards, laid_out
from dragoman.diplomacy.batch.legal import Legal, legal_orders
from dragoman.diplomacy.batch.turning import Misshapen, OutOfRange, Turned, blank_orders, turn_over
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.houserules.switches import Switches

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Codes = NDArray[np.int32]
    Numbers = NDArray[np.int16]
    Flags = NDArray[np.bool_]
    Planes = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Step:
    """What a step led to: for each board whether its game is over, who won it (a power, or -1), and how many centres
    each power has, of the shape (boards, powers); and what became of the orders (`Turned.told`)."""

    done: Flags
    winners: Numbers
    centres: Numbers
    told: Numbers


class Environment:
    """So many games of one map under one set of rules, side by side.

    A game is over when somebody has won it, or when the movements of a year after `last_year` would follow. A game
    that is over stays as it is until `reset`. `threads` as in `turn_over`.
    """

    def __init__(
        self, chart: Chart, switches: Switches, games: int, *, last_year: int | None = None, threads: int = 1
    ) -> None:
        opening = laid_out(chart, [chart.opening])
        if not isinstance(opening, Boards):
            raise ValueError(str(opening))
        self.switches, self.threads, self.last_year = switches, threads, last_year
        self._opening = opening.numbers
        self.boards = Boards(chart, self._opening.repeat(games, axis=0))
        self._next = self.boards.like()
        self.done = self._over()

    @property
    def chart(self) -> Chart:
        return self.boards.chart

    def reset(self, which: Flags | None = None) -> Boards:
        """Set up all boards anew, or those marked in `which` (boards,). Answers the boards (no copy)."""
        self.boards.numbers[... if which is None else which] = self._opening
        self.done = self._over()
        return self.boards

    def legal_orders(self) -> Legal:
        """What can be ordered on each board."""
        listed = legal_orders(self.boards, self.switches)
        assert isinstance(listed, Legal)
        return listed

    def blank_orders(self) -> Codes:
        """Orders to fill in, none given yet: (boards, columns), int32."""
        return blank_orders(self.boards)

    def step(self, orders: Codes) -> Step | OutOfRange | Misshapen:
        """Adjudicate every game that is not over; where an order is no order at all, nothing happens anywhere."""
        turned = turn_over(self.boards, orders, self.switches, threads=self.threads, after=self._next)
        if not isinstance(turned, Turned):
            return turned
        if self.done.any():
            self._next.numbers[self.done] = self.boards.numbers[self.done]
        self.boards, self._next = self._next, self.boards
        self.done = self._over()
        return Step(self.done, self.boards.winners, self.centres(), turned.told)

    def centres(self) -> Numbers:
        """How many centres each power has: (boards, powers), int16."""
        import numpy as np

        powers = np.arange(len(self.boards.names.powers), dtype=np.int16)
        owned: Numbers = (self.boards.owners[:, :, None] == powers).sum(axis=1, dtype=np.int16)
        return owned

    def observe(self) -> Planes:
        """The boards as planes of 0 and 1: (boards, 4 * powers + 1, places), uint8. For each power in turn its armies,
        its fleets, its dislodged units and its centres; last, where standoffs were. Provinces are the first places."""
        import numpy as np

        names, board = self.boards.names, np.arange(len(self.boards))[:, None]
        k, places = len(names.powers), len(names.places)
        planes = np.zeros((len(self.boards), 4 * k + 2, places + 1), dtype=np.uint8)  # a plane and a place for nothing
        spots, exiles, provinces = self.boards.spots, self.boards.exiles, np.arange(len(names.provinces))
        kind = np.where(spots < 0, 4 * k + 1, 4 * self.boards.powers + (spots & 1))
        planes[board, kind, spots >> 1] = 1
        exiled = np.where(exiles < 0, 4 * k + 1, 4 * self.boards.exiled_powers + 2)
        planes[board, exiled, exiles >> 1] = 1
        owners = self.boards.owners[:, : len(provinces)]
        planes[board, np.where(owners < 0, 4 * k + 1, 4 * owners + 3), provinces] = 1
        planes[:, 4 * k, : len(provinces)] = self.boards.contested[:, : len(provinces)]
        return planes[:, : 4 * k + 1, :places]

    def _over(self) -> Flags:
        over = self.boards.winners >= 0
        if self.last_year is not None:
            late = (self.boards.years > self.last_year) & (self.boards.stages == layout.MOVEMENT)
            over = over | late
        return over
