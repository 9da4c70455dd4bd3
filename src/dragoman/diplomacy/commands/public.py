"""What is wished of orders given in public (II.6)."""

from __future__ import annotations

from dataclasses import dataclass

from dragoman.diplomacy.board.position import Phase
from dragoman.game.protocol import Speaker


@dataclass(frozen=True, slots=True)
class AskPublic:
    """The game master asks for public orders in a retreat or adjustment phase: of those powers (none named: of all that
    have something to order)."""

    by: Speaker
    powers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ConfirmPublic:
    """The game master confirms the public orders, which is the adjudication (II.6.C). The phase must be named."""

    by: Speaker
    phase: Phase | None = None


@dataclass(frozen=True, slots=True)
class DemandPrivate:
    """Ask that orders be given in private after all, where public ones were asked for (II.6)."""

    by: Speaker
