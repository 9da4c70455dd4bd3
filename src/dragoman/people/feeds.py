"""The private address of each person's calendar and feed: nobody guesses it, and whoever gave it away makes another.

It opens what is read there and nothing else: nobody speaks or signs in by it.
"""

from __future__ import annotations

from datetime import datetime

from dragoman.game.seats import PersonId
from dragoman.people.models import Feed
from dragoman.people.register import Register
from dragoman.people.sealing import HostKeys, Unsealable, seal, unseal
from dragoman.referee.ports import Entropy

PURPOSE = "feed"


class Feeds:
    """Where they are kept. `keys` make the digests by which they are found, `register` has their owners' keys."""

    def __init__(self, keys: HostKeys, register: Register, entropy: Entropy) -> None:
        self._keys = keys
        self._register = register
        self._entropy = entropy

    def of(self, owner: PersonId, now: datetime) -> str:
        """A person's address, made when it is first asked for."""
        row = Feed.objects.filter(person_id=owner).first()
        kept = self._opened(owner, row) if row else None
        return kept or self.renew(owner, now)

    def renew(self, owner: PersonId, now: datetime) -> str:
        """Another address in the place of the last, which from then on leads nowhere."""
        key = self._register.person_key(owner)
        assert key is not None, "who is signed in has a key"
        token = self._entropy.token(f"feed {owner} {now.isoformat()}")
        known = {"digest": self._digest(token), "sealed": seal(key, PURPOSE, token.encode()), "made_at": now}
        Feed.objects.update_or_create(person_id=owner, defaults=known)
        return token

    def owner(self, token: str) -> PersonId | None:
        """Whose address it is; None if it is nobody's, or no more."""
        row = Feed.objects.filter(digest=self._digest(token), person__is_active=True).first()
        return PersonId(row.person_id) if row else None

    def drop(self, owner: PersonId) -> None:
        """Have no such address any more."""
        Feed.objects.filter(person_id=owner).delete()

    def _digest(self, token: str) -> str:
        return self._keys.digest(PURPOSE, token)

    def _opened(self, owner: PersonId, row: Feed) -> str | None:
        key = self._register.person_key(owner)
        try:
            return unseal(key, PURPOSE, bytes(row.sealed)).decode() if key else None
        except Unsealable:  # from a backup older than the key
            return None
