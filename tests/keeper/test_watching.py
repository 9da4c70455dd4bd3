"""Alive, ready, and in figures: told apart from the pages, with no person and no game in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import OperationalError
from tests.loops import ended
from tests.web.conftest import Host, host  # noqa: F401  # a fixture

from dragoman import assembly
from dragoman.keeper import watching
from dragoman.keeper.hosting import Unusable
from dragoman.keeper.rounds import Worker
from dragoman.keeper.watching import Watchman, measured
from dragoman.settings import Watch


def asked(watchman: Watchman, path: str, **head: str) -> tuple[int, str]:
    said: list[str] = []
    body = watchman.answer({"PATH_INFO": path, **head}, lambda status, _: said.append(status))
    return int(said[0][:3]), b"".join(body).decode()


@pytest.fixture
def watchman() -> Iterator[Watchman]:
    with Watchman(Watch(), lambda: [("clerk", 1.0), ("carrier", None)], lambda: True) as made:
        yield made


def test_a_process_lives_until_a_worker_hangs(watchman: Watchman) -> None:
    assert asked(watchman, "/healthz") == (200, "alive\n")
    hanging = Watchman(Watch(), lambda: [("clerk", 301.0), ("carrier", None)], lambda: True)
    assert asked(hanging, "/healthz") == (503, "stuck: clerk\n")


@pytest.mark.django_db
def test_it_is_ready_while_pages_and_database_are(watchman: Watchman, monkeypatch: pytest.MonkeyPatch) -> None:
    assert asked(watchman, "/readyz")[0] == 200
    assert asked(Watchman(Watch(), list, lambda: False), "/readyz") == (503, "not serving\n")
    monkeypatch.setattr(watching, "pending_migrations", lambda: 2)
    assert asked(watchman, "/readyz") == (503, "the database is older than this version\n")

    def away() -> int:
        raise Unusable("the database cannot be reached: password of ann@example.org")

    monkeypatch.setattr(watching, "pending_migrations", away)
    assert asked(watchman, "/readyz") == (503, "the database cannot be reached\n")
    assert asked(watchman, "/healthz")[0] == 200, "a process need not die because the database is away"


def test_figures_name_nobody_and_no_game(host: Host, watchman: Watchman) -> None:  # noqa: F811
    host.table("kalmar")
    status, text = asked(watchman, "/metrics")
    assert status == 200
    assert 'dragoman_tables{due="to come",game="diplomacy"} 1.0' in text
    assert "dragoman_outbox_waiting " in text
    assert "dragoman_clock_held 0.0" in text
    for name in ("kalmar", "@", "France", *map(str, host.people.values())):
        assert name not in text


@pytest.mark.django_db
def test_figures_are_for_whoever_has_the_token() -> None:
    watchman = Watchman(Watch(token="open sesame"), list, lambda: True)
    assert asked(watchman, "/metrics")[0] == 401
    assert asked(watchman, "/metrics", HTTP_AUTHORIZATION="Bearer open sesamé")[0] == 401
    assert asked(watchman, "/metrics", HTTP_AUTHORIZATION="Bearer open sesame")[0] == 200
    assert asked(watchman, "/")[0] == 404


@pytest.mark.django_db
def test_a_database_that_is_away_is_a_figure(watchman: Watchman, monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> Any:
        raise OperationalError("gone")

    monkeypatch.setattr(assembly.inbox(), "count", away)
    assert "dragoman_database_reached 0.0" in asked(watchman, "/metrics")[1]


def test_a_turn_that_hangs_shows() -> None:
    worker = Worker("clerk", lambda: False, 60)
    assert worker.turning is None
    seen: list[float | None] = []
    worker = Worker("clerk", lambda: bool(seen.append(worker.turning)), 60)
    worker.start()
    worker.stop()
    assert seen[0] is not None
    assert worker.turning is None


def test_answers_are_counted_without_their_address() -> None:
    async def page(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 404})

    async def send(message: Any) -> None:
        pass

    for method in ("GET", "ann@example.org"):
        ended(measured(page)({"type": "http", "method": method, "path": "/games/kalmar"}, None, send))
    found = {(sample.labels["method"], sample.labels["status"])
             for family in watching.ANSWERS.collect() for sample in family.samples}  # fmt: skip
    assert {("GET", "404"), ("other", "404")} <= found
    assert not any("@" in method for method, _ in found)


def test_nothing_is_forgotten_by_a_clock_that_leapt(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    """Until the keeper has looked, an old letter may be a young one."""
    assembly.inbox().store("a", "a", "ann", b"sealed", "", 6, host.now)
    assembly.inbox().finish("a", "heard")
    monkeypatch.setattr("dragoman.assembly.forgetting.clock_is_file", lambda: False)
    assert assembly.heart().beat(host.now) is None
    host.at(host.now + 2 * assembly.KEPT)
    assembly.sweep()
    assert assembly.inbox().count() == {"heard": 1}
    assembly.heart().let_go(host.now)
    assembly.sweep()
    assert assembly.inbox().count() == {}
