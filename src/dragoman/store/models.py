"""What is kept: tables and their sealed events, never altered; what is due; letters come in and letters to go out.

Persons stand here by id alone. Whatever could name one (a raw letter, an address) is stored as bytes that only the
person's own key, or the host's, opens; the store has neither.
"""

from __future__ import annotations

from django.db import models


class Table(models.Model):
    """One game, under way or over. `version` counts its events, `seal` is the last one's, `due` the one deadline.

    `hidden` says that nobody may learn now who did what in it; `form` how its chain is sealed (`referee.chain`).
    """

    name = models.CharField(primary_key=True, max_length=24)
    game = models.CharField(max_length=32)
    version = models.PositiveIntegerField()
    seal = models.BinaryField(max_length=32)
    opened_at = models.DateTimeField()
    at = models.DateTimeField()
    due = models.DateTimeField(null=True)
    hidden = models.BooleanField(default=False)
    form = models.PositiveSmallIntegerField(default=1, db_default=1)

    class Meta:
        constraints = (models.CheckConstraint(condition=models.Q(version__gt=0), name="store_table_has_events"),)
        indexes = (
            models.Index(fields=["due", "name"], name="store_table_due_name", condition=models.Q(due__isnull=False)),
        )

    def __str__(self) -> str:
        return self.name


class Event(models.Model):
    """One event of a table: its canonical JSON, and the salt and seal that chain it to the one before."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="events", db_index=False)
    n = models.PositiveIntegerField()
    type = models.CharField(max_length=64)
    at = models.DateTimeField()
    salt = models.BinaryField(max_length=16)
    data = models.TextField()
    seal = models.BinaryField(max_length=32)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["table", "n"], name="store_event_number"),)

    def __str__(self) -> str:
        return f"{self.table_id} {self.n} {self.type}"


class Snapshot(models.Model):
    """The fold of a table's events up to `version`, sealed by the host, to save time: it may be thrown away at any
    time. It is of use only to the `code` that made it."""

    table = models.OneToOneField(Table, models.CASCADE, primary_key=True, related_name="snapshot")
    version = models.PositiveIntegerField()
    seal = models.BinaryField(max_length=32)
    code = models.CharField(max_length=64)
    data = models.BinaryField()

    def __str__(self) -> str:
        return f"{self.table_id} {self.version}"


class Sitting(models.Model):
    """Who holds which seat now: an index over what the events say, to find a person's tables without folding all."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="sittings", db_index=False)
    seat = models.CharField(max_length=80)
    person = models.CharField(max_length=32, db_index=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["table", "seat"], name="store_sitting_seat"),)

    def __str__(self) -> str:
        return f"{self.seat} at {self.table_id}"


