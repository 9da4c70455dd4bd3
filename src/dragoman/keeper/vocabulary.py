"""Words and cases of orders by number, in arrays that compiled code looks them up in: see `scanner.Lexicon`.

What is asked for is read by those who read it everywhere else, once, and remembered.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from dragoman.diplomacy.adjudication.adjustments import wish
from dragoman.diplomacy.batch import layout
from dragoman.diplomacy.batch.boards import STAGES
from dragoman.diplomacy.batch.codes import encode, packed
from dragoman.diplomacy.batch.tables import Atlas, atlas
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import Phase, PhaseKind, Position
from dragoman.diplomacy.board.unit import Unit
from dragoman.diplomacy.houserules.switches import Legality, Switches
from dragoman.diplomacy.orders.legality import Bench, Ground
from dragoman.diplomacy.orders.one_order import by_one_line
from dragoman.diplomacy.orders.order import Build, Hold
from dragoman.diplomacy.shorthand import NOBODY, roll
from dragoman.diplomacy.shorthand.writs import Reading, Writs
from dragoman.keeper import scanner
from dragoman.keeper.briefs import Shelf, Strange
from dragoman.keeper.recorded_phases import phase_told
from dragoman.keeper.scanner import STRANGE, Lexicon, Terrain

MOST_WORDS, MOST_CASES = 60_000, 200_000
"""How many are remembered; beyond, all are forgotten and read anew."""

MOST_BENCHES = 20_000

CASES_AT_FIRST, WORDS_AT_FIRST = 1 << 17, 1 << 13


class Words:
    """Words of several realms, each with a number, and the orders that texts are in cases met before."""

    def __init__(self) -> None:
        self._size = self._end = self._texts = self._cases = 0
        self.lexicon = Lexicon(
            np.full(4 * WORDS_AT_FIRST, -1, dtype=np.int32),
            np.zeros((WORDS_AT_FIRST, 4), dtype=np.int32),
            np.zeros(16 * WORDS_AT_FIRST, dtype=np.uint8),
            np.zeros((WORDS_AT_FIRST, 3), dtype=np.int32),
            np.full(CASES_AT_FIRST, -1, dtype=np.int64),
            np.zeros(CASES_AT_FIRST, dtype=np.int32),
        )

    @property
    def full(self) -> bool:
        return self._size > MOST_WORDS or self._cases > MOST_CASES

    def add(self, realm: int, word: bytes, value: int) -> None:
        """Remember a word that was not met before."""
        x = self.lexicon
        if self._size == len(x.entries):
            x = x._replace(entries=_doubled(x.entries))
        while self._end + len(word) > len(x.pool):
            x = x._replace(pool=_doubled(x.pool))
        x.pool[self._end : self._end + len(word)] = np.frombuffer(word, dtype=np.uint8)
        x.entries[self._size] = self._end, len(word), realm, value
        self._size += 1
        self._end += len(word)
        if 4 * self._size > len(x.slots):
            x = x._replace(slots=np.full(4 * len(x.slots), -1, dtype=np.int32))
            for number in range(self._size):
                self._enter(x, number)
        else:
            self._enter(x, self._size - 1)
        self.lexicon = x

    def _enter(self, x: Lexicon, number: int) -> None:
        at, size, realm, _ = x.entries[number].tolist()
        h = scanner.SEED
        for c in x.pool[at : at + size].tobytes():
            h = ((h ^ c) * scanner.PRIME) & scanner.MASK
        i = (h + realm * scanner.APART) & (len(x.slots) - 1)
        while x.slots[i] >= 0:
            i = (i + 1) & (len(x.slots) - 1)
        x.slots[i] = number

    def add_text(self, word: bytes, province: int, other: int, what: int) -> None:
        """Remember the text of an order."""
        if self._texts == len(self.lexicon.texts):
            self.lexicon = self.lexicon._replace(texts=_doubled(self.lexicon.texts))
        self.lexicon.texts[self._texts] = province, other, what
        self.add(scanner.TEXTS, word, self._texts)
        self._texts += 1

    def add_case(self, case: int, code: int) -> None:
        """Remember the code of an order in a case that was not met before."""
        x = self.lexicon
        if 2 * self._cases > len(x.cases):
            cases, codes = x.cases[x.cases >= 0].tolist(), x.codes[x.cases >= 0].tolist()
            wide = 4 * len(x.cases)
            x = x._replace(cases=np.full(wide, -1, dtype=np.int64), codes=np.zeros(wide, dtype=np.int32))
            for each, known in zip(cases, codes, strict=True):
                _enter_case(x, each, known)
        _enter_case(x, case, code)
        self._cases += 1
        self.lexicon = x


def _enter_case(x: Lexicon, case: int, code: int) -> None:
    most = len(x.cases) - 1
    i = scanner.slot_of(case) & most
    while x.cases[i] >= 0:
        i = (i + 1) & most
    x.cases[i], x.codes[i] = case, code


def _doubled(rows: NDArray[np.int32]) -> NDArray[np.int32]:
    return np.concatenate((rows, np.zeros_like(rows)))


class Meanings:
    """What texts and cases mean on one chart under one sheet's switches, for as many threads as ask."""

    def __init__(self, chart: Chart, switches: Switches) -> None:
        self.chart, self.switches = chart, switches
        self.writs = Writs(roll(chart), switches)
        self.codes: dict[tuple[str, int], int] = {}
        # Whether water lets an order pass is judged board by board, by `batch.possible`; all else is judged here.
        self._easy = replace(switches, legality=Legality.BOARD, useless_order_illegal=False)
        self._benches: dict[tuple[int, int, bool], Bench] = {}

    def bench(self, spot: int, met: int, own: bool) -> Bench:
        """Where a unit's line is judged, before the other unit if there is one. Which powers they are of makes no
        difference, but whether it is one."""
        found = self._benches.get((spot, met, own))
        if found is None:
            if len(self._benches) >= MOST_BENCHES:
                self._benches.clear()
            found = self._benches[spot, met, own] = self._bench(spot, met, own)
        return found

    def _bench(self, spot: int, met: int, own: bool) -> Bench:
        a = atlas(self.chart)
        unit = Unit(a.powers[0], *a.unit(spot))
        other = () if met < 0 or met == spot else (Unit(a.powers[0 if own else 1], *a.unit(met)),)
        position = Position(self.chart.first_phase(), tuple(sorted((unit, *other))), {})
        return Bench(Ground(self.chart, position, self._easy), unit.power)

    def tidy(self) -> None:
        if len(self.writs.readings) > MOST_WORDS or len(self.codes) > MOST_CASES:
            self.writs = Writs(self.writs.roll, self.switches)
            self.codes = {}


