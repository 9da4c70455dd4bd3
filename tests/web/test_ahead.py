"""Old code beside new code: a game in which a later version wrote is left alone, said so, and taken up afterwards."""

from __future__ import annotations

import logging
import os
from datetime import timedelta
from email.message import EmailMessage

import msgspec
import pytest
from tests.web.conftest import Host

from dragoman import assembly
from dragoman.diplomacy.events import Announced
from dragoman.diplomacy.game import Diplomacy
from dragoman.game.seats import Seat
from dragoman.keeper.listening import OTHERS, Clerk
from dragoman.keeper.rounds import MACHINE, Bells, Mailbags
from dragoman.referee.chain import follow
from dragoman.store.models import Event, Incoming, Outgoing, Table

SECRET = "the stars over Vienna"


def tomorrow(name: str, host: Host) -> None:
    """What a machine with a later version does: it appends an event of a form that is not known here."""
    row = Table.objects.get(name=name)
    last = Event.objects.get(table=row, n=row.version)
    data = msgspec.json.encode({"type": "StarsAligned", "v": 3, "at": host.now, "says": SECRET})
    (entry,) = follow(bytes(last.seal), row.version, host.now, [(os.urandom(16), data)], row.form)
    Event.objects.create(table=row, n=entry.n, type="StarsAligned", at=entry.at, salt=entry.salt, seal=entry.seal,
                         data=data.decode())  # fmt: skip
    Table.objects.filter(name=name).update(version=entry.n, seal=entry.seal)


@pytest.fixture
def ahead(host: Host) -> str:
    host.table("lund")
    host.table("kalmar")
    host.orders("France", "A Par - Bur")
    tomorrow("kalmar", host)
    return "kalmar"


@pytest.mark.parametrize("page", ["", "press/", "live", "rules/", "S1901M", "results.atom", "record/"])
def test_its_pages_say_so(host: Host, ahead: str, page: str) -> None:
    answer = host.client("france").get(f"/games/{ahead}/{page}")
    if page == "live":
        assert answer.status_code in (204, 503)
        return
    assert answer.status_code == 503
    assert answer["Retry-After"] == "60"
    assert "being brought to a new version" in answer.content.decode()
    assert SECRET not in answer.content.decode()


def test_other_games_are_served(host: Host, ahead: str) -> None:
    client = host.client("france")
    assert client.get("/games/lund/").status_code == 200
    assert client.get("/").status_code == 200
    assert client.get("/games/").status_code == 200


def test_what_is_sent_there_is_not_taken(host: Host, ahead: str) -> None:
    before = Table.objects.get(name=ahead).version
    assert host.client("france").post(f"/games/{ahead}/orders/", {"order-par": "A Par H"}).status_code == 503
    assert Table.objects.get(name=ahead).version == before


def test_the_log_says_it_once_and_no_secret(host: Host, ahead: str, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "dragoman"):
        for _ in range(3):
            host.client("france").get(f"/games/{ahead}/")
    said = [record.getMessage() for record in caplog.records if record.name == "dragoman.assembly"]
    assert len(said) == 1
    assert "kalmar is left alone" in said[0]
    assert "StarsAligned" in said[0]
    assert SECRET not in said[0]


def test_its_clock_waits_and_others_go(host: Host, ahead: str) -> None:
    version = Table.objects.get(name=ahead).version
    host.at(host.now + timedelta(days=30))
    bells = Bells()
    bells.turn()
    assert Table.objects.get(name=ahead).version == version
    assert Event.objects.filter(table="lund", type="PhaseAdjudicated").exists()
    assert not Outgoing.objects.filter(kind=assembly.FAULT).exists(), "an upgrade is no fault to write to anybody about"


def test_a_letter_waits_uncounted_and_is_heard_after_the_upgrade(
    host: Host, ahead: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    letter = EmailMessage()
    letter["From"] = "france@example.org"
    token = assembly.tokens().seat(ahead, Seat("France"), host.person("france"))
    letter["To"] = f"dragoman+kalmar+{token}@localhost"
    letter["Message-ID"] = "<1@example.org>"
    letter.set_content("A Mar - Spa\n")
    assembly.receive(letter.as_bytes(), "france@example.org", "<1@example.org>", "france@example.org",
                     (str(letter["To"]),))  # fmt: skip
    clerk = Clerk()
    for _ in range(8):  # more often than a letter at fault is tried
        assert clerk.turn()
        assert Incoming.objects.get().free_at > MACHINE.now() + OTHERS / 2
        Incoming.objects.update(free_at=None)
    assert (Incoming.objects.get().state, Incoming.objects.get().tries) == (Incoming.State.NEW, 0)
    known = Diplomacy.decode_event

    def upgraded(self: Diplomacy, data: bytes) -> object:
        """The later version, which knows the new kind: here it changes nothing."""
        return Announced(at=host.now, text="The stars") if b"StarsAligned" in data else known(self, data)

    monkeypatch.setattr(Diplomacy, "decode_event", upgraded)
    assert clerk.turn()
    assert Incoming.objects.get().state == Incoming.State.HEARD
    assert [line.text for line in host.state(ahead).on_file("France")] != []
    assert host.client("france").get(f"/games/{ahead}/").status_code == 200


def test_a_notice_that_a_later_version_wrote_is_left_to_it(host: Host) -> None:
    host.table("kalmar")
    Outgoing.objects.all().delete()
    Outgoing.objects.create(key="k/1", table="kalmar", game="diplomacy", kind="stars", seat="France",
                            person=host.person("france"), body='{"type":"stars"}', posted_at=host.now)  # fmt: skip
    sent: list[object] = []
    Mailbags(sent.append).turn()
    row = Outgoing.objects.get(key="k/1")
    assert (sent, row.sent_at, row.given_up_at, row.tries) == ([], None, None, 0)
    assert row.free_at > MACHINE.now()
