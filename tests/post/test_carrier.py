"""Carrying letters away: into a folder, or to a mail server that may take them, not now, or never."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from tests.post.test_replies import DESPATCH

from dragoman.post.carrier import Folder, NotTaken, Relay, sender
from dragoman.post.reading import read
from dragoman.settings import Sending


def test_a_folder_holds_each_letter_once(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "letters")
    for despatch in (DESPATCH, DESPATCH, replace(DESPATCH, key="kalmar/4/0/p-ann")):
        folder.send(despatch)
    files = sorted((tmp_path / "letters").iterdir())
    assert len(files) == 2
    assert all(path.name.startswith("20260303T180000-") and path.suffix == ".eml" for path in files)
    assert read(files[0].read_bytes()).to[0].address == "ann@example.org"


def test_a_folder_that_cannot_be_written_is_tried_again(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(NotTaken) as fault:
        Folder(tmp_path / "file").send(DESPATCH)
    assert not fault.value.for_good


def test_a_host_that_knows_no_way_keeps_its_letters() -> None:
    with pytest.raises(NotTaken) as fault:
        sender(Sending())(DESPATCH)
    assert not fault.value.for_good


def test_the_settings_choose_the_way(tmp_path: Path) -> None:
    sender(Sending(how="folder", folder=str(tmp_path / "out")))(DESPATCH)
    assert len(list((tmp_path / "out").iterdir())) == 1
    assert sender(Sending(how="smtp")).__self__.__class__ is Relay  # type: ignore[attr-defined]


class Server:
    """A mail server that answers as it is told to."""

    def __init__(self) -> None:
        self.recipient = "250 OK"
        self.data = "250 OK"
        self.taken: list[Envelope] = []
        self.sessions: set[int] = set()

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        envelope.rcpt_tos.append(address)
        return self.recipient

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        self.sessions.add(id(session))
        if self.data.startswith("250"):
            self.taken.append(envelope)
        return self.data


@pytest.fixture
def server() -> Iterator[tuple[Server, Relay]]:
    handler = Server()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    controller = Controller(handler, hostname="127.0.0.1", port=port)
    controller.start()
    relay = Relay(Sending(how="smtp", host="127.0.0.1", port=port, security="none"))
    yield handler, relay
    relay.leave()
    controller.stop()


def test_a_server_takes_letters_one_reader_each(server: tuple[Server, Relay]) -> None:
    handler, relay = server
    relay.send(DESPATCH)
    relay.send(replace(DESPATCH, to="bo@example.org", key="k"))
    assert [(each.mail_from, each.rcpt_tos) for each in handler.taken] == [
        ("dragoman@localhost", ["ann@example.org"]),
        ("dragoman@localhost", ["bo@example.org"]),
    ]
    assert len(handler.sessions) == 1, "one connection serves both"
    assert "A VIE - GAL" in read(handler.taken[0].content or b"").text


@pytest.mark.parametrize(
    ("recipient", "data", "for_good"),
    [
        ("550 5.1.1 no such mailbox", "250 OK", True),
        ("450 4.2.1 greylisted", "250 OK", False),
        ("250 OK", "554 5.7.1 this is spam", True),
        ("250 OK", "451 4.3.0 later", False),
    ],
)
def test_a_no_for_good_is_told_from_a_no_for_now(
    server: tuple[Server, Relay], recipient: str, data: str, for_good: bool
) -> None:
    handler, relay = server
    handler.recipient, handler.data = recipient, data
    with pytest.raises(NotTaken) as fault:
        relay.send(DESPATCH)
    assert fault.value.for_good is for_good
    assert (recipient if recipient != "250 OK" else data).split(" ", 1)[1] in str(fault.value)
    handler.recipient = handler.data = "250 OK"
    relay.send(DESPATCH)
    assert len(handler.taken) == 1, "the connection serves on"


def test_a_connection_that_broke_is_made_anew(server: tuple[Server, Relay]) -> None:
    handler, relay = server
    relay.send(DESPATCH)
    assert relay._server is not None
    relay._server.close()
    relay.send(DESPATCH)
    assert len(handler.taken) == 2


def test_a_server_that_is_away_is_tried_again() -> None:
    with pytest.raises(NotTaken) as fault:
        Relay(Sending(how="smtp", host="127.0.0.1", port=1, security="none")).send(DESPATCH)
    assert not fault.value.for_good


@pytest.mark.parametrize("address", ["nobody", "a b@example.org"])
def test_an_address_that_no_letter_can_bear_is_given_up(server: tuple[Server, Relay], address: str) -> None:
    handler, relay = server
    with pytest.raises(NotTaken) as fault:
        relay.send(replace(DESPATCH, to=address))
    assert fault.value.for_good
    assert handler.taken == []


def test_a_letter_names_the_path_by_which_it_returns(server: tuple[Server, Relay]) -> None:
    handler, relay = server
    path = "dragoman+bounce+abcdefghijklmnopqrstuvwx@localhost"
    relay.send(replace(DESPATCH, returns_to=path))
    assert [each.mail_from for each in handler.taken] == [path]


def test_only_a_reader_who_is_not_known_there_is_named(server: tuple[Server, Relay]) -> None:
    handler, relay = server
    for recipient, data, unknown in (
        ("550 5.1.1 no such mailbox", "250 OK", "ann@example.org"),
        ("450 4.2.1 greylisted", "250 OK", ""),
        ("250 OK", "554 5.7.1 this is spam", ""),
    ):
        handler.recipient, handler.data = recipient, data
        with pytest.raises(NotTaken) as fault:
            relay.send(DESPATCH)
        assert fault.value.unknown == unknown


def test_what_is_to_be_signed_is_not_sent_unsigned(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="dragoman dkim"):
        Relay(Sending(how="smtp", dkim_selector="x", dkim_key=str(tmp_path / "none.pem")))
    (tmp_path / "bad.pem").write_text("secret")
    with pytest.raises(ValueError, match="no letter can be signed"):
        Relay(Sending(how="smtp", dkim_selector="x", dkim_key=str(tmp_path / "bad.pem")))
