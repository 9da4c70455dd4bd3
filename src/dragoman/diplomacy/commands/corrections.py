"""Errors: claiming, correcting, taking back, editing, and results that are held for the game master's eye (VIII)."""

from __future__ import annotations

from dataclasses import dataclass

from dragoman.diplomacy.adjudication.amending import Change
from dragoman.diplomacy.board.position import Phase
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import Unit
from dragoman.game.protocol import Speaker


@dataclass(frozen=True, slots=True)
class ClaimError:
    """Say that a phase (None: the last) was adjudicated wrongly, and how."""

    by: Speaker
    text: str
    phase: Phase | None = None


@dataclass(frozen=True, slots=True)
class AskReview:
    """Ask for a review of a claim of one's own that was refused, by the number it has for its maker (0: the last)."""

    by: Speaker
    number: int = 0
    why: str = ""


@dataclass(frozen=True, slots=True)
class UpholdRuling:
    """The game master decides that a ruling stands, whatever a claim says."""

    by: Speaker
    number: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class TakeAdvice:
    """The game master records advice on a claim, which everybody is told of if it is `public`."""

    by: Speaker
    number: int
    text: str
    public: bool = False


@dataclass(frozen=True, slots=True)
class CorrectRuling:
    """The game master corrects a phase, or amends its result before release. Without changes it is adjudicated anew
    from the same orders."""

    by: Speaker
    phase: Phase | None
    changes: tuple[Change, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class RollBack:
    """The game master takes phases back: the game is to stand before that one again."""

    by: Speaker
    phase: Phase | None
    why: str = ""


@dataclass(frozen=True, slots=True)
class EditPosition:
    """The game master changes the position by hand."""

    by: Speaker
    changes: tuple[Change, ...]
    why: str = ""


@dataclass(frozen=True, slots=True)
class RemoveExtraUnit:
    """The game master finds that a power has a unit too many (VIII.2). `cause` is `added` (an error put or left `unit`
    there), `built` (too many were built) or `kept` (too few were disbanded), in the adjustments of `phase` (None: the
    last)."""

    by: Speaker
    power: str
    cause: str = "added"
    unit: Unit | None = None
    phase: Phase | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Relocate:
    """The game master finds a unit in a province that rightly holds another (VIII.3); `rightly` is where it should be
    (None: off the board)."""

    by: Speaker
    unit: Unit
    rightly: Place | None
    why: str = ""


@dataclass(frozen=True, slots=True)
class HoldResults:
    """Results are to wait for the game master's release from now on, or no longer."""

    by: Speaker
    held: bool = True


@dataclass(frozen=True, slots=True)
class ReleaseResults:
    """The game master releases the result of a phase. The phase must be named, as for `Process`."""

    by: Speaker
    phase: Phase | None = None


@dataclass(frozen=True, slots=True)
class AskExport:
    """A phase (None: the last one adjudicated; for the game master the current one) in the forms that other programs
    read."""

    by: Speaker
    phase: Phase | None = None


@dataclass(frozen=True, slots=True)
class AskErrors:
    """The errors claimed, as far as they may be known."""

    by: Speaker


CorrectionDeed = (
    ClaimError
    | AskReview
    | UpholdRuling
    | TakeAdvice
    | CorrectRuling
    | RollBack
    | EditPosition
    | RemoveExtraUnit
    | Relocate
    | HoldResults
    | ReleaseResults
)
"""What changes something; questions are apart."""
