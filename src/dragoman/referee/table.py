"""A table as it stands now: the fold of all its events. It is never written, only ever computed from the ledger."""

from __future__ import annotations

import gc
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from dragoman.game.protocol import Game
from dragoman.referee.ports import Chronicle, Ledger, Snapshot, Snapshots


class UnknownGame(Exception):
    """The record is of a kind of game that nobody here knows."""


@dataclass(frozen=True, slots=True)
class Table:
    """The state after event number `version`, which was appended at `at` and bears `seal`."""

    name: str
    game: Game
    state: Any
    version: int
    at: datetime | None
    seal: bytes


def fold(game: Game, events: Iterable[Any], state: Any = None) -> Any:
    """The state that these events lead to."""
    for event in events:
        state = game.evolve(state, event)
    return state


FAR = 40
"""Events after which a table's fold is kept beyond the process, some phases of play; later, an eighth of what it has:
so keeping costs little beside folding, however long the game."""


@dataclass(frozen=True, slots=True)
class _Fold:
    """A table in memory, and the version of it that is kept beyond the process (0: none)."""

    table: Table
    kept: int


class Tables:
    """Loads and folds tables, and keeps some folds so that a long game is not folded from its opening each time: the
    last ones used in memory, every long one among `snapshots`.

    What is kept is used only if the ledger still has the same seal at that version; otherwise all is loaded anew.
    """

    def __init__(
        self, ledger: Ledger, games: Mapping[str, Game], kept: int = 256, snapshots: Snapshots | None = None
    ) -> None:
        self._ledger = ledger
        self._games = games
        self._kept = kept
        self._snapshots = snapshots
        self._folds: OrderedDict[str, _Fold] = OrderedDict()

    def at(self, name: str) -> Table:
        """The table as the ledger has it. Raises UnknownTable, UnknownGame."""
        with self._settling([name]):
            known = self._known([name]).get(name, NOTHING)
            return self._folded(name, known, self._ledger.load(name, known.version, known.seal))

    def several(self, names: Iterable[str]) -> dict[str, Table]:
        """The tables of these names that there are, looked up together."""
        with self._settling(names := list(names)):
            known = self._known(names)
            marks = {name: (each.version, each.seal) for name in names for each in [known.get(name, NOTHING)]}
            found = self._ledger.several(marks)
            return {name: self._folded(name, known.get(name, NOTHING), chronicle) for name, chronicle in found.items()}

    @contextmanager
    def _settling(self, names: Sequence[str]) -> Iterator[None]:
        """What tables are made of that come into memory is looked through for rubbish there and then, while it is at
        hand, and is among what stays from then on. Left to the collector, it would be looked through with all that
        came before it, in the midst of somebody's answer: tables that are let go of put that off time and again."""
        come = not all(name in self._folds for name in names)
        yield
        if come:
            gc.collect(1)

    def _known(self, names: Iterable[str]) -> dict[str, Snapshot]:
        """What is known of the tables by now, out of memory or from snapshots."""
        folds = {name: fold.table for name in names if (fold := self._folds.get(name)) is not None}
        found = {name: Snapshot(table.version, table.seal, table.state) for name, table in folds.items()}
        others = [name for name in names if name not in found]
        return {**found, **self._snapshots.find(others)} if others and self._snapshots is not None else found

    def _folded(self, name: str, known: Snapshot, chronicle: Chronicle) -> Table:
        """The table that its chronicle leads to from what was known of it, if that still holds."""
        game, holds = self.game(chronicle.game), chronicle.start > 0
        state = fold(game, chronicle.events, known.state if holds else None)
        table = Table(name, game, state, chronicle.version, chronicle.at, chronicle.seal)
        self._remember(table, known.version if holds else 0, holds)
        return table

    def recalled(self, name: str) -> Table | None:
        """The table as it was seen last, if that is remembered. The ledger is not asked: who appends to it will learn
        whether it still stands so."""
        found = self._folds.get(name)
        return None if found is None else found.table

    def went_on(self, before: Table, events: Sequence[Any], at: datetime, seal: bytes) -> None:
        """These events were appended to a table, the last with that seal: remember how it stands, as whoever reads them
        in the ledger will see it."""
        game = before.game
        read = [game.decode_event(game.encode_event(event)) for event in events]
        version = before.version + len(read)
        table = Table(before.name, game, fold(game, read, before.state), version, at if read else before.at, seal)
        self._remember(table, before.version, True)

    def _remember(self, table: Table, since: int, holds: bool) -> None:
        """`since` is the version from which it was folded; `holds`: what was known of it was right."""
        before = self._folds.get(table.name)
        kept = (before.kept if before is not None else since) if holds else 0
        if self._snapshots is not None and table.version - kept >= FAR + kept // 8:
            self._snapshots.keep(table.name, table.game.name, Snapshot(table.version, table.seal, table.state))
            kept = table.version
        self._keep(table, kept)

    def game(self, name: str) -> Game:
        """The game of that name. Raises UnknownGame."""
        if name not in self._games:
            raise UnknownGame(name)
        return self._games[name]

    def _keep(self, table: Table, kept: int) -> None:
        """Keep a table in memory, and let go of the one that was not used for longest."""
        self._folds[table.name] = _Fold(table, kept)
        self._folds.move_to_end(table.name)
        if len(self._folds) > self._kept:
            self._folds.popitem(last=False)


NOTHING = Snapshot(0, b"", None)
