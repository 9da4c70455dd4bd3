"""A letter that lacks half of what vouches for its sender waits here for its owner's word."""

from __future__ import annotations

import pytest
from tests.web.conftest import Host

from dragoman import assembly
from dragoman.store.inbox import State
from dragoman.store.models import Incoming
from dragoman.web.letters import shown

RAW = b"""\
From: austria@example.org\r
To: dragoman+kalmar@example.org\r
Subject: =?utf-8?q?my_orders_=E2=80=93_final?=\r
Message-ID: <1@example.org>\r
Content-Type: text/plain; charset=utf-8\r
\r
A Vie - Gal <b>\r
"""


@pytest.fixture
def letter(host: Host) -> str:
    """The id of a letter that waits for Austria."""
    host.table()
    assert assembly.receive(RAW, "austria@example.org", "<1@example.org>", None, ("dragoman+kalmar@example.org",))
    row = Incoming.objects.get()
    assembly.inbox().finish(row.id, State.KEPT, "token", "kalmar", host.person("austria"), "Austria")
    return str(row.id)


def state(letter: str) -> str:
    return str(Incoming.objects.get(id=letter).state)


def test_the_owner_is_told_on_the_page_of_games(host: Host, letter: str) -> None:
    assert "A letter waits for your word" in host.client("austria").get("/").content.decode()
    assert "A letter waits" not in host.client("france").get("/").content.decode()


def test_the_link_shows_the_letter_and_confirms_nothing(host: Host, letter: str) -> None:
    page = host.client("austria").get(f"/letters/{letter}/").content.decode()
    assert "my orders – final" in page
    assert "A Vie - Gal &lt;b&gt;" in page
    assert state(letter) == "kept"


def test_the_button_confirms(host: Host, letter: str) -> None:
    page = host.client("austria").post(f"/letters/{letter}/", {"mine": "yes"}, follow=True).content.decode()
    assert "The letter will be heard now" in page
    assert state(letter) == "new"


def test_or_disowns(host: Host, letter: str) -> None:
    host.client("austria").post(f"/letters/{letter}/", {"mine": "no"})
    assert state(letter) == "refused"


def test_nobody_else_sees_or_confirms_it(host: Host, letter: str) -> None:
    client = host.client("france")
    assert client.get(f"/letters/{letter}/").status_code == 404
    assert client.post(f"/letters/{letter}/", {"mine": "yes"}).status_code == 404
    assert "No letter waits for you." in client.get("/letters/").content.decode()
    assert host.client().get(f"/letters/{letter}/")["Location"].startswith("/sign-in/")
    assert state(letter) == "kept"


@pytest.mark.parametrize(
    "raw",
    [b"", b"\xff\xfe\x00", b"Content-Type: text/plain; charset=klingon\r\n\r\nhello", b"Subject: \xff\r\n\r\n\xe4",
     b"Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\nA Vie H\r\n", b"Content-Type: text/html\r\n\r\n<p>"],
)  # fmt: skip
def test_a_broken_letter_is_shown_as_well_as_can_be(raw: bytes) -> None:
    assert isinstance(shown(raw).text, str)
