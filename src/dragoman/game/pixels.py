"""A drawing becomes pixels: a PNG of few colours or moving pictures, the same bytes for the same drawing.

It is drawn in fonts of our own, whatever the machine has, on paper that is never transparent: a reader whose letters
are dark sees a light board, and no dark ink upon dark.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image as Raster

COLOURS = 128
"""As many as a board needs to look smooth."""
SMALL_COLOURS = 96
PAPER = "#fffdf6"
FONTS = sorted(str(path) for path in (Path(__file__).parent / "fonts").glob("*.ttf"))
FAMILY = "Dragoman Board"
MOST_FRAMES = 400
"""Of moving pictures: some hundred years of a game. All are held in memory at once, a byte for each pixel."""
WIDEST = 4000
"""Pixels: no drawing is made wider, for a picture takes room as the square of that."""


def raster(svg: str, width: int, *, words: bool = True) -> Raster:
    """The drawing in full colour, so many pixels wide. Raises ValueError for what is no SVG, or for a width that is
    not from 1 to `WIDEST`.

    The means to draw are loaded when something is first drawn: most commands never do.
    """
    import resvg_py
    from PIL import Image

    if not 1 <= width <= WIDEST:
        raise ValueError(f"a width of {width} is not from 1 to {WIDEST} pixels")
    drawn = resvg_py.svg_to_bytes(
        svg_string=svg, width=width, background=PAPER, skip_system_fonts=True,
        font_files=FONTS if words else None, font_family=FAMILY,
        sans_serif_family=FAMILY, serif_family=FAMILY,
    )  # fmt: skip
    return Image.open(io.BytesIO(bytes(drawn))).convert("RGB")


def png(svg: str, width: int, colours: int = COLOURS) -> bytes:
    """The drawing as PNG, in so many colours. Raises as `raster` does."""
    out = io.BytesIO()
    _few(raster(svg, width), colours).save(out, "PNG", optimize=True)
    return out.getvalue()


def small(svg: str, width: int) -> bytes:
    """The drawing in few colours and without its words, for where no word could be read. Raises as `raster` does."""
    out = io.BytesIO()
    _few(raster(svg, width, words=False), SMALL_COLOURS).save(out, "PNG", optimize=True)
    return out.getvalue()


def _few(image: Raster, colours: int) -> Raster:
    from PIL import Image

    # The median cut spends its colours on what is large, and gives small pieces one that is nobody's.
    return image.quantize(colours, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)


def moving(frames: Iterable[tuple[str, int]], width: int, form: str) -> bytes:
    """Drawings one after the other, each shown for so many milliseconds, as `gif` or `apng`, which begins anew when it
    has ended. All share the colours of a few of them. Raises as `raster` does, and for no frame at all or more than
    `MOST_FRAMES`.

    Only the pixels of a few frames are held in full colour at a time.
    """
    shown = list(islice(frames, MOST_FRAMES + 1))
    if not shown:
        raise ValueError("nothing to show")
    if len(shown) > MOST_FRAMES:
        raise ValueError(f"more than {MOST_FRAMES} pictures")
    palette = _palette([svg for svg, _ in shown], width)
    images = [_with(palette, raster(svg, width)) for svg, _ in shown]
    return _joined(images, [time for _, time in shown], form)


def _palette(drawings: Sequence[str], width: int) -> Raster:
    """The colours of drawings from the beginning, the middle and the end: what is seen later may have its own."""
    from PIL import Image

    some = sorted({0, len(drawings) // 3, 2 * len(drawings) // 3, len(drawings) - 1})
    pictures = [raster(drawings[n], width) for n in some]
    together = Image.new("RGB", (width, sum(picture.height for picture in pictures)))
    at = 0
    for picture in pictures:
        together.paste(picture, (0, at))
        at += picture.height
    return _few(together, COLOURS)


def _with(palette: Raster, image: Raster) -> Raster:
    from PIL import Image

    return image.quantize(palette=palette, dither=Image.Dither.NONE)


def _joined(images: Sequence[Raster], times: Sequence[int], form: str) -> bytes:
    """One file of them all: each after the first holds only where it differs from the one before."""
    out = io.BytesIO()
    rest = list(images[1:])
    if form == "gif":
        images[0].save(out, "GIF", save_all=True, append_images=rest, duration=list(times), loop=0, optimize=False)
    elif form == "apng":
        images[0].save(out, "PNG", save_all=True, append_images=rest, duration=list(times), loop=0)
    else:
        raise ValueError(f"{form!r} is neither gif nor apng")
    return out.getvalue()
