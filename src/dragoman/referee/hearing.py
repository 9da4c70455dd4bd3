"""The one door to a game: whatever is said to a table is read, decided and recorded here, or refused with the reason.

A hearing is one transaction: the events, the next due time, what is told, and the mark of the letter, or none of them.
Each command is decided in turn, and one that is refused never loses the others.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from dragoman.game.asking import NoSandbox, Sandbox
from dragoman.game.protocol import Game, Late, Notice, Particular, Punctual, Reading, Reply, Speaker, Wanting, Zoned
from dragoman.game.refusals import Refusal
from dragoman.game.saying import Saying, say
from dragoman.game.seats import KEEPER
from dragoman.referee import telling
from dragoman.referee.asking import decided
from dragoman.referee.ports import (
    AlreadyHeard,
    Ledger,
    Permit,
    Posting,
    Slip,
    Snapshots,
    Stale,
    UnknownTable,
    Waiting,
)
from dragoman.referee.table import Table, Tables, fold
from dragoman.referee.ticking import Away, Earlier, Round, changed, go_round, never_away, nothing_earlier, strike

TRIES = 20
"""How often a hearing is decided anew because somebody else wrote first."""

TABLE_NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
LONGEST_NAME = 24
"""A table's name is part of its address: with the mailbox and a seat's token it must fit in 64 octets (RFC 5321)."""

MAILBOXES = frozenset({"abuse", "admin", "bounce", "confirm", "dragoman", "ftp", "gm", "hostmaster", "info", "keeper",
                       "mailer-daemon", "news", "nobody", "noreply", "no-reply", "noc", "postmaster", "referee", "root",
                       "security", "support", "usenet", "uucp", "webmaster", "www"})  # fmt: skip
"""What mail and its hosts use for themselves (RFC 2142), and Dragoman does."""

PATHS = frozenset({"absences", "account", "all", "api", "boards", "desk", "everybody", "everyone", "feeds", "games",
                   "help", "host", "index", "letters", "look", "me", "new", "none", "null", "open", "sheets", "sign-in",
                   "sign-out", "static", "stop", "table", "tongue"})  # fmt: skip
"""What pages and letters say without meaning a table."""

DEVICES = frozenset({"con", "prn", "aux", "nul"} | {f"{kind}{n}" for kind in ("com", "lpt") for n in range(10)})
"""What some systems will not have as a name of a file, under which a game may be taken out."""

RESERVED = MAILBOXES | PATHS | DEVICES


@dataclass(frozen=True, slots=True)
class Hearing:
    """What a slip comes to at a table as it stood: the state after, the events, the commands taken and refused."""

    after: Any
    events: tuple[Any, ...]
    heard: tuple[Any, ...]
    refused: tuple[Refusal, ...]
    reading: Reading
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """What one command of a slip that was heard came to: the state before it, its events, the state after it."""

    before: Any
    events: tuple[Any, ...]
    after: Any


def weigh(
    game: Game, state: Any, slip: Slip, now: datetime, sandbox: Sandbox | None = None, late: Late | None = None
) -> Hearing:
    """Read the slip and decide each of its commands against the state that those before it led to. Records nothing.

    A `late` one is read as of when it came: “final” and “yes” meant what stood on the table then."""
    reading = _read(game, late.then, slip, late.came) if late is not None else _read(game, state, slip, now)
    if late is not None and isinstance(game, Punctual):
        reading = game.heard_late(state, slip.speaker, reading, late, now)
    events: list[Any] = []
    heard: list[Any] = []
    steps: list[Step] = []
    refused = list(reading.refused)
    for command in reading.commands:
        outcome = decided(game, state, command, now, sandbox or NoSandbox())
        if isinstance(outcome, Refusal):
            refused.extend(() if outcome in refused and isinstance(command, Wanting) else (outcome,))
            continue
        before, state = state, fold(game, outcome, state)
        steps.append(Step(before, tuple(outcome), state))
        events.extend(outcome)
        heard.append(command)
    return Hearing(state, tuple(events), tuple(heard), tuple(refused), reading, tuple(steps))


def false_claim(game: Game, state: Any, speaker: Speaker) -> Refusal | None:
    """Why nobody may speak so: the seat is another's, or no longer theirs. The keeper may speak for any."""
    seat = speaker.seat
    if seat is None or speaker.person == KEEPER or game.seats(state).get(seat) == speaker.person:
        return None
    return Refusal("not-your-seat", say("You do not hold the seat {seat} in this game.", seat=seat), text=seat)


def _unheard(state: Any, refused: Refusal) -> Hearing:
    return Hearing(state, (), (), (refused,), Reading())


