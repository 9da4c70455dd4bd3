"""A number of a letter is what was written, or none."""

from __future__ import annotations

import pytest

from dragoman.diplomacy.speech.numbers import first_number, maimed, only_number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("5 to France", 5), ("absence 12.", 12), ("#3", 3), ("no. 3", 3), ("no.3", 3), ("nr 7: late", 7),
        ("delay-1", 1), ("2nd", 2), ("-3", None), ("\N{MINUS SIGN} 3", None), ("minus 3", None), ("miinus 3", None),
        ("+3", None), ("2.5", None), ("2,5", None), ("1/2", None), ("3%", None), ("3½", None), ("5k", None),
        ("1,000", None), ("1'000", None), ("1234567", None), ("", None), ("none", None),
    ],
)  # fmt: skip
def test_a_number_is_read_whole_or_not_at_all(text: str, number: int | None) -> None:
    assert first_number(text) == number
    assert only_number(text) == number


def test_of_several_numbers_none_is_the_only_one() -> None:
    assert only_number("3 or 4") is None
    assert only_number("1 000") is None
    assert first_number("3 and 4") == 3


def test_a_list_of_numbers_has_no_signs_or_parts_in_it() -> None:
    assert not any(map(maimed, ("yes on 1,2", "yes on 1-3", "no on 3.", "yes on 1, no on 2", "yes - 3")))
    assert all(map(maimed, ("yes on -1", "yes on 1.2", "no on 1/2", "yes on +1")))
