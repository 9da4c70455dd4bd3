"""What a measurement comes to: figures beside their goals, curves, and where the time went; it travels as JSON."""

from __future__ import annotations

import cProfile
import io
import pstats
from collections.abc import Callable, Mapping, Sequence

import msgspec


class Figure(msgspec.Struct, frozen=True):
    """One measured value. `goal` is what it is to reach: at least that much or, if `at_most`, no more."""

    name: str
    value: float | str
    unit: str = ""
    goal: float | None = None
    at_most: bool = False

    @property
    def reached(self) -> bool | None:
        """None where there is no goal, or nothing was measured."""
        if self.goal is None or isinstance(self.value, str):
            return None
        return self.value <= self.goal if self.at_most else self.value >= self.goal


class Bars(msgspec.Struct, frozen=True, tag=True):
    """A bar for each value."""

    title: str
    unit: str
    values: dict[str, float]
    goal: float | None = None


class Curve(msgspec.Struct, frozen=True, tag=True):
    """Lines over one growing size; each is its points, as (size, value)."""

    title: str
    over: str
    unit: str
    lines: dict[str, list[tuple[float, float]]]
    goal: float | None = None


class Grid(msgspec.Struct, frozen=True):
    """A table whose rows are alike."""

    heads: list[str]
    rows: list[list[str]]


class Section(msgspec.Struct, frozen=True):
    """A table of the report: what was measured, how, what came out. `sound` is whether the results were right."""

    title: str
    how: str
    figures: list[Figure]
    plots: list[Bars | Curve] = []
    grid: Grid | None = None
    profile: str = ""
    sound: bool = True

    @property
    def missed(self) -> list[Figure]:
        return [each for each in self.figures if each.reached is False]


class Measured(msgspec.Struct, frozen=True):
    """A part of the report: its sections, the seconds it took, and the peak memory of its largest process in MB."""

    part: str
    sections: list[Section]
    seconds: float = 0.0
    memory: float = 0.0


class Sizes(msgspec.Struct, frozen=True):
    """How much of everything is measured."""

    phases: int
    text: int
    rounds: int
    files: int
    lines: tuple[int, ...]
    years: int
    times: int
    histories: tuple[int, ...]
    games: tuple[int, ...]
    requests: int
    due: int
    workers: tuple[int, ...]
    letters: tuple[int, ...]
    sets: tuple[int, ...]
    databases: tuple[str, ...] = ("sqlite", "postgres")


USUAL = Sizes(
    phases=1000, text=300, rounds=5, files=1, lines=(2000, 8000, 30_000), years=10, times=5, histories=(2, 5, 10),
    games=(5, 20), requests=100, due=600, workers=(1, 2), letters=(35, 105), sets=(50, 150),
    databases=("sqlite",),
)  # fmt: skip
"""Under five minutes on two quiet cores."""

FULL = Sizes(
    phases=3000, text=1000, rounds=7, files=3, lines=(10_000, 40_000, 10**9), years=10, times=7, histories=(2, 5, 10),
    games=(10, 100, 1000), requests=600, due=10_000, workers=(1, 2), letters=(105, 420, 1680), sets=(100, 400),
)  # fmt: skip
"""The sizes of the goals."""

TINY = Sizes(
    phases=20, text=5, rounds=1, files=1, lines=(50, 100), years=1, times=1, histories=(1,), games=(2,), requests=5,
    due=125, workers=(1,), letters=(7,), sets=(5,), databases=("sqlite",),
)  # fmt: skip
"""Enough to see that everything runs; its figures mean nothing."""


def median_pairs(pairs: Sequence[tuple[float, float]]) -> float:
    """How many times as long the first took as the second: the median of the ratios of each round."""
    ratios = sorted(first / second for first, second in pairs)
    middle = len(ratios) // 2
    return ratios[middle] if len(ratios) % 2 else (ratios[middle - 1] + ratios[middle]) / 2


def profiled(run: Callable[[], object], lines: int = 25) -> str:
    """Where the time of a call goes."""
    profile = cProfile.Profile()
    profile.runcall(run)
    return hot_spots(profile, lines)


def hot_spots(profile: cProfile.Profile, lines: int = 25) -> str:
    """A profile's top lines, by the time within each and what it calls."""
    said = io.StringIO()
    pstats.Stats(profile, stream=said).strip_dirs().sort_stats("cumulative").print_stats(lines)
    return "\n".join(line[:110] for line in said.getvalue().splitlines() if line.strip())


def figures_of(values: Mapping[str, object]) -> list[Figure]:
    """Figures without a goal, of whatever was told under a name."""
    told = {name: value for name, value in values.items() if name not in ("profile", "database")}
    return [Figure(name, float(v) if isinstance(v, (int, float)) else _flat(v)) for name, v in told.items()]


def _flat(value: object) -> str:
    return ", ".join(f"{k} {v}" for k, v in value.items()) if isinstance(value, dict) else str(value)
