"""A sentence for every verdict, naming the cause."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from tests.diplomacy.adjudication.boards import STANDARD, adjusted, case_files, ruled, verdict

from dragoman.diplomacy.adjudication import why
from dragoman.diplomacy.adjudication.verdict import Verdict
from dragoman.diplomacy.events import recorded
from dragoman.tongues.saying import GAP, put


def told(found: Verdict) -> str:
    return put(why(found, STANDARD), "en")


ORDERS = {
    "Austria": ["A VIE - GAL", "A TYR S A VEN - TRI", "A BUD H"],
    "Italy": ["A VEN - TRI", "A PIE - TYR"],
    "Russia": ["A WAR - GAL", "F RUM - SEV"],
    "Turkey": ["F SEV H", "A ARM - SEV", "A BUL C A SMY - ANK", "A SMY H"],
    "France": ["A LON - BRE"],
    "Germany": ["A MUN - KIE", "F HOL - KIE", "F HEL S F HOL - KIE"],
}
SENTENCES = {
    "A VIE - GAL": "A VIE - GAL bounced: Russian A WAR - GAL had equal strength (1 against 1).",
    "A TYR S A VEN - TRI": "The support was cut by Italian A PIE.",
    "A VEN - TRI": "The move succeeded.",
    "A PIE - TYR": "A PIE - TYR bounced: Austrian A TYR had equal strength (1 against 1).",
    "A BUD H": "The unit held.",
    "A ARM - SEV": "A ARM - SEV failed: a power does not dislodge its own unit, Turkish F SEV.",
    "A BUL C A SMY - ANK": "The order is impossible on this board.",
    "A LON - BRE": "The order is impossible on this board.",
    "A MUN - KIE": "A MUN - KIE bounced: German F HOL - KIE had greater strength (2 against 1).",
}


@pytest.mark.parametrize("text", SENTENCES)
def test_sentences(text: str) -> None:
    assert told(verdict(ruled(ORDERS), text)) == SENTENCES[text]


def test_who_could_not_dislodge_its_own_unit_is_told_who_did() -> None:
    ruling = ruled(
        {
            "France": ["A PAR - BUR", "A GAS S A PAR - BUR", "A BUR H"],
            "Germany": ["A MUN - BUR", "A RUH S A MUN - BUR", "A MAR S A MUN - BUR"],
        }
    )
    sentence = "A PAR - BUR failed: German A MUN - BUR got there, and a power does not dislodge its own unit."
    assert told(verdict(ruling, "A PAR - BUR")) == sentence


def test_who_was_passed_by_as_a_loser_bounced_with_nobody() -> None:
    """VI.8.B: the convoyed army is dislodged from where it was going, and another, no stronger, goes there."""
    orders = {
        "England": ["A NWY - SWE", "F DEN S A NWY - SWE", "F FIN S A NWY - SWE"],
        "France": ["F NWG - NWY", "F NTH S F NWG - NWY"],
        "Germany": ["F SKA C A SWE - NWY"],
        "Russia": ["A SWE - NWY VIA", "F BAR S A SWE - NWY"],
    }
    loser = verdict(ruled(orders, answers={"convoyed_loser_bounces": False}), "A SWE - NWY VIA")
    assert told(loser) == "The unit was dislodged by English A NWY."
    assert loser.clause == "VI.8.B"
    both = verdict(ruled(orders, answers={"convoyed_loser_bounces": True}), "A SWE - NWY VIA")
    assert told(both) == "A SWE - NWY VIA bounced: French F NWG - NWY had equal strength (2 against 2)."


def test_orders_that_differ_and_coasts_left_out() -> None:
    ruling = ruled({"France": ["A BUR - GAS", "A BUR - PAR", "F MAO - SPA"]})
    differ = "The unit was given orders that differ, and this one is not followed."
    assert told(verdict(ruling, "A BUR - GAS")) == told(verdict(ruling, "A BUR - PAR")) == differ
    assert told(verdict(ruling, "F MAO - SPA")) == "The order does not say which coast is meant."


def test_paradoxes_and_broken_convoys() -> None:
    paradox = {
        "England": ["F LON S F WAL - ENG", "F WAL - ENG"],
        "France": ["A BRE - LON", "F ENG C A BRE - LON"],
    }
    ruling = ruled(paradox)
    army, fleet = verdict(ruling, "A BRE - LON"), verdict(ruling, "F ENG C A BRE - LON")
    assert told(army) == "The convoy is part of a paradox with English F WAL, and fails."
    assert told(fleet) == "The unit was dislodged by English F WAL."
    broken = {**paradox, "England": ["F LON S F WAL - ENG", "F WAL - ENG", "F YOR - LON"]}
    broken["France"] = ["A BRE - YOR", "F ENG C A BRE - YOR", "F NTH C A BRE - YOR"]
    assert told(verdict(ruled(broken), "A BRE - YOR")) == "The convoy was broken by English F WAL."


def test_the_unordered() -> None:
    orders = {"Austria": ["A VIE - TYR", "A TRI S A VIE - TYR"]}
    ruling = ruled(orders, {"Austria": ["A VIE", "A TRI"], "Italy": ["A TYR", "A ROM"]})
    sentences = {str(v.unit): told(v) for v in ruling.verdicts if not v.text}
    assert sentences == {
        "A ROM": "No order was given, so the unit holds.",
        "A TYR": "No order was given; the unit held and was dislodged by Austrian A VIE.",
    }
    (gone,) = adjusted({}, {"Italy": ["A ROM"]}, {}).verdicts
    assert told(gone) == "No order was given, so the unit is disbanded."


def test_everybody_who_cut_a_support_is_named() -> None:
    ruling = ruled(
        {
            "Austria": ["A TYR S A VIE H", "A VIE H"],
            "Italy": ["A VEN - TYR", "A PIE - TYR"],
            "Germany": ["A MUN - TYR"],
        }
    )
    cut = verdict(ruling, "A TYR S A VIE H")
    assert told(cut) == "The support was cut by German A MUN, Italian A PIE, Italian A VEN."


def test_only_those_who_cut_are_named() -> None:
    """Not one of the same power, nor one from where the support went, nor one whose convoy was broken."""
    ruling = ruled(
        {
            "Austria": ["A TYR S A TRI - VEN", "A TRI - VEN", "A BOH - TYR"],
            "Italy": ["A VEN - TYR", "A PIE - TYR"],
        }
    )
    assert told(verdict(ruling, "A TYR S A TRI - VEN")) == "The support was cut by Italian A PIE."
    ruling = ruled(
        {
            "England": ["F LON S F YOR - NTH", "F YOR - NTH", "F WAL - LON"],
            "France": ["A BEL - LON", "F NTH C A BEL - LON", "F ENG - LON", "F SKA - NTH"],
            "Germany": ["F HOL S F NWY - NTH", "F NWY - NTH"],
        }
    )
    assert told(verdict(ruling, "F LON S F YOR - NTH")) == "The support was cut by French F ENG."


def test_a_mover_that_was_dislodged_names_who_stopped_it_and_who_dislodged_it() -> None:
    orders = {
        "Austria": ["A BUD - SER", "A TRI S A BUD - SER"],
        "Turkey": ["A SER - ALB", "F GRE - ALB"],
        "Italy": ["A ROM H", "F NAP - ROM", "A TUS S F NAP - ROM", "A VEN S F NAP - ROM"],
    }
    ruling = ruled(orders)
    lost = verdict(ruling, "A SER - ALB")
    assert ([str(u) for u in lost.by], str(lost.dislodger)) == (["F GRE"], "A BUD")
    assert recorded.verdict(recorded.verdict_record(lost)) == lost
    assert all(v.dislodger is None for v in ruling.verdicts if not v.dislodged)


def test_a_build_where_a_unit_stands_says_so() -> None:
    one = adjusted({"Austria": ["A VIE B"]}, {"Austria": ["A VIE"]}, {"Austria": ["VIE", "BUD"]})
    assert told(verdict(one, "A VIE B")) == "VIE is occupied by Austrian A VIE."
    none = adjusted({"Austria": ["A VIE B", "A BUD B"]}, {"Austria": ["A VIE"]}, {"Austria": ["VIE"]})
    assert told(verdict(none, "A VIE B")) == "VIE is occupied by Austrian A VIE."
    assert told(verdict(none, "A BUD B")) == "The power has no build: it owns no more centres than it has units."


NO_BUILDS = {
    "A MAR B": "MAR is not the power’s own: it builds only in centres that it owns.",
    "A SPA B": "SPA is no home centre of the power: on this map it builds only at home.",
    "A GAS B": "GAS is no supply centre: nothing is built there.",
    "F PAR B": "There can be no F PAR on this map.",
    "A BUR D": "The power removes no unit: it owns as many centres as it has units, or more.",
    "F NAF D": "There is no such unit to order, support or convoy.",
    "A BUR - PIC": "Only builds, disbands and waives can be ordered now.",
}


@pytest.mark.parametrize("text", NO_BUILDS)
def test_what_stands_in_the_way_of_a_build_is_told(text: str) -> None:
    """It is the board only where no such unit can stand there; else it is whose the centre is, and what is due."""
    centres = {"France": ["PAR", "BRE", "SPA", "POR"], "Germany": ["MAR", "MUN"]}
    found = verdict(adjusted({"France": [text]}, {"France": ["A BUR"], "Germany": ["A MUN"]}, centres), text)
    assert told(found) == NO_BUILDS[text]
    assert put(why(found, STANDARD), "fi") != told(found)


def test_where_nothing_is_due_nothing_is_removed() -> None:
    even = adjusted({"Italy": ["A ROM D"]}, {"Italy": ["A ROM"]}, {"Italy": ["ROM"]})
    assert told(verdict(even, "A ROM D")) == NO_BUILDS["A BUR D"]
    assert not even.removed


@pytest.mark.parametrize(
    "case", [c for c in case_files("datc") if c["phase"] == "Movement"], ids=lambda c: str(c["id"])
)
def test_no_sentence_is_left_with_a_gap(case: Mapping[str, Any]) -> None:
    for found in ruled(case["orders"], case["units"]).verdicts:
        sentence = told(found)
        assert not GAP.search(sentence)
        assert "  " not in sentence
        assert ": had" not in sentence
        assert "by ." not in sentence


def test_what_nobody_withstood_is_held_back_by_the_rule_for_paradoxes() -> None:
    """Pandin's paradox with no rulebook's own rule for it: all that is part of it holds (VI.6.A)."""
    ruling = ruled(
        {
            "England": ["F LON S F WAL - ENG", "F WAL - ENG"],
            "France": ["A BRE - LON", "F ENG C A BRE - LON"],
            "Germany": ["F NTH S F BEL - ENG", "F BEL - ENG"],
        },
        answers={"paradox_base": "none", "paradox_backup": "all-hold"},
    )
    for text in ("F WAL - ENG", "F BEL - ENG"):
        found = verdict(ruling, text)
        assert told(found) == f"{text} is part of a convoy paradox, and fails."
        assert found.clause == "VI.6.A"


def test_only_those_are_named_who_were_as_strong_as_is_said() -> None:
    """A fleet that is dislodged by a third is in the way of others with its own strength alone."""
    ruling = ruled(
        {
            "England": ["F NTH - ENG"],
            "Germany": ["F PIC - ENG"],
            "France": ["F MAO - ENG", "F IRI S F MAO - ENG", "F BRE S F MAO - ENG"],
            "Russia": ["F ENG H", "F LON S F ENG"],
        }
    )
    sentence = "F NTH - ENG bounced: French F MAO - ENG had greater strength (3 against 1)."
    assert told(verdict(ruling, "F NTH - ENG")) == sentence
