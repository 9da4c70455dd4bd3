"""The map of the ancient Mediterranean, held against the rules of its author."""

from __future__ import annotations

from collections import Counter

import pytest

from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.mapfile import chart
from dragoman.diplomacy.board.province import Place, Terrain
from dragoman.diplomacy.board.unit import UnitKind


@pytest.fixture
def board() -> Chart:
    return chart("ancientmediterranean")


def test_provinces_centres_and_homes(board: Chart) -> None:
    terrain = Counter(p.terrain for p in board.provinces.values())
    assert terrain == {Terrain.INLAND: 14, Terrain.COASTAL: 45, Terrain.SEA: 20}
    assert len(board.centres) == 34
    assert {power: len(board.home_centres(power)) for power in board.powers} == dict.fromkeys(board.powers, 3)
    assert board.victory == 18
    assert not any(p.coasts for p in board.provinces.values())


def test_the_opening(board: Chart) -> None:
    assert str(board.first_phase()) == "S1M"
    assert {str(u) for u in board.opening.units_of("Rome")} == {"A RAV", "A ROM", "F NEA"}
    assert all(board.opening.centres[unit.province] == unit.power for unit in board.opening.units)
    assert len(board.opening.units) == len(board.opening.centres) == 15


def test_fleets_that_convoy_lie_at_sea_or_at_baleares(board: Chart) -> None:
    convoying = {p.id for p in board.provinces.values() if p.convoys}
    assert convoying == {p.id for p in board.provinces.values() if p.terrain is Terrain.SEA} | {"BAL"}
    assert not board.army.get(Place("BAL"))


STEPS = (
    ("A", "SAG", "MAU"), ("F", "SAG", "MAU"), ("A", "NEA", "SIC"), ("F", "TYS", "AUS"), ("A", "COR", "SAD"),
    ("A", "ATH", "SPA"), ("F", "ATH", "ION"), ("F", "ATH", "AEG"), ("A", "BYZ", "MIL"), ("F", "BYZ", "BLA"),
    ("F", "BYZ", "AEG"), ("F", "AUS", "LIB"), ("F", "GOT", "MES"), ("A", "ALE", "SII"), ("F", "THE", "GOP"),
    ("F", "MEM", "BAY"), ("F", "ALE", "MEM"), ("F", "THE", "REE"), ("F", "TAR", "BAL"), ("A", "CHE", "SIP"),
)  # fmt: skip
"""Where the map is peculiar: straits, the Nile, spaces that meet in a point."""

NO_STEPS = (
    ("F", "IBE", "LIG"), ("F", "AEG", "BLA"), ("F", "AEG", "ION"), ("A", "TAR", "BAL"), ("F", "ISA", "AEG"),
    ("F", "ISA", "MIN"), ("F", "GOP", "REE"), ("A", "ALE", "JER"), ("F", "CYP", "GOP"), ("F", "CYR", "MAR"),
)  # fmt: skip


@pytest.mark.parametrize(("kind", "here", "there"), STEPS)
def test_steps_that_are_peculiar(board: Chart, kind: str, here: str, there: str) -> None:
    assert Place(there) in board.steps(UnitKind(kind), Place(here))


@pytest.mark.parametrize(("kind", "here", "there"), NO_STEPS)
def test_steps_that_are_none(board: Chart, kind: str, here: str, there: str) -> None:
    assert Place(there) not in board.steps(UnitKind(kind), Place(here))
