"""What a change of a rule looks like beside what it was."""

from __future__ import annotations

from collections.abc import Iterator

from dragoman.game.saying import say
from dragoman.nomic.diffs import GONE, NEW, Piece, Row
from dragoman.nomic.report.bodies import Block, Quote, Table


def diff_blocks(words: tuple[Piece, ...], settings: tuple[Row, ...], code: tuple[Piece, ...]) -> Iterator[Block]:
    """A change as it can be read without colour: what goes in square brackets with a minus, what comes with a plus."""
    if words:
        yield Quote("", "".join(_marked(piece) for piece in words).strip())
    if settings:
        yield Table(tuple((row.name, row.before or "–", "→", row.after or "–") for row in settings))
    if any(piece.fate in (GONE, NEW) for piece in code):
        signs = {GONE: "- ", NEW: "+ "}
        yield Quote(say("Code:"), "\n".join(signs.get(piece.fate, "  ") + piece.text for piece in code))


def _marked(piece: Piece) -> str:
    lead = piece.text[: len(piece.text) - len(piece.text.lstrip())]
    if piece.fate == GONE:
        return f"{lead}[-{piece.text.strip()}-]"
    return f"{lead}[+{piece.text.strip()}+]" if piece.fate == NEW else piece.text
