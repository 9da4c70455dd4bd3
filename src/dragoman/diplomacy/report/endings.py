"""The end of a game as its readers are told of it: when it comes, and whenever it is looked up later."""

from __future__ import annotations

from collections.abc import Sequence

from dragoman.diplomacy.events import Event, GameClosed, GameEnded, PhaseAdjudicated, VoteClosed
from dragoman.diplomacy.report.ballots import VoteTold, YearTold
from dragoman.diplomacy.report.news import Ended
from dragoman.diplomacy.report.parts import head_of, standings
from dragoman.diplomacy.report.votes import votes_of
from dragoman.diplomacy.sight import View
from dragoman.diplomacy.state.endings import chart_of_years


def ended(view: View, event: GameEnded | GameClosed, events: Sequence[Event]) -> Ended:
    """The end as it comes, with the votes counted in the place of an adjudication."""
    with_it = not any(isinstance(each, PhaseAdjudicated) for each in events)
    counted = {each.number for each in events if isinstance(each, VoteClosed)} if with_it else set()
    return _told(view, isinstance(event, GameClosed), event.why, votes_of(view, counted))


def final_report(view: View) -> Ended:
    """The end of a game that is over, looked up."""
    assert view.ending is not None
    return _told(view, False, view.ending.why, votes_of(view, view.ending.proposals))


def _told(view: View, closed: bool, why: str, votes: tuple[VoteTold, ...]) -> Ended:
    """The end, with the votes that go with it, the final table, and the centres of every year."""
    ending = view.ending
    return Ended(
        head=head_of(view),
        result=ending.result if ending else "ended",
        powers=ending.powers if ending else (),
        why=why,
        standings=standings(view.chart, view.position, view.position),
        closed=closed,
        cause=ending.cause if ending else "",
        proposals=ending.proposals if ending else (),
        places=ending.places if ending else (),
        votes=votes,
        years=()
        if closed
        else tuple(YearTold(y.year, y.centres) for y in chart_of_years(view.chart, view.turns, view.position)),
    )
