"""A keeper speaks to a game of the host from the command line, for the game master and for any seat."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest
from tests.keeper.test_hosting import OPEN_KALMAR, ROOT, program, set_up

pytestmark = pytest.mark.slow  # each command wakes an interpreter of its own

Say = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def say(tmp_path_factory: pytest.TempPathFactory) -> Say:
    """Say something to a host that has a game called kalmar. What is said stays said for the tests below."""
    folder = tmp_path_factory.mktemp("host")
    assert set_up(folder).returncode == 0
    opened = program(folder, "-c", OPEN_KALMAR, PYTHONPATH=f"{ROOT / 'src'}:{ROOT}")
    assert opened.returncode == 0, opened.stderr

    def said(*words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        if not stdin:
            return program(folder, "say", *words)
        command = [sys.executable, "-c", "from dragoman.cli import main; main()", "say", *words]
        return subprocess.run(command, cwd=folder, input=stdin, capture_output=True, text=True, timeout=60, check=False)

    return said


def test_orders_for_a_power(say: Say) -> None:
    done = say("kalmar", "--as", "austria", "A Vie - Gal\nF Tri - Alb")
    assert done.returncode == 0, done.stderr
    assert "A VIE - GAL" in done.stdout
    assert "Without an order, and so holding: A BUD." in done.stdout


def test_what_is_refused_or_not_read_is_told_by_the_status(say: Say) -> None:
    done = say("kalmar", "--as", "Italy", "A Vie - Gal\nA Ven - Atlantis")
    assert done.returncode == 1
    assert "A VIE is Austria's, not yours" in done.stdout
    assert "there is no province “Atlantis”" in done.stdout


def test_where_nothing_was_heard_the_status_says_so(say: Say) -> None:
    assert say("kalmar", "--as", "Italy", "xyzzy").returncode == 1
    assert say("kalmar", "--as", "Italy", "status").returncode == 0


def test_the_keeper_presides_where_nobody_else_does(say: Say) -> None:
    done = say("kalmar", "--as", "gm", "-", stdin="gm announce: Hello all\n")
    assert done.returncode == 0, done.stderr
    assert "Your announcement has been sent to everybody" in done.stdout


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("visby", "--as", "gm", "status"), "there is no game called 'visby' here"),
        (
            ("kalmar", "--as", "Atlantis", "status"),
            "nobody sits as 'Atlantis' in that game; there are Austria, England",
        ),
        (("kalmar", "--as", "gm", "status", "--at", "noon"), "--at noon: write a date and time"),
        (("kalmar", "--as", "gm", "status", "--at", "2999-03-03T12:00:00Z"), "that has not come yet, and the game"),
        (("kalmar", "--as", "gm", "status", "--at", "2026-03-03T12:00:00Z"), "the game's record already goes on to"),
    ],
)
def test_who_or_what_is_not_there_is_told_in_a_line(say: Say, words: tuple[str, ...], line: str) -> None:
    done = say(*words)
    assert done.returncode == 2
    assert line in done.stderr
    assert "Traceback" not in done.stderr
