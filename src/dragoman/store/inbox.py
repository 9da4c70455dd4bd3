"""The inbox: a letter is stored as it came before its sender is told that it was taken, and heard in order of coming.

A letter has a mark made of its sender and Message-ID, under which a table hears it once. Two letters of one sender are
never in work at once, so that of two sets of orders the later one counts.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db import models, transaction
from django.db.models import Exists, F, OuterRef, Q

from dragoman.store.models import Incoming
from dragoman.store.outbox import FARTHEST, free, unheld
from dragoman.store.statements import Insert, execute, number

State = Incoming.State

MOST_TRIES = 5
"""A letter at which the host itself fails so often is laid aside for the keeper; the clocks no longer wait for it."""


NEW_LETTER = Insert(Incoming, "id", "letter", "sender", "sealed", "sealed_for", "size", "received_at", "counts_from",
                    "state", "table", "owner", "seat", "confirmed", "note", "repeats", "tries", "worker",
                    ignoring=True)  # fmt: skip
BEFORE = Q(counts_from__lt=OuterRef("counts_from")) | Q(counts_from=OuterRef("counts_from"), id__lt=OuterRef("id"))
"""What is to be heard before a letter."""

OF_SENDER = (
    'SELECT COUNT(*) FROM "store_incoming" WHERE "received_at" > %s AND "received_at" <= %s '
    'AND "sender" = (SELECT "sender" FROM "store_incoming" WHERE "id" = %s)'
)

BLANK = ("", "", "", False, "", 0, 0, "")
FINISHED = (
    'UPDATE "store_incoming" SET "state" = %s, "note" = %s, "table" = %s, "owner" = %s, "seat" = %s, "free_at" = NULL '
    'WHERE "id" = %s'
)
STILL_HELD = """ AND "state" = 'new' AND "worker" = %s"""
TAKEN = (
    'UPDATE "store_incoming" SET "worker" = %s, "free_at" = %s, "tries" = "tries" + 1 '
    """WHERE "id" = %s AND "state" = 'new' AND "tries" = %s AND "counts_from" = %s """
    'AND ("free_at" IS NULL OR "free_at" <= %s OR "free_at" > %s) '
    """AND NOT EXISTS (SELECT 1 FROM "store_incoming" "other" WHERE "other"."state" = 'new' """
    'AND "other"."sender" = %s AND ("other"."counts_from" < %s '
    'OR ("other"."counts_from" = %s AND "other"."id" < %s)))'
)
"""One statement, so that nobody comes between: only a letter that is as it was seen and free, and next in its turn."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """A stored letter. `letter` is its mark; `counts_from` the moment it is heard as of; `confirmed`: its owner has
    confirmed it since; `sender` tells whose letters are to be heard one after the other; `owner` and `seat` are whose
    it was taken to be when it was kept; `worker` took it."""

    id: str
    letter: str
    sealed: bytes
    sealed_for: str
    received_at: datetime
    counts_from: datetime
    confirmed: bool = False
    table: str = ""
    owner: str = ""
    seat: str = ""
    note: str = ""
    tries: int = 0
    sender: str = ""
    worker: str = ""


Done = tuple[Arrival, State, str, str, str, str]
"""What became of a letter: state, note, table, owner, seat."""


class Inbox:
    """The inbox in the database of that alias."""

    def __init__(self, using: str = "default") -> None:
        self._using = using

    def store(
        self, key: str, letter: str, sender: str, sealed: bytes, sealed_for: str, size: int, now: datetime
    ) -> bool:
        """Keep a letter; False if it is there already, which is counted. Once this returns, it is not lost."""
        row = (key, letter, sender, sealed, sealed_for, size, now, now, State.NEW.value, *BLANK)
        if not NEW_LETTER.run(self._using, row):
            self._rows().filter(id=key).update(repeats=F("repeats") + 1)
            return False
        return True

    def claim(self, worker: str, now: datetime, lease: timedelta) -> Arrival | None:
        """Take the earliest letter that is free, until the lease runs out. `now` is the machine's clock."""
        if not unheld(self._rows().filter(state=State.NEW), now).exists():
            return None  # the usual answer, found without taking the write lock
        with transaction.atomic(self._using):
            row = free(self._in_turn(), now).order_by("counts_from", "id").first()
            if row is None:
                return None
            row.worker, row.free_at, row.tries = worker, now + lease, row.tries + 1
            row.save(using=self._using, update_fields=["worker", "free_at", "tries"])
        return _arrival(row)

    def next_ones(self, now: datetime, most: int) -> tuple[Arrival, ...]:
        """The earliest letters that are free, in the order in which they are to be heard. None is taken by this."""
        return tuple(map(_arrival, unheld(self._not_behind(now), now).order_by("counts_from", "id")[:most]))

    def take(
        self, arrival: Arrival, worker: str, now: datetime, lease: timedelta, done: Done | None = None
    ) -> Arrival | None:
        """Take a letter until the lease runs out, and say in the same breath what became of the one before it. None if
        it is no longer as it was seen, or if an earlier one of its sender is still unheard."""
        first, ident = arrival.counts_from, arrival.id
        values = (worker, now + lease, ident, arrival.tries, first, now, now + FARTHEST, arrival.sender, first, first,
                  ident)  # fmt: skip
        with transaction.atomic(self._using):
            if done is not None:
                self.done(done)
            taken = execute(self._using, TAKEN, values)
        return replace(arrival, tries=arrival.tries + 1, worker=worker) if taken else None

    def done(self, done: Done) -> None:
        """Say what became of a letter, unless somebody else has it by now: the lease ran out, or its owner confirmed
        it."""
        arrival, state, note, table, owner, seat = done
        values = (State(state).value, note[:200], table, owner, seat, arrival.id)
        execute(self._using, FINISHED + STILL_HELD, (*values, arrival.worker))

    def finish(self, key: str, state: State, note: str = "", table: str = "", owner: str = "", seat: str = "") -> None:
        """Say what became of a letter. A letter that is kept names its owner and the seat it would speak for."""
        execute(self._using, FINISHED, (State(state).value, note[:200], table, owner, seat, key))

    def put_back(self, arrival: Arrival, until: datetime, note: str = "") -> bool:
        """Leave a letter for later; False if it has been tried too often and is laid aside."""
        if arrival.tries >= MOST_TRIES:
            self.done((arrival, State.FAULT, note, arrival.table, arrival.owner, arrival.seat))
            return False
        self._held(arrival).update(free_at=until, note=note[:200])
        return True

    def wait(self, arrival: Arrival, until: datetime) -> None:
        """Leave a letter for later through no fault of its own, which is not counted against it."""
        self._held(arrival).update(free_at=until, tries=F("tries") - 1)

    def earlier(self, moment: datetime) -> bool:
        """Whether a letter that counts from before that moment is still unheard."""
        return self._rows().filter(state=State.NEW, counts_from__lt=moment).exists()

    def written(self, arrival: Arrival, span: timedelta) -> int:
        """How many letters its sender wrote in that span of time up to this one, which is counted."""
        until = arrival.received_at
        return number(self._using, OF_SENDER, (until - span, until, arrival.id))

    def kept(self, owner: str) -> tuple[Arrival, ...]:
        """The letters that wait for that person to confirm them, oldest first."""
        return tuple(
            _arrival(row) for row in self._rows().filter(state=State.KEPT, owner=owner).order_by("counts_from")
        )

    def all_kept(self) -> tuple[Arrival, ...]:
        """Every letter that waits for somebody's word, latest first."""
        return tuple(_arrival(row) for row in self._rows().filter(state=State.KEPT).order_by("-counts_from"))

    def troubled(self, table: str) -> tuple[tuple[datetime, str, str], ...]:
        """The letters to a table that are kept, were refused whole, or failed: when each came, which seat it would
        speak for (empty: none that is known), and how it stands. Nothing of what they say."""
        states = [State.KEPT, State.REFUSED, State.FAULT]
        rows = self._rows().filter(table=table, state__in=states).order_by("-received_at")
        return tuple(rows.values_list("received_at", "seat", "state"))

    def waiting_at(self, tables: Collection[str]) -> Mapping[str, int]:
        """How many letters to each of these tables were kept or failed, so that something can still be done."""
        rows = self._rows().filter(table__in=list(tables), state__in=[State.KEPT, State.FAULT])
        counted = rows.values_list("table").annotate(number=models.Count("id")).order_by("table")
        return dict(counted) if tables else {}

    def confirm(self, key: str, owner: str, now: datetime) -> bool:
        """The owner says that it is theirs: it is heard as of now. False if it does not wait for that person."""
        waiting = self._rows().filter(id=key, state=State.KEPT, owner=owner)
        return bool(waiting.update(state=State.NEW, confirmed=True, counts_from=now, free_at=None, tries=0, worker=""))

    def disown(self, key: str, owner: str) -> bool:
        """The owner says that it is not theirs: it is never heard. False if it does not wait for that person."""
        waiting = self._rows().filter(id=key, state=State.KEPT, owner=owner)
        return bool(waiting.update(state=State.REFUSED, note="disowned"))

    def drop(self, before: datetime) -> int:
        """Forget letters that are done with and older than that. Marks stay, so that none is heard again."""
        done = self._rows().filter(counts_from__lt=before).exclude(state__in=[State.NEW, State.FAULT])
        return done.delete()[0]

    def forget(self, person: str) -> None:
        """Forget every letter that only that person's key would open."""
        self._rows().filter(sealed_for=person).delete()

    def count(self) -> dict[str, int]:
        """How many letters there are in each state."""
        return dict(self._rows().values_list("state").annotate(models.Count("id")))

    def _rows(self) -> models.QuerySet[Incoming]:
        return Incoming.objects.using(self._using).all()

    def _not_behind(self, now: datetime) -> models.QuerySet[Incoming]:
        """New letters before which no other of the same sender is held by anybody."""
        new = self._rows().filter(state=State.NEW)
        return new.filter(~Exists(new.filter(BEFORE, sender=OuterRef("sender"), free_at__gt=now)))

    def _held(self, arrival: Arrival) -> models.QuerySet[Incoming]:
        """Its row, while whoever took it still has it."""
        return self._rows().filter(id=arrival.id, state=State.NEW, worker=arrival.worker)

    def _in_turn(self) -> models.QuerySet[Incoming]:
        """New letters before which no other of the same sender is still unheard."""
        new = self._rows().filter(state=State.NEW)
        return new.filter(~Exists(new.filter(BEFORE, sender=OuterRef("sender"))))


def _arrival(row: Incoming) -> Arrival:
    return Arrival(
        row.id, row.letter, bytes(row.sealed), row.sealed_for, row.received_at, row.counts_from, row.confirmed,
        row.table, row.owner, row.seat, row.note, row.tries, row.sender, row.worker,
    )  # fmt: skip
