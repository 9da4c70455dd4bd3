"""A game in a file is played: letters come at their times, the clock strikes between them, and what is sent is kept.

Everything goes through the real door: letters are read as mail is, sorted as mail is, and heard by the referee. Only
the clock is simulated, and an address that the file lists is taken at its word.
"""

from __future__ import annotations

import atexit
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from functools import cache
from pathlib import Path
from typing import Any

from dragoman.diplomacy.commands import Join, Observe, StandBy
from dragoman.diplomacy.game import Diplomacy
from dragoman.game.clock import zone
from dragoman.game.protocol import Game, Notice, Reply, Speaker, Words
from dragoman.game.repute import UNKNOWN, Repute
from dragoman.game.saying import Saying
from dragoman.game.seats import GM, PersonId, Seat
from dragoman.keeper.playfile import Script, Unplayable, Written, load, script
from dragoman.nomic import commands as nomic
from dragoman.nomic.game import Nomic
from dragoman.people.speaking import Acts, Nobody, Standing
from dragoman.post.addresses import Mailbox
from dragoman.post.conventions import conventions
from dragoman.post.reading import read
from dragoman.post.slips import Conventions, Hear, Meet, PassOver, Refuse, message_id, piece_mark, slips
from dragoman.referee.chain import Entry
from dragoman.referee.hearing import Referee
from dragoman.referee.memory import MemoryLedger
from dragoman.referee.ports import Appending, Chronicle, Ledger, Posting, Seats, Slip
from dragoman.referee.seeded import SeededEntropy
from dragoman.referee.ticking import Away
from dragoman.sandbox.process import Worker
from dragoman.tongues.saying import put

MAILBOX = Mailbox("dragoman@example.org")


@dataclass(frozen=True, slots=True)
class Sent:
    """A letter sent: when, to which address, under which key, in which words, and the notice that it tells."""

    at: datetime
    to: str
    key: str
    kind: str
    words: Words
    notice: Notice | None = None


class People:
    """Who has which address, a person made for each that is met; and what is known of some of them from elsewhere."""

    def __init__(
        self, person_at: Callable[[str], PersonId] | None = None, reputes: Mapping[str, Repute] | None = None
    ) -> None:
        self._person_at = person_at or self._number
        self._persons: dict[str, PersonId] = {}
        self._reputes = reputes or {}

    def at(self, address: str) -> PersonId:
        address = address.strip().lower()
        if address not in self._persons:
            self._persons[address] = self._person_at(address)
        return self._persons[address]

    def knows(self, address: str) -> bool:
        return address in self._persons

    def address(self, person: PersonId) -> str:
        return next((address for address, known in self._persons.items() if known == person), "")

    def repute(self, person: PersonId) -> Repute:
        """What is known of a person from before the play."""
        return self._reputes.get(self.address(person), UNKNOWN)

    def called(self, person: PersonId, _reached: bool) -> str:
        """People in a file have no names: whoever may be told of at all is told by address."""
        return self.address(person)

    def named(self, person: PersonId) -> str:
        """Under which name somebody plays a game of Nomic who does not say: as their address has it."""
        return self.address(person).partition("@")[0].capitalize()

    def _number(self, _address: str) -> PersonId:
        return PersonId(f"person-{len(self._persons) + 1}")


