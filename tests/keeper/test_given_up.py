"""The keeper is told which letters were given up and why, and has them tried again or drops them."""

from __future__ import annotations

import pytest
from click.testing import CliRunner, Result
from tests.web.conftest import Host, host  # noqa: F401  # the fixture of a host

from dragoman import assembly
from dragoman.keeper import checking, given_up
from dragoman.keeper.rounds import MACHINE, Mailbags
from dragoman.post.carrier import NotTaken

Despatch = assembly.Despatch


@pytest.fixture(autouse=True)
def awake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(given_up, "wake_set_up", lambda settings: None)


def outbox(*words: str) -> Result:
    return CliRunner().invoke(given_up.outbox, list(words))


def sent(*refused: str) -> list[str]:
    """Send what waits; letters to these addresses are refused for good. Who got one."""
    taken = []

    def send(despatch: Despatch) -> None:
        if despatch.to in refused:
            raise NotTaken("554 5.7.1 not this one", for_good=True)
        taken.append(despatch.to)

    bags = Mailbags(send)
    while bags.turn():
        pass
    return taken


def test_letters_given_up_are_named_and_can_be_tried_again_or_dropped(host: Host) -> None:  # noqa: F811
    host.table()
    italy = assembly.register().correspondent(host.person("italy"))
    assert italy is not None
    sent(italy.address)
    found = checking._outbox()
    assert not found.well
    assert "of kalmar (554 5.7.1 not this one)" in found.says
    assert "`dragoman outbox`" in found.says
    number, _, game, seat, _, why = outbox().stdout.splitlines()[0].split("\t")
    assert (game, seat, why) == ("kalmar", "Italy", "554 5.7.1 not this one")
    assert italy.address not in outbox().stdout
    assert outbox("--again", number).exit_code == 0
    assert sent() == [italy.address]
    assert outbox("--again", number).exit_code == 1
    assert outbox("--again", "x").exit_code == 2
    sent(italy.address)
    assert outbox("--drop", "all").exit_code == 0
    assert checking._outbox().well
    assert outbox().stdout == ""


def test_a_letter_to_nobody_is_no_fault(host: Host) -> None:  # noqa: F811
    host.table()
    assembly.register().erase(host.person("italy"), host.now)
    sent()
    assert assembly.outbox().count() == (0, 0)


def test_a_letter_sealed_with_another_secret_is_one(host: Host) -> None:  # noqa: F811
    assembly.outbox().post("x", assembly.SIGN_IN, b"sealed with another", MACHINE.now())
    sent()
    assert "1 of the host itself (it was sealed with another host.secret" in checking._outbox().says
    number = outbox().stdout.split("\t")[0]
    assert outbox("--again", number).exit_code == 1
    assert outbox("--drop", number).exit_code == 0
