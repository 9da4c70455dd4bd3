"""Pages from a snapshot are the pages from the ledger; what is asked of the database does not grow with the games."""

from __future__ import annotations

from random import Random

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from tests.web.conftest import POWERS, Host
from tests.web.worlds import MASKED, TABLE, World, paths, strike

from dragoman import assembly
from dragoman.referee.chain import follow, origin
from dragoman.referee.table import FAR
from dragoman.store.models import Snapshot

pytestmark = pytest.mark.usefixtures("unpainted")

SHORT, LONG = 10, 200
"""Phases of the games that are compared at full depth; a sample is shorter."""


def play(world: World, phases: int, chance: Random) -> None:
    """Some phases in which orders come by chance, and a word of press in each."""
    until = len(world.state.turns) + phases
    while len(world.state.turns) < until and world.state.deadline is not None:
        for power in POWERS:
            world.order(power, chance)
        writer, reader = chance.sample(POWERS, 2)
        world.host.press(writer, [reader], "Shall we talk of Burgundy?", TABLE)
        strike(world)


def fresh() -> None:
    """As after a start: no table is in memory."""
    assembly.referee.cache_clear()


def pages(world: World, client: Client, needle: str = "") -> list[str]:
    """The paths of pages that there are, with one phase for all; each has been asked for once, so that what was new in
    it is no longer new."""
    asked = [path for path in dict.fromkeys(paths(world)) if needle in path]
    first = str(world.state.turns[0].phase)
    others = [str(turn.phase) for turn in world.state.turns[1:]] + [str(world.state.phase)]
    asked = [path for path in asked if first in path or not any(other in path for other in others)]
    return [path for path in asked if client.get(path).status_code == 200]


def shown(client: Client, path: str) -> tuple[int, str]:
    answer = client.get(path)
    text = answer.content.decode(errors="backslashreplace")
    for masked in MASKED:
        text = masked.sub("", text)
    return answer.status_code, text


def begun(host: Host) -> World:
    host.table(TABLE, gm=True, rules={"II.1": "B"})
    return World(host, "France")


@pytest.mark.slow
def test_every_page_from_a_snapshot_is_the_page_from_the_ledger(host: Host) -> None:
    world = begun(host)
    play(world, 4, Random(3))
    client = host.client("france")
    asked = pages(world, client, TABLE)
    from_memory = {path: shown(client, path) for path in asked}
    assert Snapshot.objects.get(table=TABLE).version > FAR
    from_snapshots, from_ledger = {}, {}
    for path in asked:
        fresh()
        from_snapshots[path] = shown(client, path)
    for path in asked:
        fresh()
        Snapshot.objects.all().delete()
        from_ledger[path] = shown(client, path)
    for path in asked:
        assert from_snapshots[path] == from_ledger[path] == from_memory[path], path


def asked(client: Client, path: str) -> int:
    """How often a page asks the database with nothing in memory, when it is asked for again: the first time a snapshot
    may be written, or what was new be marked as read."""
    for _ in range(2):
        fresh()
        with CaptureQueriesContext(connection) as queries:
            client.get(path)
    return len(queries)


@pytest.mark.slow
def test_no_page_asks_more_often_in_a_longer_game(host: Host, depth: str) -> None:
    world, chance = begun(host), Random(5)
    short, long = (SHORT, LONG) if depth == "full" else (3, 12)
    play(world, short, chance)
    client = host.client("france")
    seen = pages(world, client)
    first = {path: asked(client, path) for path in seen}
    play(world, long - short, chance)
    assert {path: (first[path], now) for path in seen if (now := asked(client, path)) > first[path]} == {}


def copies(count: int, already: int = 0) -> None:
    """The same game under other names, taken in as records are."""
    game, entries = assembly.ledger().record(TABLE)
    state = assembly.table(TABLE).state
    rules = assembly.games()[game]
    for n in range(already, count):
        name = f"copy-{n}"
        pairs = [(entry.salt, entry.data) for entry in entries]
        record = follow(origin(name, game), 0, entries[0].at, pairs)
        assembly.ledger().restore(name, game, record, rules.due(state), rules.seats(state))


@pytest.mark.slow
def test_no_page_asks_more_often_where_there_are_more_games(host: Host, depth: str) -> None:
    world = begun(host)
    play(world, 1, Random(7))
    few, many = (5, 200) if depth == "full" else (5, 20)
    client = host.client("france")
    copies(few)
    seen = pages(world, client)
    first = {path: asked(client, path) for path in seen}
    copies(many, few)
    assert {path: (first[path], now) for path in seen if (now := asked(client, path)) > first[path]} == {}
