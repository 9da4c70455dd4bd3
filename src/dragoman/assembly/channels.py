"""News by other channels than mail: pushes, and the calendar of a person's absences."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from dragoman.assembly.leaving import despatch
from dragoman.assembly.parts import clock, deliveries, devices, feeds, house, keys, outbox, reaching, register, tokens
from dragoman.game.clock import zone
from dragoman.game.seats import PersonId
from dragoman.people import letters
from dragoman.people.news import Channel, Choices, Matter, matter_of
from dragoman.people.pushing import Subscription
from dragoman.people.sealing import Unsealable
from dragoman.store.outbox import Parcel

PUSH = "host/push"
"""The kind of a parcel that is pushed to one browser."""


LONGEST_PUSH = 300
"""Characters of a letter that are pushed; the push services take some 4000 bytes (RFC 8030 7.2)."""


class PushLetter(msgspec.Struct, frozen=True):
    """What is pushed: to which device, and what the browser shows."""

    device: str
    title: str
    text: str
    url: str
    lang: str
    tag: str
    soon: bool = False


@dataclass(frozen=True, slots=True)
class Push:
    """A push ready to go: where to, with which keys, what it says, and whether the device should be woken for it."""

    person: PersonId
    device: str
    to: Subscription
    said: bytes
    soon: bool


def spread(parcel: Parcel) -> bool:
    """Put what is in a parcel on its way by the channels other than mail that its reader has chosen; whether it is to
    go by mail, too. To spread it again changes nothing.

    Where letters come back, what would go by mail is pushed as well; where they have come back for days, it is only
    pushed, and stands on the pages in any case.
    """
    matter = None if parcel.kind in letters.KINDS else matter_of(parcel.kind)
    if matter is None:
        return True
    person = PersonId(parcel.person)
    choices = deliveries().of(person)
    failing = reaching().failing(person)
    pushed = devices().open and (failing is not None or choices.has(matter, Channel.PUSH))
    reached = devices().of(person) if pushed else ()
    ways = choices.ways(matter, bool(reached))
    instead = failing is not None and Channel.MAIL in ways
    for each in reached if instead or Channel.PUSH in ways else ():
        _post_push(parcel, matter, choices, each.id)
    return Channel.MAIL in ways and not (failing is not None and failing.rested)


def _post_push(parcel: Parcel, matter: Matter, choices: Choices, device: str) -> None:
    despatched = despatch(parcel)
    if despatched is None:
        return
    host, lang = house().host.url.rstrip("/"), despatched.lang
    page = "press/" if matter is Matter.PRESS and parcel.game == "diplomacy" else ""
    title, text = despatched.words.subject, despatched.words.text.strip()[:LONGEST_PUSH]
    url, tag = f"{host}/games/{parcel.table}/{page}", f"{parcel.table} {matter}"
    if choices.bare:
        words = letters.words(letters.BARE, {}, lang, zone("UTC"))
        title, text, url, tag = words.subject, words.text.strip(), f"{host}/", "bare"
    said = PushLetter(device, title, text, url, lang, tag, matter in (Matter.TIME, Matter.VOTES))
    sealed = keys().seal("host letter", msgspec.json.encode(said))
    outbox().post(f"{parcel.key}/push/{device}"[:200], PUSH, sealed, clock().now(), parcel.person)


def tell_otherwise(pushed: Parcel) -> None:
    """A push has failed for good: what must be told, and now comes by nothing else, goes by mail."""
    told = outbox().find(pushed.key.rpartition("/push/")[0])
    matter = matter_of(told.kind) if told is not None else None
    if told is None or matter is None:
        return
    person = PersonId(told.person)
    choices = deliveries().of(person)
    failing = Channel.MAIL in choices.ways(matter, devices().any(person)) and not choices.has(matter, Channel.MAIL)
    if failing:
        outbox().again(told.key)


def greet(person: PersonId, device: str) -> None:
    """Push a first word to a device that takes pushes from now on."""
    to = register().correspondent(person)
    words = letters.words(letters.GREETING, {}, to.lang if to else house().host.lang, zone("UTC"))
    url = f"{house().host.url.rstrip('/')}/account/"
    said = PushLetter(device, words.subject, words.text.strip(), url, to.lang if to else "en", "greeting")
    sealed = keys().seal("host letter", msgspec.json.encode(said))
    outbox().post(f"{PUSH}/{device}", PUSH, sealed, clock().now(), person)


def absences_token(person: PersonId) -> str:
    """What opens the calendar of a person's own absences. It falls with the address of their feeds, and opens nothing
    else: what it tells, the addresses of the feeds do not."""
    return tokens().absences(feeds().of(person, clock().now()), person)


def absences_owner(token: str) -> PersonId | None:
    """Whose calendar of absences it opens; None if nobody's."""
    person = PersonId(token.partition(".")[0])
    known = register().correspondent(person) is not None
    return person if known and tokens().opens_absences(token, feeds().of(person, clock().now()), person) else None


def push_of(parcel: Parcel) -> Push | None:
    """The push in a parcel; None where its device is gone."""
    try:
        letter = msgspec.json.decode(keys().unseal("host letter", parcel.sealed), type=PushLetter)
    except Unsealable:
        return None
    person = PersonId(parcel.person)
    reached = devices().find(person, letter.device)
    if reached is None:
        return None
    shown = {"title": letter.title, "text": letter.text, "url": letter.url, "lang": letter.lang, "tag": letter.tag}
    return Push(person, letter.device, reached.subscription, msgspec.json.encode(shown), letter.soon)
