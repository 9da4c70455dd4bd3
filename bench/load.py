"""`python -m bench.load`: the server under load, on SQLite and PostgreSQL, with curves over games and workers, as one
report. `--full` takes the sizes of the goals: a thousand games of ten years, ten thousand ticks."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from bench.report import bars, written
from bench.server import SECOND, measured

GOALS = {"page": 30.0, "ticks": 300.0, "letters": 150.0}
"""Milliseconds of server time of a game page (p95), ticks a second (two workers, PostgreSQL), letters a second."""

Section = tuple[str, str, Mapping[str, Any], Sequence[str], str]


def page_sections(games: Sequence[int], requests: int) -> list[Section]:
    found = {}
    for kind in ("sqlite", "postgres"):
        for count in games:
            found[f"{kind}, {count} games"] = measured("pages", kind, f"--games={count}", f"--requests={requests}")
    random = {name: each["at random"]["p95"] for name, each in found.items()}
    plot = bars("Game page at random, p95", "ms of processor time", random, GOALS["page"])
    how = (f"Games of ten years under other names, each asked for once folded from the ledger, once after a start, and "
           f"{requests} times at random by their players, in one process; processor time. Waiting is reckoned for "
           f"{SECOND} requests a second that come evenly to one core.")  # fmt: skip
    return [_section(f"Game pages, {name}", how, each, [plot] if name == list(found)[-1] else [])
            for name, each in found.items()]  # fmt: skip


def tick_sections(games: int, workers: Sequence[int]) -> list[Section]:
    found = {n: measured("ticks", "postgres", f"--games={games}", f"--workers={n}") for n in workers}
    rates = {f"{n} workers": each["a second"] for n, each in found.items()}
    plot = bars("Ticks", "a second", rates, GOALS["ticks"])
    how = (f"{games} games whose first phase is due with everybody's orders in, struck for by workers of their own; "
           "from the workers' second round to their last but one.")  # fmt: skip
    return [_section(f"Ticks on PostgreSQL, {n} workers", how, each, [plot] if n == workers[-1] else [])
            for n, each in found.items()]  # fmt: skip


def letter_sections(letters: int) -> list[Section]:
    found = {kind: measured("letters", kind, "--games=20", f"--letters={letters}") for kind in ("sqlite", "postgres")}
    plot = bars("Letters in and answered", "a second", {kind: each["a second"] for kind, each in found.items()},
                GOALS["letters"])  # fmt: skip
    how = (f"{letters} letters with orders through the SMTP door over one connection, each heard and its answer put "
           "into the outbox, door, clerk and sender in one process.")  # fmt: skip
    return [_section(f"Letters, {kind}", how, each, [plot] if kind == "postgres" else [])
            for kind, each in found.items()]  # fmt: skip


def _section(title: str, how: str, found: Mapping[str, Any], plots: Sequence[str]) -> Section:
    return title, how, {k: v for k, v in found.items() if k != "profile"}, plots, str(found["profile"])


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.load", description=__doc__)
    parser.add_argument("--full", action="store_true")
    full = parser.parse_args().full
    sections = page_sections((10, 100, 1000) if full else (10, 30), 3000 if full else 100)
    sections += tick_sections(10_000 if full else 200, (1, 2))
    sections += letter_sections(420 if full else 105)
    for title, _how, figures, _plots, _profile in sections:
        print(title)
        for name, value in figures.items():
            print(f"  {name}: {value}")
    print(f"The report is {written(sections)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
