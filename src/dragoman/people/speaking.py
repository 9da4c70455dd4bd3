"""Who may speak for a seat by letter: who bears its token and has its holder's address, or whom a server vouches for.

With one of these alone a letter is kept until its owner confirms it. A token is a function of table, seat, person and
the host's secret; it is stored nowhere, and ends with the person's holding the seat.
"""

from __future__ import annotations

import base64
import hmac
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from dragoman.game.protocol import Speaker
from dragoman.game.seats import PersonId, Seat
from dragoman.people.sealing import HostKeys

TOKEN_LETTERS = 24
"""120 bits. Letters and digits in one case, for servers on the way may change the case of a local part."""


@dataclass(frozen=True, slots=True)
class Acts:
    """The letter acts at once, as from this speaker."""

    speaker: Speaker


@dataclass(frozen=True, slots=True)
class Keep:
    """The letter is kept until `owner` confirms it; `lacks` is `token` or `address`."""

    owner: PersonId
    seat: Seat | None
    lacks: str


@dataclass(frozen=True, slots=True)
class Which:
    """The letter would act, but its writer holds several seats at this table and bears no token to say for which."""

    person: PersonId
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Nobody:
    """Neither token nor address is known."""


Standing = Acts | Keep | Which | Nobody
Holders = Mapping[Seat, PersonId | None]


class Tokens:
    """Makes and knows the tokens in Reply-To addresses."""

    def __init__(self, keys: HostKeys) -> None:
        self._keys = keys

    def seat(self, table: str, seat: Seat | None, person: PersonId) -> str:
        """The token of a person at a table, in a seat or (None) without one."""
        return self._token("seat token", table, seat or "", person)

    def confirming(self, letter: str, owner: PersonId) -> str:
        """The token by which the owner of a kept letter confirms it."""
        return self._token("confirming token", letter, owner)

    def confirms(self, token: str, letter: str, owner: PersonId) -> bool:
        return _same(token, self.confirming(letter, owner))

    def stopping(self, matter: str, person: PersonId) -> str:
        """What opens the page on which a person stops letters of that matter, and nothing else (RFC 8058)."""
        return f"{person}.{matter}.{self._token('stopping token', matter, person)}"

    def stops(self, token: str) -> tuple[str, PersonId] | None:
        """Which letters such a token stops, and whose; None if it is none."""
        person, _, rest = token.partition(".")
        matter, _, _given = rest.partition(".")
        return (matter, PersonId(person)) if _same(token, self.stopping(matter, PersonId(person))) else None

    def absences(self, feed: str, person: PersonId) -> str:
        """What opens the calendar of a person's own absences, as long as that is the address of their feeds."""
        return f"{person}.{self._token('absences token', feed, person)}"

    def opens_absences(self, token: str, feed: str, person: PersonId) -> bool:
        return _same(token, self.absences(feed, person))

    def bearer(self, token: str, table: str, holders: Holders, others: Iterable[PersonId] = ()) -> Speaker | None:
        """Whose token it is: one of the table's holders, or one of these others, who has no seat there."""
        held = [(seat, person) for seat, person in holders.items() if person is not None]
        for seat, person in held:
            if _same(token, self.seat(table, seat, person)):
                return Speaker(person, seat)
        for person in others:
            if _same(token, self.seat(table, None, person)):
                return Speaker(person, None)
        return None

    def _token(self, purpose: str, *parts: str) -> str:
        return base64.b32encode(self._keys.mac(purpose, *parts)).decode().lower()[:TOKEN_LETTERS]


def _same(token: str, right: str) -> bool:
    return hmac.compare_digest(token.lower().encode(), right.encode())


def standing(
    tokens: Tokens, table: str, token: str, sender: PersonId | None, vouched: bool, holders: Holders
) -> Standing:
    """How a letter to a table stands. `sender` is whose verified address it comes from; `vouched` says that a server
    named in the settings saw the sender's domain stand by it (DMARC, RFC 7489); `holders` who holds which seat."""
    bearer = tokens.bearer(token, table, holders, [sender] if sender else []) if token else None
    if bearer is not None:
        return Acts(bearer) if sender == bearer.person else Keep(bearer.person, bearer.seat, "address")
    if sender is None:
        return Nobody()
    seats = tuple(seat for seat, person in holders.items() if person == sender)
    if vouched:
        return Acts(Speaker(sender, seats[0] if seats else None)) if len(seats) < 2 else Which(sender, seats)
    return Keep(sender, seats[0] if len(seats) == 1 else None, "token")
