"""Convoy routes against a search that tries every chain of fleets there is."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from dragoman.diplomacy.board.mapfile import chart
from dragoman.diplomacy.board.position import Phase, PhaseKind, Position
from dragoman.diplomacy.board.province import Place, Terrain
from dragoman.diplomacy.board.unit import Unit, UnitKind
from dragoman.diplomacy.orders.routes import Waters

BOARD = chart("standard")
SEAS = sorted(p.id for p in BOARD.provinces.values() if p.convoys)
COASTS = sorted(p.id for p in BOARD.provinces.values() if p.terrain is Terrain.COASTAL)
WEST = ["NTH", "ENG", "IRI", "MAO", "NAO", "WES", "LYO", "TYS", "NWG"]

fleets = st.sets(st.sampled_from(WEST), max_size=5)
coasts = st.sampled_from(["LON", "BRE", "SPA", "MAR", "POR", "WAL", "BEL", "NWY", "TUN", "NAF", "LVP"])


def waters(at: set[str]) -> Waters:
    units = tuple(sorted(Unit("France", UnitKind.FLEET, Place(sea)) for sea in at))
    return Waters.of(BOARD, Position(Phase("Spring", 1901, PhaseKind.MOVEMENT), units, {}))


def chains(on: Waters, at: set[str], start: str, end: str) -> list[tuple[str, ...]]:
    """Every chain of these fleets that hangs together."""
    rows = [row for count in range(1, len(at) + 1) for row in permutations(sorted(at), count)]
    return [row for row in rows if on.stated(start, row, end)]


@given(fleets, coasts, coasts, st.sampled_from(["", *WEST]))
def test_a_convoy_is_possible_where_some_chain_is(at: set[str], start: str, end: str, without: str) -> None:
    on = waters(at)
    usable = [row for row in chains(on, at, start, end) if without not in row]
    assert on.possible(start, end, without) is bool(usable)


@given(fleets, coasts, coasts)
def test_a_fleet_is_needed_by_a_chain_of_which_no_part_is_one(at: set[str], start: str, end: str) -> None:
    on = waters(at)
    every = [set(row) for row in chains(on, at, start, end)]
    least = [row for row in every if not any(other < row for other in every)]
    for fleet in at:
        assert on.needed(fleet, start, end) is any(fleet in row for row in least)


def test_armies_and_fleets_on_a_coast_carry_nobody() -> None:
    units = (Unit("France", UnitKind.ARMY, Place("BRE")), Unit("France", UnitKind.FLEET, Place("LON")))
    on = Waters.of(BOARD, Position(Phase("Spring", 1901, PhaseKind.MOVEMENT), units, {}))
    assert not on.touches


def test_with_fleets_everywhere_only_the_baltic_and_the_black_sea_are_apart() -> None:
    everywhere = Waters.everywhere(BOARD)
    assert set(everywhere.touches) == set(SEAS)
    pontic = {"ANK", "ARM", "BUL", "CON", "RUM", "SEV"}
    baltic = {"BER", "DEN", "FIN", "KIE", "LVN", "PRU", "STP", "SWE"}
    open_sea = (set(COASTS) - pontic - baltic) | {"BUL", "CON", "DEN", "KIE", "STP", "SWE"}
    for start in COASTS:
        for end in COASTS:
            together = any({start, end} <= shores for shores in (pontic, baltic, open_sea))
            assert everywhere.possible(start, end) is (together and start != end), (start, end)
    assert not everywhere.possible("LON", "MUN")


def test_a_fleet_that_is_not_there_is_not_needed() -> None:
    assert not waters({"NTH"}).needed("ENG", "LON", "BEL")
    assert not waters({"NTH"}).needed("NTH", "LON", "LON")
    assert waters({"NTH"}).needed("NTH", "LON", "BEL")
