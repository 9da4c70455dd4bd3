"""A status that is given to one phase of several: `final for spring, preliminary for fall`. Where a clause names the
phase that it speaks of, it is for the sets of that phase alone, and the others keep what is said of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from dragoman.diplomacy.board.position import SHORT_PHASE, Phase
from dragoman.diplomacy.speech.blocks import meaning
from dragoman.tongues.lexicon import status, words_of

CLAUSES = re.compile(r"[,;:/&]|\b(?:and|but|ja|sekä|mutta)\b", re.IGNORECASE)
"""What parts the clauses of a sentence."""


@dataclass(frozen=True, slots=True)
class Given:
    """A status (`final`, `preliminary`) and what it is given to: a season, a year, a kind of phase; empty or 0 where
    that is open. `line` is the line it stands on."""

    status: str
    line: str
    season: str = ""
    year: int = 0
    kind: str = ""

    def fits(self, phase: Phase) -> bool:
        """Whether it speaks of that phase. Winter's adjustments go by the season before them, too, if by their kind."""
        return (
            (not self.season or self.season == phase.season or (self.kind == "Adjustment" == phase.kind.value))
            and self.year in (0, phase.year)
            and (not self.kind or self.kind == phase.kind.value)
        )


def given(text: str) -> tuple[Given, ...]:
    """Every status that names its phase. None where only one status is named at all: that is for the whole letter."""
    clauses = [
        (line, clause)
        for line in text.split("\n")
        for sentence in line.replace("!", ".").split(".")
        for clause in CLAUSES.split(sentence)
    ]
    found = [(line, clause, said) for line, clause in clauses if (said := status(clause)) in ("final", "preliminary")]
    if len({said for _, _, said in found}) < 2:
        return ()
    return tuple(each for line, clause, said in found for each in _given(line, clause, said or ""))


def _given(line: str, clause: str, said: str) -> Iterator[Given]:
    short = SHORT_PHASE.search(clause)
    words = [word for word, _ in words_of(clause)]
    season = next((each for word in words if (each := meaning("season", word))), "")
    kind = next((each for word in words if (each := meaning("phase", word)) in KINDS.values()), None) or ""
    year = next((int(word) for word in words if word.isdecimal() and len(word) == 4), 0)
    if short is not None and (called := SEASONS.get(short[1].upper())) is not None:
        yield Given(said, line, called, int(short[2]), KINDS[short[3].upper()])
    elif season or kind:
        yield Given(said, line, season, year, kind)


def of(phase: Phase, those: tuple[Given, ...], else_: bool | None = None) -> bool | None:
    """Whether the sets of a phase are called final, by the last word on it; `else_` where none of them speaks of it."""
    return next((each.status == "final" for each in reversed(those) if each.fits(phase)), else_)


SEASONS = {"S": "Spring", "F": "Fall", "W": "Winter"}
KINDS = {"M": "Movement", "R": "Retreat", "A": "Adjustment"}
