"""Every body of a notice or receipt, kept and sent as JSON, with the answers to questions that a receipt holds."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from msgspec import Struct
from msgspec.json import Decoder, Encoder

from dragoman.diplomacy.events.recorded import PhaseRecord, PositionRecord
from dragoman.diplomacy.report.ballots import VoteTold
from dragoman.diplomacy.report.news import (
    AllFinal,
    Announcement,
    Body,
    Claimed,
    ClockGoesOn,
    ClockNews,
    ClockStopped,
    ConductNews,
    Corrected,
    DeadlineMoved,
    Disclosed,
    DrawWarning,
    Ended,
    ErrorNews,
    MoneyNews,
    OrdersEntered,
    PlayersNews,
    PollNews,
    Press,
    PressComplaint,
    PressWithdrawn,
    Proposal,
    ProxyNews,
    PublicNews,
    Reminder,
    Results,
    ResultsWait,
    RulesNews,
    SeatChanged,
    SetKept,
    Started,
)
from dragoman.diplomacy.report.pieces import (
    ChoiceTold,
    ClaimTold,
    FileNow,
    Next,
    OfferTold,
    PollTold,
    SeatTold,
    Standing,
    Written,
)
from dragoman.game.newer import whole
from dragoman.game.saying import Saying


class StatusAnswer(Struct, frozen=True, kw_only=True, tag_field="kind", tag="status"):
    """`votes` are the questions that are open."""

    stage: str
    next: Next
    paused: bool
    standings: tuple[Standing, ...]
    seats: tuple[SeatTold, ...]
    files: tuple[FileNow, ...] = ()
    waiting: int = 0
    clock: tuple[Saying, ...] = ()
    votes: tuple[VoteTold, ...] = ()


class RuleChangeTold(Struct, frozen=True):
    """A choice that was made anew since the game began: `how` is `vote`, with the number of the proposal in `by`, or
    `gm`, with the reason."""

    at: datetime
    number: str
    before: str
    after: str
    how: str
    by: str


class RulesAnswer(Struct, frozen=True, kw_only=True, tag_field="kind", tag="rules"):
    """Every clause with the choice made, and what has changed since the game began."""

    choices: Mapping[str, str]
    changes: tuple[RuleChangeTold, ...] = ()


class MapAnswer(Struct, frozen=True, kw_only=True, tag_field="kind", tag="map"):
    position: PositionRecord


class HelpAnswer(Struct, frozen=True, kw_only=True, tag_field="kind", tag="help"):
    """The words that work here. `alone` tells that nobody presides: answers from before it was told leave it open."""

    gm: bool
    alone: bool = False


class VotesAnswer(Struct, frozen=True, kw_only=True, tag_field="kind", tag="votes"):
    """What is put to the vote, and what came of earlier votes."""

    votes: tuple[VoteTold, ...]


class HistoryAnswer(Struct, frozen=True, kw_only=True, tag_field="kind", tag="history"):
    """A phase as it was adjudicated; `superseded` are earlier rulings on it that are no longer in force."""

    results: Results
    superseded: tuple[Results, ...] = ()


class ErrorsAnswer(Struct, frozen=True, kw_only=True, tag_field="kind", tag="errors"):
    """The errors claimed that this seat may know of. `keepers` is the game's name where whoever keeps the host asks,
    who decides there on reviews."""

    claims: tuple[ClaimTold, ...]
    keepers: str = ""


class ExportAnswer(Struct, frozen=True, kw_only=True, tag_field="kind", tag="export"):
    """A phase for other programs: in JSON as `dragoman adjudicate` reads it, and as text in the way of DATC."""

    phase: PhaseRecord
    json: str
    text: str


Answer = StatusAnswer | RulesAnswer | MapAnswer | HelpAnswer | VotesAnswer | HistoryAnswer | ErrorsAnswer | ExportAnswer


class Heard(Struct, frozen=True, omit_defaults=True):
    """Something that was heard: a sentence, and the orders it brought, or the votes that it is about, if any."""

    says: Saying
    lines: tuple[Written, ...] = ()
    choices: tuple[ChoiceTold, ...] = ()
    votes: tuple[VoteTold, ...] = ()


class Refused(Struct, frozen=True, omit_defaults=True):
    """Something understood and not allowed: why, by which clause, and the writing it is about."""

    code: str
    says: Saying
    clause: str = ""
    text: str = ""


class NotRead(Struct, frozen=True, omit_defaults=True):
    """A line that was not understood."""

    code: str
    text: str
    line: int = 0
    word: str = ""
    column: int = 0
    suggestions: tuple[str, ...] = ()


class Receipt(Body, frozen=True, kw_only=True, tag="receipt"):
    """The answer to writing: what was heard, refused and not read, the set now on file, the deadline. `remarks` tell
    how the letter itself was read; `passed` are the first of the lines that were passed over."""

    stage: str
    heard: tuple[Heard, ...]
    refused: tuple[Refused, ...]
    unread: tuple[NotRead, ...]
    ignored: int
    passed: tuple[str, ...] = ()
    next: Next
    file: FileNow | None = None
    answers: tuple[Answer, ...] = ()
    remarks: tuple[Saying, ...] = ()
    offer: OfferTold | None = None
    poll: PollTold | None = None


AnyBody = (
    Results
    | Started
    | Ended
    | Proposal
    | RulesNews
    | DrawWarning
    | Press
    | PressWithdrawn
    | PressComplaint
    | Disclosed
    | Claimed
    | DeadlineMoved
    | ClockStopped
    | ClockGoesOn
    | ClockNews
    | Reminder
    | Announcement
    | SeatChanged
    | PlayersNews
    | ProxyNews
    | PublicNews
    | PollNews
    | MoneyNews
    | OrdersEntered
    | SetKept
    | ErrorNews
    | Corrected
    | ResultsWait
    | ConductNews
    | AllFinal
    | Receipt
)

_encoder = Encoder(order="sorted")
_decoder: Decoder[AnyBody] = Decoder(AnyBody)


def encoded(body: AnyBody) -> bytes:
    """Canonical JSON of a body."""
    return _encoder.encode(body)


def decoded(data: bytes) -> AnyBody:
    """Read a body. Raises Newer."""
    return whole(_decoder, data)


def kind_of(body: AnyBody) -> str:
    """The name of the body's type, as it stands in its JSON."""
    return str(type(body).__struct_config__.tag)
