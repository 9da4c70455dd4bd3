"""Whole games in the forms of other programs, written and read: what everybody may see of a game, and nothing else.

Each form is a module with `written(view)` and `read(data)`; between them stands a `Saved` game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from dragoman.diplomacy.adjudication.verdict import Verdict
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.sight import View

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


__all__ = ["Moment", "Orders", "Saved", "Told", "told"]
