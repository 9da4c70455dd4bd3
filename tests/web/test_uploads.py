"""Nobody fills the disk or fells a reader by what they send: a request is measured before anything of it is laid down,
and whatever a file holds, it is a sheet or it is told what is wrong with it."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from tests.loops import ended
from tests.web.conftest import Host

from dragoman.web.asgi import MOST, Measured, application

CHUNK = b"x" * 65536


class Sender:
    """Somebody who sends without end, and hears what is answered."""

    def __init__(self, chunks: int, *heads: tuple[bytes, bytes]) -> None:
        self.left = chunks
        self.taken = 0
        self.told: list[Any] = []
        self.scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "POST", "scheme": "http",
            "path": "/sheets/load/", "raw_path": b"/sheets/load/", "query_string": b"", "root_path": "",
            "headers": [(b"host", b"localhost"), (b"content-type", b"multipart/form-data; boundary=x"), *heads],
            "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80), "extensions": {},
        }  # fmt: skip

    async def receive(self) -> dict[str, Any]:
        self.left -= 1
        self.taken += 1
        return {"type": "http.request", "body": CHUNK, "more_body": self.left > 0}

    async def send(self, message: Any) -> None:
        self.told.append(message)

    @property
    def status(self) -> int:
        return int(self.told[0]["status"])


async def through(sender: Sender, app: Any) -> None:
    await app(sender.scope, sender.receive, sender.send)


def test_a_body_that_says_that_it_is_too_long_is_not_heard() -> None:
    sender = Sender(10**6, (b"content-length", b"%d" % (MOST + 1)))
    ended(through(sender, application))
    assert (sender.status, sender.taken) == (413, 0)


@pytest.mark.parametrize("length", [b"9" * 40, b"-1", b"1e9", b"\xb2"])
def test_a_length_that_is_none_is_too_long(length: bytes) -> None:
    sender = Sender(10**6, (b"content-length", length))
    ended(through(sender, application))
    assert (sender.status, sender.taken) == (413, 0)


@pytest.mark.parametrize("heads", [(), ((b"content-length", b"10"),)])
def test_a_body_without_end_is_heard_as_far_as_the_measure(heads: tuple[tuple[bytes, bytes], ...]) -> None:
    sender = Sender(10**6, (b"transfer-encoding", b"chunked"), *heads)
    ended(through(sender, application))
    assert sender.status == 413
    assert sender.taken * len(CHUNK) <= MOST + 2 * len(CHUNK)
    assert len(sender.told) == 2


def test_what_is_within_the_measure_is_heard_whole() -> None:
    heard = bytearray()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        more = True
        while more:
            message = await receive()
            heard.extend(message["body"])
            more = message["more_body"]
        await send({"type": "http.response.start", "status": 200, "headers": []})

    sender = Sender(MOST // len(CHUNK))
    ended(through(sender, Measured(app)))
    assert (sender.status, len(heard)) == (200, MOST)


def test_what_is_no_request_is_passed_on() -> None:
    seen = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        seen.append(scope["type"])

    ended(through(type("", (), {"scope": {"type": "lifespan"}, "receive": None, "send": None})(), Measured(app)))  # type: ignore[arg-type]
    assert seen == ["lifespan"]


def zipped(count: int) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("sheet.toml", b"x" * count)
    return made.getvalue()


BOMBS = {
    "a zip": lambda: zipped(1_000_000),
    "gzip": lambda: gzip.compress(b"x" * 1_000_000),
    "JSON lists": lambda: b"[" * 500_000,
    "JSON tables": lambda: b'{"a":' * 100_000,
    "TOML lists": lambda: b"x = " + b"[" * 500_000,
    "TOML tables": lambda: b"[" + b"a." * 200_000 + b"a]",
    "a number": lambda: b"x = " + b"9" * 500_000,
    "a hexadecimal number": lambda: b"x = 0x" + b"f" * 500_000,
    "one line": lambda: b'"I.2" = "' + b"A" * 900_000 + b'"',
    "lines": lambda: b"\n" * 900_000,
    "keys": lambda: b"".join(b"k%d = 1\n" % n for n in range(20_000)),
    "no text": lambda: bytes(range(256)) * 3000,
    "UTF-16": lambda: "base = 'datc'".encode("utf-16"),
    "UTF-7": lambda: b"+ADw-script+AD4-",
    "marks": lambda: "\u202e\u2066".encode() * 100_000,
    "entities": lambda: b'<!DOCTYPE x [<!ENTITY a "aaaa">]><x>&a;&a;</x>',
}


@pytest.mark.django_db
@pytest.mark.parametrize("bomb", BOMBS)
def test_no_file_fells_the_reader_of_sheets(host: Host, bomb: str) -> None:
    data, client = BOMBS[bomb](), host.client("ann")
    file = SimpleUploadedFile("sheet.toml", data[:1_000_000], "application/toml")
    answer = client.post("/sheets/load/", {"file": file})
    assert answer.status_code == 422
    pasted = client.post("/sheets/load/", {"text": data[:50_000].decode("utf-8", "replace")})
    assert pasted.status_code in (400, 422)


@pytest.mark.django_db
@pytest.mark.parametrize("bomb", BOMBS)
def test_no_map_or_import_fells_the_host(host: Host, bomb: str) -> None:
    """What is pasted as a map on opening a game, and what a program says is packed, is taken for what it is."""
    data = BOMBS[bomb]()[:200_000]
    answer = host.client("ann").post(
        "/api/v1/games", data, content_type="application/json", headers={"Content-Encoding": "gzip"}
    )
    assert answer.status_code in (400, 401, 413, 415)
    assert json.loads(answer.content)["status"] == answer.status_code