def _read(game: Game, state: Any, slip: Slip, now: datetime) -> Reading:
    reading = _said(game, state, slip, now)
    return reading if slip.permit is None else _permitted(reading, slip.permit)


def _permitted(reading: Reading, permit: Permit) -> Reading:
    """What was read without the commands that its bearer may not bring; each is refused by itself."""
    asked = [(command, permit(command)) for command in reading.commands]
    refused = tuple(dict.fromkeys(refusal for _, refusal in asked if refusal is not None))
    commands = tuple(command for command, refusal in asked if refusal is None)
    return replace(reading, commands=commands, refused=(*reading.refused, *refused))


def _said(game: Game, state: Any, slip: Slip, now: datetime) -> Reading:
    if slip.command is not None:
        return Reading(commands=(slip.command,))
    reading = game.read(in_zone(game, state, slip.zone, now), slip.speaker, slip.subject, slip.text, now)
    reading = replace(reading, remarks=(*slip.remarks, *reading.remarks))
    return reading if slip.lacks is None else _wanting(game, reading, slip.lacks)


def in_zone(game: Game, state: Any, zone: str, now: datetime) -> Any:
    """A table as writing is read by whoever is told times in that zone: by its own where none is named."""
    return game.in_zone(state, zone, now) if zone and isinstance(game, Zoned) else state


def _wanting(game: Game, reading: Reading, lacks: Refusal) -> Reading:
    """What was read of writing that did not come as the table asks: each command of which that is asked is for the game
    to keep or refuse."""
    commands = tuple(
        Wanting(command, lacks) if not isinstance(game, Particular) or game.must_come_so(command, lacks) else command
        for command in reading.commands
    )
    return replace(reading, commands=commands, refused=(*reading.refused, *(() if commands else (lacks,))))


class Referee:
    """Hears people and the clock for every table of a ledger.

    `earlier(moment)` says whether letters received before that moment are still unheard: a clock does not strike, and
    nothing later is heard, over the head of a letter that came in time. `sandbox` runs code that players adopted.
    `away(due, now)` tells when the host was away between two moments. `snapshots` keeps folds of long games.
    """

    def __init__(
        self,
        ledger: Ledger,
        games: Mapping[str, Game],
        earlier: Earlier = nothing_earlier,
        sandbox: Sandbox | None = None,
        away: Away = never_away,
        snapshots: Snapshots | None = None,
    ) -> None:
        self.ledger = ledger
        self._sandbox: Sandbox = sandbox or NoSandbox()
        self.tables = Tables(ledger, games, snapshots=snapshots)
        self._earlier = earlier
        self._away = away

    def open(self, slip: Slip, game: str, now: datetime) -> Reply:
        """Begin the table `slip.table` by the command in the slip. Raises UnknownGame."""
        refused = unfit(slip.table)
        if refused:
            return _refusing(refused)
        rules = self.tables.game(game)
        hearing = weigh(rules, None, slip, now, self._sandbox)
        if not hearing.events:
            return _refusing(*hearing.refused)
        version = len(hearing.events)
        told = rules.tell(None, hearing.events, hearing.after)
        out = telling.postings(rules, slip.table, now, told)
        due, seats = rules.due(hearing.after), rules.seats(hearing.after)
        try:
            self.ledger.create(slip.table, game, hearing.events, now, due, out, slip.letter, seats)
        except Stale:
            return _refusing(_taken(slip.table))
        except AlreadyHeard:
            return _again(version)
        return Reply(None, hearing.events, hearing.refused, hearing.reading.unread, version)

    def hear(self, slip: Slip, now: datetime, standing: Table | None = None) -> Reply:
        """Hear one slip. A command refused, a line unread, a letter heard before: all that is said in the reply.
        `standing` is the table as it stood a moment ago: if it stands otherwise by now, the slip is decided anew.

        Raises UnknownTable, UnknownGame; Waiting, if the table is due and letters received before that moment are still
        unheard: nothing is recorded then, and the slip is to be brought again.
        """
        for _ in range(TRIES):
            table, standing = self.current(slip.table, now, standing), None
            moment = max(now, table.at or now)  # a record never goes back in time, whatever the machine's clock does
            false = false_claim(table.game, table.state, slip.speaker)
            hearing = (
                _unheard(table.state, false)
                if false
                else weigh(table.game, table.state, slip, moment, self._sandbox, self._late(table, slip, moment))
            )
            version = table.version + len(hearing.events)
            speaker = Speaker(slip.speaker.person, None) if false else slip.speaker
            receipt = table.game.receipt(
                hearing.after,
                speaker,
                hearing.heard,
                hearing.reading,
                hearing.refused,
                moment,
                tuple(step.after for step in hearing.steps),
            )
            try:
                self._record(table, slip, hearing, receipt, moment)
            except Stale:
                continue
            except AlreadyHeard:
                return _again(table.version)
            return Reply(receipt, hearing.events, hearing.refused, hearing.reading.unread, version)
        return Reply(None, (), (), (), 0, BUSY)

    def _late(self, table: Table, slip: Slip, now: datetime) -> Late | None:
        """How the table stood when a letter came that is heard later than that; None for any other, and where there was
        no table yet."""
        if slip.came is None or slip.came >= now or not isinstance(table.game, Punctual):
            return None
        events = self.ledger.load(table.name).events[: table.version]
        before = tuple(event for event in events if event.at <= slip.came)
        return Late(slip.came, fold(table.game, before), events[len(before) :]) if before else None

    def current(self, table: str, now: datetime, known: Table | None = None) -> Table:
        """The table at `now`: whatever was due by then has struck. Raises UnknownTable, UnknownGame, Waiting."""
        standing = strike(self.ledger, self.tables, table, now, self._earlier, self._sandbox, self._away, known)
        if standing is None:
            raise Waiting(table)
        return standing

    def go_round(
        self,
        now: datetime,
        limit: int = 100,
        leaving: frozenset[str] = frozenset(),
        most: int | None = None,
        begin: int = 0,
    ) -> Round:
        """Strike for every table that is due by `now`, or for a share of them; what goes wrong at one is told and stops
        no other."""
        return go_round(
            self.ledger, self.tables, now, self._earlier, limit, leaving, self._sandbox, self._away, most, begin
        )

    def _record(self, table: Table, slip: Slip, hearing: Hearing, receipt: Notice, now: datetime) -> None:
        game = table.game
        out: tuple[Posting, ...] = ()
        if hearing.events:
            out = telling.postings(game, table.name, now, _told(game, table.state, hearing))
        if slip.answer:
            out = (telling.receipt(slip, receipt), *out)
        if hearing.events or out or slip.letter:
            due, seats = game.due(hearing.after), changed(game.seats(table.state), game.seats(hearing.after))
            seal = self.ledger.append(table.name, table.version, hearing.events, now, due, out, slip.letter, seats,
                                      table.seal)  # fmt: skip
            self.tables.went_on(table, hearing.events, now, seal)


