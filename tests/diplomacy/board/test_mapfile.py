"""Map files: what a good one holds, and that each fault of a bad one is told by its line, its word and a remedy."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.mapfile import chart, chart_names, chart_source, read_chart
from dragoman.diplomacy.board.maptext import MapError
from dragoman.diplomacy.board.position import Phase, PhaseKind
from dragoman.diplomacy.board.province import Place, Terrain
from dragoman.diplomacy.board.unit import Unit, UnitKind
from dragoman.tongues.saying import put

CASES = Path(__file__).parents[2] / "cases" / "maps"
SMALL = (CASES / "small.toml").read_text(encoding="utf-8")
FAULTS: list[dict[str, Any]] = tomllib.loads((CASES / "faults.toml").read_text(encoding="utf-8"))["case"]


def small() -> Chart:
    read = read_chart(SMALL, "small.toml")
    assert isinstance(read, Chart), read
    return read


def test_the_small_map_holds_what_its_file_says() -> None:
    read = small()
    assert (read.id, read.victory, read.build_sites) == ("small", 3, "owned-if-home")
    assert read.turns == ("Autumn", "Spring", "Summer")
    assert read.opening.phase == ("Autumn", 1500, PhaseKind.MOVEMENT)
    assert read.opening.units == (
        Unit("North", UnitKind.ARMY, Place("HIL")),
        Unit("North", UnitKind.FLEET, Place("CAP", "EC")),
        Unit("South", UnitKind.ARMY, Place("VAL")),
    )
    assert read.opening.centres == {"HIL": "North", "ISL": "North", "VAL": "South"}
    assert read.home_centres("North") == ("HIL",)
    assert read.provinces["CAP"].coasts == ("EC", "WC")
    assert read.provinces["ROC"].terrain is Terrain.IMPASSABLE
    assert read.provinces["HIL"].names == {"en": "Hills", "fi": "Kukkulat"}
    assert read.powers["North"].aliases == {"en": ("NOR",)}


def test_a_year_of_the_small_map_is_counted_after_its_last_turn() -> None:
    read = small()
    autumn, summer = read.first_phase(), Phase("Summer", 1500, PhaseKind.MOVEMENT)
    assert [read.counts(phase) for phase in (autumn, summer)] == [False, True]
    assert read.next_moves(autumn) == ("Spring", 1500, PhaseKind.MOVEMENT)
    assert read.next_moves(summer) == read.next_moves(read.winter(summer)) == ("Autumn", 1501, PhaseKind.MOVEMENT)


def test_a_calendar_of_five_years_that_counts_in_every_second() -> None:
    text = re.sub(r"(?m)^turns = .*$", 'turns = ["Autumn"]\nyears = 5\nrounds = 2', SMALL)
    read = read_chart(text, "small.toml")
    assert isinstance(read, Chart), read
    moves = [read.first_phase()]
    while len(moves) < 4:
        moves.append(read.next_moves(moves[-1]))
    assert [phase.year for phase in moves] == [1500, 1505, 1510, 1515]
    assert [read.counts(phase) for phase in moves] == [False, True, False, True]
    assert read.next_moves(read.winter(moves[1])) == moves[2]


@pytest.mark.parametrize("key", ["years", "rounds"])
def test_a_calendar_that_stands_still_is_told(key: str) -> None:
    faults = read_chart(re.sub(r"(?m)^(turns = .*)$", rf"\1\n{key} = 0", SMALL), "small.toml")
    assert not isinstance(faults, Chart)
    assert [(fault.code, fault.word) for fault in faults] == [("form", "0")]
    assert put(faults[0].says, "en") == f"{key} must be 1 or more"


def test_coasts_canals_and_one_way_borders() -> None:
    read = small()
    assert read.steps(UnitKind.FLEET, Place("EAS")) == {Place("CAN"), Place("CAP", "EC"), Place("ISL")}
    assert read.steps(UnitKind.FLEET, Place("CAP", "WC")) == {Place("WES")}
    assert read.steps(UnitKind.FLEET, Place("CAN")) == {Place("EAS"), Place("WES")}  # a canal is a coast of both seas
    assert Place("VAL") in read.steps(UnitKind.ARMY, Place("HIL"))
    assert Place("HIL") not in read.steps(UnitKind.ARMY, Place("VAL"))


def test_seas_convoy_and_coasts_only_where_the_file_says_so() -> None:
    assert {p.id for p in small().provinces.values() if p.convoys} == {"EAS", "WES", "BOX", "ISL"}


@pytest.mark.parametrize("case", FAULTS, ids=lambda case: str(case["id"]))
def test_a_fault_is_told_by_its_line_and_word(case: dict[str, Any]) -> None:
    assert case["text"] in SMALL
    told = read_chart(SMALL.replace(case["text"], case["by"], 1), "faulty.toml")
    assert isinstance(told, tuple)
    assert [(e.code, e.line, e.word) for e in told] == [(f["code"], f["line"], f["word"]) for f in case["faults"]]
    for error, wanted in zip(told, case["faults"], strict=True):
        assert error.source == "faulty.toml"
        assert_says(error, wanted["says"])


def assert_says(error: MapError, words: list[str]) -> None:
    sentence = put(error.says, "en")
    assert all(word in sentence for word in words), sentence
    assert not re.search(r"\{\w", sentence), sentence


def test_the_column_is_where_the_word_stands() -> None:
    told = read_chart(SMALL.replace('army = "CAN CAP VAL"', 'army = "CAN CAPE VAL"'), "faulty.toml")
    assert isinstance(told, tuple)
    line = SMALL.replace('army = "CAN CAP VAL"', 'army = "CAN CAPE VAL"').splitlines()[told[0].line - 1]
    assert line[told[0].column - 1 :].startswith("CAPE")


def test_every_fault_is_told_at_once() -> None:
    text = SMALL.replace('name = "Valley"', 'name = "Hills"').replace("victory = 3", "victory = 30")
    told = read_chart(text, "faulty.toml")
    assert isinstance(told, tuple)
    assert [e.code for e in told] == ["victory", "equal-names"]


def test_maps_are_found_by_name() -> None:
    assert "standard" in chart_names()
    assert chart("standard") is chart("standard")
    with pytest.raises(LookupError, match="standard"):
        chart("atlantis")
    with pytest.raises(LookupError, match="standard"):
        chart_source("../mapfile")


@given(st.integers(0, len(SMALL)), st.integers(0, 30), st.text(max_size=8))
def test_no_text_raises_an_error(start: int, length: int, by: str) -> None:
    """Whatever is cut out of a map file or written into it, the answer is a chart or faults."""
    read = read_chart(SMALL[:start] + by + SMALL[start + length :], "any.toml")
    assert isinstance(read, Chart) or (read and all(1 <= e.line <= SMALL.count("\n") + 10 for e in read))


@pytest.mark.parametrize("value", ["7", "true", "[]", "[1]", "{}", "{ en = 1 }", '"?"', '""', "1900-01-01"])
def test_a_value_of_the_wrong_kind_is_a_fault_or_harmless(value: str) -> None:
    lines = SMALL.splitlines()
    for index, line in enumerate(lines):
        key, sign, _ = line.partition(" = ")
        if sign and not line.startswith("#"):
            read = read_chart("\n".join([*lines[:index], f"{key} = {value}", *lines[index + 1 :]]), "odd.toml")
            assert isinstance(read, Chart) or read, line


@pytest.mark.parametrize("text", ["", "map = 1", "[power]\nNorth = 3", "sea = 1", "[sea]\nEAS = 1", "[[sea]]\nx = 1"])
def test_a_table_of_the_wrong_kind_is_a_fault(text: str) -> None:
    assert not isinstance(read_chart(text, "odd.toml"), Chart)
