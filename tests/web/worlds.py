"""Two worlds that differ only in what a seat must not know, and everything that comes to that seat in either.

A `Secret` is one line of data: what others may do or be that is none of the watcher's business, and the house rules
under which they may. The generator opens the same game twice, has the same past played in both, and then has the secret
done at random in each, differently. Every page that there is joins by itself: the paths are those of the site.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from zlib import crc32

from django.db import transaction
from django.test import Client
from django.urls import get_resolver
from tests.diplomacy.games import some_orders
from tests.web.conftest import POWERS, Host

from dragoman import assembly
from dragoman.diplomacy.board.position import PhaseKind
from dragoman.diplomacy.commands import ClearOrders, Command, Observe, SubmitOrders
from dragoman.diplomacy.state import Stage, State
from dragoman.game.clock import zone
from dragoman.game.protocol import Reply, Speaker
from dragoman.game.seats import GM, PersonId, Seat
from dragoman.people.models import Person
from dragoman.post.replies import message
from dragoman.referee.ports import Slip
from dragoman.store.models import Outgoing
from dragoman.store.outbox import Parcel

TABLE = "kalmar"
OLGA = "observer Olga"
LOOKS_ON = (OLGA, None)
MINUTE = timedelta(minutes=1)


@dataclass
class World:
    """One of the two: a host with one table. `others` are the powers that are not the watcher's."""

    host: Host
    watcher: str | None

    @property
    def state(self) -> State:
        return self.host.state(TABLE)

    @property
    def others(self) -> list[str]:
        return [power for power in POWERS if power != self.watcher]

    def who(self, seat: str) -> str:
        """Under which short name the holder of a seat is known to the host."""
        return {GM: "gm", OLGA: "olga"}.get(seat, seat.lower())

    def speaker(self, seat: str) -> Speaker:
        return Speaker(self.host.person(self.who(seat)), Seat(seat))

    def hear(self, command: Command) -> Reply:
        """Something is said, a minute later than the last."""
        self.host.at(self.host.now + MINUTE)
        return assembly.hear(Slip(TABLE, command.by, command=command))  # type: ignore[union-attr]

    def order(self, power: str, chance: Random, final: bool | None = False) -> None:
        """A set of orders at random."""
        if self.state.stage is Stage.RUNNING and self.state.due(power):
            lines = some_orders(self.state, power, chance)
            self.hear(SubmitOrders(self.speaker(power), lines, self.state.phase, final))


Act = Callable[[World, Random], None]


def nothing(world: World, chance: Random) -> None:
    """Nothing is needed before it."""


@dataclass(frozen=True)
class Secret:
    """What a seat must not know: `act` does it, with other chances in each world; `before` prepares it, the same in
    both. `rules` are what it needs; `master` says that the game master may know, and `hidden` for whom the game is to
    look the same afterwards (empty: for everybody who is not a game master who may). `finale`: when the same orders are
    then given in both worlds and adjudicated, the results are the same, too. Without a `past` it is done as play
    begins."""

    name: str
    act: Act
    rules: Mapping[str, str] = field(default_factory=dict)
    before: Act = nothing
    master: bool = True
    finale: bool = True
    past: bool = True

    def watchers(self) -> tuple[str | None, ...]:
        return (*POWERS, *LOOKS_ON) if self.master else (*POWERS, *LOOKS_ON, GM)


# --- the same past in both ---


def begun(host: Host, watcher: str | None, secret: Secret, seed: int) -> World:
    """The table, with an observer, some phases behind it, and everybody about to move."""
    host.table(TABLE, gm=True, rules={"II.1": "B", "III.4": "B until=deadline", **secret.rules})
    world, chance = World(host, watcher), Random(seed)
    olga = Speaker(host.person("olga"), None)
    world.hear(Observe(olga, "Olga"))
    least = chance.randrange(3)
    for number in range(10 if secret.past else 0):
        if number >= least and world.state.phase.kind is PhaseKind.MOVEMENT:
            break
        for power in POWERS:
            world.order(power, chance)
        strike(world)
    secret.before(world, chance)
    return world


def strike(world: World) -> None:
    """Time goes by to the deadline."""
    deadline = world.state.deadline
    if deadline is not None and world.state.stage is Stage.RUNNING:
        world.host.at(deadline)
        assembly.referee().go_round(deadline)


def finale(world: World, seed: int) -> None:
    """The same orders by everybody, whatever was on file before, and the deadline."""
    chance = Random(seed)
    for power in POWERS:
        if world.state.stage is Stage.RUNNING and world.state.due(power):
            world.hear(ClearOrders(world.speaker(power)))
            world.order(power, chance)
    strike(world)


# --- everything that comes to a seat ---

