"""What is due, and when: openings and ends of votes, the time to post, the hour of a parallel turn, timers of code.

Each comes about at the moment at which it was due, one at a time, in the order of these moments; at one moment votes
open before others close, and lower numbers go before higher ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime

from dragoman.nomic.decide import code, completing, judging, proposing, regulating, voting
from dragoman.nomic.decide.proceedings import Proceedings
from dragoman.nomic.events.code import TimerRang
from dragoman.nomic.state import Proposal, Stage, State

Act = Callable[[Proceedings], None]
Due = tuple[datetime, int, int, str, Act]
"""When, in which order at one moment, the number of a proposal, the name of a timer, and what comes about."""


def due(state: State) -> datetime | None:
    """When the clock must strike next."""
    return min((each[0] for each in agenda(state)), default=None)


def strike(p: Proceedings, now: datetime) -> None:
    """The first thing that is due comes about, as of when it was due."""
    waiting = sorted((each for each in agenda(p.state) if each[0] <= now), key=lambda each: each[:4])
    if not waiting:
        return
    moment, _, _, _, act = waiting[0]
    p.at = max(moment, p.state.last or moment)
    act(p)


def agenda(state: State) -> Iterator[Due]:
    """Everything that is to come by itself."""
    if state.stage is not Stage.RUNNING or state.paused is not None:
        return
    for proposal in state.open_proposals:
        yield from _of_proposal(state, proposal)
    yield from _of_regulation(state)
    for timer in state.timers:
        yield timer.rings, 4, 0, f"{timer.rule} {timer.key}", _ringing(timer.rule, timer.key)
    turn = state.turn
    if not turn.begun and turn.post_by is not None and not turn.late and not judging.blocked(state):
        yield turn.post_by, 5, 0, "", proposing.missed


def _of_proposal(state: State, proposal: Proposal) -> Iterator[Due]:
    number = proposal.number
    if proposal.opened is None:
        opens = voting.opens(state, proposal)
        if opens is not None:
            yield opens, 0, number, "", lambda p: voting.open_vote(p, number)
    else:
        closes = voting.closes(state, proposal)
        if closes is not None:
            yield closes, 2, number, "", lambda p: completing.complete(p, number)
    ends = proposing.hour_ends(state, proposal) if proposal.parallel and not proposal.hour_passed else None
    if ends is not None:
        yield proposal.posted + ends, 1, number, "", lambda p: proposing.hour_passed(p, number)


def _of_regulation(state: State) -> Iterator[Due]:
    running = state.open_regulation
    closes = regulating.closes(state, running) if running is not None else None
    if closes is not None:
        yield closes, 3, 0, "", regulating.complete


def _ringing(rule: str, key: str) -> Act:
    def ring(p: Proceedings) -> None:
        timer = next((each for each in p.state.timers if (each.rule, each.key) == (rule, key)), None)
        p.happen(TimerRang, rule=rule, key=key)
        if timer is not None:
            code.timer(p, timer)

    return ring
