"""The clauses as data: all that the menu of house rules and DATC's open points ask for are there, and hang together."""

from __future__ import annotations

from dataclasses import fields

import pytest

from dragoman.diplomacy.houserules.answers import ANSWERS
from dragoman.diplomacy.houserules.catalogue import CATALOGUE, FAMILIES, SETTINGS, choices_of, default
from dragoman.diplomacy.houserules.choosing import Chosen, choose
from dragoman.diplomacy.houserules.sheet import Sheet, switches
from dragoman.diplomacy.houserules.switches import Switches

LETTERS = {
    "II.1": "AB", "II.3": "ABCD", "II.4": "AB", "II.5": "AB", "II.6": "ABC",
    "III.1": "AB", "III.2": "ABCD", "III.3": "AB", "III.4": "AB", "III.5": "ABC", "III.6": "ABCDE",
    "IV.1": "AB", "IV.2": "AB", "IV.3": "AB", "IV.4": "AB", "IV.5": "AB", "IV.6": "ABC", "IV.7": "ABC",
    "V.1": "ABC", "V.2": "AB", "V.3": "ABC", "V.4": "AB", "V.5": "AB",
    "VI.1": "AB", "VI.2": "ABC", "VI.3": "AB", "VI.4": "ABCD", "VI.5": "AB", "VI.6": "AB", "VI.7": "ABC", "VI.8": "AB",
    "VII.2": "AB", "VII.3": "AB", "VII.6": "ABC", "VIII.1": "ABC", "VIII.2": "AB",
    "IX.2": "AB", "IX.4": "ABC", "IX.5": "ABCD", "X.1": "ABCD", "X.2": "ABC", "X.3": "AB", "X.5": "ABC", "X.6": "AB",
}  # fmt: skip
"""The menu's alternatives."""

WITHOUT_LETTERS = ("I.2", "II.2", "VII.1", "VII.4", "VII.5", "VIII.3", "VIII.4", "IX.1", "IX.3", "X.4")

ASTERISKS = {
    "II.3.B", "II.3.C", "II.3.D", "II.4.B", "II.5.A", "II.5.B", "III.3.B", "III.5.A", "III.5.B", "III.6.B", "III.6.D",
    "IV.3.A", "IV.6.A", "V.1.A", "V.4.A", "V.4.B", "VI.2.A", "VI.2.B", "VI.2.C", "VI.4.A", "VI.4.B", "VI.4.C", "VI.4.D",
}  # fmt: skip

POINTS = {
    "4.A.1": "a b", "4.A.2": "a b c d f", "4.A.3": "a b c u1", "4.A.4": "a b", "4.A.5": "a b", "4.A.6": "a b c",
    "4.A.7": "a b", "4.B.2": "a b", "4.B.3": "a b", "4.B.4": "u1 u2 u3", "4.B.5": "a b", "4.B.6": "a b",
    "4.C.1": "a b c", "4.C.2": "a b c", "4.C.3": "a b c", "4.C.4": "a b", "4.C.5": "a b c", "4.C.6": "a b c",
    "4.D.1": "a b c d", "4.D.2": "a b", "4.D.3": "a b c", "4.D.4": "a b c", "4.D.5": "a b c", "4.D.6": "a b c",
    "4.D.7": "a b", "4.D.8": "u1 u2 u3 u4", "4.D.9": "a b", "4.E.1": "u1 u2", "4.E.2": "a b", "4.E.3": "a b",
    "4.E.4": "a b", "4.E.5": "a b c",
}  # fmt: skip


def test_every_clause_of_the_menu_is_there_with_its_letters() -> None:
    for number, letters in LETTERS.items():
        own = [a.letter for a in CATALOGUE[number].alternatives if "." not in a.letter]
        assert own == list(letters), number
    for number in WITHOUT_LETTERS:
        assert CATALOGUE[number].alternatives == (), number
        assert CATALOGUE[number].text, number


def test_asterisks_are_kept() -> None:
    kept = {f"{c.number}.{a.letter}" for c in CATALOGUE.values() for a in c.alternatives if a.asterisk}
    assert kept == ASTERISKS


def test_every_open_point_of_datc_is_there_with_its_labels() -> None:
    for number, labels in POINTS.items():
        assert [a.letter for a in CATALOGUE[number].alternatives] == labels.split(), number


def test_numbers_are_unique_and_everything_has_a_title_and_sentences() -> None:
    listed = [clause for _, clauses in FAMILIES for clause in clauses]
    assert len(listed) == len(CATALOGUE)
    for clause in listed:
        assert clause.title
        for alternative in clause.alternatives:
            assert alternative.text.endswith("."), (clause.number, alternative.letter)


@pytest.mark.parametrize("number", SETTINGS)
def test_a_setting_has_a_default_among_its_choices(number: str) -> None:
    assert default(number).letter in {a.letter for a in SETTINGS[number].alternatives} | {""}


@pytest.mark.parametrize("number", [n for n, c in CATALOGUE.items() if c.parts])
def test_a_composed_clause_says_for_every_choice_what_it_means_in_settings(number: str) -> None:
    clause = CATALOGUE[number]
    assert set(choices_of(clause)) == set(clause.parts)
    for parts in (*clause.parts.values(), tuple(clause.phrases.values())):
        for part in parts:
            assert part.choices
            for written in part.choices:
                assert isinstance(choose(SETTINGS[part.setting], written, part.setting), Chosen), (number, part)


def test_every_question_of_adjudication_is_answered_for_every_choice() -> None:
    assert set(ANSWERS) == {field.name for field in fields(Switches)}
    for setting, answers in ANSWERS.values():
        assert set(answers) == set(choices_of(SETTINGS[setting])), setting


def test_the_default_sheet_is_datc_preference() -> None:
    assert switches(Sheet()) == Switches()
