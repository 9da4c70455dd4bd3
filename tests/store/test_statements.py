"""Statements composed once say what Django's own queries say, on both databases."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connections, transaction

from dragoman.store.ledger import EVENTS, LOCKED, ROW
from dragoman.store.models import Event, Heard, Incoming, Outgoing, Table
from dragoman.store.statements import Insert, Lookup, answers, execute, execute_many, unhurried

NOW = datetime(2026, 3, 2, 16, 0, 0, 250_000, tzinfo=UTC)
NEW_MARKS = Insert(Heard, "letter", "table", "at")
MARKS = Insert(Heard, "letter", "table", "at", ignoring=True)
MANY = Insert(Event, "table", "n", "type", "at", "salt", "data", "seal")
PACKING = "default_toast_compression"
POSTED = Insert(Outgoing, *(each.name for each in Outgoing._meta.fields if each.name != "id"))


def tables(store: str) -> None:
    for n, name in enumerate(("a", "b"), 1):
        Table(name, "counter", n, bytes([n]) * 32, NOW, NOW, None).save(using=store, force_insert=True)
        for k in range(1, n + 1):
            Event(table_id=name, n=k, type="t", at=NOW, salt=b"s" * 16, data="{}", seal=bytes([k]) * 32).save(
                using=store
            )


def plain(row: object) -> dict[str, object]:
    values = {name: value for name, value in vars(row).items() if name != "_state"}
    return {name: bytes(v) if isinstance(v, memoryview) else v for name, v in values.items()}


def test_a_lookup_gives_the_rows_that_django_would(store: str) -> None:
    tables(store)
    for name in ("a", "b", "c", "a"):
        assert [plain(row) for row in ROW.rows(store, name)] == [
            plain(row) for row in Table.objects.using(store).filter(name=name)
        ]
    asked = Event.objects.using(store).filter(table="b", n__gte=1, n__lte=2).order_by("n")
    assert [plain(row) for row in EVENTS.rows(store, "b", 1, 2)] == [plain(row) for row in asked]
    assert [row.n for row in EVENTS.rows(store, "b", 2, 2)] == [2]
    with transaction.atomic(store):
        assert LOCKED.first(store, "b") == Table.objects.using(store).get(name="b")
    assert LOCKED is not ROW


def test_a_row_found_knows_where_it_is_from_and_can_be_saved(store: str) -> None:
    tables(store)
    row = ROW.first(store, "a")
    assert row is not None
    row.hidden = True
    row.save(update_fields=["hidden"])
    assert Table.objects.using(store).get(name="a").hidden


def test_moments_are_looked_up_as_they_are_kept(store: str) -> None:
    since = Lookup(lambda using, at: Heard.objects.using(using).filter(at__gt=at).order_by("letter"), datetime)
    MARKS.run(store, ("L1", "a", NOW), ("L2", "a", NOW + timedelta(microseconds=1)))
    assert [row.letter for row in since.rows(store, NOW)] == ["L2"]
    assert [row.at for row in since.rows(store, NOW - timedelta(days=1))] == [NOW, NOW + timedelta(microseconds=1)]


def test_a_value_that_does_not_stand_in_the_query_is_a_fault(store: str) -> None:
    lost = Lookup(lambda using, name: Table.objects.using(using).filter(name=f"a{name}"), str)
    with pytest.raises(AssertionError, match="not every value"):
        lost.rows(store, "b")


def test_rows_that_are_there_already_are_left_as_they_are(store: str) -> None:
    assert MARKS.run(store, ("L1", "a", NOW), ("L2", "a", NOW)) == 2
    assert MARKS.run(store, ("L1", "b", NOW), ("L3", "b", NOW)) == 1
    assert dict(Heard.objects.using(store).values_list("letter", "table")) == {"L1": "a", "L2": "a", "L3": "b"}
    assert MARKS.run(store) == 0


def test_more_rows_than_one_statement_takes(store: str) -> None:
    assert MARKS.run(store, *((f"L{n}", "a", NOW) for n in range(12_000))) == 12_000
    assert Heard.objects.using(store).count() == 12_000


def test_statements_with_values(store: str) -> None:
    MARKS.run(store, ("L1", "a", NOW), ("L2", "a", NOW))
    moved = 'UPDATE "store_heard" SET "at" = %s WHERE "table" = %s'
    assert execute(store, moved, (NOW + timedelta(hours=1), "a")) == 2
    assert execute(store, moved, (NOW, "b")) == 0
    execute_many(store, 'UPDATE "store_heard" SET "table" = %s WHERE "letter" = %s', [("b", "L1"), ("c", "L2")])
    execute_many(store, 'UPDATE "store_heard" SET "table" = %s WHERE "letter" = %s', [])
    assert dict(Heard.objects.using(store).values_list("letter", "table")) == {"L1": "b", "L2": "c"}
    assert set(Heard.objects.using(store).values_list("at", flat=True)) == {NOW + timedelta(hours=1)}
    assert not Incoming.objects.using(store).exists()
    assert connections[store].vendor in {"sqlite", "postgresql"}


HARD = (
    "plain",
    "",
    "two\nlines\r",
    "a\ttab",
    "back\\slash \\n \\N",
    "\\N",
    "\\.",
    "quote ' \" %s %%",
    "Ä – 日本 🎲",
    '{"a":"\\u0000"}',
)


def posted(key: str, sent_at: datetime | None) -> tuple[Any, ...]:
    made = Outgoing(key=key, posted_at=NOW, sent_at=sent_at)
    return tuple(getattr(made, each.name) for each in Outgoing._meta.fields if each.name != "id")


def test_many_rows_at_once_are_as_they_were_given(store: str) -> None:
    tables(store)
    rows = [("a", n, f"t{n}", NOW + timedelta(microseconds=n), bytes(range(n, n + 16)), text, b"\\x\x00\xff" * 8)
            for n, text in enumerate(HARD, 100)]  # fmt: skip
    with transaction.atomic(store):
        MANY.copy(store, rows)
    found = Event.objects.using(store).filter(n__gte=100).order_by("n")
    assert [(e.table_id, e.n, e.type, e.at, bytes(e.salt), e.data, bytes(e.seal)) for e in found] == rows
    MANY.copy(store, [])
    POSTED.copy(store, [posted("k", None), posted("l", NOW)])
    assert dict(Outgoing.objects.using(store).values_list("key", "sent_at")) == {"k": None, "l": NOW}


def test_of_many_rows_none_is_written_where_one_cannot_be(store: str) -> None:
    tables(store)
    rows = [("a", 7, "t", NOW, b"s", "{}", b"s"), ("a", 1, "t", NOW, b"s", "{}", b"s")]
    with pytest.raises(IntegrityError), transaction.atomic(store):
        MANY.copy(store, rows)
    assert not Event.objects.using(store).filter(n=7).exists()


def test_whoever_looks_at_what_is_sent_sees_many_rows_too(store: str) -> None:
    tables(store)
    seen: list[str] = []

    def look(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        seen.append(sql)
        return execute(sql, params, many, context)

    with connections[store].execute_wrapper(look):
        MANY.copy(store, [("a", 7, "t", NOW, b"s", "{}", b"s")])
    assert len(seen) == 1
    assert '"store_event"' in seen[0]


def test_whoever_does_not_wait_for_the_disk_does_so_in_that_transaction_alone(store: str) -> None:
    connection = connections[store]
    asked, slow, quick = {
        "sqlite": ("PRAGMA synchronous", 2, 1), "postgresql": ("SHOW synchronous_commit", "on", "off"),
    }[connection.vendor]  # fmt: skip

    def stands() -> Any:
        return answers(store, asked, ())[0][0]

    execute(store, "PRAGMA synchronous=FULL" if quick == 1 else "SET synchronous_commit TO on", ())
    with unhurried(store):
        assert stands() == quick
        MARKS.run(store, ("L1", "a", NOW))
    assert stands() == slow
    with pytest.raises(IntegrityError), unhurried(store):
        NEW_MARKS.run(store, ("L2", "a", NOW), ("L2", "a", NOW))
    assert stands() == slow
    with transaction.atomic(store), unhurried(store):
        assert stands() == slow, "what is around it is to be waited for"
    assert [mark.letter for mark in Heard.objects.using(store).all()] == ["L1"]


def test_postgresql_packs_by_lz4_where_it_has_that(store: str) -> None:
    connection = connections[store]
    if connection.vendor != "postgresql":
        pytest.skip("SQLite packs nothing")
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT setting, 'lz4' = ANY(enumvals) FROM pg_settings WHERE name = 'default_toast_compression'"
        )
        assert cursor.fetchall() in ([("lz4", True)], [("pglz", False)], [])
