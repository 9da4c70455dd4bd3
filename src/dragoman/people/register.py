"""The register of persons: the one place where an address leads to an id and an id to an address."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import IntegrityError, connection, transaction

from dragoman.game.directions import unmarked
from dragoman.game.seats import PersonId
from dragoman.people.addresses import NoAddress, normalised
from dragoman.people.models import (
    Address,
    ApiAnswer,
    ApiToken,
    Delivery,
    Device,
    Feed,
    Leaf,
    Person,
    Preset,
    SignIn,
)
from dragoman.people.sealing import HostKeys, Unsealable, seal, unseal
from dragoman.referee.ports import Entropy


@dataclass(frozen=True, slots=True)
class Correspondent:
    """Where and how to write to a person. `verified` says whether they have shown that they read mail there."""

    person: PersonId
    address: str
    name: str
    lang: str
    zone: str
    verified: bool


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose an address is: the person, the key that seals what names them (None: deleted), whether they have shown that
    they read mail there, whether letters come back from it, and the zone they are told times in."""

    person: PersonId
    key: bytes | None
    verified: bool
    failing: bool
    zone: str = ""


OWNERS = (
    'SELECT "address"."digest", "address"."person_id", "person"."key", "address"."verified_at" IS NOT NULL, '
    '"address"."failed_at" IS NOT NULL, "person"."zone" FROM "people_address" "address" '
    'JOIN "people_person" "person" ON "person"."id" = "address"."person_id" WHERE "address"."digest" IN ({})'
)
KEYS = 'SELECT "id", "key" FROM "people_person" WHERE "id" IN ({})'


