"""A drawn board becomes a picture that a letter can carry: a PNG of few colours, the same bytes each time."""

from __future__ import annotations

from functools import lru_cache

from dragoman.game import pixels

WIDTH = 1000
"""Pixels: sharp on a desk, and still read when a telephone makes it small."""


@lru_cache(maxsize=32)
def png(svg: str) -> bytes:
    """The drawing as PNG. It is kept for a while: the letters of one table carry the same one. Raises ValueError for
    what is no SVG."""
    return pixels.png(svg, WIDTH)
