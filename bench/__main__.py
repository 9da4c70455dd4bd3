"""`python -m bench`: phases a second of the kernel, plain and compiled, and of a peer, on the same recorded phases.

All resolve and nothing else: orders are read, checked and laid out beforehand. Plain and compiled take prepared arrays
and give outcomes and causes; the peer takes prepared Game objects and gives outcomes. Peer and kernel run in turn,
round after round, by processor time; the median of each counts. Every outcome is held against the recorded one.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.sample import RULES, Sampled, drawn, phases, prepared
from dragoman.diplomacy.adjudication import compiled, kernel
from dragoman.diplomacy.adjudication.flat import grid, rules
from dragoman.diplomacy.board.mapfile import chart

LEAST = {"plain": 15, "compiled": 250}
"""How many times as fast as the peer each is to be."""

Outcomes = list[frozenset[str]]


class Peer:
    """The peer in its own process, holding the sample ready."""

    def __init__(self, python: str, sample: Sequence[Sampled]) -> None:
        self._file = tempfile.NamedTemporaryFile("w", suffix=".jsonl")  # noqa: SIM115 (open as long as the peer is)
        for phase in sample:
            self._file.write(json.dumps({name: phase.record[name] for name in ("units", "orders")}) + "\n")
        self._file.flush()
        script = Path(__file__).with_name("peer.py")
        self._process = subprocess.Popen(
            [python, str(script), self._file.name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._answer()

    def _answer(self) -> object:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            sys.exit("The peer stopped. Is it installed in its environment (make bench does that)?")
        return json.loads(line)

    def _say(self, word: str) -> object:
        assert self._process.stdin is not None
        self._process.stdin.write(word + "\n")
        self._process.stdin.flush()
        return self._answer()

    def seconds(self) -> float:
        return float(str(self._say("go")))

    def outcomes(self, sample: Sequence[Sampled]) -> Outcomes:
        told = self._say("tell")
        assert isinstance(told, list)
        return [_of_peer(phase, found["moved"], found["dislodged"]) for phase, found in zip(sample, told, strict=True)]


def _of_peer(phase: Sampled, moved: Sequence[str], dislodged: Sequence[str]) -> frozenset[str]:
    index = {str(unit): u for u, unit in enumerate(phase.fought.units)}
    return phase.reached([index[unit] for unit in moved], [index[unit] for unit in dislodged])


def plain(sample: Sequence[Sampled]) -> Callable[[], list[list[list[int]]]]:
    """The kernel as it stands, on lists; every answer is copied out."""
    board = grid(chart("standard"))
    sheet, wet = rules(RULES), board.wet
    work = kernel.workspace(max(len(phase.orders.place) for phase in sample), len(wet))
    orders = [phase.orders for phase in sample]

    def run() -> list[list[list[int]]]:
        answers = []
        for phase in orders:
            kernel.resolve(phase, work, sheet, wet)
            n = len(phase.place)
            answers.append([work[row][:n] for row in kernel.ANSWERS])
        return answers

    return run


def timed(run: Callable[[], object]) -> float:
    """Seconds of processor time for one pass over the sample, from as many passes as fill a fifth of a second."""
    start = time.process_time()
    passes, spent = 0, 0.0
    while spent < 0.2:
        run()
        passes += 1
        spent = time.process_time() - start
    return spent / passes


def agreeing(sample: Sequence[Sampled], outcomes: Outcomes) -> int:
    return sum(phase.expected() == outcome for phase, outcome in zip(sample, outcomes, strict=True))


def outcomes_of(sample: Sequence[Sampled], moved: Sequence[Sequence[int]], lost: Sequence[Sequence[int]]) -> Outcomes:
    def those(row: Sequence[int]) -> list[int]:
        return [u for u, state in enumerate(row) if state == kernel.YES]

    return [phase.reached(those(m), those(x)) for phase, m, x in zip(sample, moved, lost, strict=True)]


def machine_code(sample: Sequence[Sampled]) -> Callable[[], compiled.Answers]:
    """The kernel compiled, on matrices; the first call compiles it or fetches what was compiled before."""
    batch = compiled.batch([phase.orders for phase in sample], grid(chart("standard")).wet)
    sheet = rules(RULES)
    return lambda: compiled.resolve_all(batch, sheet)


def main() -> int:
    options = arguments()
    files = sorted(Path(options.cases, "corpus").glob("droidippy-0*.jsonl.gz"))
    if not files:
        sys.exit(f"There are no recorded games in {options.cases}/corpus.")
    board = chart("standard")
    sample = [prepared(record, board) for record in drawn(phases(files), options.phases, options.seed)]
    peer = Peer(options.peer, sample) if options.peer else None
    runs: dict[str, Callable[[], Any]] = {"plain": plain(sample)}
    answers = runs["plain"]()
    found = {"plain": outcomes_of(sample, [a[0] for a in answers], [a[2] for a in answers])}
    if compiled.available():
        runs["compiled"] = machine_code(sample)
        told = runs["compiled"]()
        rows = [phase.tolist() for phase in told.phases()]
        found["compiled"] = outcomes_of(sample, [row[0] for row in rows], [row[2] for row in rows])
    times = measured(peer, runs, options.rounds)
    if peer:
        found["peer"] = peer.outcomes(sample)
    return report(sample, times, found)


def measured(peer: Peer | None, runs: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, list[float]]:
    """Seconds of each contestant, round by round."""
    times: dict[str, list[float]] = {name: [] for name in ("peer", *runs)}
    gc.collect()
    gc.disable()
    for _ in range(rounds):
        if peer:
            times["peer"].append(peer.seconds())
        for name, run in runs.items():
            times[name].append(timed(run))
    return times


def report(sample: Sequence[Sampled], times: Mapping[str, list[float]], found: Mapping[str, Outcomes]) -> int:
    """Print the table; 1 if an outcome of the kernel differs from the recorded one, or a speed to reach is missed."""
    units = sum(len(phase.orders.place) for phase in sample) / len(sample)
    rounds = len(times["plain"])
    print(f"{len(sample)} movement phases, {units:.1f} units on average; medians of {rounds} rounds; one core")
    heads = ("phases/s", "us/phase", "slowest", "fastest", "ratio", "to reach", "as recorded")
    print(" " * 10 + "".join(f"{head:>14}" for head in heads))
    base = statistics.median(times["peer"]) if times["peer"] else None
    missed = False
    for name, seconds in times.items():
        if not seconds:
            continue
        middle, right = statistics.median(seconds), agreeing(sample, found[name])
        ratio, least = base / middle if base else None, LEAST.get(name)
        rates = [f"{len(sample) / s:,.0f}" for s in (middle, max(seconds), min(seconds))]
        cells = [rates[0], f"{1e6 * middle / len(sample):.2f}", *rates[1:], f"{ratio:.1f}" if ratio else "-"]
        print(f"{name:10}" + "".join(f"{cell:>14}" for cell in (*cells, least or "-", f"{right} of {len(sample)}")))
        missed = missed or (least is not None and (right < len(sample) or (ratio is not None and ratio < least)))
    for name, hint in (
        ("peer", "--peer names its Python; `make bench` does"),
        ("compiled", "the extra `fast` is missing"),
    ):
        if not times.get(name):
            print(f"{name} was not measured: {hint}")
    return int(missed)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--cases", default=os.environ.get("DRAGOMAN_CASES"), help="folder of cases (DRAGOMAN_CASES)")
    parser.add_argument("--peer", default=os.environ.get("DRAGOMAN_BENCH_PEER"), help="the peer's Python")
    parser.add_argument("--phases", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seed", type=int, default=1901)
    options = parser.parse_args()
    if not options.cases:
        parser.error("name the folder of cases with --cases or DRAGOMAN_CASES")
    return options


if __name__ == "__main__":
    sys.exit(main())
