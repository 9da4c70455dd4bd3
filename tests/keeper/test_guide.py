"""What the keeper's guides tell people to type is what the program takes."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import pytest

from dragoman.cli import main
from dragoman.settings import SECTIONS, House

DOCS = Path(__file__).parents[2] / "docs"
GUIDE = "".join((DOCS / name).read_text("utf-8") for name in ("hosting.md", "how-to/many-machines.md"))
COMMANDS = [line for block in re.findall(r"```console\n(.*?)```", GUIDE, re.DOTALL) for line in block.splitlines()]


@pytest.mark.parametrize("line", COMMANDS)
def test_a_command_in_the_guide_is_one_the_program_takes(line: str) -> None:
    program, name, *words = shlex.split(line)
    assert program == "dragoman"
    command = main.get_command(click.Context(main), name)  # type: ignore[attr-defined]
    assert command is not None
    command.make_context(name, words)


def test_a_setting_in_the_guide_is_one_there_is() -> None:
    named = set(re.findall(r"\b(" + "|".join(SECTIONS) + r")\.([a-z_]+)\b", GUIDE))
    assert len(named) > 5
    for section, key in named - {("games", "example")}:  # the name of a host in examples
        assert hasattr(getattr(House(), section), key), f"{section}.{key}"
