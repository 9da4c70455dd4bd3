"""A yes as people write it confirms a letter; a yes that takes itself back, or a word more, does not."""

from __future__ import annotations

import pytest

from dragoman.post.slips import agrees


@pytest.mark.parametrize(
    "text", ["yes", "Yes!", "Yes, that was me!", "\nyes, I wrote it.\n> old", "Kyllä, se olin minä."]
)
def test_a_yes_is_a_yes(text: str) -> None:
    assert agrees(text)


@pytest.mark.parametrize(
    "text", ["no", "Yes, but that was not me", "yes that was me not", "", "No, that was me yesterday"]
)
def test_anything_else_is_none(text: str) -> None:
    assert not agrees(text)
