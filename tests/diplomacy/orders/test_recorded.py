"""Recorded games are read in their own writing: every order of every phase, by the short way, as it stands."""

from __future__ import annotations

import gzip
import json
import tomllib
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from dragoman.diplomacy.board.mapfile import chart
from dragoman.diplomacy.board.position import PhaseKind
from dragoman.diplomacy.orders.order import Line
from dragoman.diplomacy.orders.reading import ReadingContext, read_canonical, read_order
from dragoman.diplomacy.orders.writing import write

BOARD = chart("standard")
NO_UNIT = "?"
"""Stands in a few records where the type of a unit that is not there should."""


def recorded(folder: Path, most: int | None) -> Iterator[tuple[PhaseKind, str, str]]:
    """Phase, power and writing of each recorded order on the standard map; of each file so many phases at most."""
    for file in sorted((folder / "corpus").glob("d*.jsonl.gz")):
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            for line in islice(lines, most):
                phase = json.loads(line)
                for power, orders in phase["orders"].items():
                    yield from ((PhaseKind(phase["phase"]), power, order) for order in orders)


@pytest.mark.corpus
def test_every_recorded_order_is_read_as_it_stands(cases_folder: Path, depth: str) -> None:
    count = 0
    for _, _, order in recorded(cases_folder, None if depth == "full" else 1000):
        read = read_canonical(BOARD, order)
        assert NO_UNIT in order or (read is not None and write(read) == order)
        count += 1
    assert count > 20_000


@pytest.mark.corpus
def test_people_would_be_read_as_they_wrote(cases_folder: Path, depth: str) -> None:
    """The same orders with small letters and other signs, the long way."""
    most = 4000 if depth == "full" else 120
    seen = {(kind, order) for kind, _, order in recorded(cases_folder, most) if NO_UNIT not in order}
    for kind, order in sorted(seen):
        context = ReadingContext(BOARD, "France", kind)
        spelt = order.title().replace(" - ", "->").replace("/Nc", "(nc)").replace("/Sc", " sc")
        read = read_order(spelt, context)
        assert isinstance(read, Line), (spelt, read)
        assert (write(read.order), read.notes) == (order, ())


def test_every_order_of_the_test_cases_of_datc_is_read_as_it_stands() -> None:
    folder = Path(__file__).parents[2] / "cases" / "datc"
    cases = [case for file in sorted(folder.glob("*.toml")) for case in tomllib.loads(file.read_text())["case"]]
    written = [order for case in cases for orders in case.get("orders", {}).values() for order in orders]
    assert len(written) > 500
    assert [order for order in written if write_again(order) != order] == []


def write_again(order: str) -> str:
    read = read_order(order, ReadingContext(BOARD, "France"))
    return write(read.order) if isinstance(read, Line) else ""
