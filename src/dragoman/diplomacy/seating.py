"""Who sits where, as one seat may know it. In an anonymous game nobody but the game master learns who plays what before
the end: persons stand there as `SOMEBODY`, and what would give them away is left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from dragoman.diplomacy.state import Stage, State
from dragoman.diplomacy.state.roster import SECOND, Applicant, Leave, Standby, Tenure, presides
from dragoman.game.changing import replace
from dragoman.game.recalled import recalled
from dragoman.game.seats import GM, PersonId, Seat

SOMEBODY = PersonId("")
"""Whoever holds a seat, where it may not be known who."""


@dataclass(frozen=True, slots=True)
class Seated:
    """One power's seat. `person` holds it (None: nobody); `missed` counts the rounds they missed in a row, `disorder`
    says that the power is in civil disorder. `leave` tells of a deputy who holds it, or is asked for (to the game
    master and the player alone); `called` the seat of a standby who is to order beside the player; `suggested` whom the
    last player suggested (to the game master alone)."""

    power: str
    person: PersonId | None
    missed: int = 0
    disorder: bool = False
    leave: Leave | None = None
    called: Seat | None = None
    suggested: PersonId | None = None


@dataclass(frozen=True, slots=True)
class Company:
    """Everybody at the table. `tenures` tell who played what from when to when; `masked` that persons are not shown."""

    seated: Mapping[str, Seated]
    master: PersonId | None
    second: PersonId | None
    standbys: tuple[Standby, ...] = ()
    applicants: tuple[Applicant, ...] = ()
    tenures: tuple[Tenure, ...] = ()
    listed: Mapping[PersonId, str] = field(default_factory=dict)
    masked: bool = False


def masked(state: State, seat: Seat | None) -> bool:
    """Whether persons are hidden from a seat."""
    return state.anonymous and state.stage in (Stage.FORMING, Stage.RUNNING) and not presides(seat)


def shown(state: State, seat: Seat | None) -> Mapping[Seat, PersonId | None]:
    """Who holds which seat: those who wait for the allotment are nobody's business but their own."""
    hidden = masked(state, seat)
    open_seats = (GM, SECOND, seat)
    return {
        name: SOMEBODY if hidden and person is not None and name not in open_seats else person
        for name, person in state.seats.items()
        if name not in state.wishes or name == seat
    }


def company(state: State, seat: Seat | None) -> Company:
    """The table as that seat may know it."""
    hidden, office = masked(state, seat), presides(seat)
    roster = state.roster
    standbys = (each if office or each.seat == seat else _standby(each, hidden) for each in roster.standbys)
    return Company(
        seated=_all_seated(state, seat, hidden),
        master=state.holder(GM),
        second=state.holder(SECOND),
        standbys=tuple(standbys),
        applicants=roster.applicants if office else (),
        tenures=() if hidden else roster.tenures,
        listed=roster.listed if office else {},
        masked=hidden,
    )


def _all_seated(state: State, seat: Seat | None, hidden: bool) -> dict[str, Seated]:
    """Every power's seat: what all see of those that are not their own is put together once."""
    if presides(seat) or any(leave.away == seat for leave in state.roster.leaves.values()):
        return {power: _seated(state, power, seat, hidden) for power in state.powers()}
    seated = dict(_seen_by_all(state, hidden))
    if seat in seated:
        seated[seat] = _seated(state, seat, seat, hidden)
    return seated


@recalled(16)
def _seen_by_all(state: State, hidden: bool) -> Mapping[str, Seated]:
    return {power: _seated(state, power, None, hidden) for power in state.powers()}


def _standby(standby: Standby, hidden: bool) -> Standby:
    """For which powers somebody stands by is theirs and the game master's to know."""
    return replace(standby, powers=(), person=SOMEBODY if hidden else standby.person)


def _seated(state: State, power: str, seat: Seat | None, hidden: bool) -> Seated:
    roster, person, mine = state.roster, state.holder(Seat(power)), seat == power or presides(seat)
    return Seated(
        power=power,
        person=SOMEBODY if hidden and person is not None and seat != power else person,
        missed=roster.missed.get(power, 0),
        disorder=power in roster.disorder,
        leave=_leave(roster.leaves.get(power), seat, hidden, mine),
        called=roster.called.get(power),
        suggested=roster.suggested.get(power) if presides(seat) else None,
    )


def _leave(leave: Leave | None, seat: Seat | None, hidden: bool, mine: bool) -> Leave | None:
    """Of a deputy who is only asked for nobody else knows; in an anonymous game nobody knows of deputies at all."""
    if leave is None or mine or seat == leave.away:
        return leave
    return leave if leave.granted and not hidden else None


__all__ = ["SOMEBODY", "Company", "Seated", "company", "masked", "shown"]
