"""Every open reading is a question with at least two answers, told in every tongue, and about rules that there are."""

from __future__ import annotations

import pytest

from dragoman.game.saying import Saying
from dragoman.nomic.readings import READINGS, Reading, usual
from dragoman.nomic.rulesets import ruleset
from dragoman.tongues.catalogue import catalogue
from dragoman.tongues.lexicon import LANGUAGES


def sentences(reading: Reading) -> list[Saying]:
    return [reading.asks, *reading.options.values()]


@pytest.mark.parametrize("reading", READINGS.values(), ids=lambda reading: reading.name)
def test_a_reading_is_told_in_every_tongue(reading: Reading) -> None:
    for lang in LANGUAGES:
        if lang != "en":
            assert [each.text for each in sentences(reading) if each.text not in catalogue(lang)] == []


@pytest.mark.parametrize("reading", READINGS.values(), ids=lambda reading: reading.name)
def test_a_reading_has_answers_and_rules(reading: Reading) -> None:
    assert len(reading.options) >= 2
    assert set(reading.rules) <= {rule.number for rule in ruleset("lounge").rules}
    assert reading.usual in reading.options


def test_what_is_usual_answers_every_question() -> None:
    assert usual().keys() == READINGS.keys()
