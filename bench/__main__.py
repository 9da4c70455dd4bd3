"""`python -m bench`: measure Dragoman beside its peers and its goals, and write one report of it, `bench/report/`.

Every part runs in a process of its own, so that its memory is its own. `--full` takes the sizes of the goals, `--tiny`
only tries whether all runs; `--only kernel,pages` chooses parts (`server` and `adjudicator` are several of them).
`--write-docs` puts the last report's figures into `docs/benchmarks.md`. A missed goal is told, with the profile that
says why; the exit status is 1 only where results are wrong or a part failed.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path

import msgspec

from bench import report
from bench.figures import FULL, TINY, USUAL, Measured, Section, Sizes

PARTS = {
    "kernel": "kernel:sections", "text": "from_text:sections", "replay": "replay:sections", "pages": "pages:sections",
    "load": "load:game_pages", "orders": "load:orders", "letters": "load:letters", "ticks": "load:ticks",
}  # fmt: skip
"""Where each part lives. It is loaded in its own process."""

TOGETHER = {"server": ("load", "orders", "letters", "ticks"), "adjudicator": ("kernel", "text", "replay")}
"""Names for several parts."""

ON_RECORDS = {"kernel", "text", "replay"}
"""The parts that take recorded games."""

Sections = Callable[[Path, str | None, Sizes], Iterator[Section]]


def sections(part: str) -> Sections:
    module, _, name = PARTS[part].partition(":")
    found: Sections = getattr(import_module(f"bench.{module}"), name)
    return found


def one(part: str, options: argparse.Namespace, out: Path) -> None:
    """Measure a part here, and leave its sections in that file."""
    out.write_bytes(msgspec.json.encode(list(sections(part)(options.cases, options.peer, SIZES[options.sizes]))))


def apart(part: str, options: argparse.Namespace) -> Measured | None:
    """Measure a part in a process of its own; None if it failed."""
    with tempfile.TemporaryDirectory() as home:
        out = Path(home, "sections.json")
        command = [sys.executable, "-m", "bench", "--part", part, "--out", str(out), "--only", part]
        command += ["--cases", str(options.cases)] if options.cases else []
        command += [f"--{options.sizes}"] if options.sizes != "usual" else []
        command += ["--peer", options.peer] if options.peer else []
        start = time.perf_counter()
        process = os.posix_spawn(sys.executable, command, os.environ)
        _, status, used = os.wait4(process, 0)
        if status != 0:
            return None
        told = msgspec.json.decode(out.read_bytes(), type=list[Section])
        return Measured(part, told, round(time.perf_counter() - start, 1), round(used.ru_maxrss / 1024, 1))


def measure(parts: Sequence[str], options: argparse.Namespace) -> int:
    """All the parts, one after the other, and the report."""
    found, failed = [], []
    for part in parts:
        print(f"{part} …", end=" ", flush=True)
        measured = apart(part, options)
        print("failed" if measured is None else f"{measured.seconds:.0f} s", flush=True)
        found += [measured] if measured else []
        failed += [] if measured else [part]
    when = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    told = report.Report(when, report.this_machine(len(os.sched_getaffinity(0))), options.sizes, found)
    page = report.written(told, options.to)
    print(report.as_text(told))
    print(f"The report is {page}")
    wrong = [section.title for section in told.sections if not section.sound]
    for what, names in (("Failed", failed), ("Wrong results", wrong)):
        if names:
            print(f"{what}: {', '.join(names)}", file=sys.stderr)
    return int(bool(failed or wrong))


SIZES = {"usual": USUAL, "full": FULL, "tiny": TINY}


def arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    cases, peer = os.environ.get("DRAGOMAN_CASES"), os.environ.get("DRAGOMAN_BENCH_PEER")
    parser.add_argument("--cases", type=Path, default=cases, help="folder of cases (DRAGOMAN_CASES)")
    parser.add_argument("--peer", default=peer, help="the Python of the peers' environment (DRAGOMAN_BENCH_PEER)")
    parser.add_argument("--full", dest="sizes", action="store_const", const="full", default="usual")
    parser.add_argument("--tiny", dest="sizes", action="store_const", const="tiny")
    parser.add_argument(
        "--only", default=",".join(PARTS), help=f"parts, parted by commas: {', '.join((*PARTS, *TOGETHER))}"
    )
    parser.add_argument("--to", type=Path, default=report.FOLDER, help="folder of the report")
    parser.add_argument("--write-docs", action="store_true", help="put the last report into docs/benchmarks.md")
    parser.add_argument("--part", choices=PARTS, help=argparse.SUPPRESS)
    parser.add_argument("--out", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args(words)
    options.parts = [part for name in options.only.split(",") for part in TOGETHER.get(name, (name,))]
    if unknown := [part for part in options.parts if part not in PARTS]:
        parser.error(f"there is no part {unknown[0]}; the parts are {', '.join(PARTS)}")
    if options.write_docs and not (options.to / "report.json").exists():
        parser.error(f"there is no report in {options.to}; measure first")
    if options.write_docs and report.read(options.to).sizes == "tiny":
        parser.error("the last report is of tiny sizes, whose figures mean nothing; measure at usual or full sizes")
    if options.cases is None and ON_RECORDS.intersection(options.parts) and not options.write_docs:
        parser.error("name the folder of cases with --cases or DRAGOMAN_CASES")
    return options


def main(words: Sequence[str] | None = None) -> int:
    options = arguments(words)
    if options.write_docs:
        report.write_docs(options.to)
        return 0
    if options.part:
        one(options.part, options, options.out)
        return 0
    return measure(options.parts, options)


if __name__ == "__main__":
    sys.exit(main())
