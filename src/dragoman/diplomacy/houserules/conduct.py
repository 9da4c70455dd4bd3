"""What a game master may do about a breach of the clauses of conduct (X.3 to X.6), by the choice made in each."""

from __future__ import annotations

from dragoman.diplomacy.houserules.sheet import Sheet

CLAUSES = ("X.5", "X.3", "X.4", "X.6")
"""The clauses of conduct; where none is named the first is meant."""

SANCTIONS = {
    "X.3.A": (),
    "X.3.B": ("caution", "expel"),
    "X.4": ("caution", "expel"),
    "X.5.A": (),
    "X.5.B": ("block", "expel"),
    "X.5.C": ("caution", "block", "expel"),
    "X.6.A": ("expel",),
    "X.6.B": ("caution", "expel"),
}
"""What the game master may do about a breach of a clause: caution a player, block mail of a kind to a receiver, put a
player out of the seat at once. Grounds for replacement are grounds for a caution, too (ours); under X.5.B the receiver
has given notice already, and nobody is put out before a block (for the repetition); under X.6.A players may pass as one
another, and what is left is grave enough for replacement alone."""


def in_full(sheet: Sheet, clause: str) -> str:
    """The clause with the letter chosen, where it has letters."""
    letter = sheet.letter(clause) if clause != "X.4" else ""
    return f"{clause}.{letter}" if letter else clause


def offered(sheet: Sheet, clause: str) -> tuple[str, ...]:
    """The sanctions for a breach of that clause: `caution`, `block`, `expel`."""
    return SANCTIONS[in_full(sheet, clause)]
