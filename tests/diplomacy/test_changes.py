"""A change of one order is made where it can mean one alone; all other orders stay, and the set stays as final as it
was."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from tests.diplomacy.tables import START, Table, opening, speaker

from dragoman.diplomacy import commands as c
from dragoman.diplomacy.game import DIPLOMACY
from dragoman.diplomacy.orders.writing import write
from dragoman.diplomacy.state import State

CASES = tomllib.loads((Path(__file__).parent.parent / "cases" / "speech" / "changes.toml").read_text(encoding="utf-8"))
BEFORE = ("A VIE - GAL", "A BUD - SER", "F TRI - ALB")


def table() -> Table:
    found = Table(opening(gm=True))
    found.order("Austria", *BEFORE)
    found.say(c.MarkStatus(speaker("Austria"), True))
    return found


def on_file(state: State) -> list[str]:
    return [write(line.order) for line in state.on_file("Austria")]


@pytest.mark.parametrize("case", CASES["case"], ids=lambda case: case["id"])
def test_a_change_of_one_order(case: dict[str, Any]) -> None:
    at = table()
    reading = DIPLOMACY.read(at.state, speaker("Austria"), "", case["text"], at.now)
    for command in reading.commands:
        at.say(command)
    assert on_file(at.state) == case.get("set", list(BEFORE))
    assert [each.code for each in reading.unread] == case.get("unread", [])
    assert "write" not in case or [each for one in reading.unread for each in one.suggestions] == case["write"]
    assert at.state.marks["Austria"] or case.get("unread"), "it stays as final as it was"


def test_without_a_set_on_file_it_is_the_set() -> None:
    at = Table(opening(gm=True))
    reading = DIPLOMACY.read(at.state, speaker("Austria"), "", "change my order for Vienna to Tyrolia", START)
    for command in reading.commands:
        at.say(command)
    assert on_file(at.state) == ["VIE - TYR"]
