"""Deadlines fall at the same hour of the local clock whatever the clocks do, and never too soon."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.game import clock
from dragoman.game.clock import Calendar

ZONES = ("Europe/Helsinki", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "UTC", "America/Sao_Paulo")


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)


@pytest.mark.parametrize(
    ("begins", "due"),
    [("2026-03-28T19:00Z", "2026-03-29T18:00Z"), ("2026-10-24T18:00Z", "2026-10-25T19:00Z")],
    ids=["PB01 into summer time", "PB01 out of summer time"],
)
def test_the_hour_stays_when_the_clocks_change(begins: str, due: str) -> None:
    helsinki = Calendar("Europe/Helsinki", time(21))
    assert clock.after(helsinki, at(begins), 1) == at(due)


def test_a_phase_that_begins_early_ends_at_the_hour_after_its_days() -> None:
    helsinki = Calendar("Europe/Helsinki", time(21))
    assert clock.after(helsinki, at("2026-03-02T12:30+02:00"), 7) == at("2026-03-09T21:00+02:00")
    assert clock.after(helsinki, at("2026-03-02T22:30+02:00"), 7) == at("2026-03-10T21:00+02:00")


def test_without_an_hour_the_beginning_gives_it() -> None:
    assert clock.after(Calendar("UTC"), at("2026-03-02T12:34:56Z"), 3) == at("2026-03-05T12:34:56Z")


def test_a_deadline_waits_for_a_weekday_that_is_allowed() -> None:
    weekdays = Calendar("UTC", time(20), (0, 1, 2, 3, 4))
    assert clock.after(weekdays, at("2026-03-04T20:00Z"), 3) == at("2026-03-09T20:00Z")


@given(
    st.sampled_from(ZONES),
    st.integers(0, 10 * 366 * 24 * 60),
    st.integers(0, 20),
    st.times(),
)
def test_no_deadline_is_too_soon_and_each_falls_at_its_hour(zone: str, minutes: int, days: int, hour: time) -> None:
    start = datetime(2024, 1, 1, tzinfo=UTC) + timedelta(minutes=minutes)
    due = clock.after(Calendar(zone, hour), start, days)
    local_start, local_due = start.astimezone(clock.zone(zone)), due.astimezone(clock.zone(zone))
    assert timedelta(days=days) <= _wall(local_due) - _wall(local_start) + timedelta(hours=1)
    assert _wall(local_due) - _wall(local_start) <= timedelta(days=days + 1, hours=1)
    if _exists(datetime.combine(local_due.date(), hour), zone):
        assert local_due.time() == hour


def _wall(moment: datetime) -> datetime:
    return moment.replace(tzinfo=None)


def _exists(local: datetime, zone: str) -> bool:
    """Whether the local clock ever shows that time: in spring it leaps over an hour."""
    there = local.replace(tzinfo=clock.zone(zone))
    return _wall(there.astimezone(UTC).astimezone(clock.zone(zone))) == local


def test_a_clock_that_is_prompt_counts_from_the_deadline_and_a_late_one_from_now() -> None:
    deadline = at("2026-03-02T21:00Z")
    assert clock.beginning(deadline + timedelta(minutes=3), deadline) == deadline
    late = deadline + timedelta(hours=30)
    assert clock.beginning(late, deadline) == late
    early = deadline - timedelta(hours=5)
    assert clock.beginning(early, deadline) == early


def test_a_pause_takes_no_time_from_anybody() -> None:
    deadline, paused = at("2026-03-09T21:00Z"), at("2026-03-07T09:00Z")
    assert clock.resumed(at("2026-04-01T09:00Z"), paused, deadline) == at("2026-04-03T21:00Z")


@pytest.mark.parametrize("name", ["", "Europe/Nowhere", "+25:00x", "../etc/passwd", "a" * 300, "Europe"])
def test_a_zone_that_is_none_is_told(name: str) -> None:
    with pytest.raises(clock.UnknownZone):
        clock.zone(name)


def test_an_offset_is_a_zone() -> None:
    assert datetime(2026, 1, 1, tzinfo=clock.zone("+02:00")).utcoffset() == timedelta(hours=2)


@pytest.mark.parametrize(
    ("local", "shown", "exists"),
    [
        ("2026-03-29T03:30", "2026-03-29T01:00Z", False),
        ("2026-03-29T04:00", "2026-03-29T01:00Z", True),
        ("2026-10-25T03:30", "2026-10-25T00:30Z", True),
    ],
    ids=["PB01 an hour leapt over", "the first moment after the leap", "PB01 an hour shown twice"],
)
def test_a_time_that_the_clock_leaps_over_is_the_first_after_it(local: str, shown: str, exists: bool) -> None:
    helsinki = clock.zone("Europe/Helsinki")
    assert clock.shown(datetime.fromisoformat(local), helsinki) == (at(shown), exists)


def test_a_delay_of_days_keeps_hour_and_weekdays_and_one_of_hours_does_not() -> None:
    helsinki = Calendar("Europe/Helsinki", time(21), (0, 1, 2, 3, 4))
    friday = at("2026-03-27T21:00+02:00")
    assert clock.delayed(helsinki, friday, timedelta(days=2)) == at("2026-03-30T21:00+03:00")
    assert clock.delayed(helsinki, friday, timedelta(hours=12)) == at("2026-03-28T09:00+02:00")


@given(st.sampled_from(ZONES), st.integers(0, 10 * 366 * 24 * 60), st.times())
def test_the_next_deadline_time_is_none_that_has_passed(zone: str, minutes: int, hour: time) -> None:
    moment = datetime(2024, 1, 1, tzinfo=UTC) + timedelta(minutes=minutes)
    due = clock.at_least(Calendar(zone, hour), moment)
    assert moment <= due <= moment + timedelta(days=2)
    assert clock.at_least(Calendar(zone), moment) == moment


def test_a_day_begins_when_its_clock_first_shows_it() -> None:
    assert clock.midnight(date(2026, 3, 29), clock.zone("Europe/Helsinki")) == at("2026-03-28T22:00Z")
    lebanon = clock.zone("Asia/Beirut")  # where the clocks go forward at midnight
    assert clock.midnight(date(2024, 3, 31), lebanon) == at("2024-03-30T22:00Z")
