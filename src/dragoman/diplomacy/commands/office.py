"""What the game master says to all, and how a game is ended by hand."""

from __future__ import annotations

from dataclasses import dataclass

from dragoman.game.protocol import Speaker


@dataclass(frozen=True, slots=True)
class Announce:
    by: Speaker
    text: str


@dataclass(frozen=True, slots=True)
class EndGame:
    """End a running game without a winner; close a finished one."""

    by: Speaker
    why: str = ""
