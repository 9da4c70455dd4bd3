"""Every theme can be read: words and marks stand out from whatever lies under them, on every map, to all eyes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import resources
from itertools import combinations
from pathlib import Path

import pytest

from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.mapfile import chart
from dragoman.diplomacy.drawing import style
from dragoman.diplomacy.drawing.board import draw
from dragoman.diplomacy.drawing.geometry import geometry
from dragoman.diplomacy.drawing.ink import Colour, colour, contrast
from dragoman.diplomacy.drawing.style import THEMES, WEAVES, liveries, stylesheet, tokens

BOARDS = sorted(
    entry.name.removesuffix(".json")
    for entry in (resources.files("dragoman.diplomacy.drawing") / "maps").iterdir()
    if entry.name.endswith(".json")
)
WORDS = {"light": 4.5, "dark": 4.5, "contrast": 7.0, "print": 7.0}
"""WCAG 2.2, 1.4.3 and, where most is asked for, 1.4.6."""
MARKS = {"light": 3.0, "dark": 3.0, "contrast": 7.0, "print": 3.0}
"""WCAG 2.2, 1.4.11; in high contrast as much as words."""

on_every_board = pytest.mark.parametrize("on", [chart(name) for name in BOARDS], ids=BOARDS)
in_every_theme = pytest.mark.parametrize("theme", THEMES)


def colours(on: Chart, theme: str) -> dict[str, Colour]:
    """The colours of a theme, without its widths."""
    return {name: colour(value) for name, value in tokens(liveries(on), theme).items() if value.startswith("#")}


def powers(on: Chart) -> list[str]:
    return [f"p{livery.number}" for livery in liveries(on).values()]


@on_every_board
@in_every_theme
def test_words_can_be_read_on_every_ground(on: Chart, theme: str) -> None:
    """Names on free, home and owned land and on each thread of its weave, at sea and on the lines of the water; letters
    on pieces; the caption on its paper."""
    found = colours(on, theme)
    grounds = ["land", "outside", *(f"{p}{part}" for p in powers(on) for part in "how")]
    if theme == "print":
        # Grey on white: the threads of a weave are darker than any letter's ground may be, and a halo parts them.
        grounds = [name for name in grounds if not name.endswith("w")]
    pairs = [("name", ground) for ground in grounds]
    pairs += [("seaname", "sea"), ("seaname", "shallow"), ("ink", "paper")]
    pairs += [(f"{p}i", p) for p in powers(on)]
    for word, ground in pairs:
        assert contrast(found[word], found[ground]) >= WORDS[theme], (word, ground)


@on_every_board
@in_every_theme
def test_marks_stand_out(on: Chart, theme: str) -> None:
    """The edges of pieces and centres on every ground on which they stand; signs on their halos; coasts between land
    and sea; the sign of a badge on its disc."""
    found = colours(on, theme)
    grounds = ["sea", "land", "shallow", "outside", *(f"{p}{part}" for p in powers(on) for part in "ho")]
    pairs = [("edge", ground) for ground in grounds] + [("ghost", ground) for ground in grounds]
    pairs += [("edge", "neutral"), ("edge", "halo"), ("fault", "halo"), ("coast", "land"), ("coast", "sea")]
    for mark, ground in pairs:
        assert contrast(found[mark], found[ground]) >= MARKS[theme], (mark, ground)


@on_every_board
def test_lines_between_provinces_stand_out(on: Chart) -> None:
    """The border of provinces by land and by sea, which are lines of the rules and no ornament."""
    for theme in THEMES:
        found = colours(on, theme)
        assert contrast(found["border"], found["land"]) >= 3.0, theme
        least = 7.0 if theme == "contrast" else 2.2
        assert contrast(found["seam"], found["sea"]) >= least, theme


@on_every_board
def test_high_contrast_draws_thicker_lines_and_stronger_weaves(on: Chart) -> None:
    plain, strong = tokens(liveries(on), "light"), tokens(liveries(on), "contrast")
    assert all(float(strong[line]) > 1.4 * float(plain[line]) for line in ("coastline", "borderline", "seamline"))
    light, dark = colours(on, "light"), colours(on, "contrast")
    for p in powers(on):
        assert contrast(dark[f"{p}w"], dark[f"{p}o"]) >= contrast(light[f"{p}w"], light[f"{p}o"]), p


@on_every_board
def test_print_knows_no_colour(on: Chart) -> None:
    """Grey throughout: powers are told by letters and weaves alone, and no two of these are alike."""
    for name, (r, g, b) in colours(on, "print").items():
        assert max(r, g, b) - min(r, g, b) <= 4, name
    every = liveries(on).values()
    assert len({livery.letter for livery in every}) == len(every)
    assert len({livery.weave for livery in every}) == min(len(every), len(WEAVES))
    greys = re.findall(r"#([0-9a-f]{6})", stylesheet(liveries(on), "print"))
    assert greys
    assert all(max(parts) - min(parts) <= 4 for parts in (bytes.fromhex(grey) for grey in greys))


DEFICIENCIES = {
    "none": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
"""How linear red, green and blue look to eyes that lack a kind of cone (Machado, Oliveira and Fernandes, 2009)."""

TELLABLE = 0.085
"""The least distance in OKLab between two powers; 0.02 can just be told side by side."""


def seen(looks: Colour, matrix: tuple[tuple[float, ...], ...]) -> tuple[float, ...]:
    """A colour in OKLab (Ottosson, 2020) as those eyes see it."""
    shares = [channel / 255 for channel in looks]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in shares]
    r, g, b = (min(1.0, max(0.0, sum(m * c for m, c in zip(row, linear, strict=True)))) for row in matrix)
    cones = (
        0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b,
        0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b,
        0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b,
    )
    long, middle, short = (c ** (1 / 3) for c in cones)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


@on_every_board
@pytest.mark.parametrize("deficiency", DEFICIENCIES)
@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_powers_can_be_told_apart(on: Chart, theme: str, deficiency: str) -> None:
    """By the colours of their pieces as drawn; on a map of many powers, by letter and weave."""
    found, every = colours(on, theme), list(liveries(on).values())
    for one, other in combinations(every, 2):
        a, b = (seen(found[f"p{livery.number}"], DEFICIENCIES[deficiency]) for livery in (one, other))
        apart = sum((p - q) ** 2 for p, q in zip(a, b, strict=True)) ** 0.5
        if on.id == "standard":
            assert apart >= TELLABLE, (one, other)
        assert apart >= TELLABLE or (one.letter != other.letter and one.weave != other.weave), (one, other)


LANDS_APART = 0.025
"""The least distance in OKLab between two grounds that share a border and bear no pattern."""
THREADS_APART = 0.055
"""That of a weave's threads from their ground, from which on the pattern is seen."""


