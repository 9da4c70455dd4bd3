"""Kept house rules: their owner's alone, unreadable without the owner's key, and gone when the owner is forgotten."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from dragoman.game.seats import PersonId
from dragoman.people import presets
from dragoman.people.models import Person, Preset
from dragoman.people.presets import Presets, TooMany
from dragoman.people.register import Register
from dragoman.people.sealing import HostKeys
from dragoman.referee.seeded import SeededEntropy

NOW = datetime(2026, 3, 2, 16, 0, tzinfo=UTC)
pytestmark = pytest.mark.django_db


@pytest.fixture
def register() -> Register:
    return Register(HostKeys("a secret"), SeededEntropy("7"))


@pytest.fixture
def kept(register: Register) -> Presets:
    return Presets(register, SeededEntropy("8"))


@pytest.fixture
def ann(register: Register) -> PersonId:
    return register.verify("ann@example.org", NOW)


def test_what_is_kept_comes_back_the_latest_first(kept: Presets, ann: PersonId) -> None:
    one = kept.add(ann, b"one", NOW)
    two = kept.add(ann, b"two", NOW + timedelta(minutes=1))
    assert [(ident, text) for ident, text, _ in kept.of(ann)] == [(two, b"two"), (one, b"one")]
    assert kept.change(ann, one, b"one anew", NOW + timedelta(minutes=2))
    assert kept.find(ann, one) == b"one anew"
    assert [ident for ident, _, _ in kept.of(ann)] == [one, two]
    assert kept.drop(ann, one)
    assert kept.find(ann, one) is None


def test_nobody_reaches_anothers(kept: Presets, register: Register, ann: PersonId) -> None:
    eve = register.verify("eve@example.org", NOW)
    ident = kept.add(ann, b"mine", NOW)
    assert kept.find(eve, ident) is None
    assert not kept.change(eve, ident, b"yours", NOW)
    assert not kept.drop(eve, ident)
    assert list(kept.of(eve)) == []
    assert kept.find(ann, ident) == b"mine"


def test_who_was_given_the_id_can_read_it(kept: Presets, ann: PersonId) -> None:
    assert kept.shown(kept.add(ann, b"ours", NOW)) == b"ours"
    assert kept.shown("nothing") is None


def test_it_lies_there_sealed(kept: Presets, ann: PersonId) -> None:
    kept.add(ann, b"the rules of the Kalmar club", NOW)
    assert b"Kalmar" not in bytes(Preset.objects.get().sealed)


def test_only_so_many_are_kept(kept: Presets, ann: PersonId, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presets, "MOST", 2)
    kept.add(ann, b"one", NOW)
    kept.add(ann, b"two", NOW)
    with pytest.raises(TooMany):
        kept.add(ann, b"three", NOW)


def test_the_forgotten_leave_nothing(kept: Presets, register: Register, ann: PersonId) -> None:
    kept.add(ann, b"mine", NOW)
    register.erase(ann, NOW)
    assert not Preset.objects.exists()


def test_without_its_key_nothing_can_be_read(kept: Presets, ann: PersonId) -> None:
    ident = kept.add(ann, b"mine", NOW)
    Person.objects.filter(id=ann).update(key=None)
    assert kept.find(ann, ident) is None
    assert list(kept.of(ann)) == []
