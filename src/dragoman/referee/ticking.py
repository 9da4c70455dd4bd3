"""When a table is due the clock strikes for it. A fault at one table never stops the clock of another."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from dragoman.game.asking import NoSandbox, Sandbox
from dragoman.game.refusals import Refusal
from dragoman.referee.asking import decided
from dragoman.referee.ports import Appending, Ledger, Seats, Stale
from dragoman.referee.table import Table, Tables, fold
from dragoman.referee.telling import postings

MOST_STRIKES = 100
"""Strikes in a row for one table before its clock is called stuck: three phases a year for thirty years."""

TOGETHER = 25
"""Tables that are struck for together: so many that asking for them costs little, so few that none waits long."""

Earlier = Callable[[datetime], bool]
"""Whether anything that was received before that moment is still unheard."""


def nothing_earlier(_moment: datetime) -> bool:
    """Of a host whose letters are heard as they come."""
    return False


Away = Callable[[datetime, datetime], tuple[datetime, datetime] | None]
"""Since when and until when the host was away, or its clock wrong, at some time between two moments; None: it was not.
What fell due meanwhile is not to be adjudicated as if people could have known of it."""


def never_away(_due: datetime, _now: datetime) -> None:
    """Of a host that is always there."""


class ClockStuck(Exception):
    """A table stays due however often its clock strikes."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What went wrong at one table. Nothing was appended there; its game stands as it stood."""

    table: str
    error: Exception


@dataclass(frozen=True, slots=True)
class Round:
    """One round of the clock: the tables it struck for, those that wait for earlier letters, and what went wrong."""

    struck: tuple[str, ...]
    waiting: tuple[str, ...]
    faults: tuple[Fault, ...]


def go_round(
    ledger: Ledger,
    tables: Tables,
    now: datetime,
    earlier: Earlier = nothing_earlier,
    limit: int = 100,
    leaving: Collection[str] = (),
    sandbox: Sandbox | None = None,
    away: Away = never_away,
    most: int | None = None,
    begin: int = 0,
) -> Round:
    """Strike for every table that is due by `now`, except those in `leaving`; or for the `most` that follow on the one
    numbered `begin` of them, so that several workers are not all at the same ones."""
    rounds = _Rounds(ledger, tables, now, earlier, sandbox or NoSandbox(), away)
    names = _share(ledger.due(now, limit, leaving), most, begin)
    for start in range(0, len(names), TOGETHER):
        rounds.strike(names[start : start + TOGETHER])
    done = {name: names.index(name) for name in (*rounds.struck, *rounds.waiting)}
    in_turn = sorted(done, key=done.__getitem__)
    return Round(tuple(name for name in in_turn if name in rounds.struck),
                 tuple(name for name in in_turn if name in rounds.waiting), tuple(rounds.faults))  # fmt: skip


def _share(names: tuple[str, ...], most: int | None, begin: int) -> tuple[str, ...]:
    if most is None or len(names) <= most:
        return names
    first = begin % len(names)
    return (*names[first:], *names[:first])[:most]


