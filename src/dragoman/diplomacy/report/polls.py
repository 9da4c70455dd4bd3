"""Votes on builds as people are told of them: the ballot paper, one's own ballot, and the count line by line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime

from dragoman.diplomacy.boxes import PollSeen
from dragoman.diplomacy.democracy import telling
from dragoman.diplomacy.democracy.ballots import BallotLine
from dragoman.diplomacy.democracy.options import Contest, offered
from dragoman.diplomacy.events import (
    NoticeGiven,
    PollClosed,
    PollCounted,
    PollEvent,
    PollOpened,
    recorded,
)
from dragoman.diplomacy.report.news import PollNews
from dragoman.diplomacy.report.parts import head_of, next_of
from dragoman.diplomacy.report.pieces import BallotTold, CentreTold, ContestTold, Next, PollTold, ReceiptTold, VoteLine
from dragoman.diplomacy.sight import View
from dragoman.diplomacy.state.polls import BEGINNING
from dragoman.tongues.lexicon import LANGUAGES


def in_all(tell: Callable[[str], str]) -> dict[str, str]:
    """The same in every tongue."""
    return {lang: tell(lang) for lang in LANGUAGES}


def poll_told(view: View, poll: PollSeen) -> PollTold:
    """A vote as the view's seat may know it."""
    return PollTold(
        number=poll.number,
        about=poll.about,
        phase=recorded.phase_record(poll.phase),
        contests=tuple(_contest(view, poll, each) for each in poll.contests),
        counted=poll.counts is not None,
        taking=poll.taking,
        votes=poll.votes,
        allotted=dict(poll.allotted),
        ballot=_ballot(view, poll),
        notice=poll.notice,
        asked={power: in_all(lambda lang, p=power, t=tied: telling.asked(view.chart, p, t, lang))  # type: ignore[misc]
               for power, tied in poll.asked.items()},
        choices=tuple(telling.short(each) for each in poll.asked.get(view.seat or "", ())),
        until=poll.until,
        seals=poll.seals,
        receipt=_receipt(poll),
        ballots={voter: _lines(view, lines) for voter, lines in poll.ballots.items()},
    )  # fmt: skip


def _contest(view: View, poll: PollSeen, contest: Contest) -> ContestTold:
    chart, found = view.chart, {each.centre: each for each in poll.found.get(contest.power, ())}
    centres = tuple(
        CentreTold(
            centre,
            tuple(telling.short(each) for each in offered(chart, centre)),
            _counted(view, poll, centre),
            in_all(lambda lang, c=centre: telling.reason(found[c], lang)) if centre in found else {},  # type: ignore[misc]
        )
        for centre in contest.centres
    )
    over = poll.closed is not None
    says = in_all(
        lambda lang: telling.result(chart, contest, found.values(), poll.about == BEGINNING, lang) if over else ""
    )
    return ContestTold(contest.power, contest.builds, centres, says if over else {})


def _counted(view: View, poll: PollSeen, centre: str) -> dict[str, str]:
    counts = poll.counts
    return {} if counts is None else in_all(lambda lang: telling.count_line(view.chart, centre, counts, lang))


def _ballot(view: View, poll: PollSeen) -> BallotTold | None:
    if poll.fitted is None:
        return None
    fitted = poll.fitted
    return BallotTold(_lines(view, fitted.lines), _lines(view, fitted.cut), _lines(view, fitted.impossible))


def _lines(view: View, lines: tuple[BallotLine, ...]) -> tuple[VoteLine, ...]:
    return tuple(
        VoteLine(line.votes, in_all(lambda lang, each=line: _choice(view, each, lang)), line.text)  # type: ignore[misc]
        for line in lines
    )


def _choice(view: View, line: BallotLine, lang: str) -> str:
    if line.option.centre not in view.chart.provinces:
        return str(line.option)
    return telling.choice(view.chart, line.option, lang)


def _receipt(poll: PollSeen) -> ReceiptTold | None:
    given = poll.receipt
    if given is None:
        return None
    return ReceiptTold(given.question, given.voter, given.ballot, given.salt, given.seal)


# --- what is told when ---


def of_event(view: View, event: PollEvent, deadline: datetime | None, ruled: bool) -> Iterator[PollNews]:
    """What a seat is told: that a vote begins, that notice is given, that the count waits for a choice, and what stands
    at the beginning. What is built stands in the report of its phase."""
    poll = view.polls[event.number - 1]
    match event:
        case PollOpened():
            yield _news(view, poll, "opened", deadline)
        case NoticeGiven():
            yield _news(view, poll, "notice", event.until)
        case PollCounted() if poll.closed is None:
            yield _news(view, poll, "tie", deadline)
        case PollClosed() if not ruled:
            yield _news(view, poll, "over", deadline)
        case _:
            return


def _news(view: View, poll: PollSeen, change: str, deadline: datetime | None) -> PollNews:
    now = next_of(view)
    return PollNews(
        head=head_of(view),
        change=change,
        poll=poll_told(view, poll),
        next=Next(now.phase, deadline or now.deadline, now.vote),
    )


def of_turn(view: View, phases: frozenset[object]) -> PollTold | None:
    """The vote on builds of one of those phases, once it is over."""
    found = (p for p in reversed(view.polls) if p.phase in phases and p.about != BEGINNING and p.closed is not None)
    poll = next(found, None)
    return poll_told(view, poll) if poll is not None else None


def own_paper(view: View) -> PollTold | None:
    """The vote that the view's seat takes part in now, with its ballot."""
    poll = view.poll
    if poll is None or (poll.votes is None and not poll.asked.get(view.seat or "")):
        return None
    return poll_told(view, poll)
