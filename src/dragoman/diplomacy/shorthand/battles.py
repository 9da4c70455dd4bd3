"""Phases of movement fought out by the kernel, many at a time: compiled where Numba is, and otherwise as it stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from dragoman.diplomacy.adjudication import compiled, kernel
from dragoman.diplomacy.adjudication.flat import Grid
from dragoman.diplomacy.houserules.switches import Switches
from dragoman.diplomacy.shorthand.roll import NOBODY
from dragoman.diplomacy.shorthand.writs import Writs

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.int32]

YES, NO = kernel.YES, kernel.NO
WANTED = (kernel.MOVED, kernel.LOST, kernel.PATH, kernel.SAILS)

FEW = 64
"""So few phases are fought by the kernel as it stands: to lay them out for the compiled one takes as long."""


class Battle(NamedTuple):
    """A phase fought out: each unit's order, and the kernel's answers to them. `after` are the units then, sorted, and
    `bounced` the movers, by index, that had a way to go and did not come to their goal."""

    codes: Sequence[int]
    after: list[int]
    moved: Sequence[int]
    lost: Sequence[int]
    sails: Sequence[int]
    bounced: Sequence[int]

    @property
    def driven_out(self) -> bool:
        return YES in self.lost

    def comers(self, writs: Writs) -> dict[int, int]:
        """Who went to each province, by index."""
        goal = writs.goal
        return {goal[c]: i for i, c in enumerate(self.codes) if self.moved[i] == YES}

    def exiles(self, writs: Writs, switches: Switches) -> Iterator[tuple[int, int]]:
        """The units driven out, each with the province that is closed to it. VI.1, DATC 4.A.5: the attacker's start,
        unless it came by convoy and the rules open it."""
        comers = self.comers(writs)
        for i, lost in enumerate(self.lost):
            if lost == YES:
                code = self.codes[i]
                attacker = comers[writs.place[code]]
                opened = self.sails[attacker] == YES and switches.retreat_to_convoy_origin
                yield writs.unit[code], NOBODY if opened else writs.place[self.codes[attacker]]

    def contested(self, writs: Writs, switches: Switches, taken: set[int]) -> set[int]:
        """The provinces left vacant by a standoff (DATC 6.F.7, 6.H.6, 6.H.9); `taken` are those that are not vacant."""
        goal, codes = writs.goal, self.codes
        vacant = ((a, goal[codes[a]]) for a in self.bounced)
        return {province for a, province in vacant if province not in taken and self._has_effect(a, writs, switches)}

    def _has_effect(self, a: int, writs: Writs, switches: Switches) -> bool:
        """As `Fought.has_effect` tells, of a mover that bounced (VI.8, DATC 4.A.7)."""
        if self.lost[a] != YES:
            return True
        attacker = self.comers(writs)[writs.place[self.codes[a]]]
        if writs.place[self.codes[attacker]] != writs.goal[self.codes[a]]:
            return True
        if self.sails[a] != YES and self.sails[attacker] != YES:
            return False
        return switches.convoyed_loser_bounces if self.sails[a] == YES else switches.land_loser_bounces


class Battles:
    """Fights phases out on one map by the same rules."""

    def __init__(self, board: Grid, rules: list[int]) -> None:
        self._board, self._rules = board, rules
        self._work = kernel.workspace(len(board.provinces), len(board.provinces))
        self._room: tuple[Numbers, Numbers] | None = None

    def fought(self, writs: Writs, phases: Sequence[list[int]]) -> list[Battle]:
        """What comes of phases, each given by its units' orders."""
        if len(phases) >= FEW and compiled.available():
            return self._compiled(writs, phases)
        return [self._plain(writs, codes) for codes in phases]

    def _plain(self, writs: Writs, codes: list[int]) -> Battle:
        n, width, rows = len(codes), kernel.ORDER_ROWS, writs.rows
        orders = list(map(list, zip(*(rows[width * c : width * c + width] for c in codes), strict=True)))
        orders = orders or [[] for _ in range(width)]
        work = self._work
        kernel.resolve(orders, tuple(work), self._rules, self._board.wet)
        moved, lost, path = work.moved, work.lost, work.path
        kind, target, unit = writs.kind, writs.target, writs.unit
        bounced = [i for i, c in enumerate(codes) if kind[c] == kernel.MOVE and moved[i] != YES and path[i] != NO]
        after = [target[c] if moved[i] == YES else unit[c] for i, c in enumerate(codes)]
        return _battle(codes, after, moved[:n], lost[:n], work.sails[:n], bounced)

    def _compiled(self, writs: Writs, phases: Sequence[list[int]]) -> list[Battle]:
        import numpy as np

        lengths = np.array([len(codes) for codes in phases])
        codes = np.array([code for each in phases for code in each], dtype=np.int64)
        starts = np.concatenate(([0], np.cumsum(lengths))).astype(np.int32)
        width = np.repeat(lengths, lengths)
        first = np.repeat((kernel.ORDER_ROWS - 1) * starts[:-1], lengths) + np.arange(len(codes))
        table = np.frombuffer(writs.rows, dtype=np.int32).reshape(-1, kernel.ORDER_ROWS)
        orders = np.empty(kernel.ORDER_ROWS * len(codes), dtype=np.int32)
        for row in range(kernel.ORDER_ROWS):
            orders[first + row * width] = table[codes, row]
        kinds = table[codes, kernel.KIND]
        del table
        wet, work = self._rooms()
        told = compiled.resolve_all(compiled.Batch(starts, orders, wet, work), self._rules).numbers
        first = np.repeat((len(kernel.ANSWERS) - 1) * starts[:-1], lengths) + np.arange(len(codes))
        moved, lost, path, sails = (told[first + kernel.ANSWERS.index(row) * width] for row in WANTED)
        ends = np.frombuffer(writs.ends, dtype=np.int32).reshape(-1, 2)
        after = np.where(moved == YES, ends[codes, 1], ends[codes, 0]).tolist()
        del ends
        stopped = np.flatnonzero((kinds == kernel.MOVE) & (moved != YES) & (path != NO))
        bounced = (stopped - np.repeat(starts[:-1], lengths)[stopped]).tolist()
        parts = np.searchsorted(stopped, starts).tolist()
        moved_by, lost_by, sails_by = moved.tolist(), lost.tolist(), sails.tolist()
        found, a = [], 0
        for i, each in enumerate(phases):
            b = a + len(each)
            answers = (moved_by[a:b], lost_by[a:b], sails_by[a:b])
            found.append(_battle(each, after[a:b], *answers, bounced[parts[i] : parts[i + 1]]))
            a = b
        return found

    def _rooms(self) -> tuple[Numbers, Numbers]:
        if self._room is None:
            empty = compiled.batch((), self._board.wet)
            work = compiled.room(self._work)
            self._room = (empty.wet, work)
        return self._room


def _battle(
    codes: list[int], after: list[int], moved: list[int], lost: list[int], sails: list[int], bounced: list[int]
) -> Battle:
    """`after` holds all units, those driven out as well."""
    if YES in lost:
        after = [n for n, gone in zip(after, lost, strict=True) if gone != YES]
    after.sort()
    return Battle(codes, after, moved, lost, sails, bounced)