class _Rounds:
    """One round of the clock, some tables at a time: what is known of them, of letters and of absences is asked once
    for all of them, and what comes of it is written at once. A table at which anything is out of the usual (its record
    cannot be read, somebody else writes to it, its game fails, it is due again) is struck for by itself.
    """

    def __init__(
        self, ledger: Ledger, tables: Tables, now: datetime, earlier: Earlier, sandbox: Sandbox, away: Away
    ) -> None:
        self._ledger, self._tables, self._now = ledger, tables, now
        self._earlier, self._sandbox = earlier, sandbox
        self._away = cache(lambda due: away(due, now))
        self.struck: set[str] = set()
        self.waiting: set[str] = set()
        self.faults: list[Fault] = []

    def strike(self, names: Sequence[str]) -> None:
        """Strike for these tables, each until it is no longer due."""
        due = self._due_of(names) if len(names) > 1 else []
        if not self._wait(due):
            ready = [each for each in map(self._decided, due) if each is not None]
            if not self._wait(ready):  # a letter may have come while these were decided
                self.struck.update(self._written(ready))
        for name in names:
            if name not in self.struck and name not in self.waiting:
                self._alone(name)

    def _wait(self, those: Sequence[Table | Appending]) -> bool:
        """Whether these tables must wait for earlier letters: not only for those from before what is due, since a
        strike records that it is now."""
        if not those or not self._earlier(self._now):
            return False
        self.waiting.update(each.name if isinstance(each, Table) else each.table for each in those)
        return True

    def _due_of(self, names: Sequence[str]) -> list[Table]:
        try:
            found = self._tables.several(names)
        except Exception:  # one of them is at fault: which one, is seen when each is looked at by itself
            return []
        tables = [found[name] for name in names if name in found]
        return [table for table in tables if (due := table.game.due(table.state)) is not None and due <= self._now]

    def _decided(self, table: Table) -> Appending | None:
        """What a strike brings about, if it is the only one that is needed."""
        due, now = table.game.due(table.state), max(self._now, table.at or self._now)
        assert due is not None
        try:
            each, _ = _struck(table, now, self._sandbox, self._away(due))
        except Exception:
            return None
        return each if each.due is None or each.due > self._now else None

    def _written(self, ready: Sequence[Appending]) -> Iterator[str]:
        """Write them; the tables at which it was done."""
        if not ready:
            return
        try:
            seals = self._ledger.append_all(ready)
        except Exception:  # none is written: by itself each shows whether it can be
            return
        yield from (each.table for each, seal in zip(ready, seals, strict=True) if seal is not None)

    def _alone(self, name: str) -> None:
        try:
            done = strike(self._ledger, self._tables, name, self._now, self._earlier, self._sandbox,
                          lambda due, _now: self._away(due))  # fmt: skip
            (self.waiting if done is None else self.struck).add(name)
        except Exception as error:
            self.faults.append(Fault(name, error))


def strike(
    ledger: Ledger,
    tables: Tables,
    name: str,
    now: datetime,
    earlier: Earlier = nothing_earlier,
    sandbox: Sandbox | None = None,
    away: Away = never_away,
    known: Table | None = None,
) -> Table | None:
    """Strike until the table is no longer due by `now`. It as it then stands; None if earlier letters are unheard.
    `known`: it as it stood a moment ago, which need not be looked up again.

    Raises ClockStuck, UnknownTable, UnknownGame, and whatever the game raises.
    """
    struck = known
    for _ in range(MOST_STRIKES):
        table, struck = struck or tables.at(name), None
        due = table.game.due(table.state)
        if due is None or due > now:
            return table
        if earlier(now):  # not only before what is due: a strike records that it is now, and letters come before it
            return None
        try:
            struck = _strike_once(ledger, table, max(now, table.at or now), sandbox or NoSandbox(), away(due, now))
        except Stale:
            continue  # somebody else's strike or letter came first
    raise ClockStuck(f"the clock of {name} struck {MOST_STRIKES} times by {now.isoformat()} and is still due")


def _strike_once(
    ledger: Ledger, table: Table, now: datetime, sandbox: Sandbox, away: tuple[datetime, datetime] | None
) -> Table:
    each, after = _struck(table, now, sandbox, away)
    seal = ledger.append(table.name, each.expected, each.events, now, each.due, each.postings, seats=each.seats)
    return Table(table.name, table.game, after, table.version + len(each.events), now, seal)


def _struck(
    table: Table, now: datetime, sandbox: Sandbox, away: tuple[datetime, datetime] | None
) -> tuple[Appending, Any]:
    """What a strike brings about, and the state after it. Raises ClockStuck, and whatever the game raises."""
    game = table.game
    outcome = decided(game, table.state, game.strike(now, away), now, sandbox)
    if isinstance(outcome, Refusal) or not outcome:
        why = outcome.code if isinstance(outcome, Refusal) else "no events"
        raise ClockStuck(f"{table.name} is due, and its game answers the clock with {why}")
    after = fold(game, outcome, table.state)
    out = postings(game, table.name, now, game.tell(table.state, outcome, after))
    seats = changed(game.seats(table.state), game.seats(after))
    return Appending(table.name, table.version, outcome, now, game.due(after), out, seats), after


def changed(before: Seats, after: Seats) -> Seats | None:
    """Who holds which seat, if that is otherwise than before."""
    return None if before == after else after
