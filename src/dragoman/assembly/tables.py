"""Tables, and speaking to them through the referee."""

from __future__ import annotations

import logging
import time

from dragoman.assembly.keeping import see_to
from dragoman.assembly.parts import clock, house, referee, register
from dragoman.game.protocol import Reply, Speaker
from dragoman.game.seats import PersonId
from dragoman.people.models import Person
from dragoman.people.register import NoAddress
from dragoman.referee.hearing import BUSY
from dragoman.referee.ports import Ahead, Slip, Waiting
from dragoman.referee.table import Table

log = logging.getLogger("dragoman.assembly")


def table(name: str) -> Table:
    """A table as the ledger has it. Raises UnknownTable, UnknownGame."""
    return referee().tables.at(name)


def hear(slip: Slip, patience: float = 3) -> Reply:
    """Have the referee hear a slip now. Where letters that came in time are still unread, wait some seconds for them.

    Raises UnknownTable, UnknownGame.
    """
    until = time.monotonic() + patience
    while True:
        try:
            reply = referee().hear(slip, clock().now())
            see_to(slip.table, reply.events, slip.speaker)
            return reply
        except Waiting:
            if time.monotonic() > until:
                return Reply(None, (), (), (), 0, BUSY)
            time.sleep(0.1)


def open_table(slip: Slip, game: str) -> Reply:
    """Begin a table by the command in the slip. Raises UnknownGame."""
    return referee().open(slip, game, clock().now())


left_alone: set[str] = set()


def leave_alone(found: Ahead) -> None:
    """A table goes on in a form that a later version wrote: say so in the log, once for each table. Nothing of it is
    touched here; machines with that version go on with it, and so does this one after its upgrade."""
    if found.table not in left_alone:
        left_alone.add(found.table)
        log.warning(
            "game %s is left alone: its record was written by a later version of Dragoman (%s); bring this machine to "
            "that version",
            found.table,
            found.why,
        )


def speakers(person: PersonId, name: str) -> tuple[Speaker, ...]:
    """As whom a person may speak at a table: each seat they hold, or without one. Raises UnknownTable, UnknownGame."""
    at = table(name)
    held = tuple(seat for seat, holder in at.game.seats(at.state).items() if holder == person)
    return tuple(Speaker(person, seat) for seat in held) or (Speaker(person, None),)


def may_open(person: PersonId) -> bool:
    """Whether a person may open games here."""
    if house().games.open == "everyone":
        return True
    row = Person.objects.filter(id=person).first()
    if row is not None and (row.may_open or row.keeper):
        return True
    listed = {found for found in map(_digest, (*house().games.openers, house().host.keeper)) if found}
    return any(verified and _digest(address) in listed for address, verified in register().addresses(person))


def _digest(address: str) -> str:
    try:
        return register().digest(address)
    except NoAddress:
        return ""
