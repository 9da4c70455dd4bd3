"""What the referee needs of the world, as protocols: a ledger, a clock and a source of chance.

`store` keeps the real ones; `referee.memory` and `referee.seeded` keep stand-ins that touch nothing outside.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from dragoman.game.protocol import Notice, Speaker
from dragoman.game.refusals import Refusal
from dragoman.game.saying import Saying
from dragoman.game.seats import PersonId, Seat
from dragoman.referee.chain import Entry

Seats = Mapping[Seat, PersonId | None]
"""Who holds which seat."""

Permit = Callable[[Any], Refusal | None]
"""Why a command may not be brought by whoever brings it (a program that was given leave for some things only), or
None."""


class Stale(Exception):
    """Somebody else appended first: the expected version is no longer the last. Load again and decide anew."""


class UnknownTable(Exception):
    """No table of that name."""


class Ahead(Exception):
    """The table's record goes on in a form that a later version wrote. Nobody here may touch it; another machine can,
    or this one after its upgrade."""

    def __init__(self, table: str, why: str) -> None:
        super().__init__(f"{table}: {why}")
        self.table = table
        self.why = why


class AlreadyHeard(Exception):
    """What bears this letter's mark was heard before, whole; nothing was appended now."""


class Waiting(Exception):
    """The table's clock is to strike, but letters received before that moment are still unheard. Try again later."""


@dataclass(frozen=True, slots=True)
class Slip:
    """One thing said to one table: either writing (`subject`, `text`) or a command in hand (a form, an API call).

    `letter` identifies the stored letter it came from (or the part of it that is meant for this table), so that the
    letter is marked as heard in the same transaction and a repetition is known; `answer` says whether a receipt is to
    be posted (mail) or only returned (web); `message_id` is the letter's own, which the receipt names as replied to;
    `remarks` are sentences on how the letter was read, for the receipt; `lacks` says what was wanting in how it came,
    where the table's game master may take it all the same; `permit`, if given, is asked of every command, however it
    came to be read, before it is decided. `zone` is the one that its writer is told times in, and so means when writing
    one (empty: the table's). `came` is when it came, where it is heard later than that (None: it is heard as it comes).
    """

    table: str
    speaker: Speaker
    subject: str = ""
    text: str = ""
    command: Any = None
    letter: str = ""
    answer: bool = False
    message_id: str = ""
    remarks: tuple[Saying, ...] = ()
    lacks: Refusal | None = None
    permit: Permit | None = None
    zone: str = ""
    came: datetime | None = None


@dataclass(frozen=True, slots=True)
class Chronicle:
    """A table as loaded: which game, its events in order (decoded), and the version (how many events there are).

    `at` is when the last event was appended and `seal` its hash in the chain; `start` is how many earlier events were
    left out because the loader had them.
    """

    game: str
    events: tuple[Any, ...]
    version: int
    at: datetime | None = None
    seal: bytes = b""
    start: int = 0


@dataclass(frozen=True, slots=True)
class Posting:
    """A notice on its way out, with the key that makes a repetition recognisable (and its Message-ID equal). `body` is
    the notice's, as the game encodes it, where it was encoded already."""

    key: str
    notice: Notice
    in_reply_to: str = ""
    body: bytes = field(default=b"", compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Appending:
    """What is to be appended to one table after version `expected`, as `Ledger.append` takes it."""

    table: str
    expected: int
    events: Sequence[Any]
    now: datetime
    due: datetime | None
    postings: Sequence[Posting]
    seats: Seats | None = None


class Ledger(Protocol):
    """The append-only record. `append` does all of it in one transaction or none of it.

    `seats`, where given, is who holds which seat after it: not part of the record, but an index over it.
    """

    def load(self, table: str, after: int = 0, seal: bytes = b"") -> Chronicle:
        """The table; if its event number `after` bears that seal, only the events after it. Raises UnknownTable,
        Ahead."""
        ...

    def several(self, known: Mapping[str, tuple[int, bytes]]) -> Mapping[str, Chronicle]:
        """The same of several tables at once, each with what is known of it; those that are not there are left out, and
        so are those that are ahead of this version."""
        ...

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
        """Begin a table. Raises Stale if the name is taken, AlreadyHeard."""
        ...

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
        """Append after version `expected` (no events: only postings and the letter's mark); the seal of the last event.
        `before` is the seal of that version, where it is known: if it bears another, it is not the one that is meant.
        Raises Stale, UnknownTable, AlreadyHeard."""
        ...

    def append_all(self, appendings: Sequence[Appending]) -> Sequence[bytes | None]:
        """Append to several tables, to each wholly or not at all; of each the seal of its last event, or None where
        nothing was appended since somebody else is writing or wrote first. Whatever is raised, nothing was appended."""
        ...

    def due(self, now: datetime, limit: int = 100, leaving: Collection[str] = ()) -> tuple[str, ...]:
        """Names of tables whose clock must strike by `now`, earliest first, without those in `leaving`."""
        ...

    def record(self, table: str) -> tuple[str, tuple[Entry, ...]]:
        """Which game it is, and the table's record as it is kept: bytes, salts and seals. Raises UnknownTable."""
        ...

    def restore(
        self, table: str, game: str, entries: Sequence[Entry], due: datetime | None, seats: Seats | None = None
    ) -> None:
        """Take in a record from elsewhere, seals and all; who calls has verified it. Raises Stale if the name is
        taken."""
        ...


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state after event number `version` of a table, which bears `seal`, as it was folded once."""

    version: int
    seal: bytes
    state: Any


class Snapshots(Protocol):
    """Folds that outlive a process. They save time and are never believed: who takes one asks the ledger whether that
    event bears that seal."""

    def find(self, tables: Collection[str]) -> Mapping[str, Snapshot]:
        """Those of these tables; one that is of another version of the code, or spoilt, is left out."""
        ...

    def keep(self, table: str, game: str, snapshot: Snapshot) -> None:
        """Keep one in place of an earlier one. Where it cannot be kept, nothing is, and nothing is raised."""
        ...


class Clock(Protocol):
    """What time it is, asked at the edge alone."""

    def now(self) -> datetime: ...


class Entropy(Protocol):
    """Where chance comes from, asked at the edge alone and recorded where it matters.

    `purpose` names what the draw is for. A seeded source makes the draw a function of seed and purpose; a real one
    ignores it.
    """

    def salt(self, table: str, n: int) -> bytes:
        """Sixteen bytes that hide event `n` of a table behind its hash."""
        ...

    def token(self, purpose: str) -> str:
        """A name nobody guesses: 26 lower-case letters and digits (130 bits)."""
        ...

    def code(self, purpose: str) -> str:
        """Eight digits for a person to type."""
        ...

    def number(self, purpose: str) -> int:
        """A seed for lots: a whole number of 63 bits."""
        ...
