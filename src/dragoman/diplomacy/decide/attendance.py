"""What a round says of those who play: who missed it, and what follows under VII.6 (F.8): a standby, a resignation,
civil disorder.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

from dragoman.diplomacy.decide import standbys
from dragoman.diplomacy.decide.blacklist import USUAL_TIME, keeps, put
from dragoman.diplomacy.events import DisorderBegan, Event, RoundPlayed, SeatResigned
from dragoman.diplomacy.evolve import evolve
from dragoman.diplomacy.state import State
from dragoman.game.seats import Seat

DISORDER = 2
"""Rounds without orders that are civil disorder where VII.6 names no number: what F.8 says (ours)."""


def closed(
    state: State, owed: Iterable[str], absent: frozenset[str], excused: frozenset[str], now: datetime
) -> tuple[Event, ...]:
    """A round is over in which these owed orders: what is recorded of it, and what follows."""
    played = RoundPlayed(
        at=now,
        owed={power: state.holder(Seat(power)) or "" for power in sorted(owed)},
        absent=tuple(sorted(absent)),
        excused=tuple(sorted(absent & excused)),
    )
    events: list[Event] = [played] if played.owed else []
    for event in events:
        state = evolve(state, event)
    for following in (_released, _resigned, _filled, _disordered):
        for event in following(state, absent, now):
            events.append(event)
            state = evolve(state, event)
    return tuple(events)


def _released(state: State, absent: frozenset[str], now: datetime) -> Iterator[Event]:
    return standbys.released(state, absent, now)


def _resigned(state: State, absent: frozenset[str], now: datetime) -> Iterator[Event]:
    """F.8: so many rounds missed in a row are a resignation."""
    if state.sheet.letter("VII.6") != "F.8":
        return
    limit = state.sheet.choice("VII.6").number("missed")
    for power in state.players():
        if state.roster.missed.get(power, 0) >= limit:
            yield from left(state, power, "missed", now)


def _filled(state: State, absent: frozenset[str], now: datetime) -> Iterable[Event]:
    return standbys.filled(state, now)


def left(state: State, power: str, cause: str, now: datetime) -> Iterator[Event]:
    """A seat is lost for want of orders (`missed`) or of a word (`contact`): the automatic referee puts its player on
    the blacklist (ours); a game master judges that."""
    person = state.holder(Seat(power))
    if person is None:
        return
    yield SeatResigned(at=now, person=person, seat=power, cause=cause)
    if keeps(state) and not state.moderated():
        yield put(person, power, cause, now + USUAL_TIME, now)


def _disordered(state: State, absent: frozenset[str], now: datetime) -> Iterator[Event]:
    """A power for which nobody ordered in so many rounds, and that nobody plays, is in civil disorder."""
    choice = state.sheet.choice("VII.6")
    limit = choice.number("disorder") if choice.letter == "F.8" else DISORDER
    for power in state.powers():
        vacant = state.holder(Seat(power)) is None and power not in state.roster.disorder
        if vacant and state.roster.silent.get(power, 0) >= limit:
            yield DisorderBegan(at=now, power=power)
