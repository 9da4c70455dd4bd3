"""Folds of long games in the database: they save the folding of some hundred events and are never more than that.

A snapshot is sealed with the host's key for one table, one event and one version of the code. One that does not open is
as good as none: the ledger is read from its beginning.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Collection, Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Protocol

from django.db import DatabaseError, transaction

from dragoman.game.protocol import Game
from dragoman.referee import ports
from dragoman.referee.frozen import Unfrozen, frozen, thawed
from dragoman.store.ledger import ROW
from dragoman.store.models import Snapshot
from dragoman.store.statements import Lookup

log = logging.getLogger("dragoman.snapshots")

FOLDED_BY = ("game", "ballots", "diplomacy", "nomic", "referee")
"""The parts of the program on which a state may hang."""


KEPT = Lookup(lambda using, name, code: Snapshot.objects.using(using).filter(table_id=name, code=code), str, str)


class Sealer(Protocol):
    """Who seals bytes for a purpose; `unseal` raises whatever it likes if they are not what was sealed for it."""

    def seal(self, purpose: str, plain: bytes) -> bytes: ...

    def unseal(self, purpose: str, sealed: bytes) -> bytes: ...


@cache
def code() -> str:
    """A digest of all the code and data that a state may hang on: after any change the old snapshots are of no use."""
    sums = hashlib.sha256()
    for part in FOLDED_BY:
        for name, content in _files(resources.files("dragoman") / part, part):
            sums.update(f"{name} {len(content)} ".encode() + content)
    return sums.hexdigest()


def _files(folder: Traversable, path: str) -> list[tuple[str, bytes]]:
    """What is in a folder and the folders below, except for what Python leaves there and pictures."""
    found: list[tuple[str, bytes]] = []
    for each in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if each.is_dir() and each.name != "__pycache__":
            found += _files(each, f"{path}/{each.name}")
        elif each.name.endswith((".py", ".toml")):
            found.append((f"{path}/{each.name}", each.read_bytes()))
    return found


class DatabaseSnapshots:
    """`Snapshots` in the database of that alias."""

    def __init__(self, games: Mapping[str, Game], keys: Sealer, using: str = "default") -> None:
        self._games = games
        self._keys = keys
        self._using = using

    def find(self, tables: Collection[str]) -> Mapping[str, ports.Snapshot]:
        """One query, however many tables; two for a single one that there is, each of which was composed before."""
        if len(tables) == 1:
            return self._find_one(next(iter(tables)))
        rows = Snapshot.objects.using(self._using).filter(table__in=list(tables), code=code()).select_related("table")
        opened = {row.table_id: self._opened(row, row.table.game) for row in rows}
        return {name: snapshot for name, snapshot in opened.items() if snapshot is not None}

    def _find_one(self, name: str) -> Mapping[str, ports.Snapshot]:
        table = ROW.first(self._using, name)
        row = KEPT.first(self._using, name, code()) if table is not None else None
        snapshot = self._opened(row, table.game) if table is not None and row is not None else None
        return {} if snapshot is None else {name: snapshot}

    def keep(self, table: str, game: str, snapshot: ports.Snapshot) -> None:
        """Another process may keep a later one meanwhile: the last one stays, and either will do."""
        try:
            purpose = _purpose(table, game, snapshot.version, snapshot.seal)
            data = self._keys.seal(purpose, frozen(self._games[game], snapshot.state))
            row = {"version": snapshot.version, "seal": snapshot.seal, "code": code(), "data": data}
            with transaction.atomic(self._using):
                Snapshot.objects.using(self._using).update_or_create(table_id=table, defaults=row)
        except DatabaseError:
            log.info("no snapshot of %s was kept: the database is busy", table)
        except Exception:
            log.exception("no snapshot of %s could be made", table)

    def _opened(self, row: Snapshot, game: str) -> ports.Snapshot | None:
        seal = bytes(row.seal)
        try:
            data = self._keys.unseal(_purpose(row.table_id, game, row.version, seal), bytes(row.data))
            return ports.Snapshot(row.version, seal, thawed(self._games[game], data))
        except Unfrozen as fault:
            log.warning("the snapshot of %s does not open: %s", row.table_id, fault)
        except Exception as fault:  # of another host, or spoilt: the ledger has it all
            log.warning("the snapshot of %s does not open: %s", row.table_id, type(fault).__name__)
        return None


def _purpose(table: str, game: str, version: int, seal: bytes) -> str:
    """What a snapshot is sealed for, so that none is taken for another."""
    return f"snapshot {table} {game} {version} {seal.hex()} {code()}"
