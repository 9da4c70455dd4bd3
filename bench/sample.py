"""A sample of recorded movement phases, each as its record and as the kernel reads it."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from dragoman.diplomacy.adjudication import kernel
from dragoman.diplomacy.adjudication.battle import Fought, fight
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import Phase, PhaseKind, Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import Unit, UnitKind
from dragoman.diplomacy.houserules.switches import Switches
from dragoman.diplomacy.orders.order import Line, Move, OrderSet
from dragoman.diplomacy.orders.reading import read_canonical

RULES = Switches(land_fallback=True)
"""What the recorded games keep of the questions that a movement phase asks: DATC's preferences, with land fallback."""


@dataclass(frozen=True)
class Sampled:
    """One phase: the record, the orders settled, and the numbers that go into the kernel."""

    record: Mapping[str, Any]
    fought: Fought
    position: Position
    sets: Mapping[str, OrderSet]

    @property
    def orders(self) -> kernel.Orders:
        return self.fought.orders

    def expected(self) -> frozenset[str]:
        """The units of the next position and those dislodged, as recorded."""
        gone = [*self.record["next_dislodged"], *(self.record.get("vanished") or [])]
        after = {f"{kind} {place}" for _, kind, place in self.record["next_units"]}
        return frozenset(after | {f"{kind} {place[:3]} out" for _, kind, place in gone})

    def reached(self, moved: Iterable[int], lost: Iterable[int]) -> frozenset[str]:
        """The same, by who moved and who was dislodged."""
        moving, out = set(moved), set(lost)
        told = []
        for u, e in enumerate(self.fought.effective):
            place = e.order.to if u in moving and isinstance(e.order, Move) else e.unit.place
            told.append(f"{e.unit.kind} {place.province} out" if u in out else f"{e.unit.kind} {place}")
        return frozenset(told)


def phases(files: Iterable[Path]) -> Iterator[dict[str, Any]]:
    """The movement phases of recorded games whose outcome is recorded and not in doubt."""
    for file in files:
        opened = partial(gzip.open, file, "rt") if file.suffix == ".gz" else partial(open, file)
        with opened() as lines:
            for line in lines:
                if '"Movement"' in line and '"next_units"' in line and "unit count differs" not in line:
                    record = json.loads(line)
                    if record["phase"] == "Movement" and all(kind in "AF" for _, kind, _ in record["units"]):
                        yield record


def drawn(records: Iterable[dict[str, Any]], size: int, seed: int) -> list[dict[str, Any]]:
    """A sample without favour, the same for the same seed."""
    dice = random.Random(seed)
    pool: list[dict[str, Any]] = []
    for seen, record in enumerate(records):
        if seen < size:
            pool.append(record)
        elif (at := dice.randrange(seen + 1)) < size:
            pool[at] = record
    return pool


def prepared(record: Mapping[str, Any], chart: Chart, rules: Switches = RULES) -> Sampled:
    """Read, settle and lay out one phase."""
    units = tuple(sorted(Unit(power, UnitKind(kind), Place.parse(place)) for power, kind, place in record["units"]))
    centres = {centre: power for power, theirs in record.get("centers", {}).items() for centre in theirs}
    position = Position(Phase(record["season"], record["year"], PhaseKind.MOVEMENT), units, centres)
    sets = {}
    for power, texts in record["orders"].items():
        read = ((read_canonical(chart, text), text) for text in texts)
        sets[power] = OrderSet(power, tuple(Line(order, text) for order, text in read if order is not None))
    return Sampled(record, fight(chart, position, sets, rules), position, sets)
