"""How often somebody may ask for what takes work."""

from __future__ import annotations

import msgspec
import pytest
from django.test import Client, RequestFactory
from django.urls import URLPattern, get_resolver
from pytest_django.fixtures import Settings
from tests.web.conftest import Host

from dragoman import assembly
from dragoman.settings import Limits, Web
from dragoman.web.rates import COUNTED, kind_of, source

pytestmark = pytest.mark.django_db


def names() -> set[str]:
    return {str(each.name) for each in get_resolver().url_patterns if isinstance(each, URLPattern)}


def test_what_is_counted_are_pages_and_settings() -> None:
    assert {name for found in COUNTED.values() for name in found} <= names()
    assert set(COUNTED) <= set(Limits.__struct_fields__)


def test_every_form_is_counted() -> None:
    assert [name for name in names() if not kind_of("POST", name)] == []
    assert [name for name in names() if kind_of("GET", name) not in ("", "guesses", "pictures")] == []


CASES = {
    "guesses": ("GET", "/sandbox/"), "imports": ("POST", "/sheets/load/"), "wizard": ("POST", "/sheets/compose/"),
    "press": ("POST", "/games/kalmar/press/send/"), "deeds": ("POST", "/games/kalmar/observe/"),
    "pictures": ("GET", "/games/kalmar/years.svg"),
}  # fmt: skip


@pytest.mark.parametrize("kind", CASES)
def test_whoever_does_too_much_waits_and_nobody_else(host: Host, settings: Settings, kind: str) -> None:
    """Not those who sit behind the same network address, and not for other things."""
    settings.HOUSE = msgspec.structs.replace(settings.HOUSE, limits=Limits(**{kind: 2}))
    host.table()
    method, path = CASES[kind]

    def status(client: Client) -> int:
        return int(client.generic(method, path).status_code)

    mine, stranger = host.client("france"), Client()
    assert 429 not in (status(mine), status(mine))
    assert status(mine) == 429
    assert status(host.client("italy")) != 429
    assert status(stranger) != 429
    assert mine.get("/games/kalmar/").status_code == 200


def test_strangers_are_counted_by_their_address(host: Host, settings: Settings) -> None:
    settings.HOUSE = msgspec.structs.replace(settings.HOUSE, limits=Limits(guesses=1), web=Web(proxied=True))

    def status(address: str) -> int:
        return int(Client().get("/sandbox/", headers={"X-Forwarded-For": f"203.0.113.7, {address}"}).status_code)

    assert [status("198.51.100.1"), status("198.51.100.1"), status("198.51.100.2")] == [200, 429, 200]
    assert [status("2001:db8:1:2::3"), status("2001:db8:1:2:ffff::4"), status("2001:db8:1:3::3")] == [200, 429, 200]


def test_what_was_written_is_shown_again(host: Host, settings: Settings) -> None:
    settings.HOUSE = msgspec.structs.replace(settings.HOUSE, limits=Limits(press=1))
    host.table()
    client = host.client("france")
    client.post("/games/kalmar/press/send/", {"text": "one"})
    answer = client.post("/games/kalmar/press/send/", {"text": "We <march> at dawn."})
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 0
    assert "We &lt;march&gt; at dawn." in answer.content.decode()


@pytest.mark.parametrize(("told", "is_"), [
    ("::ffff:192.0.2.1", "192.0.2.1"), ("192.0.2.1", "192.0.2.1"), ("[2001:db8::1]", "2001:db8::/64"),
    ("unknown", "unknown"), ("x" * 5000, "x" * 64),
])  # fmt: skip
def test_sources_have_one_writing(told: str, is_: str) -> None:
    assert source(RequestFactory(REMOTE_ADDR=told).get("/")) == is_
    assert assembly.house().web.proxied is False
