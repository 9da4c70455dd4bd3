"""Everything that can be said to a game of Nomic: what players, observers and whoever presides would do, and the clock.

A command is a wish. Whether it is granted is decided; what came of it is events.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from dragoman.game.protocol import Speaker
from dragoman.game.seats import PersonId, Seat
from dragoman.nomic.events.recorded import Change
from dragoman.nomic.rulesets import RuleSet


@dataclass(frozen=True, slots=True)
class GivenProposal:
    """A proposal that is open as a game is taken up: when it was posted and (None: not yet) when its vote began or is
    announced to begin, and the votes cast."""

    number: int
    player: str
    change: Change
    posted: datetime
    parallel: bool = False
    opens: datetime | None = None
    opened: datetime | None = None
    votes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Facts:
    """What is given of a game that is opened in its middle; None or empty: as at the beginning."""

    scores: Mapping[str, int] = field(default_factory=dict)
    circuits: int | None = None
    mover: str | None = None
    next_number: int | None = None
    next_regulation: int | None = None
    penalties: tuple[tuple[str, str, str], ...] = ()
    proposals: tuple[GivenProposal, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenGame:
    """Open a game under a rule set. `seats` are the players from the beginning (and observers) and `gm` who presides,
    if anybody; `readings` are those chosen otherwise than usual; `begin` lets play begin at once; `wanted` when so many
    have joined."""

    by: Speaker
    name: str
    ruleset: RuleSet
    seats: Mapping[Seat, PersonId] = field(default_factory=dict)
    surnames: Mapping[str, str] = field(default_factory=dict)
    gm: PersonId | None = None
    readings: Mapping[str, str] = field(default_factory=dict)
    lang: str = "en"
    zone: str = "UTC"
    seed: int = 0
    collation: str = ""
    entry: str = "open"
    wanted: int = 0
    begin: bool = False
    given: Facts | None = None


# --- players ---


@dataclass(frozen=True, slots=True)
class Join:
    """Join the game, or come back to it, under a name."""

    by: Speaker
    player: str
    surname: str = ""


@dataclass(frozen=True, slots=True)
class Observe:
    by: Speaker
    name: str = ""


@dataclass(frozen=True, slots=True)
class Forfeit:
    by: Speaker


# --- proposals ---


@dataclass(frozen=True, slots=True)
class Post:
    """Propose a rule-change; `parallel`: in a parallel turn."""

    by: Speaker
    change: Change
    parallel: bool = False


@dataclass(frozen=True, slots=True)
class Revise:
    """Give a proposal another form. What the change leaves empty of kind and target stays as it was."""

    by: Speaker
    number: int
    change: Change


@dataclass(frozen=True, slots=True)
class Argue:
    by: Speaker
    number: int
    text: str


@dataclass(frozen=True, slots=True)
class AnnounceVote:
    by: Speaker
    number: int
    opens: datetime


@dataclass(frozen=True, slots=True)
class CastVote:
    """Vote on a proposal or (`R103`) a regulation-change."""

    by: Speaker
    number: str
    choice: str


@dataclass(frozen=True, slots=True)
class Cancel:
    by: Speaker
    number: int


@dataclass(frozen=True, slots=True)
class Regulate:
    """Propose a regulation-change."""

    by: Speaker
    change: Change


# --- judgment ---


@dataclass(frozen=True, slots=True)
class Order:
    """What a Judge, or whoever presides, has the referee record. `what` is one of `points`, `penalty`,
    `remove penalty`, `reading`, `set`, `suspend`, `restore`, `conflict`, `winner`, `opens`, `effect`, `settled`; the
    rest as it needs."""

    what: str
    player: str = ""
    amount: int = 0
    name: str = ""
    value: str = ""
    rules: tuple[str, ...] = ()
    moment: datetime | None = None


@dataclass(frozen=True, slots=True)
class Invoke:
    by: Speaker
    question: str


@dataclass(frozen=True, slots=True)
class Judge:
    """Decide a question; 0: the one that is open."""

    by: Speaker
    ruling: str
    orders: tuple[Order, ...] = ()
    id: int = 0


@dataclass(frozen=True, slots=True)
class Overrule:
    by: Speaker
    agrees: bool = True
    id: int = 0


@dataclass(frozen=True, slots=True)
class Consent:
    by: Speaker
    agrees: bool = True


@dataclass(frozen=True, slots=True)
class Confirm:
    """Confirm that play cannot go on, and so who wins (213)."""

    by: Speaker
    agrees: bool = True


@dataclass(frozen=True, slots=True)
class BuyOff:
    """Have a penalty removed by its removal condition."""

    by: Speaker
    id: int


# --- whoever presides ---


@dataclass(frozen=True, slots=True)
class Record:
    """Record a fact by hand."""

    by: Speaker
    order: Order
    why: str = ""


@dataclass(frozen=True, slots=True)
class Begin:
    by: Speaker


@dataclass(frozen=True, slots=True)
class Invite:
    """Let whoever has that address join; `person` is found at the edge."""

    by: Speaker
    address: str
    person: PersonId | None = None


@dataclass(frozen=True, slots=True)
class Replace:
    """Give a player's seat to whoever has that address; `person` is found at the edge."""

    by: Speaker
    player: str
    address: str
    person: PersonId | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class SetDeadline:
    by: Speaker
    deadline: datetime
    why: str = ""


@dataclass(frozen=True, slots=True)
class Pause:
    by: Speaker
    why: str = ""


@dataclass(frozen=True, slots=True)
class Resume:
    by: Speaker


@dataclass(frozen=True, slots=True)
class End:
    by: Speaker
    why: str = ""


@dataclass(frozen=True, slots=True)
class Announce:
    by: Speaker
    text: str


# --- talk and questions ---


@dataclass(frozen=True, slots=True)
class SendPress:
    by: Speaker
    to: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class AskStatus:
    by: Speaker


@dataclass(frozen=True, slots=True)
class AskRules:
    """The rules in force, or one with its history; at a moment of the past, as they stood then."""

    by: Speaker
    number: str = ""
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class AskProposal:
    """A proposal with what it would alter."""

    by: Speaker
    number: int


@dataclass(frozen=True, slots=True)
class AskReadings:
    by: Speaker


@dataclass(frozen=True, slots=True)
class AskHelp:
    """What can be written; `about`, where it is `code`, as code of a rule."""

    by: Speaker
    about: str = ""


@dataclass(frozen=True, slots=True)
class ClockStruck:
    now: datetime


Question = AskStatus | AskRules | AskProposal | AskReadings | AskHelp

Command = (
    OpenGame
    | Join
    | Observe
    | Forfeit
    | Post
    | Revise
    | Argue
    | AnnounceVote
    | CastVote
    | Cancel
    | Regulate
    | Invoke
    | Judge
    | Overrule
    | Consent
    | Confirm
    | BuyOff
    | Record
    | Begin
    | Invite
    | Replace
    | SetDeadline
    | Pause
    | Resume
    | End
    | Announce
    | SendPress
    | Question
    | ClockStruck
)
