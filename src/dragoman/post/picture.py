"""A drawn board becomes a picture that a letter can carry: a PNG of few colours, the same bytes for the same drawing.

It is drawn in fonts of our own, whatever the machine has, on paper that is never transparent: a reader whose letters
are dark sees a light board, and no dark ink upon dark.
"""

from __future__ import annotations

import io
from functools import lru_cache
from pathlib import Path

WIDTH = 1000
"""Pixels: sharp on a desk, and still read when a telephone makes it small."""

COLOURS = 256
PAPER = "#fffdf6"
FONTS = sorted(str(path) for path in (Path(__file__).parent / "fonts").glob("*.ttf"))
FAMILY = "Dragoman Board"


@lru_cache(maxsize=32)
def png(svg: str) -> bytes:
    """The drawing as PNG. It is kept for a while: the letters of one table carry the same one. Raises ValueError for
    what is no SVG.

    The means to draw are loaded when something is first drawn: most commands never do.
    """
    import resvg_py
    from PIL import Image

    drawn = resvg_py.svg_to_bytes(
        svg_string=svg, width=WIDTH, background=PAPER, skip_system_fonts=True, font_files=FONTS, font_family=FAMILY,
        sans_serif_family=FAMILY, serif_family=FAMILY,
    )  # fmt: skip
    colours = Image.open(io.BytesIO(bytes(drawn))).convert("RGB")
    few = colours.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    out = io.BytesIO()
    few.save(out, "PNG", optimize=True)
    return out.getvalue()
