"""Answers that no sound worker gives, as if it had been taken over: each suspends the code or counts as it says, and
none fells the game."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.nomic.test_code import voted

from dragoman.game.asking import Ran
from dragoman.game.directions import MARKS
from dragoman.nomic import effects, hooks
from dragoman.nomic.events.code import CodeSuspended, HookRan

DEEP = "[" * 8000 + "]" * 8000
OBJECTS = '{"a":' * 2700 + "1" + "}" * 2700


def notice(text: str) -> str:
    return '[{"effect":"notice","text":"' + text + '"}]'


def setting(value: str) -> str:
    return '[{"effect":"set_var","name":"a","value":' + value + "}]"


ANSWERS = {
    "lists in lists": DEEP,
    "tables in tables": setting(OBJECTS),
    "lists in a value": setting(DEEP[4000:12000]),
    "a number of thousands of digits": setting("9" * 16_000),
    "a number beyond 64 bits": setting(str(2**255)),
    "a number beyond all floats": setting("1e999"),
    "no number": setting("NaN"),
    "without end": setting("Infinity"),
    "a half of a pair": notice("\\ud800"),
    "a half of a pair as it is": notice("\ud800"),
    "a NUL": notice("\\u0000"),
    "marks of direction": notice("\\u202ea\\u202c \u2067b"),
    "lines and lines": notice("\\n" * 8000),
    "a name twice": '[{"effect":"notice","text":"a","text":"b"}]',
    "another tag twice": '[{"effect":"notice","effect":"refuse","text":"b"}]',
    "a tag that is a number": '[{"effect":1}]',
    "hours beyond all clocks": '[{"effect":"schedule","key":"a","after_h":999999999999999999}]',
    "hours before all clocks": '[{"effect":"schedule","key":"a","after_h":-9223372036854775808}]',
    "a penalty beyond all numbers": '[{"effect":"remove_penalty","id":9223372036854775807}]',
    "a parameter beyond all numbers": '[{"effect":"set_param","name":"dues","value":' + "9" * 4000 + "}]",
    "points just beyond": '[{"effect":"add_points","player":"Bob","amount":1000001}]',
    "nothing": "",
    "blanks": " \n ",
    "two answers": "[] []",
    "cut in two": '[{"effect":"noti',
    "too long": "[" + " " * 20_000 + "]",
    "many": json.dumps([{"effect": "notice", "text": "x"}] * 65),
    "no UTF-8 name": '[{"effect":"add_points","player":"\\ud83d","amount":1}]',
}


@pytest.mark.parametrize("answer", ANSWERS)
def test_no_answer_fells_the_game(answer: str) -> None:
    """The vote that called the code counts in any case."""
    table = voted(Ran(ANSWERS[answer], 3), dues="1")
    ran = [event for event in table.events if isinstance(event, HookRan)]
    suspended = [event for event in table.events if isinstance(event, CodeSuspended)]
    assert len(ran) + len(suspended) == 1
    assert all(len(event.says) < 1000 for event in suspended)
    assert any(cast.player == "Bob" for cast in table.state.proposals[331].casts)
    told = [piece.text for piece in table.state.pieces]
    assert not any(MARKS.search(text) for text in told)
    assert not any(0xD800 <= ord(sign) < 0xE000 for text in told for sign in text)
    msgspec.json.encode(table.events)  # the ledger can hold it


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
    | st.sampled_from(["add_points", "Bob", "effect", "majority", "2/3", "9" * 5000]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(
        ["effect", "player", "amount", "value", "name", "key", "after_h", "x"]), inner, max_size=4),
    max_leaves=12,
)  # fmt: skip


@given(JSON)
def test_any_answer_is_effects_or_told(answer: Any) -> None:
    found: object = ()
    with suppress(effects.BadEffects):
        found = effects.read(json.dumps(answer))
    assert isinstance(found, tuple)


@given(st.sampled_from(sorted(hooks.HOOKS)), JSON | st.sampled_from([[True, True], [1, 2**300], 10**5000, [0, -1]]))
def test_any_answer_is_a_value_or_told(hook: str, answer: Any) -> None:
    found = None
    with suppress(ValueError):  # a number of too many digits, too
        found = hooks.value(hook, json.dumps(answer))
    assert not isinstance(found, bool)
    if isinstance(found, tuple):
        assert all(type(number) is int and number < 10**9 for number in found)


@pytest.mark.parametrize("answer", [DEEP, OBJECTS, "NaN", "-Infinity", "9" * 6000, '"\\ud800"', "{", ""])
@pytest.mark.parametrize("hook", ["threshold", "turn_points", "tally", "next_player"])
def test_no_answer_is_a_value_that_is_none(hook: str, answer: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        hooks.value(hook, answer)
