"""The words of a map by number, and the codes of orders by case, in arrays that compiled code looks them up in.

What is asked for is read by those who read it everywhere else, once, and remembered.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from dragoman.diplomacy.adjudication.adjustments import wish
from dragoman.diplomacy.batch import layout
from dragoman.diplomacy.batch.boards import STAGES
from dragoman.diplomacy.batch.codes import encode, packed
from dragoman.diplomacy.batch.tables import Atlas, atlas
from dragoman.diplomacy.board.position import PhaseKind
from dragoman.diplomacy.board.unit import Unit
from dragoman.diplomacy.orders.one_order import by_one_line
from dragoman.diplomacy.orders.order import Build, Hold
from dragoman.diplomacy.scanning.cases import ALONE, NO_ORDER, Terrain, case_of
from dragoman.diplomacy.scanning.lexicon import Words
from dragoman.diplomacy.scanning.meanings import Meanings
from dragoman.diplomacy.scanning.words import (
    BUILDS,
    CENTRES,
    DISBANDS,
    KINDS,
    MOVES,
    OTHERWISE,
    PLACES,
    POWERS,
    SEASONS,
    STRANGE,
    TEXTS,
)
from dragoman.diplomacy.shorthand import NOBODY, Roll, roll
from dragoman.diplomacy.shorthand.writs import Reading


class Vocabulary:
    """The words of one chart, for one thread."""

    def __init__(self, meanings: Meanings) -> None:
        chart = self.chart = meanings.chart
        self.switches = meanings.switches
        self._meanings = meanings
        self.atlas: Atlas = atlas(chart)
        self.roll: Roll = roll(chart)
        self.seasons = tuple(dict.fromkeys((*chart.turns, chart.adjustment_season)))
        self.terrain = self._terrain()
        self.begin()

    def begin(self) -> None:
        """Forget what was met, and know what the map says."""
        self._meanings.tidy()
        self.words = Words()
        self._readings: list[Reading] = []
        for realm, names in (
            (SEASONS, self.seasons),
            (KINDS, [kind.value for kind in STAGES]),
            (POWERS, self.atlas.powers),
            (PLACES, [str(place) for place in self.atlas.places]),
        ):
            for number, name in enumerate(names):
                self.words.add(realm, name.encode(), number)
        for centre in self.roll.centres:
            self.words.add(CENTRES, centre.encode(), self.atlas.province_number[centre])

    # --- the map ---

    def _terrain(self) -> Terrain:
        a = self.atlas
        spots = list(a.spots())
        stands = [self.chart.can_stand(kind, place) for kind, place in spots]
        rank = [[self.roll.at(Unit(power, *spot)) if there else -1 for spot, there in zip(spots, stands, strict=True)]
                for power in a.powers]  # fmt: skip
        return Terrain(
            np.array([a.province_number[place.province] for place in a.places], dtype=np.int32),
            np.array(stands, dtype=np.int32),
            np.array(rank, dtype=np.int32),
            np.array([[self._turn(season, kind) for kind in STAGES] for season in self.seasons], dtype=np.int32),
            np.array([a.province_number[centre] for centre in self.roll.centres], dtype=np.int32),
        )

    def _turn(self, season: str, kind: PhaseKind) -> int:
        """Which turn a phase is in that is named so; -1 where the map has no such phase."""
        turns = self.chart.turns
        return turns.index(season) if season in turns else len(turns) if kind is PhaseKind.ADJUSTMENT else -1

    # --- what is asked for ---

    def learn(self, words: Mapping[tuple[int, bytes], None], cases: Mapping[int, None]) -> None:
        """Read words and cases that were not met before."""
        for realm, word in words:
            self._learn(realm, word)
        for case in cases:
            self.words.add_case(case, self._code(case))

    def _learn(self, realm: int, word: bytes) -> None:
        """Read a word; of this form of writing, only the texts of orders are asked for."""
        assert realm == TEXTS, realm
        self._learn_text(word)

    def _learn_text(self, word: bytes) -> None:
        reading = self._meanings.writs.readings[word.decode()]
        if reading is None:
            self.words.add(TEXTS, word, STRANGE)
            return
        kinds = {reading.is_move: MOVES, reading.is_build: BUILDS, reading.is_disband: DISBANDS}
        self._readings.append(reading)
        self.words.add_text(word, reading.province, reading.other, kinds.get(True, OTHERWISE))

    def _code(self, case: int) -> int:
        """The code of the order that a text is in a case."""
        spots = len(self.terrain.stands)
        text, case = divmod(case, case_of(0, 1, 0, 0, 0, spots))
        reading = self._readings[text]
        known = self._meanings.codes
        code = known.get((reading.line.text, case))
        if code is None:
            code = known[reading.line.text, case] = self._settled(reading, case, spots)
        return code

    def _settled(self, reading: Reading, case: int, spots: int) -> int:
        case, stage = divmod(case, 3)
        case, own = divmod(case, 2)
        spot, met = divmod(case, spots + 1)
        match STAGES[stage]:
            case PhaseKind.MOVEMENT:
                return self._moving(reading, spot - 1, met - 1, bool(own))
            case PhaseKind.RETREAT:
                return self._retreating(reading, spot - 1)
            case PhaseKind.ADJUSTMENT if spot == ALONE:
                return self._building(reading, met - 1)
            case PhaseKind.ADJUSTMENT:
                good = self._meanings.writs.disbands(reading, self._number(spot - 1))
                return packed(layout.DISBAND, spot - 1) if good else NO_ORDER

    def _unit(self, spot: int, power: int = 0) -> Unit:
        return Unit(self.atlas.powers[power], *self.atlas.unit(spot))

    def _number(self, spot: int) -> int:
        return self.roll.at(self._unit(spot))

    def _moving(self, reading: Reading, spot: int, met: int, own: bool) -> int:
        """The order as its unit has it, on the coasts that are meant; a hold where it is at fault wherever fleets
        are."""
        bench = self._meanings.bench(spot, met, own)
        unit = bench.units[self.atlas.unit(spot)[1].province]
        effective = by_one_line(bench, unit, reading.line)
        if isinstance(effective.order, Hold):
            return packed(layout.HOLD if effective.supportable else layout.MISORDER, spot)
        code = encode(self.chart, bench.ground.position, unit.power, effective.order)
        return STRANGE if code is None else code

    def _retreating(self, reading: Reading, spot: int) -> int:
        goal = self._meanings.writs.retreat(reading, self._number(spot))
        if goal == NOBODY:
            return packed(layout.DISBAND, spot)
        place = self.roll.unit[goal].place
        return packed(layout.RETREATS, spot, goal=self.atlas.place_number[place])

    def _building(self, reading: Reading, power: int) -> int:
        order = reading.line.order
        assert isinstance(order, Build)
        unit = wish(self.chart, self.atlas.powers[power], order, self.switches)
        return NO_ORDER if unit is None else packed(layout.BUILD, self.atlas.spot(unit.kind, unit.place))
