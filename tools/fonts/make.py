"""Makes the fonts in which boards become pixels out of the pages' own: few weights and characters, and a table of how
wide they run.

What draws PNG reads no WOFF2 and knows nothing of a variable font's weights. The licence reserves the name of what
is changed, so the fonts bear another. `python tools/fonts/make.py` writes them anew, the same bytes each time.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from fontTools.pens.boundsPen import BoundsPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

ROOT = Path(__file__).parents[2] / "src" / "dragoman"
SOURCE = ROOT / "web" / "static" / "web" / "fonts"
GOAL = ROOT / "game" / "fonts"
TABLE = ROOT / "diplomacy" / "drawing" / "faces.json"
BOARD, SEA = "Dragoman Board", "Dragoman Sea"
FACES = {
    "board-regular": (BOARD, "Regular", "source-sans-3", 400),
    "board-bold": (BOARD, "Bold", "source-sans-3", 700),
    "sea-italic": (SEA, "Italic", "eb-garamond-italic", 600),
}
"""File, family, style, what it is made of, and how heavy it is."""

CHARACTERS = [*range(0x20, 0x7F), *range(0xA0, 0x180), 0x2013, 0x2014, 0x2019, 0x201D]
"""Latin letters, as the names of provinces and powers have them."""


def made(family: str, style: str, source: str, weight: int) -> TTFont:
    """One weight, with the characters that a board can hold."""
    font = instantiateVariableFont(TTFont(SOURCE / f"{source}.woff2", recalcTimestamp=False), {"wght": weight})
    font.flavor = None
    options = Options(hinting=False, notdef_outline=True, name_IDs=[0, 13, 14])
    options.layout_features = ["kern", "mark", "ccmp"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=CHARACTERS)
    subsetter.subset(font)
    plain = f"{family} {style}".replace(" ", "")
    for number, text in ((1, family), (2, style), (4, f"{family} {style}"), (6, plain)):
        font["name"].setName(text, number, 3, 1, 0x409)
    font["OS/2"].usWeightClass = 700 if style == "Bold" else 400
    font["OS/2"].fsSelection = {"Bold": 0x20, "Italic": 0x01}.get(style, 0x40)
    font["head"].macStyle = {"Bold": 1, "Italic": 2}.get(style, 0)
    return font


def measured(font: TTFont) -> dict[str, object]:
    """How far each letter leads on, how high capitals stand, and how far the deepest letter hangs, in thousandths."""
    em, letters = font["head"].unitsPerEm, font.getBestCmap()
    advances = {chr(code): round(1000 * font["hmtx"][letters[code]][0] / em) for code in sorted(letters)}
    return {"cap": round(1000 * _top(font, "H") / em), "widths": advances}


def _top(font: TTFont, letter: str) -> float:
    glyphs = font.getGlyphSet()
    pen = BoundsPen(glyphs)
    glyphs[font.getBestCmap()[ord(letter)]].draw(pen)
    return float(pen.bounds[3])


def main() -> None:
    import json

    GOAL.mkdir(exist_ok=True)
    table = {}
    for name, (family, style, source, weight) in FACES.items():
        font = made(family, style, source, weight)
        font.save(GOAL / f"{name}.ttf", reorderTables=False)
        table[name] = measured(font)
    rows = ",\n".join(f" {json.dumps(name)}: {json.dumps(face, ensure_ascii=False)}" for name, face in table.items())
    TABLE.write_text(f"{{\n{rows}\n}}\n", encoding="utf-8")
    shutil.copy(SOURCE / "source-sans-3.LICENSE", GOAL / "board.LICENSE")
    shutil.copy(SOURCE / "eb-garamond.LICENSE", GOAL / "sea.LICENSE")


if __name__ == "__main__":
    main()
