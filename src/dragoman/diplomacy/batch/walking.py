"""One game walked through phase by phase, with positions and orders in words: no arrays, and nothing to install."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from dragoman.diplomacy.adjudication import adjudicate
from dragoman.diplomacy.adjudication.verdict import Ruling
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import Position
from dragoman.diplomacy.houserules.switches import Switches
from dragoman.diplomacy.orders.canonical import canonical_line
from dragoman.diplomacy.orders.order import Line, OrderSet, Waive

Chosen = Mapping[str, Sequence[str]]
"""Each power's orders in the canonical writing: `{"France": ["A PAR - BUR"]}`."""


@dataclass(frozen=True)
class Walked:
    """One phase: the position before it, what was made of the orders, and those texts that are no order."""

    position: Position
    ruling: Ruling
    unread: tuple[tuple[str, str], ...]

    @property
    def after(self) -> Position:
        return self.ruling.after


def walk(
    chart: Chart, switches: Switches, choose: Callable[[Position], Chosen], position: Position | None = None
) -> Iterator[Walked]:
    """Play a game from its opening, or from a position, asking `choose` for everybody's orders, until one has won."""
    here = chart.opening if position is None else position
    while True:
        sets, unread = _read(chart, choose(here))
        ruling = adjudicate(chart, here, sets, switches)
        yield Walked(here, ruling, unread)
        if ruling.winner is not None:
            return
        here = ruling.after


def _read(chart: Chart, chosen: Chosen) -> tuple[dict[str, OrderSet], tuple[tuple[str, str], ...]]:
    sets, unread = {}, []
    for power, texts in chosen.items():
        read = [(text, Line(Waive(), text) if text == "WAIVE" else canonical_line(chart, text)) for text in texts]
        sets[power] = OrderSet(power, tuple(line for _, line in read if line is not None))
        unread += [(power, text) for text, line in read if line is None]
    return sets, tuple(unread)
