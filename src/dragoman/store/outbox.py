"""The outbox: what is told is kept until it is sent, and is sent by whoever lives.

A worker takes a few letters under a lease; if it dies, the lease runs out and another takes them. So a letter may go
out twice, never not at all, and bears the same Message-ID each time. Leases and waits are counted by the machine's own
clock, whatever the hour at the tables.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeVar

from django.db import connections, models, transaction

from dragoman.store.models import Outgoing

M = TypeVar("M", bound=models.Model)

FIRST_WAIT = timedelta(minutes=1)
LONGEST_WAIT = timedelta(hours=4)
MOST_TRIES = 30
"""With the waits above: some four days, as RFC 5321 4.5.4.1 asks of whoever sends mail."""


FARTHEST = LONGEST_WAIT + timedelta(hours=2)
"""Nothing is held for longer. What seems to be, was held by a machine whose clock had leapt, and is free."""


@dataclass(frozen=True, slots=True)
class GivenUp:
    """A letter that was given up: its number here, of which table (empty: the host's own), to which seat, of what kind,
    since when and why. `whole`: its words are still there, so that it can be tried again."""

    number: int
    table: str
    seat: str
    kind: str
    at: datetime
    fault: str
    whole: bool


@dataclass(frozen=True, slots=True)
class Parcel:
    """One thing on its way out. `tries` counts this try. `sealed` is for the host; otherwise `body` is a notice, and
    `seal` that of the last event it tells of."""

    key: str
    table: str
    game: str
    kind: str
    seat: str
    person: str
    body: bytes
    in_reply_to: str
    posted_at: datetime
    tries: int
    sealed: bytes = b""
    seal: bytes = b""


class Outbox:
    """The outbox in the database of that alias."""

    def __init__(self, using: str = "default") -> None:
        self._using = using

    def post(self, key: str, kind: str, sealed: bytes, now: datetime, person: str = "") -> None:
        """Put in what the host itself has to tell, sealed with its own key; a key that is there already is the same."""
        row = Outgoing(key=key, kind=kind, sealed=sealed, posted_at=now, person=person)
        Outgoing.objects.using(self._using).bulk_create([row], ignore_conflicts=True)

    def claim(self, worker: str, now: datetime, lease: timedelta, limit: int = 20) -> tuple[Parcel, ...]:
        """Take the oldest letters that are free, until the lease runs out. `now` is the machine's clock."""
        if not unheld(self._waiting(), now).exists():
            return ()  # the usual answer, found without taking the write lock
        with transaction.atomic(self._using):
            rows = list(free(self._waiting(), now).order_by("id")[:limit])
            for row in rows:
                row.worker, row.free_at, row.tries = worker, now + lease, row.tries + 1
            Outgoing.objects.using(self._using).bulk_update(rows, ["worker", "free_at", "tries"])
        return tuple(_parcel(row) for row in rows)

    def sent(self, key: str, now: datetime) -> None:
        """It is on its way: the next server has taken it."""
        Outgoing.objects.using(self._using).filter(key=key).update(sent_at=now, free_at=None, sealed=None, fault="")

    def failed(self, parcel: Parcel, fault: str, now: datetime, for_good: bool = False) -> None:
        """It was not taken. It is tried again later, each time after a longer wait, until it is given up."""
        row = Outgoing.objects.using(self._using).filter(key=parcel.key, sent_at=None)
        if for_good or parcel.tries >= MOST_TRIES:
            row.update(given_up_at=now, free_at=None, sealed=None, fault=fault[:400])
        else:
            row.update(free_at=now + wait(parcel.tries), fault=fault[:400])

    def find(self, key: str) -> Parcel | None:
        """What was put in under that key, sent or not."""
        row = Outgoing.objects.using(self._using).filter(key=key).first()
        return _parcel(row) if row is not None else None

    def again(self, key: str) -> None:
        """Send once more what was sent: by another way, since the first has failed."""
        sent = Outgoing.objects.using(self._using).filter(key=key, sent_at__isnull=False, sealed=None)
        sent.update(sent_at=None, free_at=None, tries=0)

    def let_go(self, key: str) -> None:
        """Forget a letter: nobody is there to read it, or whoever can act on its failing has been told."""
        Outgoing.objects.using(self._using).filter(key=key).delete()

    def forget(self, person: str, digests: Iterable[str]) -> None:
        """Forget what was told a person in their games, for it holds their own words, and the letters of the host's
        that are known by an address of theirs."""
        rows = Outgoing.objects.using(self._using)
        rows.filter(person=person).exclude(table="").delete()
        for digest in digests:
            rows.filter(key__endswith=f"/{digest}").delete()
        rows.filter(person=person).update(person="")

    def about(self, kind: str, ending: str) -> tuple[tuple[str, str], ...]:
        """The letters of that kind that are there whose key ends so, sent or not: each with the person in it."""
        rows = Outgoing.objects.using(self._using).filter(kind=kind, key__endswith=ending)
        return tuple(rows.order_by("id").values_list("key", "person"))

    def given_up(self) -> tuple[GivenUp, ...]:
        """The letters that were given up, the oldest first."""
        rows = self._given_up().order_by("id")
        columns = rows.values_list("id", "table", "seat", "kind", "given_up_at", "fault", "body")
        return tuple(
            GivenUp(number, table, seat, kind, at, fault, bool(body))
            for number, table, seat, kind, at, fault, body in columns
            if at is not None
        )

    def try_again(self, numbers: Iterable[int]) -> tuple[int, ...]:
        """Have letters that were given up tried anew; the numbers of those that are. The words of a letter of the
        host's own were destroyed when it was given up: it cannot be."""
        rows = self._given_up().filter(id__in=list(numbers)).exclude(body="")
        found = tuple(rows.order_by("id").values_list("id", flat=True))
        rows.update(given_up_at=None, free_at=None, tries=0, fault="")
        return found

    def dismiss(self, numbers: Iterable[int]) -> tuple[int, ...]:
        """Forget letters that were given up; the numbers of those that are forgotten."""
        rows = self._given_up().filter(id__in=list(numbers))
        found = tuple(rows.order_by("id").values_list("id", flat=True))
        rows.delete()
        return found

    def put_back(self, keys: Iterable[str]) -> None:
        """Let go of letters that were taken and not tried: a worker on its way out."""
        rows = self._waiting().filter(key__in=list(keys))
        rows.update(free_at=None, tries=models.F("tries") - 1)

    def leave(self, key: str, until: datetime) -> None:
        """Leave to others what this version cannot read; that is not counted as a try."""
        self._waiting().filter(key=key).update(free_at=until, tries=models.F("tries") - 1)

    def drop(self, before: datetime) -> int:
        """Forget what was sent, or given up, before that."""
        done = models.Q(sent_at__lt=before) | models.Q(given_up_at__lt=before)
        return Outgoing.objects.using(self._using).filter(done).delete()[0]

    def count(self) -> tuple[int, int]:
        """How many are waiting to be sent, and how many were given up."""
        return self._waiting().count(), self._given_up().count()

    def _given_up(self) -> models.QuerySet[Outgoing]:
        return Outgoing.objects.using(self._using).filter(given_up_at__isnull=False)

    def _waiting(self) -> models.QuerySet[Outgoing]:
        return Outgoing.objects.using(self._using).filter(sent_at__isnull=True, given_up_at__isnull=True)


def wait(tries: int) -> timedelta:
    """How long to wait after so many tries: a minute, then twice as long each time, four hours at most."""
    return min(FIRST_WAIT * (1 << min(tries - 1, 20)), LONGEST_WAIT)


def free(rows: models.QuerySet[M], now: datetime, far: datetime | None = None) -> models.QuerySet[M]:
    """Those that no living worker holds, each locked for us; what others are locking is passed over, not waited for.

    SQLite knows no row locks and needs none: the transaction holds the whole file's write lock.
    """
    if connections[rows.db].features.has_select_for_update_skip_locked:
        return unheld(rows, now, far).select_for_update(skip_locked=True, of=("self",))
    return unheld(rows, now, far)


def unheld(rows: models.QuerySet[M], now: datetime, far: datetime | None = None) -> models.QuerySet[M]:
    """Those that no living worker holds: a lease ran out, or ends later than any that a right clock gave (`far`)."""
    ran_out = models.Q(free_at__lte=now) | models.Q(free_at__gt=far or now + FARTHEST)
    return rows.filter(models.Q(free_at__isnull=True) | ran_out)


def _parcel(row: Outgoing) -> Parcel:
    return Parcel(
        row.key, row.table, row.game, row.kind, row.seat, row.person, row.body.encode(), row.in_reply_to,
        row.posted_at, row.tries, bytes(row.sealed or b""), bytes(row.seal or b""),
    )  # fmt: skip
