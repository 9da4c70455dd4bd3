"""The kernel beside peers, on the same recorded movement phases: resolution, plain and compiled, and whole turns.

Orders are read, checked and laid out beforehand. Contestants and peers run in turn, round after round, by processor
time; the median of each round's ratio counts. Whole turns look at every number, judge legality, tell causes, and work
out retreats and centres, where the peers resolve alone. Two threads are held against one by the clock, so that the
machine should be idle. Every outcome of resolution is held against the recorded one.
"""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.figures import Bars, Curve, Figure, Grid, Section, Sizes, median_pairs, profiled
from bench.peers import Peer
from bench.sample import RULES, Sampled, drawn, phases, prepared
from dragoman.diplomacy.adjudication import compiled, kernel
from dragoman.diplomacy.adjudication.flat import grid, rules
from dragoman.diplomacy.batch.boards import Boards, laid_out
from dragoman.diplomacy.batch.codes import NO_ORDER, encode
from dragoman.diplomacy.batch.turning import Turned, blank_orders, turn_over
from dragoman.diplomacy.board.mapfile import chart
from dragoman.diplomacy.orders.writing import write

Codes = NDArray[np.int32]
Outcomes = list[frozenset[str]]

GOALS = {"compiled": 350.0, "whole turn": 250.0, "plain": 20.0}
"""How many times as fast as `diplomacy`'s resolution each is to be."""

TWO_THREADS = 1.8


def plain(sample: Sequence[Sampled]) -> Callable[[], list[list[list[int]]]]:
    """The kernel as it stands, on lists; every answer is kept."""
    board = grid(chart("standard"))
    sheet, wet = rules(RULES), board.wet
    work = kernel.workspace(max(len(phase.orders.place) for phase in sample), len(wet))
    orders = [tuple(phase.orders) for phase in sample]

    def run() -> list[list[list[int]]]:
        answers = []
        for phase in orders:
            kernel.resolve(phase, work, sheet, wet)
            answers.append([work[row] for row in kernel.ANSWERS])
        return answers

    return run


def machine_code(sample: Sequence[Sampled]) -> Callable[[], compiled.Answers]:
    """The kernel compiled, on matrices; the first call compiles it or fetches what was compiled before."""
    batch = compiled.batch([phase.orders for phase in sample], grid(chart("standard")).wet)
    sheet = rules(RULES)
    return lambda: compiled.resolve_all(batch, sheet)


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
    first = turn_over(boards, orders, RULES, threads=threads)
    assert isinstance(first, Turned), first
    after, told = first.after, first.told

    def run() -> None:
        assert isinstance(turn_over(boards, orders, RULES, after=after, told=told, threads=threads), Turned)

    run()
    return run


def timed(run: Callable[[], object], clock: Callable[[], float] = time.process_time) -> float:
    """Seconds for one pass over the sample, from as many passes as fill a fifth of a second."""
    start = clock()
    passes, spent = 0, 0.0
    while spent < 0.2:
        run()
        passes += 1
        spent = clock() - start
    return spent / passes


def outcomes_of(sample: Sequence[Sampled], moved: Sequence[Sequence[int]], lost: Sequence[Sequence[int]]) -> Outcomes:
    def those(row: Sequence[int]) -> list[int]:
        return [u for u, state in enumerate(row) if state == kernel.YES]

    return [phase.reached(those(m), those(x)) for phase, m, x in zip(sample, moved, lost, strict=True)]


def agreeing(sample: Sequence[Sampled], outcomes: Outcomes) -> int:
    return sum(phase.expected() == outcome for phase, outcome in zip(sample, outcomes, strict=True))


# --- peers ---


def for_pydip(phase: Sampled) -> dict[str, Any]:
    """A phase as `peer_pydip.py` takes it: every unit with the order that counts, and the recorded outcome."""
    names = {id_: province.names["en"] for id_, province in chart("standard").provinces.items()}
    orders = [(e.unit.power, str(e.unit.kind), str(e.unit.place), write(e.order)) for e in phase.fought.effective]
    gone = [*phase.record["next_dislodged"], *(phase.record.get("vanished") or [])]
    after = [(kind, place, out) for out, those in ((False, phase.record["next_units"]), (True, gone))
             for _, kind, place in those]  # fmt: skip
    return {"names": names, "orders": orders, "after": after}


def as_found(peer: Peer, sample: Sequence[Sampled]) -> int:
    """How many outcomes of `diplomacy` are as recorded."""
    right = 0
    for phase, found in zip(sample, peer.ask("tell"), strict=True):
        index = {str(unit): u for u, unit in enumerate(phase.fought.units)}
        moved, out = ([index[unit] for unit in found[name]] for name in ("moved", "dislodged"))
        right += phase.reached(moved, out) == phase.expected()
    return right


# --- the part ---


def sampled(cases: Path, size: int, files: int) -> list[dict[str, Any]]:
    """A sample of the recorded movement phases in so many of the files."""
    found = sorted((cases / "corpus").glob("droidippy-0*.jsonl.gz"))[:files]
    if not found:
        raise SystemExit(f"There are no recorded games in {cases}/corpus.")
    return drawn(phases(found), size, 1901)


