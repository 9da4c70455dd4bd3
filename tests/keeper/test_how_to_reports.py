"""What the guide to reports tells people to write is heard, and what it tells keepers to type is taken."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import pytest
from tests.diplomacy.tables import Table, opening, speaker

from dragoman.cli import main
from dragoman.diplomacy.commands import ChooseReports
from dragoman.diplomacy.game import DIPLOMACY
from dragoman.game.seats import GM

GUIDE = (Path(__file__).parents[2] / "docs" / "how-to" / "reports-calendars-feeds.md").read_text("utf-8")
COMMANDS = [line for block in re.findall(r"```console\n(.*?)```", GUIDE, re.DOTALL) for line in block.splitlines()]
WRITTEN = re.findall(r"`((?:gm |pj )?(?:reports|raportit) [^`]+)`", GUIDE)


@pytest.mark.parametrize("line", COMMANDS)
def test_a_command_in_the_guide_is_taken(line: str) -> None:
    _, name, *words = shlex.split(line)
    command = main.get_command(click.Context(main), name)  # type: ignore[attr-defined]
    assert command is not None
    command.make_context(name, words)


@pytest.mark.parametrize("text", WRITTEN)
def test_what_the_guide_says_is_heard(text: str) -> None:
    table = Table(opening(gm=True))
    reading = DIPLOMACY.read(table.state, speaker(GM), "", text, table.now)
    (command,) = reading.commands
    assert isinstance(command, ChooseReports)
    assert command.everybody == text.startswith(("gm", "pj"))


def test_the_guide_says_something() -> None:
    assert len(WRITTEN) == 10
    assert len(COMMANDS) == 3