class Register:
    """The register, opened with the host's keys; `entropy` draws the ids of those who are new."""

    def __init__(self, keys: HostKeys, entropy: Entropy) -> None:
        self._keys = keys
        self._entropy = entropy

    def digest(self, address: str) -> str:
        """What an address is found by. Raises NoAddress."""
        return self._keys.digest("address", normalised(address))

    def find(self, address: str, verified: bool = True) -> PersonId | None:
        """Whose address it is; only if it is verified, unless that is not asked for."""
        try:
            row = Address.objects.filter(digest=self.digest(address)).first()
        except NoAddress:
            return None
        if row is None or (verified and row.verified_at is None):
            return None
        return PersonId(row.person_id)

    def of_digest(self, digest: str) -> tuple[PersonId, str]:
        """Whose the address of that digest is, and the address; both empty if there is none."""
        row = Address.objects.filter(digest=digest).select_related("person").first()
        key = self._key(row.person) if row is not None else None
        if row is None or key is None:
            return PersonId(""), ""
        return PersonId(row.person_id), _opened(key, "address", bytes(row.sealed))

    def owners(self, addresses: Iterable[str]) -> Mapping[str, Owner]:
        """Whose these addresses are, by the address, looked up together; those of nobody are left out. What is asked
        for every letter is not composed anew each time."""
        digests: dict[str, list[str]] = {}
        for address in set(addresses):
            with suppress(NoAddress):
                digests.setdefault(self.digest(address), []).append(address)
        found = {}
        for digest, person, kept, verified, failing, zone in _asked(OWNERS, list(digests)):
            owner = Owner(PersonId(person), self._opened_key(kept), bool(verified), bool(failing), zone)
            found.update(dict.fromkeys(digests[digest], owner))
        return found

    def person_keys(self, persons: Iterable[PersonId]) -> Mapping[PersonId, bytes]:
        """The keys that seal what names these persons, looked up together; those that are deleted are left out."""
        rows = _asked(KEYS, sorted(set(persons)))
        return {PersonId(person): key for person, kept in rows if (key := self._opened_key(kept)) is not None}

    def _opened_key(self, kept: Any) -> bytes | None:
        return self._keys.person_key(bytes(kept)) if kept else None

    def introduce(self, address: str, now: datetime, lang: str = "en", zone: str = "UTC") -> PersonId:
        """The person with that address, entered if new; the address is then not yet verified. Raises NoAddress."""
        plain = normalised(address)
        known = self.find(plain, verified=False)
        if known is not None:
            return known
        try:
            with transaction.atomic():
                person = self._enter(plain, now, lang, zone)
                self._add(person, plain, now, None)
        except IntegrityError:  # somebody entered the same address since we looked
            known = self.find(plain, verified=False)
            if known is None:
                raise
            return known
        return PersonId(person.id)

    def verify(self, address: str, now: datetime, lang: str = "en", zone: str = "UTC") -> PersonId:
        """Somebody has shown that they read mail there: their person, entered if new. Raises NoAddress."""
        person = self.introduce(address, now, lang, zone)
        self._proved(address, now)
        return person

    def _proved(self, address: str, now: datetime) -> None:
        """Mail is read there, whatever has come back from it before."""
        rows = Address.objects.filter(digest=self.digest(address))
        rows.filter(verified_at=None).update(verified_at=now)
        rows.filter(failed_at__isnull=False).update(failed_at=None, failed_days=0)

    def add(self, person: PersonId, address: str, now: datetime) -> bool:
        """Give a person one more address, verified. False if it is somebody else's. Raises NoAddress."""
        plain = normalised(address)
        owner = self.find(plain, verified=False)
        if owner is None:
            self._add(Person.objects.get(id=person), plain, now, now)
            return True
        if owner != person:
            return False
        self._proved(plain, now)
        return True

    def drop(self, person: PersonId, address: str) -> bool:
        """Take an address from a person; False if it is the last verified one, or not theirs."""
        rows = Address.objects.filter(person_id=person)
        others = rows.exclude(digest=self.digest(address)).filter(verified_at__isnull=False)
        return others.exists() and bool(rows.filter(digest=self.digest(address)).delete()[0])

    def addresses(self, person: PersonId) -> tuple[tuple[str, bool], ...]:
        """A person's addresses, each with whether it is verified; the first one is where they are written to."""
        row = Person.objects.filter(id=person).first()
        return self._addresses(row) if row else ()

    def _addresses(self, row: Person) -> tuple[tuple[str, bool], ...]:
        key = self._key(row)
        if key is None:
            return ()
        rows = sorted(row.addresses.all(), key=lambda each: (each.verified_at is None, each.added_at, each.id))
        return tuple((_opened(key, "address", bytes(each.sealed)), each.verified_at is not None) for each in rows)

    def correspondent(self, person: PersonId) -> Correspondent | None:
        """Where and how to write to a person; None if there is no such person, no address, or they were erased."""
        row = Person.objects.filter(id=person).first()
        return self.correspondent_of(row) if row else None

    def correspondent_of(self, row: Person) -> Correspondent | None:
        """The same of a person who was looked up already."""
        held = self._addresses(row)
        if not held:
            return None
        address, verified = held[0]
        return Correspondent(PersonId(row.id), address, self._name(row), row.lang, row.zone, verified)

    def names(self, persons: Iterable[PersonId]) -> Mapping[PersonId, str]:
        """What those persons are called; left out are the nameless and the erased."""
        rows = Person.objects.filter(id__in=set(persons), name__isnull=False)
        named = ((PersonId(row.id), self._name(row)) for row in rows)
        return {person: name for person, name in named if name}

    def rename(self, person: PersonId, name: str) -> None:
        """Call a person something, in one line of at most 80 characters; empty: nothing."""
        row = Person.objects.get(id=person)
        key = self._key(row)
        if key is not None:
            line = " ".join(unmarked(name).split())[:80]
            row.name = seal(key, "name", line.encode()) if line else None
            row.save(update_fields=["name"])

    def prefer(self, person: PersonId, lang: str, zone: str) -> None:
        """In which language and time zone to write to a person."""
        Person.objects.filter(id=person).update(lang=lang, zone=zone)

    def person_key(self, person: PersonId) -> bytes | None:
        """The key that seals what names a person; None where it is deleted."""
        row = Person.objects.filter(id=person).first()
        return self._key(row) if row else None

    def erase(self, person: PersonId, now: datetime) -> None:
        """Delete a person's key, name, addresses and all that they keep. Ledgers keep the id, nobody's now."""
        with transaction.atomic():
            digests = list(Address.objects.filter(person_id=person).values_list("digest", flat=True))
            SignIn.objects.filter(digest__in=digests).delete()
            Address.objects.filter(person_id=person).delete()
            Preset.objects.filter(person_id=person).delete()
            for owned in (Feed, Delivery, Device, Leaf, ApiToken, ApiAnswer):
                owned._default_manager.filter(person_id=person).delete()
            Person.objects.filter(id=person).update(
                key=None, name=None, erased_at=now, is_active=False, may_open=False, keeper=False, lang="en", zone="UTC"
            )

    def _enter(self, address: str, now: datetime, lang: str, zone: str) -> Person:
        _, kept = self._keys.new_key()
        person = Person(id=self._entropy.token(f"person {address}"), key=kept, joined_at=now, lang=lang, zone=zone)
        person.set_unusable_password()
        person.save(force_insert=True)
        return person

    def _add(self, person: Person, address: str, now: datetime, verified: datetime | None) -> None:
        key = self._key(person)
        assert key is not None, "an erased person gets no address"
        sealed = seal(key, "address", address.encode())
        row = Address(person=person, digest=self.digest(address), sealed=sealed, added_at=now, verified_at=verified)
        row.save(force_insert=True)

    def _key(self, person: Person) -> bytes | None:
        return self._opened_key(person.key)

    def _name(self, person: Person) -> str:
        key = self._key(person)
        return _opened(key, "name", bytes(person.name)) if key and person.name else ""


def _asked(sql: str, values: list[str]) -> list[Any]:
    if not values:
        return []
    with connection.cursor() as cursor:
        cursor.execute(sql.format(", ".join(["%s"] * len(values))), values)
        return list(cursor.fetchall())


def _opened(key: bytes, purpose: str, sealed: bytes) -> str:
    try:
        return unseal(key, purpose, sealed).decode()
    except Unsealable:
        return ""  # from a backup older than the key: nobody's any more


__all__ = ["Correspondent", "NoAddress", "Owner", "Register", "normalised"]
