"""A hundred games of our own come out as recorded, so that adjudication is held fast wherever the tests are run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from dragoman.cli import main

FILES = sorted((Path(__file__).parents[1] / "cases" / "games" / "own").glob("*.jsonl.gz"))
"""Each is named for the rules by which its games were played."""

GAMES = {"datc": 60, "1971": 8, "1982": 8, "2000": 8, "dptg": 8, "suomi": 8}


def test_there_are_a_hundred() -> None:
    assert {path.name.partition(".")[0] for path in FILES} == GAMES.keys()
    assert sum(GAMES.values()) == 100
    assert sum(path.stat().st_size for path in FILES) < 2 * 1024 * 1024


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.partition(".")[0])
def test_own_games_come_out_as_recorded(path: Path) -> None:
    rules = path.name.partition(".")[0]
    result = CliRunner().invoke(main, ["replay", "--rules", rules, "--processes", "1", str(path)])
    assert result.exit_code == 0, result.stdout[:4000]
    tally = result.stdout.splitlines()[-1]
    assert tally.startswith(f"games {GAMES[rules]}, ")
    assert ", differences 0, excused 0, " in tally
    counted = re.search(r"phases (\d+), orders (\d+)", tally)
    assert counted is not None
    assert int(counted[1]) > 20 * GAMES[rules]
    assert int(counted[2]) > 10 * int(counted[1])


def test_a_game_comes_out_differently_by_other_rules() -> None:
    """So the files do tell whether the rules are kept."""
    path = next(path for path in FILES if path.name.startswith("datc"))
    result = CliRunner().invoke(main, ["replay", "--rules", "1971", "--processes", "1", str(path)])
    assert result.exit_code == 1
