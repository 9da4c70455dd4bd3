"""What texts of orders mean, asked of those who read them everywhere else, once, and remembered."""

from __future__ import annotations

from dataclasses import replace

from dragoman.diplomacy.batch.tables import atlas
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import Position
from dragoman.diplomacy.board.unit import Unit
from dragoman.diplomacy.houserules.switches import Legality, Switches
from dragoman.diplomacy.orders.legality import Bench, Ground
from dragoman.diplomacy.scanning.lexicon import MOST_CASES, MOST_WORDS
from dragoman.diplomacy.shorthand import roll
from dragoman.diplomacy.shorthand.writs import Writs

MOST_BENCHES = 20_000


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
