"""Every clause says what it must, in whole sentences that stand by themselves."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from tests.diplomacy.houserules.sheets import choices

from dragoman.diplomacy.houserules.catalogue import CATALOGUE, choices_of
from dragoman.diplomacy.houserules.choosing import Chosen, choose
from dragoman.diplomacy.houserules.clause import Choice, Clause, Sort
from dragoman.diplomacy.houserules.wording import answer, help_of, offered, sentences, settled
from dragoman.tongues.lexicon import LANGUAGES
from dragoman.tongues.saying import put

ALL = CATALOGUE.values()


def chosen(clause: Clause, written: str) -> Choice:
    made = choose(clause, written, clause.number)
    assert isinstance(made, Chosen), made
    return made.choice


@pytest.mark.parametrize("clause", ALL, ids=lambda clause: clause.number)
def test_a_clause_has_words_for_all_that_can_be_chosen(clause: Clause) -> None:
    assert put(help_of(clause), "en").endswith((".", ")."))
    for written in choices_of(clause):
        said = sentences(clause, chosen(clause, written))
        assert said, (clause.number, written)
        assert set(answer(clause, chosen(clause, written))) <= set(said)
        for sentence in said:
            assert put(sentence, "en")[0].isupper()
            assert put(sentence, "en").endswith((".", ".”")), sentence


@pytest.mark.parametrize("clause", ALL, ids=lambda clause: clause.number)
def test_every_blank_says_what_it_asks_and_is_told(clause: Clause) -> None:
    blanks = {(a.letter, p) for a in clause.alternatives for p in a.parameters}
    blanks |= {("", p) for p in clause.parameters}
    for letter, blank in blanks:
        assert blank.title
        if blank.sort is Sort.NUMBER:
            assert blank.unit
            assert blank.low < blank.high
        told = {sentences(clause, Choice(letter, _with(clause, letter, blank.name, v))) for v in _examples(blank)}
        if letter or not clause.alternatives:
            assert len(told) == len(_examples(blank)), (clause.number, letter, blank.name)


def _examples(blank: object) -> tuple[str, ...]:
    assert hasattr(blank, "sort")
    match blank.sort:
        case Sort.WORD:
            return tuple(blank.words)  # type: ignore[attr-defined]
        case Sort.NUMBER:
            return ("3", "5")
        case _:
            return ("", "one", "two")


def _with(clause: Clause, letter: str, name: str, value: str) -> tuple[tuple[str, str], ...]:
    return tuple((p.name, value if p.name == name else p.default) for p in clause.blanks(letter))


def test_no_sentence_leans_on_another_alternative() -> None:
    for clause in ALL:
        for alternative in clause.alternatives:
            assert not re.match(r"(As [A-F]\b|The same\b)", alternative.text), alternative.text


@given(choices())
def test_no_gap_is_left_open_in_any_tongue(made: tuple[Clause, Choice]) -> None:
    clause, choice = made
    own = [value for _, value in choice.values]
    for lang in LANGUAGES:
        told = [*sentences(clause, choice), *settled(clause, choice), help_of(clause)]
        told += [offered(clause, alternative, choice) for alternative in clause.alternatives]
        for sentence in told:
            text = put(sentence, lang)
            for value in own:
                text = text.replace(value, "") if value else text
            assert "{" not in text, (lang, sentence)


def test_numbers_are_told_with_what_they_count() -> None:
    clause = CATALOGUE["VII.6"]
    one, many = (chosen(clause, f"B grace={n} contact=48") for n in (1, 24))
    assert "granted 1 hour of grace" in put(sentences(clause, one)[0], "en")
    assert "granted 24 hours of grace" in put(sentences(clause, many)[0], "en")


def test_a_composed_clause_whose_parts_stand_apart_says_nothing_itself() -> None:
    assert sentences(CATALOGUE["V.2"], Choice("")) == ()
