"""The bodies of notices: sentences, tables and quotations in parts, free of any language.

A body holds sayings, not words: mail, page and JSON put one and the same body into their reader's tongue.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec
from msgspec import Struct

from dragoman.game.newer import whole
from dragoman.game.saying import Saying

Cell: TypeAlias = Saying | str


class Text(Struct, frozen=True, tag="text"):
    """Sentences that stand together."""

    says: tuple[Cell, ...]


class Table(Struct, frozen=True, tag="table"):
    """Rows whose columns stand under each other; `marked` rows are those to look at."""

    rows: tuple[tuple[Cell, ...], ...]
    marked: tuple[bool, ...] = ()


class Quote(Struct, frozen=True, tag="quote"):
    """What somebody wrote, or a rule reads, as it is."""

    by: Cell
    text: str


Block: TypeAlias = Text | Table | Quote


class Part(Struct, frozen=True):
    """A part with a title (empty: none)."""

    title: Cell
    blocks: tuple[Block, ...]


class Head(Struct, frozen=True):
    """Which game, and for which seat (empty: nobody's)."""

    game: str
    seat: str


class News(Struct, frozen=True, tag="news"):
    """What came about, in one letter; `begins` marks the first that its reader gets as one of the game."""

    head: Head
    subject: Saying
    parts: tuple[Part, ...]
    begins: bool = False


class Press(Struct, frozen=True, tag="press"):
    """What somebody at the table wrote to the reader."""

    head: Head
    subject: Saying
    parts: tuple[Part, ...]


class Refused(Struct, frozen=True):
    """What was understood and not granted: why, by which rule, and the piece of writing."""

    code: str
    says: Saying
    clause: str = ""
    text: str = ""


class NotRead(Struct, frozen=True):
    """A line that was not understood, with what would have been."""

    code: str
    text: str
    line: int
    word: str
    column: int
    suggestions: tuple[str, ...]


class Receipt(Struct, frozen=True, tag="receipt"):
    """The answer to writing: what was heard, in full; what was refused and not read; answers; and what is owed."""

    head: Head
    subject: Saying
    heard: tuple[Part, ...]
    refused: tuple[Refused, ...]
    unread: tuple[NotRead, ...]
    ignored: int
    remarks: tuple[Saying, ...]
    answers: tuple[Part, ...]
    owed: tuple[Saying, ...]


AnyBody: TypeAlias = News | Press | Receipt

_encoder = msgspec.json.Encoder(order="sorted")
_decoder = msgspec.json.Decoder(AnyBody)


def encoded(body: AnyBody) -> bytes:
    return _encoder.encode(body)


def decoded(data: bytes) -> AnyBody:
    """Read a body. Raises Newer."""
    return whole(_decoder, data)


def kind_of(body: AnyBody) -> str:
    return str(body.__struct_config__.tag)


def text(*says: Cell) -> Text:
    return Text(says)
