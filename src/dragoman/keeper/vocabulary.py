"""The words of recorded lines: those of the map, and those of the lines' form. See `line_facts.Form`."""

from __future__ import annotations

import numpy as np

from dragoman.diplomacy.batch.boards import STAGES
from dragoman.diplomacy.board.position import Phase, PhaseKind
from dragoman.diplomacy.scanning.meanings import Meanings
from dragoman.diplomacy.scanning.vocabulary import Vocabulary
from dragoman.diplomacy.scanning.words import KEYS, NEXTS, STRANGE, VARIANTS
from dragoman.keeper.briefs import Shelf, Strange
from dragoman.keeper.line_facts import LATEST, NAMES, NEEDED, VARIANT, Form
from dragoman.keeper.recorded_phases import phase_told
from dragoman.keeper.replaying import EXCUSE


class LineVocabulary(Vocabulary):
    """The words of lines of one map, for one thread."""

    def __init__(self, meanings: Meanings, variant: str) -> None:
        self._variant, self._shelf = variant, Shelf(meanings.chart)
        super().__init__(meanings)
        needed = NEEDED | (0 if variant == "standard" else 1 << VARIANT)
        nexts = [[self._next(season, kind) for kind in STAGES] for season in self.seasons]
        self.form = Form(
            np.array([needed], dtype=np.int64),
            np.array(nexts, dtype=np.int32),
            np.frombuffer(EXCUSE.encode(), dtype=np.uint8),
        )

    def begin(self) -> None:
        """Forget what was met, and know what the map and the form of a line say."""
        super().begin()
        for number, name in enumerate(NAMES):
            self.words.add(KEYS, name.encode(), number)
        self.words.add(VARIANTS, self._variant.encode(), 0)

    def _next(self, season: str, kind: PhaseKind) -> int:
        """Which turn a phase is in that is told to come next; -1 where the map has no such phase."""
        found = phase_told((season, 1, kind.value), self.chart)
        return -1 if found is None else self._turn_of(found)

    def _turn_of(self, phase: Phase) -> int:
        """Which turn the batch says that a phase is in that comes next."""
        turns = self.chart.turns
        return len(turns) if phase.kind is PhaseKind.ADJUSTMENT else turns.index(phase.season)

    def _learn(self, realm: int, word: bytes) -> None:
        if realm == NEXTS:
            self.words.add(realm, word, self._next_named(word.decode()))
        else:
            super()._learn(realm, word)

    def _next_named(self, text: str) -> int:
        try:
            moment = self._shelf.wanted(text)
        except Strange:
            return STRANGE
        if moment is None:
            return 0
        phase = moment.phase
        if not 0 < phase.year <= LATEST:
            return STRANGE
        return phase.year << 7 | self._turn_of(phase) << 2 | STAGES.index(phase.kind)
