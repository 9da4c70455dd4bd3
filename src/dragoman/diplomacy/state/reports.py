"""In which form a seat reads results: as it chose, or else the game master for all, or else as clause F.14 says."""

from __future__ import annotations

from collections.abc import Mapping

from dragoman.diplomacy.houserules.sheet import Sheet

WORDS, CODES, NJUDGE = "words", "codes", "njudge"
FORMS = (WORDS, CODES, NJUDGE)
"""Reasons in words; the marks and codes of Finnish reports (F.14.B); the text that old mapping programs read."""

EVERYBODY = ""


def form_of(sheet: Sheet, chosen: Mapping[str, str], seat: str | None) -> str:
    """The form for a seat (None: the public's)."""
    own = chosen.get(seat, "") if seat else ""
    return own or chosen.get(EVERYBODY, "") or (CODES if sheet.letter("F.14") == "B" else WORDS)
