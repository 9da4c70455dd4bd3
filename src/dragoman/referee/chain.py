"""Every event of a table is sealed with the seal before it, so that no past event can be altered or taken away unseen.

A seal is SHA-256 over the seal before, a salt, the moment and the event's own bytes. The salt is drawn for each event
and kept secret until the record is shown: whoever sees only the seals learns nothing, and cannot try out guesses.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

SALT_BYTES = 16


@dataclass(frozen=True, slots=True)
class Entry:
    """One event as kept: its number from 1, the moment, the salt, its canonical bytes, and its seal."""

    n: int
    at: datetime
    salt: bytes
    data: bytes
    seal: bytes


def origin(table: str, game: str) -> bytes:
    """What stands before the first seal: the table's name and the game's, so that records cannot change places."""
    return hashlib.sha256(_framed(b"dragoman record 1", table.encode(), game.encode())).digest()


def seal(before: bytes, salt: bytes, at: datetime, data: bytes) -> bytes:
    """The seal of an event that follows the one sealed by `before`."""
    return hashlib.sha256(_framed(before, salt, moment(at).encode(), data)).digest()


def _framed(*parts: bytes) -> bytes:
    """Each part behind its length: no two different lists of parts give the same bytes."""
    return b"".join(len(part).to_bytes(8, "big") + part for part in parts)


def moment(at: datetime) -> str:
    """The one writing of a moment that is sealed: UTC, to the microsecond."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def follow(before: bytes, n: int, at: datetime, salted: Iterable[tuple[bytes, bytes]]) -> tuple[Entry, ...]:
    """Entries for (salt, data) pairs that come after event number `n`, whose seal is `before`."""
    entries = []
    for salt, data in salted:
        n += 1
        before = seal(before, salt, at, data)
        entries.append(Entry(n, at, salt, data, before))
    return tuple(entries)


def broken(table: str, game: str, entries: Sequence[Entry]) -> int | None:
    """The number of the first event that does not follow from those before it; None if the chain is whole."""
    before = origin(table, game)
    for n, entry in enumerate(entries, start=1):
        if entry.n != n or entry.seal != seal(before, entry.salt, entry.at, entry.data):
            return n
        before = entry.seal
    return None
