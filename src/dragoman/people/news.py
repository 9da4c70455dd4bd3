"""Which news reaches a person by which channel: what they have ticked, and what the house rules demand all the same.

Nobody stops being told what a player must be told: results, deadlines, votes, the game master's words and errors keep
at least one channel that comes to its reader, and where the last one fails, they go by mail again. Nothing here changes
who plays.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

import msgspec

from dragoman.game.seats import PersonId
from dragoman.people.models import Delivery, Person


class Channel(StrEnum):
    """By which news comes (mail, push) or is fetched (Atom, calendar)."""

    MAIL = "mail"
    PUSH = "push"
    ATOM = "atom"
    CALENDAR = "calendar"


class Matter(StrEnum):
    """What news is about, as a person chooses among it."""

    RESULTS = "results"
    TIME = "time"
    VOTES = "votes"
    MASTER = "master"
    ERRORS = "errors"
    PRESS = "press"
    SEATS = "seats"
    AWAY = "away"


MATTERS: Mapping[str, Matter] = {
    **dict.fromkeys(("results", "started", "ended", "corrected", "news"), Matter.RESULTS),
    **dict.fromkeys(("deadline", "paused", "resumed", "clock", "reminder"), Matter.TIME),
    **dict.fromkeys(("proposal", "rules-changed", "draw-warning", "poll"), Matter.VOTES),
    **dict.fromkeys(("announcement", "entered", "kept", "held", "all-final", "claimed"), Matter.MASTER),
    **dict.fromkeys(("error", "conduct", "press-reported"), Matter.ERRORS),
    **dict.fromkeys(("press", "press-refused", "authors"), Matter.PRESS),
    **dict.fromkeys(("seat", "players", "proxy", "public", "money"), Matter.SEATS),
}
"""What each kind of notice is about. An answer to a letter is about none of them: it goes back the way it was asked."""

ANSWERS = frozenset({"receipt"})

CARRIED: Mapping[Matter, tuple[Channel, ...]] = {
    Matter.RESULTS: (Channel.MAIL, Channel.PUSH, Channel.ATOM),
    Matter.TIME: (Channel.MAIL, Channel.PUSH, Channel.CALENDAR),
    Matter.VOTES: (Channel.MAIL, Channel.PUSH),
    Matter.MASTER: (Channel.MAIL, Channel.PUSH, Channel.ATOM),
    Matter.ERRORS: (Channel.MAIL, Channel.PUSH),
    Matter.PRESS: (Channel.MAIL, Channel.PUSH, Channel.ATOM),
    Matter.SEATS: (Channel.MAIL, Channel.PUSH),
    Matter.AWAY: (Channel.CALENDAR,),
}
"""What each channel can bring. A feed and a calendar hold what everybody may know, so that they bring no secret."""

ENOUGH: Mapping[Matter, frozenset[Channel]] = {
    Matter.RESULTS: frozenset({Channel.MAIL, Channel.PUSH, Channel.ATOM}),
    **dict.fromkeys((Matter.TIME, Matter.VOTES, Matter.MASTER, Matter.ERRORS), frozenset({Channel.MAIL, Channel.PUSH})),
}
"""Of what a player must be told by at least one channel, those that do. What is not named may be left unsent."""

Tick = tuple[Matter, Channel]

AS_EVER: frozenset[Tick] = frozenset(
    {(matter, Channel.MAIL) for matter, channels in CARRIED.items() if Channel.MAIL in channels}
    | {(Matter.RESULTS, Channel.ATOM), (Matter.TIME, Channel.CALENDAR), (Matter.AWAY, Channel.CALENDAR)}
)
"""What holds for whoever has chosen nothing."""


@dataclass(frozen=True, slots=True)
class Choices:
    """What a person has ticked. `bare`: a push says only that something is there, and not what."""

    ticked: frozenset[Tick] = AS_EVER
    bare: bool = False

    def has(self, matter: Matter, channel: Channel) -> bool:
        return (matter, channel) in self.ticked

    def lacking(self) -> tuple[Matter, ...]:
        """What a player must be told and would be told by no channel."""
        return tuple(m for m in ENOUGH if not any(self.has(m, channel) for channel in ENOUGH[m]))

    def ways(self, matter: Matter, pushable: bool) -> frozenset[Channel]:
        """By which channels that goes out. `pushable`: some device of the person's takes pushes. What must be told goes
        by mail where no other channel that was chosen works."""
        chosen = {channel for channel in CARRIED[matter] if self.has(matter, channel)}
        working = chosen if pushable else chosen - {Channel.PUSH}
        if matter in ENOUGH and not working & ENOUGH[matter]:
            working |= {Channel.MAIL}
        return frozenset(working)

    def may_stop(self, matter: Matter, pushable: bool) -> bool:
        """Whether letters of that matter would stop coming if they were unticked."""
        return Channel.MAIL not in self.without_mail(matter).ways(matter, pushable)

    def without_mail(self, matter: Matter) -> Choices:
        return replace(self, ticked=self.ticked - {(matter, Channel.MAIL)})

    def with_mail(self, matter: Matter) -> Choices:
        return replace(self, ticked=self.ticked | {(matter, Channel.MAIL)})


def matter_of(kind: str) -> Matter | None:
    """What a notice of that kind is about; None for an answer. A kind that nobody sorted is the game master's word:
    rather told than not."""
    return None if kind in ANSWERS else MATTERS.get(kind, Matter.MASTER)


class Deliveries:
    """What persons have chosen."""

    def of(self, person: PersonId) -> Choices:
        row = Delivery.objects.filter(person_id=person).first()
        if row is None:
            return Choices()
        pairs = (each.split(" ") for each in msgspec.json.decode(row.ticked, type=list[str]))
        return Choices(frozenset((Matter(matter), Channel(channel)) for matter, channel in pairs), row.bare)

    def keep(self, person: PersonId, choices: Choices) -> tuple[Matter, ...]:
        """Keep what a person has chosen; where something would no longer be told, nothing is kept, and it is named."""
        lacking = choices.lacking()
        if not lacking and Person.objects.filter(id=person, is_active=True).exists():
            ticked = msgspec.json.encode(sorted(f"{m} {c}" for m, c in choices.ticked)).decode()
            Delivery.objects.update_or_create(person_id=person, defaults={"ticked": ticked, "bare": choices.bare})
        return lacking


def ticks(named: Collection[str]) -> frozenset[Tick]:
    """The ticks of a form, each written `matter.channel`; what no channel carries is passed over."""
    return frozenset((m, c) for m, channels in CARRIED.items() for c in channels if f"{m}.{c}" in named)


__all__ = [
    "AS_EVER",
    "CARRIED",
    "ENOUGH",
    "MATTERS",
    "Channel",
    "Choices",
    "Deliveries",
    "Matter",
    "matter_of",
    "ticks",
]
