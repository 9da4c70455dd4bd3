"""Tokens by which a person's programs speak for them: each for one seat or for all, for some things only, and for as
long as its owner lets it.

A token is shown once, when it is made, and kept as a digest; what its owner calls it is sealed with their own key.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from dragoman.game.seats import PersonId, Seat
from dragoman.people.models import ApiToken, Person
from dragoman.people.register import Register
from dragoman.people.sealing import HostKeys, Unsealable, seal, unseal
from dragoman.referee.ports import Entropy

PREFIX = "dragoman_"
"""How every token begins, so that programs that look for secrets in the wrong place know one."""

PURPOSE = "api token"

SCOPES = ("read", "orders", "press", "votes", "seat", "gm", "open")
"""What a token can be for: to see what its seat sees; to order; to write press; to propose and vote; to join, leave and
be away; to do what the game master does; and to open games."""

MOST = 50
"""Tokens that one person may have."""

LONGEST_NAME = 60

SELDOM = timedelta(minutes=5)
"""How exactly it is told when a token was used last: it is not written down at each request."""


@dataclass(frozen=True, slots=True)
class Bearer:
    """Whom a token speaks for: `table` and `seat` are empty where it does at every table, as whoever its owner is
    there."""

    id: str
    person: PersonId
    table: str
    seat: Seat | None
    scopes: frozenset[str]


@dataclass(frozen=True, slots=True)
class Kept:
    """A token as its owner sees it again: everything but itself."""

    id: str
    name: str
    table: str
    seat: str
    scopes: tuple[str, ...]
    made_at: datetime
    expires_at: datetime | None
    used_at: datetime | None


class TooMany(Exception):
    """There is no room for another token."""


class ApiTokens:
    """Where they are kept. `keys` make the digests by which they are found, `register` has their owners' keys."""

    def __init__(self, keys: HostKeys, register: Register, entropy: Entropy) -> None:
        self._keys = keys
        self._register = register
        self._entropy = entropy

    def make(
        self,
        owner: PersonId,
        name: str,
        scopes: Iterable[str],
        now: datetime,
        table: str = "",
        seat: str = "",
        expires_at: datetime | None = None,
    ) -> str:
        """A new token: what is to be shown to its owner, this once. Raises TooMany."""
        key = self._register.person_key(owner)
        assert key is not None, "who is signed in has a key"
        with transaction.atomic():
            Person.objects.select_for_update().get(id=owner)
            count = ApiToken.objects.filter(person_id=owner).count()
            if count >= MOST:
                raise TooMany(owner)
            drawn = f"{owner} {now.isoformat()} {count}"
            token = PREFIX + self._entropy.token(f"api token {drawn}")
            called = " ".join(name.split())[:LONGEST_NAME]
            row = ApiToken(
                id=self._entropy.token(f"api token id {drawn}"), person_id=owner, digest=self._digest(token),
                sealed=seal(key, PURPOSE, called.encode()), table=table, seat=seat,
                scopes=" ".join(scope for scope in SCOPES if scope in set(scopes)), made_at=now, expires_at=expires_at,
            )  # fmt: skip
            row.save(force_insert=True)
        return token

    def bearer(self, token: str, now: datetime) -> Bearer | None:
        """Whom a token speaks for at this moment; None if it is none, or no more."""
        if not token.startswith(PREFIX) or len(token) > 2 * len(PREFIX) + 32:
            return None
        row = ApiToken.objects.filter(digest=self._digest(token), person__is_active=True).first()
        if row is None or (row.expires_at is not None and row.expires_at <= now):
            return None
        if row.used_at is None or row.used_at + SELDOM <= now:
            ApiToken.objects.filter(id=row.id).update(used_at=now)
        seat = Seat(row.seat) if row.seat else None
        return Bearer(row.id, PersonId(row.person_id), row.table, seat, frozenset(row.scopes.split()))

    def of(self, owner: PersonId) -> tuple[Kept, ...]:
        """A person's tokens, the newest first."""
        key = self._register.person_key(owner)
        rows = ApiToken.objects.filter(person_id=owner).order_by("-made_at", "id")
        return tuple(
            Kept(row.id, _opened(key, row), row.table, row.seat, tuple(row.scopes.split()), row.made_at,
                 row.expires_at, row.used_at)
            for row in rows
        )  # fmt: skip

    def revoke(self, owner: PersonId, ident: str) -> bool:
        """Have a token speak for nobody any more. False if they have none of that id."""
        return bool(ApiToken.objects.filter(person_id=owner, id=ident).delete()[0])

    def _digest(self, token: str) -> str:
        return self._keys.digest(PURPOSE, token)


def _opened(key: bytes | None, row: ApiToken) -> str:
    try:
        return unseal(key, PURPOSE, bytes(row.sealed)).decode() if key else ""
    except Unsealable:  # from a backup older than the key
        return ""


__all__ = ["MOST", "PREFIX", "SCOPES", "ApiTokens", "Bearer", "Kept", "TooMany"]
