"""News for open pages: told of by kind alone, of nothing that the pages would not show, and by streams that cost little
and end by themselves."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from time import monotonic

import pytest
import uvicorn
from django.test import Client
from tests.loops import ended
from tests.web.conftest import Host

from dragoman import assembly
from dragoman.game.seats import PersonId
from dragoman.keeper import serving
from dragoman.web import marks, streams
from dragoman.web.streams import MOST, MOST_OF_ONE, Stream, Streams
from dragoman.web.views.live import STREAMS

LIVE = "/games/kalmar/live"


def asked(client: Client, since: str = "") -> dict[str, object]:
    answer = client.get(LIVE, {"since": since})
    assert answer.status_code == 200
    found: dict[str, object] = answer.json()
    return found


def mark(client: Client) -> str:
    return str(asked(client)["mark"])


def test_a_page_carries_the_mark_that_news_are_told_from(host: Host) -> None:
    host.table()
    client = host.client("france")
    assert f'data-mark="{mark(client)}"' in client.get("/games/kalmar/").content.decode()
    assert asked(client, mark(client))["changed"] == []


def test_a_phase_adjudicated_is_news_of_turn_and_time(host: Host) -> None:
    host.table()
    client = host.client("france")
    before = mark(client)
    host.later(days=8)
    assert asked(client, before)["changed"] == ["turn", "time"]


def test_press_is_news_for_those_it_is_for_alone(host: Host) -> None:
    host.table()
    clients = {who: host.client(who) for who in ("france", "italy", "austria", None)}
    before = {who: mark(client) for who, client in clients.items()}
    host.press("Italy", ["France"], "Friends?")
    found = {who: asked(client, before[who])["changed"] for who, client in clients.items()}
    assert found == {"france": ["press"], "italy": ["press"], "austria": [], None: []}


@pytest.mark.parametrize("who", [None, "france", "stranger", "gm"])
def test_orders_are_no_news_to_others(host: Host, who: str | None) -> None:
    host.table(gm=True)
    client = host.client(who)
    before = mark(client)
    host.orders("Austria", "A VIE - GAL", "A BUD - SER", "F TRI - ALB", final=False)
    assert asked(client, before) == {"mark": before, "changed": []}


@pytest.mark.parametrize("since", ["", "nonsense", "_" * 400, "1_2_3", "\0"])
def test_of_a_mark_that_was_never_given_nothing_is_told(host: Host, since: str) -> None:
    host.table()
    assert asked(host.client("france"), since)["changed"] == []


def test_there_are_no_news_of_a_table_that_is_not(host: Host) -> None:
    assert Client().get("/games/nowhere/live").status_code == 404


def test_kinds_are_the_parts_of_a_mark() -> None:
    one, other = "1_2_3_4_5", "1_9_3_4_6"
    assert marks.changed(one, other) == ("press", "end")
    assert len(marks.KINDS) == len(one.split("_"))


# --- streams ---


class Table:
    """A table that a stream watches: how many events it has, and how it stands."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.version, self.mark, self.looks, self.glances = 1, "1_1_1_1_1", 0, 0
        monkeypatch.setattr(assembly, "ledger", lambda: self)
        monkeypatch.setattr(streams, "_mark", self.glance)
        monkeypatch.setattr(streams, "close_old_connections", lambda: None)

    def versions(self, tables: set[str]) -> dict[str, int]:
        self.looks += 1
        return dict.fromkeys(tables, self.version)

    def glance(self, table: str, person: PersonId | None) -> str:
        self.glances += 1
        return self.mark

    def goes_on(self, mark: str) -> None:
        self.version += 1
        self.mark = mark


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    return Table(monkeypatch)


async def lines(stream: AsyncIterator[str]) -> list[str]:
    return [line async for line in stream]


def test_a_stream_begins_with_what_is_new_already_and_ends_by_itself(table: Table) -> None:
    made = Streams(look=0.01, heartbeat=0.05, life=0.2)
    found = ended(lines(made.follow("kalmar", None, "0_1_1_1_1")))
    assert found[:2] == ["retry: 5000\n\n", "id: 1_1_1_1_1\nevent: news\ndata: turn\n\n"]
    assert set(found[2:]) == {":\n\n"}, "nothing else is sent but what keeps the connection open"
    assert len(made) == 0


