"""The map of Cold War, held against what its authors tell its players, and against what hosts of it have got wrong."""

from __future__ import annotations

from collections import Counter

import pytest

from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.mapfile import chart
from dragoman.diplomacy.board.province import Place, Terrain
from dragoman.diplomacy.board.unit import UnitKind


@pytest.fixture
def board() -> Chart:
    return chart("coldwar")


def test_provinces_centres_and_homes(board: Chart) -> None:
    terrain = Counter(p.terrain for p in board.provinces.values())
    assert terrain == {Terrain.INLAND: 5, Terrain.COASTAL: 61, Terrain.SEA: 24, Terrain.IMPASSABLE: 2}
    assert len(board.centres) == 27
    assert board.victory == 17
    assert board.home_centres("NATO") == ("AUS", "IST", "LON", "LOS", "NYK", "PAR")
    assert board.home_centres("USSR") == ("ALB", "HAV", "LEN", "MOS", "SHA", "VLA")
    assert {p.id: p.coasts for p in board.provinces.values() if p.coasts} == {
        "CEN": ("EC", "WC"), "COL": ("NC", "WC"), "LEN": ("NC", "SC"), "MEX": ("EC", "WC"), "NKO": ("EC", "WC"),
        "PAR": ("NC", "SC"), "WCA": ("NC", "WC"),
    }  # fmt: skip
    assert all(p.convoys == (p.terrain is Terrain.SEA) for p in board.provinces.values())


BORDERS = (
    # The bridges, for armies and fleets.
    ("A", "INS", "AUS"), ("F", "INS", "AUS"), ("A", "INS", "PHI"), ("F", "INS", "PHI"),
    # The canals: Panama, Egypt and Istanbul lie on both waters with one coast.
    ("F", "CAR", "PAN"), ("F", "PAN", "EPA"), ("F", "PAN", "CEN/EC"), ("F", "PAN", "CEN/WC"), ("F", "PAN", "COL/NC"),
    ("F", "PAN", "COL/WC"), ("F", "EME", "EGY"), ("F", "EGY", "RED"), ("F", "EME", "IST"), ("F", "IST", "BLA"),
    # The North Sea has a shore in Sweden, and East Germany one in Denmark.
    ("F", "NTS", "SWE"), ("F", "NTS", "DEN"), ("F", "BAL", "DEN"), ("A", "EGE", "DEN"), ("F", "EGE", "DEN"),
    ("A", "DEN", "SWE"),
    ("A", "YUG", "GRC"), ("A", "URA", "PAK"), ("A", "URA", "WCH"), ("A", "SIB", "WCH"), ("A", "URA", "AFG"),
)  # fmt: skip

NO_BORDERS = (
    ("F", "NTS", "BAL"), ("F", "INS", "SEA"), ("A", "WCA", "GRD"), ("A", "NYK", "TOR"), ("F", "YUG", "GRC"),
    ("F", "FIN", "NOY"), ("F", "NVI", "SEA"), ("A", "SIB", "PAK"), ("A", "SIB", "AFG"), ("A", "IND", "WCH"),
    ("F", "PAR/SC", "EAT"), ("A", "HAV", "FLO"), ("F", "EME", "RED"), ("F", "CAR", "EPA"), ("F", "HAV", "WAT"),
)  # fmt: skip


@pytest.mark.parametrize(("kind", "here", "there"), BORDERS)
def test_borders_that_players_must_know(board: Chart, kind: str, here: str, there: str) -> None:
    assert Place.parse(there) in board.steps(UnitKind(kind), Place.parse(here))


@pytest.mark.parametrize(("kind", "here", "there"), NO_BORDERS)
def test_borders_that_are_none(board: Chart, kind: str, here: str, there: str) -> None:
    assert Place.parse(there) not in board.steps(UnitKind(kind), Place.parse(here))


def test_every_province_can_be_reached(board: Chart) -> None:
    for province in board.provinces.values():
        steps = [board.army.get(place, frozenset()) | board.fleet.get(place, frozenset()) for place in province.places]
        assert any(steps) == (province.terrain is not Terrain.IMPASSABLE)
