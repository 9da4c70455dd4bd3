"""How the board is coloured. One table of rules serves every theme, and nothing is told by colour alone.

A plain rule with fixed colours comes first, for readers of SVG that know no more (those that make PNG); readers that
know custom properties then take each colour from one, which pages may set and which follows the reader's theme.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.drawing.ink import Colour, colour, contrast, css, element, lightness, mix

Theme = Literal["auto", "light", "dark", "print"]
Tokens = Mapping[str, str]

WHITE: Colour = (255, 255, 255)
BLACK: Colour = (20, 18, 16)

GROUND: Mapping[str, Tokens] = {
    "light": {
        "sea": "#c2d8e1", "shallow": "#d6e6eb", "deep": "#c9d3d5", "land": "#ece2ca", "outside": "#dcd7ca",
        "hatch": "#a59c89", "coast": "#4d5f66", "border": "#a39577", "seam": "#86abbb", "name": "#4a4235",
        "seaname": "#39667a", "edge": "#1f1b17", "halo": "#fffdf6", "fault": "#a3150f",
        "neutral": "#fffdf6", "ghost": "#5d564a",
    },
    "dark": {
        "sea": "#14222c", "shallow": "#1c303c", "deep": "#1b2227", "land": "#3b3831", "outside": "#27282a",
        "hatch": "#55534c", "coast": "#7f979f", "border": "#6f6857", "seam": "#3c5a69", "name": "#d9d1bf",
        "seaname": "#86b2c5", "edge": "#f3eee2", "halo": "#101519", "fault": "#ff8d80",
        "neutral": "#4a463d", "ghost": "#bdb6a6",
    },
    "print": {
        "sea": "#eef1f2", "shallow": "#f7f9f9", "deep": "#e6e8e9", "land": "#ffffff", "outside": "#e4e4e4",
        "hatch": "#9a9a9a", "coast": "#333333", "border": "#8c8c8c", "seam": "#a5a5a5", "name": "#222222",
        "seaname": "#555555", "edge": "#000000", "halo": "#ffffff", "fault": "#000000",
        "neutral": "#ffffff", "ghost": "#555555",
    },
}  # fmt: skip

FONT = "'DejaVu Sans',Verdana,'Segoe UI',sans-serif"

RULES: Sequence[tuple[str, str]] = (
    (".sea", "fill:{sea}"),
    (".land", "fill:{land}"),
    (".outside", "fill:{outside}"),
    (".deep", "fill:{deep}"),
    (".hatch", "fill:none;stroke:{hatch};stroke-width:1.3"),
    (".shallow", "fill:none;stroke:{shallow};stroke-width:9"),
    (".coast", "fill:none;stroke:{coast};stroke-width:1.1"),
    (".border", "fill:none;stroke:{border};stroke-width:1"),
    (".seam", "fill:none;stroke:{seam};stroke-width:1.1;stroke-dasharray:5 3"),
    (".narrows", "fill:{shallow}"),
    (".canal", "fill:none;stroke:{coast};stroke-width:3.2;stroke-linecap:butt"),
    (".canal2", "fill:none;stroke:{shallow};stroke-width:1.8;stroke-linecap:butt"),
    (".bridge", "fill:none;stroke:{shallow};stroke-width:4.6"),
    (".link", "fill:none;stroke:{coast};stroke-width:2.2;stroke-dasharray:.1 3.6"),
    (".name", "fill:{name};stroke:{land};stroke-width:2;stroke-opacity:.55;paint-order:stroke"),
    (".seaname", "fill:{seaname};font-style:italic;stroke:{sea};stroke-width:2;stroke-opacity:.6;paint-order:stroke"),
    (".centre", "stroke:{edge};stroke-width:1.2"),
    (".neutral", "fill:{neutral}"),
    (".pip", "fill:{edge}"),
    (".piece", "stroke:{edge};stroke-width:1.4"),
    (".halo", "fill:none;stroke:{halo};stroke-opacity:.85"),
    (".rim", "fill:none;stroke:{edge}"),
    (".rimfill", "fill:{edge}"),
    (".cross", "fill:none;stroke:{fault};stroke-width:2.6"),
    (".crosshalo", "fill:none;stroke:{halo};stroke-width:5.2"),
    (".badge", "fill:{fault};stroke:{halo};stroke-width:1"),
    (".badgesign", "fill:none;stroke:{halo};stroke-width:1.8"),
    (".ghost", "stroke:{ghost};stroke-width:1.3;stroke-dasharray:3 2;fill-opacity:.25"),
    (".trail", "fill:none;stroke:{ghost};stroke-width:1.2;stroke-dasharray:1.5 3"),
)

TYPE: Sequence[tuple[str, str]] = (
    ("text", f"font-family:{FONT};text-anchor:middle;pointer-events:none"),
    (".lines,.marks,.woven,.legend", "stroke-linejoin:round;stroke-linecap:round;pointer-events:none"),
    (".small", "font-size:8.5px;letter-spacing:.3px"),
    (".medium", "font-size:10.5px;letter-spacing:.5px"),
    (".large", "font-size:13px;letter-spacing:1px"),
    (".shore", "font-size:7.5px;font-style:italic"),
    (".letter", "font-size:12px;font-weight:bold"),
    (".power", "font-size:11px;text-anchor:start"),
    (".caption", "font-size:13px;font-weight:bold;text-anchor:start"),
    (".initial", "font-size:8.5px;font-weight:bold"),
    (".order,.unit", "stroke-linejoin:round"),
)

WEAVES = (
    "M-1 1L1 -1M-1 9L9 -1M7 9L9 7",
    "M0 2H8M0 6H8",
    "M2 1.2V2.8M1.2 2H2.8M6 5.2V6.8M5.2 6H6.8",
    "M-1 7L1 9M-1 -1L9 9M7 -1L9 1",
    "M2 0V8M6 0V8",
    "M0 4H8M4 0V8",
    "M0 5L2 3L4 5L6 3L8 5",
    "M-1 9L9 -1M-1 -1L9 9",
)
"""Patterns on a tile of eight by eight, one for each power; a map with more powers begins again, and letters differ."""


@dataclass(frozen=True, slots=True)
class Livery:
    """How a power's pieces and land look: the number of its classes and its pattern, its letter and its colour."""

    number: int
    letter: str
    colour: Colour

    @property
    def weave(self) -> str:
        return WEAVES[self.number % len(WEAVES)]

    def tokens(self, theme: str) -> dict[str, str]:
        """The colours made of the power's own: its pieces and their ink, its home land, its centres and their weave."""
        ground = colour(GROUND[theme]["land"])
        own = self._piece(theme)
        ink = max((BLACK, WHITE), key=lambda c: contrast(c, own))
        tints = {"": own, "i": ink, **_tints(ground, own, theme)}
        return {f"p{self.number}{key}": css(value) for key, value in tints.items()}

    def _piece(self, theme: str) -> Colour:
        if theme == "print":
            return WHITE
        too_dark = theme == "dark" and lightness(self.colour) < 0.09
        return mix(self.colour, WHITE, 0.3) if too_dark else self.colour


