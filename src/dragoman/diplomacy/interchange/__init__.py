"""Whole games in the forms of other programs, written and read: what everybody may see of a game, and nothing else.

Each form is a module with `written(view)` and `read(data)`; between them stands a `Saved` game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise

from dragoman.diplomacy.adjudication.verdict import Verdict
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import Phase, PhaseKind, Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.exchange import Unfit
from dragoman.diplomacy.sight import View
from dragoman.game.saying import say

Orders = Mapping[str, tuple[str, ...]]
"""Order lines by power, in canonical writing."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A phase: the position before it, where its dislodged units may go, and (of one that is over) its orders."""

    position: Position
    retreats: Mapping[str, tuple[Place, ...]]
    orders: Orders
    over: bool = True


@dataclass(frozen=True, slots=True)
class Saved:
    """A game as another program kept it: what it is called there, its map, and its phases, the first first."""

    name: str
    chart: Chart
    moments: tuple[Moment, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """A phase of a game of ours, to be written: as `Moment`, with what became of each order."""

    position: Position
    retreats: Mapping[str, tuple[Place, ...]]
    verdicts: tuple[Verdict, ...]


def told(view: View) -> Iterator[Told]:
    """The phases of a game that are over, and last the one that is to come, of which no order is told."""
    retreats: Mapping[str, tuple[Place, ...]] = {}
    for turn in view.turns:
        yield Told(turn.before, retreats, turn.ruling.verdicts)
        retreats = dict(turn.ruling.retreats)
    yield Told(view.position, dict(view.retreats), ())


# --- read ---


@contextmanager
def phase_at(index: int, name: str) -> Iterator[None]:
    """What does not fit while that phase is read is told with its name, and with its place in the file."""
    try:
        yield
    except Unfit as fault:
        raise Unfit(say("{phase}: {fault}", phase=name[:40], fault=fault), f"$.phases[{index}]") from fault


def saved(name: str, chart: Chart, moments: Sequence[tuple[int, Moment]]) -> Saved:
    """A game of phases, each with its number in the file. Raises Unfit where they do not follow one another, or where
    there is nothing on the board to play from."""
    phases = [(index, moment.position.phase) for index, moment in moments]
    for (_, before), (index, after) in pairwise(phases):
        if _order(chart, after) <= _order(chart, before):
            says = say("{after} stands after {before}: write phases in their order, each once", after=after,
                       before=before)  # fmt: skip
            raise Unfit(says, f"$.phases[{index}]")
    first = moments[0][1].position
    if not (first.units or first.dislodged):
        raise Unfit(say("no unit stands on the board in {phase}, so there is nothing to play from", phase=first.phase))
    return Saved(name, chart, tuple(moment for _, moment in moments))


KINDS = list(PhaseKind)


def _order(chart: Chart, phase: Phase) -> tuple[int, int, int]:
    """In the year, a season's moves, its retreats, and last the adjustments."""
    season = chart.turns.index(phase.season) if phase.season in chart.turns else len(chart.turns)
    return phase.year, season, KINDS.index(phase.kind)


__all__ = ["Moment", "Orders", "Saved", "Told", "phase_at", "saved", "told"]
