"""How persons played on this host, remembered over all its games: an index over what the ledger's events say.

Every figure can be followed to the event it comes from. What is remembered of somebody who is erased is dropped.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Q

from dragoman.game.repute import Listing, Mark, Remembers, Repute
from dragoman.game.seats import PersonId
from dragoman.store.models import Conduct, Table
from dragoman.store.statements import Insert


@dataclass(frozen=True, slots=True)
class Remark:
    """One thing remembered of a person: in which game and seat, by which of its events, and when. The event's number is
    for the keeper alone: it tells how much else has happened. `id` names it to whoever may lift it.
    """

    id: int
    person: PersonId
    table: str
    n: int
    seat: str
    kind: str
    at: datetime
    why: str = ""
    until: datetime | None = None
    lifted_at: datetime | None = None

    def stands(self, now: datetime) -> bool:
        """Whether this is a place on the blacklist that holds now."""
        return self.kind == "listed" and self.lifted_at is None and (self.until is None or now < self.until)


@dataclass(frozen=True, slots=True)
class Note:
    """Events of a table that were appended at a moment, the first of which is its number `first`."""

    table: Table
    first: int
    events: Sequence[Any]
    game: Any
    at: datetime


NEW_CONDUCTS = Insert(Conduct, "table", "n", "person", "seat", "kind", "at", "why", "until", ignoring=True)


class Conducts:
    """The index in the database of that alias."""

    def __init__(self, using: str = "default") -> None:
        self._using = using

    def note(self, table: Table, first: int, events: Sequence[Any], game: Any, at: datetime) -> None:
        """Take in what these events say, the first of which is the table's number `first`."""
        self.note_all((Note(table, first, events, game, at),))

    def note_all(self, notes: Iterable[Note], copying: bool = False) -> None:
        """Take in what the events of several tables say. `copying`: they are new, and so many that it pays."""
        rows: list[tuple[Any, ...]] = []
        for note in notes:
            for n, event in enumerate(note.events, note.first) if isinstance(note.game, Remembers) else ():
                self._take_in(note, n, event, rows)
        if copying:
            NEW_CONDUCTS.copy(self._using, rows)
        else:
            NEW_CONDUCTS.run(self._using, *rows)

    def _take_in(self, note: Note, n: int, event: Any, rows: list[tuple[Any, ...]]) -> None:
        """What one event says; the rows that are to be written are put to those that wait."""
        marks, hides = note.game.marks(event), note.game.hides(event)
        if hides is not None:
            Table.objects.using(self._using).filter(name=note.table.name).update(hidden=hides)
        rows += [_row(note.table, n, mark, note.at) for mark in marks if mark.kind != "unlisted"]
        lifted = [mark for mark in marks if mark.kind == "unlisted"]
        if lifted:
            NEW_CONDUCTS.run(self._using, *rows)
            rows.clear()
        for mark in lifted:
            listed = self._of(mark.person).filter(table=note.table, seat=mark.seat, kind="listed")
            listed.update(lifted_at=note.at)

    def repute(self, person: PersonId, now: datetime) -> Repute:
        """All that is known of a person at `now`: for themselves, and for whoever decides whether they may come."""
        return self._reputes((person,), now, {}).get(person, Repute())

    def reputes(self, persons: Iterable[PersonId], now: datetime) -> Mapping[PersonId, Repute]:
        """What others may know of persons: all but what games say whose players nobody may know yet. Of whom nothing is
        known is left out."""
        return self._reputes(persons, now, {"table__hidden": False})

    def _reputes(
        self, persons: Iterable[PersonId], now: datetime, which: Mapping[str, bool]
    ) -> Mapping[PersonId, Repute]:
        rows = Conduct.objects.using(self._using).filter(person__in=set(persons), **which)
        standing = rows.filter(kind="listed", lifted_at=None).filter(Q(until=None) | Q(until__gt=now))
        listings: dict[str, list[Listing]] = {}
        for row in standing.order_by("at", "id"):
            listings.setdefault(row.person, []).append(Listing(row.table_id, row.seat, row.why, row.at, row.until))
        counted = rows.values_list("person", "kind").annotate(Count("id")).order_by()
        counts = {(person, kind): count for person, kind, count in counted}
        return {
            PersonId(person): Repute(
                counts.get((person, "kept"), 0),
                counts.get((person, "missed"), 0),
                counts.get((person, "excused"), 0),
                len(listings.get(person, ())),
                tuple(listings.get(person, ())),
            )
            for person in {person for person, _ in counts}
        }

    def remarks(self, person: PersonId) -> tuple[Remark, ...]:
        """Everything remembered of a person, the newest first."""
        return tuple(_remark(row) for row in self._of(person).order_by("-at", "-id"))

    def listed(self, now: datetime) -> tuple[Remark, ...]:
        """The host's blacklist as it stands, the newest first."""
        rows = Conduct.objects.using(self._using).filter(kind="listed", lifted_at=None).order_by("-at", "-id")
        return tuple(remark for row in rows if (remark := _remark(row)).stands(now))

    def lift(self, ident: int, now: datetime) -> bool:
        """Take somebody off the blacklist before the time. False if there is no such place on it."""
        rows = Conduct.objects.using(self._using).filter(id=ident, kind="listed", lifted_at=None)
        return bool(rows.update(lifted_at=now))

    def forget(self, person: PersonId) -> None:
        """Drop all that is remembered of a person."""
        self._of(person).delete()

    def _of(self, person: PersonId) -> Any:
        return Conduct.objects.using(self._using).filter(person=person)


def _row(table: Table, n: int, mark: Mark, at: datetime) -> tuple[Any, ...]:
    return table.name, n, mark.person, mark.seat, mark.kind, at, mark.why, mark.until


def _remark(row: Conduct) -> Remark:
    return Remark(
        row.id, PersonId(row.person), row.table_id, row.n, row.seat, row.kind, row.at, row.why, row.until, row.lifted_at
    )
