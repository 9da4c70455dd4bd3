"""What the clock of a game knows besides the deadline: when the phase began, who has grace, who is waited for, who must
make contact, which delays and absences there are, and how the pace stands (VII)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from dragoman.diplomacy.board.position import Phase
from dragoman.diplomacy.state.absences import Absence, Delay
from dragoman.diplomacy.state.filing import Received
from dragoman.game.seats import PersonId


@dataclass(frozen=True, slots=True)
class Missed:
    """A turn that a person missed in a seat."""

    seat: str
    person: PersonId | None
    phase: Phase


@dataclass(frozen=True, slots=True)
class Contact:
    """Whoever missed a turn must make contact by `until`; `lapsed` that they have not (VII.6)."""

    seat: str
    person: PersonId
    phase: Phase
    until: datetime
    lapsed: bool = False


@dataclass(frozen=True, slots=True)
class Waiting:
    """The deadline has passed and the phase waits: for those powers' orders, by `clause`; or, where no power is named,
    for the game master to begin (VII.2.start)."""

    since: datetime
    clause: str
    powers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Timetable:
    """The clock of one game.

    `ruled` is when the last result was published, `set_at` when the present deadline was set, and `schedule` the
    deadline that VII.4 gives the phase. `pace` holds the days of each kind of phase that go otherwise; `objectors` are
    the seats to whom a faster pace is a hardship.

    `grace` tells until when each power has grace in this phase, `graced` who has had theirs; `missed` are all turns
    that anybody missed; `contacts` who must make contact. `waiting` says why a phase whose deadline has passed is not
    adjudicated; `late` holds sets that came too late, and that the game master may still take. `vacated` are powers
    whose player left in the course of play; `reminded` the hours before the deadline at which reminders have gone out;
    `warned` the players warned.

    `pause_until` is when a pause ends by itself, `callers` who have called for the game to go on.
    """

    ruled: datetime | None = None
    set_at: datetime | None = None
    schedule: datetime | None = None
    pace: Mapping[str, int] = field(default_factory=dict)
    objectors: frozenset[str] = frozenset()
    grace: Mapping[str, datetime] = field(default_factory=dict)
    graced: frozenset[PersonId] = frozenset()
    missed: tuple[Missed, ...] = ()
    contacts: tuple[Contact, ...] = ()
    waiting: Waiting | None = None
    late: Mapping[str, Received] = field(default_factory=dict)
    vacated: frozenset[str] = frozenset()
    reminded: frozenset[int] = frozenset()
    delays: tuple[Delay, ...] = ()
    warned: frozenset[PersonId] = frozenset()
    absences: tuple[Absence, ...] = ()
    pause_until: datetime | None = None
    callers: frozenset[str] = frozenset()

    def contact_of(self, seat: str) -> Contact | None:
        """The contact that a seat's player still has to make."""
        return next((each for each in self.contacts if each.seat == seat), None)

    def missed_by(self, person: PersonId | None) -> tuple[Missed, ...]:
        """The turns that a person missed, in whatever seat."""
        return tuple(each for each in self.missed if person is not None and each.person == person)
