"""Lots hang on the seed and the names alone."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from dragoman.game.lots import drawn

names = st.lists(st.text(max_size=8), unique=True, max_size=8)


@given(st.integers(), names)
def test_the_order_of_asking_changes_nothing(seed: int, asked: list[str]) -> None:
    shuffled = sorted(asked, reverse=True)
    assert drawn(seed, "turns", asked) == drawn(seed, "turns", shuffled)
    assert sorted(drawn(seed, "turns", asked)) == sorted(asked)


@given(st.integers(), names, st.text(max_size=8))
def test_one_name_more_leaves_the_others_in_order(seed: int, asked: list[str], more: str) -> None:
    before = drawn(seed, "turns", [name for name in asked if name != more])
    after = drawn(seed, "turns", {*asked, more})
    assert tuple(name for name in after if name != more) == before


def test_seeds_and_occasions_draw_evenly() -> None:
    first = Counter(drawn(seed, "turns", "abc")[0] for seed in range(3000))
    assert all(900 < count < 1100 for count in first.values())
    assert drawn(1, "turns", "abcdefgh") != drawn(1, "powers", "abcdefgh")


def test_a_draw_is_the_same_for_ever() -> None:
    assert drawn(7, "turns", ["player 1", "player 2", "player 3"]) == ("player 2", "player 3", "player 1")
