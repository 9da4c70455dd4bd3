"""How much room words take on a board: the sizes and faces in which they are written, measured from the fonts' tables.

The board is laid out by these measures and drawn by the same, so that what has room on paper has it on the screen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

import msgspec

SIZES: Mapping[str, float] = {"small": 14.0, "medium": 17.5, "large": 21.0}
"""Sizes of letters in board units, by the class of a label."""

NARROW: tuple[float, ...] = (34.0, 31.0, 28.0, 25.0, 22.0, 19.0)
"""Sizes of letters on a board that is seen small, the best first."""

NARROW_SCALE = 1.3
"""How many times as large pieces and centres are on a board that is seen small."""

LAND, SEA = "board-bold", "sea-italic"
"""The faces of names on land and at sea."""

SPACING: Mapping[str, float] = {LAND: 0.03, SEA: 0.08}
"""What is left between letters, in parts of their size."""


TAIL = 0.22
"""How far a Q hangs below the line, in parts of its size; a word that has one needs as much above, to be in the middle
of its room."""


class Face(msgspec.Struct, frozen=True):
    """How high capitals stand and how far each letter leads on, in thousandths of the size."""

    cap: int
    widths: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Room:
    """What a word takes about its middle, in board units."""

    width: float
    height: float


@cache
def faces() -> Mapping[str, Face]:
    """Every face in which something is written on a board, as `tools/fonts` measured it."""
    table = resources.files(__package__) / "faces.json"
    return msgspec.json.decode(table.read_bytes(), type=dict[str, Face])


def room(word: str, face: str, size: float) -> Room:
    """The room of a word in capitals. A letter that the face has not counts as its widest."""
    known = faces()[face]
    widest = max(known.widths.values())
    run = sum(known.widths.get(letter, widest) for letter in word) / 1000
    tail = 2 * TAIL if "Q" in word else 0.0
    return Room((run + SPACING[face] * len(word)) * size, (known.cap / 1000 + tail) * size)


def drop(face: str, size: float) -> float:
    """How far below a word's middle its foot stands."""
    return faces()[face].cap / 2000 * size
