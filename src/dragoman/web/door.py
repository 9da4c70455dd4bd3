"""The pages' one way to a game: to look is `sight`, to speak is `referee.hear`; a page never holds a state."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import Http404

from dragoman import assembly
from dragoman.diplomacy.docket import Judged
from dragoman.diplomacy.sight import View
from dragoman.diplomacy.state.roster import presides
from dragoman.diplomacy.supposing import Begun, ByPower, followed
from dragoman.game.protocol import Reading, Reply, Speaker
from dragoman.game.seats import PersonId, Seat
from dragoman.nomic import sight as nomic
from dragoman.nomic.events.recorded import Change
from dragoman.nomic.foresight import Foreseen
from dragoman.referee.hearing import in_zone
from dragoman.referee.ports import Ahead, Permit, Slip, UnknownTable, Waiting
from dragoman.referee.proof import Proof, proof
from dragoman.web.reader import Reader, Request

GAME = "diplomacy"
"""The game whose pages have a board."""

NOMIC = "nomic"


@dataclass(frozen=True, slots=True)
class Visit:
    """A reader at a table, at one moment: the seat they hold there, and what that seat may see of which game."""

    table: str
    reader: Reader
    seat: Seat | None
    view: View
    now: datetime
    game: str = GAME

    @property
    def presides(self) -> bool:
        """Whether this reader is a game master here."""
        return presides(self.seat)


def visit(request: Request, name: str) -> Visit:
    """Look at a table of Diplomacy as the reader. Raises Http404 if there is none of that name, or another game."""
    seen = visit_any(request, name)
    if seen.game != GAME:
        raise Http404(name)
    return seen


def visit_any(request: Request, name: str) -> Visit:
    """Look at a table of any game. Raises Http404 if there is none of that name."""
    now = assembly.clock().now()
    try:
        table = _current(name, now)
    except UnknownTable as fault:
        raise Http404(name) from fault
    return _visit(request, table, now)


def _visit(request: Request, table: Any, now: datetime) -> Visit:
    seat = _seat(table, request.reader.person)
    return Visit(table.name, request.reader, seat, table.game.sight(table.state, seat), now, table.game.name)


def visits(request: Request, names: Iterable[str]) -> list[Visit]:
    """Look at several tables as the reader, in their order; those that are gone meanwhile are left out. Which are not
    due is looked up for all of them together."""
    now = assembly.clock().now()
    return [_visit(request, table, now) for table in _several(names, now)]


def _several(names: Iterable[str], now: datetime) -> list[Any]:
    """Several tables in their order, after all that was due has struck; those that are gone are left out."""
    found = assembly.referee().tables.several(names := list(names))
    for name, table in found.items():
        due = table.game.due(table.state)
        if due is not None and due <= now:
            found[name] = _current(name, now)
    return [found[name] for name in names if name in found]


def public_view(name: str) -> View:
    """A table as everybody may see it. Raises Http404 if there is none of that name, or none of this game."""
    try:
        table = _current(name, assembly.clock().now())
    except UnknownTable as fault:
        raise Http404(name) from fault
    if table.game.name != GAME:
        raise Http404(name)
    view: View = table.game.sight(table.state, None)
    return view


def views_of(names: Iterable[str], person: PersonId | None) -> dict[str, View]:
    """Several tables of this game, looked up together, as somebody sees them who sits there, for what is fetched
    without signing in; without a person, as everybody may see them."""
    now = assembly.clock().now()
    return {
        table.name: table.game.sight(table.state, None if person is None else _seat(table, person))
        for table in _several(names, now)
        if table.game.name == GAME
    }


def glance(name: str, person: PersonId | None) -> View | nomic.View | None:
    """A table as that person may see it, as it stands: no clock strikes for it. None if there is none, or a later
    version went on with it."""
    try:
        table: Any = assembly.referee().tables.at(name)
    except (UnknownTable, Ahead):
        return None
    view: View | nomic.View = table.game.sight(table.state, _seat(table, person))
    return view


def foresee(seen: Visit, number: int) -> Foreseen | None:
    """What a proposal of Nomic would do, or did; None where there is none. Nothing secret goes into it."""
    table: Any = assembly.referee().tables.at(seen.table)
    foreseen: Foreseen | None = table.game.foresee(table.state, number)
    return foreseen


def foresee_change(seen: Visit, change: Change) -> Foreseen:
    """What a change of Nomic's rules would do that nobody has proposed yet."""
    table: Any = assembly.referee().tables.at(seen.table)
    foreseen: Foreseen = table.game.foresee_change(table.state, change)
    return foreseen


