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
