"""Everybody who may come to a host: a stranger, somebody signed in, an observer, players, a deputy, game masters and
the keeper; and what came of it when one of them asked for a page: seen, turned away, or something done.

What is done is undone, so that the next one finds the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client
from tests.web.conftest import Host

from dragoman import assembly
from dragoman.diplomacy.commands import (
    AllowDeputy,
    AppointSecond,
    AskDelay,
    ClaimError,
    MutePress,
    NameDeputy,
    Observe,
    PlanAbsence,
    ProposeEnding,
    SendPress,
)
from dragoman.game.protocol import Speaker
from dragoman.game.seats import GM, Seat
from dragoman.people.api_tokens import SCOPES
from dragoman.people.models import Person
from dragoman.referee.ports import Slip

TABLE, NOMIC = "kalmar", "lounge"

RULES = {"II.1": "B", "II.3": "B revocation told to=giver", "II.5": "A fallback=finnish", "X.3": "B",
         "F.9": "B", "VII.2": "A"}  # fmt: skip
"""House rules under which there is something to do for everybody."""

ROLES: Mapping[str, str | None] = {
    "stranger": None,
    "signed in": "ann",
    "observer": "olga",
    "player": "france",
    "another player": "germany",
    "deputy": "dan",
    "player away": "italy",
    "game master": "gm",
    "second master": "sid",
    "keeper": "keeper",
}
"""Who comes, by the short name under which the host knows them."""

PLAYERS = frozenset({"player", "another player", "deputy"})
MASTERS = frozenset({"game master", "second master"})
CIRCLES: Mapping[str, frozenset[str]] = {
    "everybody": frozenset(ROLES),
    "people": frozenset(ROLES) - {"stranger"},
    "writers": PLAYERS | MASTERS | {"observer"},
    "own seats": frozenset({"player", "another player"}),
    "the deputy": frozenset({"deputy"}),
    "seated": PLAYERS | MASTERS | {"observer", "player away"},
    "voices": PLAYERS | MASTERS,
    "players": PLAYERS,
    "the player": frozenset({"player"}),
    "the others": PLAYERS - {"player"},
    "away": frozenset({"player away"}),
    "masters": MASTERS,
    "the master": frozenset({"game master"}),
    "the second": frozenset({"second master"}),
    "seatless": frozenset({"signed in", "keeper"}),
    "onlookers": frozenset({"signed in", "keeper", "observer"}),
    "newcomers": frozenset(ROLES) - {"stranger", "player", "another player", "deputy"},
    "keeper": frozenset({"keeper"}),
    "nobody": frozenset(),
}


@dataclass
class Town:
    """A host with a game of Diplomacy and one of Nomic, and all of them."""

    host: Host
    clients: dict[str, Client] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict)

    def says(self, who: str, seat: str | None, command: Callable[[Speaker], Any]) -> None:
        by = Speaker(self.host.person(who), Seat(seat) if seat else None)
        reply = assembly.hear(Slip(TABLE, by, command=command(by)))
        assert not reply.refused, reply.refused

    def came(self, role: str, method: str, path: str, form: Mapping[str, Any]) -> Came:
        """What comes of it when that role asks for that path; whatever it changes is undone."""
        client = self.clients[role]
        client.raise_request_exception = False  # a fault is an answer, too
        cookies = client.cookies.copy()
        with undone() as changed:
            answer: HttpResponse = client.generic(method, path, *_body(form, method))  # type: ignore[assignment]
            if answer.streaming:
                answer.close()  # a stream of news need not be read to its end
        client.cookies = cookies  # whoever signed out is signed in
        return Came(answer.status_code, answer.headers.get("Location", ""), frozenset(changed))

    def asked(self, role: str, method: str, path: str, body: bytes = b"") -> Came:
        """The same of a program with that role's token."""
        assembly.rates().forget()
        heads = {"Authorization": f"Bearer {self.tokens[role]}"} if role in self.tokens else {}
        with undone() as changed:
            answer: HttpResponse = Client().generic(method, path, body, "application/json", headers=heads)  # type: ignore[assignment]
            if answer.streaming:
                answer.close()
        return Came(answer.status_code, "", frozenset(changed - USED))


LASTING = frozenset(
    {"store_event", "people_leaf", "people_preset", "people_feed", "people_delivery", "people_device",
     "people_apitoken", "people_signin", "people_person"}
)  # fmt: skip
"""Where something is written that is somebody's, or the game's. That an address is known here is neither."""


