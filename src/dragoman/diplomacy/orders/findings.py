"""What reading finds in a text: orders, headings over them, words that are no order; and what it must know to do so.

A line that looks like an order and is none is a `Misreading`.
"""

from __future__ import annotations

from dataclasses import dataclass

from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import PhaseKind, Position
from dragoman.diplomacy.houserules.sheet import Sheet, switches
from dragoman.diplomacy.houserules.switches import Switches
from dragoman.diplomacy.orders.misreading import Misreading
from dragoman.diplomacy.orders.order import Line
from dragoman.diplomacy.orders.vocabulary import Vocabulary, vocabulary
from dragoman.tongues.lexicon import LANGUAGES


@dataclass(frozen=True, slots=True)
class Presumption:
    """How unclear orders are made out from the rest of their set, if the board is known (see `presumption`).

    `complete` presumes that a complete set of valid orders was wanted (III.1.B), `together` lets one order of a set
    explain another (4.E.2.b); `switches` are the rules of the game by which orders are valid.
    """

    switches: Switches
    complete: bool = False
    together: bool = False

    @classmethod
    def of(cls, sheet: Sheet) -> Presumption | None:
        """What the house rules presume; None where they presume nothing."""
        complete, together = sheet.letter("III.1") == "B", sheet.letter("4.E.2") == "b"
        return cls(switches(sheet), complete, together) if complete or together else None


@dataclass(frozen=True)
class ReadingContext:
    """What is known when a text is read.

    `power` writes it; `kind` is the phase the orders are for; `position` the board, where it is known (it tells builds
    from removals where a unit is named alone); `tolerance` is the letter of III.2 and `also` the abbreviations listed
    under it, each with its province; `languages` are those whose words are understood; `presumption` is None where
    nothing is presumed (III.1.A, 4.E.2.a).
    """

    chart: Chart
    power: str
    kind: PhaseKind = PhaseKind.MOVEMENT
    position: Position | None = None
    tolerance: str = "D"
    also: tuple[tuple[str, str], ...] = ()
    languages: tuple[str, ...] = LANGUAGES
    presumption: Presumption | None = None

    @property
    def loose(self) -> bool:
        """Whether shortenings and slips are read (III.2.B, III.2.D)."""
        return self.tolerance in ("B", "D")

    @property
    def words(self) -> Vocabulary:
        return vocabulary(self.chart, self.languages, self.also)


@dataclass(frozen=True, slots=True)
class Heading:
    """A line, or the head of one, that tells whose orders follow and for when: `England:`, `Fall 1902:`, `Builds:`.

    Parts that were not said are empty. `verb` is `build` or `disband` where the heading says which.
    """

    text: str
    number: int = 1
    power: str = ""
    season: str = ""
    year: int = 0
    kind: PhaseKind | None = None
    status: str = ""
    verb: str = ""


@dataclass(frozen=True, slots=True)
class Read:
    """An order that was read: the line for the set, where it stood (from 1), and the heading it stood under, if any."""

    line: Line
    number: int = 1
    column: int = 1
    heading: Heading | None = None


@dataclass(frozen=True, slots=True)
class Ignored:
    """Words that are no order and do not look like one. `joined` tells that they ended the order of the line before."""

    text: str
    number: int = 1
    column: int = 1
    joined: bool = False


Item = Read | Heading | Misreading | Ignored
