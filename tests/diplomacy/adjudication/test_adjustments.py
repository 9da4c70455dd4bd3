"""Builds and removals under clause V and DATC 4.C.3 to 4.D.8."""

from __future__ import annotations

from typing import Any

import pytest
from tests.diplomacy.adjudication.boards import STANDARD, adjusted, told, unit, verdict

from dragoman.diplomacy.adjudication.distance import distance
from dragoman.diplomacy.adjudication.verdict import Code, Outcome
from dragoman.diplomacy.board.position import PhaseKind
from dragoman.diplomacy.houserules.switches import RemovalDistance

RUSSIAN = ("MOS", "SEV", "STP", "WAR")


def built(orders: list[str], allowed: int, answers: dict[str, Any] | None = None) -> list[str]:
    """What Russia builds with its home centres vacant and so many builds due."""
    abroad = ["A BOH", "A GAL", "A SIL", "A UKR"][allowed:]
    ruling = adjusted({"Russia": orders}, {"Russia": abroad}, {"Russia": RUSSIAN}, answers)
    assert len([v for v in ruling.verdicts if v.text]) == len(orders)
    return told(ruling.built)


@pytest.mark.parametrize(
    ("answer", "order", "made"),
    [
        ("nothing", "MOS B", []),
        ("nothing", "STP/NC B", []),
        ("army-inland", "MOS B", ["A MOS"]),
        ("army-inland", "SEV B", []),
        ("army-inland", "STP/NC B", []),
        ("army-inland-or-coast", "MOS B", ["A MOS"]),
        ("army-inland-or-coast", "SEV B", []),
        ("army-inland-or-coast", "STP/NC B", ["F STP/NC"]),
    ],
)
def test_a_build_without_a_type(answer: str, order: str, made: list[str]) -> None:
    """V.1, 4.C.3."""
    assert built([order], 1, {"untyped_build": answer}) == made


@pytest.mark.parametrize(
    ("answer", "made"),
    [("none", []), ("first", ["A MOS", "A WAR"]), ("last", ["A WAR", "F SEV"])],
)
def test_too_many_builds(answer: str, made: list[str]) -> None:
    """V.2, 4.D.4."""
    assert built(["A MOS B", "A WAR B", "F SEV B"], 2, {"too_many_builds": answer}) == made


@pytest.mark.parametrize(
    ("answer", "orders", "made"),
    [
        ("nothing-if-different", ["A SEV B", "F SEV B"], []),
        ("nothing-if-different", ["A SEV B", "A SEV B"], ["A SEV"]),
        ("nothing-if-different", ["A MOS B", "F MOS B"], []),
        ("nothing-if-different", ["F STP/NC B", "F STP/SC B"], []),
        ("army-if-inland", ["A SEV B", "F SEV B"], []),
        ("army-if-inland", ["A MOS B", "F MOS B"], ["A MOS"]),
        ("army-if-inland", ["A MOS B", "A MOS B"], ["A MOS"]),
        ("first", ["F SEV B", "A SEV B"], ["F SEV"]),
        ("first", ["F MOS B", "A MOS B"], ["A MOS"]),
        ("last", ["F SEV B", "A SEV B"], ["A SEV"]),
        ("nothing", ["A SEV B", "A SEV B"], []),
        ("nothing", ["A SEV B"], ["A SEV"]),
    ],
)
def test_several_builds_in_one_centre(answer: str, orders: list[str], made: list[str]) -> None:
    """V.3, 4.D.5. A fleet inland is no legal order, but under V.3.A and V.3.B it still makes the types differ."""
    assert built(orders, 3, {"several_builds": answer}) == made


@pytest.mark.parametrize(("becomes_army", "made"), [(False, []), (True, ["A MOS"])])
def test_a_fleet_ordered_inland(becomes_army: bool, made: list[str]) -> None:
    """V.5, 4.C.4."""
    assert built(["F MOS B"], 1, {"inland_fleet_builds_army": becomes_army}) == made


def test_an_inland_fleet_that_becomes_an_army_is_another_type_all_the_same() -> None:
    assert built(["A MOS B", "F MOS B"], 2, {"several_builds": "nothing-if-different"}) == []


def test_a_fleet_in_a_centre_of_two_coasts_needs_its_coast() -> None:
    """4.B.7, DATC 6.B.14; and no coast is wanted where there is none (4.B.6)."""
    assert built(["F STP B"], 1) == []
    assert built(["F STP/SC B"], 1) == ["F STP/SC"]
    assert built(["F SEV/SC B"], 1) == ["F SEV"]
    assert built(["F SEV/SC B"], 1, {"irrelevant_coast_ignored": False}) == []
    assert built(["A STP/NC B"], 1) == ["A STP"]


def test_waived_builds_use_up_what_is_allowed() -> None:
    """4.D.7.a: in order with the builds."""
    assert built(["waive", "A MOS B"], 1) == []
    assert built(["A MOS B", "waive"], 1) == ["A MOS"]
    assert built(["waive", "A MOS B", "A WAR B"], 2) == ["A MOS"]


def test_where_waiving_is_not_allowed_a_waiver_is_no_order() -> None:
    assert built(["waive", "A MOS B"], 1, {"waives_allowed": False}) == ["A MOS"]


def test_builds_left_out_are_lost() -> None:
    ruling = adjusted({}, {"Russia": ["A UKR"]}, {"Russia": RUSSIAN})
    assert ruling.built == ()
    assert ruling.after.units == (unit("Russia", "A UKR"),)


