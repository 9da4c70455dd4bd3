"""Letters that come: measured, sealed into the inbox, opened again, confirmed by their owners."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import msgspec

from dragoman.assembly.parts import clock, house, inbox, keys, rates, register
from dragoman.game.seats import PersonId
from dragoman.people.register import Owner
from dragoman.people.sealing import Unsealable, seal, unseal
from dragoman.store.inbox import Arrival, Stored
from dragoman.store.rates import Rate


class NoRoom(Exception):
    """So much mail has come of this sender, or of people who are not known here, that no more is taken for now."""


PIECE = 64 * 1024
"""Bytes of a letter that are counted as one."""


def _room_for(owner: str, size: int) -> bool:
    """Whether a letter of that size may come: a person has room for themselves, and strangers have some together."""
    limits = house().limits
    most = (limits.mail if owner else limits.unknown_mail) * (1024 * 1024 // PIECE)
    return rates().take_many(owner, Rate("mail", most, 24 * 3600, batch=16), max(1, -(-size // PIECE)))


class Enclosure(msgspec.Struct, frozen=True):
    """A letter as it is sealed for the inbox: the bytes, and what the delivering server said outside them."""

    raw: bytes
    sender: str | None
    recipients: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Mail:
    """A letter out of the inbox. `lost`: the key it was sealed with is gone, for its sender was erased meanwhile."""

    arrival: Arrival
    raw: bytes
    envelope_sender: str | None
    recipients: tuple[str, ...]
    lost: bool = False


def receive(
    raw: bytes,
    sender: str,
    message_id: str,
    envelope_sender: str | None = None,
    recipients: tuple[str, ...] = (),
    measured: bool = True,
) -> bool:
    """Store a letter, so that it is not lost once this returns. False if it is here already (the same sender,
    Message-ID and recipients). `sender` is its From address; `envelope_sender` and `recipients` are RFC 5321's.

    Where it is `measured`, raises NoRoom for what is too much, and stores nothing."""
    came = Came(raw, sender, message_id, envelope_sender, recipients, measured)
    (took,) = receive_all([came])
    if isinstance(took, NoRoom):
        raise took
    return took


@dataclass(frozen=True, slots=True)
class Came:
    """A letter that has come, as `receive` takes it."""

    raw: bytes
    sender: str
    message_id: str
    envelope_sender: str | None = None
    recipients: tuple[str, ...] = ()
    measured: bool = True


def receive_all(letters: Sequence[Came]) -> tuple[bool | NoRoom, ...]:
    """Store letters that have come together: what `receive` answers of each, or raises. All are written at once, and
    the disk is waited for once."""
    owners = register().owners(each.sender for each in letters)
    took: list[bool | NoRoom] = []
    stored = []
    for each in letters:
        owner = owners.get(each.sender)
        known = owner if owner is not None and owner.verified else None
        room = not each.measured or _room_for(known.person if known else "", len(each.raw))
        took.append(room or NoRoom(each.sender))
        if room:
            stored.append(_sealed(each, known))
    new = iter(inbox().store_all(stored) if stored else ())
    return tuple(next(new) if each is True else each for each in took)


def _sealed(came: Came, owner: Owner | None) -> Stored:
    """A letter as the inbox keeps it, sealed for its sender where they are known."""
    letter = keys().digest("letter", came.sender.lower(), came.message_id)
    delivery = keys().digest("delivery", letter, *sorted(came.recipients))
    enclosed = msgspec.json.encode(Enclosure(came.raw, came.envelope_sender, came.recipients))
    key = owner.key if owner is not None else None
    sealed = seal(key, "letter", enclosed) if key else keys().seal("letter", enclosed)
    for_whom = owner.person if owner is not None and key else ""
    from_whom = sender_digest(came.sender)
    return Stored(delivery, letter, from_whom, sealed, for_whom, len(came.raw), clock().now())


def opened(arrival: Arrival, known: Mapping[PersonId, bytes] | None = None) -> Mail:
    """A stored letter, unsealed; `known` are the keys of persons, where they were looked up already."""
    try:
        enclosed = ENCLOSURE.decode(_unsealed(arrival, known))
    except Unsealable:
        return Mail(arrival, b"", None, (), lost=True)
    return Mail(arrival, enclosed.raw, enclosed.sender, enclosed.recipients)


ENCLOSURE = msgspec.json.Decoder(Enclosure)


def _unsealed(arrival: Arrival, known: Mapping[PersonId, bytes] | None) -> bytes:
    if not arrival.sealed_for:
        return keys().unseal("letter", arrival.sealed)
    person = PersonId(arrival.sealed_for)
    key = register().person_key(person) if known is None else known.get(person)
    if key is None:
        raise Unsealable(arrival.id)
    return unseal(key, "letter", arrival.sealed)


def confirm(kept: Arrival, owner: PersonId, now: datetime) -> bool:
    """The owner says that a kept letter is theirs: it is heard as of now. False if it does not wait for that person.

    Somebody who was not known before has shown by it that they read mail at the address the letter came from.
    """
    if kept.note == "word":
        address = register().addresses(owner)
        if address:
            register().verify(address[0][0], now)
    return inbox().confirm(kept.id, owner, now)


def sender_digest(address: str) -> str:
    """What the inbox knows a sender by."""
    return keys().digest("sender", address.lower())
