"""What any correspondence game must answer, and the values that pass between it and the referee.

A game is a fold: `decide` turns a command into events or a refusal, `evolve` folds an event into the state. Both are
pure: `now` is an argument, chance comes from seeds recorded in events, and equal events give equal states for ever.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import Any, Protocol, runtime_checkable

from dragoman.game.asking import Ask
from dragoman.game.refusals import Refusal
from dragoman.game.saying import Saying
from dragoman.game.seats import PersonId, Seat


@dataclass(frozen=True, slots=True)
class Speaker:
    """Who says something: the person, and the seat they speak for (None for someone who asks to join)."""

    person: PersonId
    seat: Seat | None


@dataclass(frozen=True, slots=True)
class Unread:
    """A line that was not understood: code, the line, its number (1-based), the smallest bad piece and its column,
    and writings that would have been read."""

    code: str
    text: str
    line: int = 0
    word: str = ""
    column: int = 0
    suggestions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """What a piece of writing says: commands in order, lines not read, refusals known from the reading alone
    (an order for another power's unit), prose that was passed over, and remarks on how the letter was read."""

    commands: tuple[Any, ...] = ()
    unread: tuple[Unread, ...] = ()
    refused: tuple[Refusal, ...] = ()
    ignored: tuple[str, ...] = ()
    remarks: tuple[Saying, ...] = ()


@dataclass(frozen=True, slots=True)
class Wanting:
    """A command in writing that did not come as the table asks to be written to; `lacks` is the no that its writer
    would get for that. A game may keep it for its game master to take, and refuses it otherwise."""

    command: Any
    lacks: Refusal


SUBJECT_LACKS = "subject-lacks"
"""The code of the no to writing whose subject does not hold what the table asks."""


@dataclass(frozen=True, slots=True)
class Late:
    """That a letter is heard later than it came, since its owner had to confirm it: when it came, the table as it stood
    `then`, and what was recorded `since`."""

    came: datetime
    then: Any
    since: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Notice:
    """Something one person at a table is to be told: language-free, rendered only when it leaves.

    `kind` names the body's type; `body` is the game's own tagged struct; `to` the seat it is meant for and `person`
    who holds it (at the moment of telling). Mail, page and JSON are renderings of the same body.
    """

    kind: str
    to: Seat
    person: PersonId
    body: Any


@dataclass(frozen=True, slots=True)
class Words:
    """A notice or view put into one tongue: subject line, plain text, and HTML (may be empty)."""

    subject: str
    text: str
    html: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing that goes with words: as SVG, in the colours of day, and what it is called."""

    svg: str
    title: str


@runtime_checkable
class Zoned(Protocol):
    """A game in whose letters people write moments."""

    def in_zone(self, state: Any, zone_name: str, now: datetime) -> Any:
        """The state as writing is to be read in which moments are meant in that zone; for reading alone."""
        ...


@runtime_checkable
class Particular(Protocol):
    """A game that asks of some of what is written to it alone to come in a certain way."""

    def must_come_so(self, command: Any, lacks: Refusal) -> bool:
        """Whether what was wanting in how a letter came matters to what it commands there."""
        ...


@runtime_checkable
class Illustrated(Protocol):
    """A game whose notices can be told with a drawing beside the words."""

    def picture(self, notice: Notice, lang: str) -> Picture | None:
        """The drawing that belongs to a notice; None where there is nothing to draw."""
        ...


@runtime_checkable
class Left(Protocol):
    """A game whose seats can be given up for good."""

    def leaving(self, state: Any, speaker: Speaker) -> tuple[Any, ...]:
        """The commands by which that person gives that seat up, one after another, each with its speaker in `by`."""
        ...


@runtime_checkable
class Joined(Protocol):
    """A game into which people come by a line of a letter, and to which they can be invited."""

    def joining(self, state: Any, lang: str) -> Saying:
        """By which lines somebody without a seat asks for one, with an example in that language."""
        ...

    def invited(self, events: tuple[Any, ...]) -> tuple[PersonId, ...]:
        """Whom these events let in who should hear of it by a letter of invitation."""
        ...


@runtime_checkable
class Punctual(Protocol):
    """A game in which it matters when a letter came that is heard later."""

    def heard_late(self, state: Any, speaker: Speaker, reading: Reading, late: Late, now: datetime) -> Reading:
        """What is left of a reading, which was made at the table as it stood when the letter came, at the table as it
        stands now: each command as it is to be decided, or refused, where newer words stand or its time is over."""
        ...


@runtime_checkable
class Helpful(Protocol):
    """A game that tells anybody what can be written to it. `asks_help` are the commands that ask for no
    more than that."""

    asks_help: tuple[type, ...]


@runtime_checkable
class LeftToKeeper(Protocol):
    """A game that leaves something to whoever keeps the host. `asks_keeper` are the types of events that may bring it
    about."""

    asks_keeper: tuple[str, ...]

    def for_keeper(self, state: Any) -> Mapping[str, Notice]:
        """What waits for them now, each under a word that stays the same while it waits."""
        ...


@runtime_checkable
class Frugal(Protocol):
    """A game whose states can be kept in few bytes: `shared` are the types of great values that many states have in
    common, `seldom` types of values that are seldom looked at: frozen, with slots."""

    shared: tuple[type, ...]
    seldom: tuple[type, ...]

    def name_of(self, value: Any) -> str | None:
        """The name under which a shared value comes with the program; None if it does not."""
        ...

    def named(self, name: str) -> Any:
        """The shared value of that name. Raises LookupError."""
        ...


class Game(Protocol):
    """One kind of game (`name` is `"diplomacy"`, `"nomic"`…). States, commands, events and views are its own types."""

    name: str
    told_together: bool
    """Whether the commands of one letter are told in one piece, as things stand after the last of them; else the news
    of each are told as things stood after it."""

    def read(self, state: Any, speaker: Speaker, subject: str, text: str, now: datetime) -> Reading:
        """Understand writing (already stripped of quotes and signatures) by that speaker at this moment of the game."""
        ...

    def decide(self, state: Any, command: Any, now: datetime) -> tuple[Any, ...] | Refusal | Ask:
        """The events that the command brings about, or why it is refused. `state` is None before the game is opened.

        A game with adopted code may ask for a run of it first; the command then comes again as `asking.Answered`.
        """
        ...

    def evolve(self, state: Any, event: Any) -> Any:
        """Fold one event into the state; total for every event this or an earlier version ever recorded."""
        ...

    def due(self, state: Any) -> datetime | None:
        """When the clock must next strike for this table, if at all."""
        ...

    def strike(self, now: datetime, away: tuple[datetime, datetime] | None = None) -> Any:
        """The command that says that the clock stands at `now`. `away`: since when and until when the host was away, or
        its clock wrong, where that took in the moment that was due."""
        ...

    def seats(self, state: Any) -> Mapping[Seat, PersonId | None]:
        """Every seat of the table and who holds it."""
        ...

    def tell(self, before: Any, events: tuple[Any, ...], after: Any) -> tuple[Notice, ...]:
        """The notices that these events call for, each showing only what its seat may see."""
        ...

    def receipt(
        self,
        state: Any,
        speaker: Speaker,
        heard: tuple[Any, ...],
        reading: Reading,
        refused: tuple[Refusal, ...],
        now: datetime,
        states: tuple[Any, ...] = (),
    ) -> Notice:
        """The answer to writing: what was heard, refused and not read, the set now on file, the deadline.

        `states` are those after each command heard, so that every one is answered by what it came to and not by what
        later ones of the same letter made of it; without them all are answered by `state`.
        """
        ...

    def sight(self, state: Any, seat: Seat | None) -> Any:
        """The only way out of a state: what that seat (None: the public) may see."""
        ...

    def words(self, notice: Notice, lang: str, zone: tzinfo) -> Words:
        """Put a notice into one tongue, with times in the reader's zone."""
        ...

    def encode_event(self, event: Any) -> bytes:
        """Canonical JSON of an event, the same bytes for equal events (keys and sets sorted), with type and version."""
        ...

    def decode_event(self, data: bytes) -> Any:
        """Read an event of this or any earlier version."""
        ...

    def encode_body(self, body: Any) -> bytes: ...

    def decode_body(self, kind: str, data: bytes) -> Any: ...


@dataclass(frozen=True, slots=True)
class Reply:
    """What `referee.hear` answers: the receipt (a notice for the speaker), the events appended, the version reached."""

    receipt: Notice | None
    events: tuple[Any, ...]
    refused: tuple[Refusal, ...]
    unread: tuple[Unread, ...]
    version: int
    error: Saying | None = None
