"""Everything that can be asked of a game of Diplomacy: by people, each as the seat they speak for, and by the clock.

A command says what is wished; `decide` answers with what comes about. Questions are commands, too, that change
nothing and are answered in the receipt.
"""

from __future__ import annotations

from typing import get_args

from dragoman.diplomacy.commands.clock import ClockStruck, Pause, Process, Resume, SetDeadline
from dragoman.diplomacy.commands.conduct import BlockMail, Caution, ConductDeed, Expel, ReportConduct
from dragoman.diplomacy.commands.corrections import (
    AskErrors,
    AskExport,
    AskReview,
    ClaimError,
    CorrectionDeed,
    CorrectRuling,
    EditPosition,
    HoldResults,
    ReleaseResults,
    Relocate,
    RemoveExtraUnit,
    RollBack,
    TakeAdvice,
    UpholdRuling,
)
from dragoman.diplomacy.commands.democracy import BreakTie, CastBallot, PollCommand, WithdrawBallot
from dragoman.diplomacy.commands.office import Announce, EndGame
from dragoman.diplomacy.commands.opening import OpenGame
from dragoman.diplomacy.commands.orders import (
    AcceptKept,
    AcceptOrders,
    ClearOrders,
    GrantProxy,
    MarkStatus,
    RevokeProxy,
    SubmitOrders,
)
from dragoman.diplomacy.commands.payola import GiveMoney, MarketCommand, PlaceBids
from dragoman.diplomacy.commands.players import (
    AllowDeputy,
    AnswerApplicant,
    AppointSecond,
    CallStandby,
    HandOver,
    ListPlayer,
    NameDeputy,
    PlayersCommand,
    RemovePlayer,
    StandBy,
    TakeBack,
)
from dragoman.diplomacy.commands.press import (
    AnswerPress,
    ClaimNames,
    DiscloseAuthors,
    MutePress,
    RefusePress,
    ReportPress,
    SendPress,
)
from dragoman.diplomacy.commands.public import AskPublic, ConfirmPublic, DemandPrivate
from dragoman.diplomacy.commands.questions import AskHelp, AskHistory, AskMap, AskRules, AskStatus, Preview
from dragoman.diplomacy.commands.reports import ChooseReports
from dragoman.diplomacy.commands.seats import Invite, Join, Observe, ReplacePlayer, Resign
from dragoman.diplomacy.commands.time import (
    AcceptLate,
    AnswerDelay,
    AskDelay,
    CallResumption,
    MakeContact,
    ObjectToPace,
    PlanAbsence,
    Remind,
    SetPace,
    TimeCommand,
    TimeOffice,
    Warn,
    WithdrawAbsence,
)
from dragoman.diplomacy.commands.votes import (
    AskProposals,
    CastVote,
    ChangeRules,
    Changes,
    DeclareDraw,
    ProposeEnding,
    ProposeRules,
    RefuseProposal,
    WarnOfDraw,
    WithdrawProposal,
)

Question = AskStatus | AskRules | AskMap | AskHistory | AskHelp | AskProposals | Preview | AskExport | AskErrors

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
    | ProposeEnding
    | ProposeRules
    | WithdrawProposal
    | RefuseProposal
    | ChangeRules
    | WarnOfDraw
    | DeclareDraw
    | CastBallot
    | WithdrawBallot
    | BreakTie
    | PlaceBids
    | GiveMoney
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
    | AskProposals
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
    | PlayersCommand
    | AcceptKept
    | TimeCommand
    | TimeOffice
    | ClockStruck
    | ChooseReports
    | AskExport
    | AskErrors
    | CorrectionDeed
    | ConductDeed
)

VoteCommand = (
    CastVote | ProposeEnding | ProposeRules | WithdrawProposal | RefuseProposal | ChangeRules | WarnOfDraw | DeclareDraw
)

PressCommand = SendPress | AnswerPress | ReportPress | MutePress | DiscloseAuthors | RefusePress | ClaimNames

QUESTIONS: tuple[type, ...] = get_args(Question)

__all__ = [
    "GiveMoney",
    "MarketCommand",
    "PlaceBids",
    "AcceptKept",
    "AcceptOrders",
    "AllowDeputy",
    "Announce",
    "AnswerApplicant",
    "AnswerPress",
    "AppointSecond",
    "AskErrors",
    "AskExport",
    "AskHelp",
    "AskHistory",
    "AskMap",
    "AskProposals",
    "AskPublic",
    "AskReview",
    "AskRules",
    "AskStatus",
    "CallStandby",
    "BreakTie",
    "CastBallot",
    "CastVote",
    "ChangeRules",
    "Changes",
    "ChooseReports",
    "BlockMail",
    "Caution",
    "ClaimError",
    "ClaimNames",
    "ClearOrders",
    "ClockStruck",
    "Command",
    "ConductDeed",
    "ConfirmPublic",
    "DeclareDraw",
    "CorrectRuling",
    "CorrectionDeed",
    "DemandPrivate",
    "DiscloseAuthors",
    "Expel",
    "EditPosition",
    "EndGame",
    "GrantProxy",
    "HandOver",
    "HoldResults",
    "Invite",
    "Join",
    "ListPlayer",
    "MarkStatus",
    "MutePress",
    "NameDeputy",
    "Observe",
    "OpenGame",
    "Pause",
    "PlayersCommand",
    "PollCommand",
    "PressCommand",
    "Preview",
    "Process",
    "ProposeEnding",
    "ProposeRules",
    "QUESTIONS",
    "Question",
    "RefusePress",
    "RefuseProposal",
    "RemovePlayer",
    "ReleaseResults",
    "Relocate",
    "RemoveExtraUnit",
    "ReplacePlayer",
    "ReportConduct",
    "ReportPress",
    "Resign",
    "Resume",
    "RevokeProxy",
    "RollBack",
    "SendPress",
    "SetDeadline",
    "StandBy",
    "SubmitOrders",
    "TakeBack",
    "VoteCommand",
    "WarnOfDraw",
    "WithdrawProposal",
    "AcceptLate",
    "AnswerDelay",
    "AskDelay",
    "CallResumption",
    "MakeContact",
    "ObjectToPace",
    "PlanAbsence",
    "Remind",
    "SetPace",
    "TimeCommand",
    "TimeOffice",
    "Warn",
    "WithdrawAbsence",
    "WithdrawBallot",
    "TakeAdvice",
    "UpholdRuling",
]
