"""What the guide to the API asks is answered, in its order, and what it types is taken."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import click
from tests.web.api.conftest import Programs
from tests.web.conftest import Host

from dragoman.cli import main
from dragoman.people.api_tokens import SCOPES
from dragoman.web.api.hearing import Heard

GUIDE = (Path(__file__).parents[3] / "docs" / "how-to" / "api.md").read_text("utf-8")
REQUESTS = [line for block in re.findall(r"```json\n(.*?)```", GUIDE, re.DOTALL) for line in block.splitlines()]
COMMANDS = [line for block in re.findall(r"```console\n(.*?)```", GUIDE, re.DOTALL) for line in block.splitlines()]


def test_every_request_of_the_guide_is_answered(host: Host, program: Programs) -> None:
    host.table()
    mine, another = program("france"), program("italy")
    for line in REQUESTS:
        method, path, *said = line.split(" ", 2)
        asks = another if path.endswith("/votes/1") else mine  # whoever proposes has voted by that
        answer = asks.ask(method, path, json.loads(said[0]) if said else None)
        assert answer.status == 200, (line, answer)
    assert len(REQUESTS) > 15


def test_every_command_of_the_guide_is_taken() -> None:
    for line in COMMANDS:
        _prompt, _program, name, *words = shlex.split(line)
        command = main.get_command(click.Context(main), name)  # type: ignore[attr-defined]
        assert command is not None
        command.make_context(name, words)


def test_the_guide_tells_every_scope() -> None:
    assert re.findall(r"^\| `(\w+)` \|", GUIDE, re.MULTILINE) == list(SCOPES)


def test_the_guide_tells_every_part_of_an_answer() -> None:
    told = re.findall(r"^\* `(\w+)`: ", GUIDE, re.MULTILINE)
    assert set(told) == set(Heard.model_fields)
