"""Results on the command line: of a host's game in any form, and those of old judges read for `adjudicate`."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner
from tests.diplomacy.games import some_game
from tests.keeper.test_hosting import OPEN_KALMAR, ROOT, program, set_up

from dragoman.cli import main
from dragoman.diplomacy.exchange import triples
from dragoman.diplomacy.njudge import Judgement, write
from dragoman.keeper import results

Run = Callable[..., subprocess.CompletedProcess[str]]


def run(*args: str, stdin: str = "") -> tuple[int, str]:
    """Run a command in this process: its exit status, and what it printed."""
    done = CliRunner().invoke(main, args, input=stdin, standalone_mode=False)
    status = done.exception.code if isinstance(done.exception, SystemExit) else int(done.exception is not None)
    return int(status or 0), done.stdout


def test_a_games_results_become_lines_that_adjudicate_takes(tmp_path: Path) -> None:
    """Written as an old judge would, read, and adjudicated: every phase ends where the game went on."""
    state = some_game(3, 7).state
    turns = list(enumerate(state.turns, 1))
    file = tmp_path / "kalmar.txt"
    file.write_text(write(state.chart, "kalmar", [Judgement(n, turn.before, turn.ruling) for n, turn in turns]))
    status, printed = run("njudge", str(file))
    assert status == 0
    lines = [json.loads(line) for line in printed.splitlines()]
    assert [line["id"] for line in lines] == [f"kalmar.{number:03}" for number, _ in turns]
    status, ruled = run("adjudicate", "-", stdin=printed)
    assert status in (0, 1)
    for (_, turn), line in zip(turns, ruled.splitlines(), strict=True):
        if turn.phase.kind.value == "Movement":
            assert sorted(map(tuple, json.loads(line)["units"])) == sorted(triples(turn.ruling.after.units))


def test_what_no_judge_wrote_is_the_answer_no() -> None:
    assert run("njudge", "-", stdin="Hello there.\n") == (1, "")


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A host with a game of which one phase has been adjudicated."""
    folder = tmp_path_factory.mktemp("host")
    assert set_up(folder).returncode == 0
    opened = program(folder, "-c", OPEN_KALMAR, PYTHONPATH=f"{ROOT / 'src'}:{ROOT}")
    assert opened.returncode == 0, opened.stderr
    clock = folder / "clock.toml"
    clock.write_text(f'now = {(datetime.now(UTC) + timedelta(days=8)).isoformat()}\nseed = "results"\n')
    said = program(folder, "say", "kalmar", "--as", "Austria", "status", DRAGOMAN_CLOCK=str(clock))
    assert said.returncode == 0, said.stderr
    return lambda *args: program(folder, "results", *args)


@pytest.mark.slow
def test_results_in_every_form(host: Run) -> None:
    for form, says in (("words", "no order: it holds"), ("codes", "Austria (NMR)"), ("njudge", "Movement results for")):
        done = host("kalmar", "S1901M", "--form", form)
        assert done.returncode == 0, done.stderr
        assert says in done.stdout
    assert "Itävalta (NMR)" in host("kalmar", "--form", "codes", "--lang", "fi", "--as", "Austria").stdout


@pytest.mark.slow
def test_results_that_there_are_not(host: Run) -> None:
    assert host("kalmar", "F1909M").returncode == 1
    assert host("nowhere").returncode == 2
    assert host("kalmar", "--as", "Persia").returncode == 2


@pytest.mark.parametrize(
    ("phases", "told"),
    [
        ((), ""),
        (("S1901M",), "; a phase is written like S1901M"),
        (("S1901M", "F1901M"), "; a phase is written like F1901M, and there are S1901M to F1901M"),
    ],
)
def test_it_is_told_how_a_phase_is_written(phases: tuple[str, ...], told: str) -> None:
    state = SimpleNamespace(turns=[SimpleNamespace(phase=phase) for phase in phases])
    assert results._written(state) == told
