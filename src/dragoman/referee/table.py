"""A table as it stands now: the fold of all its events. It is never written, only ever computed from the ledger."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from dragoman.game.protocol import Game
from dragoman.referee.ports import Ledger


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


class Tables:
    """Loads and folds tables, and keeps a few folds so that a long game is not folded from its opening each time.

    What is kept is used only if the ledger still has the same seal at that version; otherwise all is loaded anew.
    """

    def __init__(self, ledger: Ledger, games: Mapping[str, Game], kept: int = 64) -> None:
        self._ledger = ledger
        self._games = games
        self._kept = kept
        self._folds: dict[str, Table] = {}

    def at(self, name: str) -> Table:
        """The table as the ledger has it. Raises UnknownTable, UnknownGame."""
        known = self._folds.get(name)
        version, mark, state = (known.version, known.seal, known.state) if known else (0, b"", None)
        chronicle = self._ledger.load(name, version, mark)
        game = self.game(chronicle.game)
        if chronicle.start == 0:
            state = None
        state = fold(game, chronicle.events, state)
        table = Table(name, game, state, chronicle.version, chronicle.at, chronicle.seal)
        self._keep(table)
        return table

    def several(self, names: Iterable[str]) -> dict[str, Table]:
        """The tables of these names that there are, looked up together."""
        folds = {name: self._folds.get(name) for name in names}
        known = {name: (fold.version, fold.seal) if fold else (0, b"") for name, fold in folds.items()}
        found = {}
        for name, chronicle in self._ledger.several(known).items():
            game, before = self.game(chronicle.game), folds[name]
            state = before.state if before is not None and chronicle.start else None
            state = fold(game, chronicle.events, state)
            found[name] = Table(name, game, state, chronicle.version, chronicle.at, chronicle.seal)
            self._keep(found[name])
        return found

    def game(self, name: str) -> Game:
        """The game of that name. Raises UnknownGame."""
        if name not in self._games:
            raise UnknownGame(name)
        return self._games[name]

    def _keep(self, table: Table) -> None:
        if len(self._folds) >= self._kept and table.name not in self._folds:
            self._folds.clear()
        self._folds[table.name] = table