class Listening:
    """A ledger that keeps what is told, for whoever delivers it."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self.told: list[Posting] = []

    def load(self, table: str, after: int = 0, seal: bytes = b"") -> Chronicle:
        return self._ledger.load(table, after, seal)

    def several(self, known: Mapping[str, tuple[int, bytes]]) -> Mapping[str, Chronicle]:
        return self._ledger.several(known)

    def create(
        self,
        table: str,
        game: str,
        events: Sequence[Any],
        now: datetime,
        due: datetime | None,
        postings: Sequence[Posting],
        letter: str = "",
        seats: Seats | None = None,
    ) -> None:
        self._ledger.create(table, game, events, now, due, postings, letter, seats)
        self.told.extend(postings)

    def append(
        self,
        table: str,
        expected: int,
        events: Sequence[Any],
        now: datetime,
        due: datetime | None,
        postings: Sequence[Posting],
        letter: str = "",
        seats: Seats | None = None,
        before: bytes = b"",
    ) -> bytes:
        seal = self._ledger.append(table, expected, events, now, due, postings, letter, seats, before)
        self.told.extend(postings)
        return seal

    def append_all(self, appendings: Sequence[Appending]) -> Sequence[bytes | None]:
        seals = self._ledger.append_all(appendings)
        self.told.extend(posting for each, seal in zip(appendings, seals, strict=True) if seal is not None
                         for posting in each.postings)  # fmt: skip
        return seals

    def due(self, now: datetime, limit: int = 100, leaving: Collection[str] = ()) -> tuple[str, ...]:
        return self._ledger.due(now, limit, leaving)

    def record(self, table: str) -> tuple[str, tuple[Entry, ...]]:
        return self._ledger.record(table)

    def restore(
        self, table: str, game: str, entries: Sequence[Entry], due: datetime | None, seats: Seats | None = None
    ) -> None:
        self._ledger.restore(table, game, entries, due, seats)


@dataclass
class Performance:
    """The stage: one table, its people, the simulated clock, and every letter sent so far."""

    script: Script
    referee: Referee
    game: Game
    people: People
    ledger: Listening
    now: datetime
    sent: list[Sent] = field(default_factory=list)
    letters: int = 0
    replies: list[Reply] = field(default_factory=list)

    @property
    def state(self) -> Any:
        """The state of the one table, of its game's own type."""
        return self.referee.tables.at(self.script.name).state

    # --- the course of time ---

    def open(self) -> None:
        """Open the game. Raises Unplayable if the referee refuses."""
        script = self.script
        seats = {seat: self.people.at(address) for seat, address in script.seats.items()}
        gm = self.people.at(script.gm) if script.gm else None
        command = replace(script.opening, seats=seats, gm=gm)
        reply = self.referee.open(Slip(script.name, command.by, command=command), script.game, self.now)
        if not reply.events:
            raise Unplayable("; ".join(put(refusal.says, "en") for refusal in reply.refused))
        self._deliver()

    def until(self, moment: datetime) -> None:
        """Let the clock go on to that moment, and strike for each deadline at its own time."""
        while (due := self.game.due(self.state)) is not None and (there := self._there(due)) <= moment:
            self.now = max(self.now, there)
            gone = self.referee.go_round(self.now)
            if gone.faults:
                raise gone.faults[0].error
            self._deliver()
        self.now = max(self.now, moment)

    def _there(self, due: datetime) -> datetime:
        """When the host sees that something is due: at once, or when it is back."""
        return next((until for since, until in self.script.outages if since < due < until), due)

    def write(self, letter: Written) -> None:
        """A letter comes: it is read and sorted as mail is, and heard."""
        self.until(letter.at)
        self.letters += 1
        mail = read(_bytes(letter, self.script.name, self.letters, self._replied_to(letter)))
        for each in slips(mail, MAILBOX, _Host(self, letter), f"{self.letters}"):
            match each:
                case Hear(slip):
                    self.replies.append(self.referee.hear(slip, self.now))
                case Meet(table):
                    speaker = Speaker(self.people.at(letter.sender), None)
                    slip = Slip(table, speaker, letter.subject, mail.text, letter=f"{self.letters}/{table}",
                                message_id=mail.message_id, answer=True)  # fmt: skip
                    self.replies.append(self.referee.hear(slip, self.now))
                case Refuse(_, says):
                    self._refuse(letter, says)
                case PassOver() | _:
                    pass
        self._deliver()

    # --- what is sent ---

    def _deliver(self) -> None:
        """Put what was told since the last time into words."""
        for posting in self.ledger.told:
            notice = posting.notice
            words = self.game.words(notice, self.script.lang, zone(self.script.zone))
            to = self.people.address(notice.person)
            self.sent.append(Sent(self.now, to, posting.key, notice.kind, words, notice))
        self.ledger.told.clear()

    def _replied_to(self, letter: Written) -> str:
        """The identifier of the letter that this one replies to, as the host would write it (empty: it is none)."""
        came = [sent for sent in self.sent if (sent.to, sent.kind) == (letter.sender, letter.replies)]
        if not letter.replies or not came:
            return ""
        sent = came[-1]
        number = sent.notice.body.piece.number if sent.notice is not None and sent.kind == "press" else 0
        mark = piece_mark(self.script.name, sent.notice.to, number) if sent.notice is not None and number else ""
        return message_id(sent.key, sent.words.subject, MAILBOX.domain, mark)

    def _refuse(self, letter: Written, says: Saying) -> None:
        words = Words(letter.subject, put(says, self.script.lang) + "\n")
        self.sent.append(Sent(self.now, letter.sender, f"{self.script.name}/refused/{self.letters}", "refused", words))


