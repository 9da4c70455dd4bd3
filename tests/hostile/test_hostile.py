"""A sample of what `make nightly` does for hours: no input fells a door, and none takes time or memory unbounded."""

from __future__ import annotations

import re
import subprocess
import sys
from random import Random
from zlib import crc32

import pytest
from tests.conftest import Depth
from tests.hostile.doors import DOORS, Door
from tests.hostile.nightly import faults, tried
from tests.hostile.patterns import Used, patterns, slow

IDS = [door.name for door in DOORS]


@pytest.mark.parametrize("door", DOORS, ids=IDS)
def test_a_door_takes_what_is_right(door: Door, depth: Depth) -> None:
    tried_ = door.seeds() if depth == "full" else door.seeds()[:40]
    assert [wrong for seed in tried_ if (wrong := faults(door, seed))] == []


@pytest.mark.parametrize("door", DOORS, ids=IDS)
def test_no_input_fells_a_door(door: Door, depth: Depth) -> None:
    count, found = tried(door, Random(door.name), 600, 4000 if depth == "full" else 12)
    assert count > 10
    assert found == {}


def test_a_fault_is_found() -> None:
    """A door that does not bear a digit is felled, and told of once, by a short input."""

    def enter(data: bytes) -> None:
        if b"9" in data:
            raise KeyError("a nine")

    _, found = tried(Door("frail", enter, lambda: (b"abc" * 20,)), Random(1), 60, 400)
    assert ["KeyError" in wrong for wrong in found.values()] == [True]


@pytest.mark.slow
def test_no_bomb_goes_off(depth: Depth) -> None:
    """In a process of their own under hard limits; of a sample, the light ones."""
    only = () if depth == "full" else ("brackets", "dots", "number", "packed")
    command = (sys.executable, "-m", "tests.hostile.bombs", *only)
    run = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.count(" s  ") > 5


# --- expressions ---

BOUNDED = {
    "dragoman.nomic.report.faults.REASONS": "what is wrong with code is cut after 400 letters",
    "sandbox/worker.py": "one line of what Starlark says is wrong, in a process that has bounded time",
    "dragoman.diplomacy.njudge.reading.UNIT": "lines of a report that the keeper has read from their own file",
    "diplomacy/njudge/reading.py": "lines of a report that the keeper has read from their own file",
}
"""Expressions that are slow at long texts, and why they are never asked one."""


def _excused(used: Used) -> bool:
    return any(used.where.startswith(where) for where in BOUNDED)


@pytest.mark.slow
def test_no_expression_is_slow_at_its_worst(depth: Depth) -> None:
    """Four thousand letters of what it is slowest at; to look at each takes some microseconds."""
    found = patterns()
    assert len(found) > 150
    share = 1 if depth == "full" else 12
    tried_ = [used for text, used in found.items() if crc32(ascii(text).encode()) % share == 0 and not _excused(used)]
    wrong = {used.where: slow(used, 0.1, (60, 4000)) for used in tried_}
    assert {where: how for where, how in wrong.items() if how is not None} == {}


def test_a_slow_expression_is_found() -> None:
    for text in (r"(a+)+b", r"\s*([^=]+?)\s*=", r"x*x*x*y"):
        assert slow(Used(re.compile(text), "here", frozenset({"fullmatch"})), 0.03, (21, 400, 800)) is not None
    assert slow(Used(re.compile(r"[a-z]+\d*"), "here", frozenset({"fullmatch"})), 0.05) is None
