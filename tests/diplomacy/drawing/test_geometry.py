"""The boards: every province drawn, its marks within it and clear of each other, its neighbours exactly the chart's."""

import re
from importlib import resources
from itertools import accumulate, combinations

import pytest
import shapely

from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.mapfile import chart, chart_names
from dragoman.diplomacy.board.province import Terrain
from dragoman.diplomacy.board.unit import UnitKind
from dragoman.diplomacy.drawing.geometry import Geometry, Ground, LabelSize, Point, Shape, geometry

UNIT = (26.0, 23.0)
CENTRE = (13.0, 13.0)
LABELS = {LabelSize.SMALL: (23.0, 9.0), LabelSize.MEDIUM: (28.0, 11.0), LabelSize.LARGE: (36.0, 14.0)}

TOUCHING = 1.0
"""Board units of common edge from which two provinces count as touching; the shortest real one is many times longer."""


DRAWN = tuple(
    sorted(
        entry.name.removesuffix(".json")
        for entry in (resources.files("dragoman.diplomacy.drawing") / "maps").iterdir()
        if entry.name.endswith(".json")
    )
)


@pytest.fixture(scope="module", params=DRAWN)
def board(request: pytest.FixtureRequest) -> Geometry:
    return geometry(request.param)


@pytest.fixture(scope="module")
def played(board: Geometry) -> Chart:
    return chart(board.id)


def area(path: str) -> shapely.MultiPolygon:
    """The area that a path of absolute starts and relative steps encloses, holes by the even-odd rule."""
    rings = []
    for part in re.findall(r"M([^z]*)z", path):
        numbers = [round(float(n) * 10) for n in re.findall(r"-?\d*\.?\d+", part)]
        x, y = numbers[0], numbers[1]
        ring = [(x / 10, y / 10)]
        for dx, dy in zip(numbers[2::2], numbers[3::2], strict=True):
            x, y = x + dx, y + dy
            ring.append((x / 10, y / 10))
        rings.append(shapely.LinearRing(ring))
    found = shapely.build_area(shapely.GeometryCollection(rings))
    return found if found.geom_type == "MultiPolygon" else shapely.MultiPolygon([found])


@pytest.fixture(scope="module")
def areas(board: Geometry) -> dict[str, shapely.MultiPolygon]:
    return {name: area(shape.path) for name, shape in board.provinces.items()}


def box(at: Point, size: tuple[float, float]) -> shapely.Polygon:
    return shapely.box(at.x - size[0] / 2, at.y - size[1] / 2, at.x + size[0] / 2, at.y + size[1] / 2)


def label_box(shape: Shape) -> shapely.Polygon:
    flat = box(shape.label.at, LABELS[shape.label.size])
    return shapely.affinity.rotate(flat, shape.label.turn, origin="centroid")


def fixed_marks(shape: Shape) -> dict[str, shapely.Polygon]:
    marks = {"label": label_box(shape), "unit": box(shape.unit, UNIT)}
    if shape.centre:
        marks["centre"] = box(shape.centre, CENTRE)
    return marks


def test_every_map_that_comes_with_the_program_is_drawn() -> None:
    assert set(DRAWN) == set(chart_names())


def test_every_province_of_the_chart_is_drawn(board: Geometry, played: Chart) -> None:
    drawn = set(board.provinces) | {closed.id for closed in board.closed if closed.impassable}
    assert drawn == set(played.provinces)


def test_an_unknown_map_has_no_board() -> None:
    with pytest.raises(LookupError, match="nowhere"):
        geometry("nowhere")
    with pytest.raises(LookupError):
        geometry("../maps/standard")


def test_ground_centres_and_coasts_are_those_of_the_chart(board: Geometry, played: Chart) -> None:
    looks = {Terrain.INLAND: Ground.LAND, Terrain.COASTAL: Ground.COAST, Terrain.SEA: Ground.SEA}
    for name, shape in board.provinces.items():
        province = played.provinces[name]
        assert shape.terrain == looks[province.terrain], name
        assert (shape.centre is not None) == province.centre, name
        assert set(shape.coasts) == set(province.coasts), name


