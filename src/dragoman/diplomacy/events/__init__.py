"""Everything that can have happened in a game of Diplomacy, as frozen values that stand in the ledger for ever.

An event says what came about, never what was wished: folding decides nothing. Persons stand here by id only. Each
kind has its name in `type` and its version in `v`; a later version adds fields with defaults, or a reader for the old
form.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from msgspec import Struct
from msgspec.json import Decoder, Encoder

from dragoman.diplomacy.events.contingent import ChoiceRecord, TakenRecord
from dragoman.diplomacy.events.recorded import LineRecord, PhaseRecord, PositionRecord, RulingRecord


class Happened(Struct, frozen=True, kw_only=True, tag_field="type"):
    """What all events have: when it came about (UTC), and the version of its form."""

    at: datetime
    v: int = 1


# --- a game comes about ---


class GameOpened(Happened, frozen=True, kw_only=True, tag="GameOpened"):
    """A game was opened. It holds the whole map and every choice of house rules, so that neither a preset nor a map
    file that changes later changes this game.

    `by` opened it; `gm` is the human game master, None where the automatic referee presides; `given` the position to
    begin from where that is not the map's opening; `entry` is `open` (anybody may join) or `invited`. Deadlines fall at
    the local time of day `hour` (empty: whatever hour a phase begins) and on `weekdays` alone (Monday is 0), in `zone`.
    """

    name: str
    by: str
    map: str
    rules: Mapping[str, str]
    lang: str
    zone: str
    seed: int
    hour: str = ""
    weekdays: tuple[int, ...] = (0, 1, 2, 3, 4, 5, 6)
    gm: str | None = None
    given: PositionRecord | None = None
    entry: str = "open"


class PersonInvited(Happened, frozen=True, kw_only=True, tag="PersonInvited"):
    """Someone may join, though the game is not open to all."""

    person: str


class PersonJoined(Happened, frozen=True, kw_only=True, tag="PersonJoined"):
    """Someone asked for a seat before the powers were allotted and waits in `seat` (`player 3`). `wishes` are powers,
    the dearest first; whatever is not named is as welcome as any other."""

    person: str
    seat: str
    wishes: tuple[str, ...] = ()


class PersonSeated(Happened, frozen=True, kw_only=True, tag="PersonSeated"):
    """Someone holds a seat from now on: a power that was free, or that of an observer."""

    person: str
    seat: str


class LotsDrawn(Happened, frozen=True, kw_only=True, tag="LotsDrawn"):
    """The powers were allotted: in the order of `turns` each waiting seat took the dearest power still free. `seats`
    maps the waiting seat to the power."""

    turns: tuple[str, ...]
    seats: Mapping[str, str]


class GameStarted(Happened, frozen=True, kw_only=True, tag="GameStarted"):
    """Play began."""


# --- seats change hands ---


class SeatResigned(Happened, frozen=True, kw_only=True, tag="SeatResigned"):
    """The holder gave the seat up; nobody holds it now."""

    person: str
    seat: str


class PlayerReplaced(Happened, frozen=True, kw_only=True, tag="PlayerReplaced"):
    """The game master put another person into a seat. The orders on file stay."""

    person: str
    seat: str
    before: str | None = None
    why: str = ""


# --- orders ---


class OrdersReceived(Happened, frozen=True, kw_only=True, tag="OrdersReceived"):
    """A set of orders arrived for a phase. That it arrived is this event, whatever is in it: an empty set is a set.

    `final` is as it was marked, or else what clause II.1 makes of an unmarked set; `channel` how it came (`mail`,
    `web`, `gm`); `person` who sent it. `giver` is the power whose units it orders by proxy (empty: the seat's own);
    `choices` are its conditional orders;
    `perpetual` that it holds for later phases of its kind, too; `public` that it was sent for all to see; `why` a game
    master's reason for taking a set that fell short of the rules.
    """

    person: str
    seat: str
    phase: PhaseRecord
    lines: tuple[LineRecord, ...]
    final: bool
    channel: str = ""
    giver: str = ""
    choices: tuple[ChoiceRecord, ...] = ()
    perpetual: bool = False
    public: bool = False
    why: str = ""


class StatusMarked(Happened, frozen=True, kw_only=True, tag="StatusMarked"):
    """The set on file was called final, or preliminary again."""

    seat: str
    phase: PhaseRecord
    final: bool


class OrdersCleared(Happened, frozen=True, kw_only=True, tag="OrdersCleared"):
    """All orders on file for the phase were taken back; with `perpetual`, those for later phases of its kind."""

    seat: str
    phase: PhaseRecord
    perpetual: bool = False


class ProxyGranted(Happened, frozen=True, kw_only=True, tag="ProxyGranted"):
    """A power left the units in those provinces (for builds: those centres) to another to order, in one phase.

    It is in force from now on, or, where it is `pending`, once a vote has carried it (II.3.D).
    """

    number: int
    seat: str
    to: str
    phase: PhaseRecord
    provinces: tuple[str, ...]
    pending: bool = False


class ProxyRevoked(Happened, frozen=True, kw_only=True, tag="ProxyRevoked"):
    """The giver took a proxy back: the one of that number, to whom and for what."""

    number: int
    seat: str
    to: str = ""
    provinces: tuple[str, ...] = ()


class VoteOpened(Happened, frozen=True, kw_only=True, tag="VoteOpened"):
    """A question was put to the vote by a seat: `about` is `proxy`, and `proxy` the number of the one in question."""

    number: int
    seat: str
    about: str
    proxy: int = 0


class VoteCast(Happened, frozen=True, kw_only=True, tag="VoteCast"):
    """A ballot came in: `yes`, `no` or `abstain`. The last one of each voter counts."""

    number: int
    seat: str
    choice: str


class VoteClosed(Happened, frozen=True, kw_only=True, tag="VoteClosed"):
    """A vote was counted, early or at its end. `votes` is how everybody entitled was counted, silence and what is taken
    as given included; what is told of it is for clause IX.4 to say."""

    number: int
    carried: bool
    votes: Mapping[str, str] = {}


class PublicAsked(Happened, frozen=True, kw_only=True, tag="PublicAsked"):
    """The game master asked those powers to give their orders for the phase in public."""

    phase: PhaseRecord
    powers: tuple[str, ...]


class PrivateDemanded(Happened, frozen=True, kw_only=True, tag="PrivateDemanded"):
    """A player asked for private orders, and the request for public ones is off."""

    phase: PhaseRecord
    seat: str


# --- the course of play ---


class DeadlineSet(Happened, frozen=True, kw_only=True, tag="DeadlineSet"):
    """A phase falls due at `deadline`. `cause` is `schedule`, `gm`, `resumed`, or `private` where private orders were
    demanded; `why` a game master's reason."""

    phase: PhaseRecord
    deadline: datetime
    cause: str = "schedule"
    why: str = ""


class PhaseAdjudicated(Happened, frozen=True, kw_only=True, tag="PhaseAdjudicated"):
    """A phase was ruled upon, as recorded here: folding never adjudicates again.

    `missing` are the powers that had something to order and sent nothing; `judged_by` the version of the adjudicator;
    `cause` is `deadline`, `all-final` or `gm`, or `round` where the phase followed on another in its round. `taken`
    tells for each power which cases of its conditional orders were followed, which is that power's alone to know.
    """

    ruling: RulingRecord
    missing: tuple[str, ...] = ()
    cause: str = "deadline"
    judged_by: str = ""
    taken: Mapping[str, tuple[TakenRecord, ...]] = {}


class Paused(Happened, frozen=True, kw_only=True, tag="Paused"):
    """The clock stands still."""

    why: str = ""


class Resumed(Happened, frozen=True, kw_only=True, tag="Resumed"):
    """The clock goes on."""


class GameWon(Happened, frozen=True, kw_only=True, tag="GameWon"):
    """One power reached the victory count of centres."""

    power: str
    centres: int


class GameEnded(Happened, frozen=True, kw_only=True, tag="GameEnded"):
    """Play is over. `result` is `win`, `draw` or `ended`; `powers` share it; `why` the game master's words."""

    result: str
    powers: tuple[str, ...] = ()
    why: str = ""


class GameClosed(Happened, frozen=True, kw_only=True, tag="GameClosed"):
    """The game master closed a finished game: nothing more is heard."""

    why: str = ""


# --- what people say ---


class PressSent(Happened, frozen=True, kw_only=True, tag="PressSent"):
    """A piece of press, numbered through the game. `to` names seats, `all` or `observers`; `colour` is `white`, `grey`,
    `dark grey` or `black`.

    `name` is whom it is ascribed to where it is dark grey or black; `held` that it waits for the report of its phase.
    `answers` is the number of the piece it answers, `unnamed` that one's author where they are to read it unnamed.
    """

    number: int
    person: str
    seat: str
    to: tuple[str, ...]
    text: str
    colour: str = "white"
    dateline: str = ""
    name: str = ""
    held: bool = False
    answers: int = 0
    unnamed: str = ""


class PressRefused(Happened, frozen=True, kw_only=True, tag="PressRefused"):
    """The game master refused a piece: it is not published, or no longer (X.1)."""

    number: int
    why: str = ""


class PressReported(Happened, frozen=True, kw_only=True, tag="PressReported"):
    """A reader brought a piece before the game master, who may read it from now on."""

    number: int
    person: str
    seat: str
    why: str = ""


class PressMuted(Happened, frozen=True, kw_only=True, tag="PressMuted"):
    """A reader wants no more press of somebody, or (not `muted`) wants it again. `whom` is a seat, `observers`, or
    `unsigned`."""

    seat: str
    whom: str
    muted: bool = True


class AuthorsDisclosed(Happened, frozen=True, kw_only=True, tag="AuthorsDisclosed"):
    """Who wrote those pieces was told to whoever could read them (X.2), at the wish of a seat."""

    numbers: tuple[int, ...]
    seat: str


class NamesClaimed(Happened, frozen=True, kw_only=True, tag="NamesClaimed"):
    """The game master claimed names and places; `claimed` are all of them by now, `names` the new ones."""

    names: tuple[str, ...]
    claimed: str


class Announced(Happened, frozen=True, kw_only=True, tag="Announced"):
    """The game master told everybody something."""

    text: str


Event = (
    GameOpened
    | PersonInvited
    | PersonJoined
    | PersonSeated
    | LotsDrawn
    | GameStarted
    | SeatResigned
    | PlayerReplaced
    | OrdersReceived
    | StatusMarked
    | OrdersCleared
    | ProxyGranted
    | ProxyRevoked
    | VoteOpened
    | VoteCast
    | VoteClosed
    | PublicAsked
    | PrivateDemanded
    | DeadlineSet
    | PhaseAdjudicated
    | Paused
    | Resumed
    | GameWon
    | GameEnded
    | GameClosed
    | PressSent
    | PressRefused
    | PressReported
    | PressMuted
    | AuthorsDisclosed
    | NamesClaimed
    | Announced
)

PressEvent = PressSent | PressRefused | PressReported | PressMuted | AuthorsDisclosed | NamesClaimed

_encoder = Encoder(order="sorted")
_decoder: Decoder[Event] = Decoder(Event)


def encoded(event: Event) -> bytes:
    """Canonical JSON: equal events give equal bytes."""
    return _encoder.encode(event)


def decoded(data: bytes) -> Event:
    """Read an event of this or any earlier version. Raises msgspec.ValidationError for what no version ever wrote."""
    return _decoder.decode(data)
