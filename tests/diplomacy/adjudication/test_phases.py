"""Which phase follows, whose the centres are, and who has won."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.diplomacy.adjudication.boards import STANDARD, position, sets, switches, unit

from dragoman.diplomacy.adjudication import adjudicate
from dragoman.diplomacy.adjudication.phases import captured, due, sites, winner
from dragoman.diplomacy.board.position import Dislodged, Phase, PhaseKind, Position

MOVEMENT, RETREAT, ADJUSTMENT = PhaseKind.MOVEMENT, PhaseKind.RETREAT, PhaseKind.ADJUSTMENT


def following(at: Position) -> Phase:
    return adjudicate(STANDARD, at, {}, switches({})).after.phase


def test_spring_leads_to_autumn() -> None:
    at = position({"Italy": ["A ROM"]}, centres={"Italy": ["ROM", "NAP"]})
    assert following(at) == Phase("Fall", 1901, MOVEMENT)


def test_autumn_leads_to_adjustments_where_there_are_any() -> None:
    at = position({"Italy": ["A ROM"]}, season="Fall", centres={"Italy": ["ROM", "NAP"]})
    assert following(at) == Phase("Winter", 1901, ADJUSTMENT)


@pytest.mark.parametrize(
    ("units", "centres"),
    [
        ({"Italy": ["A ROM", "A APU"]}, {"Italy": ["ROM", "NAP"]}),  # as many units as centres
        ({"Italy": ["A ROM"]}, {"Italy": ["ROM", "GRE"]}),  # a build is due, but no site is vacant
    ],
)
def test_autumn_leads_to_the_next_year_where_there_is_nothing_to_adjust(
    units: dict[str, list[str]], centres: dict[str, list[str]]
) -> None:
    assert following(position(units, season="Fall", centres=centres)) == Phase("Spring", 1902, MOVEMENT)


def test_removals_are_due_also_to_a_power_without_any_centre() -> None:
    at = position({"Italy": ["A TUS"]}, season="Fall", centres={})
    assert following(at) == Phase("Winter", 1901, ADJUSTMENT)


def test_adjustments_lead_to_the_next_spring() -> None:
    at = position({"Italy": ["A ROM"]}, ADJUSTMENT, "Winter", centres={"Italy": ["ROM", "NAP"]})
    assert following(at) == Phase("Spring", 1902, MOVEMENT)


def test_a_retreat_phase_comes_only_if_somebody_can_retreat() -> None:
    orders = {"Austria": ["A VIE - TYR", "A TRI S A VIE - TYR"]}
    units = {"Austria": ["A VIE", "A TRI"], "Italy": ["A TYR"]}
    ruling = adjudicate(STANDARD, position(units), sets(orders), switches({}))
    assert ruling.after.phase == Phase("Spring", 1901, RETREAT)
    hemmed_in = {**units, "Germany": ["A MUN", "A BOH", "A PIE", "A VEN"]}
    ruling = adjudicate(STANDARD, position(hemmed_in), sets(orders), switches({}))
    assert ruling.after.phase == Phase("Fall", 1901, MOVEMENT)
    assert ruling.removed == (unit("Italy", "A TYR"),)
    assert ruling.retreats == ()


def test_autumn_retreats_lead_to_adjustments() -> None:
    at = position(
        {"Austria": ["A ROM"]},
        RETREAT,
        "Fall",
        centres={"Italy": ["ROM", "NAP"], "Austria": ["VIE"]},
        dislodged=[Dislodged(unit("Italy", "A ROM"), "VEN")],
    )
    ruling = adjudicate(STANDARD, at, sets({"Italy": ["A ROM R NAP"]}), switches({}))
    assert ruling.after.phase == Phase("Winter", 1901, ADJUSTMENT)
    assert dict(ruling.after.centres) == {"ROM": "Austria", "NAP": "Italy", "VIE": "Austria"}


def test_centres_do_not_change_hands_in_spring() -> None:
    at = position({"Austria": ["A VEN"]}, centres={"Italy": ["ROM"]})
    ruling = adjudicate(STANDARD, at, sets({"Austria": ["A VEN - ROM"]}), switches({}))
    assert ruling.after.centres == {"ROM": "Italy"}


def test_a_centre_left_empty_stays_its_owners_and_sea_units_take_none() -> None:
    centres = captured(STANDARD, {"ROM": "Italy", "NAP": "Italy"}, [unit("France", "F TYS"), unit("France", "F NAP")])
    assert centres == {"ROM": "Italy", "NAP": "France"}


def owned(**counts: int) -> dict[str, str]:
    centres = iter(sorted(STANDARD.centres))
    return {next(centres): power for power, count in counts.items() for _ in range(count)}


def test_the_victory_count_wins() -> None:
    assert winner(STANDARD, owned(Italy=18, France=16)) == "Italy"
    assert winner(STANDARD, owned(Italy=17, France=17)) is None
    assert winner(STANDARD, {}) is None


def test_two_who_lead_alike_have_not_won() -> None:
    few = replace(STANDARD, victory=10)
    assert winner(few, owned(Italy=12, France=12)) is None
    assert winner(few, owned(Italy=13, France=11)) == "Italy"


@pytest.mark.parametrize(
    ("rule", "open_to_build"),
    [("home", ("NAP",)), ("owned", ("GRE", "NAP")), ("owned-if-home", ("GRE", "NAP"))],
)
def test_where_a_power_may_build(rule: str, open_to_build: tuple[str, ...]) -> None:
    at = position({"Italy": ["A ROM"]}, ADJUSTMENT, "Winter", centres={"Italy": ["ROM", "NAP", "GRE"]})
    chart = replace(STANDARD, build_sites=rule)
    assert sites(chart, at, "Italy") == open_to_build
    assert due(chart, at, "Italy") == len(open_to_build)


def test_without_a_home_centre_nothing_is_built_where_one_is_asked_for() -> None:
    at = position({}, ADJUSTMENT, "Winter", centres={"Italy": ["GRE", "SER"]})
    assert sites(replace(STANDARD, build_sites="owned-if-home"), at, "Italy") == ()
    assert sites(replace(STANDARD, build_sites="owned"), at, "Italy") == ("GRE", "SER")
