"""Pushes end to end: a browser of our own keeps the keys, a service of our own takes the push, and what comes is read
as a browser would read it (RFC 8291), the host's word for itself checked (RFC 8292)."""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDSA,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from pytest_django.fixtures import Settings
from tests.web.conftest import START, Host

from dragoman import assembly
from dragoman.game.seats import PersonId
from dragoman.keeper.rounds import Mailbags
from dragoman.people.news import AS_EVER, Channel, Choices, Matter
from dragoman.people.pushing import NoSubscription, Subscription, allowed
from dragoman.settings import House, Push
from dragoman.store.models import Outgoing

pytestmark = pytest.mark.django_db


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def data(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Service:
    """A push service: what came, with its headers, and how it answers."""

    port: int = 0
    answers: int = 201
    came: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@dataclass
class Browser:
    """A browser that takes pushes: its keys, and how it reads what comes."""

    key: EllipticCurvePrivateKey = field(default_factory=lambda: generate_private_key(SECP256R1()))
    auth: bytes = field(default_factory=lambda: os.urandom(16))

    def subscription(self, service: Service, path: str = "/push/ann") -> Subscription:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return Subscription(service.origin + path, text(point), text(self.auth), "Firefox · Linux")

    def read(self, body: bytes) -> dict[str, str]:
        plain = http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm")
        said: dict[str, str] = json.loads(plain)
        return said


@pytest.fixture
def service() -> Iterator[Service]:
    made = Service()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            made.came.append((self.path, dict(self.headers), body))
            self.send_response(made.answers)
            self.end_headers()

        def log_message(self, *_args: object) -> None:
            """Say nothing."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    made.port = server.server_port
    Thread(target=server.serve_forever, daemon=True).start()
    yield made
    server.shutdown()
    server.server_close()


@pytest.fixture
def pushing(host: Host, service: Service, settings: Settings) -> Host:
    """A host that may push to that service."""
    settings.HOUSE = House(push=Push((service.origin,)))
    assembly.forget_assembly()
    return host


def let(host: Host, who: str, service: Service, *matters: Matter, bare: bool = False, mail: bool = True) -> Browser:
    """Somebody's browser takes pushes, of these matters; and with `mail` no letters of them come any more."""
    browser, person = Browser(), host.person(who)
    assembly.devices().add(person, browser.subscription(service, f"/push/{who}"), START)
    ticked = AS_EVER | {(matter, Channel.PUSH) for matter in matters}
    if not mail:
        ticked -= {(matter, Channel.MAIL) for matter in matters}
    assert assembly.deliveries().keep(person, Choices(ticked, bare)) == ()
    return browser


def carried() -> list[assembly.Despatch]:
    """All that waits in the outbox is carried out; the letters that went."""
    sent: list[assembly.Despatch] = []
    bags = Mailbags(sent.append)
    while bags.turn():
        pass
    return sent


def test_a_notice_comes_to_the_browser_that_reads_it_and_only_there(pushing: Host, service: Service) -> None:
    pushing.table(seated=("Austria", "France"))
    carried()
    browser = let(pushing, "austria", service, Matter.PRESS)
    pushing.press("France", ["Austria"], "Shall we share Munich?")
    letters = carried()
    assert [letter.to for letter in letters] == ["austria@example.org"]
    [(path, headers, body)] = service.came
    assert path == "/push/austria"
    assert headers["Content-Encoding"] == "aes128gcm"
    assert headers["TTL"] == "86400"
    assert b"Munich" not in body
    said = browser.read(body)
    assert said["title"] == letters[0].words.subject
    assert "Shall we share Munich?" in said["text"]
    assert said["url"].endswith("/games/kalmar/press/")
    with pytest.raises(http_ece.ECEException, match="Decryption error"):
        Browser().read(body)


def test_the_host_says_who_it_is(pushing: Host, service: Service) -> None:
    pushing.table(seated=("Austria", "France"))
    let(pushing, "austria", service, Matter.PRESS)
    pushing.press("France", ["Austria"], "A word?")
    carried()
    scheme, _, given = service.came[-1][1]["Authorization"].partition(" ")
    assert scheme == "vapid"
    token, key = (part.split("=", 1)[1] for part in given.split(", "))
    assert key == assembly.vapid().public, "the key that the browser was given"
    head, claims, signature = token.split(".")
    point = EllipticCurvePublicKey.from_encoded_point(SECP256R1(), data(key))
    r, s = (int.from_bytes(half, "big") for half in (data(signature)[:32], data(signature)[32:]))
    point.verify(encode_dss_signature(r, s), f"{head}.{claims}".encode(), ECDSA(SHA256()))
    told = json.loads(data(claims))
    assert told["aud"] == service.origin
    assert 0 < told["exp"] - datetime.now(UTC).timestamp() <= 24 * 3600
    assert told["sub"].startswith("mailto:")


def test_the_key_is_the_same_after_a_restart(pushing: Host) -> None:
    before = assembly.vapid().public
    assembly.forget_assembly()
    assert assembly.vapid().public == before


def test_a_push_can_say_only_that_something_is_there(pushing: Host, service: Service) -> None:
    pushing.table(seated=("Austria", "France"))
    browser = let(pushing, "austria", service, Matter.PRESS, bare=True)
    pushing.press("France", ["Austria"], "Shall we share Munich?")
    carried()
    said = browser.read(service.came[-1][2])
    assert said["text"] == "There is something new for you."
    assert "kalmar" not in json.dumps(said)
    assert "Munich" not in json.dumps(said)


def test_a_device_that_is_gone_is_forgotten_and_what_must_be_told_goes_by_mail(pushing: Host, service: Service) -> None:
    pushing.table(gm=True)
    carried()
    let(pushing, "austria", service, Matter.TIME, mail=False)
    service.answers = 410
    assembly.greet(pushing.person("austria"), assembly.devices().of(pushing.person("austria"))[0].id)
    carried()
    assert assembly.devices().of(pushing.person("austria")) == ()
    assert assembly.outbox().count() == (0, 0), "no trouble of the keeper's"
    pushing.client("gm").post("/games/kalmar/time/remind/", {"whom": "Austria", "text": "Please."})
    assert "austria@example.org" in [letter.to for letter in carried()]


def test_what_must_be_told_is_not_lost_with_the_device_it_was_pushed_to(pushing: Host, service: Service) -> None:
    pushing.table(gm=True)
    carried()
    let(pushing, "austria", service, Matter.TIME, Matter.PRESS, mail=False)
    pushing.client("gm").post("/games/kalmar/time/remind/", {"whom": "Austria", "text": "Please."})
    pushing.press("Italy", ["Austria"], "A word?")
    service.answers = 410
    letters = [letter for letter in carried() if letter.to == "austria@example.org"]
    assert [letter.kind for letter in letters] == ["reminder"], "press may be left unsent, a reminder may not"
    assert carried() == []


@pytest.mark.parametrize("answer", [429, 500, 503])
def test_a_service_that_is_busy_is_asked_again(pushing: Host, service: Service, answer: int) -> None:
    pushing.table(seated=("Austria", "France"))
    let(pushing, "austria", service, Matter.PRESS, mail=False)
    service.answers = answer
    pushing.press("France", ["Austria"], "A word?")
    carried()
    waiting = Outgoing.objects.get(kind=assembly.PUSH)
    assert waiting.given_up_at is None
    assert waiting.free_at is not None
    assert str(answer) in waiting.fault
    service.answers = 201
    Outgoing.objects.filter(kind=assembly.PUSH).update(free_at=None)
    assert carried() == [], "the letter is not wanted by mail"
    assert Outgoing.objects.get(kind=assembly.PUSH).sent_at is not None
    assert len(service.came) == 2


def test_what_is_pushed_alone_does_not_go_by_mail_and_answers_do(pushing: Host, service: Service) -> None:
    pushing.table(seated=("Austria", "France"))
    carried()
    let(pushing, "austria", service, Matter.PRESS, mail=False)
    pushing.press("France", ["Austria"], "A word?")
    assert carried() == []
    assert len(service.came) == 1


def test_an_erased_person_is_pushed_nothing(pushing: Host, service: Service) -> None:
    pushing.table(seated=("Austria", "France"))
    let(pushing, "austria", service, Matter.PRESS)
    pushing.press("France", ["Austria"], "A word?")
    assembly.erase(pushing.person("austria"))
    carried()
    assert service.came == []


SERVICES = ("push.example.org", "http://127.0.0.1:9")


@pytest.mark.parametrize(
    ("endpoint", "may"),
    [
        ("https://push.example.org/x", True),
        ("https://eu.push.example.org/x?y", True),
        ("https://push.example.org:443/x", True),
        ("http://127.0.0.1:9/x", True),
        ("http://push.example.org/x", False),
        ("https://push.example.org:8443/x", False),
        ("https://evilpush.example.org/x", False),
        ("https://push.example.org.evil.example/x", False),
        ("https://push.example.org@evil.example/x", False),
        ("https://evil@push.example.org/x", False),
        ("http://127.0.0.1:90/x", False),
        ("https://[::1/x", False),
        ("file:///etc/passwd", False),
        ("", False),
    ],
)
def test_pushes_go_to_the_services_of_the_settings_and_nowhere_else(endpoint: str, may: bool) -> None:
    assert allowed(endpoint, SERVICES) is may


@pytest.mark.parametrize(
    "wrong", [{"p256dh": "AAAA"}, {"auth": ""}, {"p256dh": "ä"}, {"endpoint": "https://10.0.0.1/x"}]
)
def test_nonsense_is_no_subscription(pushing: Host, service: Service, wrong: dict[str, str]) -> None:
    good = Browser().subscription(service)
    given = {"endpoint": good.endpoint, "p256dh": good.p256dh, "auth": good.auth} | wrong
    with pytest.raises(NoSubscription):
        assembly.devices().add(pushing.person("ann"), Subscription(**given), START)
    assert assembly.devices().of(pushing.person("ann")) == ()


def test_a_browser_takes_pushes_for_whoever_asked_last(pushing: Host, service: Service) -> None:
    browser = Browser()
    ann, bob = PersonId(pushing.person("ann")), PersonId(pushing.person("bob"))
    assembly.devices().add(ann, browser.subscription(service), START)
    assembly.devices().add(bob, browser.subscription(service), START)
    assert assembly.devices().of(ann) == ()
    assert len(assembly.devices().of(bob)) == 1
