"""Two games small enough to see through: a counter that people add to, a timer that only the clock moves on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, tzinfo
from typing import Any

import msgspec

from dragoman.game.protocol import Game, Notice, Reading, Speaker, Unread, Wanting, Words
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say
from dragoman.game.seats import PersonId, Seat


class Opened(msgspec.Struct, frozen=True, tag="opened"):
    seats: dict[str, str | None]
    every: int = 0
    until: int = 0
    at: str = ""


class Added(msgspec.Struct, frozen=True, tag="added"):
    seat: str
    amount: int


class Rang(msgspec.Struct, frozen=True, tag="rang"):
    at: str


Event = Opened | Added | Rang


class Told(msgspec.Struct, frozen=True, tag="told"):
    total: int
    heard: int = 0
    refused: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()


@dataclass(frozen=True)
class Open:
    seats: Mapping[Seat, PersonId | None]
    every: timedelta | None = None
    until: int = 0


@dataclass(frozen=True)
class Add:
    seat: Seat | None
    amount: int


@dataclass(frozen=True)
class Ask:
    pass


@dataclass(frozen=True)
class Struck:
    now: datetime


@dataclass(frozen=True)
class Count:
    seats: Mapping[Seat, PersonId | None]
    total: int = 0
    rings: int = 0
    every: timedelta | None = None
    until: int = 0
    due: datetime | None = None


class Toy:
    """What the two have in common. People write numbers to add, one a line; more than 100 at once is refused."""

    name = "toy"
    told_together = True

    def read(self, state: Count, speaker: Speaker, subject: str, text: str, now: datetime) -> Reading:
        commands: list[Any] = []
        unread = []
        for number, line in enumerate(text.splitlines(), start=1):
            if line == "status":
                commands.append(Ask())
            elif line.lstrip("-").isdigit():
                commands.append(Add(speaker.seat, int(line)))
            elif line.strip():
                unread.append(Unread("no-number", line, number, word=line))
        return Reading(tuple(commands), tuple(unread))

    def decide(self, state: Count | None, command: Any, now: datetime) -> tuple[Event, ...] | Refusal:
        match command:
            case Open(seats, every, until):
                if not seats:
                    return Refusal("no-seats", say("A game needs seats."))
                return (Opened(dict(seats), int(every.total_seconds()) if every else 0, until, now.isoformat()),)
            case Wanting(lacks=lacks):
                return lacks
            case Ask():
                return ()
            case Add(seat, amount):
                if amount > 100:
                    return Refusal("too-much", say("No more than 100."), text=str(amount))
                if amount == 13:
                    raise ZeroDivisionError("a fault in the game itself")
                return (Added(str(seat), amount),)
            case Struck():
                return self.struck(state, now)
        raise AssertionError(command)

    def struck(self, state: Count | None, now: datetime) -> tuple[Event, ...] | Refusal:
        return ()

    def evolve(self, state: Count | None, event: Event) -> Count:
        if isinstance(event, Opened):
            every = timedelta(seconds=event.every) if event.every else None
            due = datetime.fromisoformat(event.at) + every if every else None
            seats = {Seat(seat): PersonId(who) if who else None for seat, who in event.seats.items()}
            return Count(seats, 0, 0, every, event.until, due)
        assert state is not None
        if isinstance(event, Added):
            return replace(state, total=state.total + event.amount)
        assert state.due is not None
        assert state.every is not None
        rings = state.rings + 1
        return replace(state, rings=rings, due=state.due + state.every if rings < state.until else None)

    def due(self, state: Count) -> datetime | None:
        return state.due

    def strike(self, now: datetime, away: tuple[datetime, datetime] | None = None) -> Struck:
        return Struck(now)

    def seats(self, state: Count) -> Mapping[Seat, PersonId | None]:
        return state.seats

    def tell(self, before: Count | None, events: tuple[Event, ...], after: Count) -> tuple[Notice, ...]:
        told = Told(after.total, len(events))
        return tuple(Notice("told", seat, person, told) for seat, person in after.seats.items() if person)

    def receipt(
        self,
        state: Count,
        speaker: Speaker,
        heard: tuple[Any, ...],
        reading: Reading,
        refused: tuple[Refusal, ...],
        now: datetime,
        states: tuple[Count, ...] = (),
    ) -> Notice:
        body = Told(state.total, len(heard), tuple(r.code for r in refused), tuple(u.text for u in reading.unread))
        return Notice("told", speaker.seat or Seat(""), speaker.person, body)

    def sight(self, state: Count, seat: Seat | None) -> int:
        return state.total

    def words(self, notice: Notice, lang: str, zone: tzinfo) -> Words:
        return Words(f"{notice.to}: {notice.body.total}", f"The total is {notice.body.total}.\n")

    def encode_event(self, event: Event) -> bytes:
        return msgspec.json.encode(event)

    def decode_event(self, data: bytes) -> Event:
        return msgspec.json.decode(data, type=Event)

    def encode_body(self, body: Told) -> bytes:
        return msgspec.json.encode(body)

    def decode_body(self, kind: str, data: bytes) -> Told:
        return msgspec.json.decode(data, type=Told)


class Counter(Toy):
    """People add numbers; the clock never strikes."""

    name = "counter"


class Timer(Toy):
    """Rings every so often, `until` times; adding is possible meanwhile. With nine (or eight) rings, it is broken."""

    name = "timer"

    def struck(self, state: Count | None, now: datetime) -> tuple[Event, ...] | Refusal:
        assert state is not None
        if state.until == 9:
            raise ZeroDivisionError("a broken clock")
        if state.until == 8:
            return ()
        return (Rang(now.isoformat()),)


GAMES: Mapping[str, Game] = {"counter": Counter(), "timer": Timer()}

ANN, BEN = PersonId("p-ann"), PersonId("p-ben")
RED, BLUE = Seat("Red"), Seat("Blue")
SEATS: Mapping[Seat, PersonId | None] = {RED: ANN, BLUE: BEN, Seat("Green"): None}
