"""The server under load, on SQLite and PostgreSQL, over games, their length, workers, letters, orders."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.figures import Curve, Figure, Section, Sizes, figures_of
from bench.server import SECOND, measured

PAGE, TICKS, LETTERS = 30.0, 300.0, 150.0
"""Milliseconds of server time of a game page (p95), ticks a second (two workers, PostgreSQL), letters a second."""

Line = list[tuple[float, float]]


def game_pages(_cases: Path, _peer: str | None, sizes: Sizes) -> Iterator[Section]:
    """Pages over the number of games, and over the length of their histories."""
    lines: dict[str, Line] = {}
    asked = (f"--years={sizes.years}", f"--requests={sizes.requests}")
    for kind in sizes.databases:
        line = lines[f"{kind}, p95"] = []
        for games in sizes.games:
            found = measured("pages", kind, f"--games={games}", *asked)
            line.append((games, found["at random"]["p95"]))
        how = (f"{games} games of {found['phases']} phases under other names, each asked for once folded from the "
               f"ledger, once after a start, and {sizes.requests} times at random by their players, in one process; "
               f"processor time in ms. Waiting is reckoned for {SECOND} requests a second that come evenly to one "
               "core.")  # fmt: skip
        curve = Curve("Game page at random", "games", "ms, p95", dict(lines), PAGE)
        goal = Figure("game page at random, p95", found["at random"]["p95"], "ms", PAGE, True)
        yield Section(f"Game pages, {kind}", how, [goal, *figures_of(found)], [curve], None, found["profile"])
    yield by_history(sizes)


def by_history(sizes: Sizes) -> Section:
    names = {"at random": "out of memory", "after a start, from snapshots": "out of a snapshot",
             "first, folded from the ledger": "folded from the ledger"}  # fmt: skip
    lines: dict[str, Line] = {name: [] for name in names.values()}
    found: dict[str, Any] = {}
    for years in sizes.histories:
        found = measured("pages", "sqlite", "--games=4", f"--years={years}", f"--requests={min(sizes.requests, 60)}")
        for told, name in names.items():
            lines[name].append((found["phases"], found[told]["p50"]))
    how = ("Four games of growing length: median processor time of a game's page. Folding grows with a game; what is "
           "held in memory or thawed is not to.")  # fmt: skip
    figures = [Figure(f"{name}, {found['phases']} phases", line[-1][1], "ms") for name, line in lines.items()]
    return Section("Game pages over a game's length", how, figures, [Curve("Game page", "phases", "ms", lines)],
                   profile=found["profile"])  # fmt: skip


def ticks(_cases: Path, _peer: str | None, sizes: Sizes) -> Iterator[Section]:
    rates: Line = []
    for workers in sizes.workers:
        found = measured("ticks", "postgres", f"--games={sizes.due}", f"--workers={workers}")
        rates.append((workers, found["a second"]))
    how = (f"{sizes.due} games whose first phase is due with everybody's orders in, struck for on PostgreSQL "
           f"by so many workers ({workers}), by the clock; from the second round of each to its last but "
           "one.")  # fmt: skip
    goal = Figure(f"ticks, workers: {workers}", found["a second"], "a second", TICKS)
    curve = Curve("Ticks on PostgreSQL", "workers", "a second", {"ticks": rates}, TICKS)
    yield Section("Ticks", how, [goal, *figures_of(found)], [curve], None, found["profile"])


def letters(_cases: Path, _peer: str | None, sizes: Sizes) -> Iterator[Section]:
    lines: dict[str, Line] = {}
    for kind in sizes.databases:
        line = lines[kind] = []
        for count in sizes.letters:
            found = measured("letters", kind, "--games=15", f"--letters={count}")
            line.append((count, found["a second"]))
        how = (
            f"{count} letters with orders through the SMTP door over one connection, each heard and its answer put "
            "into the outbox, by the clock; door and clerk in one process, as `dragoman serve` has them, and once "
            "more each in a process of its own, as with `dragoman work` beside it. The sender has another."
        )
        apart = measured("letters", kind, "--games=15", f"--letters={count}", "--apart")
        curve = Curve("Letters in and answered", "letters", "a second", dict(lines), LETTERS)
        goal = Figure("letters in and answered", found["a second"], "a second", LETTERS)
        beside = Figure("the same with door and clerk apart", apart["a second"], "a second", LETTERS)
        yield Section(f"Letters, {kind}", how, [goal, beside, *figures_of(found)], [curve], None, found["profile"])


def orders(_cases: Path, _peer: str | None, sizes: Sizes) -> Iterator[Section]:
    ways = {"a whole set sent": "a whole set", "saved after a choice": "one choice"}
    for kind in sizes.databases:
        lines: dict[str, Line] = {name: [] for name in ways.values()}
        for count in sizes.sets:
            found = measured("orders", kind, "--games=20", f"--letters={count}")
            for told, name in ways.items():
                lines[name].append((count, found[told]["p95"]))
        how = (f"{count} sets of orders sent by the page's form, and {count} times the form saved after one choice, at "
               "random by the players of 20 games; processor time in ms, in one process. Saving answers with the board "
               "that shows it.")  # fmt: skip
        curve = Curve("Orders by form", "times sent to the same games", "ms, p95", lines)
        yield Section(f"Order entry, {kind}", how, figures_of(found), [curve], None, found["profile"])
