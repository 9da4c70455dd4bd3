"""The state a game begins in."""

from __future__ import annotations

from datetime import time

from dragoman.diplomacy.adjudication.retreats import open_places
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.events import (
    GameOpened,
    recorded,
)
from dragoman.diplomacy.evolve.charts import chart_of
from dragoman.diplomacy.houserules.provisions import provisions
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.diplomacy.state import State
from dragoman.game.clock import Calendar
from dragoman.game.seats import GM, PersonId, Seat


def opened(event: GameOpened) -> State:
    board, sheet = chart_of(event.map), Sheet.of(event.rules)
    seats: dict[Seat, PersonId | None] = {Seat(power): None for power in board.powers}
    if event.gm is not None:
        seats[GM] = PersonId(event.gm)
    position = recorded.position(event.given) if event.given else board.opening
    return State(
        name=event.name,
        chart=board,
        sheet=sheet,
        provisions=provisions(sheet.as_rules(), event.at),
        lang=event.lang,
        zone=event.zone,
        seed=event.seed,
        calendar=Calendar(event.zone, _hour(event.hour), event.weekdays),
        entry=event.entry,
        position=position,
        seats=seats,
        retreats=_open_retreats(board, position),
        anonymous=event.anonymous,
        least=event.least,
        sealing=event.sealing,
    )


def _open_retreats(board: Chart, position: Position) -> tuple[tuple[str, tuple[Place, ...]], ...]:
    """Where the dislodged units of a position that a game begins from may go; a ruling brings its own."""
    return tuple(
        (each.unit.province, open_places(board, each, position.units, position.contested))
        for each in position.dislodged
    )


def _hour(text: str) -> time | None:
    return time.fromisoformat(text) if text else None
