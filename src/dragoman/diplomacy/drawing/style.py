"""How the board is coloured. One table of rules serves every theme, and nothing is told by colour alone.

A plain rule with fixed colours comes first, for readers of SVG that know no more (those that make PNG); readers that
know custom properties then take each colour from one, which pages may set and which follows the reader's theme.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Literal

from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.drawing.ink import Colour, apart, colour, contrast, css, element, lightness, mix
from dragoman.diplomacy.drawing.lettering import LAND, NARROW_SCALE, SEA, SIZES, SPACING

Theme = Literal["auto", "light", "dark", "contrast", "print"]
"""`auto` follows the reader: dark, high contrast or print, as they ask for it."""

Sizes = Literal["both", "wide", "narrow"]
"""Names and marks for a board seen large, or for one seen small (a telephone); `both` leaves it to the reader."""

THEMES: tuple[Theme, ...] = ("light", "dark", "contrast", "print")
Tokens = Mapping[str, str]

WHITE: Colour = (255, 255, 255)
BLACK: Colour = (20, 18, 16)

SMALL_SCREEN = 560
"""Pixels of a whole view up to which a board is drawn for being seen small."""
SMALL_PLACE = 640
"""Pixels of the place where a board stands (where that is a container) up to which it is."""

GROUND: Mapping[str, Tokens] = {
    "light": {
        "sea": "#c4dbe3", "shallow": "#d9e9ee", "deep": "#c9d3d5", "ripple": "#9fc1ce", "land": "#efe6cf",
        "outside": "#dfdacb", "hatch": "#978d79", "coast": "#3f5259", "border": "#8a7b5c", "seam": "#628d9f",
        "name": "#2b241a", "seaname": "#24505f", "edge": "#1f1b17", "halo": "#fffdf6", "fault": "#a3150f",
        "neutral": "#fffdf6", "ghost": "#4b453b", "paper": "#f7f1e0", "ink": "#2b241a", "frame": "#6d6350",
        "fibre": "#6b5a36", "fibres": ".06", "coastline": "1.3", "borderline": "1.1", "seamline": "1.2",
        "edgeline": "1.5",
    },
    "dark": {
        "sea": "#14222c", "shallow": "#1d323f", "deep": "#1b2227", "ripple": "#2a4656", "land": "#3b3831",
        "outside": "#27282a", "hatch": "#5f5c53", "coast": "#8aa3ab", "border": "#8f8671", "seam": "#4b7183",
        "name": "#f0e9da", "seaname": "#9cc6d8", "edge": "#f3eee2", "halo": "#101519", "fault": "#ff9d90",
        "neutral": "#4a463d", "ghost": "#d2cbba", "paper": "#1d1f20", "ink": "#e9e2d2", "frame": "#857c68",
        "fibre": "#ffffff", "fibres": ".04", "coastline": "1.3", "borderline": "1.1", "seamline": "1.2",
        "edgeline": "1.5",
    },
    "contrast": {
        "sea": "#e9f5fb", "shallow": "#ffffff", "deep": "#c9cfd2", "ripple": "#9ab9c7", "land": "#ffffff",
        "outside": "#d4d4d4", "hatch": "#4a4a4a", "coast": "#000000", "border": "#000000", "seam": "#1f4f63",
        "name": "#000000", "seaname": "#002c3d", "edge": "#000000", "halo": "#ffffff", "fault": "#8a0000",
        "neutral": "#ffffff", "ghost": "#000000", "paper": "#ffffff", "ink": "#000000", "frame": "#000000",
        "fibre": "#000000", "fibres": "0", "coastline": "2.6", "borderline": "2", "seamline": "2", "edgeline": "2.2",
    },
    "print": {
        "sea": "#f0f0f0", "shallow": "#f8f8f8", "deep": "#dcdcdc", "ripple": "#c4c4c4", "land": "#ffffff",
        "outside": "#e0e0e0", "hatch": "#7a7a7a", "coast": "#222222", "border": "#6b6b6b", "seam": "#7d7d7d",
        "name": "#000000", "seaname": "#3d3d3d", "edge": "#000000", "halo": "#ffffff", "fault": "#000000",
        "neutral": "#ffffff", "ghost": "#333333", "paper": "#ffffff", "ink": "#000000", "frame": "#444444",
        "fibre": "#000000", "fibres": "0", "coastline": "1.5", "borderline": "1.1", "seamline": "1.2",
        "edgeline": "1.6",
    },
}  # fmt: skip

LEAST: Mapping[str, float] = {"light": 4.5, "dark": 4.5, "contrast": 7.0, "print": 7.0}
"""The contrast that every word has against its ground (WCAG 2: AA, and AAA where most is asked for)."""

DUSK = 0.1
"""The lightness below which a colour is too dark for a dark board."""
DARKEST = 0.03
"""That below which one is black, and darker than the land of a dark board."""
MIDDLE = 0.155
"""The lightness from which one is made lighter, and not darker, to carry a letter in high contrast."""

APART: Mapping[str, float] = {"land": 0.035, "sea": 0.05, "shallow": 0.035}
"""The least distance (`ink.apart`) of a power's land from what lies beside it without a pattern of its own."""
WOVEN = 0.06
"""That of a weave's threads from the land they lie on."""

