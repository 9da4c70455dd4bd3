"""Shapes that stand elsewhere: all of a map are there, and a board that shows them from there is the same board."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from tests.diplomacy.drawing.test_board import OPENING

from dragoman.diplomacy.board.mapfile import chart, chart_names
from dragoman.diplomacy.drawing import shapes
from dragoman.diplomacy.drawing.board import draw
from dragoman.diplomacy.drawing.geometry import geometry

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("name", sorted(chart_names()))
def test_every_shape_of_a_map_is_there(name: str) -> None:
    try:
        ground = geometry(name)
    except LookupError:
        pytest.skip("nobody has drawn this map")
    there = {path.get("id"): path.get("d") for path in ElementTree.fromstring(shapes.document(name)).iter(f"{SVG}path")}
    assert there == {ident: path for path, ident in shapes.names(name).items()}
    assert {shape.path for shape in ground.provinces.values()} | {ground.lines.coast} <= {"", *there.values()}


def test_a_board_that_shows_them_from_there_is_the_same_and_light() -> None:
    ground, on = geometry("standard"), chart("standard")
    whole = draw(ground, on, OPENING, styled=False)
    light = draw(
        ground, on, OPENING, styled=False, elsewhere={p: f"/s.svg#{n}" for p, n in shapes.names("standard").items()}
    )
    paths = {name: path for path, name in shapes.names("standard").items()}
    assert len(light) < len(whole) / 3
    assert not [path for path in paths.values() if f'd="{path}"' in light]
    assert set(re.findall(r'href="/s\.svg#([^"]+)"', light)) == set(paths)
    titles = [
        [(e.get("id"), e.findtext(f"{SVG}title")) for e in ElementTree.fromstring(svg).iter() if e.get("id")]
        for svg in (whole, light)
    ]
    assert [each for each in titles[0] if each[0] != "board-coast"] == titles[1]


def test_what_nobody_has_drawn_has_none() -> None:
    with pytest.raises(LookupError):
        shapes.document("nowhere")
