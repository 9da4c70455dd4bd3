"""Every example of the guide is so: commands print, and letters are answered, as its pages show."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import click
import pytest
from tests.guide.examples import DOCS, Command, Page, Table, Written, address, amiss, read

from dragoman.cli import COMMANDS, main
from dragoman.keeper.expecting import played
from dragoman.keeper.performance import stage
from dragoman.keeper.playfile import script, when

SOURCE = DOCS.parent / "src"
PAGES = sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))
TEXTS = {page: (DOCS / page).read_text("utf-8") for page in PAGES}
HERE = [
    page
    for page in PAGES
    if page.startswith(("play/", "run/", "fi/", "code/", "index.md", "how-to/correct-errors", "how-to/check-a-game"))
]
READ = {page: read(TEXTS[page]) for page in HERE}


@pytest.mark.parametrize("page", HERE)
def test_every_block_says_what_it_is(page: str) -> None:
    """Other pages are held by tests of their own."""
    assert READ[page].unmarked == []


TABLES = [(page, number) for page in HERE for number in range(len(READ[page].tables))]


@pytest.mark.parametrize(("page", "number"), TABLES)
def test_letters_are_answered_as_the_page_shows(page: str, number: int) -> None:
    table = READ[page].tables[number]
    assert table.answers
    for answer in table.answers:
        game = script(tomllib.loads(table.file), "guide")
        until = when(answer.at, game.start)
        on_stage = stage(game)
        assert played(on_stage, until) == ()
        sent = [each for each in on_stage.sent if each.to == address(answer.seat)]
        came = sent[-1].words.text if sent else ""
        assert not (missing := amiss(answer.text, came)), f"{missing}\n--- is not so in ---\n{came}"


@pytest.mark.slow
@pytest.mark.parametrize("page", [page for page in HERE if READ[page].steps])
def test_commands_print_what_the_page_shows(page: str, tmp_path: Path) -> None:
    folder = Path(sys.executable).parent
    environment = os.environ | {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "100", "TERM": "dumb"}
    for name in ("DRAGOMAN_SETTINGS", "DRAGOMAN_CLOCK", "DATABASE_URL", "DJANGO_SETTINGS_MODULE"):
        environment.pop(name, None)
    for step in READ[page].steps:
        if isinstance(step, Written):
            (tmp_path / step.name).write_text(step.text, "utf-8")
            continue
        done = subprocess.run(
            ["bash", "-c", step.line], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120
        )
        printed = done.stdout + done.stderr
        assert not (missing := amiss(step.prints, printed)), f"{step.line}\n{missing}\n--- is not so in ---\n{printed}"


@pytest.mark.parametrize("page", [page for page in HERE if READ[page].quoted])
def test_a_piece_of_the_source_stands_there(page: str) -> None:
    source = ["\n".join(map(str.strip, path.read_text("utf-8").splitlines())) for path in SOURCE.rglob("*.py")]
    for piece in READ[page].quoted:
        lines = "\n".join(map(str.strip, piece.strip().splitlines()))
        assert any(lines in text for text in source), piece


TYPED = sorted(
    {
        line
        for page in PAGES
        for block in re.findall(r"^```console\n(.*?)^```", TEXTS[page], re.DOTALL | re.MULTILINE)
        for line in re.findall(r"^(?:\$ )?(dragoman \w+[^\n|<>\\]*)(?:[|<>].*)?$", block, re.MULTILINE)
    }
)


@pytest.mark.parametrize("line", TYPED)
def test_every_command_of_every_page_is_one_the_program_takes(line: str) -> None:
    """Of pages whose examples are run elsewhere, too: no option has gone since it was written."""
    _, name, *words = shlex.split(line)
    assert name in COMMANDS
    command = main.get_command(click.Context(main), name)  # type: ignore[attr-defined]
    assert command is not None
    options = {option for each in command.params for option in each.opts} | {"--help", "-h"}
    assert [word for word in words if word.startswith("--") and word.partition("=")[0] not in options] == []


def test_the_guide_has_examples_of_every_kind() -> None:
    steps = [step for page in READ.values() for step in page.steps]
    assert len([step for step in steps if isinstance(step, Command)]) >= 5
    assert len([step for step in steps if isinstance(step, Written)]) >= 2
    assert sum(table.letters for page in READ.values() for table in page.tables) >= 10


def test_the_reader_of_examples_sees_what_differs() -> None:
    shown = "one\n…\nthree\n"
    assert amiss(shown, "one\ntwo\nthree\n") == ""
    assert amiss(shown, "one\ntwo\nthree\nfour\n") == "three"
    assert amiss("two\n…\n", "one\ntwo\n") == "two"
    assert amiss("…\ntwo\n…\n", "one\ntwo\nthree\n") == ""
    assert amiss("one\n", "one\ntwo\n") == "one"


def test_the_reader_of_examples_knows_every_kind() -> None:
    page: Page = read(
        '<!-- table: name = "x" -->\n<!-- Austria writes, P1D -->\n```letter\nA Vie H\n```\n\n```answer\n…\n```\n\n'
        '```toml title="a.toml"\nx = 1\n```\n```console\n$ ls\na.toml\n```\n```letter\nlost\n```\n'
    )
    assert page.steps == [Written("a.toml", "x = 1\n"), Command("ls", "a.toml\n")]
    (table,) = page.tables
    assert isinstance(table, Table)
    assert (table.letters, [answer.seat for answer in table.answers], page.unmarked) == (1, ["Austria"], ["letter"])
