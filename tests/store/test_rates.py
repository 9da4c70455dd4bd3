"""How often somebody may do what takes work: counted for all processes together, drawn some at a time."""

from __future__ import annotations

import pytest

from dragoman.store.models import Spent
from dragoman.store.rates import Left, Rate, Rates

pytestmark = pytest.mark.django_db


class Time:
    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


def rates(time: Time) -> Rates:
    """Those of one process."""
    return Rates(lambda name, who: f"{name} {who}", clock=time)


def passes(of: Rates, who: str, rate: Rate, times: int) -> list[bool]:
    return [of.take(who, rate).passes for _ in range(times)]


@pytest.mark.parametrize("batch", [1, 2, 10])
def test_a_bucket_runs_dry_and_fills_again(batch: int) -> None:
    time = Time()
    of, rate = rates(time), Rate("x", 3, 60, batch)
    assert passes(of, "a", rate, 4) == [True, True, True, False]
    assert of.take("b", rate).passes
    assert of.take("a", Rate("y", 3, 60)).passes
    time.now += of.take("a", rate).wait
    assert passes(of, "a", rate, 2) == [True, False]
    time.now += 60
    assert passes(of, "a", rate, 4) == [True, True, True, False]


@pytest.mark.parametrize("batch", [1, 10])
def test_processes_count_together(batch: int) -> None:
    """No more is let pass by several than by one; what one of them has drawn and not spent is lost to the others."""
    time, rate = Time(), Rate("x", 40, 60, batch)
    processes = [rates(time) for _ in range(3)]
    passed = sum(each.take("a", rate).passes for _ in range(50) for each in processes)
    assert passed == 40


def test_many_are_taken_at_once_or_none() -> None:
    time = Time()
    of, rate = rates(time), Rate("x", 10, 100, 4)
    assert of.take_many("a", rate, 7)
    assert not of.take_many("a", rate, 4)
    assert of.take_many("a", rate, 3)
    assert not of.take_many("a", rate, 1)
    time.now += 40
    assert of.take_many("a", rate, 4)
    assert of.take_many("b", rate, 99), "all that there is, for what is larger than the bucket"
    assert not of.take_many("b", rate, 1)


def test_what_is_left_is_told() -> None:
    of, rate = rates(Time()), Rate("x", 2, 60)
    assert [of.take("a", rate) for _ in range(3)] == [Left(True, 1, 0), Left(True, 0, 31), Left(False, 0, 31)]


def test_few_requests_write() -> None:
    of, rate = rates(Time()), Rate("x", 600, 60, 20)
    of.take("a", rate)
    before = Spent.objects.get().until
    assert all(passes(of, "a", rate, 19))
    assert Spent.objects.get().until == before
    assert of.take("a", rate).passes
    assert Spent.objects.get().until > before


def test_a_clock_that_goes_back_lets_nobody_wait_for_ever() -> None:
    time = Time()
    of, rate = rates(time), Rate("x", 3, 60)
    passes(of, "a", rate, 3)
    time.now -= 10 * 24 * 3600
    assert passes(of, "a", rate, 4) == [True, True, True, False]


def test_full_buckets_are_forgotten() -> None:
    time = Time()
    of = rates(time)
    of.take("a", Rate("x", 3, 60))
    of.take("b", Rate("x", 3, 6000))
    time.now += 61
    of.sweep()
    assert list(Spent.objects.values_list("key", flat=True)) == ["x b"]
    of.forget()
    assert not Spent.objects.exists()
