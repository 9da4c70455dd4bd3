"""Letters by way of a provider: the same letter, and what the provider answers is told apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from anymail.backends import test as anymail_test
from anymail.exceptions import AnymailAPIError, AnymailRecipientsRefused
from django.core import mail
from pytest_django.fixtures import Settings
from tests.post.test_replies import DESPATCH

from dragoman.game.protocol import Picture
from dragoman.post.carrier import NotTaken, sender, written
from dragoman.post.providers import NoProvider, Provider, composed
from dragoman.settings import Sending

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


def test_a_letter_without_html_has_one_form() -> None:
    words = replace(DESPATCH.words, html="")
    assert composed(written(replace(DESPATCH, words=words))).alternatives == []
