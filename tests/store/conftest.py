"""The same store in three places: memory (the ledger alone), a SQLite file, and a PostgreSQL of the session's own."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connections
from pytest_django import DjangoDbBlocker
from tests.referee.toys import GAMES

from dragoman.referee.memory import MemoryLedger
from dragoman.referee.seeded import SeededEntropy
from dragoman.settings import House, database
from dragoman.store.ledger import DatabaseLedger
from dragoman.store.models import Event, Heard, Incoming, Outage, Outgoing, Pulse, Sitting, Table

POSTGRES = pytest.param("postgres", marks=pytest.mark.postgres)


def _open(alias: str, url: str) -> None:
    """Tell Django of one more database, with what its own settings would say where this says nothing."""
    connections.databases[alias] = database(url, House())
    connections.configure_settings(connections.databases)


def _close(alias: str) -> None:
    connections[alias].close()
    del connections[alias]
    del connections.databases[alias]


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker) -> Path:
    """A SQLite file with every table and nothing in them."""
    path = tmp_path_factory.mktemp("store") / "empty.sqlite3"
    with django_db_blocker.unblock():
        _open("template", f"sqlite:///{path}")
        call_command("migrate", database="template", verbosity=0)
        _close("template")
    return path


@pytest.fixture(scope="session")
def migrated_postgres(postgres_url: str, django_db_blocker: DjangoDbBlocker) -> str:
    """The session's PostgreSQL with every table in it."""
    with django_db_blocker.unblock():
        _open("postgres-template", postgres_url)
        call_command("migrate", database="postgres-template", verbosity=0)
        _close("postgres-template")
    return postgres_url


@contextmanager
def _emptied(kind: str, request: pytest.FixtureRequest) -> Iterator[str]:
    """The alias of an empty database of that kind, with every table."""
    alias = f"store-{kind}"
    if kind == "sqlite":
        path = request.getfixturevalue("tmp_path") / "store.sqlite3"
        shutil.copy(request.getfixturevalue("migrated_file"), path)
        url = f"sqlite:///{path}"
    else:
        url = request.getfixturevalue("migrated_postgres")
    blocker: DjangoDbBlocker = request.getfixturevalue("django_db_blocker")
    with blocker.unblock():
        _open(alias, url)
        for model in (Event, Sitting, Table, Heard, Incoming, Outgoing, Outage, Pulse):
            model.objects.using(alias).all().delete()
        yield alias
        _close(alias)


@pytest.fixture(params=["sqlite", POSTGRES])
def store(request: pytest.FixtureRequest) -> Iterator[str]:
    """The alias of an empty database with every table, of either kind."""
    with _emptied(request.param, request) as alias:
        yield alias


@pytest.fixture(params=["memory", "sqlite", POSTGRES])
def ledger(request: pytest.FixtureRequest) -> Iterator[MemoryLedger | DatabaseLedger]:
    """An empty ledger of each kind; its salts are those of the seed 7."""
    entropy = SeededEntropy("7")
    if request.param == "memory":
        yield MemoryLedger(GAMES, entropy)
        return
    with _emptied(request.param, request) as alias:
        yield DatabaseLedger(GAMES, entropy, alias)