@dataclass(frozen=True)
class _Host:
    """What the sorting of letters must know of this stage: one table, and its people at their addresses."""

    stage: Performance
    letter: Written

    def conventions(self, table: str) -> Conventions | None:
        if table != self.stage.script.name:
            return None
        return conventions(self.stage.state)

    def standing(self, table: str, token: str, sender: str, vouched: bool) -> Standing:
        if not self.stage.people.knows(sender):
            return Nobody()
        person = self.stage.people.at(sender)
        return Acts(Speaker(person, self._seat(person)))

    def _seat(self, person: PersonId) -> Seat | None:
        """The person's seat; of several, the game master's where the letter speaks the game master's words."""
        held = [seat for seat, holder in self.stage.game.seats(self.stage.state).items() if holder == person]
        if GM in held and len(held) > 1:
            speaks = any(line.strip().lower().startswith(("gm ", "pj ")) for line in self.letter.text.splitlines())
            held = [GM] if speaks else [seat for seat in held if seat != GM]
        return held[0] if held else None

    def sits(self, sender: str) -> tuple[str, ...]:
        return (self.stage.script.name,) if self.stage.people.knows(sender) else ()

    def vouches(self, server: str) -> bool:
        return False

    def understands(self, table: str, speaker: Speaker, subject: str, text: str) -> bool:
        reading = self.stage.game.read(self.stage.state, speaker, subject, text, self.stage.now)
        if speaker.seat is None and not speaker.person:
            asks = any(isinstance(command, ASKING) for command in reading.commands)
            return asks or any(unread.code == "unknown-power" for unread in reading.unread)
        return bool(reading.commands or reading.refused)


ASKING = (Join, Observe, StandBy, nomic.Join, nomic.Observe)
"""What somebody may say who has no seat yet."""


def _bytes(letter: Written, table: str, number: int, replied: str = "") -> bytes:
    """The letter as it would come by mail, to the table's own address or with a copy to it. `replied` is the identifier
    of the letter that it replies to."""
    message = EmailMessage(policy=SMTP.clone(cte_type="7bit"))
    message["From"] = letter.sender
    own = f"{MAILBOX.local}+{table}@{MAILBOX.domain}"
    message["To"] = letter.to or own
    if letter.to:
        message["Cc"] = own
    message["Subject"] = " ".join(letter.subject.split())
    message["Date"] = format_datetime(letter.at)
    message["Message-ID"] = f"<{number}.{table}@play.example.org>"
    if replied:
        message["In-Reply-To"] = replied
    message.set_content(letter.text.strip("\n") + "\n", charset="utf-8", cte="base64")
    return message.as_bytes()


@cache
def worker() -> Worker:
    """Where the code of games in files runs: one worker for all of them, ended with this process."""
    made = Worker()
    atexit.register(made.close)
    return made


def stage(
    script: Script, ledger: Ledger | None = None, person_at: Callable[[str], PersonId] | None = None
) -> Performance:
    """The stage for a script: on a ledger in memory, or on the one given with its people."""
    people = People(person_at, script.reputes)
    game: Game = (
        Nomic(people.at, people.named) if script.game == "nomic" else Diplomacy(people.at, people.repute, people.called)
    )
    games = {script.game: game}
    listening = Listening(ledger or MemoryLedger(games, SeededEntropy(f"play {script.name} {script.opening.seed}")))
    referee = Referee(listening, games, sandbox=worker(), away=_away(script.outages))
    return Performance(script, referee, game, people, listening, script.start)


def _away(outages: Sequence[tuple[datetime, datetime]]) -> Away:
    """When the host of a script is away."""

    def away(due: datetime, now: datetime) -> tuple[datetime, datetime] | None:
        return next(((since, until) for since, until in outages if since < due <= until <= now), None)

    return away


def play(
    source: Path | Mapping[str, Any],
    ledger: Ledger | None = None,
    person_at: Callable[[str], PersonId] | None = None,
    until: datetime | None = None,
) -> Performance:
    """Play a file (or its tables) up to a moment (None: to its last letter), on that ledger and with those people.

    `person_at` gives the id of whoever has an address. What the file expects is not looked at. Raises Unplayable.
    """
    made = stage(load(source) if isinstance(source, Path) else script(source), ledger, person_at)
    made.open()
    for letter in made.script.letters:
        if until is None or letter.at <= until:
            made.write(letter)
    if until is not None:
        made.until(until)
    return made
