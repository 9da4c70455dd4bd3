"""What a seat is told of votes: that one is put, what came of it, and what changed by it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from dragoman.diplomacy.commands import (
    CastVote,
    ChangeRules,
    DeclareDraw,
    MarkStatus,
    ProposeEnding,
    ProposeRules,
    RefuseProposal,
    SubmitOrders,
    VoteCommand,
    WarnOfDraw,
    WithdrawProposal,
)
from dragoman.diplomacy.events import (
    DeadlineSet,
    DrawWarned,
    Event,
    RulesChanged,
    VoteClosed,
    VoteDropped,
    VoteOpened,
    recorded,
)
from dragoman.diplomacy.houserules.document import differences
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.diplomacy.polls import VoteSeen
from dragoman.diplomacy.report.ballots import BallotReceipt, ClauseChange, Overruled, VoteTold
from dragoman.diplomacy.report.bodies import AnyBody, Heard
from dragoman.diplomacy.report.news import DrawWarning, Proposal, RulesNews
from dragoman.diplomacy.report.parts import head_of, next_of
from dragoman.diplomacy.report.pieces import Next
from dragoman.diplomacy.sight import View
from dragoman.diplomacy.state import Turn
from dragoman.game.saying import Saying, filled, say


def vote_told(seen: VoteSeen, sealed: bool = False) -> VoteTold:
    """A vote as its reader may know it; with the seals of all ballots only where they are asked for (`sealed`)."""
    told, receipt = seen.told, seen.receipt
    counts = dict(told.counts) if told is not None and told.counts is not None else {}
    votes = told.votes if told is not None and told.votes is not None else ()
    return VoteTold(
        number=seen.number,
        about=seen.about,
        giver=seen.lent.giver if seen.lent else "",
        receiver=seen.lent.receiver if seen.lent else "",
        provinces=seen.lent.provinces if seen.lent else (),
        form=seen.form,
        places=seen.places,
        changes=tuple(ClauseChange(*change) for change in seen.changes),
        phase=recorded.phase_record(seen.phase) if seen.phase is not None else None,
        outcome=seen.outcome,
        why=seen.why,
        void=seen.void,
        closes=seen.closes,
        held_over=seen.held_over,
        early=seen.early,
        silence=seen.silence,
        abstaining=seen.abstaining,
        entitled=seen.entitled,
        deemed=seen.deemed,
        mine=seen.mine,
        own=seen.own,
        level=told.level if told is not None else "",
        yes=counts.get("yes"),
        no=counts.get("no"),
        left_out=told.left_out if told is not None else None,
        author_vote=told.author_vote if told is not None else None,
        author=(told.author or "") if told is not None else "",
        votes={each.voter: each.option for each in votes},
        hows={each.voter: each.how.value for each in votes},
        receipt=BallotReceipt(receipt.question, receipt.voter, receipt.ballot, receipt.salt, receipt.seal)
        if receipt is not None
        else None,
        roll=seen.roll if sealed else (),
    )


def votes_of(view: View, numbers: Collection[int]) -> tuple[VoteTold, ...]:
    return tuple(vote_told(vote) for vote in view.votes if vote.number in numbers)


def votes_counted(view: View, turns: Collection[Turn]) -> tuple[VoteTold, ...]:
    """The votes whose result is published with the report of those phases. One that was counted in the place of an
    adjudication was told then, and a vote on a proxy is told by itself."""
    counted = {(turn.phase, turn.at) for turn in turns}
    return tuple(
        vote_told(vote) for vote in view.votes if vote.about != "proxy" and (vote.counted, vote.counted_at) in counted
    )


def vote_news(view: View, event: Event, events: Sequence[Event]) -> Iterator[AnyBody]:
    """What an event of votes means to the view's seat."""
    match event:
        case VoteOpened(number=number, about=about) if about != "proxy":
            yield from (_proposal(view, vote, "opened") for vote in votes_of(view, {number}))
        case VoteDropped(number=number, refused=refused):
            change = "refused" if refused else "withdrawn"
            yield from (_proposal(view, vote, change) for vote in votes_of(view, {number}))
        case RulesChanged():
            if event is next(each for each in events if isinstance(each, RulesChanged)):
                yield _rules_news(view, event, events)
        case DrawWarned(years=years, why=why):
            yield DrawWarning(head=head_of(view), years=years, why=why, next=next_of(view))
        case _:
            return


def _proposal(view: View, vote: VoteTold, change: str) -> Proposal:
    return Proposal(head=head_of(view), vote=vote, change=change, next=next_of(view))


def _rules_news(view: View, event: RulesChanged, events: Sequence[Event]) -> RulesNews:
    """All changes of one moment in one letter, with every vote that was counted then."""
    changed = [each for each in events if isinstance(each, RulesChanged)]
    before = {**{k: v for each in reversed(changed) for k, v in each.before.items()}}
    counted = {each.number for each in events if isinstance(each, VoteClosed)}
    deadline = next((each for each in events if isinstance(each, DeadlineSet)), None)
    return RulesNews(
        head=head_of(view),
        cause=event.cause,
        changes=changes_since(view.sheet, before),
        votes=votes_of(view, counted),
        why=event.why,
        next=Next(deadline.phase, deadline.deadline) if deadline is not None else next_of(view),
        overruled=tuple(_overruled(changed)),
    )


