"""The form of reports as people ask for it: `reports njudge`, `raportit lyhentein`."""

from __future__ import annotations

from dragoman.diplomacy.commands import ChooseReports
from dragoman.diplomacy.speech.blocks import Block, opening
from dragoman.game.protocol import Speaker, Unread

EXAMPLES = ("reports words", "reports codes", "reports njudge", "reports default")


def reports(by: Speaker, block: Block, *, everybody: bool = False) -> ChooseReports | Unread:
    """The form that a block asks for, for its writer or for everybody."""
    found = opening("form", block.rest.strip(" :"))
    if found is None or found[1].strip(" .!"):
        examples = tuple(f"gm {each}" for each in EXAMPLES) if everybody else EXAMPLES
        column = block.line.find(block.rest) + 1 if block.rest else 0
        return Unread("unreadable", block.line, block.number, block.rest, column, examples)
    return ChooseReports(by, "" if found[0] == "default" else found[0], everybody)
