"""A snapshot saves folding and is never believed: spoilt, stale, forged or lost, it only costs time."""

from __future__ import annotations

import gc
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connections
from django.test.utils import CaptureQueriesContext
from tests.referee.toys import GAMES, Added, Counter, Opened

from dragoman.people.sealing import HostKeys
from dragoman.referee.ports import Snapshot
from dragoman.referee.seeded import SeededEntropy
from dragoman.referee.table import FAR, Tables
from dragoman.store import snapshots as kept
from dragoman.store.ledger import DatabaseLedger
from dragoman.store.models import Snapshot as Row
from dragoman.store.snapshots import DatabaseSnapshots

NOW = datetime(2026, 3, 2, 16, tzinfo=UTC)
KEYS = HostKeys("a secret")


class Counting(Counter):
    """A game that counts how many events it folded."""

    folded = 0

    def evolve(self, state: Any, event: Any) -> Any:
        self.folded += 1
        return super().evolve(state, event)


@dataclass
class House:
    """A database with tables, and processes that come and go."""

    alias: str

    def __post_init__(self) -> None:
        self.game = Counting()
        self.games = {**GAMES, "counter": self.game}
        self.ledger = DatabaseLedger(self.games, SeededEntropy("7"), self.alias)

    def table(self, name: str, events: int) -> str:
        self.ledger.create(name, "counter", (Opened({"Red": "p-ann"}),), NOW, None, ())
        self.more(name, events - 1)
        return name

    def more(self, name: str, events: int) -> None:
        version = self.ledger.load(name).version
        self.ledger.append(name, version, [Added("Red", n) for n in range(events)], NOW, None, ())

    def process(self, keys: HostKeys = KEYS) -> Tables:
        """A process that has just begun."""
        self.game.folded = 0
        return Tables(self.ledger, self.games, snapshots=DatabaseSnapshots(self.games, keys, self.alias))

    def folded_anew(self, name: str) -> Any:
        return Tables(self.ledger, self.games).at(name)

    @property
    def rows(self) -> Any:
        return Row.objects.using(self.alias)


@pytest.fixture
def house(store: str) -> Iterator[House]:
    Row.objects.using(store).all().delete()
    yield House(store)
    Row.objects.using(store).all().delete()


def test_a_long_game_is_not_folded_again_after_a_start(house: House) -> None:
    name = house.table("kalmar", 3 * FAR)
    house.process().at(name)
    house.more(name, 5)
    found = house.process().at(name)
    assert house.game.folded == 5
    assert found.state == house.folded_anew(name).state
    assert found.version == 3 * FAR + 5


def test_a_short_game_has_none(house: House) -> None:
    house.process().at(house.table("kalmar", FAR - 1))
    assert not house.rows.exists()


