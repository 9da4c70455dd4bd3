"""Each alternative of each clause changes what becomes of some board, and the guide tells by which cases."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any

import pytest
from tests.diplomacy.houserules.alternatives import (
    EQUAL,
    INERT,
    PAGE,
    all_plays,
    cases,
    in_play,
    missing,
    outcomes,
    page,
    told_apart,
    unmet_of,
    unmoved,
    written,
)

from dragoman.diplomacy.houserules.catalogue import CATALOGUE
from dragoman.diplomacy.plays import Play

CASES = cases()
PLAYS = all_plays()
PLAYED = [f"{play.clause}: {play.id}" for play in PLAYS]


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
    names = [(case["clause"], case["id"]) for case in CASES] + [(play.clause, play.id) for play in PLAYS]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("play", PLAYS, ids=PLAYED)
def test_a_play_comes_out_as_told_under_every_choice(play: Play) -> None:
    for choice in play.choices():
        expected = play.outcome_of(choice)
        assert expected is not None, choice
        assert expected.says.endswith(".")
        assert unmet_of(play, choice, expected) == (), choice


@pytest.mark.parametrize("play", PLAYS, ids=PLAYED)
def test_choices_told_apart_in_play_are_apart(play: Play) -> None:
    assert len(play.outcome) > 1
    for one, other in itertools.combinations(play.choices(), 2):
        if play.outcome_of(one) is not play.outcome_of(other):
            assert in_play(play, one, other), (one, other)


@pytest.mark.dear
def test_every_pair_of_choices_is_told_apart_or_the_same_for_a_reason() -> None:
    assert missing() == []
    assert unmoved() == []
    assert "\nNone missing.\n" in page()
    assert all(CATALOGUE[number].blanks("") for number, _ in INERT)
    for number, one, other in EQUAL:
        clause = CATALOGUE[number]
        assert (number, written(clause, one), written(clause, other)) not in told_apart()


@pytest.mark.dear
def test_the_guide_tells_what_is_so() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python -m tests.diplomacy.houserules.alternatives"
