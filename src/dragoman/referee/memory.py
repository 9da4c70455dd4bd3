"""A ledger in memory, for games in a file and for tests: it keeps bytes, salts and seals exactly as a real one does."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from dragoman.game.protocol import Game
from dragoman.referee.chain import Entry, follow, origin
from dragoman.referee.ports import AlreadyHeard, Appending, Chronicle, Entropy, Posting, Seats, Stale, UnknownTable


@dataclass(slots=True)
class Sheet:
    """One table's record."""

    game: str
    entries: list[Entry] = field(default_factory=list)
    due: datetime | None = None


class MemoryLedger:
    """A `Ledger`. `postings` is everything ever told, in order; whoever delivers keeps count of how far they are."""

    def __init__(self, games: Mapping[str, Game], entropy: Entropy) -> None:
        self._games = games
        self._entropy = entropy
        self._sheets: dict[str, Sheet] = {}
        self._heard: set[str] = set()
        self._told: set[str] = set()
        self.postings: list[Posting] = []

    def load(self, table: str, after: int = 0, seal: bytes = b"") -> Chronicle:
        sheet = self._sheet(table)
        entries = sheet.entries
        known = 0 < after <= len(entries) and entries[after - 1].seal == seal
        start = after if known else 0
        decode = self._games[sheet.game].decode_event
        events = tuple(decode(entry.data) for entry in entries[start:])
        last = entries[-1]
        return Chronicle(sheet.game, events, len(entries), last.at, last.seal, start)

    def several(self, known: Mapping[str, tuple[int, bytes]]) -> Mapping[str, Chronicle]:
        return {name: self.load(name, *mark) for name, mark in known.items() if name in self._sheets}

    def create(
        self,
        table: str,
        game: str,
        events: Sequence[Any],
        now: datetime,
        due: datetime | None,
        postings: Sequence[Posting],
        letter: str = "",
        seats: Seats | None = None,
    ) -> None:
        if table in self._sheets:
            raise Stale(table)
        if letter in self._heard:
            raise AlreadyHeard(letter)
        self._sheets[table] = Sheet(game)
        self._write(table, events, now, due, postings, letter)

    def append(
        self,
        table: str,
        expected: int,
        events: Sequence[Any],
        now: datetime,
        due: datetime | None,
        postings: Sequence[Posting],
        letter: str = "",
        seats: Seats | None = None,
        before: bytes = b"",
    ) -> bytes:
        entries = self._sheet(table).entries
        if len(entries) != expected or (before and entries[-1].seal != before):
            raise Stale(table)
        if letter in self._heard:
            raise AlreadyHeard(letter)
        self._write(table, events, now, due, postings, letter)
        return self._sheet(table).entries[-1].seal

    def append_all(self, appendings: Sequence[Appending]) -> tuple[bytes | None, ...]:
        return tuple(self._appended(each) for each in appendings)

    def _appended(self, each: Appending) -> bytes | None:
        try:
            return self.append(each.table, each.expected, each.events, each.now, each.due, each.postings)
        except (Stale, UnknownTable):
            return None

    def due(self, now: datetime, limit: int = 100, leaving: Collection[str] = ()) -> tuple[str, ...]:
        sheets = self._sheets.items()
        waiting = [(s.due, name) for name, s in sheets if s.due is not None and s.due <= now and name not in leaving]
        return tuple(name for _, name in sorted(waiting)[:limit])

    def record(self, table: str) -> tuple[str, tuple[Entry, ...]]:
        sheet = self._sheet(table)
        return sheet.game, tuple(sheet.entries)

    def restore(
        self, table: str, game: str, entries: Sequence[Entry], due: datetime | None, seats: Seats | None = None
    ) -> None:
        if table in self._sheets:
            raise Stale(table)
        self._sheets[table] = Sheet(game, list(entries), due)

    def tables(self) -> Iterable[str]:
        """The names of all tables, in the order of their opening."""
        return tuple(self._sheets)

    def next_due(self) -> datetime | None:
        """The earliest moment at which any table's clock must strike."""
        return min((sheet.due for sheet in self._sheets.values() if sheet.due is not None), default=None)

    def _sheet(self, table: str) -> Sheet:
        if table not in self._sheets:
            raise UnknownTable(table)
        return self._sheets[table]

    def _write(
        self,
        table: str,
        events: Sequence[Any],
        now: datetime,
        due: datetime | None,
        postings: Sequence[Posting],
        letter: str,
    ) -> None:
        sheet = self._sheets[table]
        encode = self._games[sheet.game].encode_event
        n = len(sheet.entries)
        before = sheet.entries[-1].seal if n else origin(table, sheet.game)
        salted = [(self._entropy.salt(table, n + k), encode(event)) for k, event in enumerate(events, start=1)]
        sheet.entries.extend(follow(before, n, now, salted))
        sheet.due = due
        self.postings.extend(posting for posting in postings if posting.key not in self._told)
        self._told.update(posting.key for posting in postings)
        if letter:
            self._heard.add(letter)
