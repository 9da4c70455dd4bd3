"""From order text to the next position, beside a peer's public call, on recorded phases.

Both take a position that is set up and order text, and answer with the next position: orders are read and checked, the
phase is resolved, retreats and centres are worked out. Ours takes questions as they are decoded from JSON and checks
the positions, too; the peer's games are prepared, and our compiled code is loaded, beforehand. They run in turn, round
after round, by processor time; the median of the ratios counts. Our positions are held against the recorded ones.
"""

from __future__ import annotations

import gc
import json
import statistics
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from bench.figures import Bars, Curve, Figure, Section, Sizes, median_pairs, profiled
from bench.kernel import sampled
from bench.peers import Peer
from dragoman.diplomacy.board.position import Position
from dragoman.diplomacy.docket import Docket
from dragoman.diplomacy.exchange import Question, triples
from dragoman.diplomacy.houserules.presets import preset
from dragoman.diplomacy.houserules.sheet import Sheet

GOAL = 60.0
"""How many times as fast as the peer's public call this is to be."""

ASKED = ("variant", "season", "year", "phase", "units", "centers", "orders")


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


def sections(cases: Path, python: str | None, sizes: Sizes) -> Iterator[Section]:
    records = sampled(cases, sizes.text, sizes.files)
    asked = [{name: record[name] for name in ASKED} for record in records]
    texts = [json.dumps(each).encode() for each in asked]
    sheet = preset("droidippy")
    assert isinstance(sheet, Sheet)
    docket = Docket(sheet)
    docket.compile()
    first, found = timed(docket, texts)
    right = sum(
        sorted(map(tuple, record["next_units"])) == sorted(triples(after.units))
        for record, after in zip(records, found, strict=True)
    )
    peer = Peer(python, "peer_process.py", asked) if python else None
    pairs = [(peer.seconds() if peer else 0.0, timed(docket, texts)[0]) for _ in range(sizes.rounds)]
    rate = len(records) / statistics.median(own for _, own in pairs)
    figures = [Figure("order text to next position", rate, "phases/s"),
               Figure("as recorded", float(right), f"of {len(records)}", float(len(records))),
               Figure("the first time, with everything to be read anew", len(records) / first, "phases/s")]  # fmt: skip
    plots: list[Bars | Curve] = []
    if peer:
        theirs = len(records) / statistics.median(other for other, _ in pairs)
        figures += [Figure("diplomacy, its process()", theirs, "phases/s"),
                    Figure("beside diplomacy's process()", median_pairs(pairs), "times", GOAL)]  # fmt: skip
        plots = [Bars("From order text", "phases/s", {"dragoman": rate, "diplomacy": theirs})]
        peer.close()
    how = (f"{len(records)} recorded movement phases; orders read and checked, resolution, retreats and centres. One "
           f"core, processor time, in turn, medians of {len(pairs)} rounds.")  # fmt: skip
    questions = [msgspec.json.decode(text, type=Question) for text in texts]
    profile = profiled(lambda: docket.after_all(questions))
    yield Section("From order text", how, figures, plots, None, profile, sound=right == len(records))