def test_one_is_kept_anew_when_the_game_has_gone_on(house: House) -> None:
    name = house.table("kalmar", FAR)
    process = house.process()
    process.at(name)
    versions = []
    for _ in range(3 * FAR):
        house.more(name, 1)
        process.at(name)
        versions.append(house.rows.get(table=name).version)
    assert versions[FAR // 2] == FAR
    assert versions[-1] > 3 * FAR
    assert len(set(versions)) <= 4  # seldom


def spoilt(row: Row) -> None:
    row.data = bytes(row.data)[:-1] + bytes([bytes(row.data)[-1] ^ 1])


def forged(row: Row) -> None:
    row.version -= 1


def of_nothing(row: Row) -> None:
    row.data = b""


def of_other_code(row: Row) -> None:
    row.code = "0" * 64


def sealed_otherwise(row: Row) -> None:
    row.seal = bytes(32)


@pytest.mark.parametrize("harm", [spoilt, forged, of_nothing, of_other_code, sealed_otherwise])
def test_what_is_wrong_with_one_costs_only_time(house: House, harm: Any) -> None:
    name = house.table("kalmar", 2 * FAR)
    house.process().at(name)
    row = house.rows.get(table=name)
    harm(row)
    row.save(using=house.alias)
    found = house.process().at(name)
    assert house.game.folded == 2 * FAR
    assert found == house.folded_anew(name)
    house.process().at(name)
    assert house.game.folded == 0  # and a good one has taken its place


def test_that_of_another_host_or_game_is_not_taken(house: House) -> None:
    name = house.table("kalmar", 2 * FAR)
    other = house.table("visby", 2 * FAR)
    house.process(HostKeys("another secret")).at(name)
    house.process().at(name)
    assert house.game.folded == 2 * FAR
    own = house.rows.get(table=name)
    house.rows.create(table_id=other, version=own.version, seal=own.seal, code=own.code, data=own.data)
    assert house.process().at(other) == house.folded_anew(other)


def test_one_that_the_ledger_does_not_bear_out_is_not_believed(house: House) -> None:
    """As good as real, but of an event that bears another seal: what a restored backup would leave."""
    name = house.table("kalmar", 2 * FAR)
    false = Snapshot(FAR, bytes(32), house.folded_anew(name).state)
    for version in (FAR, 2 * FAR, 3 * FAR):
        forged = Snapshot(version, false.seal, false.state)
        DatabaseSnapshots(house.games, KEYS, house.alias).keep(name, "counter", forged)
        for found in (house.process().at(name), house.process().several([name])[name]):
            assert found.state == house.folded_anew(name).state
            assert found.version == 2 * FAR


def test_other_code_makes_another_version(monkeypatch: pytest.MonkeyPatch) -> None:
    before = kept.code()
    assert len(before) == 64
    kept.code.cache_clear()
    monkeypatch.setattr(kept, "FOLDED_BY", ("game",))
    try:
        assert kept.code() != before
    finally:
        monkeypatch.undo()
        kept.code.cache_clear()
    assert kept.code() == before


def test_many_tables_are_asked_for_at_once(house: House) -> None:
    """However many tables there are and however long, with snapshots or without: the same few queries."""
    names = [house.table(f"table-{n}", FAR + n) for n in range(9)]
    house.process().several(names)
    for name in names[::2]:
        house.more(name, 3)
    spoilt = house.rows.get(table=names[1])
    spoilt.seal = bytes(32)
    spoilt.save(using=house.alias)
    for asked in (names[:2], names):
        process = house.process()
        with CaptureQueriesContext(connections[house.alias]) as queries:
            found = process.several(asked)
        asking = [query for query in queries if query["sql"].startswith("SELECT") and "FOR UPDATE" not in query["sql"]]
        assert len(asking) <= 5
        assert {name: table.state for name, table in found.items()} == {
            name: house.folded_anew(name).state for name in asked
        }


def test_what_is_used_least_is_let_go(house: House) -> None:
    names = [house.table(f"table-{n}", 2) for n in range(4)]
    process = Tables(house.ledger, house.games, kept=3)
    for name in (*names, names[0], names[3]):
        process.at(name)
    house.game.folded = 0
    process.at(names[0])
    process.at(names[3])
    assert house.game.folded == 0
    process.at(names[1])
    assert house.game.folded == 2


@pytest.fixture
def no_collector() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


def looked_through() -> int:
    """How often what is young was looked through for rubbish."""
    return int(gc.get_stats()[1]["collections"])


@pytest.mark.usefixtures("no_collector")
def test_what_comes_into_memory_is_looked_through_at_once_and_then_left_alone(house: House) -> None:
    """Otherwise the collector would look through all that came since it last did, in the midst of an answer."""
    names = [house.table("kalmar", 2 * FAR), house.table("lyon", 3)]
    house.process().several(names)
    for process in (house.process(), Tables(house.ledger, house.games)):  # thawed, and folded
        tables = process.several(names).values()
        young = {id(each) for generation in (0, 1) for each in gc.get_objects(generation)}
        assert not any(id(table.state) in young for table in tables)
        before = looked_through()
        for name in names:
            process.at(name)
        assert looked_through() == before


class Nowhere:
    """Snapshots that cannot be kept."""

    def find(self, tables: Collection[str]) -> Mapping[str, Snapshot]:
        return {}

    def keep(self, table: str, game: str, snapshot: Snapshot) -> None:
        """Nothing is kept."""


def test_where_none_can_be_kept_all_goes_on(house: House) -> None:
    name = house.table("kalmar", 2 * FAR)
    tables = Tables(house.ledger, house.games, snapshots=Nowhere())
    assert tables.at(name) == tables.at(name) == house.folded_anew(name)
