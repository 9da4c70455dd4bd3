"""F.12.B: a unit whose retreat nobody ordered goes to the best open place, in a game and where a phase is asked for
alone."""

from __future__ import annotations

import pytest
from tests.diplomacy.tables import Table, opening, position

from dragoman.diplomacy.adjudication.verdict import Code, Outcome
from dragoman.diplomacy.board.mapfile import chart
from dragoman.diplomacy.docket import Docket
from dragoman.diplomacy.houserules.presets import preset
from dragoman.diplomacy.houserules.sheet import Sheet

STANDARD = chart("standard")
AT = position(
    "F1902R",
    {"Italy": "A VIE", "Russia": "A BUD"},
    {"Austria": "VIE BUD", "Italy": "ROM VEN NAP TRI", "Russia": "WAR MOS"},
    "Austria A VIE < TRI, Austria A BUD < GAL",
)


def suomi(*said: tuple[str, str]) -> Sheet:
    sheet = preset("suomi")
    assert isinstance(sheet, Sheet)
    laid = sheet.overlaid(said)
    assert isinstance(laid, Sheet)
    return laid


def test_forgotten_retreats_are_made_where_a_phase_is_asked_for_alone() -> None:
    ruling = Docket(suomi()).judge_from(AT, STANDARD, {}).ruling
    assert [(str(v.unit), v.outcome, v.code, v.clause) for v in ruling.verdicts] == [
        ("A BUD", Outcome.SUCCEEDS, Code.NOT_ORDERED, "F.12.B"),
        ("A VIE", Outcome.SUCCEEDS, Code.NOT_ORDERED, "F.12.B"),
    ]
    assert [str(unit) for unit in ruling.after.units_of("Austria")] == ["A BOH", "A TRI"]
    assert Docket(suomi()).after(AT, STANDARD, {}) == ruling.after


def test_one_that_is_ordered_goes_as_ordered_and_the_others_keep_out_of_its_way() -> None:
    ruling = Docket(suomi()).judge_from(AT, STANDARD, {"Austria": ["A VIE - TYR"]}).ruling
    assert [str(unit) for unit in ruling.after.units_of("Austria")] == ["A TRI", "A TYR"]
    ruling = Docket(suomi()).judge_from(AT, STANDARD, {"Austria": ["A VIE - BUR"]}).ruling
    assert [str(unit) for unit in ruling.after.units_of("Austria")] == ["A TRI"]


def test_under_f_12_a_they_are_disbanded() -> None:
    ruling = Docket(suomi(("F.12", "A"))).judge_from(AT, STANDARD, {}).ruling
    assert ruling.after.units_of("Austria") == ()


@pytest.mark.parametrize("orders", [(), ("A VIE R TYR",)])
def test_a_game_and_a_phase_alone_are_ruled_alike(orders: tuple[str, ...]) -> None:
    table = Table(opening(given=AT, rules=dict(suomi().as_rules())))
    if orders:
        table.order("Austria", *orders)
    table.strike()
    alone = Docket(suomi()).judge_from(AT, STANDARD, {"Austria": list(orders)}).ruling
    assert table.state.turns[0].ruling.after.units == alone.after.units
