"""What is wished of votes."""

from __future__ import annotations

from dataclasses import dataclass

from dragoman.game.protocol import Speaker


@dataclass(frozen=True, slots=True)
class CastVote:
    """Vote on a numbered proposal: `yes`, `no` or `abstain`."""

    by: Speaker
    number: int
    choice: str
