"""What is presumed of a set: each case says what unclear orders come to, and laws hold for all of them."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.diplomacy.orders.writings import slips

from dragoman.diplomacy.board.mapfile import chart
from dragoman.diplomacy.board.position import Dislodged, Phase, PhaseKind, Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import Unit, UnitKind
from dragoman.diplomacy.houserules.sheet import Sheet, switches
from dragoman.diplomacy.houserules.switches import Switches
from dragoman.diplomacy.orders.findings import Presumption
from dragoman.diplomacy.orders.misreading import Misreading
from dragoman.diplomacy.orders.reading import Heading, Read, ReadingContext, read_set
from dragoman.diplomacy.orders.writing import write

CASES = tomllib.loads(
    (Path(__file__).parents[2] / "cases" / "orders" / "presumption.toml").read_text(encoding="utf-8")
)["case"]
BOARD = chart("standard")
SEASONS = {PhaseKind.MOVEMENT: "Spring", PhaseKind.RETREAT: "Spring", PhaseKind.ADJUSTMENT: "Winter"}


def unit(text: str) -> Unit:
    power, kind, place = text.split()
    return Unit(power, UnitKind(kind), Place.parse(place))


def context(case: dict[str, Any]) -> ReadingContext:
    kind = PhaseKind(case.get("phase", "Movement"))
    power = str([*case.get("units", ()), *case.get("dislodged", ())][0]).split()[0]
    gone = tuple(Dislodged(unit(text), "TYR") for text in case.get("dislodged", ()))
    at = Position(
        Phase(SEASONS[kind], 1901, kind),
        tuple(sorted(unit(text) for text in case.get("units", ()))),
        dict.fromkeys(case.get("centres", ()), power),
        gone,
    )
    presumption = Presumption(Switches(), case.get("complete", False), case.get("together", False))
    return ReadingContext(BOARD, power, kind, at, case.get("tolerance", "D"), presumption=presumption)


def told(text: str, by: ReadingContext) -> list[str]:
    found = [item for item in read_set(text, by) if not isinstance(item, Heading)]
    assert all(isinstance(item, Read | Misreading) for item in found), found
    return [write(i.line.order) if isinstance(i, Read) else getattr(i, "code", "") for i in found]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_unclear_orders_are_made_out_as_the_case_says(case: dict[str, Any]) -> None:
    assert told(case["text"], context(case)) == case["read"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_what_is_made_out_says_so_and_hangs_on_no_order_of_lines(case: dict[str, Any]) -> None:
    by = context(case)
    if not case["text"].startswith("Germany"):
        lines = case["text"].split("\n")
        assert sorted(told("\n".join(reversed(lines)), by)) == sorted(case["read"])
    plain = told(case["text"], replace(by, presumption=None))
    reads = [item for item in read_set(case["text"], by) if isinstance(item, Read)]
    made_out = [read.line for read in reads if any(note.startswith("presumed:") for note in read.line.notes)]
    assert len(made_out) == sum(one != other for one, other in zip(plain, case["read"], strict=True))


def test_names_of_cases_are_unique() -> None:
    assert len({case["id"] for case in CASES}) == len(CASES)


def test_a_sheet_tells_what_is_presumed() -> None:
    assert Presumption.of(Sheet()) is None
    complete = Sheet().with_choice("III.1", "B")
    assert isinstance(complete, Sheet)
    assert Presumption.of(complete) == Presumption(switches(complete), complete=True)
    together = Sheet().with_choice("4.E.2", "b")
    assert isinstance(together, Sheet)
    assert Presumption.of(together) == Presumption(switches(together), together=True)


def plain(text: str) -> str:
    return text.replace("A ", "").replace("F ", "")


@given(slips(), st.booleans(), st.booleans(), st.sampled_from("ABCD"))
def test_a_slip_is_never_taken_for_another_order_without_a_word(
    pair: tuple[str, str], complete: bool, together: bool, tolerance: str
) -> None:
    good, spoilt = pair
    by = ReadingContext(BOARD, "Austria", position=BOARD.opening, tolerance=tolerance)
    presuming = replace(by, presumption=Presumption(Switches(), complete, together))
    before, after = read_set(spoilt, by), read_set(spoilt, presuming)
    assert len(before) == len(after)
    for one, other in zip(before, after, strict=True):
        assert one == other or (isinstance(other, Read) and other.line.notes[-1].startswith("presumed:"))
        assert isinstance(one, Misreading) or one == other or tolerance == "B"
    assert read_set(good, presuming)