def _overruled(changed: Sequence[RulesChanged]) -> Iterator[Overruled]:
    """The settings that one carried proposal changed and a later one changed again."""
    for index, later in enumerate(changed):
        for setting in later.choices:
            first = next((each for each in reversed(changed[:index]) if setting in each.choices), None)
            if first is not None:
                yield Overruled(setting, first.number, later.number)


def changes_since(sheet: Sheet, before: dict[str, str]) -> tuple[ClauseChange, ...]:
    """The clauses of a sheet that come out different from what they were under those choices."""
    old = Sheet.of({**sheet.as_rules(), **before})
    return tuple(ClauseChange(each.number, each.one, each.other) for each in differences(old, sheet))


def open_votes(view: View) -> tuple[VoteTold, ...]:
    """What this seat is asked."""
    return tuple(vote_told(vote) for vote in view.votes if vote.open)


def all_votes(view: View) -> Iterable[VoteTold]:
    return (vote_told(vote, sealed=True) for vote in view.votes)


# --- receipts ---


def vote_heard(command: VoteCommand, view: View) -> Heard:
    """That something said about votes was heard, with the question itself, so that nobody mistakes one for another."""
    seen = _about(command, view)
    told = (
        (vote_told(seen),) if seen is not None and isinstance(command, CastVote | ProposeEnding | ProposeRules) else ()
    )
    return Heard(_says(command, view, seen), votes=told)


def _about(command: VoteCommand, view: View) -> VoteSeen | None:
    """The vote that a command is about; of a proposal, the last one of this seat's own that says the same."""
    mine = [vote for vote in view.votes if vote.own]
    match command:
        case CastVote(number=number):
            return next((vote for vote in view.votes if vote.number == number), None)
        case ProposeEnding(places=places):
            mine = [vote for vote in mine if vote.about == "ending" and (vote.places == places or not places)]
        case ProposeRules(changes=changes):
            mine = [vote for vote in mine if vote.rules == dict(changes)]
        case _:
            return None
    return mine[-1] if mine else None


def _says(command: VoteCommand, view: View, seen: VoteSeen | None) -> Saying:  # one arm per kind of command
    match command:
        case CastVote(number=number, choice=choice):
            return _cast(number, choice, seen)
        case ProposeEnding() | ProposeRules():
            number = seen.number if seen is not None else len(view.votes)
            return say("Your proposal has the number {number}, and everybody is told of it.", number=number)
        case WithdrawProposal(number=number):
            return say("Proposal {number} is withdrawn.", number=number)
        case RefuseProposal(number=number):
            return say("Proposal {number} is refused; everybody is told why.", number=number)
        case ChangeRules(changes=changes):
            clauses = ", ".join(clause for clause, _ in changes)
            return say("The house rules are changed: {clauses}. Everybody is told.", clauses=clauses)
        case WarnOfDraw():
            return say(
                "Everybody is warned of a draw. Once another phase has been adjudicated you can write “gm declare "
                "draw”."
            )
        case DeclareDraw():
            return say("The game has ended in a draw of all survivors.")


def _cast(number: int, choice: str, seen: VoteSeen | None) -> Saying:
    """The vote, and until when it can be changed."""
    if seen is not None and seen.deemed:
        return say("Your vote on proposal {number} is a Yes without your saying so ({clause}).", number=number,
                   clause=seen.deemed)  # fmt: skip
    if seen is None or seen.closes is None:
        match choice:
            case "yes":
                return say("Your vote on proposal {number}: yes.", number=number)
            case "no":
                return say("Your vote on proposal {number}: no.", number=number)
            case _:
                return say("On proposal {number} you abstain.", number=number)
    sentences = CAST_BEFORE if seen.early else CAST
    return filled(sentences[choice], number=number, time_until=seen.closes.isoformat())


CAST = {
    "yes": say("Your vote on proposal {number}: yes. You may change it until {time_until}."),
    "no": say("Your vote on proposal {number}: no. You may change it until {time_until}."),
    "abstain": say("On proposal {number} you abstain. You may change that until {time_until}."),
}
CAST_BEFORE = {
    "yes": say(
        "Your vote on proposal {number}: yes. You may change it until {time_until}, or until all orders are final and "
        "all have voted, if that is before."
    ),
    "no": say(
        "Your vote on proposal {number}: no. You may change it until {time_until}, or until all orders are final and "
        "all have voted, if that is before."
    ),
    "abstain": say(
        "On proposal {number} you abstain. You may change that until {time_until}, or until all orders are final and "
        "all have voted, if that is before."
    ),
}
"""What is told of a ballot; and where all may be counted before the deadline (VII.2.B)."""


def vote_remarks(commands: Sequence[object], view: View) -> tuple[Saying, ...]:
    """To whoever calls a set final while votes of theirs are wanting: those hold up an early adjudication as orders do
    (VII.2.B)."""
    ordered = any(isinstance(each, SubmitOrders | MarkStatus) for each in commands)
    final = ordered and view.own is not None and view.own.final
    asked = [vote for vote in view.votes if vote.open and vote.entitled and vote.about != "proxy"]
    waiting = [str(vote.number) for vote in asked if not vote.mine and not vote.deemed]
    if not final or not waiting:
        return ()
    numbers = ", ".join(waiting)
    return (
        say("Your orders are final, but your vote on {numbers} is still wanting; nothing is adjudicated before the "
            "deadline without it.", numbers=numbers),
    )  # fmt: skip
