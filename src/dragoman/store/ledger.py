"""The ledger in a database: one hearing is one transaction, and an append over another's is refused, never merged.

On SQLite each transaction begins with the write lock (BEGIN IMMEDIATE); on PostgreSQL the table's row is locked. So the
expected version is compared with one that nobody can change meanwhile.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from itertools import chain
from typing import Any, NamedTuple

import msgspec
from django.db import IntegrityError, connections, models, transaction

from dragoman.game.newer import Newer
from dragoman.game.protocol import Game
from dragoman.referee.chain import FORM, Entry, follow, form_of, origin
from dragoman.referee.ports import (
    Ahead,
    AlreadyHeard,
    Appending,
    Chronicle,
    Entropy,
    Posting,
    Seats,
    Stale,
    UnknownTable,
)
from dragoman.store.conduct import Conducts, Note
from dragoman.store.models import Event, Heard, Outgoing, Sitting, Table
from dragoman.store.statements import Insert, Lookup, execute, execute_many

MOST_ASKED = 500
"""Tables in one question: SQLite takes expressions of a thousand parts."""

ROW = Lookup(lambda using, name: Table.objects.using(using).filter(name=name), str)
LOCKED = Lookup(lambda using, name: Table.objects.using(using).select_for_update().filter(name=name), str)
EVENTS = Lookup(
    lambda using, name, first, last: (
        Event.objects.using(using).filter(table_id=name, n__gte=first, n__lte=last).order_by("n")
    ),
    str, int, int,
)  # fmt: skip
SITTINGS = Lookup(lambda using, name: Sitting.objects.using(using).filter(table_id=name), str)
NEW_EVENTS = Insert(Event, "table", "n", "type", "at", "salt", "data", "seal")
NEW_MARK = Insert(Heard, "letter", "table", "at", ignoring=True)
NEW_POSTINGS = Insert(Outgoing, "key", "table", "game", "kind", "seat", "person", "body", "in_reply_to", "posted_at",
                      "seal", "worker", "tries", "fault", ignoring=True)  # fmt: skip
MOVED_ON = 'UPDATE "store_table" SET "version" = %s, "seal" = %s, "at" = %s, "due" = %s WHERE "name" = %s'


class Tagged(msgspec.Struct, frozen=True):
    """What every event's JSON begins with, whatever the game."""

    type: str = ""


class _Kept(NamedTuple):
    """What is read of an event to fold it: a row of the database would be made in twice the time."""

    table_id: str
    n: int
    data: str
    seal: bytes


