"""A line to write instead is one that would be read and comes near what was written, or none is proposed; and proxies
are given and taken back in the words that people use."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.diplomacy.tables import LETTERS, Table, opening, speaker
from tests.diplomacy.test_speech import short

from dragoman.diplomacy.game import DIPLOMACY
from dragoman.game.protocol import Reading

CASES = tomllib.loads((Path(__file__).parent.parent / "cases/speech/suggested.toml").read_text(encoding="utf-8"))


@cache
def table() -> Table:
    at = Table(opening(rules={**LETTERS, "II.3": "B revocation told to=giver"}))
    (granted,) = DIPLOMACY.read(at.state, speaker("England"), "", "proxy to Germany: F Lon", at.now).commands
    at.say(granted)
    return at


def read(case: dict[str, Any], text: str) -> Reading:
    return DIPLOMACY.read(table().state, speaker(case["from"]), "", text, table().now)


@pytest.mark.parametrize("case", CASES["case"], ids=lambda case: case["text"])
def test_a_suggestion_makes_sense(case: dict[str, Any]) -> None:
    (unread,) = read(case, case["text"]).unread
    assert list(unread.suggestions) == case["suggestions"]


@pytest.mark.parametrize(("case", "line"), [(case, line) for case in CASES["read"] for line in case["lines"]])
def test_a_proxy_is_given_and_taken_back_as_people_write(case: dict[str, Any], line: str) -> None:
    reading = read(case, line)
    assert [short(command).strip() for command in reading.commands] == [case["does"]]
    assert not reading.unread
