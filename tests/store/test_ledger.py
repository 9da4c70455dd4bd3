"""What every ledger promises, in memory, in SQLite and in PostgreSQL alike."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connections, transaction
from tests.referee.toys import ANN, BEN, BLUE, GAMES, RED, SEATS, Added, Opened, Told

from dragoman.game.protocol import Notice
from dragoman.referee.chain import broken
from dragoman.referee.memory import MemoryLedger
from dragoman.referee.ports import AlreadyHeard, Appending, Ledger, Posting, Stale, UnknownTable
from dragoman.referee.record import Record, verify
from dragoman.referee.seeded import SeededEntropy
from dragoman.store.ledger import DatabaseLedger
from dragoman.store.models import Event, Outgoing

NOW = datetime(2026, 3, 2, 16, 0, 0, 250_000, tzinfo=UTC)
HOUR = timedelta(hours=1)

OPENED = Opened({"Red": "p-ann", "Blue": None})


def begun(ledger: Ledger, table: str = "kalmar", due: datetime | None = None) -> None:
    ledger.create(table, "counter", (OPENED,), NOW, due, ())


def posting(key: str, total: int = 1) -> Posting:
    return Posting(key, Notice("told", RED, ANN, Told(total)), "<1@example.org>")


def told(ledger: Ledger) -> list[str]:
    if isinstance(ledger, MemoryLedger):
        return [p.key for p in ledger.postings]
    assert isinstance(ledger, DatabaseLedger)
    return list(Outgoing.objects.using(ledger._using).order_by("id").values_list("key", flat=True))


def test_what_was_appended_is_loaded_in_order(ledger: Ledger) -> None:
    begun(ledger)
    ledger.append("kalmar", 1, (Added("Red", 1), Added("Red", 2)), NOW + HOUR, None, ())
    chronicle = ledger.load("kalmar")
    assert chronicle.game == "counter"
    assert chronicle.events == (OPENED, Added("Red", 1), Added("Red", 2))
    assert (chronicle.version, chronicle.at, chronicle.start) == (3, NOW + HOUR, 0)


def test_only_later_events_are_loaded_by_who_knows_the_seal(ledger: Ledger) -> None:
    begun(ledger)
    first = ledger.load("kalmar")
    assert ledger.load("kalmar", 1, first.seal).events == ()
    ledger.append("kalmar", 1, (Added("Red", 1),), NOW, None, ())
    later = ledger.load("kalmar", 1, first.seal)
    assert (later.start, later.events, later.version) == (1, (Added("Red", 1),), 2)
    whole = ledger.load("kalmar", 1, b"another seal")
    assert (whole.start, whole.version, len(whole.events)) == (0, 2, 2)
    beyond = ledger.load("kalmar", 9, first.seal)
    assert (beyond.start, len(beyond.events)) == (0, 2)


def test_an_unknown_table_is_told(ledger: Ledger) -> None:
    for call in (
        lambda: ledger.load("nowhere"),
        lambda: ledger.record("nowhere"),
        lambda: ledger.append("nowhere", 0, (), NOW, None, ()),
    ):
        with pytest.raises(UnknownTable):
            call()


def test_a_name_is_given_once(ledger: Ledger) -> None:
    begun(ledger)
    with pytest.raises(Stale):
        ledger.create("kalmar", "timer", (OPENED,), NOW, None, (posting("k"),), "L9")
    assert ledger.load("kalmar").game == "counter"
    assert told(ledger) == []


def test_nothing_is_appended_over_another(ledger: Ledger) -> None:
    begun(ledger)
    ledger.append("kalmar", 1, (Added("Red", 1),), NOW, None, ())
    with pytest.raises(Stale):
        ledger.append("kalmar", 1, (Added("Blue", 2),), NOW, None, (posting("k"),), "L1")
    with pytest.raises(Stale):
        ledger.append("kalmar", 2, (Added("Blue", 2),), NOW, None, (posting("k"),), "L1", before=b"another seal")
    assert ledger.load("kalmar").version == 2
    assert told(ledger) == []
    seal = ledger.load("kalmar").seal
    ledger.append("kalmar", 2, (Added("Blue", 2),), NOW, None, (posting("k"),), "L1", before=seal)


def test_a_letter_is_heard_once_with_all_that_it_brought(ledger: Ledger) -> None:
    begun(ledger)
    ledger.append("kalmar", 1, (Added("Red", 1),), NOW, NOW + HOUR, (posting("k1"),), "L1")
    with pytest.raises(AlreadyHeard):
        ledger.append("kalmar", 2, (Added("Red", 1),), NOW, None, (posting("k2"),), "L1")
    assert (ledger.load("kalmar").version, told(ledger)) == (2, ["k1"])
    assert ledger.due(NOW + HOUR) == ("kalmar",)


def test_a_letter_that_opened_a_table_opens_no_other(ledger: Ledger) -> None:
    ledger.create("kalmar", "counter", (OPENED,), NOW, None, (), "L1")
    with pytest.raises(AlreadyHeard):
        ledger.create("lund", "counter", (OPENED,), NOW, None, (), "L1")
    with pytest.raises(UnknownTable):
        ledger.load("lund")


def test_a_letter_of_which_nothing_came_is_marked_too(ledger: Ledger) -> None:
    begun(ledger, due=NOW)
    ledger.append("kalmar", 1, (), NOW + HOUR, NOW, (posting("k1"),), "L1")
    assert (ledger.load("kalmar").version, ledger.load("kalmar").at) == (1, NOW)
    assert ledger.due(NOW) == ("kalmar",)
    with pytest.raises(AlreadyHeard):
        ledger.append("kalmar", 1, (), NOW, None, (), "L1")


def test_a_posting_under_the_same_key_is_the_same_posting(ledger: Ledger) -> None:
    begun(ledger)
    ledger.append("kalmar", 1, (Added("Red", 1),), NOW, None, (posting("k1"), posting("k2")))
    ledger.append("kalmar", 2, (Added("Red", 1),), NOW, None, (posting("k1", 7), posting("k3")))
    assert told(ledger) == ["k1", "k2", "k3"]


def added(table: str, expected: int, key: str, *amounts: int) -> Appending:
    events = tuple(Added("Red", amount) for amount in amounts)
    return Appending(table, expected, events, NOW + HOUR, NOW + 2 * HOUR, (posting(key),))


def test_several_tables_are_appended_to_at_once_each_wholly_or_not_at_all(ledger: Ledger) -> None:
    for name in ("a", "b", "c"):
        begun(ledger, name, NOW)
    ledger.append("b", 1, (Added("Red", 1),), NOW, NOW, ())
    gone = added("nowhere", 1, "k4", 1)
    seals = ledger.append_all([added("c", 1, "k3", 3, 4), added("b", 1, "k2", 2), gone, added("a", 1, "k1", 1)])
    assert [seal is not None for seal in seals] == [True, False, False, True]
    assert told(ledger) == ["k3", "k1"]
    assert (seals[0], seals[3]) == (ledger.load("c").seal, ledger.load("a").seal)
    assert ledger.load("c").events == (OPENED, Added("Red", 3), Added("Red", 4))
    assert ledger.load("b").events == (OPENED, Added("Red", 1))
    assert (ledger.load("a").at, ledger.due(NOW)) == (NOW + HOUR, ("b",))
    assert ledger.due(NOW + 2 * HOUR) == ("b", "a", "c")
    for name in ("a", "b", "c"):
        assert broken(name, *ledger.record(name)) is None


def test_to_append_nothing_to_several_is_nothing(ledger: Ledger) -> None:
    assert list(ledger.append_all([])) == []


def test_tables_that_are_due_are_named_earliest_first(ledger: Ledger) -> None:
    for name, due in (("a", NOW + 2 * HOUR), ("b", NOW + HOUR), ("c", None), ("d", NOW + 3 * HOUR)):
        begun(ledger, name, due)
    assert ledger.due(NOW + 2 * HOUR) == ("b", "a")
    assert ledger.due(NOW + 3 * HOUR, 2) == ("b", "a")
    assert ledger.due(NOW + 3 * HOUR, leaving=("b",)) == ("a", "d")
    ledger.append("b", 1, (Added("Red", 1),), NOW, None, ())
    assert ledger.due(NOW + 9 * HOUR) == ("a", "d")


def test_the_record_is_chained_and_verifies(ledger: Ledger) -> None:
    begun(ledger)
    ledger.append("kalmar", 1, (Added("Red", 1), Added("Blue", 2)), NOW, None, ())
    game, entries = ledger.record("kalmar")
    assert broken("kalmar", game, entries) is None
    assert verify(Record("kalmar", game, entries), GAMES) == ()
    assert [e.salt for e in entries] == [SeededEntropy("7").salt("kalmar", n) for n in (1, 2, 3)]
    assert ledger.load("kalmar").seal == entries[-1].seal


def test_every_ledger_keeps_the_same_bytes(ledger: Ledger) -> None:
    """What is due of a seed and a history does not hang on where it is kept."""
    begun(ledger)
    ledger.append("kalmar", 1, (Added("Räksmörgås ✓\n", 1),), NOW, None, ())
    other = MemoryLedger(GAMES, SeededEntropy("7"))
    begun(other)
    other.append("kalmar", 1, (Added("Räksmörgås ✓\n", 1),), NOW, None, ())
    assert ledger.record("kalmar") == other.record("kalmar")


def test_a_record_is_restored_seals_and_all(ledger: Ledger) -> None:
    other = MemoryLedger(GAMES, SeededEntropy("elsewhere"))
    begun(other)
    other.append("kalmar", 1, (Added("Red", 5),), NOW, None, ())
    game, entries = other.record("kalmar")
    ledger.restore("kalmar", game, entries, NOW + HOUR)
    assert ledger.record("kalmar") == (game, entries)
    assert ledger.due(NOW + HOUR) == ("kalmar",)
    with pytest.raises(Stale):
        ledger.restore("kalmar", game, entries, None)
    ledger.append("kalmar", 2, (Added("Red", 6),), NOW, None, ())
    game, entries = ledger.record("kalmar")
    assert broken("kalmar", game, entries) is None


# --- what only a database has ---


@pytest.fixture
def kept(store: str) -> DatabaseLedger:
    return DatabaseLedger(GAMES, SeededEntropy("7"), store)


def test_a_fault_in_one_of_several_leaves_all_as_they_were(kept: DatabaseLedger) -> None:
    for name in ("a", "b"):
        begun(kept, name)
    flawed = Appending("b", 1, (object(),), NOW, None, ())
    with pytest.raises(TypeError):
        kept.append_all([added("a", 1, "k1", 1), flawed])
    assert (kept.load("a").version, told(kept)) == (1, [])


def test_a_notice_that_is_there_already_is_never_there_twice(kept: DatabaseLedger) -> None:
    """Where many are written at once, PostgreSQL refuses all of them then: each by itself leaves it as it is."""
    for name in ("a", "b"):
        begun(kept, name)
    kept.append("a", 1, (Added("Red", 1),), NOW, None, (posting("k1"),))
    both = [added("a", 2, "k1", 2), added("b", 1, "k2", 1)]
    if connections[kept._using].vendor == "postgresql":
        with pytest.raises(IntegrityError):
            kept.append_all(both)
        assert (kept.load("a").version, kept.load("b").version, told(kept)) == (2, 1, ["k1"])
        for each in both:
            kept.append(each.table, each.expected, each.events, each.now, each.due, each.postings)
    else:
        kept.append_all(both)
    assert (kept.load("a").version, kept.load("b").version, told(kept)) == (3, 2, ["k1", "k2"])


def test_a_table_that_somebody_writes_to_is_passed_over_and_not_waited_for(kept: DatabaseLedger) -> None:
    if not connections[kept._using].features.has_select_for_update_skip_locked:
        pytest.skip("SQLite locks all or nothing")
    for name in ("a", "b"):
        begun(kept, name)
    holds, done = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic(kept._using):
            kept._row("a", lock=True)
            holds.set()
            done.wait(20)
        connections[kept._using].close()

    other = threading.Thread(target=hold)
    other.start()
    assert holds.wait(20)
    seals = kept.append_all([added("a", 1, "k1", 1), added("b", 1, "k2", 2)])
    done.set()
    other.join()
    assert [seal is not None for seal in seals] == [False, True]
    assert (kept.load("a").version, kept.load("b").version) == (1, 2)


def test_who_sits_where_is_found_without_folding(kept: DatabaseLedger) -> None:
    kept.create("kalmar", "counter", (OPENED,), NOW, None, (), seats={RED: ANN, BLUE: BEN})
    kept.create("lund", "counter", (OPENED,), NOW, None, (), seats={BLUE: ANN})
    assert kept.tables_of(ANN) == (("kalmar", "Red"), ("lund", "Blue"))
    kept.append("kalmar", 1, (Added("Red", 1),), NOW, None, (), seats={RED: BEN, BLUE: None})
    assert (kept.tables_of(ANN), kept.tables_of(BEN)) == ((("lund", "Blue"),), (("kalmar", "Red"),))
    kept.append("kalmar", 2, (Added("Red", 1),), NOW, None, ())
    assert kept.tables_of(BEN) == (("kalmar", "Red"),)


def test_a_long_game_asks_the_database_no_more_often(kept: DatabaseLedger) -> None:
    def asked() -> int:
        connection = connections[kept._using]
        connection.force_debug_cursor = True
        before = len(connection.queries_log)
        version = kept.load("kalmar").version
        kept.append("kalmar", version, (Added("Red", 1),), NOW, None, (posting(f"k{version}"),), f"L{version}", SEATS)
        connection.force_debug_cursor = False
        return len(connection.queries_log) - before

    begun(kept)
    asked()  # the first one seats people
    early = asked()
    kept.append("kalmar", 3, [Added("Red", n) for n in range(500)], NOW, None, ())
    assert asked() == early <= 12


def test_an_event_bears_its_type_for_the_eye(kept: DatabaseLedger) -> None:
    begun(kept)
    assert Event.objects.using(kept._using).get(table_id="kalmar", n=1).type == "opened"


def test_of_many_who_append_at_once_each_is_recorded_and_none_lost(kept: DatabaseLedger) -> None:
    begun(kept)
    faults: list[BaseException] = []

    def add(who: int) -> None:
        try:
            mine = DatabaseLedger(GAMES, SeededEntropy("7"), kept._using)
            for n in range(10):
                while True:
                    version = mine.load("kalmar").version
                    try:
                        mine.append("kalmar", version, (Added(f"{who}/{n}", 1),), NOW, None, (), f"L{who}/{n}")
                        break
                    except Stale:
                        continue
        except BaseException as fault:
            faults.append(fault)
        finally:
            connections[kept._using].close()

    threads = [threading.Thread(target=add, args=(who,)) for who in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    game, entries = kept.record("kalmar")
    assert len(entries) == 41
    assert broken("kalmar", game, entries) is None
    assert len({e.seat for e in kept.load("kalmar").events if isinstance(e, Added)}) == 40


class Cut(Exception):
    """The database went away in the middle."""


def test_an_append_cut_short_anywhere_leaves_nothing_behind(kept: DatabaseLedger) -> None:
    begun(kept)
    before = (kept.record("kalmar"), told(kept), kept.tables_of(ANN), kept.due(NOW + HOUR))
    connection = connections[kept._using]

    def append(cut_at: int) -> int:
        """Append all there is to append, and cut at that statement; how many statements were made."""
        made = 0

        def count(execute: Any, sql: Any, params: Any, many: Any, context: Any) -> Any:
            nonlocal made
            made += 1
            if made == cut_at:
                raise Cut
            return execute(sql, params, many, context)

        with connection.execute_wrapper(count):
            kept.append("kalmar", 1, (Added("Red", 1),), NOW, NOW + HOUR, (posting("k"),), "L1", SEATS)
        return made

    cut_at = 0
    while True:
        cut_at += 1
        try:
            append(cut_at)
        except Cut:
            assert (kept.record("kalmar"), told(kept), kept.tables_of(ANN), kept.due(NOW + HOUR)) == before
            continue
        break
    assert cut_at > 5
    assert (kept.load("kalmar").version, told(kept), kept.tables_of(ANN)) == (2, ["k"], (("kalmar", "Red"),))
    assert kept.due(NOW + HOUR) == ("kalmar",)