MASKED = (
    re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"'),
    re.compile(r'data-head="[0-9a-f]+"'),  # the published head of the salted chain
)
"""What may differ: the token against forged forms, drawn anew for each page, and the head of the salted chain."""

GIVEN = {"number": "VI.4", "key": "suomi", "ident": "abc", "sign_in": "abc", "letter_id": "abc", "form": "words",
         "deed": "preview", "stage": "after"}  # fmt: skip
LEFT_OUT = ("sign-out", "erase", "sign-in", "static", "sheets", "look", "tongue")
"""Paths that change the reader's own things, or have nothing to do with any game."""


def everything(world: World, share: int = 1, lot: str = "") -> dict[str, object]:
    """Pages, letters, feeds, calendars, texts and answers as JSON: all that the watcher can come by, byte for byte. Of
    the pages every so-manieth (`share`), drawn by their path and the `lot`, and always those of the game itself."""
    return {**dict(pages(world, share, lot)), **dict(letters(world)), **dict(answers(world))}


def paths(world: World) -> Iterator[str]:
    """Every path of the site, with this table, each of its phases, and the watcher's own feeds."""
    state = world.state
    phases = [str(turn.phase) for turn in state.turns] + [str(state.phase)]
    token = assembly.feeds().of(_person(world), world.host.now) if world.watcher is not None else "none"
    for pattern in get_resolver().url_patterns:
        written = "/" + str(pattern.pattern)
        if any(part in written for part in LEFT_OUT):
            continue
        for phase in phases if "phase:" in written else [""]:
            given = GIVEN | {"name": TABLE, "phase": phase, "token": token}
            yield re.sub(r"<(?:\w+:)?(\w+)>", lambda gap, given=given: given[gap[1]], written)  # type: ignore[misc]
    for phase in phases[:-1]:
        yield from (f"/games/{TABLE}/{phase}/{form}.txt" for form in ("codes", "njudge"))
    for asked in ("view=all", "with=all", "with=Germany", "with=gm", "with=%3F%2C", "q=e", "answer=1"):
        yield f"/games/{TABLE}/press/?{asked}"
    if world.watcher is not None:
        yield f"/feeds/absences/{assembly.absences_token(_person(world))}/absences.ics"


def pages(world: World, share: int = 1, lot: str = "") -> Iterator[tuple[str, object]]:
    client = _client(world)
    for path in dict.fromkeys(paths(world)):
        if path != f"/games/{TABLE}/" and crc32(f"{lot} {path}".encode()) % share:
            continue
        answer = client.get(path)
        text = answer.content.decode(errors="backslashreplace")
        for masked in MASKED:
            text = masked.sub("", text)
        kept = {name: answer.headers.get(name) for name in ("ETag", "Last-Modified", "Location", "Content-Type")}
        yield path, (answer.status_code, kept, text)


def letters(world: World) -> Iterator[tuple[str, object]]:
    """Every letter to the watcher, as it goes out."""
    if world.watcher is None:
        return
    for number, row in enumerate(Outgoing.objects.filter(person=_person(world)).order_by("id")):
        parcel = Parcel(row.key, row.table, row.game, row.kind, row.seat, row.person, row.body.encode(),
                        row.in_reply_to, row.posted_at, 0)  # fmt: skip
        despatch = assembly.despatch(parcel)
        assert despatch is not None
        yield f"letter {number}", (row.body, message(despatch, "dragoman@example.org").as_bytes())


QUESTIONS = "status\nmap\nrules\nhelp\nhistory\nproposals\n"


def answers(world: World) -> Iterator[tuple[str, object]]:
    """The answers to every question, as JSON and in words."""
    by = world.speaker(world.watcher) if world.watcher else Speaker(PersonId("a stranger"), None)
    reply = assembly.hear(Slip(TABLE, by, text=QUESTIONS))
    game = assembly.games()["diplomacy"]
    assert reply.receipt is not None
    words = game.words(reply.receipt, "fi", zone("Europe/Helsinki"))
    yield "answers", (game.encode_body(reply.receipt.body), words.subject, words.text, words.html)


def _person(world: World) -> PersonId:
    assert world.watcher is not None
    return world.host.person(world.who(world.watcher))


def _client(world: World) -> Client:
    client = Client()
    if world.watcher is not None:
        client.force_login(Person.objects.get(id=_person(world)))
    return client


@contextmanager
def apart(path: Path, settings: object) -> Iterator[Host]:
    """A host that leaves no trace: what is done in it is undone at the end."""
    host = Host(path)
    with transaction.atomic():
        host.at(START)
        settings.CLOCK_FILE = str(path)  # type: ignore[attr-defined]
        assembly.forget_assembly()
        yield host
        transaction.set_rollback(True)
    assembly.forget_assembly()


START = datetime.fromisoformat("2026-03-02T16:00:00+00:00")
