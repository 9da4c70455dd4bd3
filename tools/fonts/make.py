"""Makes the fonts in which the board is drawn for letters out of the pages' own: two plain weights, few characters.

What draws PNG reads no WOFF2 and knows nothing of a variable font's weights. The licence reserves the name of what
is changed, so the fonts bear another. `python tools/fonts/make.py` writes them anew, the same bytes each time.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

ROOT = Path(__file__).parents[2] / "src" / "dragoman"
SOURCE = ROOT / "web" / "static" / "web" / "fonts" / "source-sans-3.woff2"
GOAL = ROOT / "post" / "fonts"
FAMILY = "Dragoman Board"
WEIGHTS = {"Regular": 400, "Bold": 700}
CHARACTERS = [*range(0x20, 0x7F), *range(0xA0, 0x180), 0x2013, 0x2014, 0x2019, 0x201D]
"""Latin letters, as the names of provinces and powers have them."""


def made(style: str, weight: int) -> TTFont:
    """One weight, with the characters that a board can hold."""
    font = instantiateVariableFont(TTFont(SOURCE, recalcTimestamp=False), {"wght": weight})
    font.flavor = None
    options = Options(hinting=False, notdef_outline=True, name_IDs=[0, 13, 14])
    options.layout_features = ["kern", "mark", "ccmp"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=CHARACTERS)
    subsetter.subset(font)
    for number, text in ((1, FAMILY), (2, style), (4, f"{FAMILY} {style}"), (6, f"DragomanBoard-{style}")):
        font["name"].setName(text, number, 3, 1, 0x409)
    font["OS/2"].usWeightClass = weight
    font["OS/2"].fsSelection = 0x20 if weight == 700 else 0x40
    font["head"].macStyle = 1 if weight == 700 else 0
    return font


def main() -> None:
    GOAL.mkdir(exist_ok=True)
    for style, weight in WEIGHTS.items():
        made(style, weight).save(GOAL / f"board-{style.lower()}.ttf", reorderTables=False)
    shutil.copy(SOURCE.with_name("source-sans-3.LICENSE"), GOAL / "board.LICENSE")


if __name__ == "__main__":
    main()