def test_what_is_no_news_to_the_seat_is_not_sent(table: Table) -> None:
    made = Streams(look=0.01, heartbeat=1, life=0.2)

    async def watched() -> list[str]:
        asyncio.get_running_loop().call_later(0.05, table.goes_on, table.mark)
        return await lines(made.follow("kalmar", None, table.mark))

    assert ended(watched()) == ["retry: 5000\n\n"]
    assert table.glances == 2, "one at the beginning, one for the event that was none of its business"


def test_all_streams_share_one_look(table: Table) -> None:
    made = Streams(look=0.1, heartbeat=9, life=1)

    async def watched() -> list[list[str]]:
        asyncio.get_running_loop().call_later(0.15, table.goes_on, "2_1_1_1_1")
        following = (lines(made.follow(f"table-{n}", PersonId(str(n)), "1_1_1_1_1")) for n in range(20))
        return await asyncio.gather(*following)

    told = ended(watched())
    assert {"".join(found[1:]) for found in told} == {"id: 2_1_1_1_1\nevent: news\ndata: turn\n\n"}
    assert table.looks <= 11, "as many as there is time for, however many streams there are"


def test_a_database_that_ails_ends_no_stream(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    made = Streams(look=0.01, heartbeat=1, life=0.2)
    failing: list[Callable[[set[str]], dict[str, int]]] = [table.versions]

    def versions(tables: set[str]) -> dict[str, int]:
        if table.looks < 3:
            table.looks += 1
            raise OSError("gone for a moment")
        return failing[0](tables)

    table.versions = versions  # type: ignore[method-assign]
    failing[0] = lambda tables: dict.fromkeys(tables, 1)
    assert "data: turn" in "".join(ended(lines(made.follow("kalmar", None, "0_1_1_1_1"))))
    assert "could not be looked at" in caplog.text


def test_there_are_so_many_streams_and_no_more() -> None:
    made, france = Streams(), PersonId("france")
    made._open |= {Stream("kalmar", france, "") for _ in range(MOST_OF_ONE)}
    assert not made.room(france)
    assert made.room(PersonId("italy"))
    made._open |= {Stream("kalmar", None, "") for _ in range(MOST - MOST_OF_ONE)}
    assert not made.room(PersonId("italy"))
    assert not made.room(None)


def test_whoever_finds_no_room_is_told_when_to_ask_again(host: Host) -> None:
    host.table()
    full = {Stream("kalmar", None, "") for _ in range(MOST)}
    STREAMS._open |= full
    try:
        answer = host.client("france").get(LIVE, headers={"Accept": "text/event-stream"})
        assert (answer.status_code, answer["Retry-After"]) == (503, "120")
    finally:
        STREAMS._open -= full


def test_a_stream_is_kept_by_nobody(host: Host) -> None:
    host.table()
    answer = host.client("france").get(LIVE, headers={"Accept": "text/event-stream"})
    assert answer["Content-Type"] == "text/event-stream"
    assert answer["Cache-Control"] == "private, no-store"
    assert answer.is_async  # type: ignore[attr-defined]
    assert len(STREAMS) == 0, "it is none before anybody reads it"


def test_streams_end_with_the_server(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever listens keeps no server from ending, and none begins to listen to one that is to end."""
    made = Streams(look=0.05, heartbeat=60, life=60)
    monkeypatch.setattr(serving, "STREAMS", made)

    async def application(scope: object, receive: object, send: Callable[[dict[str, object]], Awaitable[None]]) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        async for line in made.follow("kalmar", None, table.mark):
            await send({"type": "http.response.body", "body": line.encode(), "more_body": True})
        await send({"type": "http.response.body", "body": b""})

    async def served() -> float:
        pages = serving.Pages(uvicorn.Config(application, port=0, lifespan="off", log_level="critical"))
        running = asyncio.create_task(pages.serve())
        while not pages.started:
            await asyncio.sleep(0.01)
        port = pages.servers[0].sockets[0].getsockname()[1]
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        await reader.readuntil(b"retry")
        assert len(made) == 1
        pages.should_exit, asked = True, monotonic()
        await running
        writer.close()
        return monotonic() - asked

    assert ended(served()) < 2
    assert len(made) == 0
    assert not made.room(None)
