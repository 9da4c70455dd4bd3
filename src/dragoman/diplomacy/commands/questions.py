"""Questions change nothing and are answered in the receipt."""

from __future__ import annotations

from dataclasses import dataclass

from dragoman.diplomacy.board.position import Phase
from dragoman.game.protocol import Speaker


@dataclass(frozen=True, slots=True)
class AskStatus:
    by: Speaker


@dataclass(frozen=True, slots=True)
class AskRules:
    by: Speaker


@dataclass(frozen=True, slots=True)
class AskMap:
    by: Speaker


@dataclass(frozen=True, slots=True)
class AskHistory:
    """What became of a phase (None: the last one adjudicated)."""

    by: Speaker
    phase: Phase | None = None


@dataclass(frozen=True, slots=True)
class AskHelp:
    by: Speaker


@dataclass(frozen=True, slots=True)
class Preview:
    """See what the orders on file would bring about, and change nothing."""

    by: Speaker
