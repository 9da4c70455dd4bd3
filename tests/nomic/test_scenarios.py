"""Every scenario of the Lounge set, and every case of a rule beside them, is a game in a file and comes out as it
should."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from dragoman.keeper import playfile
from dragoman.keeper.expecting import played
from dragoman.keeper.performance import stage
from dragoman.nomic.readings import READINGS

FOLDER = Path(__file__).parent.parent / "cases" / "nomic" / "scenarios"
FILES = sorted(FOLDER.glob("*.toml"))
RULES = sorted((FOLDER.parent / "rules").glob("*.toml"))
READ_OTHERWISE = sorted((FOLDER.parent / "readings").glob("*.toml"))


@pytest.mark.parametrize("path", [*FILES, *RULES, *READ_OTHERWISE], ids=lambda path: path.stem)
def test_a_scenario_comes_out_as_it_should(path: Path) -> None:
    assert played(stage(playfile.load(path))) == ()


def test_every_scenario_is_here() -> None:
    """The collection outside the tree, where there is one, holds none that is not a game here."""
    folder = os.environ.get("DRAGOMAN_CASES")
    if not folder:
        pytest.skip("DRAGOMAN_CASES is not set")
    lines = (Path(folder) / "nomic_scenarios.jsonl").read_text(encoding="utf-8").splitlines()
    assert {json.loads(line)["id"] for line in lines} <= {path.stem for path in FILES}


def test_every_other_reading_is_played() -> None:
    """Whatever can be read in another way than the usual one has a game in which it is, and comes out otherwise."""
    others = {f"{name}-{option}" for name, each in READINGS.items() for option in each.options if option != each.usual}
    assert others - {path.stem for path in READ_OTHERWISE} == set()
