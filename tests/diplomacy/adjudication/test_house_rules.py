"""What clauses III, IV and VI of the house rules, and their DATC points, change in a movement phase."""

from __future__ import annotations

import pytest
from tests.diplomacy.adjudication.boards import dislodged, moves, open_to, ruled, told, verdict

from dragoman.diplomacy.adjudication.verdict import Code, Outcome

# Two routes from London to Belgium, one English, one foreign; a French attack on either.
TWO_ROUTES = {
    "England": ["A LON - BEL", "F NTH C A LON - BEL"],
    "Germany": ["F ENG C A LON - BEL"],
}
ON_THE_FOREIGN = {"France": ["F MAO - ENG", "F BRE S F MAO - ENG"]}
ON_THE_OWN = {"Russia": ["F NWG - NTH", "F NWY S F NWG - NTH"]}


@pytest.mark.parametrize(
    ("rule", "attack", "arrives", "clause"),
    [
        ("all-routes", ON_THE_FOREIGN, True, "VI.4.D"),
        ("all-routes", ON_THE_OWN, True, "VI.4.D"),
        ("any-fleet", ON_THE_FOREIGN, False, "VI.4.A"),
        ("any-fleet", ON_THE_OWN, False, "VI.4.A"),
        ("any-needed-fleet", ON_THE_FOREIGN, True, "VI.4.B"),
        ("any-needed-fleet", ON_THE_OWN, False, "VI.4.B"),
        ("stated-else-all", ON_THE_FOREIGN, True, "VI.4.C"),
        ("stated-else-all", ON_THE_OWN, True, "VI.4.C"),
        ("any-needed-fleet", {**ON_THE_OWN, **ON_THE_FOREIGN}, False, "VI.4.B"),
        ("all-routes", {**ON_THE_OWN, **ON_THE_FOREIGN}, False, "VI.4.D"),
    ],
)
def test_convoys_of_several_routes(rule: str, attack: dict[str, list[str]], arrives: bool, clause: str) -> None:
    """VI.4: when a convoy with several possible routes is broken."""
    ruling = ruled({**TWO_ROUTES, **attack}, answers={"convoy_disruption": rule})
    army = verdict(ruling, "A LON - BEL")
    assert (army.outcome is Outcome.SUCCEEDS) == arrives
    assert army.clause == clause
    if not arrives:
        assert army.code is Code.CONVOY_BROKEN
        assert set(told(army.by)) <= {"F MAO", "F NWG"}
        assert army.by


def test_a_foreign_fleet_counts_where_no_other_route_exists() -> None:
    """VI.4.B."""
    orders = {"England": ["A LON - BEL"], "Germany": ["F ENG C A LON - BEL"], **ON_THE_FOREIGN}
    ruling = ruled(orders, answers={"convoy_disruption": "any-needed-fleet"})
    assert verdict(ruling, "A LON - BEL").code is Code.CONVOY_BROKEN


STATED = {
    "England": ["A LON - NTH - BEL", "F NTH C A LON - BEL"],
    "Germany": ["F ENG C A LON - BEL"],
}


@pytest.mark.parametrize(
    ("rule", "naming", "attack", "arrives"),
    [
        ("any-needed-fleet", "allowed", ON_THE_OWN, False),
        ("any-needed-fleet", "allowed", ON_THE_FOREIGN, True),
        ("stated-else-all", "allowed", ON_THE_OWN, False),
        ("stated-else-all", "allowed", ON_THE_FOREIGN, True),
        ("all-routes", "allowed", ON_THE_OWN, True),
        ("stated-else-all", "ignored", ON_THE_OWN, True),
        ("all-routes", "required", ON_THE_OWN, False),
        ("all-routes", "required", ON_THE_FOREIGN, True),
    ],
)
def test_stated_routes(rule: str, naming: str, attack: dict[str, list[str]], arrives: bool) -> None:
    """VI.3, VI.4.B and C: a stated route binds, where it may be stated and the rule gives it force."""
    ruling = ruled({**STATED, **attack}, answers={"convoy_disruption": rule, "route_naming": naming})
    assert (verdict(ruling, "A LON - NTH - BEL").outcome is Outcome.SUCCEEDS) == arrives


def test_a_stated_route_through_a_fleet_with_other_orders_leads_nowhere() -> None:
    orders = {"England": ["A LON - NTH - BEL", "F NTH H"], "Germany": ["F ENG C A LON - BEL"]}
    ruling = ruled(orders, answers={"convoy_disruption": "stated-else-all", "route_naming": "allowed"})
    assert verdict(ruling, "A LON - NTH - BEL").code is Code.NO_CONVOY


def test_where_a_route_must_be_stated_a_convoy_without_one_fails() -> None:
    """4.A.6.c."""
    ruling = ruled(TWO_ROUTES, answers={"route_naming": "required"})
    assert verdict(ruling, "A LON - BEL").code is Code.NO_CONVOY


