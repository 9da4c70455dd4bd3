"""Pieces of paths: a phase by its short writing, as in `/games/kalmar/F1902M`, and a stage of it behind that."""

from __future__ import annotations

from dragoman.diplomacy.board.position import Phase
from dragoman.web.says import read_phase


class PhaseConverter:
    """`F1902M` and the phase it names."""

    regex = "[A-Za-z][0-9]{1,4}[MRAmra]"

    def to_python(self, value: str) -> Phase:
        return read_phase(value)

    def to_url(self, value: Phase | str) -> str:
        return str(value)


class StageConverter:
    """`before` or `after`: the board without the orders of a phase, which alone need no word."""

    regex = "before|after"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value
