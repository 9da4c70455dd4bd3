"""Every event of a table is sealed with the seal before it, so that no past event can be altered or taken away unseen.

A seal is SHA-256 over the seal before and the event's digest; a digest is SHA-256 over a salt, the moment and the
event's own bytes. The salt is drawn for each event and kept secret until the event is shown: whoever sees only seals
and digests learns nothing, and cannot try out guesses, and yet sees that the chain is whole.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

SALT_BYTES = 16
FORM = 2
"""How chains are sealed now. In form 1, which older records have, a seal was over all four at once."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One event as kept: its number from 1, the moment, the salt, its canonical bytes, and its seal."""

    n: int
    at: datetime
    salt: bytes
    data: bytes
    seal: bytes


def origin(table: str, game: str, form: int = FORM) -> bytes:
    """What stands before the first seal: the table's name and the game's, so that records cannot change places."""
    return hashlib.sha256(_framed(f"dragoman record {form}".encode(), table.encode(), game.encode())).digest()


def digest(salt: bytes, at: datetime, data: bytes) -> bytes:
    """What is sealed of an event: all there is to know for whoever may not see it."""
    return hashlib.sha256(_framed(salt, moment(at).encode(), data)).digest()


def seal(before: bytes, digested: bytes) -> bytes:
    """The seal of an event that follows the one sealed by `before`."""
    return hashlib.sha256(_framed(before, digested)).digest()


def _sealed(before: bytes, salt: bytes, at: datetime, data: bytes, form: int) -> bytes:
    if form == 1:
        return hashlib.sha256(_framed(before, salt, moment(at).encode(), data)).digest()
    return seal(before, digest(salt, at, data))


def _framed(*parts: bytes) -> bytes:
    """Each part behind its length: no two different lists of parts give the same bytes."""
    return b"".join(len(part).to_bytes(8, "big") + part for part in parts)


def moment(at: datetime) -> str:
    """The one writing of a moment that is sealed: UTC, to the microsecond."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def follow(
    before: bytes, n: int, at: datetime, salted: Iterable[tuple[bytes, bytes]], form: int = FORM
) -> tuple[Entry, ...]:
    """Entries for (salt, data) pairs that come after event number `n`, whose seal is `before`."""
    entries = []
    for salt, data in salted:
        n += 1
        before = _sealed(before, salt, at, data, form)
        entries.append(Entry(n, at, salt, data, before))
    return tuple(entries)


def form_of(table: str, game: str, entries: Sequence[Entry]) -> int:
    """How a record is sealed, as its first event shows; as records are now where that shows nothing."""
    first = entries[0] if entries else None
    old = first and _sealed(origin(table, game, 1), first.salt, first.at, first.data, 1) == first.seal
    return 1 if old else FORM


def broken(table: str, game: str, entries: Sequence[Entry]) -> int | None:
    """The number of the first event that does not follow from those before it; None if the chain is whole."""
    form = form_of(table, game, entries)
    before = origin(table, game, form)
    for n, entry in enumerate(entries, start=1):
        if entry.n != n or entry.seal != _sealed(before, entry.salt, entry.at, entry.data, form):
            return n
        before = entry.seal
    return None
