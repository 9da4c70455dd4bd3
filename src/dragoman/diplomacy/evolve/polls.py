"""What becomes of votes on builds (family D)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby

from dragoman.ballots.ballot import Preference, PreferenceBallot
from dragoman.diplomacy.democracy.ballots import BallotLine, Fitted
from dragoman.diplomacy.democracy.count import Found, Rank, Why
from dragoman.diplomacy.democracy.options import Contest, option
from dragoman.diplomacy.events import (
    BallotCast,
    BallotWithdrawn,
    NoticeGiven,
    PollClosed,
    PollCounted,
    PollEvent,
    PollOpened,
    TieBroken,
    recorded,
)
from dragoman.diplomacy.events.democracy import BallotLineRecord, FoundRecord
from dragoman.diplomacy.state import Poll, State
from dragoman.diplomacy.state.polls import BEGINNING, BLANK
from dragoman.game.changing import replace
from dragoman.game.press import is_observer
from dragoman.game.seats import PersonId, Seat


def polled(state: State, event: PollEvent) -> State:
    """A vote on builds goes on. Until what stands at the beginning is voted, the board is bare."""
    if isinstance(event, PollOpened):
        contests = tuple(Contest(each.power, each.builds, each.centres) for each in event.contests)
        poll = Poll(event.number, event.about, recorded.phase(event.phase), event.at, contests)
        bare = replace(state.position, units=()) if event.about == BEGINNING else state.position
        return replace(state, polls=(*state.polls, poll), position=bare)
    poll = _changed(state.polls[event.number - 1], event)
    state = replace(state, polls=(*state.polls[: event.number - 1], poll, *state.polls[event.number :]))
    return _placed(state, event) if isinstance(event, PollClosed) and poll.about == BEGINNING else state


def _placed(state: State, event: PollClosed) -> State:
    units = tuple(sorted(recorded.unit(each) for each in event.placed))
    return replace(state, position=replace(state.position, units=units), missing=dict(event.missing))


def _changed(
    poll: Poll, event: BallotCast | BallotWithdrawn | NoticeGiven | PollCounted | TieBroken | PollClosed
) -> Poll:
    match event:
        case BallotCast():
            return _cast(poll, event)
        case BallotWithdrawn(seat=seat):
            kept = tuple(each for each in poll.ballots if each.voter != seat)
            return replace(poll, ballots=kept, fitted={k: v for k, v in poll.fitted.items() if k != seat})
        case NoticeGiven(until=until):
            return replace(poll, notice=until)
        case PollCounted():
            return _counted(poll, event)
        case TieBroken(power=power, order=order, by=by):
            ranks = (*poll.orders.get(power, ()), *(Rank(option(each), by) for each in order))
            asked = {k: v for k, v in poll.asked.items() if k != power}
            if event.asked:
                asked[power] = tuple(map(option, event.asked))
            return replace(poll, orders={**poll.orders, power: ranks}, asked=asked)
        case PollClosed(at=at, found=found, placed=placed):
            units = tuple(recorded.unit(each) for each in placed)
            return replace(poll, closed=at, found=_found(found), asked={}, placed=units)


def _cast(poll: Poll, event: BallotCast) -> Poll:
    preferences = tuple(Preference(line.option, line.votes) for line in event.lines) or BLANK
    ballot = PreferenceBallot(event.seat, preferences, event.at, len(poll.ballots))
    fitted = Fitted(_lines(event.lines), _lines(event.cut), _lines(event.impossible))
    return replace(poll, ballots=(*poll.ballots, ballot), fitted={**poll.fitted, event.seat: fitted})


def _lines(records: Iterable[BallotLineRecord]) -> tuple[BallotLine, ...]:
    return tuple(BallotLine(option(each.option), each.votes, each.text) for each in records)


def _counted(poll: Poll, event: PollCounted) -> Poll:
    return replace(
        poll,
        counts={option(each): votes for each, votes in event.counts.items()},
        found=_found(event.found),
        seals=event.seals,
        salts=dict(event.salts),
        cast=dict(event.ballots),
        asked={power: tuple(map(option, tied)) for power, tied in event.asked.items()},
        until=event.until,
    )


def _found(records: Iterable[FoundRecord]) -> Mapping[str, tuple[Found, ...]]:
    return {power: tuple(map(_one, found)) for power, found in groupby(records, key=lambda each: each.power)}


def _one(record: FoundRecord) -> Found:
    winner = option(record.winner) if record.winner else None
    return Found(record.centre, winner, record.built, Why(record.why), tuple(map(option, record.tied)))


def signed_on(state: State, person: str, seat: str) -> State:
    """Somebody sits down; of observers it is remembered when that was (D.4)."""
    if not is_observer(Seat(seat)):
        return state
    first = state.signed_on.get(PersonId(person), (state.phase.year, 0))[0]
    return replace(state, signed_on={**state.signed_on, PersonId(person): (first, state.phase.year)})