def sections(cases: Path, peer: str | None, sizes: Sizes) -> Iterator[Section]:
    sample = [prepared(record, chart("standard")) for record in sampled(cases, sizes.phases, sizes.files)]
    runs, right = contestants(sample)
    peers: dict[str, tuple[Peer, int]] = {}
    note = ""
    if peer:
        first = Peer(peer, "peer.py", [{n: phase.record[n] for n in ("units", "orders")} for phase in sample])
        second = Peer(peer, "peer_pydip.py", [for_pydip(phase) for phase in sample])
        said = second.said
        peers = {"diplomacy": (first, len(sample)), "pydip": (second, said["phases"])}
        right["pydip"] = said["as recorded"]
        note = (f" pydip resolved {said['phases']} of the {len(sample)} phases ({said['left out']} left out); "
                f"{said['orders refused']} orders that it refuses were made holds.")  # fmt: skip
    spent = in_turn(runs, peers, sizes.rounds, len(sample))
    if peer:
        right["diplomacy"] = as_found(peers["diplomacy"][0], sample)
    for other, _ in peers.values():
        other.close()
    yield beside(spent, right, len(sample), note, told_of(runs))
    if compiled.available():
        yield by_threads(sample, sizes.rounds)


def told_of(runs: Mapping[str, Callable[[], Any]]) -> str:
    """Where the time of each goes; what is compiled stands there as one call."""
    return "\n".join(f"{name}:\n{profiled(run, 10)}" for name, run in runs.items())


def contestants(sample: Sequence[Sampled]) -> tuple[dict[str, Callable[[], Any]], dict[str, int]]:
    """What runs, and how many of its outcomes are as recorded."""
    runs: dict[str, Callable[[], Any]] = {"plain": plain(sample)}
    answers = runs["plain"]()
    right = {"plain": agreeing(sample, outcomes_of(sample, [a[0] for a in answers], [a[2] for a in answers]))}
    if compiled.available():
        runs["compiled"] = machine_code(sample)
        rows = [phase.tolist() for phase in runs["compiled"]().phases()]
        right["compiled"] = agreeing(sample, outcomes_of(sample, [r[0] for r in rows], [r[2] for r in rows]))
        runs["whole turn"] = turning(*in_arrays(sample))
    return runs, right


def in_turn(
    runs: dict[str, Callable[[], Any]], peers: dict[str, tuple[Peer, int]], rounds: int, size: int
) -> dict[str, list[float]]:
    """Seconds a phase, of every peer and contestant, round by round."""
    spent: dict[str, list[float]] = {name: [] for name in (*peers, *runs)}
    gc.collect()
    gc.disable()
    for _ in range(rounds):
        for name, (peer, held) in peers.items():
            spent[name].append(peer.seconds() / max(held, 1))
        for name, run in runs.items():
            spent[name].append(timed(run) / size)
    gc.enable()
    return spent


def beside(spent: dict[str, list[float]], right: dict[str, int], size: int, note: str, profile: str) -> Section:
    """The table of all contestants, and the ratios beside each peer."""
    rows, figures = [], []
    for name, each in spent.items():
        middle = statistics.median(each)
        cells = [f"{1e6 * s:.2f}" for s in (middle, max(each), min(each))]
        rows.append([name, f"{1 / middle:,.0f}", *cells, f"{right[name]}" if name in right else "-"])
    for other in ("diplomacy", "pydip"):
        for name in GOALS:
            if other in spent and name in spent:
                ratio = median_pairs(list(zip(spent[other], spent[name], strict=True)))
                goal = GOALS[name] if other == "diplomacy" else None
                figures.append(Figure(f"{name} beside {other}", ratio, "times", goal))
    rates = {name: 1 / statistics.median(each) for name, each in spent.items()}
    how = (f"{size} movement phases of recorded games, drawn by chance; orders prepared; resolution alone, but for "
           "the whole turn (codes of orders to the next boards), and pydip finds retreats, too. One core, processor "
           f"time, in turn, medians of {len(next(iter(spent.values())))} rounds.{note}")  # fmt: skip
    heads = ["", "phases/s", "us/phase", "slowest", "fastest", f"as recorded, of {size}"]
    return Section("The kernel beside peers", how, figures, [Bars("Phases a second", "one core", rates)],
                   Grid(heads, rows), profile, sound=all(right[n] == size for n in right if n in GOALS))  # fmt: skip


def by_threads(sample: Sequence[Sampled], rounds: int) -> Section:
    """Whole turns by one thread and by two, and over the number of phases in a batch."""
    boards, orders = in_arrays(sample)
    one, two = turning(boards, orders), turning(boards, orders, threads=2)
    pairs = [(timed(one, time.perf_counter), timed(two, time.perf_counter)) for _ in range(max(rounds, 3))]
    lines: dict[str, list[tuple[float, float]]] = {"one thread": [], "two threads": []}
    for part in sorted({max(1, len(sample) // share) for share in (100, 30, 10, 3, 1)}):
        some = in_arrays(sample[:part])
        for name, threads in (("one thread", 1), ("two threads", 2)):
            run = turning(*some, threads=threads)
            best = min(timed(run, time.perf_counter) for _ in range(min(rounds, 3)))
            lines[name].append((float(part), part / best))
    how = (f"Whole turns of {len(sample)} phases by the clock, in turn, medians of {len(pairs)} pairs; the curve takes "
           "the best of three. It tells of threads only on a machine whose cores are idle.")  # fmt: skip
    figures = [Figure("two threads beside one", median_pairs(pairs), "times", TWO_THREADS),
               Figure("one thread", len(sample) / statistics.median(a for a, _ in pairs), "phases/s"),
               Figure("two threads", len(sample) / statistics.median(b for _, b in pairs), "phases/s")]  # fmt: skip
    curve = Curve("Whole turns", "phases in a batch", "phases/s", lines)
    return Section("Threads and batches", how, figures, [curve], profile=profiled(two))