def test_points_lie_in_their_own_province(board: Geometry, areas: dict[str, shapely.MultiPolygon]) -> None:
    for name, shape in board.provinces.items():
        points = [shape.unit, shape.dislodged, shape.label.at, *shape.coasts.values()]
        points += [shape.centre] if shape.centre else []
        assert all(areas[name].contains(shapely.Point(p)) for p in points), name


def test_units_and_centres_lie_within_their_borders(board: Geometry, areas: dict[str, shapely.MultiPolygon]) -> None:
    for name, shape in board.provinces.items():
        for mark, outline in fixed_marks(shape).items():
            outside = outline.difference(areas[name]).area / outline.area
            assert outside < 0.12, f"{mark} of {name} lies {outside:.0%} outside"


def test_no_mark_covers_another(board: Geometry) -> None:
    marks = [
        (f"{mark} of {name}", outline)
        for name, shape in board.provinces.items()
        for mark, outline in fixed_marks(shape).items()
    ]
    for (first, a), (second, b) in combinations(marks, 2):
        assert a.intersection(b).area == 0, f"{first} and {second}"


def test_a_fleet_on_a_named_coast_covers_no_label_or_centre(board: Geometry) -> None:
    for name, shape in board.provinces.items():
        for coast, at in shape.coasts.items():
            for mark, outline in fixed_marks(shape).items():
                assert mark == "unit" or not outline.intersects(box(at, UNIT)), f"{mark} of {name}/{coast}"


def test_a_dislodged_unit_can_be_told_from_the_one_that_drove_it_out(board: Geometry) -> None:
    for name, shape in board.provinces.items():
        for berth in (shape.unit, *shape.coasts.values()):
            apart = max(abs(berth.x - shape.dislodged.x), abs(berth.y - shape.dislodged.y))
            assert apart >= 15, name


def test_provinces_overlap_nowhere(areas: dict[str, shapely.MultiPolygon]) -> None:
    shapes = list(areas.values())
    tree = shapely.STRtree(shapes)
    for i, j in zip(*tree.query(shapes, predicate="intersects"), strict=True):
        if i < j:
            assert shapes[i].intersection(shapes[j]).area < 0.01, [list(areas)[i], list(areas)[j]]


def test_the_board_is_filled_without_gaps(board: Geometry, areas: dict[str, shapely.MultiPolygon]) -> None:
    everything = shapely.union_all([*areas.values(), *(area(closed.path) for closed in board.closed)])
    assert everything.area == pytest.approx(board.width * board.height, rel=1e-5)


def test_provinces_touch_exactly_where_units_can_step(
    board: Geometry, areas: dict[str, shapely.MultiPolygon], played: Chart
) -> None:
    """Those that do not touch, and are neighbours all the same, are joined by a link, which says why."""
    touching = set()
    for (first, a), (second, b) in combinations(areas.items(), 2):
        if a.intersects(b) and a.boundary.intersection(b.boundary).length > TOUCHING:
            touching.add(frozenset((first, second)))
    steps = {
        frozenset((place.province, to.province))
        for kind in UnitKind
        for place in (played.army if kind is UnitKind.ARMY else played.fleet)
        for to in played.steps(kind, place)
    }
    linked = {frozenset(link.between) for link in board.links}
    assert touching.isdisjoint(linked)
    assert touching | linked == steps


INLAND = 2.0
"""Board units from a border: ground that a line along the border does not reach."""

ASHORE = 8.0
"""How far a link may run on, in board units, into the provinces that it joins."""


def test_a_link_runs_from_the_one_province_to_the_other_through_no_other_land(
    board: Geometry, areas: dict[str, shapely.MultiPolygon]
) -> None:
    """It may run along the border of two others, as ships do on a river."""
    for link in board.links:
        assert link.why
        numbers = [float(n) for n in re.findall(r"-?\d*\.?\d+", link.path)]
        line = shapely.LineString(list(zip(accumulate(numbers[::2]), accumulate(numbers[1::2]), strict=True)))
        assert all(shapely.distance(line, areas[province]) < 1 for province in link.between), link
        others = [n for n, s in board.provinces.items() if s.terrain is not Ground.SEA and n not in link.between]
        inland = shapely.union_all([areas[name].buffer(-INLAND) for name in others])
        assert shapely.intersection(line, inland).length == 0, link
        assert all(shapely.intersection(line, areas[province]).length < ASHORE for province in link.between), link
