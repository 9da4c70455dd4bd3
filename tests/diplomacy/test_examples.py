"""Examples of clauses as they are read and judged. That they come out as told, and tell all choices apart, is held by
`houserules/test_alternatives.py`."""

from __future__ import annotations

from importlib import resources

import pytest

from dragoman.diplomacy.board.position import PhaseKind
from dragoman.diplomacy.examples import Example, counting, examples, examples_of, in_full, judgements
from dragoman.diplomacy.houserules.catalogue import CATALOGUE, choices_of
from dragoman.tongues.catalogue import read_catalogue

ALL = [example for some in examples().values() for example in some]
NAMES = [f"{example.clause}: {example.id}" for example in ALL]


@pytest.mark.parametrize("example", ALL, ids=NAMES)
def test_every_choice_is_judged_and_said(example: Example) -> None:
    judged = judgements(example.clause, example.id)
    assert list(judged) == list(choices_of(CATALOGUE[example.clause]))
    for choice in judged:
        said = example.said(choice)
        assert said is not None, choice
        assert said.text.endswith(".")


@pytest.mark.parametrize("example", ALL, ids=NAMES)
def test_every_line_has_its_verdict_under_every_choice(example: Example) -> None:
    for choice, judged in judgements(example.clause, example.id).items():
        sheet = example.sheet(choice)
        assert sheet is not None
        orders = counting(example.earlier, example.orders, sheet, example.position(), example.chart)
        lines = sorted(line for lines in orders.values() for line in lines)
        told = [v.text for v in judged.ruling.verdicts if v.text] + [each.text for each in judged.unheard]
        assert sorted(told) == lines, choice


def test_an_example_stands_on_the_rules_it_names() -> None:
    named = next(example for example in examples_of(["VI.3"]) if example.rules)
    sheet = named.sheet("A")
    assert sheet is not None
    assert (sheet.letter("VI.3"), sheet.letter("VI.4")) == ("A", "C")


def test_a_choice_that_an_example_does_not_speak_of_is_not_said() -> None:
    short = Example("one", "VI.4", {}, {}, ())
    assert short.said("A") is None
    assert short.position().phase.kind is PhaseKind.MOVEMENT


def test_a_choice_is_written_in_full() -> None:
    assert in_full(CATALOGUE["III.6"], "E first") == "E which=first"
    with pytest.raises(ValueError, match="no choice"):
        in_full(CATALOGUE["III.6"], "Z")


def test_examples_come_in_the_order_asked_for() -> None:
    found = [example.clause for example in examples_of(["VI.5", "IV.1", "VII.1"])]
    assert found == ["VI.5", "IV.1"]


def test_every_title_and_sentence_has_its_finnish_and_no_other() -> None:
    source = resources.files("dragoman.tongues") / "fi" / "LC_MESSAGES" / "examples.po"
    finnish = read_catalogue(source.read_text("utf-8"))
    english = {example.id for example in ALL} | {outcome.says for example in ALL for outcome in example.outcome}
    assert english - finnish.keys() == set()
    assert finnish.keys() - english == set()
    assert [said for said, told in finnish.items() if said == told] == []
