"""Everything that can have happened in a game of Diplomacy, as frozen values that stand in the ledger for ever.

An event says what came about, never what was wished: folding decides nothing. Persons stand here by id only. Each
kind has its name in `type` and its version in `v`; a later version adds fields with defaults, or a reader for the old
form, and raises `v` (`game.newer`).
"""

from __future__ import annotations

from msgspec.json import Decoder, Encoder

from dragoman.diplomacy.events.conduct import ConductReported, MailBlocked, PlayerCautioned, PlayerExpelled
from dragoman.diplomacy.events.corrections import (
    AdviceTaken,
    ErrorAnswered,
    ErrorClaimed,
    ExtraUnitNoted,
    HoldingSet,
    PhaseHeld,
    PhasesTakenBack,
    PositionEdited,
    ReviewAsked,
    RulingAmended,
    RulingCorrected,
)
from dragoman.diplomacy.events.course import (
    CourseEvent,
    DeadlineSet,
    GameClosed,
    GameEnded,
    GameWon,
    Paused,
    PhaseAdjudicated,
    Resumed,
)
from dragoman.diplomacy.events.democracy import (
    BallotCast,
    BallotWithdrawn,
    NoticeGiven,
    PollClosed,
    PollCounted,
    PollEvent,
    PollOpened,
    TieBroken,
)
from dragoman.diplomacy.events.happened import Happened
from dragoman.diplomacy.events.office import Announced
from dragoman.diplomacy.events.opening import (
    GameOpened,
    GameStarted,
    LotsDrawn,
    PersonInvited,
    PersonJoined,
    PersonSeated,
)
from dragoman.diplomacy.events.orders import (
    OrdersCleared,
    OrdersKept,
    OrdersReceived,
    ProxyGranted,
    ProxyRevoked,
    StatusMarked,
)
from dragoman.diplomacy.events.payola import BidsReceived, IncomePaid, MarketEvent, MoneyGiven, OrdersBought
from dragoman.diplomacy.events.players import (
    DeputyNamed,
    DeputyRefused,
    DeputySeated,
    DisorderBegan,
    JoinAnswered,
    JoinAsked,
    OfficeHandedOver,
    PersonListed,
    PersonUnlisted,
    PlayersEvent,
    RoundPlayed,
    SeatReturned,
    SecondAppointed,
    SecondDismissed,
    StandbyCalled,
    StandbyReleased,
    StandbySigned,
)
from dragoman.diplomacy.events.press import (
    AuthorsDisclosed,
    NamesClaimed,
    PressMuted,
    PressRefused,
    PressReported,
    PressSent,
)
from dragoman.diplomacy.events.public import PrivateDemanded, PublicAsked
from dragoman.diplomacy.events.reports import ReportsChosen
from dragoman.diplomacy.events.seats import PlayerReplaced, SeatResigned
from dragoman.diplomacy.events.time import (
    AbsencePlanned,
    AbsenceWithdrawn,
    ContactAwaited,
    ContactLapsed,
    ContactMade,
    DelayAnswered,
    DelayAsked,
    GraceGranted,
    HostAway,
    OrdersCameLate,
    PaceObjected,
    PaceSet,
    PlayerWarned,
    Reminded,
    ResumptionCalled,
    RulingAwaited,
    TimeEvent,
)
from dragoman.diplomacy.events.votes import (
    DrawWarned,
    RulesChanged,
    VoteCast,
    VoteClosed,
    VoteDropped,
    VoteOpened,
)
from dragoman.game.newer import whole

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
    | OrdersKept
    | StatusMarked
    | OrdersCleared
    | ProxyGranted
    | ProxyRevoked
    | VoteOpened
    | VoteCast
    | VoteClosed
    | VoteDropped
    | RulesChanged
    | DrawWarned
    | PollOpened
    | BallotCast
    | BallotWithdrawn
    | NoticeGiven
    | PollCounted
    | TieBroken
    | PollClosed
    | BidsReceived
    | OrdersBought
    | IncomePaid
    | MoneyGiven
    | PublicAsked
    | PrivateDemanded
    | DeadlineSet
    | PhaseAdjudicated
    | Paused
    | Resumed
    | GameWon
    | GameEnded
    | GameClosed
    | PlayersEvent
    | PressSent
    | PressRefused
    | PressReported
    | PressMuted
    | AuthorsDisclosed
    | NamesClaimed
    | Announced
    | ReportsChosen
    | TimeEvent
    | ErrorClaimed
    | ErrorAnswered
    | ReviewAsked
    | AdviceTaken
    | RulingCorrected
    | PhasesTakenBack
    | PositionEdited
    | ExtraUnitNoted
    | HoldingSet
    | PhaseHeld
    | RulingAmended
    | ConductReported
    | PlayerCautioned
    | MailBlocked
    | PlayerExpelled
)

