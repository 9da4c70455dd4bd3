"""Absences that players have planned, delays that they have asked for, and what either does to a deadline (VII.5)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from dragoman.diplomacy.board.position import Phase
from dragoman.game import clock
from dragoman.game.clock import Calendar


@dataclass(frozen=True, slots=True)
class Absence:
    """Somebody is away from `begins` until `ends`. It is `announced` to everybody, or known to the game master
    alone."""

    number: int
    seat: str
    begins: datetime
    ends: datetime
    why: str = ""
    announced: bool = False

    def covers(self, moment: datetime) -> bool:
        return self.begins <= moment < self.ends


@dataclass(frozen=True, slots=True)
class Delay:
    """A delay that was asked for in a phase. `granted` is None while it waits for an answer; `warned` that it was
    granted with a warning."""

    number: int
    seat: str
    phase: Phase
    at: datetime
    span: timedelta
    why: str = ""
    granted: bool | None = None
    warned: bool = False
    answer: str = ""


def moved(
    calendar: Calendar, deadline: datetime, absences: Iterable[Absence], after: timedelta, most: timedelta
) -> datetime:
    """The deadline that these absences leave: the first one allowed that falls into none of them and is at least
    `after` past the end of each that it would have fallen into, by `most` at the most."""
    planned, due = tuple(absences), deadline
    while (ends := max((each.ends for each in planned if each.covers(due)), default=None)) is not None:
        due = clock.at_least(calendar, ends + after)
        if due - deadline > most:
            return max(deadline, _before(calendar, deadline + most))
    return due


def _before(calendar: Calendar, latest: datetime) -> datetime:
    """The last moment that the calendar allows and that is not after that one."""
    due = clock.at_least(calendar, latest)
    for back in range(1, 9):
        if due <= latest:
            break
        due = clock.at_least(calendar, latest - timedelta(days=back))
    return due