FONT = "'Source Sans 3','Dragoman Board','Segoe UI','Helvetica Neue',Arial,sans-serif"
SERIF = "'EB Garamond','Dragoman Sea',Georgia,serif"

RULES: Sequence[tuple[str, str]] = (
    (".sea", "fill:{sea}"),
    (".land", "fill:{land}"),
    (".outside", "fill:{outside}"),
    (".deep", "fill:{deep}"),
    (".hatch", "fill:none;stroke:{hatch};stroke-width:1.6"),
    (".shallow", "fill:none;stroke:{shallow}"),
    (".ripple", "fill:none;stroke:{ripple}"),
    (".still", "fill:none;stroke:{sea}"),
    (".coast", "fill:none;stroke:{coast};stroke-width:{coastline}"),
    (".border", "fill:none;stroke:{border};stroke-width:{borderline}"),
    (".seam", "fill:none;stroke:{seam};stroke-width:{seamline};stroke-dasharray:6 3.5"),
    (".narrows", "fill:{shallow}"),
    (".canal", "fill:none;stroke:{coast};stroke-width:4.6;stroke-linecap:butt"),
    (".canal2", "fill:none;stroke:{shallow};stroke-width:2.8;stroke-linecap:butt"),
    (".bridge", "fill:none;stroke:{shallow};stroke-width:4.6"),
    (".link", "fill:none;stroke:{coast};stroke-width:2.4;stroke-dasharray:.1 3.8"),
    (".fibres", "stroke:{fibre};stroke-opacity:{fibres}"),
    (".name", "fill:{name};stroke:{land};stroke-width:2.4;stroke-opacity:.7;paint-order:stroke"),
    (".seaname", "fill:{seaname};stroke:{sea};stroke-width:2.4;stroke-opacity:.7;paint-order:stroke"),
    (".paper", "fill:{paper}"),
    (".frame", "fill:none;stroke:{frame}"),
    (".tally", "fill:{ink}"),
    (".centre", "stroke:{edge};stroke-width:{edgeline}"),
    (".neutral", "fill:{neutral}"),
    (".pip", "fill:{edge}"),
    (".rays", "fill:none;stroke:{edge};stroke-width:2"),
    (".piece", "stroke:{edge};stroke-width:{edgeline}"),
    (".halo", "fill:none;stroke:{halo};stroke-opacity:.85"),
    (".rim", "fill:none;stroke:{edge}"),
    (".hollow", "fill:{halo};stroke:{edge};stroke-width:1.6"),
    (".cross", "fill:none;stroke:{fault};stroke-width:2.6"),
    (".crosshalo", "fill:none;stroke:{halo};stroke-width:6"),
    (".badge", "fill:{fault};stroke:{halo};stroke-width:1"),
    (".badgesign", "fill:none;stroke:{halo};stroke-width:1.9"),
    (".born", "fill:none;stroke:{edge};stroke-width:1.8;stroke-dasharray:3.4 2.6"),
    (".ghost", "stroke:{ghost};stroke-width:1.5;stroke-dasharray:3 2;fill-opacity:.25"),
    (".trail", "fill:none;stroke:{ghost};stroke-width:1.4;stroke-dasharray:1.5 3"),
)

