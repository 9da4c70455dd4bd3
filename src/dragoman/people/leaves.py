"""What a person keeps beside their games for nobody else: notes, drafts of press, and how far they have read.

It is sealed with the person's own key and no part of any game: no game master, observer or ledger ever has it, and it
goes when the person goes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime

import msgspec
from django.db import transaction

from dragoman.game.seats import PersonId
from dragoman.people.models import Leaf
from dragoman.people.register import Register
from dragoman.people.sealing import Unsealable, seal, unseal

NOTES = "notes"
DRAFTS = "drafts"
READ = "read"

Written = Mapping[str, str]
"""What a leaf holds: texts, each under what it is about."""

LONGEST = 40_000
"""Characters of one text."""

MOST = 120
"""Texts of one kind beside one game."""


class Leaves:
    """Where they are kept. `register` has the owners' keys."""

    def __init__(self, register: Register) -> None:
        self._register = register

    def of(self, owner: PersonId, table: str, kind: str) -> Written:
        """What a person keeps of that kind beside a game."""
        row = Leaf.objects.filter(person_id=owner, table=table, kind=kind).first()
        return self._opened(self._register.person_key(owner), row) if row else {}

    def everywhere(self, owner: PersonId, kind: str) -> Mapping[str, Written]:
        """The same of all their games, by table."""
        key = self._register.person_key(owner)
        rows = Leaf.objects.filter(person_id=owner, kind=kind).order_by("table")
        return {row.table: self._opened(key, row) for row in rows}

    def all(self, owner: PersonId, table: str) -> Mapping[str, Written]:
        """Everything a person keeps beside a game, by kind."""
        key = self._register.person_key(owner)
        return {row.kind: self._opened(key, row) for row in Leaf.objects.filter(person_id=owner, table=table)}

    def write(self, owner: PersonId, table: str, kind: str, about: str, text: str, now: datetime) -> bool:
        """Keep a text under what it is about; an empty one takes it away. False if there is no room for it."""

        def written(kept: dict[str, str]) -> dict[str, str]:
            kept.pop(about, None)
            return kept | ({about: text} if text.strip() else {})

        if len(text) > LONGEST:
            return False
        return self.change(owner, table, kind, written, now)

    def change(
        self, owner: PersonId, table: str, kind: str, made: Callable[[dict[str, str]], dict[str, str]], now: datetime
    ) -> bool:
        """Make of what is kept what is to be kept. False if that is more than there is room for."""
        key = self._register.person_key(owner)
        assert key is not None, "who is signed in has a key"
        with transaction.atomic():
            row = Leaf.objects.select_for_update().filter(person_id=owner, table=table, kind=kind).first()
            before = self._opened(key, row) if row else {}
            after = made(dict(before))
            if len(after) > MOST and len(after) > len(before):
                return False
            if after != before:
                kept = {"sealed": seal(key, _purpose(table, kind), msgspec.json.encode(after)), "changed_at": now}
                Leaf.objects.update_or_create(person_id=owner, table=table, kind=kind, defaults=kept)
        return True

    @staticmethod
    def _opened(key: bytes | None, row: Leaf) -> dict[str, str]:
        try:
            plain = unseal(key, _purpose(row.table, row.kind), bytes(row.sealed)) if key else b"{}"
        except Unsealable:  # from a backup older than the key
            return {}
        return msgspec.json.decode(plain, type=dict[str, str])


def _purpose(table: str, kind: str) -> str:
    return f"{kind} at {table}"


__all__ = ["DRAFTS", "LONGEST", "MOST", "NOTES", "READ", "Leaves", "Written"]
