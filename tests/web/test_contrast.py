"""Every colour of the pages stands out from every ground it may lie on, in every theme: computed from the stylesheets,
whose colours are all said once, as custom properties."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import product
from pathlib import Path

import pytest

import dragoman.web

STATIC = Path(dragoman.web.__file__).parent / "static" / "web"
STYLE = (STATIC / "style.css").read_text("utf-8")
PRINT = (STATIC / "print.css").read_text("utf-8")

TEXT = ("ink", "ink-2", "link", "good", "warn", "bad")
GROUNDS = ("paper", "sheet", "sheet-2", "wash")
PAIRS = (
    *product(TEXT, GROUNDS, (4.5,)),
    *product(("on-wax",), ("wax", "wax-2"), (4.5,)),
    *product(("edge", "focus"), ("paper", "sheet"), (3.0,)),
)
"""What lies on what, and the least contrast that WCAG 2.2 asks of it: of text, and of the edges of what can be used."""

SHARP = (
    *product(TEXT, GROUNDS, (7.0,)),
    *product(("on-wax",), ("wax",), (7.0,)),
    *product(("edge",), ("paper",), (7.0,)),
)
"""The same where high contrast was asked for: as WCAG's level AAA has it."""

Colours = Mapping[str, str]
LIKE = re.compile(r"var\(--([\w-]+)\)")
"""A colour that is the same as another."""


def declared(css: str, opening: str) -> dict[str, str]:
    """The custom properties of the first rule that opens so."""
    start = css.index(opening) + len(opening)
    return dict(re.findall(r"--([\w-]+): ([^;]+);", css[start : css.index("}", start)]))


def theme(lamp: bool, *rules: Mapping[str, str]) -> Colours:
    """The colours by day or by lamp, later rules over earlier ones."""
    found: dict[str, str] = {}
    for rule in rules:
        for name, value in rule.items():
            both = re.fullmatch(r"light-dark\((\S+), (\S+)\)", value)
            found[name] = both[2 if lamp else 1] if both else value
    return {name: found[like[1]] if (like := LIKE.fullmatch(value)) else value for name, value in found.items()}


ROOT = declared(STYLE, "\n:root {")
ASKED = declared(STYLE, "@media (prefers-contrast: more) { :root {")
CHOSEN = declared(STYLE, ':root[data-theme="contrast"] {')

THEMES: Mapping[str, tuple[Colours, tuple[tuple[str, str, float], ...]]] = {
    "day": (theme(False, ROOT), PAIRS),
    "lamp": (theme(True, ROOT), PAIRS),
    "sharp by day": (theme(False, ROOT, CHOSEN), SHARP),
    "sharp by lamp": (theme(True, ROOT, CHOSEN), SHARP),
    "on paper": (theme(False, ROOT, declared(PRINT, ":root, :root[data-theme] {")), SHARP[: len(TEXT) * len(GROUNDS)]),
}


def luminance(colour: str) -> float:
    """How light a colour is, as WCAG reckons it."""
    digits = colour.removeprefix("#")
    wide = digits if len(digits) == 6 else "".join(2 * digit for digit in digits)
    parts = [int(wide[n : n + 2], 16) / 255 for n in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_the_measure_is_wcags() -> None:
    assert contrast("#fff", "#000000") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("name", THEMES)
def test_every_colour_stands_out_from_every_ground(name: str) -> None:
    colours, pairs = THEMES[name]
    found = {(on, ground): round(contrast(colours[on], colours[ground]), 2) for on, ground, _ in pairs}
    assert {pair: found[pair[:2]] for pair in pairs if found[pair[:2]] < pair[2]} == {}


def test_contrast_that_the_device_asks_for_is_that_which_can_be_chosen() -> None:
    assert ASKED == CHOSEN


@pytest.mark.parametrize("path", sorted(STATIC.glob("*.css")), ids=lambda path: path.name)
def test_no_colour_is_said_elsewhere(path: Path) -> None:
    """A colour of text or of ground is one of those above, so none escapes the law."""
    plain = re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL)
    said = re.findall(r"(?<![\w-])(?:color|background(?:-color)?): ([^;}]+)", plain)
    names = "|".join((*TEXT, *GROUNDS, "on-wax", "wax", "wax-2"))
    allowed = rf"var\(--(?:{names})\)|none|inherit|transparent|currentcolor"
    assert [value.strip() for value in said if not re.fullmatch(allowed, value.strip())] == []