class Vocabulary:
    """The words of one chart, for one thread."""

    def __init__(self, meanings: Meanings, variant: str) -> None:
        chart, switches = meanings.chart, meanings.switches
        self.chart, self.switches, self._variant = chart, switches, variant
        self._meanings = meanings
        self.atlas: Atlas = atlas(chart)
        self._shelf = Shelf(chart)
        self._seasons = tuple(dict.fromkeys((*chart.turns, chart.adjustment_season)))
        self.terrain = self._terrain()
        self.begin()

    def begin(self) -> None:
        """Forget what was met, and know what the map and the form of a line say."""
        self._meanings.tidy()
        self.words = Words()
        self._readings: list[Reading] = []
        for number, name in enumerate(scanner.NAMES):
            self.words.add(scanner.KEYS, name.encode(), number)
        self.words.add(scanner.VARIANTS, self._variant.encode(), 0)
        for realm, names in (
            (scanner.SEASONS, self._seasons),
            (scanner.KINDS, [kind.value for kind in STAGES]),
            (scanner.POWERS, self.atlas.powers),
            (scanner.PLACES, [str(place) for place in self.atlas.places]),
        ):
            for number, name in enumerate(names):
                self.words.add(realm, name.encode(), number)
        for centre in sorted(self.chart.centres):
            self.words.add(scanner.CENTRES, centre.encode(), self.atlas.province_number[centre])

    # --- the map ---

    def _terrain(self) -> Terrain:
        a, roll = self.atlas, self._shelf.roll
        spots = list(a.spots())
        stands = [self.chart.can_stand(kind, place) for kind, place in spots]
        rank = [[roll.at(Unit(power, *spot)) if there else -1 for spot, there in zip(spots, stands, strict=True)]
                for power in a.powers]  # fmt: skip
        needed = scanner.NEEDED | (0 if self._variant == "standard" else 1 << scanner.VARIANT)
        return Terrain(
            np.array([needed], dtype=np.int64),
            np.array([a.province_number[place.province] for place in a.places], dtype=np.int32),
            np.array(stands, dtype=np.int32),
            np.array(rank, dtype=np.int32),
            np.array([[self._turn(season, kind) for kind in STAGES] for season in self._seasons], dtype=np.int32),
            np.array([[self._next(season, kind) for kind in STAGES] for season in self._seasons], dtype=np.int32),
        )

    def _turn(self, season: str, kind: PhaseKind) -> int:
        """Which turn a phase is in that a line names; -1 where the map has no such phase."""
        turns = self.chart.turns
        return turns.index(season) if season in turns else len(turns) if kind is PhaseKind.ADJUSTMENT else -1

    def _next(self, season: str, kind: PhaseKind) -> int:
        """The same of a phase that is told to come next."""
        found = phase_told((season, 1, kind.value), self.chart)
        return -1 if found is None else self._turn_of(found)

    def _turn_of(self, phase: Phase) -> int:
        """Which turn the batch says that a phase is in that comes next."""
        turns = self.chart.turns
        return len(turns) if phase.kind is PhaseKind.ADJUSTMENT else turns.index(phase.season)

    # --- what is asked for ---

    def learn(self, words: Mapping[tuple[int, bytes], None], cases: Mapping[int, None]) -> None:
        """Read words and cases that were not met before."""
        for realm, word in words:
            if realm == scanner.NEXTS:
                self.words.add(realm, word, self._next_named(word.decode()))
            else:
                self._learn_text(word)
        for case in cases:
            self.words.add_case(case, self._code(case))

    def _next_named(self, text: str) -> int:
        try:
            moment = self._shelf.wanted(text)
        except Strange:
            return STRANGE
        if moment is None:
            return 0
        phase = moment.phase
        if not 0 < phase.year <= scanner.LATEST:
            return STRANGE
        return phase.year << 7 | self._turn_of(phase) << 2 | STAGES.index(phase.kind)

    def _learn_text(self, word: bytes) -> None:
        reading = self._meanings.writs.readings[word.decode()]
        if reading is None:
            self.words.add(scanner.TEXTS, word, STRANGE)
            return
        kinds = {reading.is_move: scanner.MOVES, reading.is_build: scanner.BUILDS, reading.is_disband: scanner.DISBANDS}
        self._readings.append(reading)
        self.words.add_text(word, reading.province, reading.other, kinds.get(True, scanner.OTHERWISE))

    def _code(self, case: int) -> int:
        """The code of the order that a text is in a case."""
        spots = len(self.terrain.stands)
        text, case = divmod(case, scanner.case_of(0, 1, 0, 0, 0, spots))
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
            case PhaseKind.ADJUSTMENT if spot == scanner.ALONE:
                return self._building(reading, met - 1)
            case PhaseKind.ADJUSTMENT:
                good = self._meanings.writs.disbands(reading, self._number(spot - 1))
                return packed(layout.DISBAND, spot - 1) if good else scanner.NO_ORDER

    def _unit(self, spot: int, power: int = 0) -> Unit:
        return Unit(self.atlas.powers[power], *self.atlas.unit(spot))

    def _number(self, spot: int) -> int:
        return self._shelf.roll.at(self._unit(spot))

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
        place = self._shelf.roll.unit[goal].place
        return packed(layout.RETREATS, spot, goal=self.atlas.place_number[place])

    def _building(self, reading: Reading, power: int) -> int:
        order = reading.line.order
        assert isinstance(order, Build)
        unit = wish(self.chart, self.atlas.powers[power], order, self.switches)
        return scanner.NO_ORDER if unit is None else packed(layout.BUILD, self.atlas.spot(unit.kind, unit.place))
