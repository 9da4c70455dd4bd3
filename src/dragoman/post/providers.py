"""Letters handed to a provider over its own API, by django-anymail: the same letter, header for header.

What a provider says of a letter later comes back by mail to the path on the envelope, where the provider lets us name
one, or to the mailbox; or by its hook, if it is given one (`web.hook`).
"""

from __future__ import annotations

from email.message import EmailMessage
from email.mime.image import MIMEImage
from importlib.util import find_spec
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.core.mail import EmailMultiAlternatives, get_connection

from dragoman import assembly
from dragoman.post import machines
from dragoman.post.carrier import NotTaken, written
from dragoman.settings import Sending

OWN = frozenset({"from", "to", "subject", "reply-to", "content-type", "content-transfer-encoding", "mime-version"})
"""What a provider's API has places of its own for, or writes itself."""
FOR_GOOD = frozenset({400, 406, 413, 422})
"""How a provider answers what it will never take. What it says of us (401, 402, 403) may be mended, and is no word on
the letter."""


LOST = frozenset({"bounced", "rejected"})
"""What a provider's hook says of a letter that was not delivered, and will not be (anymail's words)."""


class NoProvider(ValueError):
    """The settings name no provider that can be used: one sentence that says what to do."""


class Provider:
    """The provider that takes our letters. Raises NoProvider."""

    def __init__(self, sending: Sending) -> None:
        if find_spec("anymail") is None:
            raise NoProvider(
                "sending.how is “provider”, which needs django-anymail: "
                "`pip install '.[provider]'` in the project's folder"
            )
        if not sending.provider.replace("_", "").isalnum():
            raise NoProvider("sending.provider names none; write one that django-anymail knows, such as postmark")
        self._backend = f"anymail.backends.{sending.provider}.EmailBackend"
        try:
            get_connection(self._backend)
        except ImportError as fault:
            raise NoProvider(f"sending.provider: django-anymail knows no “{sending.provider}”") from fault
        except ImproperlyConfigured as fault:
            raise NoProvider(f"sending.options: {' '.join(str(fault).split())}") from fault

    def send(self, despatch: assembly.Despatch) -> None:
        """Hand it over. Raises NotTaken."""
        from anymail.exceptions import AnymailError, AnymailRecipientsRefused

        letter = composed(written(despatch))
        letter.connection = get_connection(self._backend)
        if despatch.returns_to:
            letter.envelope_sender = despatch.returns_to  # type: ignore[attr-defined]  # anymail's own
        try:
            letter.send()
        except AnymailRecipientsRefused as fault:
            raise NotTaken(
                "the provider takes no letter to this address", for_good=True, unknown=despatch.to
            ) from fault
        except (AnymailError, OSError) as fault:
            code = getattr(fault, "status_code", None)
            raise NotTaken(f"{type(fault).__name__} {code or ''}".strip(), for_good=code in FOR_GOOD) from fault


def listen() -> None:
    """Hear what the hook of a provider is told, in this process."""
    if find_spec("anymail") is not None:
        from anymail.signals import tracking

        tracking.connect(_told, dispatch_uid="dragoman.post.providers")


def _told(event: Any, **_: object) -> None:
    """A letter did not reach its reader: the same as when it comes back. Whoever may say so knows the hook's secret."""
    if event.event_type in LOST and event.recipient:
        machines.failed(str(event.recipient), assembly.clock().now())


def composed(letter: EmailMessage) -> EmailMultiAlternatives:
    """A letter of ours in the form in which Django hands letters on."""
    text, html = letter.get_body(("plain",)), letter.get_body(("html",))
    made = EmailMultiAlternatives(
        subject=str(letter["Subject"]), body=text.get_content() if text else "", from_email=str(letter["From"]),
        to=[str(letter["To"])], reply_to=[str(letter["Reply-To"])] if letter["Reply-To"] else None,
        headers={name: str(value) for name, value in letter.items() if name.lower() not in OWN},
    )  # fmt: skip
    if html is not None:
        made.attach_alternative(html.get_content(), "text/html")
    for part in letter.walk():
        if part.get_content_maintype() == "image":
            picture = MIMEImage(part.get_payload(decode=True), part.get_content_subtype())  # type: ignore[arg-type]
            picture.add_header("Content-ID", str(part["Content-ID"]))
            picture.add_header("Content-Disposition", "inline", filename=part.get_filename() or "board.png")
            made.attach(picture)
    return made
