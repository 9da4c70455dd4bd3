"""The games of our own against the adjudicator by search, wherever few moves hang together.

A board of thirty units has too many moves to search, but falls into clusters that share no province: neither one in
which somebody stands, nor one that somebody goes to, supports or convoys into. What comes of one is nothing to another.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.conftest import Depth
from tests.diplomacy.adjudication.boards import STANDARD
from tests.diplomacy.adjudication.oracle import Piece, Scene
from tests.diplomacy.adjudication.test_oracle import agrees, seen

from dragoman.diplomacy import exchange
from dragoman.diplomacy.adjudication import kernel
from dragoman.diplomacy.adjudication.battle import Fought, fight
from dragoman.diplomacy.houserules.presets import preset
from dragoman.diplomacy.houserules.sheet import Sheet, switches
from dragoman.diplomacy.orders.order import Line, OrderSet
from dragoman.diplomacy.orders.reading import read_canonical

FOLDER = Path(__file__).parents[2] / "cases" / "games" / "own"

RULES = ("datc", "1971", "1982", "2000", "dptg", "suomi")

MOST_MOVES = 9
"""The moves of the largest cluster that is searched; few are larger."""


@pytest.mark.dear
@pytest.mark.parametrize("rules", RULES)
def test_clusters_of_own_games(rules: str, depth: Depth) -> None:
    sheet = preset(rules)
    assert isinstance(sheet, Sheet)
    searched, left, faults = 0, 0, []
    for phase in list(movements(rules))[:: 1 if depth == "full" else 3]:
        fought = fought_out(phase, sheet)
        for scene, work in clusters(seen(fought, fought.switches), fought.work):
            if len(scene.movers) > MOST_MOVES:
                left += len(scene.pieces)
            else:
                searched += len(scene.pieces)
                fault = agrees(scene, work)
                faults += [f"{phase['game']} {phase['season']} {phase['year']}: {fault}"] if fault else []
    assert not faults
    assert left < searched / 20


def movements(rules: str) -> Iterator[dict[str, Any]]:
    with gzip.open(FOLDER / f"{rules}.jsonl.gz", "rt", encoding="utf-8") as lines:
        yield from (phase for phase in map(json.loads, lines) if phase["phase"] == "Movement")


def fought_out(phase: dict[str, Any], sheet: Sheet) -> Fought:
    question = exchange.Question(
        season=phase["season"], year=phase["year"], phase="Movement", units=[tuple(unit) for unit in phase["units"]]
    )
    sets = {}
    for power, texts in phase["orders"].items():
        read = [(order, text) for text in texts if (order := read_canonical(STANDARD, text)) is not None]
        sets[power] = OrderSet(power, tuple(Line(order, text) for order, text in read))
    return fight(STANDARD, exchange.position(question, STANDARD), sets, switches(sheet))


def clusters(scene: Scene, work: kernel.Work) -> Iterator[tuple[Scene, kernel.Work]]:
    """The parts of a board that are nothing to each other, each with what the kernel found of it."""
    together: list[tuple[set[int], list[int]]] = []
    for index, piece in enumerate(scene.pieces):
        named, members = _named(piece), [index]
        for provinces, others in [each for each in together if each[0] & named]:
            named |= provinces
            members += others
            together.remove((provinces, others))
        together.append((named, members))
    for _, members in together:
        part = sorted(members)
        rows = {name: [getattr(work, name)[u] for u in part] for name in ("moved", "stood", "lost", "point")}
        yield replace(scene, pieces=tuple(scene.pieces[u] for u in part)), work._replace(**rows)


def _named(piece: Piece) -> set[int]:
    return {piece.place, piece.source, piece.goal} - {-1}