TYPE: Sequence[tuple[str, str]] = (
    ("text", f"font-family:{FONT};text-anchor:middle;pointer-events:none"),
    (".lines,.marks,.woven,.legend,.ghosts", "stroke-linejoin:round;stroke-linecap:round;pointer-events:none"),
    (".name", f"font-weight:600;letter-spacing:{SPACING[LAND]}em"),
    (".seaname", f"font-family:{SERIF};font-style:italic;font-weight:500;letter-spacing:{SPACING[SEA]}em"),
    *((f".{name}", f"font-size:{size:g}px") for name, size in SIZES.items()),
    (".shore", "font-size:11px;font-style:italic;letter-spacing:0"),
    (".letter", "font-size:13.5px;font-weight:bold"),
    (".tally", "text-anchor:start"),
    (".told-when", "font-weight:bold"),
    (".initial", "font-size:9.6px;font-weight:bold"),
    (".order,.unit,.fault", "stroke-linejoin:round;stroke-linecap:round"),
)

SEEN_SMALL: Sequence[tuple[str, str]] = (
    (".at-large", "display:none"),
    (".at-small", "display:inline"),
    (".scaled", f"transform:scale({NARROW_SCALE})"),
)
"""What is different on a board that is seen small."""

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


FIBRES = (
    "M8 12q6-3 13 1M54 7q4 5 10 5M83 21q-5 3-6 9M31 30q7 2 12-3M66 39q7 0 10 5M12 50q3 6 2 12M45 55q6-5 13-3"
    "M88 58q-6 2-11-1M27 74q5 4 12 3M60 72q2 6 8 9M5 85q6 1 9-4M78 88q6-4 12-2M42 91q4 1 7 4"
)
"""What can be seen of the paper: a few fibres, on a tile so large that nobody sees them again."""


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
        own = self._piece(theme)
        tints = {"": own, "i": _ink(own), **_tints(self._laid(theme), own, theme)}
        return {f"p{self.number}{key}": css(value) for key, value in tints.items()}

    def _laid(self, theme: str) -> Colour:
        """What its land is coloured with: a dark power's stays dark where its pieces must be light, so that in the dark
        black and white do not come to the same grey."""
        return self.colour if theme == "dark" and lightness(self.colour) < DARKEST else self._piece(theme)

    def _piece(self, theme: str) -> Colour:
        """The colour of its pieces: lighter in the dark if need be, and such that a letter upon it can be read."""
        if theme == "print":
            return WHITE
        own = self.colour
        if theme == "dark":
            own = mix(own, WHITE, min(0.6, max(0.0, 8 * (DUSK - lightness(own)))))
        # Where much contrast is asked for, what is neither dark nor light is made light: two dark ones look alike.
        toward = BLACK if lightness(own) < (MIDDLE if theme == "contrast" else 1) and _ink(own) == WHITE else WHITE
        return next(c for c in _between(own, toward) if contrast(_ink(c), c) >= LEAST[theme])


def _ink(ground: Colour) -> Colour:
    """Black or white, whichever is better read on it."""
    return max((BLACK, WHITE), key=lambda ink: contrast(ink, ground))


def _between(one: Colour, other: Colour) -> list[Colour]:
    """Twenty steps from one colour to the other."""
    return [mix(one, other, step / 20) for step in range(21)]


@lru_cache(maxsize=512)
def _tints(laid: Colour, own: Colour, theme: str) -> dict[str, Colour]:
    """A power's home land, owned centres and weave. The more its colour stands out, the less of it is laid on, and
    never so much that a name upon it could not be read, nor so little that it looks like nobody's land or like water.
    """
    ground, name = colour(GROUND[theme]["land"]), colour(GROUND[theme]["name"])
    if theme == "print":
        return {"h": ground, "o": ground, "w": mix(ground, BLACK, 0.45)}
    strength = min(1.6, max(0.55, 1.65 - 0.11 * contrast(laid, ground)))
    owned = _apart(_readable(mix(ground, laid, 0.42 * strength), ground, name, LEAST[theme] + 0.4), laid, theme)
    home = _apart(mix(ground, laid, 0.22 * strength), laid, theme)
    return {"h": home, "o": owned, "w": _weave(owned, own, strength, theme)}


