"""When a table is due the clock strikes for it. A fault at one table never stops the clock of another."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime

from dragoman.game.asking import NoSandbox, Sandbox
from dragoman.game.refusals import Refusal
from dragoman.referee.asking import decided
from dragoman.referee.ports import Ledger, Stale
from dragoman.referee.table import Table, Tables, fold
from dragoman.referee.telling import postings

MOST_STRIKES = 100
"""Strikes in a row for one table before its clock is called stuck: three phases a year for thirty years."""

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
    struck: list[str] = []
    waiting: list[str] = []
    faults: list[Fault] = []
    for name in _share(ledger.due(now, limit, leaving), most, begin):
        try:
            done = struck if strike(ledger, tables, name, now, earlier, sandbox, away) is not None else waiting
            done.append(name)
        except Exception as error:
            faults.append(Fault(name, error))
    return Round(tuple(struck), tuple(waiting), tuple(faults))


def _share(names: tuple[str, ...], most: int | None, begin: int) -> tuple[str, ...]:
    if most is None or len(names) <= most:
        return names
    first = begin % len(names)
    return (*names[first:], *names[:first])[:most]


def strike(
    ledger: Ledger,
    tables: Tables,
    name: str,
    now: datetime,
    earlier: Earlier = nothing_earlier,
    sandbox: Sandbox | None = None,
    away: Away = never_away,
) -> Table | None:
    """Strike until the table is no longer due by `now`. It as it then stands; None if earlier letters are unheard.

    Raises ClockStuck, UnknownTable, UnknownGame, and whatever the game raises.
    """
    struck: Table | None = None
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
    game = table.game
    outcome = decided(game, table.state, game.strike(now, away), now, sandbox)
    if isinstance(outcome, Refusal) or not outcome:
        why = outcome.code if isinstance(outcome, Refusal) else "no events"
        raise ClockStuck(f"{table.name} is due, and its game answers the clock with {why}")
    after = fold(game, outcome, table.state)
    told = game.tell(table.state, outcome, after)
    out = postings(game, table.name, now, told)
    seal = ledger.append(table.name, table.version, outcome, now, game.due(after), out, seats=game.seats(after))
    return Table(table.name, game, after, table.version + len(outcome), now, seal)
