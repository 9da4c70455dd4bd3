"""Whether letters reach a person: what came back is counted by days, and an address that fails on several is rested.

A letter returns by a path that bears a token of its own (VERP), which only its reader's servers ever see: whoever makes
up a bounce cannot silence anybody. Nobody is given up: the first sign of life makes an address good again.
"""

from __future__ import annotations

import base64
import hmac
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import F

from dragoman.game.seats import PersonId
from dragoman.people.models import Address
from dragoman.people.register import NoAddress, Register
from dragoman.people.sealing import HostKeys

MOST_DAYS = 3
"""On how many days letters must have come back before none goes there any more."""
ID_BYTES, MAC_BYTES = 6, 9
"""Together 15 bytes: 24 letters, as every token has."""


@dataclass(frozen=True, slots=True)
class Failing:
    """Letters to an address come back: whose it is, when one last did, and whether it is rested by now. `address` is
    given where its owner is asked about."""

    person: PersonId
    last: datetime
    rested: bool
    address: str = ""


class Reaching:
    """Where that is kept, opened with the host's keys."""

    def __init__(self, keys: HostKeys, register: Register) -> None:
        self._keys = keys
        self._register = register

    def token(self, address: str) -> str:
        """The token in the path by which a letter to that address returns; empty for one that is not known."""
        try:
            row = Address.objects.filter(digest=self._register.digest(address)).first()
        except NoAddress:
            return ""
        return "" if row is None else self._token(row)

    def returned(self, token: str) -> str:
        """The digest of the address to which a letter was sent that came back by that path; empty if there is none."""
        try:
            raw = base64.b32decode(token.upper())
        except ValueError:
            return ""
        row = Address.objects.filter(id=int.from_bytes(raw[:ID_BYTES], "big")).first()
        right = self._token(row) if row is not None else ""
        return row.digest if row is not None and hmac.compare_digest(token.lower(), right) else ""

    def failed(self, digest: str, now: datetime) -> Failing | None:
        """A letter to the address of that digest did not arrive. None if there is no such address any more."""
        row = Address.objects.filter(digest=digest).first()
        if row is None:
            return None
        if row.failed_at is None or row.failed_at.date() < now.date():
            Address.objects.filter(id=row.id, failed_at=row.failed_at).update(
                failed_at=now, failed_days=F("failed_days") + 1
            )
            row.refresh_from_db()
        return _failing(row)

    def reached(self, address: str) -> None:
        """Its owner was heard from: the address is good."""
        try:
            digest = self._register.digest(address)
        except NoAddress:
            return
        Address.objects.filter(digest=digest, failed_at__isnull=False).update(failed_at=None, failed_days=0)

    def failing(self, person: PersonId) -> Failing | None:
        """How it stands with the address at which a person is written to; None while letters arrive."""
        to = self._register.correspondent(person) if self._any(person) else None
        row = Address.objects.filter(digest=self._register.digest(to.address)).first() if to else None
        return (
            None if to is None or row is None or row.failed_at is None else replace(_failing(row), address=to.address)
        )

    def _any(self, person: PersonId) -> bool:
        """The usual answer, found without opening anything."""
        return Address.objects.filter(person_id=person, failed_at__isnull=False).exists()

    def _token(self, row: Address) -> str:
        mac = self._keys.mac("bounce token", str(row.id), row.digest)
        raw = row.id.to_bytes(ID_BYTES, "big") + mac[:MAC_BYTES]
        return base64.b32encode(raw).decode().lower()


def _failing(row: Address) -> Failing:
    return Failing(PersonId(row.person_id), row.failed_at or row.added_at, row.failed_days >= MOST_DAYS)