class Conduct(models.Model):
    """What one event says of how a person played: an index over what the events say, and where it says it.

    `lifted_at` is set where the host's keeper, or the game that put somebody on the blacklist, took them off it.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="conducts", db_index=False)
    n = models.PositiveIntegerField()
    person = models.CharField(max_length=32, db_index=True)
    seat = models.CharField(max_length=80)
    kind = models.CharField(max_length=16)
    at = models.DateTimeField()
    why = models.TextField(blank=True)
    until = models.DateTimeField(null=True)
    lifted_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["table", "n", "seat", "person"], name="store_conduct_once"),)

    def __str__(self) -> str:
        return f"{self.kind} by {self.person} at {self.table_id} {self.n}"


class Heard(models.Model):
    """The mark of a letter at a table, written in one transaction with what it brought about."""

    letter = models.CharField(primary_key=True, max_length=128)
    table = models.CharField(max_length=24)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.letter


class Incoming(models.Model):
    """A letter as it came. `counts_from` is the moment it is heard as of: when it was received, or was confirmed.

    `sealed` opens with the key of the person in `sealed_for`, or with the host's own where that is empty.
    """

    class State(models.TextChoices):
        """How far it has come: waiting, kept until its owner confirms, done in one of three ways, or beyond us."""

        NEW = "new"
        KEPT = "kept"
        HEARD = "heard"
        REFUSED = "refused"
        PASSED_OVER = "passed over"
        FAULT = "fault"

    id = models.CharField(primary_key=True, max_length=64)
    letter = models.CharField(max_length=64)
    sender = models.CharField(max_length=64)
    sealed = models.BinaryField()
    sealed_for = models.CharField(max_length=32, blank=True)
    size = models.PositiveIntegerField()
    received_at = models.DateTimeField()
    counts_from = models.DateTimeField()
    state = models.CharField(max_length=16, choices=State.choices, default=State.NEW)
    table = models.CharField(max_length=24, blank=True)
    owner = models.CharField(max_length=32, blank=True)
    seat = models.CharField(max_length=80, blank=True)
    confirmed = models.BooleanField(default=False)
    note = models.CharField(max_length=200, blank=True)
    repeats = models.PositiveIntegerField(default=0)
    tries = models.PositiveIntegerField(default=0)
    free_at = models.DateTimeField(null=True)
    worker = models.CharField(max_length=64, blank=True)

    class Meta:
        indexes = (
            models.Index(fields=["counts_from", "id"], name="store_incoming_new", condition=models.Q(state="new")),
            models.Index(fields=["owner", "counts_from"], name="store_incoming_kept", condition=models.Q(state="kept")),
            models.Index(fields=["received_at"], name="store_incoming_at"),
            models.Index(fields=["sender", "received_at"], name="store_incoming_of"),
        )

    def __str__(self) -> str:
        return f"{self.id} {self.state}"


class Outgoing(models.Model):
    """Something to be told, until it is sent. `free_at` is when a worker may take it: a lease or a wait sets it.

    `sealed` is what only the host may read (a sign-in code and where it goes); otherwise `body` holds the notice, and
    `seal` is that of the table's last event then, if the notice tells of events.
    """

    key = models.CharField(unique=True, max_length=200)
    table = models.CharField(max_length=24, blank=True)
    game = models.CharField(max_length=32, blank=True)
    kind = models.CharField(max_length=64)
    seat = models.CharField(max_length=80, blank=True)
    person = models.CharField(max_length=32, blank=True)
    body = models.TextField(blank=True)
    sealed = models.BinaryField(null=True)
    in_reply_to = models.TextField(blank=True)
    seal = models.BinaryField(max_length=32, null=True)
    posted_at = models.DateTimeField()
    free_at = models.DateTimeField(null=True)
    worker = models.CharField(max_length=64, blank=True)
    tries = models.PositiveIntegerField(default=0)
    sent_at = models.DateTimeField(null=True)
    given_up_at = models.DateTimeField(null=True)
    fault = models.CharField(max_length=400, blank=True)

    class Meta:
        indexes = (
            models.Index(
                fields=["id"],
                name="store_outgoing_waiting",
                condition=models.Q(sent_at__isnull=True, given_up_at__isnull=True),
            ),
        )

    def __str__(self) -> str:
        return self.key


class Pulse(models.Model):
    """The last moment at which the clock of this host was seen to go: a gap or a leap shows here after a restart."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    at = models.DateTimeField()
    held_since = models.DateTimeField(null=True)
    why = models.CharField(max_length=200, blank=True)

    def __str__(self) -> str:
        return f"{self.at} {self.why}"


class Served(models.Model):
    """What was last served at an address, as a digest, and since when: so that it can be said when it changed."""

    address = models.CharField(primary_key=True, max_length=200)
    digest = models.CharField(max_length=64)
    changed_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.address


class Outage(models.Model):
    """A time in which the host was away, or its clock wrong: what fell due in it was not to be seen by anybody."""

    since = models.DateTimeField(db_index=True)
    until = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.since} {self.until}"


class Spent(models.Model):
    """A bucket of `store.rates`, known by a digest: until when, in seconds since 1970, it is spoken for."""

    key = models.CharField(primary_key=True, max_length=64)
    until = models.FloatField(db_index=True)

    def __str__(self) -> str:
        return f"{self.key} {self.until}"
