"""What adjudicators got wrong in public is right here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from tests.diplomacy.adjudication.boards import (
    STANDARD,
    adjusted,
    case_files,
    dislodged,
    moves,
    position,
    ruled,
    sets,
    switches,
    told,
    verdict,
)

from dragoman.diplomacy.adjudication import adjudicate
from dragoman.diplomacy.adjudication.verdict import Code, Outcome
from dragoman.diplomacy.board.position import PhaseKind
from dragoman.diplomacy.board.province import Place

Case = Mapping[str, Any]

CASES = case_files("adjudication", "reports.toml")


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["id"]))
def test_right(case: Case) -> None:
    expect = case["expect"]
    ruling = ruled(case["orders"], case.get("units"))
    assert moves(ruling) == sorted(expect["moves"])
    assert dislodged(ruling) == sorted(expect["dislodged"])
    for text in expect.get("fails", ()):
        assert verdict(ruling, text).outcome is Outcome.FAILS
    for text in expect.get("void", ()):
        assert verdict(ruling, text).outcome is Outcome.VOID
    for text in expect.get("given", ()):
        assert verdict(ruling, text).outcome is Outcome.SUCCEEDS


@pytest.mark.parametrize("case", [c for c in CASES if "alternative" in c], ids=lambda case: str(case["id"]))
def test_otherwise_under_other_answers(case: Case) -> None:
    for other in case["alternative"]:
        ruling = ruled(case["orders"], case.get("units"), other["switches"])
        assert moves(ruling) == sorted(other["moves"])
        assert dislodged(ruling) == sorted(other["dislodged"])


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["id"]))
def test_twenty_times_alike(case: Case) -> None:
    """Results once varied between runs of the same input: here not even the order of the input matters."""
    random = Random(case["id"])
    first = ruled(case["orders"], case.get("units"))
    for _ in range(20):
        powers = random.sample(sorted(case["orders"]), len(case["orders"]))
        orders = {power: random.sample(case["orders"][power], len(case["orders"][power])) for power in powers}
        again = ruled(orders, case.get("units"))
        assert again.after == first.after
        assert again.retreats == first.retreats


def test_the_farthest_unit_is_removed_first_and_each_sea_counts_one() -> None:
    """A power must remove one: the unit four spaces from home goes, not the one at two over a sea."""
    near, far = "A DEN", "A SPA"  # Denmark by way of the Baltic Sea to Berlin; Spain overland
    for answers in ({"removal_distance": "home-centres"}, {}):
        ruling = adjusted({}, {"Germany": [near, far]}, {"Germany": ["BER"]}, answers)
        assert told(ruling.removed) == [far]


def test_centres_change_hands_only_after_the_autumn_retreats() -> None:
    """A power that stands in its eighteenth centre has not won while a retreat can take one back."""
    russian = ["RUM", "VIE", *sorted(STANDARD.centres - {"BUD", "RUM", "VIE"})[:15]]
    turkish = sorted(STANDARD.centres - set(russian))
    at = position(
        {"Russia": ["A GAL", "A RUM"], "Turkey": ["A BUD"]},
        season="Fall",
        centres={"Russia": russian, "Turkey": turkish},
    )
    ruling = adjudicate(STANDARD, at, sets({"Russia": ["A GAL - BUD", "A RUM S A GAL - BUD"]}), switches({}))
    assert ruling.after.phase.kind is PhaseKind.RETREAT
    assert ruling.winner is None
    assert ruling.after.centres["BUD"] == "Turkey"
    fled = adjudicate(STANDARD, ruling.after, sets({"Turkey": ["A BUD R VIE"]}), switches({}))
    assert (fled.after.centres["BUD"], fled.after.centres["VIE"]) == ("Russia", "Turkey")
    assert fled.winner is None
    gone = adjudicate(STANDARD, ruling.after, {}, switches({}))
    assert len(gone.after.centres_of("Russia")) == 18
    assert gone.winner == "Russia"


def test_support_where_the_map_gives_an_edge_one_way() -> None:
    """A fleet in a pocket of the map may support into a space that it can enter, though none can come back."""
    pocket, sea = Place("NAP"), Place("ADR")
    edges = dict(STANDARD.fleet)
    edges[pocket] = edges[pocket] | {sea}
    chart = replace(STANDARD, fleet=edges)
    orders = {"Italy": ["F NAP S F ION - ADR", "F ION - ADR"], "Austria": ["F ADR H"]}
    at = position({"Italy": ["F NAP", "F ION"], "Austria": ["F ADR"]})
    ruling = adjudicate(chart, at, sets(orders, chart), switches({}))
    assert verdict(ruling, "F NAP S F ION - ADR").code is Code.OK
    assert moves(ruling) == ["F ION - ADR"]
    back = {"Austria": ["F ADR S F ION - NAP"], "Italy": ["F ION - NAP"]}
    there = position({"Austria": ["F ADR"], "Italy": ["F ION"]})
    assert verdict(adjudicate(chart, there, sets(back, chart), switches({})), "F ADR S F ION - NAP").code is (
        Code.IMPOSSIBLE
    )
