"""A seal binds whoever keeps the host to what somebody sent, before others see it; opened, it shows what it was.

It is SHA-256 over what it is about, who sent it, what was sent, and a salt, so that nobody finds out by trying.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

SALT = 16
"""The least bytes of a salt: fewer could be tried out."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A seal that was told, and what it was made of: `about` what, by `whom`, what was `sent`; `salt` and `seal` are
    hexadecimal. Without a salt it is one that was told and stays closed."""

    form: str
    about: str
    whom: str
    sent: str
    salt: str
    seal: str


@runtime_checkable
class Opened(Protocol):
    """A game that opens its seals when it is over."""

    def openings(self, state: Any) -> tuple[Opening, ...] | None:
        """Every seal that was told in the game, in the order of telling; None before the game is over."""


@runtime_checkable
class Told(Protocol):
    """A game in which seals are told that are never opened."""

    def told(self, states: Iterable[Any]) -> tuple[Opening, ...]:
        """Every seal that somebody may have been told, closed; `states` are all that the game went through."""


def seal(form: str, about: str, whom: str, sent: str, salt: bytes) -> str:
    """The seal, in hexadecimal. Each part is told apart from the next by its length."""
    digest = hashlib.sha256()
    for part in (form, about, whom, sent):
        data = part.encode("utf-8", "surrogatepass")
        digest.update(len(data).to_bytes(8, "big") + data)
    digest.update(salt)
    return digest.hexdigest()


def holds(opening: Opening) -> bool:
    """Whether what is opened is what was sealed."""
    try:
        salt = bytes.fromhex(opening.salt)
    except ValueError:
        return False
    made = seal(opening.form, opening.about, opening.whom, opening.sent, salt)
    return salt.hex() == opening.salt and made == opening.seal
