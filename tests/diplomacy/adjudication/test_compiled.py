"""The compiled kernel says what the plain one says, of every board and under all rules."""

from __future__ import annotations

from random import Random

import pytest
from tests.conftest import Depth, lacking
from tests.diplomacy.adjudication.oracle import Scene
from tests.diplomacy.adjudication.scenes import TOUCHING, draw, draw_knot, flatten

from dragoman.diplomacy.adjudication import compiled, kernel

pytestmark = pytest.mark.slow

PROVINCES = 31


@pytest.fixture(scope="module", autouse=True)
def _numba() -> None:
    if not compiled.available():
        lacking("Numba is not installed (the extra `fast`)")


def drawn(start: int, count: int) -> list[Scene]:
    return [(draw if seed % 2 else draw_knot)(Random(seed)) for seed in range(start, start + count)]


def plainly(phases: list[kernel.Orders], rules: list[int], wet: list[list[int]]) -> dict[str, list[int]]:
    """The same answers from the kernel as it stands, laid end to end."""
    found: dict[str, list[int]] = {kernel.Work._fields[row]: [] for row in kernel.ANSWERS}
    work = kernel.workspace(max(len(phase.place) for phase in phases), PROVINCES)
    for phase in phases:
        kernel.resolve(phase, work, rules, wet)
        for row in kernel.ANSWERS:
            found[kernel.Work._fields[row]] += work[row][: len(phase.place)]
    return found


def waters(random: Random) -> list[list[int]]:
    """The crowded board's waters, those of the paradoxes, and some at random beside them."""
    knots = {(10 * i, 10 * i + n) for i in range(3) for n in (1, 2)}
    pairs = TOUCHING | knots | {(b, a) for a, b in knots}
    return [[int((a, b) in pairs or random.random() < 0.02) for b in range(PROVINCES)] for a in range(PROVINCES)]


@pytest.mark.parametrize("seed", range(12))
def test_compiled_is_plain(seed: int, depth: Depth) -> None:
    random = Random(seed)
    rules = [random.randrange(top) for top in (4, 2, 5, 2, 2, 3, 2, 2)]
    wet = waters(random)
    phases = [flatten(scene) for scene in drawn(10_000 * seed, 3_000 if depth == "full" else 300)]
    told = compiled.resolve_all(compiled.batch(phases, wet), rules)
    wanted = plainly(phases, rules, wet)
    movers = [kind == kernel.MOVE for phase in phases for kind in phase.kind]
    assert {name: row.tolist() for name, row in told.items() if name != "path"} == {
        name: row for name, row in wanted.items() if name != "path"
    }
    ways = [[p for p, moves in zip(path, movers, strict=True) if moves] for path in (told["path"], wanted["path"])]
    assert ways[0] == ways[1]


def test_no_phases_at_all() -> None:
    told = compiled.resolve_all(compiled.batch([], [[0]]), [0] * 8)
    assert {len(row) for row in told.values()} == {0}