def _told(game: Game, before: Any, hearing: Hearing) -> tuple[Notice, ...]:
    """What a hearing tells: of each command as things stood after it, unless the game tells a letter in one piece."""
    if game.told_together:
        return game.tell(before, hearing.events, hearing.after)
    return tuple(
        notice for step in hearing.steps if step.events for notice in game.tell(step.before, step.events, step.after)
    )


BUSY: Saying = say("Too many people are speaking to this table at once; nothing was recorded. Please say it again.")
HEARD_BEFORE: Saying = say("This letter was heard before; nothing was changed by its coming again.")


def unfit(name: str) -> Refusal | None:
    """Why a table may not bear that name, or None. It is part of addresses and paths: only plain letters pass."""
    if TABLE_NAME.fullmatch(name) and len(name) <= LONGEST_NAME and name not in RESERVED:
        return None
    if name in RESERVED:
        kept = say(
            "“{name}” cannot be the name of a game: the host keeps that word for itself. Add something to it, such as "
            "“{name}-game”.", name=name,
        )  # fmt: skip
        return Refusal("bad-name", kept, text=name)
    if TABLE_NAME.fullmatch(name):
        long = say(
            "A name of {count} characters cannot be the name of a game: {most} are the most that fit in its address.",
            count=len(name), most=LONGEST_NAME,
        )  # fmt: skip
        return Refusal("bad-name", long, text=name[:LONGEST_NAME])
    sentence = say(
        "“{name}” cannot be the name of a game. Take up to {most} small letters a–z and digits, a letter first; "
        "single hyphens may stand between them; a few words, such as “postmaster”, are the host's own.",
        name=name[:LONGEST_NAME], most=LONGEST_NAME,
    )  # fmt: skip
    return Refusal("bad-name", sentence, text=name)


def _taken(name: str) -> Refusal:
    sentence = say("There is a game called “{name}” already. Choose another name.", name=name)
    return Refusal("name-taken", sentence, text=name)


def _refusing(*refusals: Refusal) -> Reply:
    return Reply(None, (), refusals, (), 0)


def _again(version: int) -> Reply:
    return Reply(None, (), (), (), version, HEARD_BEFORE)


__all__ = ["BUSY", "HEARD_BEFORE", "Hearing", "Referee", "UnknownTable", "Waiting", "unfit", "weigh"]
