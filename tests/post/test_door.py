"""The door: it takes letters for our addresses, and says so only when they are stored."""

from __future__ import annotations

import smtplib
import socket
from collections.abc import Callable, Iterator
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest
from django.db import DatabaseError
from tests.diplomacy.tables import opening

from dragoman import assembly
from dragoman.game.protocol import Speaker
from dragoman.post import door
from dragoman.post.door import identity, open_door, take
from dragoman.post.reading import LARGEST
from dragoman.referee.ports import Slip
from dragoman.settings import Receiving
from dragoman.store.models import Incoming

pytestmark = pytest.mark.django_db(transaction=True)

HOST = "localhost"
"""The domain of a host that is not set up."""


@pytest.fixture(autouse=True)
def _anew() -> Iterator[None]:
    assembly.forget_assembly()
    yield
    assembly.forget_assembly()


@pytest.fixture
def kalmar() -> None:
    person = assembly.register().verify("gm@example.org", assembly.clock().now())
    assert assembly.open_table(Slip("kalmar", Speaker(person, None), command=opening(seated=())), "diplomacy").version


def letter(text: str = "A Vie - Gal", **headers: str) -> EmailMessage:
    found = EmailMessage()
    for name, value in {
        "From": "ann@example.org",
        "Subject": "kalmar",
        "Message-ID": "<1@example.org>",
        **headers,
    }.items():
        found[name.replace("_", "-")] = value
    found.set_content(text)
    return found


Client = Callable[[], smtplib.SMTP]


@pytest.fixture(params=["smtp", "lmtp", "lmtp socket"])
def client(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Client, list[str]]]:
    """How to reach a door of each kind, and a list that grows with each arrival."""
    arrivals: list[str] = []
    how, _, at_socket = request.param.partition(" ")
    listen = str(tmp_path / "door") if at_socket else f"127.0.0.1:{free_port()}"
    with open_door(Receiving(how=how, listen=listen), lambda: arrivals.append("rang")):
        yield lambda: connected(how, listen), arrivals


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def connected(how: str, listen: str) -> smtplib.SMTP:
    if "/" in listen:
        return smtplib.LMTP(listen)
    port = int(listen.rpartition(":")[2])
    return smtplib.LMTP("127.0.0.1", port) if how == "lmtp" else smtplib.SMTP("127.0.0.1", port)


def test_a_letter_is_stored_before_it_is_taken(client: tuple[Client, list[str]]) -> None:
    connect, arrivals = client
    with connect() as server:
        refused = server.send_message(letter(), "ann@example.org", [f"dragoman@{HOST}"])
    assert refused == {}
    assert Incoming.objects.count() == 1
    assert arrivals == ["rang"]
    arrival = assembly.inbox().claim("test", assembly.clock().now(), timedelta(minutes=1))
    assert arrival is not None
    mail = assembly.opened(arrival)
    assert b"A Vie - Gal" in mail.raw
    assert (mail.envelope_sender, mail.recipients) == ("ann@example.org", (f"dragoman@{HOST}",))


def test_the_same_letter_is_stored_once(client: tuple[Client, list[str]]) -> None:
    connect, arrivals = client
    with connect() as server:
        for _ in range(3):
            server.send_message(letter(), "ann@example.org", [f"dragoman@{HOST}"])
    assert (Incoming.objects.count(), Incoming.objects.get().repeats, arrivals) == (1, 2, ["rang"])


def test_a_letter_to_several_of_our_addresses_is_answered_for_each(client: tuple[Client, list[str]]) -> None:
    connect, _ = client
    with connect() as server:
        to = [f"dragoman@{HOST}", f"dragoman+kalmar@{HOST}"]
        assert server.send_message(letter(), "ann@example.org", to) == {}
        if isinstance(server, smtplib.LMTP):  # the library reads the first of the answers that LMTP gives
            assert server.getreply()[0] == 250
        assert server.noop() == (250, b"OK"), "the dialogue is in step"
    assert Incoming.objects.count() == 1


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("dragoman@localhost", 250),
        ("Dragoman+kalmar+abcdefghijklmnopqrstuvwx@localhost", 250),
        ("dragoman+nosuchgame@localhost", 250),  # a slip of the pen is answered by letter
        ("kalmar@localhost", 250),
        ("nosuchgame@localhost", 550),
        ("root@localhost", 550),
        ("dragoman@elsewhere.example", 550),
        ("dragoman+../../etc@localhost", 550),
    ],
)
@pytest.mark.usefixtures("kalmar")
def test_only_our_addresses_are_taken(client: tuple[Client, list[str]], address: str, code: int) -> None:
    connect, _ = client
    with connect() as server:
        server.ehlo_or_helo_if_needed()
        server.mail("ann@example.org")
        assert server.rcpt(address)[0] == code


def test_a_letter_that_is_too_large_is_refused_by_name_of_the_limit(client: tuple[Client, list[str]]) -> None:
    connect, _ = client
    with connect() as server:
        server.ehlo_or_helo_if_needed()
        assert server.esmtp_features["size"] == str(LARGEST)
        code, _ = server.docmd("MAIL", f"FROM:<ann@example.org> SIZE={LARGEST + 1}")
    assert code == 552
    assert Incoming.objects.count() == 0


def test_what_cannot_be_stored_is_not_taken(client: tuple[Client, list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> bool:
        raise DatabaseError("the disk is full")

    monkeypatch.setattr(door, "take", full)
    connect, arrivals = client
    with connect() as server:
        server.ehlo_or_helo_if_needed()
        server.mail("ann@example.org")
        server.rcpt(f"dragoman@{HOST}")
        assert server.data(letter().as_bytes())[0] == 451
    assert arrivals == []


def test_a_null_path_and_rubbish_are_stored_too(client: tuple[Client, list[str]]) -> None:
    connect, _ = client
    with connect() as server:
        server.sendmail("", [f"dragoman@{HOST}"], b"\xff\x00 no header at all\r\n")
    assert Incoming.objects.count() == 1


def test_a_host_that_does_not_listen_opens_no_door() -> None:
    with open_door(Receiving(how="none"), lambda: None):
        pass


def test_a_socket_left_by_a_killed_server_is_no_hindrance(tmp_path: Path) -> None:
    left = socket.socket(socket.AF_UNIX)
    left.bind(str(tmp_path / "door"))
    left.close()
    receiving = Receiving(how="lmtp", listen=str(tmp_path / "door"))
    with open_door(receiving, lambda: None), smtplib.LMTP(receiving.listen) as server:
        assert server.noop()[0] == 250


def test_a_letter_taken_from_a_mailbox_has_no_envelope() -> None:
    assert take(letter().as_bytes(), None, ())
    assert not take(letter().as_bytes(), None, ())


@pytest.mark.parametrize(
    ("raw", "writer"),
    [
        (b"From: Ann <Ann@Example.org>\r\nMessage-ID: <x@y>\r\n\r\n", ("ann@example.org", "<x@y>")),
        (b"Message-ID: <x@y>\r\n\r\n", ("", "<x@y>")),
        (b"\xff\xfe\x00", None),
    ],
)
def test_who_wrote_is_seen_from_the_headers(raw: bytes, writer: tuple[str, str] | None) -> None:
    assert identity(raw) == writer if writer else identity(raw)[1].endswith("@unidentified.invalid>")