def test_a_build_where_none_is_due_is_too_many() -> None:
    ruling = adjusted({"Russia": ["A MOS B"]}, {"Russia": ["A UKR"]}, {"Russia": ["MOS"]})
    assert verdict(ruling, "A MOS B").code is Code.TOO_MANY


def test_another_powers_centre_is_no_site() -> None:
    centres = {"Russia": RUSSIAN, "Turkey": ["ANK"]}
    ruling = adjusted({"Turkey": ["A MOS B", "F ANK B"]}, {"Russia": ["A UKR"]}, centres)
    assert verdict(ruling, "A MOS B").code is Code.IMPOSSIBLE
    assert told(ruling.built) == ["F ANK"]


@pytest.mark.parametrize(
    ("answer", "gone"),
    [("none", ["A BUR", "F LYO"]), ("first", ["A MAR", "A PAR"]), ("last", ["A BUR", "A PAR"])],
)
def test_too_many_removals(answer: str, gone: list[str]) -> None:
    """V.2, 4.D.6: Burgundy and the Gulf of Lyon are farther from Brest than the rest."""
    units = {"France": ["A MAR", "A PAR", "A BUR", "F LYO", "F BRE"]}
    ruling = adjusted(
        {"France": ["A MAR D", "A PAR D", "A BUR D"]},
        units,
        {"France": ["BRE", "PAR", "MAR"]},
        {"too_many_disbands": answer},
    )
    assert told(ruling.removed) == gone


def test_too_few_removals_are_made_up_for() -> None:
    units = {"France": ["A PAR", "A MOS", "F BRE"]}
    ruling = adjusted({"France": ["F BRE D"]}, units, {"France": ["PAR"]})
    assert told(ruling.removed) == ["A MOS", "F BRE"]
    (unordered,) = (v for v in ruling.verdicts if not v.text)
    assert (unordered.code, unordered.clause) == (Code.NOT_ORDERED, "4.D.8.u4")


def test_the_same_removal_twice_counts_once() -> None:
    units = {"France": ["A PAR", "A MAR", "F BRE"]}
    ruling = adjusted({"France": ["A PAR D", "A PAR D"]}, units, {"France": ["BRE"]})
    assert len(ruling.removed) == 2
    assert unit("France", "A PAR") in ruling.removed
    assert all(v.outcome is Outcome.SUCCEEDS for v in ruling.verdicts)


def test_a_power_without_centres_loses_everything() -> None:
    ruling = adjusted({}, {"Italy": ["A ROM", "F NAP"], "France": ["A PAR"]}, {"France": ["PAR"]})
    assert told(ruling.removed) == ["A ROM", "F NAP"]
    assert ruling.after.phase.kind is PhaseKind.MOVEMENT


# --- distances (V.4, 4.D.8) ---

TABLE = [
    # unit; from the home country, from home centres, the same by whole convoys, the same over all spaces
    (("Italy", "A GRE"), 2, 2, 1, 2),  # the Ionian Sea counts one; as a convoy the way is one move
    (("Italy", "A TUN"), 2, 2, 1, 2),
    (("Italy", "A PIE"), 0, 1, 1, 1),  # of the home country, but no centre
    (("Italy", "A TYR"), 1, 1, 1, 1),
    (("Italy", "F TUS"), 0, 1, 1, 1),
    (("Italy", "F MAR"), 1, 3, 3, 2),  # a fleet goes along the coast to Rome; over land Piedmont leads to Venice
    (("Austria", "A LON"), 5, 6, 1, 6),  # Channel, Picardy, Burgundy, Munich, Tyrolia, Vienna
    (
        ("Austria", "F BLA"),
        5,
        5,
        5,
        2,
    ),  # Constantinople, Aegean, Ionian, Adriatic, Trieste; over land Rumania, Budapest
]


@pytest.mark.parametrize(("who", "country", "centres", "convoy", "spaces"), TABLE)
def test_distances(who: tuple[str, str], country: int, centres: int, convoy: int, spaces: int) -> None:
    found = unit(*who)
    home = frozenset(p.id for p in STANDARD.provinces.values() if p.home == who[0])
    goals = frozenset(STANDARD.home_centres(who[0]))
    rules = [
        (RemovalDistance.HOME_COUNTRY, home, country),
        (RemovalDistance.HOME_CENTRES, goals, centres),
        (RemovalDistance.HOME_CENTRES_BY_CONVOY, goals, convoy),
        (RemovalDistance.HOME_CENTRES_ALL_SPACES, goals, spaces),
    ]
    got = [(rule, distance(STANDARD, found, to, rule)) for rule, to, _ in rules]
    assert got == [(rule, steps) for rule, _, steps in rules]


@pytest.mark.parametrize(
    ("ties", "gone"),
    [("fleets-then-name", "F FIN"), ("fleets-then-abbreviation", "F BOT"), ("name", "A ARM")],
)
def test_ties(ties: str, gone: str) -> None:
    """One step from a centre all of them: Armenia, Finland, and the Gulf of Bothnia, which is BOT."""
    units = {"Russia": ["F FIN", "F BOT", "A ARM", "A STP"]}
    ruling = adjusted({}, units, {"Russia": ["STP", "MOS", "SEV"]}, {"removal_ties": ties})
    assert told(ruling.removed) == [gone]


def test_where_there_is_no_way_home_is_farther_than_any_way() -> None:
    inland = unit("Austria", "F TRI")
    vienna = frozenset({"VIE"})
    assert distance(STANDARD, inland, vienna, RemovalDistance.HOME_CENTRES) > len(STANDARD.provinces)
