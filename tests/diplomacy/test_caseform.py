"""A position as a test case writes it is read back as the same one; what cannot be read is told, and breaks nothing."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.diplomacy.board.mapfile import chart
from dragoman.diplomacy.board.position import Dislodged, Phase, PhaseKind, Position
from dragoman.diplomacy.board.unit import Unit
from dragoman.diplomacy.caseform import read_case
from dragoman.diplomacy.exchange import Unfit
from dragoman.diplomacy.report.exports import as_case

BOARD = chart("standard")
UNITS = sorted(BOARD.units.values())


def apart(units: list[Unit]) -> tuple[Unit, ...]:
    return tuple(sorted({unit.province: unit for unit in units}.values()))


@given(
    st.lists(st.sampled_from(UNITS), max_size=20).map(apart),
    st.dictionaries(st.sampled_from(sorted(BOARD.centres)), st.sampled_from(sorted(BOARD.powers))),
    st.lists(st.sampled_from(UNITS), max_size=3).map(apart),
    st.frozensets(st.sampled_from(sorted(BOARD.provinces)), max_size=3),
)
def test_what_is_written_is_read_back(
    units: tuple[Unit, ...], centres: dict[str, str], driven: tuple[Unit, ...], contested: frozenset[str]
) -> None:
    phase = Phase("Fall", 1902, PhaseKind.RETREAT)
    exiles = tuple(Dislodged(unit, "MUN") for unit in driven)
    at = Position(phase, units, centres, exiles, contested)
    read, orders = read_case(as_case(BOARD, "game", at, {"France": ["A PAR R GAS"]}), BOARD)
    assert (read.phase, read.units, dict(read.centres)) == (phase, units, centres)
    assert (read.dislodged, read.contested) == (exiles, contested)
    assert orders == {"France": ("A PAR R GAS",)}


def test_a_person_writes_it_with_less() -> None:
    at, orders = read_case(
        "fall 1904 moves\naustria: a vie, F TRI\nItaly: centres ven, rom\n\nAustria:\nVie - Tyr", BOARD
    )
    assert str(at.phase) == "F1904M"
    assert [str(unit) for unit in at.units_of("Austria")] == ["A VIE", "F TRI"]
    assert at.centres_of("Italy") == ("ROM", "VEN")
    assert orders == {"Austria": ("Vie - Tyr",)}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "begin with the phase: Spring 1901, Movement"),
        ("whatever", "“whatever” is no phase"),
        ("Spring 1901, Movement\nAtlantis: A VIE", "names no power"),
        ("Spring 1901, Movement\nAustria: A XYZ", "A XYZ cannot be on this map"),
        ("Spring 1901, Movement\nAustria: F VIE", "F VIE cannot be on this map"),
        ("Spring 1901, Movement\nRussia: F STP", "write STP/NC or STP/SC"),
        ("Spring 1901, Movement\nAustria: A VIE\nItaly: A VIE", "stand in one province"),
        ("Spring 1901, Movement\nAustria: A VIE; centres RUH", "no supply centre"),
        ("Spring 1901, Movement\nAustria: two armies", "is no unit"),
        ("Winter 1901, Movement\nAustria: A VIE", "Winter has no Movement"),
    ],
)
def test_the_first_fault_is_told(text: str, told: str) -> None:
    with pytest.raises(Unfit, match=told):
        read_case(text, BOARD)


@given(st.text(max_size=400) | st.text("AFSpring19012,: ;()/MovementVIE\n", max_size=200))
def test_nothing_that_is_written_breaks_it(text: str) -> None:
    with suppress(Unfit):
        at, orders = read_case(text, BOARD)
        assert len({unit.province for unit in at.units}) == len(at.units)
        assert all(BOARD.can_stand(unit.kind, unit.place) for unit in at.units)
        assert orders.keys() <= BOARD.powers.keys()
