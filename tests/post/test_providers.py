"""Letters by way of a provider: the same letter, and what the provider answers is told apart."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from dataclasses import replace
from types import ModuleType
from typing import Any

import pytest
from anymail.backends import test as anymail_test
from anymail.exceptions import AnymailAPIError, AnymailRecipientsRefused
from anymail.signals import tracking
from django.core import mail
from django.test import Client
from pytest_django.fixtures import Settings
from tests.post.test_replies import DESPATCH

from dragoman.game.protocol import Picture
from dragoman.post.carrier import NotTaken, sender, written
from dragoman.post.providers import NoProvider, Provider, composed, listen
from dragoman.settings import Sending
from dragoman.web.hook import patterns

SENDING = Sending(how="provider", provider="test")
RETURNS = "dragoman+bounce+abcdefghijklmnopqrstuvwx@localhost"


@pytest.fixture
def outbox() -> Iterator[list[Any]]:
    mail.outbox = []
    yield mail.outbox
    del mail.outbox


def test_a_letter_reaches_the_provider_whole(outbox: list[Any]) -> None:
    picture = Picture(
        '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>', "Kalmar"
    )
    despatch = replace(DESPATCH, returns_to=RETURNS, stop="https://games.example.org/stop/x/", picture=picture)
    sender(SENDING)(despatch)
    (sent,) = outbox
    letter = written(despatch)
    assert sent.to == ["Ann Vale <ann@example.org>"]
    assert sent.subject == "kalmar: Spring 1901, moves"
    assert sent.reply_to == [str(letter["Reply-To"])]
    assert sent.body.startswith("Heard:")
    assert [kind for _, kind in sent.alternatives] == ["text/html"]
    for name in ("Message-ID", "Date", "In-Reply-To", "List-Unsubscribe", "List-Unsubscribe-Post", "Auto-Submitted"):
        assert sent.extra_headers[name] == str(letter[name])
    assert sent.envelope_sender == RETURNS
    (board,) = sent.attachments
    assert board["Content-ID"][1:-1] in sent.alternatives[0][0], "the picture is shown in the letter"


@pytest.mark.parametrize(
    ("fault", "for_good", "unknown"),
    [
        (AnymailRecipientsRefused("no"), True, "ann@example.org"),
        (AnymailAPIError("sorry", status_code=422), True, ""),
        (AnymailAPIError("wait", status_code=429), False, ""),
        (AnymailAPIError("who?", status_code=401), False, ""),
        (AnymailAPIError("down", status_code=503), False, ""),
        (TimeoutError(), False, ""),
    ],
)
def test_what_the_provider_answers_is_told_apart(
    monkeypatch: pytest.MonkeyPatch, fault: Exception, for_good: bool, unknown: str
) -> None:
    def refuse(*_: object) -> None:
        raise fault

    monkeypatch.setattr(anymail_test.EmailBackend, "post_to_esp", refuse)
    with pytest.raises(NotTaken) as said:
        Provider(SENDING).send(DESPATCH)
    assert (said.value.for_good, said.value.unknown) == (for_good, unknown)


@pytest.mark.parametrize(
    ("provider", "says"),
    [
        ("", "sending.provider names none"),
        ("../x", "sending.provider names none"),
        ("pigeon", "django-anymail knows no “pigeon”"),
        ("postmark", "sending.options: .*POSTMARK_SERVER_TOKEN"),
    ],
)
def test_a_provider_that_cannot_be_used_is_named(provider: str, says: str) -> None:
    with pytest.raises(NoProvider, match=says):
        Provider(Sending(how="provider", provider=provider))


def test_the_options_are_the_providers_settings(settings: Settings) -> None:
    settings.ANYMAIL = {"POSTMARK_SERVER_TOKEN": "secret"}
    assert Provider(Sending(how="provider", provider="postmark"))


@pytest.fixture
def hook(db: None, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Client, list[str]]]:
    """A program that speaks at the hook of a host whose provider is Postmark; and for whom letters failed."""
    settings.ANYMAIL = {"POSTMARK_SERVER_TOKEN": "secret", "WEBHOOK_SECRET": "postmark:four white horses"}
    settings.ROOT_URLCONF = ModuleType("urls_with_a_hook")
    settings.ROOT_URLCONF.urlpatterns = patterns(Sending(how="provider", provider="postmark"))
    lost: list[str] = []
    monkeypatch.setattr("dragoman.post.machines.failed", lambda address, at: lost.append(address))
    listen()
    yield Client(), lost
    tracking.disconnect(dispatch_uid="dragoman.post.providers")


def tell(client: Client, secret: str, **said: object) -> int:
    heads = {"Authorization": f"Basic {b64encode(secret.encode()).decode()}"}
    answer = client.post("/provider/", {"MessageID": "1", **said}, "application/json", headers=heads)
    return answer.status_code


BOUNCED = {"RecordType": "Bounce", "Type": "HardBounce", "Email": "ann@example.org"}


def test_the_hook_hears_the_provider_of_letters_that_were_lost(hook: tuple[Client, list[str]]) -> None:
    client, lost = hook
    assert tell(client, "postmark:four white horses", **BOUNCED) == 200
    assert tell(client, "postmark:four white horses", **{**BOUNCED, "Type": "Transient", "Email": "ben@x.org"}) == 200
    assert tell(client, "postmark:four white horses", RecordType="Delivery", Recipient="ben@example.org") == 200
    assert lost == ["ann@example.org"]


@pytest.mark.parametrize("secret", ["postmark:five", ":", "four white horses"])
def test_nobody_else_is_heard_at_the_hook(hook: tuple[Client, list[str]], secret: str) -> None:
    client, lost = hook
    assert tell(client, secret, **BOUNCED) == 400
    assert client.get("/provider/").status_code == 405
    assert lost == []


@pytest.mark.parametrize(
    ("sending", "options"),
    [
        (Sending(how="provider", provider="postmark"), {}),
        (Sending(how="provider", provider="pigeon"), {"WEBHOOK_SECRET": "a:b"}),
        (Sending(how="provider", provider="test"), {"WEBHOOK_SECRET": "a:b"}),
        (Sending(how="smtp", provider="postmark"), {"WEBHOOK_SECRET": "a:b"}),
    ],
)
def test_without_a_provider_and_a_secret_there_is_no_hook(
    settings: Settings, sending: Sending, options: dict[str, str]
) -> None:
    settings.ANYMAIL = options
    assert patterns(sending) == []


def test_a_letter_without_html_has_one_form() -> None:
    words = replace(DESPATCH.words, html="")
    assert composed(written(replace(DESPATCH, words=words))).alternatives == []
