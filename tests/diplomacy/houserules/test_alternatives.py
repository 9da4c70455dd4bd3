"""Each alternative of each clause changes what becomes of some board, and the guide tells by which cases."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from tests.diplomacy.houserules.alternatives import EQUAL, PAGE, cases, missing, outcomes, page, told_apart, written

from dragoman.diplomacy.houserules.catalogue import CATALOGUE

CASES = cases()


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['clause']}: {case['id']}")
def test_a_case_comes_out_as_told_under_every_choice(case: Mapping[str, Any]) -> None:
    found = outcomes(case)
    told = {written(CATALOGUE[case["clause"]], choice): each for each in case["outcome"] for choice in each["choices"]}
    assert told.keys() == found.keys()
    for choice, each in told.items():
        for key in found[choice].keys() & each.keys():
            assert found[choice][key] == sorted(each[key]), (choice, key)
        assert each["says"].endswith(".")


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['clause']}: {case['id']}")
def test_choices_told_apart_are_apart(case: Mapping[str, Any]) -> None:
    found = outcomes(case)
    clause = CATALOGUE[case["clause"]]
    groups = [[found[written(clause, choice)] for choice in each["choices"]] for each in case["outcome"]]
    assert len(groups) > 1
    for group in groups:
        assert all(other == group[0] for other in group)
    assert len({repr(group[0]) for group in groups}) == len(groups)


def test_names_of_cases_are_unique() -> None:
    names = [(case["clause"], case["id"]) for case in CASES]
    assert len(set(names)) == len(names)


def test_every_pair_of_choices_is_told_apart_or_the_same_for_a_reason() -> None:
    assert missing() == []
    for number, one, other in EQUAL:
        clause = CATALOGUE[number]
        assert (number, written(clause, one), written(clause, other)) not in told_apart()


def test_the_guide_tells_what_is_so() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python -m tests.diplomacy.houserules.alternatives"
