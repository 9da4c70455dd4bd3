"""What went wrong at other hosts is held right here, kind by kind: every known fault names the tests that would find
it, and they are there."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from dragoman.diplomacy.board.mapfile import chart
from dragoman.diplomacy.docket import Docket
from dragoman.diplomacy.exchange import Question, position
from dragoman.diplomacy.houserules.presets import preset
from dragoman.diplomacy.houserules.sheet import Sheet

ROOT = Path(__file__).parents[1]
BUGS = tomllib.loads((ROOT / "tests/cases/platform_bugs.toml").read_text("utf-8"))


@pytest.mark.parametrize("number", BUGS)
def test_what_went_wrong_elsewhere_is_held_by_tests_that_are_there(number: str) -> None:
    assert BUGS[number]["held"]
    for named in BUGS[number]["held"]:
        path, _, function = named.partition("::")
        text = (ROOT / path).read_text("utf-8")
        assert not function or f"def {function}(" in text, named


def test_every_known_fault_is_listed(cases_folder: Path) -> None:
    lines = (cases_folder / "platform_bugs.jsonl").read_text("utf-8").splitlines()
    assert {json.loads(line)["id"] for line in lines if line} == set(BUGS)


def test_a_convoy_that_an_attack_cannot_break_succeeds() -> None:
    """PB35: the fleet is attacked with a support and held with one, so it stays, and what is told agrees."""
    board, sheet = chart("standard"), preset("datc")
    assert isinstance(sheet, Sheet)
    asked = Question(
        season="Spring", year=1901, phase="Movement",
        units=[("France", "A", "HOL"), ("France", "F", "NTH"), ("France", "F", "ENG"), ("England", "F", "NWG"),
               ("England", "F", "LON"), ("Germany", "F", "HEL")],
        centers={},
        orders={
            "France": ["A HOL - LON", "F NTH C A HOL - LON", "F ENG S A HOL - LON"],
            "England": ["F NWG - NTH", "F LON S F NWG - NTH"],
            "Germany": ["F HEL S F NTH"],
        },
    )  # fmt: skip
    ruling = Docket(sheet).judge_from(position(asked, board), board, asked.orders).ruling
    fates = {verdict.text: (verdict.outcome.value, verdict.dislodged) for verdict in ruling.verdicts}
    assert fates["A HOL - LON"] == ("succeeds", False)
    assert fates["F NTH C A HOL - LON"] == ("succeeds", False)
    assert fates["F LON S F NWG - NTH"][1]
    assert fates["F NWG - NTH"][0] == "fails"
