"""A year of a game as the rules have it: its rounds, the phases in each, and how long they last; for the clauses that
decide it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from dragoman.diplomacy.board.mapfile import chart
from dragoman.diplomacy.board.position import Phase, PhaseKind
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.diplomacy.state.rounds import days, following, round_of
from dragoman.web import says

WITH: Mapping[str, Mapping[str, tuple[tuple[str, str], ...]]] = {
    "II.5": {"A": (("II.5", "A"),), "B": (("II.5", "B"),)},
    "F.5": {
        "A": (("II.5", "B"), ("F.5", "A")),
        "B": (("II.5", "A"), ("F.5", "B")),
        "C": (("II.5", "A"), ("F.5", "C")),
        "D": (("II.5", "B"), ("F.5", "D")),
    },
    "VII.4": {"": ()},
}
"""The clauses that a year hangs on: for each of their letters, what must be chosen for it to stand."""


@dataclass(frozen=True, slots=True)
class Round:
    """Phases that share a deadline, and the days until it."""

    phases: tuple[str, ...]
    days: int


@dataclass(frozen=True, slots=True)
class Year:
    """The first year of a game under some choice, if every phase comes to pass."""

    choice: str
    mine: bool
    rounds: tuple[Round, ...]

    @property
    def days(self) -> int:
        return sum(each.days for each in self.rounds)


def of_clause(number: str, sheet: Sheet) -> tuple[Year, ...]:
    """A year under each alternative of the clause, the rest of the sheet as it is; none where no year hangs on it."""
    return tuple(
        Year(letter, sheet.letter(number) == letter, tuple(_rounds(sheet.composed(said)[0])))
        for letter, said in WITH.get(number, {}).items()
    )


def _rounds(sheet: Sheet) -> Iterator[Round]:
    on = chart("standard")
    phase = Phase(on.turns[0], on.opening.phase.year, PhaseKind.MOVEMENT)
    year = phase.year
    while phase.year == year:
        together = round_of(sheet, on, phase)
        yield Round(tuple(says.phase(each) for each in together), days(sheet, phase))
        phase = next(following(on, together[-1]))
