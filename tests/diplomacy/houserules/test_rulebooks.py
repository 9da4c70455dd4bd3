"""Every case of DATC under every rulebook's preset: those that come out otherwise are listed, each with its reason."""

from __future__ import annotations

import itertools
import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest
from tests.diplomacy.adjudication import boards
from tests.diplomacy.houserules.sheets import named

from dragoman.diplomacy.adjudication import adjudicate
from dragoman.diplomacy.board.position import PhaseKind
from dragoman.diplomacy.houserules.catalogue import CATALOGUE
from dragoman.diplomacy.houserules.document import settings_of
from dragoman.diplomacy.houserules.editions import RULEBOOKS
from dragoman.diplomacy.houserules.sheet import Sheet, switches

DATC = {case["id"]: case for case in boards.case_files("datc")}
LISTED = tomllib.loads((boards.CASES / "houserules" / "rulebooks.toml").read_text(encoding="utf-8"))["differs"]
SAID = boards.case_files("adjudication", "editions.toml")
YEARS = [year for year in RULEBOOKS if year != "datc"]


def outcome(case: str, sheet: Sheet) -> Mapping[str, Any]:
    """What comes of a case: who moved, who was driven out and to where, who was built and removed."""
    return _outcome(case, sheet.choices)


@cache
def _outcome(name: str, choices: Any) -> Mapping[str, Any]:
    case, answers = DATC[name], switches(Sheet(choices))
    if case["phase"] == "Adjustment":
        at = boards.position(case["units"], PhaseKind.ADJUSTMENT, "Winter", centres=case["centres"])
        ruling = adjudicate(boards.STANDARD, at, boards.sets(case.get("orders", {})), answers)
        return {"built": boards.told(ruling.built), "removed": boards.told(ruling.removed)}
    ruling = adjudicate(boards.STANDARD, boards.position(case["units"]), boards.sets(case["orders"]), answers)
    open_to = [f"{d.unit} - {p}" for d in ruling.after.dislodged for p in dict(ruling.retreats)[d.unit.province]]
    return {"moves": boards.moves(ruling), "dislodged": boards.dislodged(ruling), "open": sorted(open_to)}


def restored(sheet: Sheet, points: tuple[str, ...]) -> Sheet:
    """The sheet with those points as DATC prefers them."""
    preferred = Sheet()
    made = sheet.overlaid((n, str(preferred.choice(n))) for point in points for n in settings_of(CATALOGUE[point]))
    assert isinstance(made, Sheet)
    return made


@pytest.mark.parametrize("year", YEARS)
def test_just_the_listed_cases_come_out_otherwise(year: str) -> None:
    sheet = named(year)
    assert {case for case in DATC if outcome(case, sheet) != outcome(case, Sheet())} == {
        listed["case"] for listed in LISTED if year in listed["rulebooks"]
    }


@pytest.mark.parametrize("listed", LISTED, ids=lambda listed: f"{listed['case']}-{listed['rulebooks'][0]}")
def test_a_listed_case_comes_out_as_listed_for_its_reason(listed: Mapping[str, Any]) -> None:
    for year in listed["rulebooks"]:
        found = outcome(listed["case"], named(year))
        for key in found.keys() & listed.keys():
            assert found[key] == sorted(listed[key]), (year, key)
        assert not set(listed.get("closed", ())) & set(found.get("open", ()))
        preferred = outcome(listed["case"], Sheet())
        points = tuple(listed["points"])
        assert outcome(listed["case"], restored(named(year), points)) == preferred
        for fewer in itertools.combinations(points, len(points) - 1):
            assert outcome(listed["case"], restored(named(year), fewer)) != preferred, fewer


@pytest.mark.parametrize("said", SAID, ids=lambda said: f"{said['case']}-{said['edition']}")
def test_what_datc_says_of_a_rulebook_is_what_its_preset_does(said: Mapping[str, Any]) -> None:
    years = {1971: ("1971", "1976"), 1982: ("1982", "1992"), 2000: ("2000", "2023")}[said["edition"]]
    for year in years:
        found = outcome(said["case"], named(year))
        assert (found["moves"], found["dislodged"]) == (sorted(said["moves"]), sorted(said["dislodged"]))
