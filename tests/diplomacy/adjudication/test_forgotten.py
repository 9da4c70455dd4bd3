"""F.12.B: a unit whose retreat nobody ordered goes to the best open place, in a game and where a phase is asked for
alone."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.diplomacy.tables import Table, opening, position

from dragoman.diplomacy.adjudication import why
from dragoman.diplomacy.adjudication.verdict import Code, Outcome
from dragoman.diplomacy.board.mapfile import chart
from dragoman.diplomacy.docket import Docket
from dragoman.diplomacy.houserules.presets import preset
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.tongues.saying import put

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
    (alike,) = {put(why(v, STANDARD), "en") for v in ruling.verdicts}
    assert alike == "No order was given; the unit retreats as the house rules say."
    void = Docket(suomi()).judge_from(AT, STANDARD, {"Austria": ["A VIE - MUN"]}).ruling
    told = {str(v.unit): put(why(v, STANDARD), "en") for v in void.verdicts if v.code is Code.NOT_ORDERED}
    assert told == {
        "A BUD": "No order was given; the unit retreats as the house rules say.",
        "A VIE": "What was ordered could not be followed; the unit retreats as the house rules say.",
    }
    assert void.after == ruling.after


def test_one_that_is_ordered_goes_as_ordered_and_the_others_keep_out_of_its_way() -> None:
    ruling = Docket(suomi()).judge_from(AT, STANDARD, {"Austria": ["A VIE - TYR"]}).ruling
    assert [str(unit) for unit in ruling.after.units_of("Austria")] == ["A TRI", "A TYR"]


@pytest.mark.parametrize(
    ("lines", "void"),
    [
        (["A VIE - BUR"], ["A VIE - BUR"]),  # out of reach
        (["A BUD - RUM", "A VIE - TRI"], ["A VIE - TRI"]),  # where the attacker came from, behind one that can be made
        (["A VIE H", "A VIE - BUD", "A MOS - STP"], ["A VIE H", "A VIE - BUD", "A MOS - STP"]),
        (["A VIE - TYR", "A VIE - BOH"], ["A VIE - TYR", "A VIE - BOH"]),  # III.6: neither counts
    ],
)
@pytest.mark.parametrize("several", ["A", "C"])
def test_one_ordered_in_vain_goes_as_one_unordered(lines: list[str], void: list[str], several: str) -> None:
    at = replace(AT, dislodged=tuple(d._replace(attacker_from="TRI") for d in AT.dislodged))
    judged = Docket(suomi(("III.6", several))).judge_from(at, STANDARD, {"Austria": lines})
    ruling = judged.ruling
    assert len(ruling.after.units_of("Austria")) == 2
    assert [v.text for v in ruling.verdicts if v.outcome is Outcome.VOID] == void
    assert [v.text for v in ruling.verdicts if v.text] == lines
    assert {str(v.unit) for v in ruling.verdicts if v.clause == "F.12.B"} >= {"A VIE"}
    assert Docket(suomi(("III.6", several))).after(at, STANDARD, {"Austria": lines}) == ruling.after


def test_under_f_12_a_they_are_disbanded() -> None:
    ruling = Docket(suomi(("F.12", "A"))).judge_from(AT, STANDARD, {}).ruling
    assert ruling.after.units_of("Austria") == ()


@pytest.mark.parametrize("orders", [(), ("A VIE R TYR",)])
def test_a_game_and_a_phase_alone_are_ruled_alike(orders: tuple[str, ...]) -> None:
    rules = suomi(("F.7", "A"))  # under F.7.B the phase would wait for Austria's orders
    table = Table(opening(given=AT, rules=dict(rules.as_rules())))
    if orders:
        table.order("Austria", *orders)
    table.strike()
    alone = Docket(suomi()).judge_from(AT, STANDARD, {"Austria": list(orders)}).ruling
    assert table.state.turns[0].ruling.after.units == alone.after.units