def _apart(wanted: Colour, laid: Colour, theme: str) -> Colour:
    """The tint wanted, or what is nearest to one with more of the colour, lighter and darker, that looks like none of
    the grounds beside it and bears a name."""
    beside = [(colour(GROUND[theme][each]), least) for each, least in APART.items()]
    name = colour(GROUND[theme]["name"])

    def fits(tint: Colour) -> bool:
        return all(apart(tint, each) >= least for each, least in beside) and contrast(tint, name) >= LEAST[theme] + 0.4

    if fits(wanted):
        return wanted
    shades = [mix(wanted, toward, step / 20) for toward, step in product((WHITE, BLACK), range(13))]
    tints = (mix(shade, laid, step / 10) for shade, step in product(shades, range(10)))
    own = mix(wanted, laid, 0.15)
    return min(filter(fits, tints), key=lambda tint: apart(tint, own), default=wanted)


def _weave(owned: Colour, own: Colour, strength: float, theme: str) -> Colour:
    """The threads of a power's own colour; where these could not be seen or no name be read on them, dark ones."""
    name, bold = colour(GROUND[theme]["name"]), 0.75 if theme == "contrast" else 0.4
    threads = mix(owned, own, bold * strength) if contrast(own, owned) > 1.4 else mix(owned, BLACK, 0.12 + bold / 10)
    wanted = _readable(threads, owned, name, LEAST[theme])
    others = (*_between(wanted, own), *_between(owned, BLACK))
    seen = (each for each in others if apart(each, owned) >= WOVEN and contrast(each, name) >= LEAST[theme])
    return next(seen, wanted)


def _readable(wanted: Colour, ground: Colour, name: Colour, least: float) -> Colour:
    """The colour wanted, or so much nearer to the ground that a name is read upon it."""
    return next(c for c in _between(wanted, ground) if contrast(c, name) >= least or c == ground)


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


def stylesheet(liveries: Mapping[str, Livery], theme: Theme, sizes: Sizes = "both") -> str:
    """The rules for a board. For `auto` they follow the reader: dark or high contrast where that is asked for, grey in
    print."""
    rules = (*RULES, *(rule for livery in liveries.values() for rule in _power_rules(livery)))
    fixed = tokens(liveries, "light" if theme == "auto" else theme)
    plain = "".join(_written(((s, b),), {}) for s, b in TYPE) + _written(rules, fixed) + _sized(sizes)
    if theme != "auto":
        return plain
    light, dark, strong, paper = (_properties(tokens(liveries, name)) for name in THEMES)
    variables = {name: f"var(--board-{name})" for name in fixed}
    return (
        f"{plain}@supports (color:var(--board-sea)){{.board{{{light}}}"
        f"@media (prefers-color-scheme:dark){{.board{{{dark}}}}}"
        f"@media (prefers-contrast:more){{.board{{{strong}}}}}"
        f"[data-theme=light] .board,.board[data-theme=light]{{{light}}}"
        f"[data-theme=dark] .board,.board[data-theme=dark]{{{dark}}}"
        f"[data-theme=contrast] .board,.board[data-theme=contrast]{{{strong}}}"
        f"@media print{{.board,[data-theme] .board,.board[data-theme]{{{paper}}}}}"
        f"{_written(TYPE, {}, AGAIN[1:])}{_written(rules, variables, AGAIN)}}}"
    )


def _sized(sizes: Sizes) -> str:
    """Which of the two sets of names and marks is seen."""
    if sizes == "both":
        small = _written(SEEN_SMALL, {}, AGAIN)
        shown = f"@media (max-width:{SMALL_SCREEN}px){{{small}}}@container (max-width:{SMALL_PLACE}px){{{small}}}"
        return _written(((".at-small", "display:none"),), {}, AGAIN) + shown
    return ""


def patterns(liveries: Mapping[str, Livery], ident: str) -> str:
    """The tiles that fill owned centres and impassable land."""
    found = [
        _tile(f"{ident}-weave-{v.number}", 8, element("path", class_=f"p{v.number}w", d=v.weave))
        for v in liveries.values()
    ]
    hatch = element("path", class_="hatch", d="M-1 1L1 -1M-1 7L7 -1M5 7L7 5")
    fibres = element("path", class_="fibres", d=FIBRES, fill="none", stroke_width=".9", stroke_linecap="round")
    return "".join([*found, _tile(f"{ident}-hatched", 6, hatch), _tile(f"{ident}-fibred", 97, fibres)])


def _tile(ident: str, side: int, weave: str) -> str:
    size = str(side)
    return element("pattern", weave, id=ident, width=size, height=size, patternUnits="userSpaceOnUse")
