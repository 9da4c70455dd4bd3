"""Many phases of movement at a time on arrays, end to end: the compiled kernel fights them out, and who stands where
afterwards, where standoffs were and who can retreat is worked out for all of them at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import chain
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from dragoman.diplomacy.adjudication import compiled, kernel
from dragoman.diplomacy.adjudication.flat import grid, rules
from dragoman.diplomacy.houserules.switches import Switches
from dragoman.diplomacy.shorthand.battles import Battle
from dragoman.diplomacy.shorthand.roll import NOBODY, Roll
from dragoman.diplomacy.shorthand.writs import Writs

Numbers = NDArray[np.int32]
Indices = NDArray[np.intp]
Flags = NDArray[np.bool_]

YES, NO = kernel.YES, kernel.NO

Item = TypeVar("Item")

NOWHERE: frozenset[int] = frozenset()


class Fates(NamedTuple):
    """Every unit of all phases: in which phase it is, its order's numbers, what it would be if it moved, and what the
    kernel said; all in arrays of one length."""

    phase: Indices
    unit: Numbers
    target: Numbers
    place: Numbers
    goal: Numbers
    moves: Flags
    went: Flags
    gone: Flags
    pathless: Flags
    sailed: Flags


class Campaigns:
    """Fights phases out on one map by the same rules."""

    def __init__(self, roll: Roll, switches: Switches) -> None:
        self._roll, self._switches, self._rules = roll, switches, rules(switches)
        empty = compiled.batch((), grid(roll.chart).wet)
        self._wet, self._provinces = empty.wet, len(empty.wet)
        self._work = compiled.room(kernel.workspace(self._provinces, self._provinces))
        self._place: Numbers = np.array(roll.place, dtype=np.int32)

    def fought(self, writs: Writs, phases: Sequence[list[int]]) -> list[Battle]:
        """What comes of phases, each given by its units' orders."""
        f = self._resolved(writs, phases)
        after = np.where(f.went, f.target, f.unit)
        stays = ~f.gone
        closed: Flags = np.zeros((len(phases), self._provinces), dtype=np.bool_)
        closed[f.phase[stays], self._place[after[stays]]] = True
        comer: Indices = np.full((len(phases), self._provinces), -1, dtype=np.intp)
        movers = np.flatnonzero(f.went)
        comer[f.phase[movers], f.goal[movers]] = movers
        standoffs = self._standoffs(f, closed, comer)
        closed[f.phase[standoffs], f.goal[standoffs]] = True
        staying, origins = self._staying(f, closed, comer)
        units = _sorted_by_phase(f.phase[stays], after[stays], len(phases))
        contested = _grouped(f.phase[standoffs].tolist(), f.goal[standoffs].tolist())
        exiles = _grouped(f.phase[staying].tolist(), zip(f.unit[staying].tolist(), origins.tolist(), strict=True))
        return [
            Battle(each, tuple(exiles.get(i, ())), frozenset(contested[i]) if i in contested else NOWHERE)
            for i, each in enumerate(units)
        ]

    def _resolved(self, writs: Writs, phases: Sequence[list[int]]) -> Fates:
        """The phases laid end to end and given to the kernel."""
        lengths: Indices = np.fromiter(map(len, phases), dtype=np.intp, count=len(phases))
        starts = np.concatenate(([0], np.cumsum(lengths))).astype(np.int32)
        codes: Indices = np.fromiter(chain.from_iterable(phases), dtype=np.intp, count=int(starts[-1]))
        width, first = np.repeat(lengths, lengths), np.repeat(starts[:-1], lengths)
        index = np.arange(len(codes))
        table = np.frombuffer(writs.rows, dtype=np.int32).reshape(-1, kernel.ORDER_ROWS)[codes]
        ends = np.frombuffer(writs.ends, dtype=np.int32).reshape(-1, 2)[codes]
        orders = np.empty(table.size, dtype=np.int32)
        at = (kernel.ORDER_ROWS - 1) * first + index
        for row in range(kernel.ORDER_ROWS):
            orders[at + row * width] = table[:, row]
        told = compiled.resolve_all(compiled.Batch(starts, orders, self._wet, self._work), self._rules).numbers
        at = (len(kernel.ANSWERS) - 1) * first + index
        moved, lost, path, sails = (
            told[at + kernel.ANSWERS.index(row) * width]
            for row in (kernel.MOVED, kernel.LOST, kernel.PATH, kernel.SAILS)
        )
        return Fates(
            np.repeat(np.arange(len(phases)), lengths), ends[:, 0], ends[:, 1], table[:, kernel.PLACE],
            table[:, kernel.GOAL], table[:, kernel.KIND] == kernel.MOVE, moved == YES, lost == YES, path == NO,
            sails == YES,
        )  # fmt: skip

    def _standoffs(self, f: Fates, closed: Flags, comer: Indices) -> Indices:
        """The movers that leave their goal contested and vacant (DATC 6.F.7, 6.H.6, 6.H.9): those that could keep
        others out, as `kernel.has_effect` tells. `closed` are the provinces taken; `comer` is who came to each."""
        a = np.flatnonzero(f.moves & ~f.went & ~f.pathless)
        a = a[~closed[f.phase[a], f.goal[a]]]
        b = comer[f.phase[a], f.place[a]]
        elsewhere = ~f.gone[a] | (f.place[b] != f.goal[a])
        loser = np.where(f.sailed[a], self._switches.convoyed_loser_bounces, self._switches.land_loser_bounces)
        found: Indices = a[elsewhere | (loser & (f.sailed[a] | f.sailed[b]))]
        return found

    def _staying(self, f: Fates, closed: Flags, comer: Indices) -> tuple[Indices, Indices]:
        """The units driven out that have somewhere to go, and what is closed to each. VI.1, DATC 4.A.5: the attacker's
        start, unless it came by convoy and the rules open it."""
        out = np.flatnonzero(f.gone)
        attacker = comer[f.phase[out], f.place[out]]
        opened = f.sailed[attacker] if self._switches.retreat_to_convoy_origin else np.zeros(len(out), dtype=np.bool_)
        origin = np.where(opened, NOBODY, f.place[attacker])
        exits = self._reach[f.unit[out]] & ~closed[f.phase[out]]
        shut = np.flatnonzero(~opened)
        exits[shut, origin[shut]] = False
        free = exits.any(axis=1)
        return out[free], origin[free]

    @cached_property
    def _reach(self) -> Flags:
        """Where each unit could go in one step: (units, provinces)."""
        found: Flags = np.zeros((len(self._roll.unit), self._provinces), dtype=np.bool_)
        for n in range(len(self._roll.unit)):
            found[n, [p for _, p in self._roll.steps(n)]] = True
        return found


def _sorted_by_phase(phase: Indices, units: Numbers, phases: int) -> list[list[int]]:
    """The units of each phase, sorted."""
    most = int(units.max(initial=0)) + 1
    keys = np.sort(phase * most + units)
    ends = np.cumsum(np.bincount(phase, minlength=phases)).tolist()
    flat = (keys % most).tolist()
    return [flat[a:b] for a, b in zip([0, *ends], ends, strict=False)]


def _grouped(phases: Sequence[int], items: Iterable[Item]) -> dict[int, list[Item]]:
    """The items of each phase that has any, in their order."""
    found: dict[int, list[Item]] = {}
    for phase, item in zip(phases, items, strict=True):
        found.setdefault(phase, []).append(item)
    return found
