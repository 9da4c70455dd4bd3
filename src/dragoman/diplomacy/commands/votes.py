"""What is wished of votes: to propose, to vote, to take a proposal back; and what the game master may do about them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from dragoman.game.protocol import Speaker

Changes = tuple[tuple[str, str], ...]
"""Clauses with the choice wanted in each, as people write them: `("VI.4", "C")`."""


@dataclass(frozen=True, slots=True)
class CastVote:
    """Vote on a numbered proposal: `yes`, `no` or `abstain`. `came` is when, where it is heard later (None: now)."""

    by: Speaker
    number: int
    choice: str
    came: datetime | None = None


@dataclass(frozen=True, slots=True)
class ProposeEnding:
    """Propose how the game is to end. `form` is `win`, `draw` or `ranking`; `places` who would hold which place, the
    first first (none, for a draw: all players remaining share it)."""

    by: Speaker
    form: str
    places: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class ProposeRules:
    """Propose to change these house rules (IX.3)."""

    by: Speaker
    changes: Changes


@dataclass(frozen=True, slots=True)
class WithdrawProposal:
    """Take a proposal of one's own back before it is counted."""

    by: Speaker
    number: int


@dataclass(frozen=True, slots=True)
class AskProposals:
    """What is put to the vote, and what came of earlier votes."""

    by: Speaker


@dataclass(frozen=True, slots=True)
class RefuseProposal:
    """The game master will not have a proposal voted on (IX.5)."""

    by: Speaker
    number: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class ChangeRules:
    """The game master alone changes these house rules (F.1)."""

    by: Speaker
    changes: Changes
    why: str = ""


@dataclass(frozen=True, slots=True)
class WarnOfDraw:
    """The game master gives the warning that must come before a draw is declared (IX.2.A)."""

    by: Speaker
    why: str = ""


@dataclass(frozen=True, slots=True)
class DeclareDraw:
    """The game master declares a draw of all survivors (IX.2.A)."""

    by: Speaker
    why: str = ""