class DatabaseLedger:
    """A `Ledger` in the database of that alias. `entropy` draws each event's salt."""

    def __init__(self, games: Mapping[str, Game], entropy: Entropy, using: str = "default") -> None:
        self._games = games
        self._entropy = entropy
        self._using = using
        self._conducts = Conducts(using)

    def load(self, table: str, after: int = 0, seal: bytes = b"") -> Chronicle:
        row = self._row(table)
        if after == row.version and seal == bytes(row.seal):
            return Chronicle(row.game, (), row.version, row.at, seal, after)
        later = self._events(row, after) if after else []
        known = bool(later) and later[0].n == after and bytes(later[0].seal) == seal
        events = later[1:] if known else self._events(row, 1)
        return Chronicle(
            row.game, self._decoded(row, events), row.version, row.at, bytes(row.seal), after if known else 0
        )

    def several(self, known: Mapping[str, tuple[int, bytes]]) -> Mapping[str, Chronicle]:
        """Two queries for some hundred tables: the rows, and the events of which not all is known; a third where what
        was known of one does not hold."""
        rows = {row.name: row for row in Table.objects.using(self._using).filter(name__in=list(known))}
        newer = {name: row for name, row in rows.items() if (row.version, bytes(row.seal)) != known[name]}
        later = self._events_of(newer, {name: known[name][0] for name in newer})
        wrong = {name: newer[name] for name, events in later.items() if not _follows(events, *known[name])}
        anew = self._events_of(wrong, dict.fromkeys(wrong, 0))
        found = {}
        for name, row in rows.items():
            after = 0 if name in wrong else known[name][0]
            events = anew[name] if name in wrong else later.get(name, [])[1 if after else 0 :]
            with suppress(Ahead):
                decoded = self._decoded(row, events)
                found[name] = Chronicle(row.game, decoded, row.version, row.at, bytes(row.seal), after)
        return found

    def _decoded(self, row: Table, events: Sequence[Event | _Kept]) -> tuple[Any, ...]:
        """Raises Ahead, where a later version wrote one of them: no part of such a table is used."""
        game = self._games.get(row.game)
        if game is None:
            raise Ahead(row.name, f"nobody here knows the game “{row.game}”")
        try:
            return tuple(game.decode_event(event.data.encode()) for event in events)
        except Newer as fault:
            raise Ahead(row.name, str(fault)) from fault

    def _events_of(self, rows: Mapping[str, Table], first: Mapping[str, int]) -> Mapping[str, list[_Kept]]:
        """The events of several tables, of each from that number up to the version that was read."""
        found: dict[str, list[_Kept]] = {name: [] for name in rows}
        for names in batched(rows, MOST_ASKED):
            asked = models.Q(table__in=[name for name in names if not first[name]])
            for name in names:
                asked |= models.Q(table=name, n__gte=first[name]) if first[name] else models.Q()
            kept = Event.objects.using(self._using).filter(asked).order_by("table", "n")
            for event in map(_Kept._make, kept.values_list("table_id", "n", "data", "seal")):
                if event.n <= rows[event.table_id].version:
                    found[event.table_id].append(event)
        return found

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
        entries = self._sealed(table, game, 0, origin(table, game), events, now)
        try:
            with transaction.atomic(self._using):
                if Table.objects.using(self._using).filter(name=table).exists():
                    raise Stale(table)
                self._mark(letter, table, now)
                row = Table(table, game, len(entries), entries[-1].seal, now, now, due, form=FORM)
                row.save(using=self._using, force_insert=True)
                self._write(row, entries, now, postings, seats)
                self._conducts.note(row, 1, events, self._games[game], now)
        except IntegrityError as fault:  # on PostgreSQL, somebody took the name since we looked
            raise Stale(table) from fault

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
        with transaction.atomic(self._using):
            row = self._row(table, lock=True)
            if row.version != expected or (before and bytes(row.seal) != before):
                raise Stale(table)
            self._mark(letter, table, now)
            entries = self._sealed(table, row.game, row.version, bytes(row.seal), events, now, row.form)
            if entries:
                execute(self._using, MOVED_ON, _moved_on(row, entries, now, due))
            self._write(row, entries, now, postings, seats)
            self._conducts.note(row, expected + 1, events, self._games[row.game], now)
        return entries[-1].seal if entries else bytes(row.seal)

    def append_all(self, appendings: Sequence[Appending]) -> tuple[bytes | None, ...]:
        """One transaction and a handful of statements for all of them. A table that somebody else is writing to is not
        waited for: on PostgreSQL its row is passed over, as one that they wrote to first."""
        with transaction.atomic(self._using):
            rows = self._locked([each.table for each in appendings])
            fit = [each for each in appendings
                   if each.table in rows and rows[each.table].version == each.expected]  # fmt: skip
            sealed = {each.table: self._sealed_for(rows[each.table], each) for each in fit}
            moved = [_moved_on(rows[e.table], sealed[e.table], e.now, e.due) for e in fit if sealed[e.table]]
            execute_many(self._using, MOVED_ON, moved)
            NEW_EVENTS.copy(self._using, [row for each in sealed.items() for row in _event_rows(*each)])
            posted = (self._posting_rows(rows[e.table], e.postings, e.now, sealed[e.table]) for e in fit)
            NEW_POSTINGS.copy(self._using, list(chain.from_iterable(posted)))
            for each in fit:
                if each.seats is not None:
                    self._seat(rows[each.table], each.seats)
            noted = (Note(rows[e.table], e.expected + 1, e.events, self._games[rows[e.table].game], e.now) for e in fit)
            self._conducts.note_all(noted, copying=True)
        seals = {name: entries[-1].seal if entries else bytes(rows[name].seal) for name, entries in sealed.items()}
        return tuple(seals.get(each.table) for each in appendings)

    def _sealed_for(self, row: Table, each: Appending) -> tuple[Entry, ...]:
        return self._sealed(row.name, row.game, row.version, bytes(row.seal), each.events, each.now, row.form)

    def _locked(self, names: Sequence[str]) -> dict[str, Table]:
        """The rows of these tables, locked for us in one order, without those that others are locking."""
        rows = Table.objects.using(self._using).filter(name__in=names).order_by("name")
        if connections[self._using].features.has_select_for_update_skip_locked:
            rows = rows.select_for_update(skip_locked=True)
        return {row.name: row for row in rows}

    def due(self, now: datetime, limit: int = 100, leaving: Collection[str] = ()) -> tuple[str, ...]:
        waiting = Table.objects.using(self._using).filter(due__lte=now).exclude(name__in=list(leaving))
        return tuple(waiting.order_by("due", "name").values_list("name", flat=True)[:limit])

    def record(self, table: str) -> tuple[str, tuple[Entry, ...]]:
        row = self._row(table)
        events = self._events(row, 1)
        return row.game, tuple(Entry(e.n, e.at, bytes(e.salt), e.data.encode(), bytes(e.seal)) for e in events)

    def restore(
        self, table: str, game: str, entries: Sequence[Entry], due: datetime | None, seats: Seats | None = None
    ) -> None:
        first, last = entries[0], entries[-1]
        with transaction.atomic(self._using):
            if Table.objects.using(self._using).filter(name=table).exists():
                raise Stale(table)
            row = Table(table, game, last.n, last.seal, first.at, last.at, due, form=form_of(table, game, entries))
            row.save(using=self._using, force_insert=True)
            self._write(row, entries, last.at, (), seats)
            decode = self._games[game].decode_event
            for entry in entries:
                self._conducts.note(row, entry.n, (decode(entry.data),), self._games[game], entry.at)

    def tables_of(self, person: str) -> tuple[tuple[str, str], ...]:
        """The seats that person holds, as pairs of table and seat."""
        held = Sitting.objects.using(self._using).filter(person=person).order_by("table_id", "seat")
        return tuple(held.values_list("table_id", "seat"))

    def tables_of_each(self, persons: Iterable[str]) -> dict[str, tuple[str, ...]]:
        """The names of the tables where each of these has a seat, for those who have any."""
        held = Sitting.objects.using(self._using).filter(person__in=set(persons)).order_by("table_id")
        found: dict[str, dict[str, None]] = {}
        for person, name in held.values_list("person", "table_id"):
            found.setdefault(person, {})[name] = None
        return {person: tuple(names) for person, names in found.items()}

    def latest_of(self, person: str, most: int) -> tuple[str, ...]:
        """The tables at which that person sits: those whose clock goes, the earliest first, then those written to
        last."""
        sat = Table.objects.using(self._using).filter(sittings__person=person).distinct()
        return tuple(
            sat.order_by(models.F("due").asc(nulls_last=True), "-at", "name").values_list("name", flat=True)[:most]
        )

    def tables(self) -> tuple[tuple[str, str, datetime | None], ...]:
        """Every table: its name, its game, and when it is due; the one written to last comes first."""
        rows = Table.objects.using(self._using).order_by("-at", "name")
        return tuple(rows.values_list("name", "game", "due"))

    def tables_with(self, types: Collection[str]) -> tuple[str, ...]:
        """The tables at which something of these types ever happened."""
        found = Event.objects.using(self._using).filter(type__in=sorted(types))
        return tuple(found.order_by("table_id").values_list("table_id", flat=True).distinct())

    def versions(self, tables: Collection[str]) -> dict[str, int]:
        """How many events each of these tables has; one that there is not is left out."""
        rows = Table.objects.using(self._using).filter(name__in=sorted(set(tables)))
        return dict(rows.values_list("name", "version"))

    # --- one table's rows ---

    def _row(self, table: str, lock: bool = False) -> Table:
        row = (LOCKED if lock else ROW).first(self._using, table)
        if row is None:
            raise UnknownTable(table)
        return row

    def _events(self, row: Table, first: int) -> list[Event]:
        """The events up to the version that was read: later ones may have come since, none can have changed."""
        return EVENTS.rows(self._using, row.name, first, row.version)

    def _mark(self, letter: str, table: str, now: datetime) -> None:
        if letter and not NEW_MARK.run(self._using, (letter, table, now)):
            raise AlreadyHeard(letter)

    def _sealed(
        self, table: str, game: str, version: int, before: bytes, events: Sequence[Any], now: datetime, form: int = FORM
    ) -> tuple[Entry, ...]:
        encode, salt = self._games[game].encode_event, self._entropy.salt
        pairs = [(salt(table, version + k), encode(event)) for k, event in enumerate(events, start=1)]
        return follow(before, version, now, pairs, form)

    def _write(
        self, row: Table, entries: Sequence[Entry], now: datetime, postings: Sequence[Posting], seats: Seats | None
    ) -> None:
        NEW_EVENTS.run(self._using, *_event_rows(row.name, entries))
        NEW_POSTINGS.run(self._using, *self._posting_rows(row, postings, now, entries))
        if seats is not None:
            self._seat(row, seats)

    def _posting_rows(
        self, row: Table, postings: Sequence[Posting], now: datetime, entries: Sequence[Entry]
    ) -> list[tuple[Any, ...]]:
        """The seal goes only with what tells of events: two answers without any would show whether others did
        something."""
        seal, game = entries[-1].seal if entries else None, self._games[row.game]
        return [
            (each.key, row.name, row.game, (to := each.notice).kind, to.to, to.person,
             (each.body or game.encode_body(to.body)).decode(), each.in_reply_to, now, seal, "", 0, "")
            for each in postings
        ]  # fmt: skip

    def _seat(self, row: Table, seats: Seats) -> None:
        before = {(each.seat, each.person) for each in SITTINGS.rows(self._using, row.name)}
        now = {(str(seat), str(person)) for seat, person in seats.items() if person is not None}
        if before == now:
            return
        sittings = Sitting.objects.using(self._using)
        if gone := {seat for seat, _ in before - now}:
            sittings.filter(table=row, seat__in=gone).delete()
        come = sorted(now - before)
        sittings.bulk_create([Sitting(table=row, seat=seat, person=person) for seat, person in come])


def _follows(events: Sequence[_Kept], version: int, seal: bytes) -> bool:
    """Whether events from that number on are those after it: the first bears its seal. All follow on nothing."""
    return not version or (bool(events) and events[0].n == version and bytes(events[0].seal) == seal)


def batched(names: Iterable[str], most: int) -> Iterator[list[str]]:
    """The names, so many at a time."""
    rest = list(names)
    return (rest[start : start + most] for start in range(0, len(rest), most))


def _type(data: bytes) -> str:
    return msgspec.json.decode(data, type=Tagged).type


def _event_rows(table: str, entries: Sequence[Entry]) -> list[tuple[Any, ...]]:
    return [(table, e.n, _type(e.data), e.at, e.salt, e.data.decode(), e.seal) for e in entries]


def _moved_on(row: Table, entries: Sequence[Entry], now: datetime, due: datetime | None) -> tuple[Any, ...]:
    return entries[-1].n, entries[-1].seal, now, due, row.name
