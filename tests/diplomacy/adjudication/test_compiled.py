"""The compiled kernel says what the plain one says, of every board and under all rules."""

from __future__ import annotations

from collections.abc import Iterator
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


def plainly(phases: list[kernel.Orders], rules: list[int], wet: list[list[int]]) -> Iterator[list[list[int]]]:
    """The same answers from the kernel as it stands."""
    work = kernel.workspace(max(len(phase.place) for phase in phases), PROVINCES)
    for phase in phases:
        kernel.resolve(phase, work, rules, wet)
        yield [work[row][: len(phase.place)] for row in kernel.ANSWERS]


def without_ways_of_standing(rows: list[list[int]], phase: kernel.Orders) -> list[list[int]]:
    """Whether there was a way to go is told of movers alone."""
    path = kernel.ANSWERS.index(kernel.PATH)
    ways = [way if kind == kernel.MOVE else 0 for way, kind in zip(rows[path], phase.kind, strict=True)]
    return [*rows[:path], ways, *rows[path + 1 :]]


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
    phases = [flatten(scene) for scene in drawn(10_000 * seed, 1_000 if depth == "full" else 200)]
    told = compiled.resolve_all(compiled.batch(phases, wet), rules)
    for phase, got, wanted in zip(phases, told.phases(), plainly(phases, rules, wet), strict=True):
        assert without_ways_of_standing(got.tolist(), phase) == without_ways_of_standing(wanted, phase)
        causes, points = (got[kernel.ANSWERS.index(row)] for row in (kernel.CAUSE, kernel.POINT))
        of_broken = set(points[causes == kernel.CONVOY_BROKEN].tolist())
        assert of_broken <= {kernel.COMMON, kernel.ROUTE, kernel.PARADOX}, "not why it would have failed at its goal"


@pytest.mark.parametrize(("seed", "scene"), [(4, 40_817), (10, 100_957)])
def test_who_is_blamed_hangs_on_no_order_of_deciding(seed: int, scene: int) -> None:
    """Who stays in its province is to blame before a rival as strong, even if it was decided last that it stays."""
    random = Random(seed)
    rules = [random.randrange(top) for top in (4, 2, 5, 2, 2, 3, 2, 2)]
    wet, phase = waters(random), flatten(draw(Random(scene)))
    (found,) = compiled.resolve_all(compiled.batch([phase], wet), rules).phases()
    (wanted,) = plainly([phase], rules, wet)
    assert found[kernel.ANSWERS.index(kernel.BY)].tolist() == wanted[kernel.ANSWERS.index(kernel.BY)]
    assert wanted[kernel.ANSWERS.index(kernel.BY)][0] == phase.place.index(phase.goal[0])


def test_no_phases_at_all() -> None:
    told = compiled.resolve_all(compiled.batch([], [[0]]), [0] * 8)
    assert list(told.phases()) == []