@dataclass(frozen=True)
class Came:
    """An answer's status, where it leads, and the tables of the database in which something was written."""

    status: int
    leads: str
    changed: frozenset[str]

    @property
    def says(self) -> str:
        """In a word: `page`, `sign in`, `no` (403), `none` (404), `verb` (405), or `done` where a game was told."""
        if self.changed & LASTING:
            return "done"
        if self.status in (302, 401) and (self.status == 401 or self.leads.startswith("/sign-in/?")):
            return "sign in"
        return {403: "no", 404: "none", 405: "verb"}.get(self.status, "page" if self.status < 500 else "fault")


USED = frozenset({"people_apitoken"})
"""When a token was used last is written down at times."""

WRITES = re.compile(r'(INSERT|UPDATE|DELETE)(?: OR IGNORE)?(?: INTO| FROM)? "(\w+)"')


@contextmanager
def undone() -> Iterator[set[str]]:
    """Undo whatever is written meanwhile; the tables in which it was are told."""
    changed: set[str] = set()

    def watch(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        found = execute(sql, params, many, context)
        written = WRITES.match(sql)
        if written and (context["cursor"].rowcount or written[1] == "INSERT"):
            changed.add("new " * (written.groups() == ("INSERT", "people_person")) + written[2])
        return found

    with transaction.atomic(), connection.execute_wrapper(watch):
        yield changed
        transaction.set_rollback(True)
    if changed - USED - {"django_session"}:
        assembly.forget_assembly()


def _body(form: Mapping[str, Any], method: str) -> tuple[bytes, str]:
    if method in ("GET", "HEAD"):
        return b"", "application/octet-stream"
    return urlencode(form, doseq=True).encode(), "application/x-www-form-urlencoded"


def town(host: Host) -> Town:
    """Both games under way, a phase of the first behind it; everybody is at their place."""
    made = Town(host)
    Person.objects.filter(id=host.person("keeper")).update(may_open=True, keeper=True)
    host.table(TABLE, gm=True, rules=RULES)
    host.later(hours=1)
    deadline = host.state().deadline
    assert deadline is not None
    host.later(seconds=(deadline - host.now).total_seconds())
    made.says("olga", None, lambda by: Observe(by, "Olga"))
    made.says("italy", "Italy", lambda by: NameDeputy(by, "dan@example.org", host.person("dan")))
    made.says("gm", GM, lambda by: AllowDeputy(by, "Italy"))
    made.says("gm", GM, lambda by: AppointSecond(by, "sid@example.org", host.person("sid")))
    made.says("austria", "Austria", lambda by: SendPress(by, ("all",), "Peace to all."))
    made.says("austria", "Austria", lambda by: ProposeEnding(by, "draw", (("Austria", "England"),)))
    made.says("austria", "Austria", lambda by: NameDeputy(by, "dot@example.org", host.person("dot")))
    made.says("turkey", "Turkey", lambda by: AskDelay(by, timedelta(days=1), "travel"))
    begins = host.now + timedelta(days=60)
    made.says("france", "France", lambda by: PlanAbsence(by, begins, begins + timedelta(days=3), "away"))
    made.says("germany", "Germany", lambda by: ClaimError(by, "Kiel moved."))
    made.says("france", "France", lambda by: MutePress(by, ("Austria",)))
    _lounge(host)
    for role, who in ROLES.items():
        made.clients[role] = host.client(who)
        if who is not None:
            assembly.feeds().of(host.person(who), host.now)  # drawn once, when first shown
            made.tokens[role] = assembly.api_tokens().make(host.person(who), role, SCOPES, host.now)
    return made


def _lounge(host: Host) -> None:
    data = {"name": NOMIC, "ruleset": "lounge", "own": "", "player": "", "wanted": "3", "master": "referee",
            "zone": "Europe/Helsinki"}  # fmt: skip
    assert host.client("keeper").post("/open/nomic/", data).status_code == 302
    for name in ("France", "Germany", "Dan"):
        host.client(name.lower()).post(f"/games/{NOMIC}/does/join/", {"player": name})
    rule = {"kind": "enact", "target": "", "title": "Rhymes", "text": "Letters rhyme.", "settings": "", "code": ""}
    host.client("dan").post(f"/games/{NOMIC}/proposals/post/", rule)
