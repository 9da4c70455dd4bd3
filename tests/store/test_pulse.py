"""The pulse: a clock that leaps, or a host long away, holds every table until somebody has looked."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from dragoman.store.pulse import Heart

NOW = datetime(2026, 3, 2, 16, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.fixture
def heart(store: str) -> Heart:
    return Heart(24 * HOUR, store)


def test_a_steady_clock_holds_nothing(heart: Heart) -> None:
    assert heart.held() is None
    for n in range(4):
        assert heart.beat(NOW + 24 * n * HOUR) is None


@pytest.mark.parametrize("leap", [timedelta(days=400), timedelta(hours=25), timedelta(days=-400)])
def test_a_leap_or_a_long_absence_holds_all_until_the_keeper_has_looked(heart: Heart, leap: timedelta) -> None:
    heart.beat(NOW)
    held = heart.beat(NOW + leap)
    assert held is not None
    assert held.since == NOW + leap
    assert NOW.isoformat() in held.why
    assert heart.beat(NOW + leap + HOUR) == held == heart.held()
    heart.let_go(NOW + leap + HOUR)
    assert heart.beat(NOW + leap + 2 * HOUR) is None


def test_a_leap_there_and_back_is_held_all_the_same(heart: Heart) -> None:
    heart.beat(NOW)
    heart.beat(NOW + timedelta(days=400))
    assert heart.beat(NOW) is not None


# --- absences (PB04) ---


def test_a_restart_is_no_absence(heart: Heart) -> None:
    heart.beat(NOW)
    heart.beat(NOW + timedelta(minutes=10))
    assert heart.away(NOW, NOW + HOUR) is None


def test_what_fell_due_while_the_host_was_away_is_known(heart: Heart) -> None:
    heart.beat(NOW)
    heart.beat(NOW + 3 * HOUR)
    assert heart.held() is None
    assert heart.away(NOW + HOUR, NOW + 3 * HOUR) == (NOW, NOW + 3 * HOUR)
    assert heart.away(NOW + 4 * HOUR, NOW + 5 * HOUR) is None


def test_a_host_that_was_held_was_away_until_it_was_let_go(heart: Heart) -> None:
    heart.beat(NOW)
    heart.beat(NOW + 30 * HOUR)
    heart.let_go(NOW + 40 * HOUR)
    assert heart.away(NOW + 20 * HOUR, NOW + 40 * HOUR) == (NOW, NOW + 40 * HOUR)


def test_a_leap_there_and_back_is_an_absence_until_the_keeper_has_looked(heart: Heart) -> None:
    heart.beat(NOW)
    heart.beat(NOW + timedelta(days=400))
    heart.beat(NOW + HOUR)
    heart.let_go(NOW + 2 * HOUR)
    assert heart.away(NOW + HOUR, NOW + 2 * HOUR) == (NOW, NOW + 2 * HOUR)
    assert heart.away(NOW + 3 * HOUR, NOW + 4 * HOUR) is None


def test_absences_run_together(heart: Heart) -> None:
    heart.beat(NOW)
    heart.beat(NOW + 2 * HOUR)
    heart.beat(NOW + 5 * HOUR)
    assert heart.away(NOW + HOUR, NOW + 5 * HOUR) == (NOW, NOW + 5 * HOUR)
    heart.forget(NOW + 3 * HOUR)
    assert heart.away(NOW + HOUR, NOW + 5 * HOUR) == (NOW + 2 * HOUR, NOW + 5 * HOUR)
