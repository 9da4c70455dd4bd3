"""Whole recorded games, and the DATC cases, through the command line: nothing may come out differently.

The presets by which the smaller collections were played: `cicero-misc` comes from a site and from an adjudicator in
its manner, `diplomacy-network` from an older one. All of them let an army walk whose convoy to a neighbour is missing,
which was DATC 2's preference, and no game of theirs turns on whose fleet shows the intent: `droidippy` has both.
"""

from __future__ import annotations

import gzip
import json
import os
import random
import shlex
import subprocess
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dragoman.cli import main

GAMES_SAMPLED = 300

KNOWN = {
    "double_convoy_unresolve_support": "a truncated fixture: what came of S1908M does not follow from its orders",
}
"""Recorded phases that no rule explains, by game, with the reason; at most three."""


def replay(*files: Path, rules: str = "droidippy") -> Result:
    return CliRunner().invoke(main, ["replay", "--rules", rules, *map(str, files)])


def games_of(path: Path) -> Iterator[list[str]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for _, game in groupby(lines, key=lambda line: line[: line.index(",")]):
            yield list(game)


@pytest.mark.corpus
@pytest.mark.slow
def test_recorded_games_come_out_as_they_did(cases_folder: Path, tmp_path: Path, depth: str) -> None:
    files = sorted((cases_folder / "corpus").glob("droidippy-0*.jsonl.gz"))
    assert files
    if depth == "sample":
        games = [game for path in files for game in games_of(path)]
        chosen = random.Random(1901).sample(games, GAMES_SAMPLED)
        sample = tmp_path / "sample.jsonl"
        sample.write_text("".join(line for game in chosen for line in game), encoding="utf-8")
        files = [sample]
    result = replay(*files)
    assert result.exit_code == 0, result.stdout[:4000]
    assert ", differences 0," in result.stdout.splitlines()[-1]


@pytest.mark.corpus
@pytest.mark.parametrize(("collection", "phases"), [("cicero-misc", 323), ("diplomacy-network", 162)])
def test_other_collections_come_out_as_they_did(cases_folder: Path, collection: str, phases: int) -> None:
    result = replay(cases_folder / "corpus" / f"{collection}.jsonl.gz")
    *lines, tally = result.stdout.splitlines()
    assert f"phases {phases}," in tally
    told = [json.loads(line) for line in lines]
    assert len(told) <= 3
    assert all(any(name in difference["game"] for name in KNOWN) for difference in told), result.stdout[:4000]


@pytest.mark.parametrize("tool", ["check_datc", "check_corpus"])
def test_the_outside_checks_agree(cases_folder: Path, tool: str, depth: str) -> None:
    """The keepers of the cases have checks of their own, which trust nothing but the command line."""
    path = cases_folder.parent / "tools" / tool
    if not path.is_file():
        pytest.skip(f"there is no {tool} beside the cases")
    if tool == "check_corpus" and depth == "sample":
        pytest.skip("replays all recorded games; at full depth only")
    dragoman = shlex.join([sys.executable, "-c", "from dragoman.cli import main; main()"])
    environment = {**os.environ, "DRAGOMAN": dragoman, "SEED": "1901"}
    done = subprocess.run([sys.executable, path], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
