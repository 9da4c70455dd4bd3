"""The standard map, held against the rules of the game and against what was played on it."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.mapfile import chart
from dragoman.diplomacy.board.province import Place, Terrain
from dragoman.diplomacy.board.unit import UnitKind


@pytest.fixture
def board() -> Chart:
    return chart("standard")


def test_provinces_centres_and_homes(board: Chart) -> None:
    terrain = Counter(p.terrain for p in board.provinces.values())
    assert terrain == {Terrain.INLAND: 14, Terrain.COASTAL: 42, Terrain.SEA: 19, Terrain.IMPASSABLE: 1}
    assert len(board.centres) == 34
    assert {power: len(board.home_centres(power)) for power in board.powers} == {
        "Austria": 3, "England": 3, "France": 3, "Germany": 3, "Italy": 3, "Russia": 4, "Turkey": 3,
    }  # fmt: skip
    assert {p.id for p in board.provinces.values() if p.coasts} == {"BUL", "SPA", "STP"}
    assert all(p.convoys == (p.terrain is Terrain.SEA) for p in board.provinces.values())


def test_the_opening(board: Chart) -> None:
    assert str(board.first_phase()) == "S1901M"
    assert len(board.opening.units) == 22
    assert len(board.opening.centres) == 22
    for unit in board.opening.units:
        assert board.can_stand(unit.kind, unit.place)
        assert board.opening.centres[unit.province] == unit.power


EASILY_LOST = (
    ("F", "BOT", "FIN"), ("F", "BOT", "LVN"), ("F", "BOT", "STP/SC"), ("F", "BOT", "SWE"), ("F", "MAO", "SPA/SC"),
    ("F", "STP/NC", "NWY"), ("A", "NWY", "STP"), ("F", "TUS", "TYS"), ("A", "GAL", "UKR"), ("A", "LVN", "WAR"),
    ("F", "KIE", "BAL"), ("F", "CON", "BUL/EC"), ("F", "CON", "BUL/SC"), ("A", "DEN", "SWE"), ("F", "DEN", "BAL"),
)  # fmt: skip
"""Borders that adjudicators have been found to lack."""

NO_BORDERS = (
    ("F", "SPA/NC", "MAR"), ("F", "STP/NC", "FIN"), ("F", "ROM", "VEN"), ("A", "SWE", "BER"), ("F", "BUL/EC", "AEG"),
    ("F", "GAS", "MAR"), ("F", "FIN", "NWY"), ("A", "WAL", "EDI"), ("F", "SYR", "ARM"), ("F", "HEL", "NWY"),
    ("F", "TUN", "LYO"), ("A", "LON", "BEL"), ("F", "IRI", "NWG"), ("F", "BLA", "BUL/SC"), ("A", "SER", "CON"),
)  # fmt: skip


@pytest.mark.parametrize(("kind", "here", "there"), EASILY_LOST)
def test_borders_that_are_easily_lost(board: Chart, kind: str, here: str, there: str) -> None:
    assert Place.parse(there) in board.steps(UnitKind(kind), Place.parse(here))


@pytest.mark.parametrize(("kind", "here", "there"), NO_BORDERS)
def test_borders_that_are_none(board: Chart, kind: str, here: str, there: str) -> None:
    assert Place.parse(there) not in board.steps(UnitKind(kind), Place.parse(here))


def test_every_province_can_be_reached(board: Chart) -> None:
    for province in board.provinces.values():
        steps = [board.army.get(place, frozenset()) | board.fleet.get(place, frozenset()) for place in province.places]
        assert any(steps) == (province.terrain is not Terrain.IMPASSABLE)


@pytest.mark.corpus
@pytest.mark.slow
def test_borders_are_those_that_were_crossed_in_play(board: Chart, cases_folder: Path) -> None:
    """In recorded games every border was crossed, and nobody crossed what is none, but for armies by convoy."""
    crossed: dict[UnitKind, set[tuple[Place, Place]]] = {UnitKind.ARMY: set(), UnitKind.FLEET: set()}
    for line in recorded_moves(cases_folder):
        units = {unit[2].partition("/")[0]: unit for unit in line["units"]}
        for order in (order.split() for orders in line["orders"].values() for order in orders):
            start = order[1].partition("/")[0]
            if order[2] != "-" or line["results"].get(start) != "ok" or start not in units:
                continue
            _, kind, here = units[start]
            step = Place.parse(here), Place.parse(order[3])
            known = step[1] in board.steps(UnitKind(kind), step[0])
            if not known:
                assert kind == "A", (order, line["game"])
                assert all(board.provinces[place.province].terrain is Terrain.COASTAL for place in step)
                continue
            crossed[UnitKind(kind)].add(step)
    for kind, borders in ((UnitKind.ARMY, board.army), (UnitKind.FLEET, board.fleet)):
        assert {(here, there) for here, steps in borders.items() for there in steps} == crossed[kind]


def recorded_moves(folder: Path) -> Iterator[dict[str, Any]]:
    for path in sorted((folder / "corpus").glob("droidippy-0*.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for text in lines:
                if '"phase":"Movement"' in text and '"results"' in text and '"notes"' not in text:
                    yield json.loads(text)
