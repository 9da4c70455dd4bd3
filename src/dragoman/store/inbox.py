"""The inbox: a letter is stored as it came before its sender is told that it was taken, and heard in order of coming.

A letter has a mark made of its sender and Message-ID, under which a table hears it once. Two letters of one sender are
never in work at once, so that of two sets of orders the later one counts.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import accumulate, takewhile
from typing import NamedTuple

from django.db import models
from django.db.models import Exists, F, OuterRef, Q

from dragoman.store.models import Incoming
from dragoman.store.outbox import FARTHEST, free
from dragoman.store.statements import Insert, Lookup, answers, execute, execute_many, unhurried

State = Incoming.State

MOST_TRIES = 5
"""A letter at which the host itself fails so often is laid aside for the keeper; the clocks no longer wait for it."""


NEW_LETTER = Insert(Incoming, "id", "letter", "sender", "sealed", "sealed_for", "size", "received_at", "counts_from",
                    "state", "table", "owner", "seat", "confirmed", "note", "repeats", "tries", "worker",
                    ignoring=True)  # fmt: skip
BEFORE = Q(counts_from__lt=OuterRef("counts_from")) | Q(counts_from=OuterRef("counts_from"), id__lt=OuterRef("id"))
"""What is to be heard before a letter."""

OF_SENDER = (
    'SELECT CAST(%s AS varchar), COUNT(*) FROM "store_incoming" '
    'WHERE "sender" = %s AND "received_at" > %s AND "received_at" <= %s'
)

BLANK = ("", "", "", False, "", 0, 0, "")
FINISHED = (
    'UPDATE "store_incoming" SET "state" = %s, "note" = %s, "table" = %s, "owner" = %s, "seat" = %s, "free_at" = NULL '
    'WHERE "id" = %s'
)
ANY_FREE = (
    'SELECT 1 FROM "store_incoming" WHERE "state" = \'new\' '
    'AND ("free_at" IS NULL OR "free_at" <= %s OR "free_at" > %s) LIMIT 1'
)
UP_TO = (
    'SELECT "id", "sender" FROM "store_incoming" WHERE "state" = \'new\' '
    'AND ("counts_from" < %s OR ("counts_from" = %s AND "id" <= %s)) AND "sender" IN ({}) ORDER BY "counts_from", "id"'
)
TAKEN = 'UPDATE "store_incoming" SET "worker" = %s, "free_at" = %s, "tries" = "tries" + 1 WHERE "id" = %s'
STILL_HELD = """ AND "state" = 'new' AND "worker" = %s"""


MOST_AT_ONCE = 20
"""Letters that are taken at one time."""

MOST_BYTES = 4 * 1024 * 1024
"""Bytes of letters that are taken at one time, unless one alone has more."""


def _next_ones(using: str, now: datetime, far: datetime) -> models.QuerySet[Incoming]:
    """New letters that are free, each locked for us, before which no other of the same sender is held by anybody."""
    new = Incoming.objects.using(using).filter(state=State.NEW)
    behind = Exists(new.filter(BEFORE, sender=OuterRef("sender"), free_at__gt=now))
    return free(new.filter(~behind), now, far).order_by("counts_from", "id")


NEXT = Lookup(lambda using, now, far: _next_ones(using, now, far)[:MOST_AT_ONCE], datetime, datetime)
NEXT_ONE = Lookup(lambda using, now, far: _next_ones(using, now, far)[:1], datetime, datetime)


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


class Stored(NamedTuple):
    """A letter as it is kept: its key, its mark, who sent it, the bytes, whose key opens them, their number before they
    were sealed, and when it came."""

    key: str
    letter: str
    sender: str
    sealed: bytes
    sealed_for: str
    size: int
    now: datetime


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
        return self.store_all([Stored(key, letter, sender, sealed, sealed_for, size, now)])[0]

    def store_all(self, letters: Sequence[Stored]) -> tuple[bool, ...]:
        """Keep letters that come together, by one statement; of each, False if it is there already."""
        new = NEW_LETTER.kept(self._using, "id", *((*each, each[-1], State.NEW.value, *BLANK) for each in letters))
        told = []
        for each in letters:
            told.append(each.key in new)
            new.discard(each.key)  # the same one twice in one breath is new once
            if not told[-1]:
                self._rows().filter(id=each.key).update(repeats=F("repeats") + 1)
        return tuple(told)

    def claim(self, worker: str, now: datetime, lease: timedelta) -> Arrival | None:
        """Take the earliest letter that is free, until the lease runs out. `now` is the machine's clock."""
        return next(iter(self.claim_some(worker, now, lease, 1)), None)

    def claim_some(self, worker: str, now: datetime, lease: timedelta, most: int = MOST_AT_ONCE) -> tuple[Arrival, ...]:
        """Take the earliest letters that are free, some at a time, in the order in which they are to be heard, until
        the lease runs out. A letter that was taken before and never finished is taken by itself: if it is what kills
        its clerk, it takes no other with it."""
        far = now + FARTHEST
        if not answers(self._using, ANY_FREE, (now, far)):
            return ()  # the usual answer, found without taking the write lock
        with unhurried(self._using):
            found = (NEXT_ONE if most == 1 else NEXT).rows(self._using, now, far)[:most]
            rows = self._in_turn(_together(found))
            execute_many(self._using, TAKEN, [(worker, now + lease, row.id) for row in rows])
        return tuple(replace(_arrival(row), tries=row.tries + 1, worker=worker) for row in rows)

    def _in_turn(self, rows: Sequence[Incoming]) -> list[Incoming]:
        """Those of these letters before which no other of the same sender is unheard, but for these themselves."""
        if not rows:
            return []
        last, mine, senders = rows[-1], {row.id for row in rows}, {row.sender for row in rows}
        fit: set[str] = set()
        behind: set[str] = set()
        asked = UP_TO.format(", ".join(["%s"] * len(senders)))
        for ident, sender in answers(self._using, asked, (last.counts_from, last.counts_from, last.id, *senders)):
            if ident not in mine:
                behind.add(sender)
            elif sender not in behind:
                fit.add(ident)
        return [row for row in rows if row.id in fit]

    def put_down(self, arrivals: Collection[Arrival]) -> None:
        """Let go of letters that were taken and not tried."""
        for worker in {each.worker for each in arrivals}:
            held = self._rows().filter(id__in=[each.id for each in arrivals], state=State.NEW, worker=worker)
            held.update(free_at=None, tries=F("tries") - 1)

    def done_all(self, done: Sequence[Done]) -> None:
        """Say what became of several letters."""
        if done:
            with unhurried(self._using):  # one that is lost is heard once more, and the tables know its mark
                execute_many(self._using, FINISHED + STILL_HELD, [_finished(each) for each in done])

    def done(self, done: Done) -> None:
        """Say what became of a letter, unless somebody else has it by now: the lease ran out, or its owner confirmed
        it."""
        execute(self._using, FINISHED + STILL_HELD, _finished(done))

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

    def written(self, arrivals: Sequence[Arrival], span: timedelta) -> Mapping[str, int]:
        """How many letters the sender of each of these wrote in that span of time up to it, which is counted; by the
        letter."""
        values = [value for each in arrivals
                  for value in (each.id, each.sender, each.received_at - span, each.received_at)]  # fmt: skip
        return dict(answers(self._using, " UNION ALL ".join([OF_SENDER] * len(arrivals)), values)) if arrivals else {}

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
        """How many letters to each of these tables failed, or are kept and a player's, so that something can still be
        done: a stranger's waits for the stranger alone."""
        rows = self._rows().filter(table__in=list(tables), state__in=[State.KEPT, State.FAULT])
        rows = rows.exclude(state=State.KEPT, seat="")
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

    def forget(self, person: str, senders: Collection[str] = ()) -> None:
        """Forget every letter that only that person's key would open, and those of these senders: what came before they
        were known lies sealed with the host's own key."""
        mine = models.Q(sealed_for=person) | models.Q(sender__in=list(senders))
        self._rows().filter(mine).delete()

    def count(self) -> dict[str, int]:
        """How many letters there are in each state."""
        return dict(self._rows().values_list("state").annotate(models.Count("id")))

    def _rows(self) -> models.QuerySet[Incoming]:
        return Incoming.objects.using(self._using).all()

    def _held(self, arrival: Arrival) -> models.QuerySet[Incoming]:
        """Its row, while whoever took it still has it."""
        return self._rows().filter(id=arrival.id, state=State.NEW, worker=arrival.worker)


def _together(rows: Sequence[Incoming]) -> list[Incoming]:
    """The first of them by itself if it was taken before and never finished; else those up to one that was, and no more
    than are read with ease."""
    fresh = list(takewhile(lambda row: row.tries == 0, rows))
    sizes = accumulate(row.size for row in fresh)
    return [row for row, size in zip(fresh, sizes, strict=True) if size <= MOST_BYTES] or list(rows[:1])


def _finished(done: Done) -> tuple[str, ...]:
    arrival, state, note, table, owner, seat = done
    return (State(state).value, note[:200], table, owner, seat, arrival.id, arrival.worker)


def _arrival(row: Incoming) -> Arrival:
    return Arrival(
        row.id, row.letter, bytes(row.sealed), row.sealed_for, row.received_at, row.counts_from, row.confirmed,
        row.table, row.owner, row.seat, row.note, row.tries, row.sender, row.worker,
    )  # fmt: skip
