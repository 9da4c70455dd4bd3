"""Votes on builds as one seat sees them: what is voted on, its own ballot and nobody else's, and what the count tells
everybody.

Two tables that differ only in who cast which of the ballots look the same from every other seat, but for the seals, of
which nobody without the salts can tell anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from dragoman.ballots.receipts import Receipt, receipt
from dragoman.diplomacy.board.position import Phase
from dragoman.diplomacy.decide.electorate import electorate
from dragoman.diplomacy.democracy.ballots import BallotLine, Fitted
from dragoman.diplomacy.democracy.count import Found
from dragoman.diplomacy.democracy.options import Contest, Option
from dragoman.diplomacy.democracy.settings import rules
from dragoman.diplomacy.state import Poll, State
from dragoman.game.seats import GM, Seat


@dataclass(frozen=True, slots=True)
class PollSeen:
    """A vote on builds as a seat may see it (family D): what is voted on, and of the ballots its own alone.

    `votes` are this seat's (None: it has none), `allotted` everybody's while the vote is open. `fitted` is its own
    ballot (None: it has cast none), `receipt` what proves to it that this was counted. `counts`, `found`, `asked` and
    `seals` are everybody's once the ballots are counted; `ballots` are all of them, by voter, where D.14.B tells them.
    `waiting` tells the game master alone who has not voted.
    """

    number: int
    about: str
    phase: Phase
    at: datetime
    contests: tuple[Contest, ...]
    votes: int | None = None
    allotted: Mapping[str, int] = field(default_factory=dict)
    fitted: Fitted | None = None
    notice: datetime | None = None
    counts: Mapping[Option, int] | None = None
    found: Mapping[str, tuple[Found, ...]] = field(default_factory=dict)
    asked: Mapping[str, tuple[Option, ...]] = field(default_factory=dict)
    until: datetime | None = None
    closed: datetime | None = None
    seals: tuple[str, ...] = ()
    receipt: Receipt | None = None
    ballots: Mapping[str, tuple[BallotLine, ...]] = field(default_factory=dict)
    waiting: tuple[str, ...] = ()

    @property
    def taking(self) -> bool:
        """Whether ballots are still taken."""
        return self.closed is None and self.counts is None


def poll_seen(state: State, poll: Poll, seat: Seat | None) -> PollSeen:
    """Counts are everybody's, ballots their voters' own; until they are counted nobody knows who has voted."""
    voter, running = str(seat or ""), poll.closed is None
    allotted = electorate(state) if running else {}
    told = poll.closed is not None and rules(state.sheet).open_ballots
    salt = poll.salts.get(voter)
    return PollSeen(
        number=poll.number,
        about=poll.about,
        phase=poll.phase,
        at=poll.at,
        contests=poll.contests,
        votes=allotted.get(voter),
        allotted=allotted,
        fitted=poll.fitted.get(voter),
        notice=poll.notice,
        counts=poll.counts,
        found=poll.found,
        asked=poll.asked,
        until=poll.until,
        closed=poll.closed,
        seals=poll.seals,
        receipt=receipt(f"{state.name} {poll.number}", voter, poll.cast[voter], bytes.fromhex(salt)) if salt else None,
        ballots={each: poll.lines(each) for each in sorted(poll.cast)} if told else {},
        waiting=tuple(each for each in allotted if each not in poll.fitted) if seat == GM and not poll.counted else (),
    )
