"""The door: it takes letters for our addresses, and says so only when they are stored."""

from __future__ import annotations

import smtplib
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from django.db import DatabaseError
from tests.diplomacy.tables import opening

from dragoman import assembly
from dragoman.game.protocol import Speaker
from dragoman.post import door, signatures
from dragoman.post.door import checks_itself, identity, open_door, take
from dragoman.post.reading import LARGEST
from dragoman.referee.ports import Slip
from dragoman.settings import House, Limits, Receiving
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


def test_strangers_have_some_room_together_and_others_room_of_their_own(
    client: tuple[Client, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    assembly.register().verify("ann@example.org", assembly.clock().now())
    monkeypatch.setattr("dragoman.assembly.arriving.house", lambda: House(limits=Limits(mail=2, unknown_mail=1)))
    large = "x" * 78 + "\n"
    with client[0]() as server:
        for number, (writer, lines, taken) in enumerate([
            ("eve@example.org", 7_000, True), ("bob@example.org", 7_000, False), ("ann@example.org", 7_000, True),
            ("ann@example.org", 16_000, True), ("ann@example.org", 7_000, False), ("bob@example.org", 1, True),
        ]):  # fmt: skip
            sent = letter(large * lines, **{"From": writer, "Message-ID": f"<{number}@example.org>"})
            refusal = pytest.raises((smtplib.SMTPDataError, smtplib.SMTPRecipientsRefused), match="452")
            with nullcontext() if taken else refusal:
                server.send_message(sent, writer, [f"dragoman@{HOST}"])
    assert Incoming.objects.count() == 4


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

    monkeypatch.setattr(assembly, "receive_all", full)
    connect, arrivals = client
    with connect() as server:
        server.ehlo_or_helo_if_needed()
        server.mail("ann@example.org")
        server.rcpt(f"dragoman@{HOST}")
        assert server.data(letter().as_bytes())[0] == 451
    assert arrivals == []


class Store:
    """Stands for what stores letters: holds the first one up until it is let go, and cannot bear some."""

    def __init__(self) -> None:
        self.began, self.go = threading.Event(), threading.Event()
        self.together: list[list[str]] = []

    def __call__(self, letters: Sequence[assembly.Came]) -> tuple[bool | assembly.NoRoom, ...]:
        self.began.set()
        assert self.go.wait(20)
        self.together.append([each.sender for each in letters])
        if any("bad" in each.sender for each in letters):
            raise DatabaseError("it cannot be written")
        return tuple(assembly.NoRoom(each.sender) if "many" in each.sender else True for each in letters)


def brought(sender: str) -> door.Brought:
    return door.Brought(letter(From=sender).as_bytes(), sender, (f"dragoman@{HOST}",))


def test_letters_that_come_while_one_is_stored_are_stored_together(monkeypatch: pytest.MonkeyPatch) -> None:
    store, intake = Store(), door.Intake()
    monkeypatch.setattr(assembly, "receive_all", store)
    told = [intake.bring(brought("first@example.org"))]
    assert store.began.wait(20)
    told += [intake.bring(brought(f"{name}@example.org")) for name in ("ann", "many", "ben")]
    gone = intake.bring(brought("gone@example.org"))
    assert gone.cancel(), "its sender has hung up before it was stored"
    assert not any(each.done() for each in told), "nobody hears before it is stored"
    store.go.set()
    assert [each.result(20) for each in (told[0], told[1], told[3])] == [True] * 3
    with pytest.raises(assembly.NoRoom):
        told[2].result(20)
    assert store.together == [["first@example.org"], ["ann@example.org", "many@example.org", "ben@example.org"]]
    intake.close()


def test_a_letter_that_cannot_be_stored_keeps_out_no_other_that_comes_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    store, intake = Store(), door.Intake()
    monkeypatch.setattr(assembly, "receive_all", store)
    first = intake.bring(brought("first@example.org"))
    assert store.began.wait(20)
    told = {name: intake.bring(brought(f"{name}@example.org")) for name in ("ann", "bad", "ben")}
    store.go.set()
    intake.close()
    assert (first.result(), told["ann"].result(), told["ben"].result()) == (True, True, True)
    with pytest.raises(DatabaseError):
        told["bad"].result()


def test_a_null_path_and_rubbish_are_stored_too(client: tuple[Client, list[str]]) -> None:
    connect, _ = client
    with connect() as server:
        server.sendmail("", [f"dragoman@{HOST}"], b"\xff\x00 no header at all\r\n")
    assert Incoming.objects.count() == 1


def test_a_host_that_does_not_listen_opens_no_door() -> None:
    before = threading.active_count()
    with open_door(Receiving(how="none"), lambda: None):
        assert threading.active_count() == before, "whoever listens does so in a thread"


@pytest.mark.parametrize("how", ["smtp", "lmtp"])
def test_a_place_that_is_taken_is_told_at_once_and_a_busy_machine_is_given_time(how: str) -> None:
    """What would be told only when the patience is at its end would be told after minutes."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        receiving = Receiving(how=how, listen=f"127.0.0.1:{taken.getsockname()[1]}")
        unopened = door.controller_for(receiving, lambda: None)
        unopened.handler.close()
        unopened.loop.close()
        assert unopened.ready_timeout >= 60
        began = time.monotonic()
        with pytest.raises(OSError, match="in use"), open_door(receiving, lambda: None):
            pass  # pragma: no cover
        assert time.monotonic() - began < 30


def test_a_door_that_cannot_be_made_is_told_at_once(tmp_path: Path) -> None:
    nowhere = Receiving(how="lmtp", listen=str(tmp_path / "nowhere" / "door"))
    with pytest.raises(FileNotFoundError), open_door(nowhere, lambda: None):
        pass  # pragma: no cover


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


# --- what a door of our own shows and checks ---


@contextmanager
def opened(**settings: object) -> Iterator[int]:
    """A door for SMTP with these settings; its port."""
    port = free_port()
    with open_door(Receiving(how="smtp", listen=f"127.0.0.1:{port}", **settings), lambda: None):  # type: ignore[arg-type]
        yield port


def stored() -> bytes:
    arrival = assembly.inbox().claim("test", assembly.clock().now(), timedelta(minutes=1))
    assert arrival is not None
    return assembly.opened(arrival).raw


def test_a_door_with_a_certificate_offers_starttls(tmp_path: Path) -> None:
    certificate, key = bearing("localhost", tmp_path)
    trusting = ssl.create_default_context(cafile=certificate)
    with opened(certificate=str(certificate), key=str(key)) as port, smtplib.SMTP("localhost", port) as server:
        assert server.starttls(context=trusting)[0] == 220
        assert isinstance(server.sock, ssl.SSLSocket)
        assert server.send_message(letter(), "ann@example.org", [f"dragoman@{HOST}"]) == {}
    assert b"A Vie - Gal" in stored()


def bearing(name: str, folder: Path) -> tuple[Path, Path]:
    """A certificate of that name's own, and its key."""
    key = generate_private_key(65537, 2048)
    subject, now = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]), datetime.now(UTC)
    made = (
        x509.CertificateBuilder().subject_name(subject).issuer_name(subject).public_key(key.public_key())
        .serial_number(1).not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False).sign(key, SHA256())
    )  # fmt: skip
    (folder / "door.crt").write_bytes(made.public_bytes(Encoding.PEM))
    (folder / "door.key").write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return folder / "door.crt", folder / "door.key"


def test_a_door_without_a_certificate_offers_no_starttls() -> None:
    with opened() as port, smtplib.SMTP("127.0.0.1", port) as server:
        server.ehlo()
        assert not server.has_extn("starttls")


def test_a_door_that_checks_writes_on_top_what_it_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signatures, "text_record", {}.get)
    forged = letter(Authentication_Results=f"{HOST}; dmarc=pass header.from=example.org")
    with opened(dkim=True) as port, smtplib.SMTP("127.0.0.1", port) as server:
        server.send_message(forged, "ann@example.org", [f"dragoman@{HOST}"])
    raw = stored()
    assert raw.startswith(b"Authentication-Results: localhost; dkim=none; dmarc=none header.from=example.org\r\n")
    assert b"dmarc=pass" not in raw


@pytest.mark.parametrize(("how", "dkim", "itself"), [
    ("smtp", True, True), ("lmtp", True, True), ("smtp", False, False), ("imap", True, False),
])  # fmt: skip
def test_only_a_door_that_checks_is_believed_in_its_own_name(how: Any, dkim: bool, itself: bool) -> None:
    assert checks_itself(Receiving(how=how, dkim=dkim)) is itself
