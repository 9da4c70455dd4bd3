"""House rules that persons keep: what is kept is bytes, which only their owner's key opens."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from dragoman.game.seats import PersonId
from dragoman.people.models import Preset
from dragoman.people.register import Register
from dragoman.people.sealing import Unsealable, seal, unseal
from dragoman.referee.ports import Entropy

PURPOSE = "house rules"

MOST = 50
"""How many one person can keep."""


class TooMany(Exception):
    """A person keeps as many as they may."""


class Presets:
    """Where they are kept. `register` has the owners' keys; `entropy` draws the ids of those that are new."""

    def __init__(self, register: Register, entropy: Entropy) -> None:
        self._register = register
        self._entropy = entropy

    def of(self, owner: PersonId) -> Iterator[tuple[str, bytes, datetime]]:
        """A person's own: the id, what is kept, and when it was last changed; the latest first."""
        for row in Preset.objects.filter(person_id=owner).order_by("-changed_at", "id"):
            kept = self._opened(owner, row)
            if kept is not None:
                yield row.id, kept, row.changed_at

    def find(self, owner: PersonId, ident: str) -> bytes | None:
        """What a person keeps under an id; None if that is not theirs."""
        row = Preset.objects.filter(person_id=owner, id=ident).first()
        return self._opened(owner, row) if row else None

    def shown(self, ident: str) -> bytes | None:
        """What anybody keeps under an id, for those to whom its owner has given that; None if there is nothing."""
        row = Preset.objects.filter(id=ident).first()
        return self._opened(PersonId(row.person_id), row) if row else None

    def add(self, owner: PersonId, kept: bytes, now: datetime) -> str:
        """Keep something new for a person; its id. Raises TooMany."""
        number = Preset.objects.filter(person_id=owner).count()
        if number >= MOST:
            raise TooMany(owner)
        ident = self._entropy.token(f"house rules {owner} {number} {now.isoformat()}")
        row = Preset(id=ident, person_id=owner, changed_at=now)
        row.sealed = seal(self._key(owner), PURPOSE, kept)
        row.save(force_insert=True)
        return row.id

    def change(self, owner: PersonId, ident: str, kept: bytes, now: datetime) -> bool:
        """Keep something else under an id; False if that is not theirs."""
        sealed = seal(self._key(owner), PURPOSE, kept)
        return bool(Preset.objects.filter(person_id=owner, id=ident).update(sealed=sealed, changed_at=now))

    def drop(self, owner: PersonId, ident: str) -> bool:
        """Keep it no longer; False if it is not theirs."""
        return bool(Preset.objects.filter(person_id=owner, id=ident).delete()[0])

    def _key(self, owner: PersonId) -> bytes:
        key = self._register.person_key(owner)
        assert key is not None, "who is signed in has a key"
        return key

    def _opened(self, owner: PersonId, row: Preset) -> bytes | None:
        key = self._register.person_key(owner)
        try:
            return unseal(key, PURPOSE, bytes(row.sealed)) if key else None
        except Unsealable:  # from a backup older than the key
            return None


__all__ = ["MOST", "Presets", "TooMany"]
