"""Phases of movement fought out by the kernel, many at a time: compiled where Numba is (`campaigns`), and otherwise as
it stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from dragoman.diplomacy.adjudication import compiled, kernel
from dragoman.diplomacy.adjudication.flat import grid, rules
from dragoman.diplomacy.houserules.switches import Switches
from dragoman.diplomacy.shorthand.roll import NOBODY, Roll
from dragoman.diplomacy.shorthand.writs import Writs

if TYPE_CHECKING:
    from dragoman.diplomacy.shorthand.campaigns import Campaigns

YES, NO = kernel.YES, kernel.NO

FEW = 64
"""So few phases are fought by the kernel as it stands: to lay them out for the compiled one takes as long."""


class Battle(NamedTuple):
    """What came of a phase. `after` are the units then, sorted; `staying` those driven out that have somewhere to go,
    each with the province that is closed to it (or NOBODY), sorted; `contested` provinces left vacant by a standoff."""

    after: list[int]
    staying: tuple[tuple[int, int], ...] = ()
    contested: frozenset[int] = frozenset()


class Battles:
    """Fights phases out on one map by the same rules."""

    def __init__(self, roll: Roll, switches: Switches) -> None:
        self._roll, self._switches = roll, switches
        self._rules, self._wet = rules(switches), grid(roll.chart).wet
        self._work = kernel.workspace(len(self._wet), len(self._wet))

    def fought(self, writs: Writs, phases: Sequence[list[int]]) -> list[Battle]:
        """What comes of phases, each given by its units' orders."""
        if len(phases) >= FEW and compiled.available():
            return self._campaigns.fought(writs, phases)
        return [self._plain(writs, codes) for codes in phases]

    @cached_property
    def _campaigns(self) -> Campaigns:
        from dragoman.diplomacy.shorthand.campaigns import Campaigns  # it asks for NumPy

        return Campaigns(self._roll, self._switches)

    def _plain(self, writs: Writs, codes: list[int]) -> Battle:
        width, rows = kernel.ORDER_ROWS, writs.rows
        columns = list(map(list, zip(*(rows[width * c : width * c + width] for c in codes), strict=True)))
        o = kernel.Orders._make(columns or [[] for _ in range(width)])
        kernel.resolve(tuple(o), self._work, self._rules, self._wet)
        w = kernel.Work._make(self._work)
        target, unit, moved, lost = writs.target, writs.unit, w.moved, w.lost
        after = [target[c] if moved[i] == YES else unit[c] for i, c in enumerate(codes) if lost[i] != YES]
        after.sort()
        taken = {*map(self._roll.place.__getitem__, after)}
        contested = frozenset(self._contested(o, w, taken))
        exiles = self._exiles(codes, writs, o, w) if YES in lost[: len(codes)] else ()
        closed = taken | contested
        steps = self._roll.steps
        staying = tuple((n, shut) for n, shut in exiles if any(p not in closed and p != shut for _, p in steps(n)))
        return Battle(after, staying, contested)

    def _contested(self, o: kernel.Orders, w: kernel.Work, taken: set[int]) -> Iterator[int]:
        """The provinces left vacant by a standoff (DATC 6.F.7, 6.H.6, 6.H.9); `taken` are those that are not vacant."""
        for a in w.movers[: w.counts[kernel.MOVING]]:
            if w.moved[a] != YES and o.goal[a] not in taken and kernel.has_effect(a, o, w, self._rules):
                yield o.goal[a]

    def _exiles(
        self, codes: Sequence[int], writs: Writs, o: kernel.Orders, w: kernel.Work
    ) -> Iterator[tuple[int, int]]:
        """The units driven out, each with the province that is closed to it. VI.1, DATC 4.A.5: the attacker's start,
        unless it came by convoy and the rules open it."""
        for u, code in enumerate(codes):
            if w.lost[u] == YES:
                attacker = kernel.dislodger(u, o, w)
                opened = w.sails[attacker] == YES and self._switches.retreat_to_convoy_origin
                yield writs.unit[code], NOBODY if opened else o.place[attacker]
