"""No command of anybody's passes over a word on its line and does the rest: what is left over is read, or nothing is
done. Every command of the vocabulary is held to it, so that a new one cannot escape."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from tests.diplomacy.tables import speaker
from tests.diplomacy.test_speech import short, table

from dragoman.diplomacy.game import DIPLOMACY
from dragoman.game.protocol import Reading
from dragoman.game.seats import GM
from dragoman.tongues.lexicon import lexicon

CASES = tomllib.loads((Path(__file__).parent.parent / "cases" / "speech" / "whole.toml").read_text(encoding="utf-8"))
TEXTUAL = {"proxy", "public", "grey_press", "dark_grey_press", "black_press", "end_press", "report", "join", "observe",
           "standby", "ballot", "withdraw_ballot", "choose", "bids", "pay", "gm"}  # fmt: skip
"""Players' commands that are lists of names or lines, or not said in this game; their own tests hold them."""
SURPLUS = ("and Narnia", "except tomorrow", "xyzzy", "only until Friday", "paitsi Narnia")


def read(who: str, text: str) -> Reading:
    return DIPLOMACY.read(table().state, speaker(who), "", text, table().now)


@pytest.mark.parametrize("case", CASES["case"], ids=lambda case: case["id"])
def test_a_line_is_read_whole(case: dict[str, Any]) -> None:
    reading = read(case.get("from", GM), case["text"])
    assert [short(command) for command in reading.commands] == case.get("does", [])
    assert [unread.code for unread in reading.unread] == case.get("unread", [])


def test_every_command_is_held_to_it() -> None:
    assert set(CASES["gm"]) == set(lexicon("en").entries("office"))
    assert set(CASES["player"]) | TEXTUAL == set(lexicon("en").entries("command"))


LINES = [*((GM, line) for line in CASES["gm"].values()), *(("Austria", line) for line in CASES["player"].values())]


@pytest.mark.parametrize(("who", "line"), LINES, ids=[line for _, line in LINES])
def test_a_word_too_many_is_read_or_nothing_is_done(who: str, line: str) -> None:
    assert len(read(who, line).commands) == 1
    at = re.search(r" because|:|$", line)
    assert at is not None
    for words in SURPLUS:
        reading = read(who, f"{line[: at.start()]} {words}{line[at.start() :]}")
        for command in reading.commands:
            assert words in str(command) or words.partition(" ")[2] in str(command)
