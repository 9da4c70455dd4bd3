"""The examples of clauses: what they say comes of their orders does, and together they tell any two choices apart."""

from __future__ import annotations

from itertools import combinations

import pytest

from dragoman.diplomacy.adjudication.verdict import Outcome, Ruling
from dragoman.diplomacy.board.position import PhaseKind
from dragoman.diplomacy.docket import Alike
from dragoman.diplomacy.examples import Example, Result, examples, outcomes
from dragoman.diplomacy.houserules.answers import ANSWERS
from dragoman.diplomacy.houserules.catalogue import CATALOGUE, choices_of

ALL = [example for some in examples().values() for example in some]
NAMES = [f"{example.clause} {example.id}" for example in ALL]


@pytest.mark.parametrize("example", ALL, ids=NAMES)
def test_choices_rule_alike_that_are_said_to(example: Example) -> None:
    said = [result.choices for result in example.result]
    assert [each.choices for each in outcomes(example.clause, example.id)] == said
    assert sorted(c for choices in said for c in choices) == sorted(choices_of(CATALOGUE[example.clause]))


@pytest.mark.parametrize("example", ALL, ids=NAMES)
def test_what_is_said_to_come_of_the_orders_does(example: Example) -> None:
    for result, alike in zip(example.result, outcomes(example.clause, example.id), strict=True):
        assert told(alike, result) == result, result.choices


def told(alike: Alike, said: Result) -> Result:
    """The ruling in the words of an example."""
    ruling, judged = alike.judged.ruling, alike.judged
    unheard = [line.text for line in judged.unheard]
    return Result(
        alike.choices,
        {p: tuple(str(u) for u in ruling.after.units_of(p)) for p in said.after},
        driven_out(ruling, judged.position.phase.kind),
        {province: tuple(map(str, places)) for province, places in ruling.retreats} if said.retreats else {},
        tuple([v.text for v in ruling.verdicts if v.outcome is Outcome.VOID] + unheard),
    )


def driven_out(ruling: Ruling, kind: PhaseKind) -> tuple[str, ...]:
    gone = ruling.removed if kind is PhaseKind.MOVEMENT else ()
    return tuple(sorted(str(unit) for unit in (*(d.unit for d in ruling.after.dislodged), *gone)))


@pytest.mark.parametrize("clause", examples())
def test_any_two_choices_are_told_apart(clause: str) -> None:
    parts = [[each.choices for each in outcomes(clause, example.id)] for example in examples()[clause]]
    for pair in combinations(choices_of(CATALOGUE[clause]), 2):
        assert any(not any(set(pair) <= set(group) for group in part) for part in parts), pair


def test_every_question_of_adjudication_has_examples() -> None:
    """Each setting that adjudication asks for, and each clause that ties several of them."""
    asked = {setting for setting, _ in ANSWERS.values()}
    tying = {c.number for c in CATALOGUE.values() if c.number[0] in "IVX" and c.parts}
    assert (asked | tying) - set(examples()) == set()


@pytest.mark.parametrize("example", ALL, ids=NAMES)
def test_a_story_is_told_in_each_tongue(example: Example) -> None:
    assert example.story("en") == example.en != example.fi == example.story("fi")
    for story in (example.en, example.fi):
        assert story.endswith((".", "?"))
        assert len(story) < 200


@pytest.mark.parametrize("example", ALL, ids=NAMES)
def test_who_stands_afterwards_is_told_whole(example: Example) -> None:
    for result, alike in zip(example.result, outcomes(example.clause, example.id), strict=True):
        powers = {unit.power for unit in alike.judged.ruling.after.units}
        assert set(result.after) == powers, result.choices


def test_names_of_examples_are_unique() -> None:
    assert len(set(NAMES)) == len(NAMES)
