"""Persons, and what is known of them. Whatever names a person lies here, sealed with their own key, and nowhere else.

To erase a person is to delete the key; the id that ledgers know stays, and means nobody.
"""

from __future__ import annotations

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models


class Persons(BaseUserManager["Person"]):
    """How Django finds persons."""

    def get_by_natural_key(self, username: str | None) -> Person:
        return self.get(id=username)


class Person(AbstractBaseUser):
    """Somebody with an id. There is no password: who receives mail at an address of theirs may sign in."""

    id = models.CharField(primary_key=True, max_length=32)
    key = models.BinaryField(null=True)
    name = models.BinaryField(null=True)
    lang = models.CharField(max_length=8, default="en")
    zone = models.CharField(max_length=64, default="UTC")
    joined_at = models.DateTimeField()
    erased_at = models.DateTimeField(null=True)
    may_open = models.BooleanField(default=False)
    keeper = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)

    USERNAME_FIELD = "id"
    REQUIRED_FIELDS = ()  # type: ignore[assignment]  # Django's own class says list

    objects = Persons()

    def __str__(self) -> str:
        return str(self.id)


class Address(models.Model):
    """An address of a person: found by its digest, read with the person's key. One that is not verified may be written
    to, to verify it or to invite; it never speaks for anybody. `failed_at` is when a letter to it last came back, and
    `failed_days` on how many days one did since its owner was last heard from."""

    person = models.ForeignKey(Person, models.CASCADE, related_name="addresses")
    digest = models.CharField(max_length=64, unique=True)
    sealed = models.BinaryField()
    added_at = models.DateTimeField()
    verified_at = models.DateTimeField(null=True)
    failed_at = models.DateTimeField(null=True)
    failed_days = models.PositiveSmallIntegerField(default=0, db_default=0)

    def __str__(self) -> str:
        return f"an address of {self.person_id}"


class SignIn(models.Model):
    """A code that was mailed to an address, as a digest; who enters it in time has shown that they read mail there."""

    id = models.CharField(primary_key=True, max_length=32)
    digest = models.CharField(max_length=64, db_index=True)
    sealed = models.BinaryField()
    source = models.CharField(max_length=64, db_index=True)
    code = models.CharField(max_length=64)
    asked_at = models.DateTimeField(db_index=True)
    expires_at = models.DateTimeField()
    tries = models.PositiveIntegerField(default=0)
    used_at = models.DateTimeField(null=True)
    reusable = models.BooleanField(default=False)

    def __str__(self) -> str:
        return str(self.id)


class Preset(models.Model):
    """House rules that a person composes and keeps, sealed with their key as all that they write is."""

    id = models.CharField(primary_key=True, max_length=32)
    person = models.ForeignKey(Person, models.CASCADE, related_name="presets")
    sealed = models.BinaryField()
    changed_at = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.id)


class Feed(models.Model):
    """The private address at which a person's calendar and feed are read: found by its digest, shown to its owner."""

    person = models.OneToOneField(Person, models.CASCADE, primary_key=True, related_name="feed")
    digest = models.CharField(max_length=64, unique=True)
    sealed = models.BinaryField()
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"a feed of {self.person_id}"


class Delivery(models.Model):
    """By which channels a person wants which news, as far as they have chosen; without a row all goes as ever."""

    person = models.OneToOneField(Person, models.CASCADE, primary_key=True, related_name="delivery")
    ticked = models.TextField()
    bare = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"the choices of {self.person_id}"


class Device(models.Model):
    """A browser that takes pushes for a person: where it is reached and its keys, sealed with the person's own."""

    id = models.CharField(primary_key=True, max_length=32)
    person = models.ForeignKey(Person, models.CASCADE, related_name="devices")
    digest = models.CharField(max_length=64, unique=True)
    sealed = models.BinaryField()
    added_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"a device of {self.person_id}"


class Leaf(models.Model):
    """What a person keeps beside a game for their own eyes: notes, drafts, how far they have read. Sealed with their
    key, it is no part of the game and stands in no ledger."""

    person = models.ForeignKey(Person, models.CASCADE, related_name="leaves", db_index=False)
    table = models.CharField(max_length=24)
    kind = models.CharField(max_length=16)
    sealed = models.BinaryField()
    changed_at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["person", "table", "kind"], name="people_leaf_once"),)

    def __str__(self) -> str:
        return f"{self.kind} of {self.person_id} at {self.table}"


class ApiToken(models.Model):
    """What a program of a person's bears to speak for them: kept as a digest, for one seat (or, without a table, for
    every seat of theirs), and for some things only. What they call it is sealed with their key."""

    id = models.CharField(primary_key=True, max_length=32)
    person = models.ForeignKey(Person, models.CASCADE, related_name="api_tokens")
    digest = models.CharField(max_length=64, unique=True)
    sealed = models.BinaryField()
    table = models.CharField(max_length=24, blank=True)
    seat = models.CharField(max_length=64, blank=True)
    scopes = models.CharField(max_length=120)
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True)
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"a token of {self.person_id}"


class ApiAnswer(models.Model):
    """What a request with an idempotency key was answered, sealed with its person's key, so that the request sent
    again is answered the same."""

    digest = models.CharField(primary_key=True, max_length=64)
    person = models.ForeignKey(Person, models.CASCADE, related_name="api_answers")
    request = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=64)
    sealed = models.BinaryField()
    at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"an answer to {self.person_id}"
