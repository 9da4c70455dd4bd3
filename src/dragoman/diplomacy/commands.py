"""Everything that can be asked of a game of Diplomacy: by people, each as the seat they speak for, and by the clock.

A command says what is wished; `decide` answers with what comes about. Questions are commands, too, that change
nothing and are answered in the receipt.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import get_args

from dragoman.diplomacy.board.position import Phase, Position
from dragoman.diplomacy.orders.contingent import Choice
from dragoman.diplomacy.orders.order import Line, Ordered
from dragoman.game.press import Colour
from dragoman.game.protocol import Speaker
from dragoman.game.seats import PersonId, Seat


@dataclass(frozen=True, slots=True)
class OpenGame:
    """Open a game on the map whose whole text is `map`, under the house rules `rules` (clause → choice, every clause).

    Deadlines fall at the local time of day `hour` (`"21:00"`; empty: whatever hour a phase begins) and on `weekdays`
    alone (Monday is 0), in `zone`. `seed` gives all chance; `gm` the human game master (None: the automatic
    referee); `seats` who holds which seat from the beginning; `given` a position to begin from; `entry` is `open` or
    `invited`; `begin` says that play begins at once, with the seats nobody holds left vacant.
    """

    by: Speaker
    name: str
    map: str
    rules: Mapping[str, str]
    seed: int
    lang: str = "en"
    zone: str = "UTC"
    hour: str = ""
    weekdays: tuple[int, ...] = (0, 1, 2, 3, 4, 5, 6)
    gm: PersonId | None = None
    seats: Mapping[Seat, PersonId] = field(default_factory=dict)
    given: Position | None = None
    entry: str = "open"
    begin: bool = False


# --- seats ---


@dataclass(frozen=True, slots=True)
class Join:
    """Ask for a power: those named, the dearest first (none named: any)."""

    by: Speaker
    wishes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Observe:
    """Look on under a name of one's own, which must be free at this table (empty: a number)."""

    by: Speaker
    name: str = ""


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the seat up."""

    by: Speaker


@dataclass(frozen=True, slots=True)
class Invite:
    """The game master lets a person join a game that is not open to all."""

    by: Speaker
    person: PersonId


# --- orders ---


@dataclass(frozen=True, slots=True)
class SubmitOrders:
    """Orders for the phase named (None: the current one). `final` is True or False where the writer said so, else None;
    `channel` is how they came: `mail`, `web`, `api`, `gm`.

    `giver` is the power whose units they order by its proxy (empty: one's own); `choices` are conditional orders, each
    with the number of plain lines before it. `perpetual` asks that the set hold for
    every later phase of its kind (II.4); `public` that everybody be shown it (II.6).
    """

    by: Speaker
    lines: tuple[Line, ...]
    phase: Phase | None = None
    final: bool | None = None
    channel: str = ""
    giver: str = ""
    choices: tuple[tuple[int, Choice], ...] = ()
    perpetual: bool = False
    public: bool = False


@dataclass(frozen=True, slots=True)
class MarkStatus:
    """Call the set on file final or preliminary. Where there is none, the empty set is meant: every unit holds."""

    by: Speaker
    final: bool
    phase: Phase | None = None


@dataclass(frozen=True, slots=True)
class ClearOrders:
    """Take back all orders on file for that phase; with none named, for every phase, and the perpetual ones, too."""

    by: Speaker
    phase: Phase | None = None


@dataclass(frozen=True, slots=True)
class GrantProxy:
    """Leave units (for builds: centres) of one's own to another power to order, in the current phase (II.3)."""

    by: Speaker
    to: str
    units: tuple[Ordered, ...]


@dataclass(frozen=True, slots=True)
class RevokeProxy:
    """Take the proxies given for the current phase back: those given to that power (empty: all)."""

    by: Speaker
    to: str = ""


@dataclass(frozen=True, slots=True)
class CastVote:
    """Vote on a numbered proposal: `yes`, `no` or `abstain`."""

    by: Speaker
    number: int
    choice: str


@dataclass(frozen=True, slots=True)
class DemandPrivate:
    """Ask that orders be given in private after all, where public ones were asked for (II.6)."""

    by: Speaker


# --- press ---


@dataclass(frozen=True, slots=True)
class SendPress:
    """A piece of press to seats, `all` or `observers`. `name` is whom it is ascribed to: a seat for black press, for
    dark grey whoever its writer pleases."""

    by: Speaker
    to: tuple[str, ...]
    text: str
    dateline: str = ""
    colour: Colour = Colour.WHITE
    name: str = ""


@dataclass(frozen=True, slots=True)
class AnswerPress:
    """Answer a piece, by the number it has for the writer: to its author and its other readers."""

    by: Speaker
    number: int
    text: str
    dateline: str = ""


@dataclass(frozen=True, slots=True)
class ReportPress:
    """Bring a piece before the game master."""

    by: Speaker
    number: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class MutePress:
    """Read no more press of those: seats, `observers`, or `unsigned`; or, not `muted`, read it again."""

    by: Speaker
    whom: tuple[str, ...]
    muted: bool = True


@dataclass(frozen=True, slots=True)
class DiscloseAuthors:
    """Have it told who wrote those pieces (none named: all) that are not white (X.2)."""

    by: Speaker
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class RefusePress:
    """The game master refuses to publish a piece (X.1)."""

    by: Speaker
    number: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class ClaimNames:
    """The game master claims names and places, that nobody else's press may use (Finnish rule 15)."""

    by: Speaker
    names: tuple[str, ...]


# --- questions ---


@dataclass(frozen=True, slots=True)
class AskStatus:
    by: Speaker


@dataclass(frozen=True, slots=True)
class AskRules:
    by: Speaker


@dataclass(frozen=True, slots=True)
class AskMap:
    by: Speaker


@dataclass(frozen=True, slots=True)
class AskHistory:
    """What became of a phase (None: the last one adjudicated)."""

    by: Speaker
    phase: Phase | None = None


@dataclass(frozen=True, slots=True)
class AskHelp:
    by: Speaker


# --- the game master ---


@dataclass(frozen=True, slots=True)
class Preview:
    """See what the orders on file would bring about, and change nothing."""

    by: Speaker


@dataclass(frozen=True, slots=True)
class Process:
    """Adjudicate now. The phase must be named, so that a command said twice does not process the next one as well."""

    by: Speaker
    phase: Phase | None = None


@dataclass(frozen=True, slots=True)
class SetDeadline:
    by: Speaker
    deadline: datetime
    why: str = ""


@dataclass(frozen=True, slots=True)
class Announce:
    by: Speaker
    text: str


@dataclass(frozen=True, slots=True)
class Pause:
    by: Speaker
    why: str = ""


@dataclass(frozen=True, slots=True)
class Resume:
    by: Speaker


@dataclass(frozen=True, slots=True)
class EndGame:
    """End a running game without a winner; close a finished one."""

    by: Speaker
    why: str = ""


@dataclass(frozen=True, slots=True)
class ReplacePlayer:
    """Put another person into a seat. In writing the person is an address; whoever knows addresses fills in `person`
    before the command is decided (see `Game.people_named`)."""

    by: Speaker
    seat: Seat
    address: str = ""
    person: PersonId | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class AskPublic:
    """The game master asks for public orders in a retreat or adjustment phase: of those powers (none named: of all that
    have something to order)."""

    by: Speaker
    powers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ConfirmPublic:
    """The game master confirms the public orders, which is the adjudication (II.6.C). The phase must be named."""

    by: Speaker
    phase: Phase | None = None


@dataclass(frozen=True, slots=True)
class AcceptOrders:
    """The game master takes a set for a power that came some other way, or fell short of the rules (II.2, F.2)."""

    by: Speaker
    power: str
    lines: tuple[Line, ...]
    why: str
    phase: Phase | None = None
    choices: tuple[tuple[int, Choice], ...] = ()
    final: bool | None = None


# --- the clock ---


@dataclass(frozen=True, slots=True)
class ClockStruck:
    """The clock stands at `now`."""

    now: datetime


Question = AskStatus | AskRules | AskMap | AskHistory | AskHelp | Preview

Command = (
    OpenGame
    | Join
    | Observe
    | Resign
    | Invite
    | SubmitOrders
    | MarkStatus
    | ClearOrders
    | GrantProxy
    | RevokeProxy
    | CastVote
    | DemandPrivate
    | SendPress
    | AnswerPress
    | ReportPress
    | MutePress
    | DiscloseAuthors
    | RefusePress
    | ClaimNames
    | AskStatus
    | AskRules
    | AskMap
    | AskHistory
    | AskHelp
    | Preview
    | Process
    | SetDeadline
    | Announce
    | Pause
    | Resume
    | EndGame
    | ReplacePlayer
    | AskPublic
    | ConfirmPublic
    | AcceptOrders
    | ClockStruck
)

PressCommand = SendPress | AnswerPress | ReportPress | MutePress | DiscloseAuthors | RefusePress | ClaimNames

QUESTIONS: tuple[type, ...] = get_args(Question)
