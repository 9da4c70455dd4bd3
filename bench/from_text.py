"""`python -m bench.from_text`: from order text to the next position, beside a peer's public call, on recorded phases.

Both take a position that is set up and order text, and answer with the next position: orders are read and checked, the
phase is resolved, retreats and centres are worked out. Ours takes questions as they are decoded from JSON and checks
the positions, too; the peer's games are prepared beforehand. They run in turn, round after round, by processor time;
the median of the ratios counts. Our positions are held against the recorded ones.
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
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from bench.sample import drawn, phases
from dragoman.diplomacy.board.position import Position
from dragoman.diplomacy.docket import Docket
from dragoman.diplomacy.exchange import Question, triples
from dragoman.diplomacy.houserules.presets import preset
from dragoman.diplomacy.houserules.sheet import Sheet

LEAST = 60
"""How many times as fast as the peer's public call this is to be."""

ASKED = ("variant", "season", "year", "phase", "units", "centers", "orders")


class Peer:
    """The peer in its own process, holding the sample ready."""

    def __init__(self, python: str, records: Sequence[dict[str, Any]]) -> None:
        self._file = tempfile.NamedTemporaryFile("w", suffix=".jsonl")  # noqa: SIM115 (open as long as the peer is)
        for record in records:
            self._file.write(json.dumps({name: record[name] for name in ASKED}) + "\n")
        self._file.flush()
        script = Path(__file__).with_name("peer_process.py")
        self._process = subprocess.Popen(
            [python, str(script), self._file.name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._answer()

    def _answer(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            sys.exit("The peer stopped. Is it installed in its environment (make bench does that)?")
        return json.loads(line)

    def ask(self, word: str) -> Any:
        assert self._process.stdin is not None
        self._process.stdin.write(word + "\n")
        self._process.stdin.flush()
        return self._answer()


def timed(docket: Docket, texts: Sequence[bytes]) -> tuple[float, list[Position]]:
    """Seconds of processor time for the sample, decoded anew and not measured, and what came of it."""
    questions = [msgspec.json.decode(text, type=Question) for text in texts]
    gc.collect()
    gc.disable()  # as the peer has it
    start = time.process_time()
    found = docket.after_all(questions)
    spent = time.process_time() - start
    gc.enable()
    return spent, found


def main() -> int:
    options = arguments()
    files = sorted(Path(options.cases, "corpus").glob("droidippy-0*.jsonl.gz"))
    records = drawn(phases(files), options.phases, options.seed)
    texts = [json.dumps({name: record[name] for name in ASKED}).encode() for record in records]
    sheet = preset("droidippy")
    assert isinstance(sheet, Sheet)
    docket = Docket(sheet)
    first, found = timed(docket, texts)
    right = sum(
        sorted(map(tuple, record["next_units"])) == sorted(triples(after.units))
        for record, after in zip(records, found, strict=True)
    )
    peer = Peer(options.peer, records) if options.peer else None
    pairs = [(peer.ask("go") if peer else 0.0, timed(docket, texts)[0]) for _ in range(options.rounds)]
    ours = statistics.median(own for _, own in pairs)
    rate, us = len(records) / ours, 1e6 * ours / len(records)
    print(f"{len(records)} phases from order text; medians of {len(pairs)} rounds; one core")
    print(
        f"ours  {rate:>9,.0f} phases/s {us:9.1f} us/phase; as recorded: {right}; first {1e6 * first / len(records):.0f}"
    )
    if peer is None:
        print("peer was not measured: --peer names its Python; `make bench` does")
        return int(right < len(records))
    theirs = statistics.median(other for other, _ in pairs)
    ratio = statistics.median(other / own for other, own in pairs)
    print(f"peer  {len(records) / theirs:>9,.0f} phases/s {1e6 * theirs / len(records):9.1f} us/phase")
    print(f"ratio {ratio:9.1f}, to reach {LEAST}")
    return int(ratio < LEAST or right < len(records))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.from_text", description=__doc__)
    parser.add_argument("--cases", default=os.environ.get("DRAGOMAN_CASES"), help="folder of cases (DRAGOMAN_CASES)")
    parser.add_argument("--peer", default=os.environ.get("DRAGOMAN_BENCH_PEER"), help="the peer's Python")
    parser.add_argument("--phases", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1901)
    options = parser.parse_args()
    if not options.cases:
        parser.error("name the folder of cases with --cases or DRAGOMAN_CASES")
    return options


if __name__ == "__main__":
    sys.exit(main())
