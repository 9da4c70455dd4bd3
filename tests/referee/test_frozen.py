"""A state comes back from its bytes as it was, and bytes that are no state bring back nothing and call nothing."""

from __future__ import annotations

import io
import os
import pickle
import zlib
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from random import Random
from typing import Any

import pytest
from tests.diplomacy.games import MANIFOLD, some_game, some_manifold_game
from tests.diplomacy.tables import POWERS, Table, opening

from dragoman.diplomacy.board.mapfile import chart, chart_source
from dragoman.diplomacy.board.unit import UnitKind
from dragoman.diplomacy.game import Diplomacy
from dragoman.referee.frozen import Unfrozen, frozen, thawed

GAME = Diplomacy()


@pytest.mark.parametrize("seed", range(4))
def test_a_state_comes_back_as_it_was(seed: int) -> None:
    for table in (some_game(seed, 9), some_manifold_game(seed, 6)):
        again = thawed(GAME, frozen(GAME, table.state))
        assert again == table.state
        assert typed(again) == typed(table.state)  # of the same types throughout, not only equal


def typed(value: Any) -> Any:
    """What a value is made of, with the type of each part."""
    if isinstance(value, frozenset | set):
        return type(value), sorted(map(repr, map(typed, value)))
    if isinstance(value, Mapping):
        return type(value), [(typed(key), typed(each)) for key, each in value.items()]
    if isinstance(value, tuple | list):
        return type(value), [typed(each) for each in value]
    if is_dataclass(value):
        return type(value), [typed(getattr(value, each.name)) for each in fields(value)]
    return type(value), value


def test_games_of_a_map_that_comes_with_the_program_share_its_chart() -> None:
    state = some_game(1, 2).state
    assert thawed(GAME, frozen(GAME, state)).chart is chart("standard")


def test_games_of_a_map_of_their_own_share_its_chart_too() -> None:
    text = chart_source("standard").replace("Galicia", "Galizien")
    command = opening()
    state = Table(type(command)(**{**_fields(command), "map": text})).state
    first, second = (thawed(GAME, frozen(GAME, state)) for _ in range(2))
    assert first == state
    assert first.chart is second.chart


def _fields(command: Any) -> dict[str, Any]:
    return {name: getattr(command, name) for name in type(command).__dataclass_fields__}


class Evil:
    """What would be called if bytes were believed."""

    def __reduce__(self) -> Any:
        return os.getenv, ("HOME",)


def hostile() -> list[bytes]:
    good = frozen(GAME, some_game(1, 2).state)
    plain = zlib.decompress(good)
    chance = Random(7)
    spoilt = []
    for _ in range(30):
        at = chance.randrange(len(plain))
        spoilt.append(zlib.compress(plain[:at] + bytes([plain[at] ^ chance.randrange(1, 256)]) + plain[at + 1 :]))
    body = io.BytesIO()
    pickle.Pickler(body).dump(Evil())
    evil = zlib.compress(pickle.dumps((pickle.dumps([]), body.getvalue())))
    named = zlib.compress(pickle.dumps((pickle.dumps([]), b"cdragoman.referee.frozen\nfrozen\n.")))
    return [b"", b"nothing", good[:-20], zlib.compress(b""), zlib.compress(pickle.dumps(Evil())), evil, named, *spoilt]


def test_bytes_that_are_no_state_are_told_and_nothing_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    letters, called = hostile(), []
    monkeypatch.setattr(os, "getenv", lambda *given: called.append(given))
    told = 0
    for data in letters:
        try:
            thawed(GAME, data)
        except Unfrozen:
            told += 1
    assert told >= 7
    assert called == []


def test_equal_values_of_other_types_are_not_mixed_up() -> None:
    mixed = [UnitKind.ARMY, "A", 1, True, 1.0, (UnitKind.ARMY, "A"), ("A", UnitKind.ARMY)]
    again = thawed(GAME, frozen(GAME, mixed))
    assert [type(each) for each in again] == [type(each) for each in mixed]
    assert [[type(each) for each in pair] for pair in again[-2:]] == [[UnitKind, str], [str, UnitKind]]


def test_every_rule_of_the_manifold_game_was_at_work() -> None:
    state = some_manifold_game(0, 6).state
    assert set(MANIFOLD) <= set(state.sheet.as_rules())
    assert state.turns
    assert set(state.players()) <= set(POWERS)
