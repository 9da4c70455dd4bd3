"""A part of the board: what lies in the box is there and whole, what lies outside is not; and it stays lawful."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.diplomacy.board.mapfile import chart
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import UnitKind
from dragoman.diplomacy.drawing.board import draw
from dragoman.diplomacy.drawing.geometry import Lines, Point, geometry
from dragoman.diplomacy.drawing.part import Box, around, part
from dragoman.diplomacy.orders.order import Move, Ordered

SVG = "{http://www.w3.org/2000/svg}"
CHART, BOARD = chart("standard"), geometry("standard")
WHOLE = Box(0, 0, BOARD.width, BOARD.height)
SOME = st.sets(st.sampled_from(sorted(BOARD.provinces)), min_size=1, max_size=6)


@given(SOME)
def test_all_marks_of_the_provinces_asked_for_lie_in_the_box(names: set[str]) -> None:
    box = around(BOARD, names)
    for name in names:
        shape = BOARD.provinces[name]
        assert box.holds(shape.unit), name
        assert box.holds(shape.label.at), name
        assert shape.centre is None or box.holds(shape.centre), name
    assert 0 <= box.left < box.right <= BOARD.width
    assert 0 <= box.top < box.bottom <= BOARD.height


@given(SOME)
def test_a_part_is_lawful_and_holds_what_was_asked_for(names: set[str]) -> None:
    cut = part(BOARD, around(BOARD, names))
    assert names <= set(cut.provinces)
    drawn = draw(cut, CHART, CHART.opening, ident="example", styled=False, legend=False)
    root = ElementTree.fromstring(drawn)
    written = {text.text for text in root.iter(f"{SVG}text") if "name" in (text.get("class") or "")}
    assert {name for name in names if not cut.provinces[name].label.hidden} <= written
    shown = {e.get("data-province") for e in root.iter() if "unit" in (e.get("class") or "").split()}
    assert shown == {u.province for u in CHART.opening.units if u.province in cut.provinces}


def test_nothing_asked_for_is_the_whole_board() -> None:
    assert around(BOARD, ()) == WHOLE
    cut = part(BOARD, WHOLE)
    assert set(cut.provinces) == set(BOARD.provinces)
    for kept, whole in ((cut.lines.coast, BOARD.lines.coast), (cut.lines.border, BOARD.lines.border)):
        assert kept.count("M") == whole.count("M")


def test_a_part_is_much_smaller_than_the_whole() -> None:
    names = ("LON", "BEL", "NTH", "ENG")
    small = draw(part(BOARD, around(BOARD, names)), CHART, CHART.opening, legend=False)
    assert "board-province-MOS" not in small
    assert len(small) < len(draw(BOARD, CHART, CHART.opening, legend=False)) / 2


def test_of_a_line_only_what_comes_into_the_box_is_kept() -> None:
    geometry_ = replace(BOARD, lines=Lines("M0 0l10 10 500 0 0 300 -505 0 0 -290z", "", ""))
    assert part(geometry_, Box(0, 0, 100, 100)).lines.coast == "M0 0l10 10 500 0M5 310l0 -290 -5 -20"


def test_the_picture_begins_where_the_box_does() -> None:
    box = Box(200, 400, 500, 625)
    root = ElementTree.fromstring(draw(part(BOARD, box), CHART, CHART.opening, legend=False))
    assert root.get("viewBox") == "200 400 300 225"
    sea = next(root.iter(f"{SVG}rect"))
    assert (sea.get("x"), sea.get("y")) == ("200", "400")


def test_an_order_that_leads_out_of_the_part_is_not_drawn() -> None:
    cut = part(BOARD, Box(200, 400, 500, 625))
    order = Move(Ordered(Place("MOS"), UnitKind.ARMY), Place("WAR"))
    assert 'class="order' not in draw(cut, CHART, CHART.opening, orders=[order], legend=False)


def test_names_that_the_edge_would_cut_are_left_out() -> None:
    london = BOARD.provinces["LON"].label.at
    cut = part(BOARD, Box(london.x - 4, london.y - 60, london.x + 200, london.y + 90))
    assert cut.provinces["LON"].label.hidden


@pytest.mark.parametrize(
    ("box", "aspect", "size"), [(Box(0, 0, 100, 100), 2.0, (200, 100)), (Box(0, 0, 300, 100), 1.5, (300, 200))]
)
def test_a_box_is_shaped_by_growing(box: Box, aspect: float, size: tuple[float, float]) -> None:
    shaped = box.shaped(aspect)
    assert (shaped.width, shaped.height) == size
    assert shaped.holds(Point(box.left, box.top))
    assert shaped.holds(Point(box.right, box.bottom))


def test_a_second_board_shows_the_ground_of_the_first_again() -> None:
    cut = part(BOARD, around(BOARD, ("LON", "BEL", "NTH", "ENG")))
    first = draw(cut, CHART, CHART.opening, ident="one", styled=False, legend=False)
    second = draw(cut, CHART, CHART.opening, ident="two", styled=False, legend=False, like="one")
    ground = next(e for e in ElementTree.fromstring(first).iter() if e.get("id") == "one-ground")
    assert [e for e in ground.iter() if e.get("data-province") == "NTH"]
    used = [e.get("href") for e in ElementTree.fromstring(second).iter(f"{SVG}use")]
    assert used == ["#one-ground"]
    assert "two-province-NTH" not in second
    assert "two-unit-LON" in second
    assert len(second) < len(first) / 5
