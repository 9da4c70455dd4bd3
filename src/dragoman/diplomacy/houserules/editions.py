"""The printed rulebooks as presets: what each says of DATC's open points, and how sure that is (DATC 3.0, chapters 2
and 4, in the columns of its editions).

The rules of 1976 are those of 1971, and those of 1992 are those of 1982. DPTG is the Diplomacy Players Technical Guide
of 1998, a source beside the rulebooks. Where a column answers nothing, DATC's preference fills in and is marked.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import cache

RULEBOOKS: Mapping[str, str] = {
    "datc": "No one rulebook is named; every open point is answered as the Diplomacy Adjudicator Test Cases (DATC 3.0)"
    " prefer.",
    "1971": "The rulebook is that of 1971.",
    "1976": "The rulebook is that of 1976, whose rules are those of 1971.",
    "1982": "The rulebook is that of 1982.",
    "1992": "The rulebook is that of 1992, whose rules are those of 1982.",
    "2000": "The rulebook is that of 2000.",
    "2023": "The rulebook is that of 2023.",
    "dptg": "The rulebook is read as the Diplomacy Players Technical Guide (DPTG, 1998) reads it.",
}
"""What I.2 can name, each with its sentence."""

COLUMNS = {"1971": 0, "1976": 0, "1982": 1, "1992": 1, "2000": 2, "2023": 3, "dptg": 4}


class Standing(StrEnum):
    """How a rulebook stands to a point."""

    STATED = "stated"
    READ_SO = "read-so"
    """DATC reads the text so, which does not say it outright; or takes what is meant for what is written."""
    PARTLY = "partly"
    """The rulebook answers, and leaves open how its answer is to be carried out."""
    UNDEFINED = "undefined"
    """DATC says that the edition leaves the point open, or is ambiguous."""
    NOT_STATED = "not-stated"
    """DATC does not say what the edition rules."""
    CANNOT_ARISE = "cannot-arise"
    """The question has no sense under that edition's other rules."""

    @property
    def settled(self) -> bool:
        """Whether the rulebook itself gives the answer."""
        return self in (Standing.STATED, Standing.READ_SO, Standing.PARTLY)


MARKS = {
    "": Standing.STATED,
    "~": Standing.READ_SO,
    "*": Standing.PARTLY,
    "U": Standing.UNDEFINED,
    "-": Standing.NOT_STATED,
    "n/a": Standing.CANNOT_ARISE,
}

TABLE = """
point               1971   1982   2000   2023   DPTG
4.A.1               a      b      b      b      -
4.A.2.base          1971   1982   2000   2000   -
VI.6                U      n/a    U      U      -
4.A.3               a~     b      c      c      u1
4.A.3.fallback      n/a    n/a    U      U      U
4.A.4               n/a    U      U      U      -
4.A.5               U      U      U      b      -
4.A.6               a~     a~     a~     a~     -
4.A.7               b~     b~     b~     b~     -
4.B.2               -      -      -      -      -
4.B.3               -      -      -      -      -
4.B.4               U      U      U      -      -
IV.7                U      U      U      -      -
4.B.5               -      -      -      -      -
4.B.6               -      -      -      -      -
4.C.1               -      -      -      -      -
4.C.2               -      -      -      -      -
4.C.3               -      -      -      -      -
4.C.4               -      -      -      -      -
4.C.5               -      -      -      -      -
4.C.6               -      -      -      -      -
4.D.1               -      -      -      -      -
4.D.2               -      -      -      -      -
4.D.3               U      U      U      U      -
4.D.4               U      U      U      U      -
4.D.5               -      -      -      -      -
4.D.6               U      U      U      U      -
4.D.7               U      U      a      a      -
4.D.8               u1*    u1*    u2*    u4     -
4.D.8.ties          -      -      -      -      -
4.D.9               -      -      -      -      -
4.E.1               -      -      u1~    u1     -
4.E.1.legality      -      -      -      -      -
4.E.1.useless       -      -      -      -      -
4.E.2               -      -      -      -      -
4.E.3               -      -      -      -      -
4.E.4               -      -      -      -      -
4.E.5               c~     c~     c~     c~     -
4.E.6               -      -      -      -      -
"""
"""An answer stands for itself; `~` behind it: read so, `*`: partly open; `U` open, `-` not stated, `n/a` cannot arise.

4.A.6 and 4.E.5: no rulebook speaks of naming routes or of proxies, which is read as a no. 4.A.7: the wordings give a
only when taken to the letter, which DATC holds not to be meant. That a broken convoy has no effect is missing in print
since 2000, and kept for all (DATC chapter 2).
"""

FILLED = {"4.D.8": "reading=all spaces"}
"""What fills in an answer that is partly open: the way is counted as DATC prefers, over land and sea alike."""


@cache
def _rows() -> Mapping[str, tuple[tuple[str, Standing], ...]]:
    """By point, for each column its answer ("" if none) and standing."""
    lines = [line.split() for line in TABLE.strip().splitlines()[1:]]
    return {point: tuple(_entry(point, mark) for mark in marks) for point, *marks in lines}


def _entry(point: str, mark: str) -> tuple[str, Standing]:
    if mark in MARKS:
        return "", MARKS[mark]
    answer = mark.rstrip("~*")
    standing = MARKS[mark[len(answer) :]]
    return f"{answer} {FILLED[point]}" if standing is Standing.PARTLY else answer, standing


def answers(year: str) -> Mapping[str, str]:
    """What a rulebook itself answers, by clause or point; KeyError for one that is not known."""
    if year == "datc":
        return {}
    column = COLUMNS[year]
    return {point: row[column][0] for point, row in _rows().items() if row[column][0]}


def standings(year: str) -> Mapping[str, Standing]:
    """How a rulebook stands to each clause or point that rulebooks are asked about; empty for `datc`, which settles
    all."""
    if year == "datc":
        return {}
    column = COLUMNS[year]
    return {point: row[column][1] for point, row in _rows().items()}


EDITIONS: Mapping[str, Mapping[str, str]] = {year: answers(year) for year in RULEBOOKS}
"""What each rulebook answers; the rest is DATC's preference."""
