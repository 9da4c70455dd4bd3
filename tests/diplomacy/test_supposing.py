"""Guesses: what would come of them is what would come of the same orders in a game, and costs only so much."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from dragoman.diplomacy.board.mapfile import chart
from dragoman.diplomacy.board.position import PhaseKind
from dragoman.diplomacy.docket import Docket, Unheard
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.diplomacy.orders.writing import write
from dragoman.diplomacy.supposing import (
    LONGEST_LINE,
    MOST_LINES,
    MOST_STEPS,
    Begun,
    bounded,
    exits,
    followed,
    offered,
    offered_at,
    understood,
)

BOARD = chart("standard")
OPENING = Begun(BOARD, Sheet(), BOARD.opening)
YEAR = (
    {"Germany": ["A MUN - BUR"], "France": ["A MAR - SPA"], "Italy": ["A VEN - TYR"]},
    {"France": ["A PAR - BUR", "F BRE - PIC"], "Germany": ["F KIE - HOL"], "Italy": ["A TYR - MUN", "A ROM - VEN"]},
)


def test_phases_follow_each_other_as_in_a_game() -> None:
    line = followed(OPENING, YEAR)
    assert [str(each.position.phase) for each in line] == ["S1901M", "F1901M"]
    again = Docket(Sheet()).judge_from(line[0].ruling.after, BOARD, YEAR[1])
    assert line[1].ruling.after == again.ruling.after
    assert line[1].ruling.after.phase.kind is PhaseKind.ADJUSTMENT


def test_a_line_ends_where_it_is_long_enough() -> None:
    assert len(followed(OPENING, [{}] * (MOST_STEPS + 5))) == MOST_STEPS


def test_the_same_guesses_come_to_the_same() -> None:
    assert repr(followed(OPENING, YEAR)) == repr(followed(OPENING, YEAR))


def test_a_win_is_told_by_the_house_rules() -> None:
    sheet = Sheet().with_choice("IX.1.centres", "B centres=4")
    assert isinstance(sheet, Sheet)
    moves = ({"France": ["A MAR - SPA"]}, {})
    assert followed(OPENING, moves)[-1].ruling.winner is None
    assert followed(Begun(BOARD, sheet, BOARD.opening), ({}, {}))[-1].ruling.winner == "Russia"


def test_what_is_offered_of_a_unit_is_what_its_power_is_offered() -> None:
    for power in BOARD.powers:
        for unit, orders in offered(OPENING, BOARD.opening, power):
            assert unit is not None
            assert offered_at(OPENING, BOARD.opening, unit.province) == (power, orders)
    assert offered_at(OPENING, BOARD.opening, "BUR") == ("", ())
    assert offered_at(OPENING, BOARD.opening, "no such place") == ("", ())


def test_retreats_and_builds_are_offered_where_they_are_due() -> None:
    winter = followed(OPENING, YEAR)[-1].ruling.after
    power, orders = offered_at(OPENING, winter, "MAR")
    assert power == "France"
    assert [write(order) for order in orders] == ["A MAR B", "F MAR B"]
    driven = followed(OPENING, ({"Germany": ["A MUN - BUR"]}, {"France": ["A PAR - BUR", "A MAR S A PAR - BUR"]}))[-1]
    at = driven.ruling.after
    assert at.phase.kind is PhaseKind.RETREAT
    assert exits(BOARD, at) == driven.ruling.retreats
    assert "A BUR R BEL" in [write(order) for order in offered_at(OPENING, at, "BUR")[1]]


def test_lines_are_read_as_in_letters_and_faults_told() -> None:
    read = understood(OPENING, BOARD.opening, {"France": ["Par - Burgndy", "nothing of the kind"], "Atlantis": ["x"]})
    assert list(read) == ["France"]
    first, second = read["France"]
    assert not isinstance(first, Unheard)
    assert write(first.order) == "PAR - BUR"
    assert isinstance(second, Unheard)


@given(st.dictionaries(st.sampled_from(sorted(BOARD.powers)), st.lists(st.text(max_size=200), max_size=8), max_size=3))
def test_nothing_that_is_guessed_breaks_it(orders: dict[str, list[str]]) -> None:
    assert len(followed(OPENING, [orders, orders])) == 2
    understood(OPENING, BOARD.opening, orders)


def test_more_than_is_read_is_left() -> None:
    assert len(bounded(["A PAR H"] * 1000)) == MOST_LINES
    assert [len(line) for line in bounded(["x" * 1000, " "])] == [LONGEST_LINE]
