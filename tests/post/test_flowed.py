"""format=flowed: soft breaks join, hard ones stay, quotations keep their depth (RFC 3676)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.post.flowed import unflow


@pytest.mark.parametrize(
    ("flowed", "delsp", "text"),
    [
        ("moves to the \nBlack Sea", False, "moves to the Black Sea"),
        ("the Black S \nea", True, "the Black Sea"),
        ("one\ntwo", False, "one\ntwo"),
        (" From here\n  indented", False, "From here\n indented"),
        ("> quoted \n> text\nmine", False, "> quoted text\nmine"),
        (">> deep \n> less", False, ">> deep \n> less"),
        ("a \n-- \nAnn \nVale", False, "a \n-- \nAnn Vale"),
        ("a \n\nb", False, "a \nb"),
        ("> ", False, "> "),
        ("", False, ""),
    ],
)
def test_lines_flow(flowed: str, delsp: bool, text: str) -> None:
    assert unflow(flowed, delsp) == text


@given(st.lists(st.text(st.characters(exclude_characters="\n> "), min_size=1, max_size=20), min_size=1).map("\n".join))
def test_text_without_soft_breaks_stays_as_it_is(text: str) -> None:
    assert unflow(text) == text


@given(st.text(st.sampled_from("> ab\n-"), max_size=60))
def test_no_letter_is_lost(text: str) -> None:
    assert sorted(unflow(text).replace(" ", "").replace("\n", "").replace(">", "")) == sorted(
        text.replace(" ", "").replace("\n", "").replace(">", "")
    )
