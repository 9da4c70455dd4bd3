"""The kernel as device functions, in Numba's simulator of a device, says what the plain one says."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from random import Random

import pytest
from tests.conftest import lacking
from tests.diplomacy.adjudication.scenes import draw, draw_knot, flatten
from tests.diplomacy.adjudication.test_compiled import plainly, waters, without_ways_of_standing

from dragoman.diplomacy.adjudication import compiled, kernel

pytestmark = pytest.mark.slow

ON_THE_DEVICE = """
import json, sys
from dragoman.diplomacy.adjudication import compiled, cuda, kernel
assert cuda.available()
phases, rules, wet, at_once = json.load(sys.stdin)
batch = compiled.batch([kernel.Orders(*phase) for phase in phases], wet)
print(json.dumps([rows.tolist() for rows in cuda.resolve_all(batch, rules, at_once).phases()]))
"""


@pytest.fixture(scope="module", autouse=True)
def _numba() -> None:
    if not compiled.available():
        lacking("Numba is not installed (the extra `fast`)")


def simulated(
    phases: Sequence[kernel.Orders], rules: list[int], wet: list[list[int]], at_once: int
) -> list[list[list[int]]]:
    """The answers of the simulated device; in a process of its own, for Numba chooses once whether to simulate."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", ON_THE_DEVICE],
        input=json.dumps([phases, rules, wet, at_once]),
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    told: list[list[list[int]]] = json.loads(done.stdout)
    return told


@pytest.mark.parametrize("seed", range(2))
def test_the_device_says_what_the_plain_kernel_says(seed: int) -> None:
    random = Random(seed)
    rules = [random.randrange(top) for top in (4, 2, 5, 2, 2, 3, 2, 2)]
    wet = waters(random)
    phases = [flatten((draw if i % 2 else draw_knot)(Random(100 * seed + i))) for i in range(20)]
    told = simulated(phases, rules, wet, at_once=20)
    for phase, got, wanted in zip(phases, told, plainly(phases, rules, wet), strict=True):
        assert without_ways_of_standing(got, phase) == without_ways_of_standing(wanted, phase)


def test_a_thread_takes_several_phases_where_there_are_more() -> None:
    wet = waters(Random(7))
    phases = [flatten(draw(Random(i))) for i in range(70)]  # a block has 64 threads
    told = simulated(phases, [0] * 8, wet, at_once=1)
    for phase, got, wanted in zip(phases, told, plainly(phases, [0] * 8, wet), strict=True):
        assert without_ways_of_standing(got, phase) == without_ways_of_standing(wanted, phase)


def test_no_phases_at_all() -> None:
    assert simulated([], [0] * 8, [[0]], at_once=1) == []
