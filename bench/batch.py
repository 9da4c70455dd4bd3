"""`python -m bench.batch`: whole movement phases in arrays, from codes of orders to the next boards, beside the peer.

What counts here is more than resolution: every number is looked at, every order judged for legality, causes told,
retreats and centres worked out. The peer resolves and nothing else (`bench.peer`). Contestant and peer run in turn,
round after round, by processor time, and the medians of each round's ratio count. Two threads are held against one by
the clock, so that the machine should be idle.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bench.__main__ import Peer, machine_code, plain, timed
from bench.sample import RULES, Sampled, drawn, phases, prepared
from dragoman.diplomacy.batch.boards import Boards, laid_out
from dragoman.diplomacy.batch.codes import NO_ORDER, encode
from dragoman.diplomacy.batch.turning import Turned, blank_orders, turn_over
from dragoman.diplomacy.board.mapfile import chart

Codes = NDArray[np.int32]

LEAST = {"resolution": 350.0, "next board": 250.0, "plain": 20.0, "two threads": 1.8}


def in_arrays(sample: Sequence[Sampled]) -> tuple[Boards, Codes]:
    """The sample as boards and codes."""
    board = chart("standard")
    boards = laid_out(board, [phase.position for phase in sample])
    assert isinstance(boards, Boards), boards
    orders = blank_orders(boards)
    for i, phase in enumerate(sample):
        for u, each in enumerate(phase.fought.effective):
            code = encode(board, phase.position, each.unit.power, each.order)
            orders[i, u] = NO_ORDER if code is None else code
    most = max(len(phase.fought.units) for phase in sample)
    return boards, np.ascontiguousarray(orders[:, :most])


def turning(boards: Boards, orders: Codes, threads: int = 1) -> Callable[[], None]:
    after = boards.like()

    def run() -> None:
        assert isinstance(turn_over(boards, orders, RULES, after=after, threads=threads), Turned)

    run()
    return run


def on_the_clock(run: Callable[[], None]) -> float:
    start = time.perf_counter()
    for _ in range(8):
        run()
    return time.perf_counter() - start


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.batch", description=__doc__)
    parser.add_argument("--cases", default=os.environ.get("DRAGOMAN_CASES"), help="folder of cases (DRAGOMAN_CASES)")
    parser.add_argument("--peer", default=os.environ.get("DRAGOMAN_BENCH_PEER"), help="the peer's Python")
    parser.add_argument("--phases", type=int, default=3000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seed", type=int, default=1901)
    options = parser.parse_args()
    if not options.cases or not options.peer:
        parser.error("name the folder of cases and the peer's Python")
    files = sorted(Path(options.cases, "corpus").glob("droidippy-0*.jsonl.gz"))
    sample = [prepared(record, chart("standard")) for record in drawn(phases(files), options.phases, options.seed)]
    boards, orders = in_arrays(sample)
    runs = {"resolution": machine_code(sample), "next board": turning(boards, orders), "plain": plain(sample)}
    one, two = turning(boards, orders), turning(boards, orders, threads=2)
    peer = Peer(options.peer, sample)
    ratios: dict[str, list[float]] = {name: [] for name in LEAST}
    spent: dict[str, list[float]] = {name: [] for name in ("peer", *runs)}
    for run in runs.values():
        run()
    for _ in range(options.rounds):
        base = peer.seconds()
        spent["peer"].append(base)
        for name, run in runs.items():
            spent[name].append(timed(run))
            ratios[name].append(base / spent[name][-1])
        ratios["two threads"].append(on_the_clock(one) / on_the_clock(two))
    return report(len(sample), spent, ratios)


def report(size: int, spent: dict[str, list[float]], ratios: dict[str, list[float]]) -> int:
    for name, seconds in spent.items():
        middle, least = statistics.median(seconds), min(seconds)
        print(f"{name:12} {1e6 * middle / size:8.2f} us/phase (least {1e6 * least / size:.2f})")
    for name, found in ratios.items():
        middle = statistics.median(found)
        print(f"{name:12} {middle:8.2f} times; {min(found):.2f} to {max(found):.2f}; to reach: {LEAST[name]}")
    return int(any(statistics.median(found) < LEAST[name] for name, found in ratios.items()))


if __name__ == "__main__":
    sys.exit(main())
