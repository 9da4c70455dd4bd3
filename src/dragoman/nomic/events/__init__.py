"""Everything that can have happened in a game of Nomic, as frozen values that stand in the ledger for ever.

An event says what came about, never what was wished: folding decides nothing, runs no code and reads no rule. Players
stand here by their names at the table, persons by id. Each kind has its name in `type` and its version in `v`; a later
version adds fields with defaults and raises `v`, or a reader for the old form.
"""

from __future__ import annotations

from msgspec.json import Decoder, Encoder

from dragoman.game.newer import whole
from dragoman.nomic.events.code import (
    CodeRestored,
    CodeSuspended,
    HookRan,
    NoticeGiven,
    ParameterSet,
    TaskLeft,
    TimerCancelled,
    TimerRang,
    TimerSet,
    VariableSet,
)
from dragoman.nomic.events.happened import Happened
from dragoman.nomic.events.judgment import (
    ConfirmationGiven,
    ConflictEnded,
    ConflictFound,
    ConsentGiven,
    FindingEnded,
    HeldForJudgment,
    HeldSettled,
    JudgeOverruled,
    JudgmentGiven,
    JudgmentInvoked,
    NotTakenBack,
    OrdersCarriedOut,
    OverrulingCast,
    ReadingChosen,
    TermEnded,
    UnplayableFound,
    WinLapsed,
    WinWaits,
)
from dragoman.nomic.events.office import RecordedByHand
from dragoman.nomic.events.players import (
    FactsRecorded,
    GameEnded,
    GameOpened,
    GameStarted,
    JoinAsked,
    ObserverSeated,
    Paused,
    PersonInvited,
    PlayerForfeited,
    PlayerJoined,
    PlayerReplaced,
    PlayerSeated,
    Resumed,
    WinnerDeclared,
)
from dragoman.nomic.events.proposals import (
    AnnouncementUndone,
    Argued,
    ChangeWithoutEffect,
    CodeTried,
    HourPassed,
    ProposalCancelled,
    ProposalPosted,
    ProposalRevised,
    RegulationCast,
    RegulationCompleted,
    RegulationProposed,
    RuleChanged,
    VoteAnnounced,
    VoteCast,
    VoteCompleted,
    VoteOpened,
)
from dragoman.nomic.events.talk import Announced, PressSent
from dragoman.nomic.events.turns import (
    CircuitCompleted,
    DeadlineSet,
    PenaltyAssigned,
    PenaltyRemoved,
    PenaltyRestored,
    PointsAdded,
    PostingMissed,
    TurnBegun,
    TurnCompleted,
    TurnPassed,
)

Event = (
    GameOpened
    | PersonInvited
    | PlayerSeated
    | ObserverSeated
    | GameStarted
    | FactsRecorded
    | JoinAsked
    | PlayerJoined
    | PlayerForfeited
    | PlayerReplaced
    | Paused
    | Resumed
    | WinnerDeclared
    | GameEnded
    | ProposalPosted
    | CodeTried
    | ProposalRevised
    | Argued
    | VoteAnnounced
    | VoteOpened
    | VoteCast
    | VoteCompleted
    | ProposalCancelled
    | HourPassed
    | RuleChanged
    | ChangeWithoutEffect
    | RegulationProposed
    | RegulationCast
    | RegulationCompleted
    | TurnPassed
    | TurnBegun
    | TurnCompleted
    | CircuitCompleted
    | DeadlineSet
    | PostingMissed
    | PointsAdded
    | PenaltyAssigned
    | PenaltyRemoved
    | JudgmentInvoked
    | JudgmentGiven
    | OverrulingCast
    | JudgeOverruled
    | UnplayableFound
    | ConsentGiven
    | ConfirmationGiven
    | HeldForJudgment
    | HeldSettled
    | ConflictFound
    | ReadingChosen
    | TermEnded
    | HookRan
    | ParameterSet
    | VariableSet
    | TimerSet
    | TimerCancelled
    | TimerRang
    | NoticeGiven
    | TaskLeft
    | CodeSuspended
    | CodeRestored
    | RecordedByHand
    | PressSent
    | Announced
    | OrdersCarriedOut
    | NotTakenBack
    | ConflictEnded
    | FindingEnded
    | WinWaits
    | WinLapsed
    | PenaltyRestored
    | AnnouncementUndone
)

_encoder = Encoder(order="sorted")
_decoder: Decoder[Event] = Decoder(Event)


def encoded(event: Event) -> bytes:
    """Canonical JSON: equal events give equal bytes."""
    return _encoder.encode(event)


def decoded(data: bytes) -> Event:
    """Read an event of this or any earlier version. Raises Newer for what none of them ever wrote."""
    return whole(_decoder, data)


__all__ = ["Event", "Happened", "decoded", "encoded"]