PressEvent = PressSent | PressRefused | PressReported | PressMuted | AuthorsDisclosed | NamesClaimed

CorrectionEvent = (
    ErrorClaimed
    | ErrorAnswered
    | ReviewAsked
    | AdviceTaken
    | RulingCorrected
    | PhasesTakenBack
    | PositionEdited
    | ExtraUnitNoted
    | HoldingSet
    | PhaseHeld
    | RulingAmended
)

ConductEvent = ConductReported | PlayerCautioned | MailBlocked | PlayerExpelled

_encoder = Encoder(order="sorted")
_decoder: Decoder[Event] = Decoder(Event)


def encoded(event: Event) -> bytes:
    """Canonical JSON: equal events give equal bytes."""
    return _encoder.encode(event)


def decoded(data: bytes) -> Event:
    """Read an event of this or any earlier version. Raises Newer for what none of them ever wrote."""
    return whole(_decoder, data)


__all__ = [
    "BidsReceived",
    "IncomePaid",
    "MarketEvent",
    "MoneyGiven",
    "OrdersBought",
    "CourseEvent",
    "AdviceTaken",
    "Announced",
    "AuthorsDisclosed",
    "BallotCast",
    "BallotWithdrawn",
    "ConductEvent",
    "ConductReported",
    "CorrectionEvent",
    "DeadlineSet",
    "DeputyNamed",
    "DeputyRefused",
    "DeputySeated",
    "DisorderBegan",
    "DrawWarned",
    "ErrorAnswered",
    "ErrorClaimed",
    "Event",
    "ExtraUnitNoted",
    "GameClosed",
    "GameEnded",
    "GameOpened",
    "GameStarted",
    "GameWon",
    "Happened",
    "JoinAnswered",
    "JoinAsked",
    "HoldingSet",
    "LotsDrawn",
    "MailBlocked",
    "NamesClaimed",
    "OfficeHandedOver",
    "NoticeGiven",
    "OrdersCleared",
    "OrdersKept",
    "OrdersReceived",
    "Paused",
    "PersonInvited",
    "PersonJoined",
    "PersonListed",
    "PersonSeated",
    "PersonUnlisted",
    "PhaseAdjudicated",
    "PhaseHeld",
    "PhasesTakenBack",
    "PlayerCautioned",
    "PlayerExpelled",
    "PlayerReplaced",
    "PlayersEvent",
    "PollClosed",
    "PollCounted",
    "PollEvent",
    "PollOpened",
    "PositionEdited",
    "PressEvent",
    "PressMuted",
    "PressRefused",
    "PressReported",
    "PressSent",
    "PrivateDemanded",
    "ProxyGranted",
    "ProxyRevoked",
    "PublicAsked",
    "ReportsChosen",
    "Resumed",
    "RoundPlayed",
    "RulesChanged",
    "ReviewAsked",
    "RulingAmended",
    "RulingCorrected",
    "SeatResigned",
    "SeatReturned",
    "SecondAppointed",
    "SecondDismissed",
    "StandbyCalled",
    "StandbyReleased",
    "StandbySigned",
    "StatusMarked",
    "TieBroken",
    "VoteCast",
    "VoteClosed",
    "VoteDropped",
    "VoteOpened",
    "decoded",
    "encoded",
    "AbsencePlanned",
    "AbsenceWithdrawn",
    "ContactAwaited",
    "ContactLapsed",
    "ContactMade",
    "DelayAnswered",
    "DelayAsked",
    "GraceGranted",
    "HostAway",
    "OrdersCameLate",
    "PaceObjected",
    "PaceSet",
    "PlayerWarned",
    "Reminded",
    "ResumptionCalled",
    "RulingAwaited",
    "TimeEvent",
]
