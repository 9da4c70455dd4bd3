"""Folding: how each event changes the state. Nothing is judged or refused here; what happened is simply taken in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import time
from functools import lru_cache
from typing import TypeVar, assert_never

from dragoman.diplomacy.adjudication.retreats import open_places
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.mapfile import chart, chart_names, chart_source, read_chart
from dragoman.diplomacy.board.maptext import MapError
from dragoman.diplomacy.board.position import Phase, Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.events import (
    Announced,
    DeadlineSet,
    Event,
    GameClosed,
    GameEnded,
    GameOpened,
    GameStarted,
    GameWon,
    LotsDrawn,
    OrdersCleared,
    OrdersReceived,
    Paused,
    PersonInvited,
    PersonJoined,
    PersonSeated,
    PhaseAdjudicated,
    PlayerReplaced,
    PressSent,
    Resumed,
    SeatResigned,
    StatusMarked,
    recorded,
)
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.diplomacy.state import Announcement, Ending, Piece, Received, Stage, State, Turn
from dragoman.game.clock import Calendar
from dragoman.game.press import Colour
from dragoman.game.seats import GM, PersonId, Seat

V = TypeVar("V")
K = TypeVar("K", bound=str)


class NotOpened(Exception):
    """A record that does not begin with the opening of a game."""


class UnreadableMap(Exception):
    """A recorded map that cannot be read; one with faults never comes into a record."""


@lru_cache(maxsize=64)
def chart_read(text: str) -> Chart | tuple[MapError, ...]:
    """The chart of a map's text, or its faults; a text is read once, and one that comes with the program not again."""
    own = next((name for name in chart_names() if chart_source(name) == text), None)
    return chart(own) if own is not None else read_chart(text, "map")


def chart_of(text: str) -> Chart:
    """The chart of a recorded map's text. Raises UnreadableMap."""
    read = chart_read(text)
    if isinstance(read, Chart):
        return read
    raise UnreadableMap("; ".join(f"line {fault.line}: {fault.code} {fault.word}" for fault in read))


def evolve(state: State | None, event: Event) -> State:
    """The state after the event. Raises NotOpened if anything comes before GameOpened."""
    if isinstance(event, GameOpened):
        return _opened(event)
    if state is None:
        raise NotOpened(type(event).__name__)
    return _evolved(state, event)


def _opened(event: GameOpened) -> State:
    board = chart_of(event.map)
    seats: dict[Seat, PersonId | None] = {Seat(power): None for power in board.powers}
    if event.gm is not None:
        seats[GM] = PersonId(event.gm)
    position = recorded.position(event.given) if event.given else board.opening
    return State(
        name=event.name,
        chart=board,
        sheet=Sheet.of(event.rules),
        lang=event.lang,
        zone=event.zone,
        seed=event.seed,
        calendar=Calendar(event.zone, _hour(event.hour), event.weekdays),
        entry=event.entry,
        position=position,
        seats=seats,
        retreats=_open_retreats(board, position),
    )


def _open_retreats(board: Chart, position: Position) -> tuple[tuple[str, tuple[Place, ...]], ...]:
    """Where the dislodged units of a position that a game begins from may go; a ruling brings its own."""
    return tuple(
        (each.unit.province, open_places(board, each, position.units, position.contested))
        for each in position.dislodged
    )


def _hour(text: str) -> time | None:
    return time.fromisoformat(text) if text else None


def _evolved(state: State, event: Event) -> State:  # one arm per kind of event
    match event:
        case GameOpened():
            return _opened(event)
        case PersonInvited(person=person):
            return replace(state, invited=state.invited | {PersonId(person)})
        case PersonJoined():
            return _joined(state, event)
        case PersonSeated(person=person, seat=seat) | PlayerReplaced(person=person, seat=seat):
            return replace(state, seats=_with(state.seats, Seat(seat), PersonId(person)))
        case LotsDrawn():
            return _allotted(state, event)
        case GameStarted():
            return replace(state, stage=Stage.RUNNING)
        case SeatResigned(seat=seat):
            return _resigned(state, Seat(seat))
        case OrdersReceived() | StatusMarked() | OrdersCleared():
            return _ordered(state, event)
        case DeadlineSet(deadline=deadline):
            return replace(state, deadline=deadline)
        case PhaseAdjudicated():
            return _adjudicated(state, event)
        case Paused(at=at):
            return replace(state, paused=at)
        case Resumed():
            return replace(state, paused=None)
        case GameWon(at=at, power=power):
            return replace(state, ending=Ending(at, "win", (power,)))
        case GameEnded(at=at, result=result, powers=powers, why=why):
            return replace(state, stage=Stage.OVER, deadline=None, ending=Ending(at, result, powers, why))
        case GameClosed():
            return replace(state, stage=Stage.CLOSED)
        case PressSent():
            return replace(state, press=(*state.press, _piece(state, event)))
        case Announced(at=at, text=text):
            return replace(state, announcements=(*state.announcements, Announcement(at, text, _phase_now(state))))
        case _:
            assert_never(event)


def _with(mapping: Mapping[K, V], key: K, value: V) -> dict[K, V]:
    return {**mapping, key: value}


def _without(mapping: Mapping[K, V], key: K) -> dict[K, V]:
    return {k: v for k, v in mapping.items() if k != key}


# --- seats ---


def _joined(state: State, event: PersonJoined) -> State:
    seat = Seat(event.seat)
    seats = _with(state.seats, seat, PersonId(event.person))
    return replace(state, seats=seats, wishes=_with(state.wishes, seat, event.wishes))


def _allotted(state: State, event: LotsDrawn) -> State:
    seats = {seat: person for seat, person in state.seats.items() if seat not in event.seats}
    for waiting, power in event.seats.items():
        seats[Seat(power)] = state.seats[Seat(waiting)]
    return replace(state, seats=seats, wishes={})


def _resigned(state: State, seat: Seat) -> State:
    """A power's seat stays, empty; any other seat goes with its holder."""
    if seat in state.chart.powers:
        return replace(state, seats=_with(state.seats, seat, None))
    return replace(state, seats=_without(state.seats, seat), wishes=_without(state.wishes, seat))


# --- orders and rulings ---


def _ordered(state: State, event: OrdersReceived | StatusMarked | OrdersCleared) -> State:
    if isinstance(event, OrdersCleared):
        return replace(state, sets=_without(state.sets, event.seat), marks=_without(state.marks, event.seat))
    marks = _with(state.marks, event.seat, event.final)
    if isinstance(event, StatusMarked):
        return replace(state, marks=marks)
    received = Received(event.at, tuple(recorded.line(line) for line in event.lines), event.final, event.channel)
    sets = _with(state.sets, event.seat, (*state.sets.get(event.seat, ()), received))
    return replace(state, sets=sets, marks=marks)


def _adjudicated(state: State, event: PhaseAdjudicated) -> State:
    ruling = recorded.ruling(event.ruling)
    turn = Turn(state.position, ruling, event.at, state.deadline, event.missing, event.cause)
    return replace(
        state,
        position=ruling.after,
        retreats=ruling.retreats,
        turns=(*state.turns, turn),
        sets={},
        marks={},
        deadline=None,
    )


# --- words ---


def _phase_now(state: State) -> Phase | None:
    return state.phase if state.stage is Stage.RUNNING else None


def _piece(state: State, event: PressSent) -> Piece:
    return Piece(
        event.number,
        event.at,
        Seat(event.seat),
        event.to,
        event.text,
        Colour(event.colour),
        event.dateline,
        _phase_now(state),
    )
