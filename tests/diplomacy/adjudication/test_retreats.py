"""Retreats beyond DATC's cases: several orders, clashes, and what is no retreat order."""

from __future__ import annotations

from typing import Any

import pytest
from tests.diplomacy.adjudication.boards import STANDARD, position, retreats, sets, switches, told, unit, verdict

from dragoman.diplomacy.adjudication import adjudicate, why
from dragoman.diplomacy.adjudication.verdict import Code, Outcome, Ruling
from dragoman.diplomacy.board.position import Dislodged, Phase, PhaseKind
from dragoman.tongues.saying import put

AT = position(
    {"Italy": ["A TYR"], "Austria": ["A BUD"]},
    PhaseKind.RETREAT,
    dislodged=[
        Dislodged(unit("Austria", "A VIE"), "TYR"),
        Dislodged(unit("Germany", "A MUN"), "BUR"),
    ],
    contested=["GAL"],
)


def after(orders: dict[str, list[str]], answers: dict[str, Any] | None = None) -> Ruling:
    return adjudicate(STANDARD, AT, sets(orders), switches(answers or {}))


def test_an_open_place() -> None:
    ruling = after({"Austria": ["A VIE R BOH"], "Germany": ["A MUN R RUH"]})
    assert retreats(ruling) == ["A MUN - RUH", "A VIE - BOH"]
    assert ruling.removed == ()
    assert told(ruling.after.units) == ["A BOH", "A BUD", "A RUH", "A TYR"]
    assert ruling.after.phase == Phase("Fall", 1901, PhaseKind.MOVEMENT)
    assert ruling.after.dislodged == ()


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ("A VIE R BUD", "a unit stands there"),
        ("A VIE R TYR", "its attacker came from there"),
        ("A VIE R GAL", "a standoff was there"),
        ("A VIE R WAR", "it is out of reach"),
    ],
)
def test_a_closed_place(order: str, why: str) -> None:
    ruling = after({"Austria": [order]})
    found = verdict(ruling, order)
    assert (found.outcome, found.code) == (Outcome.VOID, Code.ILLEGAL_RETREAT), why
    assert unit("Austria", "A VIE") in ruling.removed


def test_who_stands_in_the_way_is_named() -> None:
    assert verdict(after({"Austria": ["A VIE R BUD"]}), "A VIE R BUD").by == (unit("Austria", "A BUD"),)


def test_a_clash() -> None:
    ruling = after({"Austria": ["A VIE R BOH"], "Germany": ["A MUN R BOH"]})
    assert told(ruling.removed) == ["A MUN", "A VIE"]
    found = verdict(ruling, "A VIE R BOH")
    assert (found.outcome, found.code, found.by) == (
        Outcome.FAILS,
        Code.RETREAT_CLASH,
        (unit("Germany", "A MUN"),),
    )


def test_an_illegal_retreat_keeps_nobody_out() -> None:
    """Only retreats that may be made clash."""
    at = position(
        {"Italy": ["A TYR"]},
        PhaseKind.RETREAT,
        dislodged=[
            Dislodged(unit("Austria", "A VIE"), "BOH"),
            Dislodged(unit("Germany", "A MUN"), "BUR"),
        ],
    )
    orders = sets({"Austria": ["A VIE R BOH"], "Germany": ["A MUN R BOH"]})
    assert retreats(adjudicate(STANDARD, at, orders, switches({}))) == ["A MUN - BOH"]


def test_disbanding_and_silence() -> None:
    ruling = after({"Austria": ["A VIE D"]})
    assert told(ruling.removed) == ["A MUN", "A VIE"]
    assert verdict(ruling, "A VIE D").outcome is Outcome.SUCCEEDS
    (silent,) = (v for v in ruling.verdicts if not v.text)
    assert (silent.power, silent.code) == ("Germany", Code.NOT_ORDERED)


@pytest.mark.parametrize(
    ("rule", "lines", "goes"),
    [
        ("hold", ["A VIE R BOH", "A VIE R TRI"], []),
        ("hold", ["A VIE R BOH", "A VIE R BOH"], ["A VIE - BOH"]),
        ("hold", ["A VIE R BOH", "A VIE R BUD"], []),
        ("legal-hold", ["A VIE R BOH", "A VIE R BUD"], ["A VIE - BOH"]),
        ("legal-move", ["A VIE R BOH", "A VIE R TRI"], []),
        ("first", ["A VIE R BOH", "A VIE R TRI"], ["A VIE - BOH"]),
        ("last", ["A VIE R BOH", "A VIE R TRI"], ["A VIE - TRI"]),
        ("last", ["A VIE R BOH", "A VIE R BUD"], []),
    ],
)
def test_several_orders_for_one_unit(rule: str, lines: list[str], goes: list[str]) -> None:
    """III.6, as in movement; a unit left without an order disbands (ours)."""
    ruling = after({"Austria": lines}, {"multiple_orders": rule})
    assert retreats(ruling)[: len(goes)] == goes
    assert (unit("Austria", "A VIE") in ruling.removed) == (not goes)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("A BUD - SER", Code.IMPOSSIBLE),
        ("A BUD S A VIE - TRI", Code.IMPOSSIBLE),
        ("A VIE H", Code.IMPOSSIBLE),
        ("A TRI - SER", Code.NO_SUCH_UNIT),
        ("A MUN - RUH", Code.NO_SUCH_UNIT),
    ],
)
def test_what_is_no_retreat_order(line: str, code: Code) -> None:
    found = verdict(after({"Austria": [line]}), line)
    assert (found.power, found.outcome, found.code) == ("Austria", Outcome.VOID, code)


def test_a_fleet_may_not_crawl_and_both_coasts_are_one_province() -> None:
    at = position(
        {"France": ["F MAO"]},
        PhaseKind.RETREAT,
        dislodged=[
            Dislodged(unit("England", "F GAS"), "BRE"),
            Dislodged(unit("Italy", "F MAR"), "BUR"),
        ],
    )
    orders = sets({"England": ["F GAS - SPA/NC"], "Italy": ["F MAR - SPA/SC"]})
    ruling = adjudicate(STANDARD, at, orders, switches({}))
    assert told(ruling.removed) == ["F GAS", "F MAR"]
    crawl = adjudicate(STANDARD, at, sets({"England": ["F GAS - SPA/SC"]}), switches({}))
    assert verdict(crawl, "F GAS - SPA/SC").code is Code.ILLEGAL_RETREAT


@pytest.mark.parametrize(
    ("order", "sentence"),
    [
        ("A VIE R BUD", "BUD is occupied by Austrian A BUD."),
        ("A VIE R TYR", "TYR is occupied by Italian A TYR."),
        ("A VIE R GAL", "GAL is closed: units bounced there."),
        ("A MUN R BUR", "BUR is closed: the attacker came from there."),
        ("A VIE R ROM", "A VIE cannot get to ROM in one step."),
    ],
)
def test_why_a_place_is_not_open_is_told(order: str, sentence: str) -> None:
    power = "Austria" if "VIE" in order else "Germany"
    assert put(why(verdict(after({power: [order]}), order), STANDARD), "en") == sentence
