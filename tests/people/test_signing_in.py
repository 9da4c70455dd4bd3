"""Signing in: a mailed code, entered once, in time, and not guessed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from dragoman.people.models import SignIn
from dragoman.people.register import Register
from dragoman.people.sealing import HostKeys
from dragoman.people.signing_in import (
    LASTS,
    MOST_FOR_ADDRESS,
    MOST_FROM_SOURCE,
    MOST_TO_ADDRESS,
    MOST_TRIES,
    WINDOW,
    Asked,
    Denied,
    Door,
)
from dragoman.referee.seeded import SeededEntropy

NOW = datetime(2026, 3, 2, 16, 0, tzinfo=UTC)
pytestmark = pytest.mark.django_db
KEYS = HostKeys("a secret")


@pytest.fixture
def register() -> Register:
    return Register(KEYS, SeededEntropy("7"))


@pytest.fixture
def door(register: Register) -> Door:
    return Door(KEYS, register, SeededEntropy("7"))


def asked(door: Door, address: str = "ann@example.org", now: datetime = NOW) -> Asked:
    answer = door.ask(address, "192.0.2.1", now)
    assert isinstance(answer, Asked)
    return answer


def test_who_reads_the_code_signs_in_and_the_address_is_verified(door: Door, register: Register) -> None:
    code = asked(door)
    ann = door.enter(code.id, code.code, NOW, "fi", "Europe/Helsinki")
    assert not isinstance(ann, Denied)
    assert register.find("ann@example.org") == ann
    to = register.correspondent(ann)
    assert to is not None
    assert (to.lang, to.zone) == ("fi", "Europe/Helsinki")


def test_nobody_is_entered_until_the_code_is(door: Door, register: Register) -> None:
    asked(door)
    assert register.find("ann@example.org", verified=False) is None


def test_blanks_and_hyphens_in_a_typed_code_do_no_harm(door: Door) -> None:
    code = asked(door)
    typed = f" {code.code[:4]}-{code.code[4:]} "
    assert not isinstance(door.enter(code.id, typed, NOW), Denied)


def test_a_code_signs_in_once(door: Door) -> None:
    code = asked(door)
    door.enter(code.id, code.code, NOW)
    assert door.enter(code.id, code.code, NOW) is Denied.OVER


def test_a_code_ends(door: Door) -> None:
    code = asked(door)
    assert door.enter(code.id, code.code, NOW + LASTS + timedelta(seconds=1)) is Denied.OVER


def test_a_code_cannot_be_guessed_by_trying(door: Door) -> None:
    code = asked(door)
    wrong = "00000000" if code.code != "00000000" else "11111111"
    assert [door.enter(code.id, wrong, NOW) for _ in range(MOST_TRIES)] == [Denied.WRONG] * MOST_TRIES
    assert door.enter(code.id, code.code, NOW) is Denied.TOO_MANY


def test_a_code_is_good_for_its_own_sign_in_alone(door: Door) -> None:
    ann, ben = asked(door), asked(door, "ben@example.org")
    assert door.enter(ann.id, ben.code, NOW) is Denied.WRONG
    assert door.enter("nowhere", ann.code, NOW) is Denied.OVER
    assert door.enter(ann.id, "", NOW) is Denied.WRONG


def test_nobodys_mailbox_can_be_filled(door: Door) -> None:
    codes = {asked(door).code for _ in range(MOST_FOR_ADDRESS)}
    assert len(codes) == MOST_FOR_ADDRESS
    assert door.ask("ANN@example.org", "192.0.2.1", NOW) is Denied.TOO_MANY
    for n in range(MOST_TO_ADDRESS - MOST_FOR_ADDRESS):
        assert isinstance(door.ask("ann@example.org", f"198.51.100.{n}", NOW), Asked)
    assert door.ask("ann@example.org", "198.51.100.200", NOW) is Denied.TOO_MANY
    asked(door, "ben@example.org")
    asked(door, now=NOW + WINDOW + timedelta(seconds=1))


def test_a_strangers_asking_keeps_nobody_out(door: Door) -> None:
    for _ in range(MOST_FOR_ADDRESS):
        asked(door)
    assert isinstance(door.ask("ann@example.org", "198.51.100.7", NOW), Asked)


def test_strangers_anywhere_keep_no_browser_out_that_was_in_before(door: Door) -> None:
    mark = door.browser_mark("Ann@example.org", "b1")
    for n in range(MOST_TO_ADDRESS):
        door.ask("ann@example.org", f"198.51.100.{n}", NOW)
    assert door.ask("ann@example.org", "192.0.2.1", NOW) is Denied.TOO_MANY
    name = door.known_browser("ann@example.org", ("", "x", mark))
    assert name == "b1"
    for _ in range(MOST_FOR_ADDRESS):
        assert isinstance(door.ask("ann@example.org", "192.0.2.1", NOW, name), Asked)
    assert door.ask("ann@example.org", "192.0.2.1", NOW, name) is Denied.TOO_MANY, "and it has a measure, too"


def test_a_mark_is_for_its_own_address_and_cannot_be_made_up(door: Door) -> None:
    mark = door.browser_mark("ann@example.org", "b1")
    assert door.known_browser("ben@example.org", (mark,)) == ""
    assert door.known_browser("ann@example.org", ("b1", "b1.", "b2." + mark.partition(".")[2])) == ""
    assert door.known_browser("no address", (mark,)) == ""


def test_signing_in_gives_back_what_was_asked_for(door: Door) -> None:
    for n in range(3 * MOST_FOR_ADDRESS):
        code = asked(door, now=NOW + timedelta(seconds=n))
        assert not isinstance(door.enter(code.id, code.code, NOW + timedelta(seconds=n)), Denied)


def test_one_source_cannot_write_to_the_whole_world(door: Door) -> None:
    for n in range(MOST_FROM_SOURCE):
        asked(door, f"a{n}@example.org")
    assert door.ask("another@example.org", "192.0.2.1", NOW) is Denied.TOO_MANY
    assert isinstance(door.ask("another@example.org", "198.51.100.7", NOW), Asked)


def test_what_is_no_address_gets_no_code(door: Door) -> None:
    assert door.ask("ann", "192.0.2.1", NOW) is Denied.NO_ADDRESS


def test_neither_code_nor_address_nor_source_is_stored_as_it_is(door: Door) -> None:
    code = asked(door)
    row = SignIn.objects.get(id=code.id)
    stored = f"{row.code} {bytes(row.sealed)!r} {row.digest} {row.source} {row.id}"
    for secret in (code.code, "example.org", "192.0.2.1"):
        assert secret not in stored
    assert door.address(code.id) == "ann@example.org"


def test_a_demonstrations_code_signs_in_again_and_again(door: Door) -> None:
    code = door.leave_open("ann@example.org", NOW, timedelta(days=30))
    later = NOW + timedelta(days=29)
    assert door.enter(code.id, code.code, NOW) == door.enter(code.id, code.code, later)
    assert door.enter(code.id, code.code, NOW + timedelta(days=31)) is Denied.OVER


def test_codes_that_are_over_are_forgotten(door: Door) -> None:
    asked(door)
    door.sweep(NOW + LASTS)
    assert SignIn.objects.count() == 1
    door.sweep(NOW + LASTS + WINDOW + timedelta(seconds=1))
    assert SignIn.objects.count() == 0


def test_a_code_proves_an_address_without_entering_anybody(door: Door, register: Register) -> None:
    code = asked(door, "new@example.org")
    assert door.prove(code.id, "00000000", NOW) is Denied.WRONG
    assert door.prove(code.id, code.code, NOW) == "new@example.org"
    assert register.find("new@example.org", verified=False) is None
    assert door.prove(code.id, code.code, NOW) is Denied.OVER, "a code is used once"
