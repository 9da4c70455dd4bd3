"""What a seat may know. This is the only way out of a state: pages, letters, pictures and answers are made from a View.

Nobody sees another's orders, whether they have sent any, or press not meant for them. The game master sees the
orders, but private press no more than anybody else. What has been adjudicated is everybody's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from dragoman.diplomacy.adjudication import adjudicate
from dragoman.diplomacy.adjudication.verdict import Code, Outcome, Verdict
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import Phase, Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import Unit
from dragoman.diplomacy.houserules.sheet import Sheet, switches
from dragoman.diplomacy.orders.order import Line, OrderSet
from dragoman.diplomacy.state import Announcement, Due, Ending, Piece, Stage, State, Turn, ordered_province
from dragoman.game.press import reaches
from dragoman.game.seats import GM, PersonId, Seat


@dataclass(frozen=True, slots=True)
class OnFile:
    """The orders on file for one power: those that would count now, which of its units have none, whether the set is
    final, and when the last part of it came (None: nothing came).

    `flaws` says of each line why it will not be followed whatever others order (None: it may be).
    """

    power: str
    due: Due
    lines: tuple[Line, ...] = ()
    unordered: tuple[Unit, ...] = ()
    final: bool = False
    at: datetime | None = None
    flaws: tuple[Verdict | None, ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    """The game as one seat sees it (`seat` None: as everybody may).

    `on_file` holds the seat's own orders, and for the game master everybody's; `waiting` how many wait for the
    allotment, `wishes` what this one asked for.
    """

    game: str
    seat: Seat | None
    chart: Chart
    sheet: Sheet
    lang: str
    zone: str
    stage: Stage
    moderated: bool
    phase: Phase
    position: Position
    retreats: tuple[tuple[str, tuple[Place, ...]], ...]
    deadline: datetime | None
    paused: bool
    seats: Mapping[Seat, PersonId | None]
    on_file: Mapping[str, OnFile]
    turns: tuple[Turn, ...]
    press: tuple[Piece, ...]
    announcements: tuple[Announcement, ...]
    ending: Ending | None
    waiting: int = 0
    wishes: tuple[str, ...] = ()

    @property
    def power(self) -> str | None:
        """The power this seat plays, if it plays one."""
        return self.seat if self.seat in self.chart.powers else None

    @property
    def own(self) -> OnFile | None:
        """The seat's own orders on file, while there is something to order at all."""
        return self.on_file.get(self.power) if self.power else None


def sight(state: State, seat: Seat | None) -> View:
    """The state as that seat may see it."""
    return View(
        game=state.name,
        seat=seat,
        chart=state.chart,
        sheet=state.sheet,
        lang=state.lang,
        zone=state.zone,
        stage=state.stage,
        moderated=state.moderated(),
        phase=state.phase,
        position=state.position,
        retreats=state.retreats,
        deadline=state.deadline,
        paused=state.paused is not None,
        seats={name: person for name, person in state.seats.items() if name not in state.wishes or name == seat},
        on_file={power: _on_file(state, power) for power in _orders_seen(state, seat)},
        turns=state.turns,
        press=_press(state, seat),
        announcements=state.announcements,
        ending=state.ending,
        waiting=len(state.wishes),
        wishes=state.wishes.get(seat, ()) if seat else (),
    )


def may_read(piece: Piece, seat: Seat | None) -> bool:
    """Whether a piece may be read from that seat; by the public if it went to all."""
    return reaches(seat if seat is not None else Seat(""), piece.seat, piece.to)


def _press(state: State, seat: Seat | None) -> tuple[Piece, ...]:
    """The pieces that may be read, numbered among themselves: the table's own numbers would tell how much is written
    between others."""
    pieces = (piece for piece in state.press if may_read(piece, seat))
    return tuple(replace(piece, number=number) for number, piece in enumerate(pieces, 1))


def _orders_seen(state: State, seat: Seat | None) -> tuple[str, ...]:
    if state.stage is not Stage.RUNNING:
        return ()
    if seat == GM:
        return state.powers()
    return (str(seat),) if seat in state.chart.powers else ()


def _on_file(state: State, power: str) -> OnFile:
    lines, due = state.on_file(power), state.due(power)
    ordered = {ordered_province(line.order) for line in lines}
    received = state.sets.get(power)
    return OnFile(
        power,
        due,
        lines,
        tuple(unit for unit in due.units if unit.province not in ordered) if due.count == 0 else (),
        state.is_final(power),
        received[-1].at if received else None,
        _flaws(state, power, lines),
    )


FLAWS = frozenset({Code.NO_SUCH_UNIT, Code.IMPOSSIBLE, Code.AMBIGUOUS, Code.ILLEGAL_RETREAT, Code.TOO_MANY})
"""Faults that lie in a set itself, not in what others order."""


def _flaws(state: State, power: str, lines: tuple[Line, ...]) -> tuple[Verdict | None, ...]:
    """The faults of a set, found by ruling on it alone: nothing of anybody else's orders goes into this."""
    if not lines:
        return ()
    ruling = adjudicate(state.chart, state.position, {power: OrderSet(power, lines)}, switches(state.sheet))
    verdicts = [verdict for verdict in ruling.verdicts if verdict.power == power]
    return tuple(
        verdict if verdict.outcome is Outcome.VOID and verdict.code in FLAWS and verdict.text == line.text else None
        for line, verdict in zip(lines, verdicts, strict=False)
    )
