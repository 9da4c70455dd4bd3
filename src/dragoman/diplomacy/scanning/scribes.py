"""Scribes of all maps for one sheet's switches, lent to whoever asks: of several threads each gets another."""

from __future__ import annotations

from collections.abc import Sequence

from dragoman.diplomacy.batch.tables import atlas
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.mapfile import chart, chart_names
from dragoman.diplomacy.board.position import Position
from dragoman.diplomacy.exchange import Question
from dragoman.diplomacy.houserules.switches import Switches
from dragoman.diplomacy.scanning.meanings import Meanings
from dragoman.diplomacy.scanning.pressing import compiled_before
from dragoman.diplomacy.scanning.scribe import Scribe
from dragoman.diplomacy.scanning.telling import TURNS

LONG = 1000
"""So many questions are worth the minute that it takes to compile, once for all, what answers them."""

MOST_POWERS = 60


class Scribes:
    """Scribes by map; what texts of orders mean is shared among those of one."""

    def __init__(self, switches: Switches) -> None:
        self._switches = switches
        self._free: dict[str, list[Scribe]] = {}
        self._meanings: dict[str, Meanings] = {}
        self._ready = False

    def compile(self) -> None:
        """Have the code compiled, or loaded, now."""
        self._ready = True
        on = chart("standard")
        self._after(on, [Question(season=on.turns[0], year=on.first_phase().year, phase="Movement", units=[])])

    def after_all(self, questions: Sequence[Question]) -> list[Position | None]:
        """The positions after the phases that are asked; None for what is not plain, or cannot be asked."""
        found: list[Position | None] = [None] * len(questions)
        self._ready = self._ready or len(questions) >= LONG or compiled_before()
        if not self._ready or {*map(type, questions)} != {Question}:
            return found
        by_map: dict[str, list[int]] = {}
        for index, question in enumerate(questions):
            by_map.setdefault(question.variant, []).append(index)
        for variant, indices in by_map.items():
            if variant in chart_names() and can_be_told(chart(variant)):
                some = self._after(chart(variant), [questions[index] for index in indices])
                for index, after in zip(indices, some, strict=True):
                    found[index] = after
        return found

    def _after(self, on: Chart, questions: Sequence[Question]) -> list[Position | None]:
        free = self._free.setdefault(on.id, [])
        try:
            scribe = free.pop()
        except IndexError:
            scribe = Scribe(self._meanings.setdefault(on.id, Meanings(on, self._switches)))
        found = scribe.after(questions)
        free.append(scribe)
        return found


def can_be_told(on: Chart) -> bool:
    """Whether the map is small enough for the numbers of a board."""
    return atlas(on).fits and len(on.powers) < MOST_POWERS and len(on.turns) < TURNS
