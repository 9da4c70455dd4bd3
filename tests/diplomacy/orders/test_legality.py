"""Settling: each case says which lines are at fault and by which clause, what is understood, what can be supported."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.diplomacy.adjudication.verdict import Code
from dragoman.diplomacy.board.mapfile import chart
from dragoman.diplomacy.board.position import Dislodged, Phase, PhaseKind, Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import Unit, UnitKind
from dragoman.diplomacy.houserules.switches import MultipleOrders, Switches
from dragoman.diplomacy.orders.fates import Fault, Settled
from dragoman.diplomacy.orders.legality import precedents
from dragoman.diplomacy.orders.one_order import settle, settle_retreats
from dragoman.diplomacy.orders.order import Hold, Line, Move, Ordered
from dragoman.diplomacy.orders.reading import ReadingContext, read_order
from dragoman.diplomacy.orders.writing import write

FOLDER = Path(__file__).parents[2] / "cases" / "orders"
CASES = [json.loads(line) for line in (FOLDER / "legality.jsonl").read_text(encoding="utf-8").splitlines()]
BOARD = chart("standard")


def unit(text: str) -> Unit:
    power, kind, place = text.split()
    return Unit(power, UnitKind(kind), Place.parse(place))


def position(units: list[str]) -> Position:
    return Position(Phase("Spring", 1901, PhaseKind.MOVEMENT), tuple(sorted(map(unit, units))), {})


def lines(orders: list[str], power: str) -> tuple[Line, ...]:
    read = [read_order(order, ReadingContext(BOARD, power)) for order in orders]
    assert all(isinstance(line, Line) for line in read), read
    return tuple(line for line in read if isinstance(line, Line))


def switches(chosen: dict[str, Any]) -> Switches:
    """The switches of a case, each by the word of its value."""
    by_name = {field.name: getattr(Switches(), field.name) for field in fields(Switches)}
    values = {n: type(by_name[n])(v) if isinstance(by_name[n], StrEnum) else v for n, v in chosen.items()}
    return replace(Switches(), **values)


def settled(case: dict[str, Any]) -> Settled:
    at = position(case["units"])
    asked = lines(case["orders"], case["power"])
    return settle(BOARD, at, case["power"], asked, switches(case.get("switches", {})))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_set_is_settled_as_its_case_says(case: dict[str, Any]) -> None:
    found = settled(case)
    written = found.fates[: len(case["orders"])]
    assert [f"{f.flaw.fault} {f.flaw.clause}" if f.flaw else "" for f in written] == case["fates"]
    assert [write(fate.order) for fate in found.fates[len(written) :]] == case.get("inferred", [])
    if "understood" in case:
        assert [write(fate.order) for fate in written] == case["understood"]
    by_place = {effective.unit.province: effective for effective in found.effective}
    for province, order in case.get("effective", {}).items():
        assert write(by_place[province].order) == order
    for province, supportable in case.get("supportable", {}).items():
        assert by_place[province].supportable is supportable


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_every_unit_has_one_order_and_every_line_one_fate(case: dict[str, Any]) -> None:
    found = settled(case)
    own = [u for u in map(unit, case["units"]) if u.power == case["power"]]
    assert [effective.unit for effective in found.effective] == sorted(own)
    assert [fate.line.text for fate in found.fates] == case["orders"] + [""] * len(case.get("inferred", []))
    for effective in found.effective:
        followed = None if effective.line is None else found.fates[effective.line]
        hold = Hold(Ordered(effective.unit.place, effective.unit.kind))
        assert effective.order == (followed.order if followed else hold)
        assert followed is None or followed.flaw is None
        assert not (effective.supportable and isinstance(effective.order, Move))


def test_an_inferred_order_tells_what_it_was_inferred_from() -> None:
    (case,) = (case for case in CASES if case["id"] == "III.3-06")
    told = settled(case).fates[-1].line
    assert told.notes == ("inferred: F NTH C A LON - NWY, F SKA S A LON - NWY = A LON - NWY",)
    assert settled(case).effective[0].clause == "III.3.B"


def test_a_fault_is_a_word_of_verdicts() -> None:
    assert {Code(str(fault)).value for fault in Fault} == {"no-such-unit", "impossible", "ambiguous"}


def test_a_dislodged_unit_is_ordered_to_retreat() -> None:
    gone = Dislodged(unit("France F GAS"), "BRE")
    at = replace(position(["England F GAS"]), dislodged=(gone,))
    asked = lines(["F GAS R SPA", "GAS D", "F GAS R SPA/SC", "F GAS R PAR", "A BUR R PAR"], "France")
    fates = settle_retreats(BOARD, at, "France", asked, Switches())
    assert [(write(fate.order), fate.flaw and str(fate.flaw.fault)) for fate in fates] == [
        ("F GAS R SPA/NC", None),
        ("F GAS D", None),
        ("F GAS R SPA/SC", "impossible"),
        ("F GAS R PAR", "impossible"),
        ("A BUR R PAR", "no-such-unit"),
    ]
    assert settle_retreats(BOARD, at, "England", asked[:1], Switches())[0].unit is None


UNITS = ["France A PAR", "France F BRE", "France A MAR", "England F ENG", "England F MAO", "Italy F SPA/SC"]
WRITINGS = [
    "A PAR - BRE", "PAR H", "F PAR - BUR", "A PAR - LON", "F BRE S F MAO - SPA", "F BRE - ENG", "BRE - GAS",
    "A MAR - LON", "A MAR S A PAR - BUR", "A MAR S Germany A PAR - BUR", "F BRE C A MAR - LON", "A MAR - SPA/NC",
    "F BRE S F SPA/NC",
]  # fmt: skip


@given(st.permutations(WRITINGS), st.integers(0, len(WRITINGS)))
def test_the_order_of_lines_matters_only_where_a_clause_counts(mixed: list[str], count: int) -> None:
    chosen, at = mixed[:count], position(UNITS)
    for rule in MultipleOrders:
        if rule in (MultipleOrders.FIRST, MultipleOrders.LAST):
            continue
        rules = Switches(multiple_orders=rule)
        one = settle(BOARD, at, "France", lines(chosen, "France"), rules)
        other = settle(BOARD, at, "France", lines(sorted(chosen), "France"), rules)
        assert [(e.unit, e.order, e.supportable) for e in one.effective] == [
            (e.unit, e.order, e.supportable) for e in other.effective
        ]
        assert sorted((f.line.text, str(f.flaw)) for f in one.fates) == sorted(
            (f.line.text, str(f.flaw)) for f in other.fates
        )


def test_what_was_settled_before_makes_no_difference() -> None:
    """The lines of each case on the boards of many, whatever is remembered of them from other boards."""
    sets = [(case["power"], lines(case["orders"], case["power"])) for case in CASES]
    boards = [position(case["units"]) for case in CASES[::5]]

    def settled_on(at: Position, forget: bool) -> list[Settled]:
        found = []
        for power, asked in sets:
            if forget:
                precedents(BOARD).clear()
            found.append(settle(BOARD, at, power, asked, Switches()))
        return found

    fresh = [settled_on(at, forget=True) for at in boards]
    assert [settled_on(at, forget=False) for at in boards] == fresh
    assert precedents(BOARD)[Switches()]
