"""A rulebook loses nothing: numbers change, keys stay, and every past moment can be looked up."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.game.rulebook import REPEALED, Rulebook, Version, ordinal, originally, rulebook

AT = datetime(2026, 3, 1, tzinfo=UTC)


def version(number: str, text: str = "", later: int = 0, status: str = "mutable", **settings: str) -> Version:
    return Version(AT + timedelta(hours=later), number, text or f"Rule {number}.", status, settings)


def amended() -> Rulebook:
    book = rulebook([version("203", threshold="unanimous"), version("206"), version("R100")])
    book = book.with_version("206", version("323", "As in 203, and 2030, and R100.", 5))
    return book.with_version("203", version("324", later=6, status=REPEALED))


def test_a_number_that_was_borne_still_finds_its_provision() -> None:
    book = amended()
    assert book.standing("206") is None
    assert book.once("206").key == book.once("323").key == "206"
    assert book.once("206").numbers == ("206", "323")
    assert book.once("999") is None


def test_what_is_repealed_is_there_and_not_in_force() -> None:
    book = amended()
    assert [each.number for each in book.in_force] == ["323", "R100"]
    assert not book.once("203").in_force
    assert book.setting("threshold") == ()


def test_the_book_of_any_past_moment() -> None:
    book = amended()
    assert [each.number for each in book.at(AT + timedelta(hours=4)).in_force] == ["203", "206", "R100"]
    assert [each.number for each in book.at(AT + timedelta(hours=5)).in_force] == ["203", "323", "R100"]
    assert book.at(AT - timedelta(hours=1)).in_force == ()


def test_what_refers_to_a_number() -> None:
    book = amended()
    assert [each.number for each in book.referring("203")] == ["323"]
    assert [each.number for each in book.referring("R100")] == ["323"]
    assert book.referring("30") == ()


def test_who_sets_a_parameter() -> None:
    book = rulebook([version("203", threshold="unanimous"), version("330", threshold="majority")])
    assert [each.number for each in book.setting("threshold")] == ["203", "330"]
    assert book.settings() == ("threshold",)


def test_two_provisions_cannot_bear_one_number() -> None:
    with pytest.raises(ValueError, match="203"):
        rulebook([version("203"), version("203")])


def test_the_original_is_what_stood_before_any_amendment() -> None:
    first = version("206")
    assert originally(first) == first
    assert originally(replace(version("323", "Otherwise.", 5), original=first)) == first


def test_numbers_are_in_their_own_order() -> None:
    assert sorted(["VI.10", "VI.2", "R100", "1000", "203"], key=ordinal) == ["203", "1000", "R100", "VI.2", "VI.10"]


@given(st.text(max_size=10))
def test_any_number_has_its_place(number: str) -> None:
    assert ordinal(number) == ordinal(number)
    assert Rulebook().once(number) is None
