"""How a game is opened, and how play begins once the powers are allotted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, time

from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.maptext import MapError
from dragoman.diplomacy.commands import OpenGame
from dragoman.diplomacy.decide import market, polls, turn
from dragoman.diplomacy.events import (
    Event,
    GameOpened,
    GameStarted,
    HoldingSet,
    LotsDrawn,
    PersonSeated,
    recorded,
)
from dragoman.diplomacy.events.opening import SEALING
from dragoman.diplomacy.evolve import chart_read, evolve
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.diplomacy.state import Stage, State
from dragoman.game.clock import UnknownZone, zone
from dragoman.game.lots import drawn
from dragoman.game.press import is_observer
from dragoman.game.refusals import Refusal
from dragoman.game.repute import HIGHEST
from dragoman.game.saying import say
from dragoman.game.seats import Seat


def open_game(command: OpenGame, now: datetime) -> tuple[Event, ...] | Refusal:
    """Open a game; if every power has a player, or the command says so, let play begin."""
    refused = _unfit(command)
    if refused:
        return refused
    opened = _opened(command, now)
    seated = [PersonSeated(at=now, person=person, seat=seat) for seat, person in sorted(command.seats.items())]
    holding = [HoldingSet(at=now, held=True)] if command.hold and command.gm is not None else []
    events: tuple[Event, ...] = (opened, *seated, *holding)
    state = folded(None, events)
    return *events, *(begun(state, now) if command.begin else if_full(state, now))


def _unfit(command: OpenGame) -> Refusal | None:
    try:
        zone(command.zone)
    except UnknownZone:
        return Refusal(
            "unknown-zone",
            say("There is no time zone “{zone}”. Write it as Europe/Helsinki, UTC or +02:00.", zone=command.zone),
            text=command.zone,
        )
    if command.hour and not _is_hour(command.hour):
        text = say("“{hour}” is no time of day. Write it as 21:00.", hour=command.hour)
        return Refusal("bad-hour", text, text=command.hour)
    if not 0 <= command.least <= HIGHEST:
        text = say("A game can ask for a reliability of 0 to {most} %.", most=HIGHEST)
        return Refusal("bad-least", text, text=str(command.least))
    sheet = Sheet().overlaid(command.rules.items())
    if not isinstance(sheet, Sheet):
        return Refusal("bad-rules", sheet[0].says, text=", ".join(sheet[0].keys))
    chart = chart_read(command.map)
    if not isinstance(chart, Chart):
        return _faulty_map(chart[0])
    for seat in command.seats:
        if seat not in chart.powers and not is_observer(seat):
            return Refusal("unknown-seat", say("The map has no power “{seat}”.", seat=seat), text=seat)
    return None


def _is_hour(text: str) -> bool:
    try:
        time.fromisoformat(text)
    except ValueError:
        return False
    return True


def _faulty_map(fault: MapError) -> Refusal:
    return Refusal("faulty-map", fault.says, text=f"{fault.line}: {fault.word}")


def _opened(command: OpenGame, now: datetime) -> GameOpened:
    return GameOpened(
        at=now,
        name=command.name,
        by=command.by.person,
        map=command.map,
        rules=Sheet.of(command.rules).as_rules(),
        lang=command.lang,
        zone=command.zone,
        seed=command.seed,
        hour=command.hour,
        weekdays=tuple(sorted(command.weekdays)),
        gm=command.gm,
        given=recorded.position_record(command.given) if command.given else None,
        entry=command.entry,
        anonymous=command.anonymous,
        least=command.least,
        sealing=SEALING,
    )


def folded(state: State | None, events: Sequence[Event]) -> State:
    """The state after these events, of which there is at least one where there was no state before."""
    for event in events:
        state = evolve(state, event)
    assert state is not None
    return state


def vacancies(state: State) -> tuple[str, ...]:
    """The powers nobody holds."""
    return tuple(power for power in state.powers() if state.holder(Seat(power)) is None)


def begun(state: State, now: datetime) -> tuple[Event, ...]:
    """Play begins, and its first phase falls due."""
    started = GameStarted(at=now)
    running = folded(state, (started,))
    vote = polls.beginning(running, now) or polls.on_builds(running, now, now)
    return started, *market.paid(running, now), *(vote or (turn.next_deadline(running, now, now),))


def if_full(state: State, now: datetime) -> tuple[Event, ...]:
    """Play begins, or the powers are allotted first, once there is somebody for every one of them."""
    if state.stage is not Stage.FORMING or len(state.wishes) < len(vacancies(state)):
        return ()
    return allotted(state, now) if state.wishes else begun(state, now)


# --- the allotment ---


def allotted(state: State, now: datetime) -> tuple[Event, ...]:
    """Give the powers to those who wait, and let play begin.

    The lot decides in which order they choose; each takes the power dearest to them that is still free. Whoever named
    none that is left is given one by lot, after all the others.
    """
    turns = drawn(state.seed, "turns", state.wishes)
    free = drawn(state.seed, "powers", vacancies(state))
    lots = LotsDrawn(at=now, turns=turns, seats=_chosen(turns, state.wishes, free))
    return lots, *begun(folded(state, (lots,)), now)


def _chosen(turns: Sequence[str], wishes: Mapping[Seat, tuple[str, ...]], free: Sequence[str]) -> dict[str, str]:
    left = list(free)
    seats: dict[str, str] = {}
    for seat in turns:
        wish = next((power for power in wishes[Seat(seat)] if power in left), None)
        if wish is not None:
            left.remove(wish)
            seats[seat] = wish
    for seat in turns:
        if seat not in seats:
            seats[seat] = left.pop(0)
    return seats
