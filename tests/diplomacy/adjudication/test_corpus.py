"""The kernel against recorded games: who moved and who was driven out, phase by phase."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest
from bench.sample import drawn, phases, prepared
from tests.conftest import Depth
from tests.diplomacy.adjudication.boards import STANDARD

pytestmark = pytest.mark.corpus

FILES = ("droidippy-00", "droidippy-01", "droidippy-02")


@pytest.mark.parametrize("name", FILES)
def test_recorded_movement_phases(name: str, cases_folder: Path, depth: Depth) -> None:
    records = phases([cases_folder / "corpus" / f"{name}.jsonl.gz"])
    sample = records if depth == "full" else drawn(islice(records, 3000), 200, seed=1901)
    differing = []
    for record in sample:
        sampled = prepared(record, STANDARD)
        units = range(len(sampled.fought.units))
        moved = [u for u in units if sampled.fought.moved(u)]
        lost = [u for u in units if sampled.fought.lost(u)]
        if sampled.reached(moved, lost) != sampled.expected():
            differing.append((record["game"], record["season"], record["year"]))
    assert not differing
