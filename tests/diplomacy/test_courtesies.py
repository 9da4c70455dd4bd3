"""Courtesies, in English and in Finnish, change nothing of what a letter asks; what is none makes a command unread."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from tests.diplomacy.tables import speaker
from tests.diplomacy.test_speech import table

from dragoman.diplomacy.commands import SubmitOrders
from dragoman.diplomacy.game import DIPLOMACY
from dragoman.game.protocol import Reading

CASES = tomllib.loads(
    (Path(__file__).parent.parent / "cases" / "speech" / "courtesies.toml").read_text(encoding="utf-8")
)
COMMANDS = [(who, line) for who, lines in CASES["commands"].items() for line in lines]


def read(who: str, text: str) -> Reading:
    return DIPLOMACY.read(table().state, speaker(who), "", text, table().now)


@pytest.mark.parametrize(("who", "line"), COMMANDS, ids=[line for _, line in COMMANDS])
def test_a_courtesy_behind_a_command_changes_nothing(who: str, line: str) -> None:
    plain = read(who, line)
    assert plain.commands
    for tail in CASES["tails"]:
        assert (tail, read(who, f"{line} {tail}").commands) == (tail, plain.commands)


@pytest.mark.parametrize("line", [line for who, line in COMMANDS if who == "gm"])
def test_what_is_no_courtesy_makes_it_unread(line: str) -> None:
    for tail in CASES["more"]:
        assert (tail, read("gm", f"{line} {tail}").commands) == (tail, ())


@pytest.mark.parametrize("line", CASES["lines"])
def test_a_courtesy_on_its_own_line_is_passed_over(line: str) -> None:
    for text in (f"{line}\nA Vie - Gal\nA Bud - Ser", f"A Vie - Gal\nA Bud - Ser\n{line}"):
        reading = read("Austria", text)
        assert [each.text for each in reading.unread] == []
        (command,) = reading.commands
        assert isinstance(command, SubmitOrders)
        assert len(command.lines) == 2