# --- VI.6: the backup behind the rulebook's paradox rule ---


def test_all_moves_of_a_paradox_fail() -> None:
    """VI.6.A, on DATC 6.F.14: the attacking fleet stays as well."""
    orders = {
        "England": ["F LON S F WAL - ENG", "F WAL - ENG"],
        "France": ["A BRE - LON", "F ENG C A BRE - LON"],
        "Italy": ["F MAO - NAO"],
    }
    ruling = ruled(orders, answers={"paradox_backup": "all-hold"})
    assert moves(ruling) == ["F MAO - NAO"]
    assert dislodged(ruling) == []
    assert verdict(ruling, "F WAL - ENG").clause == "VI.6.A"
    assert verdict(ruling, "A BRE - LON").clause == "VI.6.A"


def test_moves_beside_the_paradox_go_on_as_usual() -> None:
    """VI.6.A, on DATC 6.F.15: the army that would follow stays because the fleet ahead does; others move."""
    orders = {
        "England": ["F LON S F WAL - ENG", "F WAL - ENG"],
        "France": ["A BRE - LON", "F ENG C A BRE - LON"],
        "Italy": ["F IRI C A NAF - WAL", "F MAO C A NAF - WAL", "A NAF - WAL"],
        "Germany": ["A PIC - BRE"],
    }
    ruling = ruled(orders, answers={"paradox_backup": "all-hold"})
    assert moves(ruling) == []
    assert verdict(ruling, "A NAF - WAL").code is Code.BOUNCED
    assert verdict(ruling, "A NAF - WAL").clause == "rulebook"


# --- VI.7: a convoy against one's own unit ---

AGAINST_OWN = {
    "England": ["F LON S F WAL - ENG", "F WAL - ENG", "F NTH C A BEL - LON"],
    "France": ["A BEL - LON", "F YOR S A BEL - LON"],
}


@pytest.mark.parametrize(
    ("rule", "arrives", "support"),
    [("neither", False, Code.OK), ("cut-only", False, Code.CUT), ("ordinary", True, Code.CUT)],
)
def test_convoying_against_oneself(rule: str, arrives: bool, support: Code) -> None:
    ruling = ruled(AGAINST_OWN, answers={"convoy_against_own": rule})
    assert (verdict(ruling, "A BEL - LON").outcome is Outcome.SUCCEEDS) == arrives
    assert verdict(ruling, "F LON S F WAL - ENG").code is support
    assert dislodged(ruling) == (["F LON"] if arrives else [])


def test_an_army_that_another_can_carry_owes_nothing() -> None:
    """VI.7 (our reading): with a route that does without the power's fleets the attack is an ordinary one."""
    orders = {**AGAINST_OWN, "England": ["A LON H", "F NTH C A BEL - LON"], "Germany": ["F ENG C A BEL - LON"]}
    assert dislodged(ruled(orders, answers={"convoy_against_own": "neither"})) == ["A LON"]


# --- III.5, 4.D.9: who can be supported in holding ---


@pytest.mark.parametrize(
    ("misorder", "order", "stands"),
    [
        ("move", "F RUM - HOL", False),
        ("move", "F RUM - RUM", False),
        ("named-space", "F RUM - HOL", False),
        ("named-space", "F RUM - RUM", True),
        ("hold", "F RUM - HOL", True),
        ("hold", "F RUM - RUM", True),
        ("move", "F RUM S A SIL - MUN", True),
    ],
)
def test_hold_support_of_a_misordered_unit(misorder: str, order: str, stands: bool) -> None:
    orders = {
        "Austria": ["A BUD S F RUM"],
        "Russia": [order],
        "Turkey": ["F BLA - RUM", "A BUL S F BLA - RUM"],
    }
    units = {"Austria": ["A BUD"], "Russia": ["F RUM", "A SIL"], "Turkey": ["F BLA", "A BUL"]}
    ruling = ruled(orders, units, {"misorder": misorder})
    assert dislodged(ruling) == ([] if stands else ["F RUM"])
    support = verdict(ruling, "A BUD S F RUM")
    assert support.code is (Code.OK if stands else Code.NO_SUCH_ORDER)
    assert support.clause == {"move": "III.5.A", "named-space": "III.5.B", "hold": "III.5.C"}[misorder]


@pytest.mark.parametrize("works", [True, False])
def test_hold_support_in_civil_disorder(works: bool) -> None:
    orders = {"Austria": ["A BUD S F RUM"], "Turkey": ["F BLA - RUM", "A BUL S F BLA - RUM"]}
    units = {"Austria": ["A BUD"], "Russia": ["F RUM"], "Turkey": ["F BLA", "A BUL"]}
    ruling = ruled(orders, units, {"civil_disorder_hold_support": works})
    assert dislodged(ruling) == ([] if works else ["F RUM"])


# --- VI.1: retreat to where a convoyed attacker came from ---


