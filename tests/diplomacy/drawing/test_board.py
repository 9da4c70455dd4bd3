"""The picture of the board: whole, lawful SVG, the same each time, and saying in words all that it shows."""

from dataclasses import replace
from itertools import combinations
from xml.etree import ElementTree

import pytest
import resvg_py
from hypothesis import given
from hypothesis import strategies as st

from dragoman.diplomacy.adjudication.verdict import Code, Outcome, Verdict
from dragoman.diplomacy.board.mapfile import chart
from dragoman.diplomacy.board.position import Dislodged, Phase, PhaseKind, Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import Unit, UnitKind
from dragoman.diplomacy.drawing.board import NOWHERE, Board, describe, draw, style_of
from dragoman.diplomacy.drawing.geometry import geometry
from dragoman.diplomacy.drawing.style import THEMES, liveries
from dragoman.diplomacy.drawing.words import News, Words
from dragoman.diplomacy.orders.order import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Ordered,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)

SVG = "{http://www.w3.org/2000/svg}"
CHART = chart("standard")
BOARD = geometry("standard")
OPENING = CHART.opening
LIVERIES = liveries(CHART)
ELSEWHERE = {BOARD.provinces["SPA"].path: "/shapes#SPA"}
ARMY, FLEET = UnitKind.ARMY, UnitKind.FLEET


def at(text: str) -> Ordered:
    kind, place = text.split()
    return Ordered(Place.parse(place), UnitKind(kind))


