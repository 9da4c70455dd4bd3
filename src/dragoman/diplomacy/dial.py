"""The clock of a game as one seat sees it. Grace, contacts, delays, warnings and absences that were told to the game
master alone are seen by whose they are, and by the game master (VII.5, VII.6.B)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol, TypeVar

from dragoman.diplomacy.decide import grace, pauses, reminders, turn
from dragoman.diplomacy.state import Received, Stage, State
from dragoman.diplomacy.state.absences import Absence, Delay
from dragoman.diplomacy.state.timetable import Contact, Waiting
from dragoman.game.changing import replace
from dragoman.game.seats import GM, Seat


@dataclass(frozen=True, slots=True)
class Dial:
    """What a seat sees. `waiting` says for whom the phase waits after its deadline; it is everybody's to know.

    `schedule` is the deadline of VII.4, and `pace` the days that the game master has set for kinds of phase; `objects`
    that this seat has objected. `space` is before when nothing is adjudicated. `pause_until` is when a pause ends,
    `may_call` from when players may call for the game to go on, `called` that this seat has.

    `grace`, `contacts`, `delays`, `warned` and `late` are this seat's own; the game master sees all of them. `absences`
    are this seat's and those that were announced. `wanted` are the powers, for the game master, and else this seat's
    alone, of which orders are still wanted.
    """

    waiting: Waiting | None = None
    schedule: datetime | None = None
    pace: Mapping[str, int] = field(default_factory=dict)
    objects: bool = False
    space: datetime | None = None
    pause_until: datetime | None = None
    may_call: datetime | None = None
    called: bool = False
    grace: Mapping[str, datetime] = field(default_factory=dict)
    contacts: tuple[Contact, ...] = ()
    delays: tuple[Delay, ...] = ()
    warned: tuple[str, ...] = ()
    absences: tuple[Absence, ...] = ()
    late: Mapping[str, Received] = field(default_factory=dict)
    wanted: tuple[str, ...] = ()


class Seated(Protocol):
    """What belongs to a seat."""

    @property
    def seat(self) -> str: ...


S = TypeVar("S", bound=Seated)


def dial(state: State, seat: Seat | None) -> Dial:
    """The clock as that seat sees it."""
    time = state.time
    running = state.stage is Stage.RUNNING
    seen = tuple(power for power in state.players() if seat in (GM, power))
    return Dial(
        waiting=_waiting(state, seat),
        schedule=time.schedule,
        pace=time.pace,
        objects=seat in time.objectors,
        space=turn.earliest(state) if running else None,
        pause_until=time.pause_until,
        may_call=pauses.may_call(state),
        called=seat in time.callers,
        grace={power: until for power, until in time.grace.items() if seat in (GM, power)},
        contacts=_own(time.contacts, seat),
        delays=_delays(time.delays, seat),
        warned=tuple(power for power in seen if state.holder(Seat(power)) in time.warned),
        absences=tuple(each for each in time.absences if each.announced or seat in (GM, each.seat)),
        late={power: each for power, each in time.late.items() if seat in (GM, power)},
        wanted=tuple(power for power in seen if running and reminders.wanted(state, power)),
    )


def _waiting(state: State, seat: Seat | None) -> Waiting | None:
    """For whom a phase still waits: of those named at the deadline the ones of whom nothing has come since. That it
    waits for its game master is the game master's to know: others would learn from the moment whether somebody had
    grace before (VII.6.B)."""
    waiting = state.time.waiting
    if waiting is None or not waiting.powers:
        return waiting if seat == GM else None
    left = grace.awaited(state)
    powers = tuple(power for power in waiting.powers if power in left)
    return replace(waiting, powers=powers) if powers else None


def _delays(delays: Iterable[Delay], seat: Seat | None) -> tuple[Delay, ...]:
    """Numbered among those that may be seen, lest the numbers tell of others."""
    own = _own(delays, seat)
    return own if seat == GM else tuple(replace(each, number=number) for number, each in enumerate(own, 1))


def _own(all_: Iterable[S], seat: Seat | None) -> tuple[S, ...]:
    return tuple(each for each in all_ if seat in (GM, each.seat))
