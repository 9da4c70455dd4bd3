"""A kept letter as its owner may see it before they say that it is theirs: its subject and its plain words, no more."""

from __future__ import annotations

from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage

LONGEST = 5000
"""Characters of a letter that are shown."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What is shown of a letter; `text` is empty where it has no plain words."""

    subject: str
    text: str


def shown(raw: bytes) -> Shown:
    """Subject and plain text of a letter, whatever is wrong with it."""
    try:
        letter = message_from_bytes(raw, policy=policy.default)
        return Shown(str(letter.get("Subject", "")), _plain(letter)[:LONGEST])
    except (LookupError, ValueError, AttributeError, TypeError):  # what the parser makes of broken headers and charsets
        return Shown("", raw.decode("utf-8", "replace")[:LONGEST])


def _plain(letter: EmailMessage) -> str:
    body = letter.get_body(("plain",))
    return str(body.get_content()).strip() if body is not None else ""