def test_a_convoyed_attacker_may_leave_the_way_back_open() -> None:
    orders = {"France": ["A SPA - NAP VIA", "F WES C A SPA - NAP", "F TYS C A SPA - NAP", "F ION S A SPA - NAP"]}
    units = {"France": ["A SPA", "F WES", "F TYS", "F ION"], "Italy": ["A NAP"]}
    ruling = ruled(orders, units)
    assert dislodged(ruling) == ["A NAP"]
    assert ruling.after.dislodged[0].attacker_from is None
    closed = ruled(orders, units, {"retreat_to_convoy_origin": False})
    assert closed.after.dislodged[0].attacker_from == "SPA"


def test_a_province_is_contested_only_where_a_standoff_left_it_vacant() -> None:
    orders = {
        "Austria": ["A VIE - BOH", "A TRI - TYR"],
        "Germany": ["A MUN - BOH"],
        "Italy": ["A VEN - TYR", "A PIE - VEN"],
        "Russia": ["A WAR - GAL"],
    }
    ruling = ruled(orders)
    assert ruling.after.contested == {"BOH", "TYR"}


def test_a_loser_head_to_head_contests_nothing() -> None:
    """DATC 6.H.9: and the province from which the winner came stays open to others."""
    orders = {
        "England": ["F HEL - KIE", "F DEN S F HEL - KIE"],
        "Germany": ["A BER - PRU", "F KIE H", "A SIL S A BER - PRU"],
        "Russia": ["A PRU - BER"],
    }
    ruling = ruled(orders)
    assert ruling.after.contested == frozenset()
    assert open_to(ruling, "F KIE - BER")
    assert not open_to(ruling, "A PRU - BER")


def test_bounced_by_whom_and_how_strongly() -> None:
    orders = {
        "Austria": ["A VIE - GAL"],
        "Russia": ["A WAR - GAL", "A UKR S A WAR - GAL"],
        "Turkey": ["A RUM - GAL", "A BUD S A RUM - GAL"],
    }
    ruling = ruled(orders)
    found = verdict(ruling, "A VIE - GAL")
    assert (found.strength, found.against) == (1, 2)
    assert told(found.by) == ["A RUM", "A WAR"]
    assert verdict(ruling, "A WAR - GAL").by == (verdict(ruling, "A RUM - GAL").unit,)


def test_every_line_and_every_unit_has_its_verdict() -> None:
    orders = {"Austria": ["A VIE H", "A GAL - BOH", "A BUD S A VIE - GAL"], "Italy": ["A ROM - VEN"]}
    units = {"Austria": ["A VIE", "A BUD", "F TRI"], "Italy": ["A ROM"]}
    ruling = ruled(orders, units)
    told_of = {(v.text, str(v.unit) if v.unit else None): v.code for v in ruling.verdicts}
    assert told_of == {
        ("A VIE H", "A VIE"): Code.OK,
        ("A GAL - BOH", None): Code.NO_SUCH_UNIT,
        ("A BUD S A VIE - GAL", "A BUD"): Code.NO_SUCH_ORDER,
        ("", "F TRI"): Code.NOT_ORDERED,
        ("A ROM - VEN", "A ROM"): Code.OK,
    }


# --- VI.8, 4.A.7: the effect of a loser at the place its victor came from ---

SWAP = {
    "by sea": {
        "England": ["A NWY - SWE", "F DEN S A NWY - SWE", "F FIN S A NWY - SWE"],
        "Germany": ["F SKA C A SWE - NWY"],
        "Russia": ["A SWE - NWY VIA", "F BAR S A SWE - NWY"],
        "France": ["F NWG - NWY", "F NTH S F NWG - NWY"],
    },
    "by land": {
        "England": ["A NWY - SWE VIA", "F DEN S A NWY - SWE", "F FIN S A NWY - SWE"],
        "Germany": ["F SKA C A NWY - SWE"],
        "Russia": ["A SWE - NWY", "F BAR S A SWE - NWY"],
        "France": ["F NWG - NWY", "F NTH S F NWG - NWY"],
    },
}


@pytest.mark.parametrize(
    ("loser", "answers", "enters", "clause"),
    [
        ("by sea", {}, False, "VI.8.A"),
        ("by sea", {"convoyed_loser_bounces": False}, True, "VI.8.B"),
        ("by sea", {"land_loser_bounces": False}, False, "VI.8.A"),
        ("by land", {}, False, "4.A.7.b"),
        ("by land", {"convoyed_loser_bounces": False}, False, "4.A.7.b"),
        ("by land", {"convoyed_loser_bounces": False, "land_loser_bounces": False}, True, "4.A.7.a"),
    ],
)
def test_the_loser_of_a_swap(loser: str, answers: dict[str, bool], enters: bool, clause: str) -> None:
    third = verdict(ruled(SWAP[loser], answers=answers), "F NWG - NWY")
    assert (third.outcome is Outcome.SUCCEEDS) == enters
    assert third.clause == clause
