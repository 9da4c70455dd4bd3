"""To sign in is to show that one reads mail at an address: a code is sent there, and soon entered here.

Whether an address is known makes no difference to what is answered. Codes are kept as digests, count tries, and are
limited for each address and each source, so that none can be guessed and nobody's mailbox can be filled. Whoever asks
too often uses up what is theirs, and not what its owner may ask for; signing in gives it all back.
"""

from __future__ import annotations

import hmac
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.db import transaction
from django.db.models import F, Max, QuerySet

from dragoman.game.seats import PersonId
from dragoman.people.models import SignIn
from dragoman.people.register import NoAddress, Register, normalised
from dragoman.people.sealing import HostKeys
from dragoman.referee.ports import Entropy

LASTS = timedelta(minutes=15)
MOST_TRIES = 5
MOST_FOR_ADDRESS = 5
"""From one source, for one address."""
MOST_TO_ADDRESS = 20
"""From all sources together, but for browsers that have signed in with that address."""
MOST_FROM_SOURCE = 30
WINDOW = timedelta(hours=1)


class Denied(StrEnum):
    """Why no code is sent, or why one does not sign in."""

    NO_ADDRESS = "no-address"
    TOO_MANY = "too-many"
    WRONG = "wrong"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Asked:
    """A code to be mailed: which sign-in it is for, where to, the code itself, and until when."""

    id: str
    address: str
    code: str
    until: datetime


class Door:
    """Where people sign in."""

    def __init__(self, keys: HostKeys, register: Register, entropy: Entropy) -> None:
        self._keys = keys
        self._register = register
        self._entropy = entropy

    def ask(self, address: str, source: str, now: datetime, browser: str = "") -> Asked | Denied:
        """Make a code for an address. `source` is whatever tells askers apart (a network address); `browser` names one
        that has signed in with that address before: nobody else's asking stands in its way."""
        try:
            plain = normalised(address)
        except NoAddress:
            return Denied.NO_ADDRESS
        digest = self._register.digest(plain)
        origin = self._keys.digest("browser", browser) if browser else self._keys.digest("source", source)
        recent = SignIn.objects.filter(asked_at__gt=now - WINDOW)
        counted = self._since_last(recent.filter(digest=digest))
        if counted.filter(source=origin).count() >= MOST_FOR_ADDRESS:
            return Denied.TOO_MANY
        if not browser and counted.count() >= MOST_TO_ADDRESS:
            return Denied.TOO_MANY
        if recent.filter(source=origin).count() >= MOST_FROM_SOURCE:
            return Denied.TOO_MANY
        return self._write(plain, origin, now, LASTS, reusable=False)

    @staticmethod
    def _since_last(asked: QuerySet[SignIn]) -> QuerySet[SignIn]:
        """What counts of it: only what came after the last time that its owner signed in. Whoever reads the letters is
        not flooded by them."""
        last = asked.aggregate(last=Max("used_at"))["last"]
        return asked.filter(used_at=None) if last is None else asked.filter(used_at=None, asked_at__gt=last)

    def browser_mark(self, address: str, name: str) -> str:
        """What a browser shows later to be known as one that has signed in with an address. It names nobody."""
        return f"{name}.{self._keys.digest('known browser', name, self._register.digest(address))}"

    def known_browser(self, address: str, marks: Collection[str]) -> str:
        """The name of a browser that shows such a mark for that address; empty where it shows none."""
        try:
            right = {self.browser_mark(address, mark.partition(".")[0]): mark.partition(".")[0] for mark in marks}
        except NoAddress:
            return ""
        return next((name for mark, name in right.items() if mark in marks), "")

    def leave_open(self, address: str, now: datetime, lasts: timedelta) -> Asked:
        """A code that signs in again and again, for a demonstration on the keeper's own machine."""
        return self._write(normalised(address), self._keys.digest("source", "keeper"), now, lasts, reusable=True)

    def enter(self, sign_in: str, code: str, now: datetime, lang: str = "en", zone: str = "UTC") -> PersonId | Denied:
        """Who signs in with that code. The address is verified by it, and a person who is new is entered."""
        with transaction.atomic():
            proved = self.prove(sign_in, code, now)
            return proved if isinstance(proved, Denied) else self._register.verify(proved, now, lang, zone)

    def prove(self, sign_in: str, code: str, now: datetime) -> str | Denied:
        """The address at which whoever has that code reads mail. The code is used up by it."""
        with transaction.atomic():
            row = SignIn.objects.select_for_update().filter(id=sign_in).first()
            if row is None or row.expires_at <= now or (row.used_at and not row.reusable):
                return Denied.OVER
            if row.tries >= MOST_TRIES:
                return Denied.TOO_MANY
            if not hmac.compare_digest(row.code, self._code_digest(row.id, _digits(code))):
                SignIn.objects.filter(id=sign_in).update(tries=F("tries") + 1)
                return Denied.WRONG
            SignIn.objects.filter(id=sign_in).update(used_at=now)
            return self._keys.unseal("sign-in", bytes(row.sealed)).decode()

    def address(self, sign_in: str) -> str:
        """The address a code was sent to; empty if there is no such sign-in."""
        row = SignIn.objects.filter(id=sign_in).first()
        return self._keys.unseal("sign-in", bytes(row.sealed)).decode() if row else ""

    def sweep(self, now: datetime) -> None:
        """Forget codes that are over."""
        SignIn.objects.filter(expires_at__lt=now - WINDOW).delete()

    def _write(self, address: str, source: str, now: datetime, lasts: timedelta, reusable: bool) -> Asked:
        purpose = f"sign-in {address} {now.isoformat()} {SignIn.objects.count()}"
        sign_in, code = self._entropy.token(purpose), self._entropy.code(purpose)
        SignIn(
            id=sign_in, digest=self._register.digest(address), sealed=self._keys.seal("sign-in", address.encode()),
            source=source, code=self._code_digest(sign_in, code), asked_at=now, expires_at=now + lasts,
            reusable=reusable,
        ).save(force_insert=True)  # fmt: skip
        return Asked(sign_in, address, code, now + lasts)

    def _code_digest(self, sign_in: str, code: str) -> str:
        return self._keys.digest("sign-in code", sign_in, code)


def _digits(code: str) -> str:
    """What a person typed, without the blanks and hyphens that people and clients put in."""
    return "".join(sign for sign in code if sign.isdecimal() and sign.isascii())
