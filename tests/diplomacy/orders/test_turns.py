"""Turns that are no seasons, and years of other centuries, in headings of letters."""

from __future__ import annotations

import pytest

from dragoman.diplomacy.board.mapfile import chart
from dragoman.diplomacy.board.position import PhaseKind
from dragoman.diplomacy.njudge.names import short
from dragoman.diplomacy.orders.findings import Heading, ReadingContext
from dragoman.diplomacy.orders.reading import read_line
from dragoman.tongues.saying import phase

HEADINGS = [
    ("hundred", "Year 1430:", "Year", 1430, None),
    ("hundred", "Vuosi 1430:", "Year", 1430, None),
    ("hundred", "Y1430A:", "Year", 1430, PhaseKind.ADJUSTMENT),
    ("hundred", "y35:", "Year", 1435, None),
    ("standard", "F02:", "Fall", 1902, None),
    ("coldwar", "S61:", "Spring", 1961, None),
    ("ancientmediterranean", "Spring 2:", "Spring", 2, None),
    ("ancientmediterranean", "F2M:", "Fall", 2, PhaseKind.MOVEMENT),
]


@pytest.mark.parametrize(("on", "line", "season", "year", "kind"), HEADINGS)
def test_a_heading_names_a_phase_as_its_map_counts(
    on: str, line: str, season: str, year: int, kind: PhaseKind | None
) -> None:
    board = chart(on)
    (found,) = read_line(
        line, ReadingContext(board, next(iter(board.powers)), PhaseKind.MOVEMENT, languages=("en", "fi"))
    )
    assert isinstance(found, Heading)
    assert (found.season, found.year, found.kind) == (season, year, kind)


@pytest.mark.parametrize("line", ["Year 1901:", "Y1901M:", "F2M:", "Spring 2:"])
def test_what_is_no_phase_of_the_standard_map_heads_nothing(line: str) -> None:
    board = chart("standard")
    found = read_line(line, ReadingContext(board, "France", PhaseKind.MOVEMENT, languages=("en", "fi")))
    assert not any(isinstance(each, Heading) for each in found)


def test_a_turn_is_called_by_its_word_in_each_tongue() -> None:
    assert phase("Y1430A", "en") == "Year 1430, adjustments"
    assert phase("Year 1430 Movement", "fi").startswith("vuosi 1430")


def test_old_judges_count_builds_to_the_season_before() -> None:
    first = chart("hundred").first_phase()
    assert short(first._replace(kind=PhaseKind.ADJUSTMENT)) == "Y1425B"
    assert short(chart("standard").winter(chart("standard").first_phase())) == "F1901B"