def _apart(one: Colour, other: Colour) -> float:
    a, b = (seen(each, DEFICIENCIES["none"]) for each in (one, other))
    return float(sum((p - q) ** 2 for p, q in zip(a, b, strict=True)) ** 0.5)


@on_every_board
@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_land_tells_whose_it_is(on: Chart, theme: str) -> None:
    """Owned centres are woven so that it is seen; what bears no weave differs in itself from what lies beside it: from
    nobody's land, from all water along a coast, and from a neighbour's home."""
    found, every = colours(on, theme), liveries(on)
    for power, livery in every.items():
        p = f"p{livery.number}"
        assert _apart(found[f"{p}w"], found[f"{p}o"]) >= THREADS_APART, power
        for ground, least in (("land", LANDS_APART), ("sea", 0.045), ("shallow", LANDS_APART)):
            for tint in (f"{p}h", f"{p}o"):
                assert _apart(found[tint], found[ground]) >= least, (power, tint, ground)
    for one, other in combinations(every.values(), 2):
        if _meet(on, one.number, other.number) and theme != "contrast":
            assert _apart(found[f"p{one.number}h"], found[f"p{other.number}h"]) >= LANDS_APART, (one, other)
        if one.weave == other.weave or on.id == "standard":
            assert _apart(found[f"p{one.number}o"], found[f"p{other.number}o"]) >= LANDS_APART, (one, other)


def _meet(on: Chart, one: int, other: int) -> bool:
    """Whether home lands of two powers that are no centres share a border: of woven ones and others it is seen."""
    number = {power: livery.number for power, livery in liveries(on).items()}
    plain = {
        name: number[province.home]
        for name, province in on.provinces.items()
        if province.home and not province.centre and province.home in number
    }
    near = {(plain.get(a.province), plain.get(b.province)) for a, others in on.army.items() for b in others}
    return (one, other) in near


def rules(sheet: str) -> Iterator[tuple[str, str]]:
    """The rules of a sheet that stand in no other rule, those under a condition too, with all that is in each."""
    depth, start, head = 0, 0, ""
    for at, sign in enumerate(sheet):
        if sign == "{":
            if depth == 0:
                head, start = sheet[start:at].strip(), at + 1
            depth += 1
        elif sign == "}":
            depth -= 1
            if depth == 0:
                within = sheet[start:at]
                yield from rules(within) if head.startswith("@") else [(head, within)]
                start = at + 1


def test_no_class_of_a_board_is_one_that_pages_lay_out() -> None:
    """A board stands within a page: a page's rule for a class of that name anywhere would show what is to be hidden."""
    pages = Path(style.__file__).parents[2] / "web" / "static" / "web"
    sheets = (re.sub(r"/\*.*?\*/", "", sheet.read_text("utf-8"), flags=re.S) for sheet in pages.glob("*.css"))
    every = (rule for sheet in sheets for rule in rules(sheet))
    own = (head for head, body in every if re.search(r"^[^{]*display\s*:", body))
    whole = re.compile(r"(?:\.told |\.js )*\.([a-z][\w-]*)")  # these stand about a board
    shown = {found[1] for head in own for each in head.split(",") if (found := whole.fullmatch(each.strip()))}
    assert len(shown) > 10, "the sheets were not read"
    drawn = re.findall(r'class="([^"]+)"', draw(geometry("standard"), chart("standard"), chart("standard").opening))
    assert {name for classes in drawn for name in classes.split()} & shown == set()