def _tints(ground: Colour, own: Colour, theme: str) -> dict[str, Colour]:
    """A power's home land, owned centres and weave. The more its colour stands out, the less of it is laid on."""
    if theme == "print":
        return {"h": ground, "o": ground, "w": mix(ground, BLACK, 0.4)}
    strength = min(1.6, max(0.55, 1.65 - 0.11 * contrast(own, ground)))
    owned = mix(ground, own, 0.42 * strength)
    weave = mix(owned, own, 0.4 * strength) if contrast(own, owned) > 1.4 else mix(owned, BLACK, 0.1)
    return {"h": mix(ground, own, 0.22 * strength), "o": owned, "w": weave}


def liveries(chart: Chart) -> dict[str, Livery]:
    return {
        power.id: Livery(number, power.letter, colour(power.colour))
        for number, power in enumerate(chart.powers.values())
    }


def _power_rules(livery: Livery) -> tuple[tuple[str, str], ...]:
    p = f"p{livery.number}"
    return (
        (f".{p}", f"fill:{{{p}}}"),
        (f".{p}i", f"fill:{{{p}i}}"),
        (f".{p}h", f"fill:{{{p}h}}"),
        (f".{p}o", f"fill:{{{p}o}}"),
        (f".{p}w", f"fill:none;stroke:{{{p}w}}"),
        (f".{p}s", f"fill:none;stroke:{{{p}}}"),
    )


def tokens(liveries: Mapping[str, Livery], theme: str) -> dict[str, str]:
    found = dict(GROUND[theme])
    for livery in liveries.values():
        found |= livery.tokens(theme)
    return found


def _properties(values: Tokens) -> str:
    return ";".join(f"--board-{name}:{value}" for name, value in values.items())


def _written(rules: Sequence[tuple[str, str]], values: Tokens, roots: Sequence[str] = (".board",)) -> str:
    return "".join(
        ",".join(f"{root} {part}" for part in selector.split(",") for root in roots)
        + "{"
        + body.format_map(values)
        + "}"
        for selector, body in rules
    )


AGAIN = (".board", ".ground")
"""Where rules hold in a browser: what lies in a board; and in its ground where another board shows that again, which
then stands in no board of its own, though it inherits the colours of the one that shows it."""


def stylesheet(liveries: Mapping[str, Livery], theme: Theme) -> str:
    """The rules for a board. For `auto` they follow the reader: dark where that is asked for, grey in print."""
    rules = (*RULES, *(rule for livery in liveries.values() for rule in _power_rules(livery)))
    fixed = tokens(liveries, "light" if theme == "auto" else theme)
    plain = "".join(_written(((s, b),), {}) for s, b in TYPE) + _written(rules, fixed)
    if theme != "auto":
        return plain
    light, dark, paper = (_properties(tokens(liveries, name)) for name in ("light", "dark", "print"))
    variables = {name: f"var(--board-{name})" for name in fixed}
    return (
        f"{plain}@supports (color:var(--board-sea)){{.board{{{light}}}"
        f"@media (prefers-color-scheme:dark){{.board{{{dark}}}}}"
        f"[data-theme=light] .board,.board[data-theme=light]{{{light}}}"
        f"[data-theme=dark] .board,.board[data-theme=dark]{{{dark}}}"
        f"@media print{{.board,[data-theme] .board,.board[data-theme]{{{paper}}}}}"
        f"{_written(TYPE, {}, AGAIN[1:])}{_written(rules, variables, AGAIN)}}}"
    )


def patterns(liveries: Mapping[str, Livery], ident: str) -> str:
    """The tiles that fill owned centres and impassable land."""
    found = [
        _tile(f"{ident}-weave-{v.number}", 8, element("path", class_=f"p{v.number}w", d=v.weave))
        for v in liveries.values()
    ]
    hatch = element("path", class_="hatch", d="M-1 1L1 -1M-1 7L7 -1M5 7L7 5")
    return "".join([*found, _tile(f"{ident}-hatched", 6, hatch)])


def _tile(ident: str, side: int, weave: str) -> str:
    size = str(side)
    return element("pattern", weave, id=ident, width=size, height=size, patternUnits="userSpaceOnUse")