def _seat(table: Any, person: PersonId | None) -> Seat | None:
    """The seat that somebody holds there."""
    seats = table.game.seats(table.state)
    return next((seat for seat, holder in seats.items() if holder is not None and holder == person), None)


def proof_of(name: str) -> Proof | None:
    """The proof of a game that is over, of what everybody may see. None while it goes on. Raises UnknownTable."""
    table: Any = assembly.referee().tables.at(name)
    game, entries = assembly.ledger().record(name)
    return proof(name, game, entries, table.game, table.state)


def _current(name: str, now: datetime) -> Any:
    """The table after all that was due has struck, or, while earlier letters are still being read, as it stands."""
    referee = assembly.referee()
    try:
        return referee.current(name, now)
    except Waiting:
        return referee.tables.at(name)


def speaker(visit: Visit) -> Speaker:
    """The reader as someone who speaks at that table. Whoever is asked must have signed in."""
    assert visit.reader.person is not None
    return Speaker(visit.reader.person, visit.seat)


def say_command(visit: Visit, command: Any) -> Reply:
    """Bring a command to the table."""
    return _hear(Slip(visit.table, speaker(visit), command=command))


def say_writing(visit: Visit, text: str) -> Reply:
    """Bring writing to the table, as a letter would be."""
    return _hear(Slip(visit.table, speaker(visit), text=text, zone=visit.reader.zone_name))


def say_by_leave(
    visit: Visit, permit: Permit, mark: str = "", *, command: Any = None, text: str = "", subject: str = ""
) -> Reply:
    """Bring a command, or writing, for a program that may do some things only. `mark`, where given, is what tells a
    repetition: it is heard once."""
    slip = Slip(visit.table, speaker(visit), subject, text, command=command, letter=mark, permit=permit,
                zone=visit.reader.zone_name)  # fmt: skip
    return _hear(slip)


def read_writing(visit: Visit, text: str, subject: str = "") -> Reading:
    """How writing would be read as a letter from the reader. Nothing is decided, and nothing recorded."""
    table = assembly.table(visit.table)
    state = in_zone(table.game, table.state, visit.reader.zone_name, visit.now)
    reading: Reading = table.game.read(state, speaker(visit), subject, text, visit.now)
    return reading


def suppose(begun: Begun, steps: Sequence[ByPower]) -> tuple[Judged, ...]:
    """What would come of guesses. No table is asked or told: whoever guesses hands over all that goes into it."""
    return followed(begun, steps)


def open_table(name: str, person: PersonId, command: Any, game: str = GAME, mark: str = "") -> Reply:
    """Begin a table."""
    return assembly.open_table(Slip(name, Speaker(person, None), command=command, letter=mark), game)


def _hear(slip: Slip) -> Reply:
    try:
        return assembly.hear(slip)
    except UnknownTable as fault:
        raise Http404(slip.table) from fault


__all__ = [
    "GAME",
    "NOMIC",
    "Visit",
    "foresee",
    "foresee_change",
    "glance",
    "open_table",
    "proof_of",
    "public_view",
    "read_writing",
    "say_by_leave",
    "say_command",
    "say_writing",
    "speaker",
    "suppose",
    "views_of",
    "visit",
    "visit_any",
    "visits",
]
