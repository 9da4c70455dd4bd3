"""What stays is looked through only when it is asked for; what nobody holds goes all the same."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from dragoman.keeper.rubbish import look_through, spare_what_stays


class Thing:
    other: Thing


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*before)


def ring() -> weakref.ref[Thing]:
    """Two that hold each other, and that nobody else holds."""
    one, two = Thing(), Thing()
    one.other, two.other = two, one
    return weakref.ref(one)


@pytest.mark.dear
def test_what_stays_is_not_looked_at_by_itself_and_still_goes_when_nobody_holds_it() -> None:
    kept = [Thing() for _ in range(1000)]
    spare_what_stays()
    assert gc.get_freeze_count() >= len(kept)
    collected = gc.get_stats()[2]["collections"]
    for _ in range(200_000):
        ring()
    assert gc.get_stats()[2]["collections"] == collected
    last = weakref.ref(kept[0])
    del kept
    assert last() is None


@pytest.mark.dear
def test_rings_go_while_they_are_young_and_the_rest_when_all_is_looked_through() -> None:
    spare_what_stays()
    young = ring()
    for _ in range(200_000):
        ring()
    assert young() is None
    old = ring()
    gc.freeze()
    gc.collect()
    assert old() is not None
    look_through()
    assert old() is None
