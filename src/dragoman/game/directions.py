"""Marks that turn the direction of writing are no words: a name or a message with them could be made to look like
another, so that none is taken in."""

from __future__ import annotations

import re

MARKS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Unicode's marks, embeddings, overrides and isolates (UAX 9)."""


def unmarked(text: str) -> str:
    """The text without such marks. Letters keep the direction that they have by themselves."""
    return MARKS.sub("", text)