def tree(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def by_id(root: ElementTree.Element, ident: str) -> ElementTree.Element:
    found = [e for e in root.iter() if e.get("id") == ident]
    assert len(found) == 1, ident
    return found[0]


def title(element: ElementTree.Element) -> str:
    return element.findtext(f"{SVG}title") or ""


def of_class(root: ElementTree.Element, *words: str) -> list[ElementTree.Element]:
    return [e for e in root.iter() if set(words) <= set((e.get("class") or "").split())]


def test_the_same_values_give_the_same_bytes() -> None:
    assert draw(BOARD, CHART, OPENING) == draw(BOARD, chart("standard"), chart("standard").opening)


def test_every_province_can_be_hooked_and_says_what_it_is() -> None:
    root = tree(draw(BOARD, CHART, OPENING))
    for name in BOARD.provinces:
        path = by_id(root, f"board-province-{name}")
        assert path.get("data-province") == name
        assert f"{CHART.provinces[name].name} ({name})" in title(path)
    assert title(by_id(root, "board-province-MUN")) == "Munich (MUN): supply centre, held by Germany"
    assert title(by_id(root, "board-province-BEL")) == "Belgium (BEL): supply centre, held by nobody"
    assert title(by_id(root, "board-province-BOH")) == "Bohemia (BOH): home land of Austria"
    assert title(by_id(root, "board-province-NTH")).endswith("sea")


def test_every_unit_is_drawn_and_told() -> None:
    root = tree(draw(BOARD, CHART, OPENING))
    told = describe(CHART, OPENING)
    for unit in OPENING.units:
        piece = by_id(root, f"board-unit-{unit.province}")
        assert piece.get("data-power") == unit.power
        assert str(unit.place) in title(piece)
        assert unit.power in title(piece)
        assert str(unit) in told


def test_armies_and_fleets_differ_in_shape() -> None:
    root = tree(draw(BOARD, CHART, OPENING))
    outlines = {
        kind: {path.get("d") for piece in of_class(root, "unit", kind) for path in piece.iter(f"{SVG}path")}
        for kind in ("army", "fleet")
    }
    assert all(len(found) == 1 for found in outlines.values())
    assert outlines["army"] != outlines["fleet"]


def test_colour_is_never_the_only_sign() -> None:
    root = tree(draw(BOARD, CHART, OPENING))
    for unit in OPENING.units:
        letters = [t.text for t in by_id(root, f"board-unit-{unit.province}").iter(f"{SVG}text")]
        assert letters == [CHART.powers[unit.power].letter]
    weaves = [p.find(f"{SVG}path") for p in root.iter(f"{SVG}pattern") if "weave" in (p.get("id") or "")]
    drawn = [path.get("d") for path in weaves if path is not None]
    assert len(drawn) == len(set(drawn)) == len(CHART.powers)
    woven = {use.get("href") for group in of_class(root, "woven") for use in group.iter(f"{SVG}use")}
    assert woven == {f"#board-province-{centre}" for centre in OPENING.centres}


def test_a_fleet_lies_on_its_coast() -> None:
    at_north = replace(OPENING, units=(Unit("Russia", FLEET, Place("STP", "NC")),))
    north, south = (
        by_id(tree(draw(BOARD, CHART, position)), "board-unit-STP").get("transform") for position in (at_north, OPENING)
    )
    assert north != south
    x, y = BOARD.provinces["STP"].coasts["NC"]
    assert north == f"translate({x:g} {y:g})"


@pytest.mark.parametrize(
    ("order", "kind", "told"),
    [
        (Move(at("A VIE"), Place("GAL")), "move", "Austria: A VIE - GAL"),
        (Hold(at("A VIE")), "hold", "Austria: A VIE H"),
        (SupportHold(at("A VIE"), at("A BUD")), "supporthold", "Austria: A VIE S A BUD"),
        (SupportMove(at("A VIE"), at("A BUD"), Place("GAL")), "supportmove", "Austria: A VIE S A BUD - GAL"),
        (Convoy(at("F LON"), at("A LVP"), Place("NWY")), "convoy", "England: F LON C A LVP - NWY"),
        (Build(at("A PAR")), "build", "France: A PAR B"),
        (Disband(at("A MUN")), "disband", "Germany: A MUN D"),
    ],
)
def test_an_order_is_drawn_and_told(order: Order, kind: str, told: str) -> None:
    root = tree(draw(BOARD, CHART, OPENING, orders=[order]))
    drawn = of_class(root, "order", kind)
    assert [title(sign) for sign in drawn] == [told]
    assert told in (root.findtext(f"{SVG}desc") or "")
    assert not of_class(root, "cross") or kind == "disband"


def test_a_failure_is_crossed_and_gives_its_cause() -> None:
    order = Move(at("A VIE"), Place("GAL"))
    failed = Verdict("Austria", "A VIE - GAL", order, Outcome.FAILS, Code.BOUNCED)
    root = tree(draw(BOARD, CHART, OPENING, verdicts=[failed]))
    assert [title(sign) for sign in of_class(root, "order", "move", "vain")] == [
        "Austria: A VIE - GAL – fails: bounced"
    ]
    assert of_class(root, "cross")
    shafts = of_class(of_class(root, "order", "move")[0], "rim")
    assert all(shaft.get("stroke-dasharray") for shaft in shafts)


def test_a_move_that_succeeds_is_a_whole_line() -> None:
    done = Verdict("Austria", "A VIE - GAL", Move(at("A VIE"), Place("GAL")), Outcome.SUCCEEDS)
    shafts = of_class(of_class(tree(draw(BOARD, CHART, OPENING, verdicts=[done])), "order", "move")[0], "rim")
    assert shafts
    assert not any(shaft.get("stroke-dasharray") for shaft in shafts)


def test_moves_past_each_other_take_different_ways() -> None:
    there, back = Move(at("A VIE"), Place("BUD")), Move(at("A BUD"), Place("VIE"))
    root = tree(draw(BOARD, CHART, OPENING, orders=[there, back]))
    ways = [of_class(sign, "rim")[0].get("d") for sign in of_class(root, "order", "move")]
    assert len(set(ways)) == 2


def retreating() -> Position:
    return replace(
        OPENING,
        phase=Phase("Spring", 1902, PhaseKind.RETREAT),
        dislodged=(Dislodged(Unit("Turkey", FLEET, Place("TRI")), "ADR"),),
    )


def test_a_dislodged_unit_shows_where_it_can_go() -> None:
    retreats = [("TRI", (Place("ALB"), Place("VEN")))]
    root = tree(draw(BOARD, CHART, retreating(), retreats=retreats))
    assert by_id(root, "board-dislodged-TRI").get("transform") != by_id(root, "board-unit-TRI").get("transform")
    told = "Turkey: fleet in Trieste (TRI), dislodged; it can retreat to Albania (ALB), Venice (VEN)"
    assert title(by_id(root, "board-dislodged-TRI")) == told
    assert told in describe(CHART, retreating(), retreats=retreats)
    assert len(of_class(root, "ghost")) == 2


def test_a_retreat_begins_at_the_dislodged_unit() -> None:
    root = tree(draw(BOARD, CHART, retreating(), orders=[Retreat(at("F TRI"), Place("ALB"))]))
    assert [title(sign) for sign in of_class(root, "order", "retreat")] == ["Turkey: F TRI R ALB"]


def test_words_come_in_the_reader_s_language() -> None:
    told = describe(CHART, OPENING, "fi")
    assert "Itävalta" in told
    assert "Kevät 1901" in told
    root = tree(draw(BOARD, CHART, OPENING, lang="fi"))
    assert root.get("lang") == "fi"
    assert "Saksa" in title(by_id(root, "board-unit-MUN"))
    assert describe(CHART, OPENING, "xx") == describe(CHART, OPENING, "en")


def test_languages_say_the_same_things() -> None:
    from dragoman.diplomacy.drawing.words import SENTENCES

    def gaps(sentence: str) -> set[str]:
        return {part.split("}")[0] for part in sentence.split("{")[1:]}

    for sentences in SENTENCES.values():
        assert sentences.keys() == SENTENCES["en"].keys()
        for code, sentence in sentences.items():
            assert gaps(sentence) == gaps(SENTENCES["en"][code]), code


def test_a_title_is_text_and_never_markup() -> None:
    root = tree(draw(BOARD, CHART, OPENING, title="</title><script>&\x00"))
    assert root.findtext(f"{SVG}title") == "</title><script>&"
    assert not list(root.iter(f"{SVG}script"))


def test_two_boards_on_a_page_share_no_id() -> None:
    first, second = (
        {e.get("id") for e in tree(draw(BOARD, CHART, OPENING, ident=ident)).iter() if e.get("id")}
        for ident in ("board", "before")
    )
    assert first
    assert not first & second


def test_the_style_can_be_left_to_the_page() -> None:
    bare = draw(BOARD, CHART, OPENING, styled=False)
    assert "<style>" not in bare
    assert style_of(CHART) in draw(BOARD, CHART, OPENING).replace("&gt;", ">").replace("&#x27;", "'")


def test_a_board_follows_the_reader_s_theme_but_needs_no_custom_properties() -> None:
    plain, _, following = style_of(CHART, "auto").partition("@supports")
    assert "var(" not in plain
    assert "prefers-color-scheme:dark" in following
    assert "data-theme=dark" in following
    assert "@media print" in following
    for theme in THEMES:
        fixed = style_of(CHART, theme)
        assert "var(" not in fixed
        assert "prefers" not in fixed


def test_it_becomes_a_png() -> None:
    png = bytes(resvg_py.svg_to_bytes(svg_string=draw(BOARD, CHART, OPENING), width=300))
    assert png.startswith(b"\x89PNG")


def test_it_is_not_heavy() -> None:
    assert len(draw(BOARD, CHART, OPENING)) < 400_000


DEFICIENCIES = {
    "none": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": ((0.1523, 1.0526, -0.2049), (0.1145, 0.7863, 0.0992), (-0.0039, -0.0481, 1.0520)),
    "deuteranopia": ((0.3673, 0.8606, -0.2280), (0.2801, 0.6725, 0.0474), (-0.0118, 0.0429, 0.9689)),
    "tritanopia": ((1.2555, -0.0767, -0.1788), (-0.0784, 0.9308, 0.1476), (0.0047, 0.6914, 0.3039)),
}
"""How linear red, green and blue look to eyes that lack a kind of cone (Machado, Oliveira and Fernandes, 2009)."""

TELLABLE = 25.0
"""The least distance in CIE L*a*b*; about 2 can just be told side by side."""


def seen(css: str, matrix: tuple[tuple[float, ...], ...]) -> tuple[float, float, float]:
    channels = [int(css[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    r, g, b = (min(1.0, max(0.0, sum(m * c for m, c in zip(row, linear, strict=True)))) for row in matrix)
    xyz = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
    )
    x, y, z = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("deficiency", DEFICIENCIES)
def test_the_powers_colours_can_be_told_apart(deficiency: str) -> None:
    looks = {power.id: seen(power.colour, DEFICIENCIES[deficiency]) for power in CHART.powers.values()}
    for (first, a), (second, b) in combinations(looks.items(), 2):
        apart = sum((p - q) ** 2 for p, q in zip(a, b, strict=True)) ** 0.5
        assert apart > TELLABLE, f"{first} and {second}"


places = st.sampled_from([place for province in CHART.provinces.values() for place in province.places])
units = st.builds(
    Ordered, places, st.sampled_from([ARMY, FLEET, None]), st.sampled_from([None, *CHART.powers, "Nobody"])
)
any_order = st.one_of(
    st.builds(Hold, units),
    st.builds(Move, units, places),
    st.builds(SupportHold, units, units),
    st.builds(SupportMove, units, units, places),
    st.builds(Convoy, units, units, places),
    st.builds(Retreat, units, places),
    st.builds(Disband, units),
    st.builds(Build, units),
    st.builds(Waive, st.integers(1, 3), st.none() | places),
)


@given(st.lists(any_order, max_size=4), st.sampled_from(list(Outcome)), st.sampled_from(list(Code)))
def test_any_order_at_all_leaves_a_lawful_picture(orders: list[Order], outcome: Outcome, code: Code) -> None:
    verdicts = [Verdict("Austria", "", order, outcome, code, dislodged=True) for order in orders]
    for position in (OPENING, retreating()):
        drawn = tree(draw(BOARD, CHART, position, orders=orders, verdicts=verdicts))
        assert drawn.tag.endswith("svg")


def test_the_ground_that_is_kept_is_the_one_that_would_be_drawn() -> None:
    """It goes by all that is drawn in it: owners, what changed hands, the tongue, the size, the name of the board."""
    owned = {**OPENING.centres, "SPA": "France"}
    positions = (OPENING, replace(OPENING, centres=owned), replace(OPENING, centres={**owned, "SPA": "Italy"}))
    variants = [
        Board(BOARD, CHART, position, Words(CHART, lang), LIVERIES, ident, news=news, sizes=sizes, elsewhere=away)
        for position in positions
        for lang, ident in (("en", "board"), ("fi", "board"), ("en", "other"))
        for news in (News(), News(taken={"SPA": None}), News(taken={"SPA": "Italy"}))
        for sizes, away in (("both", NOWHERE), ("both", ELSEWHERE), ("wide", NOWHERE))
    ]
    drawn = {number: "\n".join(filter(None, board._ground_layers())) for number, board in enumerate(variants)}
    for number, board in (*enumerate(variants), *enumerate(variants)):
        assert board.ground() == f'<g id="{board.ident}-ground" class="ground">\n{drawn[number]}\n</g>'
    assert len(set(drawn.values())) > len(variants) // 2
