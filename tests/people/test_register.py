"""The register: an address leads to one person, is readable only by key, and is gone when its person is erased."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.db import connection

from dragoman.game.seats import PersonId
from dragoman.people.models import Address, Person
from dragoman.people.register import NoAddress, Register, normalised
from dragoman.people.sealing import HostKeys, Unsealable, seal, unseal
from dragoman.referee.seeded import SeededEntropy

NOW = datetime(2026, 3, 2, 16, 0, tzinfo=UTC)
pytestmark = pytest.mark.django_db


@pytest.fixture
def register() -> Register:
    return Register(HostKeys("a secret"), SeededEntropy("7"))


def everything_stored() -> str:
    """Every cell of both tables, as text."""
    cells = []
    with connection.cursor() as cursor:
        for model in (Person, Address):
            cursor.execute(f"SELECT * FROM {model._meta.db_table}")
            cells += [str(bytes(c) if isinstance(c, memoryview) else c) for row in cursor.fetchall() for c in row]
    return "\n".join(cells)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Ann@Example.ORG", "ann@example.org"),
        (" ann@example.org ", "ann@example.org"),
        ("ann@example.org.", "ann@example.org"),
        ("ann+games@example.org", "ann+games@example.org"),
        ("åsa@räksmörgås.example", "åsa@xn--rksmrgs-5wao1o.example"),
    ],
)
def test_one_mailbox_has_one_writing(written: str, meant: str) -> None:
    assert normalised(written) == meant


@pytest.mark.parametrize(
    "written", ["", "ann", "@example.org", "ann@", "ann smith@example.org", "ann@example.org\nBcc: x@example.org",
                "<ann@example.org>", "ann,ben@example.org", "a@b@example.org", "ann@" + "x" * 260, "ann@a..b"],
)  # fmt: skip
def test_what_is_no_address_is_refused(written: str, register: Register) -> None:
    with pytest.raises(NoAddress):
        normalised(written)
    assert register.find(written) is None


def test_an_address_leads_to_one_person_however_it_is_written(register: Register) -> None:
    ann = register.introduce("ann@example.org", NOW)
    assert register.introduce("ANN@Example.org", NOW) == ann
    assert register.introduce("ben@example.org", NOW) != ann
    assert Person.objects.count() == 2


def test_ids_are_a_function_of_the_seed(register: Register) -> None:
    ann = register.introduce("ann@example.org", NOW)
    Person.objects.all().delete()
    assert register.introduce("ann@example.org", NOW) == ann
    other = Register(HostKeys("a secret"), SeededEntropy("8"))
    Person.objects.all().delete()
    assert other.introduce("ann@example.org", NOW) != ann


def test_only_a_verified_address_speaks_for_its_person(register: Register) -> None:
    ann = register.introduce("ann@example.org", NOW)
    assert register.find("ann@example.org") is None
    assert register.find("ann@example.org", verified=False) == ann
    assert register.verify("ann@example.org", NOW) == ann
    assert register.find("Ann@example.org") == ann


def test_a_person_may_have_several_addresses_and_is_written_to_at_the_first_verified(register: Register) -> None:
    ann = register.verify("ann@example.org", NOW, "fi", "Europe/Helsinki")
    assert register.add(ann, "ann@work.example", NOW)
    assert register.find("ann@work.example") == ann
    register.rename(ann, "  Ann \n Arbor ")
    to = register.correspondent(ann)
    assert to is not None
    assert (to.address, to.name, to.lang, to.zone) == ("ann@example.org", "Ann Arbor", "fi", "Europe/Helsinki")
    assert register.drop(ann, "ann@example.org")
    assert register.addresses(ann) == (("ann@work.example", True),)
    assert not register.drop(ann, "ann@work.example")


def test_nobody_takes_another_persons_address(register: Register) -> None:
    ann, ben = register.verify("ann@example.org", NOW), register.verify("ben@example.org", NOW)
    assert not register.add(ben, "ann@example.org", NOW)
    assert not register.drop(ben, "ann@example.org")
    assert register.find("ann@example.org") == ann


def test_names_are_given_for_those_who_have_one(register: Register) -> None:
    ann, ben = register.introduce("ann@example.org", NOW), register.introduce("ben@example.org", NOW)
    register.rename(ann, "Ann")
    assert register.names([ann, ben, PersonId("nobody")]) == {ann: "Ann"}
    register.rename(ann, "")
    assert register.names([ann]) == {}


def test_no_address_or_name_is_stored_as_it_is(register: Register) -> None:
    ann = register.verify("ann.arbor@example.org", NOW)
    register.rename(ann, "Ann Arbor")
    stored = everything_stored().lower()
    assert "arbor" not in stored
    assert "example.org" not in stored


def test_an_erased_person_is_nobody_any_more(register: Register) -> None:
    ann = register.verify("ann@example.org", NOW)
    register.rename(ann, "Ann")
    (kept,) = Address.objects.values_list("sealed", flat=True)
    key = register.person_key(ann)
    assert key is not None
    assert unseal(key, "address", bytes(kept)) == b"ann@example.org"
    register.erase(ann, NOW)
    assert (register.correspondent(ann), register.person_key(ann), register.names([ann])) == (None, None, {})
    assert register.find("ann@example.org", verified=False) is None
    assert Person.objects.get(id=ann).is_active is False
    assert register.addresses(ann) == ()


def test_another_hosts_secret_opens_nothing(register: Register) -> None:
    ann = register.verify("ann@example.org", NOW)
    stranger = Register(HostKeys("another secret"), SeededEntropy("7"))
    assert stranger.find("ann@example.org") is None
    with pytest.raises(Unsealable):
        stranger.addresses(ann)


def test_seals_hold_and_are_for_one_purpose() -> None:
    key = bytes(32)
    sealed = seal(key, "address", b"ann@example.org")
    assert sealed != seal(key, "address", b"ann@example.org")
    assert unseal(key, "address", sealed) == b"ann@example.org"
    for other, purpose, cut in ((bytes(31) + b"\1", "address", sealed), (key, "name", sealed), (key, "address", b"")):
        with pytest.raises(Unsealable):
            unseal(other, purpose, cut)
    altered = sealed[:-1] + bytes([sealed[-1] ^ 1])
    with pytest.raises(Unsealable):
        unseal(key, "address", altered)
