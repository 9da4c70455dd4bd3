"""`dragoman replay` as a person calls it, on recorded games: phases a second by the clock, reading included, by one
process and by two, over the length of the archive; and its memory, which is not to grow with that."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from bench.figures import Curve, Figure, Section, Sizes, profiled
from dragoman.diplomacy.houserules.presets import preset
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.keeper.abreast import replayed
from dragoman.keeper.lines import lines_of

GOAL = 20_000.0
"""Phases a second on two cores."""

GROWTH = 1.3
"""How much more memory the longest archive may take than the middle one."""


def archives(cases: Path, sizes: Sizes, folder: Path) -> Iterator[tuple[int, list[Path]]]:
    """Archives of growing length, each as its number of lines and its files: the given ones, or their beginning."""
    files = sorted((cases / "corpus").glob("droidippy-0*.jsonl.gz"))[: sizes.files]
    for most in sizes.lines:
        if most >= 10**9:
            yield sum(1 for _ in within(files)), files
            continue
        part = folder / f"first-{most}.jsonl.gz"
        with gzip.open(part, "wb", compresslevel=6) as out:
            size = sum(1 for line in islice(within(files), most) if out.write(line))
        yield size, [part]


def within(files: Sequence[Path]) -> Iterator[bytes]:
    for file in files:
        with gzip.open(file) as opened:
            yield from opened


def called(files: Sequence[Path], processes: int) -> tuple[float, float]:
    """Seconds by the clock, and the peak memory in MB of the process that reads."""
    words = "from dragoman.cli import main; import sys; sys.exit(main())"
    command = [sys.executable, "-c", words, "replay", "--rules", "droidippy", f"--processes={processes}"]
    start = time.perf_counter()
    process = subprocess.Popen([*command, *map(str, files)], stdout=subprocess.DEVNULL)
    _, _, used = os.wait4(process.pid, 0)
    return time.perf_counter() - start, used.ru_maxrss / 1024


def sections(cases: Path, _peer: str | None, sizes: Sizes) -> Iterator[Section]:
    rates: dict[str, list[tuple[float, float]]] = {"one process": [], "two processes": []}
    memory: list[tuple[float, float]] = []
    with tempfile.TemporaryDirectory() as home:
        held = list(archives(cases, sizes, Path(home)))
        called(held[-1][1], 1)  # compiles, where nothing is compiled yet and the archive is long
        for size, files in held:
            for processes, name in enumerate(rates, 1):
                seconds, most = called(files, processes)
                rates[name].append((size, size / seconds))
            memory.append((size, most))
        sheet = preset("droidippy")
        assert isinstance(sheet, Sheet)
        first = held[0][1]
        profile = profiled(lambda: sum(1 for _ in replayed(lines(first), sheet, 1)))
    figures = [Figure(f"{name}, {size:,.0f} phases", rate, "phases/s", GOAL if name == "two processes" else None)
               for name, line in rates.items() for size, rate in line[-1:]]  # fmt: skip
    middle, longest = memory[len(memory) // 2 - 1][1], memory[-1][1]
    figures += [Figure("memory, the longest", longest, "MB"),
                Figure("memory, the longest beside one shorter", longest / middle, "times", GROWTH, True)]  # fmt: skip
    sizes_told = ", ".join(f"{size:,}" for size, _ in held)
    how = ("`dragoman replay` from its start to its end, by the clock: start of Python, gzip, JSON and order text "
           "included, the kernel compiled beforehand, under the rules the games were played by; archives of "
           f"{sizes_told} phases. Memory is the peak of the largest of its processes.")  # fmt: skip
    plots = [Curve("Replay", "phases in the archive", "phases/s", rates, GOAL),
             Curve("Memory of replay", "phases in the archive", "MB", {"two processes": memory})]  # fmt: skip
    yield Section("Replaying an archive", how, figures, list(plots), profile=profile)


def lines(files: Sequence[Path]) -> Iterator[tuple[str, bytes]]:
    return ((f"{file}, line {number}", line) for file in files for number, line in lines_of(str(file)))
