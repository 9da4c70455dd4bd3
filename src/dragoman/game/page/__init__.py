"""A page is a body laid out but not yet in a tongue: a subject, and sections of sentences, rows and quoted words.

Text and HTML are both made from it, so that a mail and a web page can never tell different things.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from dragoman.game.saying import Saying


@dataclass(frozen=True, slots=True)
class InTongues:
    """Words that are ready in every tongue, by language."""

    texts: Mapping[str, str]


Cell: TypeAlias = "Saying | str | InTongues | tuple[Cell, ...]"
"""A sentence to be put into the reader's tongue, or characters shown as they are (an order, a name); or several."""


class Reads(Protocol):
    """A reader: their tongue and zone, and what their game calls its seats, by which a cell becomes characters."""

    def read(self, cell: Cell) -> str: ...


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One sentence or several."""

    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows whose columns stand under each other. A row marked `failed` is told apart without colour, too; with
    `underlined`, in HTML as well by a `*` and by a line under its first column."""

    rows: tuple[tuple[Cell, ...], ...]
    failed: tuple[bool, ...] = ()
    underlined: bool = False


@dataclass(frozen=True, slots=True)
class Verbatim:
    """Text made elsewhere whose every blank counts, in no tongue but its own."""

    text: str


@dataclass(frozen=True, slots=True)
class Words:
    """What a person wrote, shown as written; `by` tells who, to whom and when."""

    by: Cell
    text: str


@dataclass(frozen=True, slots=True)
class Folded:
    """A sentence that few want to read: where a page can do so, it lies folded behind its `title`."""

    title: Cell
    cells: tuple[Cell, ...]


Block = Paragraph | Rows | Words | Verbatim | Folded


@dataclass(frozen=True, slots=True)
class Section:
    """A titled part of a page (title "": none)."""

    title: Cell
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """A whole body laid out."""

    subject: Cell
    sections: tuple[Section, ...]


def paragraph(*cells: Cell) -> Paragraph:
    return Paragraph(cells)
