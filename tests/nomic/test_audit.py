"""An audit runs all code of a record again and finds it to do the same; what was tampered with, or cannot be run, is
found out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from dragoman.game.asking import NoSandbox
from dragoman.keeper.performance import play, worker
from dragoman.nomic.audit import differences
from dragoman.nomic.events import Event
from dragoman.nomic.events.code import HookRan
from dragoman.sandbox.process import available

GAME = Path(__file__).parent.parent / "cases" / "nomic" / "whole_game.toml"


@pytest.fixture(scope="module")
def events() -> tuple[Event, ...]:
    if not available():
        pytest.skip("no code is run on this machine (the extra `sandbox`)")
    performance: Any = play(GAME)
    found: tuple[Event, ...] = performance.ledger.load("suber").events
    return found


def test_every_run_comes_out_the_same(events: tuple[Event, ...]) -> None:
    assert sum(isinstance(event, HookRan) for event in events) >= 2
    assert list(differences(events, worker())) == []


@pytest.mark.parametrize("change", [{"answer": "[]"}, {"ticks": 77}, {"code": "0" * 64}])
def test_a_run_that_is_recorded_otherwise_is_found(events: tuple[Event, ...], change: dict[str, Any]) -> None:
    place = next(n for n, event in enumerate(events) if isinstance(event, HookRan))
    altered = [*events]
    altered[place] = msgspec.structs.replace(events[place], **change)
    (found,) = differences(altered, worker())
    assert (found.event, found.rule, found.hook) == (place + 1, "333", "on_proposal_adopted")


def test_where_no_code_is_run_nothing_is_said(events: tuple[Event, ...]) -> None:
    assert list(differences(events, NoSandbox())) == []
