"""A state comes back from its bytes as it was, and bytes that are no state bring back nothing and call nothing."""

from __future__ import annotations

import dataclasses
import io
import os
import pickle
import zlib
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from dataclasses import fields, is_dataclass
from random import Random
from typing import Any

import pytest
from tests.diplomacy.games import MANIFOLD, some_game, some_manifold_game
from tests.diplomacy.tables import POWERS, Table, opening

from dragoman.diplomacy.adjudication.verdict import Ruling
from dragoman.diplomacy.board.mapfile import chart, chart_source
from dragoman.diplomacy.board.unit import UnitKind
from dragoman.diplomacy.game import Diplomacy
from dragoman.diplomacy.state.turns import Filed
from dragoman.game.changing import replace
from dragoman.referee.frozen import Unfrozen, frozen, thawed
from dragoman.referee.table import fold

GAME = Diplomacy()


def pickled(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))  # noqa: S301 - our own


@pytest.mark.parametrize("seed", range(4))
def test_a_state_comes_back_as_it_was(seed: int) -> None:
    for table in (some_game(seed, 9), some_manifold_game(seed, 6)):
        again = thawed(GAME, frozen(GAME, table.state))
        assert again == table.state
        assert typed(again) == typed(table.state)  # of the same types throughout, not only equal


def test_what_is_seldom_looked_at_sleeps_and_wakes_as_it_was() -> None:
    state = some_game(1, 9).state
    again = thawed(GAME, frozen(GAME, state))
    assert [type(turn.filed) is Filed for turn in again.turns] == [False] * len(state.turns)
    asleep, filed = again.turns[2].filed, state.turns[2].filed
    assert isinstance(asleep, Filed)
    assert asleep.sets == filed.sets  # to look at a part wakes it
    assert type(asleep) is Filed
    assert typed(asleep) == typed(filed)
    assert again.turns[-1].ruling == state.turns[-1].ruling
    assert type(again.turns[-1].ruling) is Ruling
    assert type(again.turns[0].ruling) is not Ruling  # those of long ago sleep on


def first_filed() -> Any:
    return some_game(1, 3).state.turns[0].filed


@pytest.mark.parametrize("look", [
    repr, copy, pickled, lambda value: value == first_filed(), lambda value: first_filed() == value,
    lambda value: replace(value, amendments=()), lambda value: dataclasses.replace(value, amendments=()),
])  # fmt: skip
def test_whoever_looks_at_what_sleeps_sees_the_same(look: Callable[[Any], Any]) -> None:
    state = some_game(1, 3).state
    sleeping = thawed(GAME, frozen(GAME, state)).turns[0].filed
    assert look(sleeping) == look(state.turns[0].filed)
    assert type(sleeping) is Filed


def test_two_who_look_at_once_find_it_whole() -> None:
    state = some_game(1, 9).state
    expected = [turn.filed.marks for turn in state.turns if turn.filed is not None]
    for _ in range(5):
        again = thawed(GAME, frozen(GAME, state))
        with ThreadPoolExecutor(4) as several:
            found = list(several.map(lambda turns: [turn.filed.marks for turn in turns], [again.turns] * 8))
        assert found == [expected] * 8


def test_a_state_that_sleeps_is_frozen_as_if_it_were_awake() -> None:
    state = some_game(1, 5).state
    again = thawed(GAME, frozen(GAME, thawed(GAME, frozen(GAME, state))))
    assert again == state
    assert typed(again) == typed(state)


@pytest.mark.parametrize("seed", range(2))
def test_a_game_goes_on_from_what_sleeps_as_it_would_have(seed: int) -> None:
    for table in (some_game(seed, 5), some_manifold_game(seed, 4)):
        half = len(table.events) // 2
        again = thawed(GAME, frozen(GAME, fold(GAME, table.events[:half])))
        assert fold(GAME, table.events[half:], again) == table.state


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
