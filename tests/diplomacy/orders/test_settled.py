"""What is shown of an order is what will be adjudicated, and what was written otherwise is told."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dragoman.diplomacy.board.mapfile import chart
from dragoman.diplomacy.board.position import Phase, PhaseKind
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import Unit, UnitKind
from dragoman.diplomacy.houserules.switches import Switches
from dragoman.diplomacy.orders.order import Line
from dragoman.diplomacy.orders.reading import ReadingContext, read_order
from dragoman.diplomacy.orders.settled import choosable_coasts, settled_line
from dragoman.diplomacy.orders.writing import write

BOARD = chart("standard")
RULES = Switches()
FILE = Path(__file__).parents[2] / "cases" / "orders" / "settled.toml"
CASES = tomllib.loads(FILE.read_text(encoding="utf-8"))["case"]


def line_of(text: str, power: str) -> Line:
    line = read_order(text, ReadingContext(BOARD, power, position=BOARD.opening))
    assert isinstance(line, Line), line
    return line


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_an_order_is_shown_as_it_will_be_adjudicated(case: dict[str, Any]) -> None:
    line = settled_line(BOARD, BOARD.opening, case["power"], line_of(case["text"], case["power"]), RULES)
    assert write(line.order) == case["shown"]
    assert list(line.notes) == case.get("notes", [])
    assert line.text == case["text"]


def test_a_removal_names_the_unit_that_stands_there() -> None:
    winter = replace(BOARD.opening, phase=Phase("Winter", 1901, PhaseKind.ADJUSTMENT))
    line = settled_line(BOARD, winter, "Russia", line_of("remove A Stp", "Russia"), RULES)
    assert write(line.order) == "F STP/SC D"
    assert line.notes == ("type: A STP = F STP/SC",)


def test_coasts_may_be_chosen_where_a_fleet_can_reach_several() -> None:
    fleet = Unit("France", UnitKind.FLEET, Place("MAO"))
    at = replace(BOARD.opening, units=tuple(sorted((*BOARD.opening.units, fleet))))
    choices = choosable_coasts(BOARD, at, "France", line_of("F Mao - Spa", "France").order)
    assert list(map(write, choices)) == ["F MAO - SPA/NC", "F MAO - SPA/SC"]
    assert not choosable_coasts(BOARD, at, "France", line_of("F Mao - Spa/nc", "France").order)
    assert not choosable_coasts(BOARD, at, "France", line_of("A Mar - Spa", "France").order)
