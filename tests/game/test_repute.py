"""A figure of reliability is drawn towards what is usual, and harms no newcomer."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from dragoman.game.repute import FEW, HIGHEST, UNKNOWN, Listing, Repute

COUNTS = st.integers(0, 400)


def test_nobody_begins_at_nought() -> None:
    assert UNKNOWN.figure == 90
    assert UNKNOWN.new
    assert UNKNOWN.suffices(HIGHEST)


def test_one_bad_week_of_a_newcomer_weighs_little() -> None:
    assert Repute(kept=2, missed=1).figure == 84
    assert Repute(kept=2, missed=1).suffices(HIGHEST)


def test_an_excused_miss_counts_for_nothing() -> None:
    assert Repute(kept=30, excused=20).figure == Repute(kept=30).figure


@given(COUNTS, COUNTS, st.integers(0, 5))
def test_a_figure_is_a_percentage_and_rises_with_every_round_kept(kept: int, missed: int, left: int) -> None:
    now = Repute(kept, missed, 0, left)
    assert 0 <= now.figure <= 100
    assert Repute(kept + 1, missed, 0, left).figure >= now.figure
    assert Repute(kept, missed + 1, 0, left).figure <= now.figure
    assert Repute(kept, missed, 0, left + 1).figure <= now.figure


@given(st.integers(FEW, 400))
def test_whoever_keeps_every_round_may_join_any_game_in_time(kept: int) -> None:
    assert Repute(kept=kept).suffices(90)
    assert Repute(kept=30).suffices(HIGHEST)


@given(st.integers(0, FEW - 1), st.integers(0, HIGHEST))
def test_a_record_too_short_keeps_nobody_out(missed: int, least: int) -> None:
    assert Repute(missed=missed).suffices(least)


def test_a_game_left_counts_as_some_rounds() -> None:
    listing = Listing("kalmar", "Austria", "", datetime(2026, 3, 2, tzinfo=UTC))
    assert Repute(kept=20, left=1, listings=(listing,)).figure == 100 * 29 // 33
