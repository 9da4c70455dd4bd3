"""Votes on builds (family D): when one begins, which ballots are taken, when notice is given, and what is decided.

A vote has one clock, that of its phase: its deadline, the end of the notice, and the time for a home power's choice
are each set as the deadline. What follows when a vote is over is for `turn` to say.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from dragoman.ballots.ballot import Question
from dragoman.ballots.close import Closing, Early, preference_course
from dragoman.ballots.receipts import of_ballots, roll
from dragoman.diplomacy.board.position import PhaseKind
from dragoman.diplomacy.commands import BreakTie, CastBallot, PollCommand, WithdrawBallot
from dragoman.diplomacy.decide import absences
from dragoman.diplomacy.decide.claims import not_running
from dragoman.diplomacy.decide.electorate import electorate
from dragoman.diplomacy.democracy.ballots import MOST, BallotLine, Fitted, fitted
from dragoman.diplomacy.democracy.count import Counting, Found, Outcome, Rank, Why, counted
from dragoman.diplomacy.democracy.options import Contest, Option, adjustments, all_offered, beginnings
from dragoman.diplomacy.democracy.settings import Rules, rules, voted
from dragoman.diplomacy.events import (
    BallotCast,
    BallotWithdrawn,
    DeadlineSet,
    Event,
    NoticeGiven,
    PollClosed,
    PollCounted,
    PollOpened,
    TieBroken,
    recorded,
)
from dragoman.diplomacy.events.democracy import BallotLineRecord, ContestRecord, FoundRecord
from dragoman.diplomacy.evolve import evolve
from dragoman.diplomacy.orders.order import Build, Line, Ordered, OrderSet
from dragoman.diplomacy.orders.writing import write
from dragoman.diplomacy.state import Poll, State
from dragoman.diplomacy.state.polls import BEGINNING, BUILDS
from dragoman.diplomacy.state.rounds import days
from dragoman.game import clock
from dragoman.game.lots import drawn
from dragoman.game.press import is_observer
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say
from dragoman.game.seats import Seat

Events = tuple[Event, ...]
Answered = Events | Refusal


# --- when a vote begins ---


def beginning(state: State, now: datetime) -> Events:
    """D.5: the vote on what stands at the beginning, where there is one."""
    said = rules(state.sheet)
    fresh = state.position == state.chart.opening
    if not voted(state.sheet) or not said.days or not fresh:
        return ()
    return _opened(state, BEGINNING, beginnings(state.chart), clock.after(state.calendar, now, said.days), now)


def contests(state: State) -> tuple[Contest, ...]:
    """What is to be voted on in the phase the state is in: nothing, where nobody can build (D.1)."""
    if not voted(state.sheet) or state.phase.kind is not PhaseKind.ADJUSTMENT:
        return ()
    return adjustments(state.chart, state.position, dict(state.missing))


def on_builds(state: State, begins: datetime, now: datetime) -> Events:
    """The vote of an adjustment phase, counted from when it began; none where nobody can build."""
    due = contests(state)
    length = days(state.sheet, state.phase)
    return _opened(state, BUILDS, due, clock.after(state.calendar, begins, length), now) if due else ()


def _opened(state: State, about: str, due: tuple[Contest, ...], deadline: datetime, now: datetime) -> Events:
    phase = recorded.phase_record(state.phase)
    records = tuple(ContestRecord(each.power, each.builds, each.centres) for each in due)
    opened = PollOpened(at=now, number=len(state.polls) + 1, about=about, phase=phase, contests=records)
    deadline = absences.left(evolve(state, opened), deadline)
    return opened, DeadlineSet(at=now, phase=phase, deadline=deadline, cause="vote")


# --- ballots ---


def decide(state: State, command: PollCommand, now: datetime) -> Answered:
    """Take a ballot, or take it back, or hear the choice of a home power."""
    poll = state.poll
    refused = not_running(state) or (_no_vote() if poll is None else _late(state, _moment(command, now)))
    if refused or poll is None:
        return refused or ()
    match command:
        case CastBallot():
            return _cast(state, poll, command, now)
        case WithdrawBallot():
            return _withdrawn(state, poll, command, now)
        case BreakTie():
            return _chosen(state, poll, command, now)


def _moment(command: PollCommand, now: datetime) -> datetime:
    """When it came: of a ballot that is heard later, before now."""
    return command.came or now if isinstance(command, CastBallot) else now


def _no_vote() -> Refusal:
    text = say("There is no vote on builds now. You will be told when there is.")
    return Refusal("no-poll", text, "D.1")


def _late(state: State, now: datetime) -> Refusal | None:
    if state.deadline is None or now < state.deadline or state.paused is not None:
        return None
    text = say("The vote was over at {time_deadline}.", time_deadline=state.deadline.isoformat())
    return Refusal("late", text, "D.13")


def _not_entitled(state: State, poll: Poll, seat: str) -> Refusal | None:
    if poll.counted:
        text = say("The ballots of this vote have been counted; they cannot be changed any more.")
        return Refusal("counted", text, "D.13")
    if seat in electorate(state):
        return None
    if is_observer(Seat(seat)):
        letter = state.sheet.letter("D.4")
        late = say("Observers who signed on as late as you have no vote.")
        return Refusal(
            "no-vote", say("Observers have no vote in this game.") if letter == "B" else late, f"D.4.{letter}"
        )
    return Refusal("no-vote", say("You hold no seat that votes on builds."), "D.4")


def _cast(state: State, poll: Poll, command: CastBallot, now: datetime) -> Answered:
    seat, said = command.by.seat or "", rules(state.sheet)
    refused = _not_entitled(state, poll, seat)
    if refused:
        return refused
    votes = electorate(state)[seat]
    ballot = fitted(command.lines[:MOST], all_offered(state.chart, poll.contests), votes, said)
    refused = _unfit(state, command, ballot, votes, said)
    if refused:
        return refused
    cast = BallotCast(
        at=now,
        number=poll.number,
        seat=seat,
        lines=_records(ballot.lines),
        cut=_records(ballot.cut),
        impossible=_records(ballot.impossible),
        allotted=votes,
    )
    return cast, *if_all_voted(evolve(state, cast), now)


def _records(lines: Iterable[BallotLine]) -> tuple[BallotLineRecord, ...]:
    return tuple(BallotLineRecord(str(each.option), each.votes, each.text) for each in lines)


def _unfit(state: State, command: CastBallot, ballot: Fitted, votes: int, said: Rules) -> Refusal | None:
    """A ballot of which nothing is left is none; an earlier one stands."""
    if said.whole and ballot.over:
        text = say("Your ballot gives more than your {votes_yours}; it is not taken.", votes_yours=votes)
        return Refusal("too-many-votes", text, "D.12.B")
    if command.lines and not ballot.lines:
        text = say("Nothing on your ballot can be built, so it is not taken.")
        return Refusal("nothing-possible", text, f"D.11.{state.sheet.letter('D.11')}")
    return None


def _withdrawn(state: State, poll: Poll, command: WithdrawBallot, now: datetime) -> Answered:
    seat = command.by.seat or ""
    refused = _not_entitled(state, poll, seat)
    if refused:
        return refused
    if seat not in poll.fitted:
        return Refusal("no-ballot", say("You have cast no ballot in this vote."))
    return (BallotWithdrawn(at=now, number=poll.number, seat=seat),)


# --- the notice ---


def question(state: State, poll: Poll, since: datetime | None = None) -> Question:
    """What is asked, and of whom, as the ballot box knows it."""
    options = tuple(str(each) for each in all_offered(state.chart, poll.contests))
    voters = tuple(electorate(state))
    return Question(f"{state.name} {poll.number}", voters, poll.at, options, options[-1], since=since)


def if_all_voted(state: State, now: datetime) -> Events:
    """Notice, once everybody has voted for whom that is to be waited; or the count, where no notice is given."""
    poll, said = state.poll, rules(state.sheet)
    if poll is None or poll.counted or poll.notice is not None:
        return ()
    closing = Closing(early=Early.ALL_VOTED)
    asked = question(state, poll, since=now)
    if not asked.voters or not preference_course(asked, poll.ballots, closing).closed(now):
        return ()
    return _noticed(state, poll, now, "all-voted") if said.notice else _count(state, poll, now)


def _noticed(state: State, poll: Poll, begins: datetime, cause: str, now: datetime | None = None) -> Events:
    until, at = begins + timedelta(hours=rules(state.sheet).notice), now or begins
    phase = recorded.phase_record(state.phase)
    return (
        NoticeGiven(at=at, number=poll.number, until=until, cause=cause),
        DeadlineSet(at=at, phase=phase, deadline=until, cause="notice"),
    )


def struck(state: State, now: datetime) -> Events:
    """What the deadline of a vote brings about: the notice, the count, or the end of a home power's time to choose."""
    poll, said = state.poll, rules(state.sheet)
    if poll is None:
        return ()
    if poll.counted:
        return _followed(state, [*_by_default(state, poll, poll.asked, now)], now)
    if poll.notice is None and said.always and said.notice:
        return _noticed(state, poll, clock.beginning(now, state.deadline), "deadline", now)
    return _count(state, poll, now)


# --- the count ---


def _count(state: State, poll: Poll, now: datetime) -> Events:
    """Count the ballots; ask for what is tied, or let the vote be over."""
    asked = question(state, poll)
    ballots = {voter: each for voter, each in poll.standing().items() if voter in asked.voters}
    votes = _votes(state, poll, asked.voters)
    outcomes = _outcomes(state, poll, votes)
    salts = {voter: _salt(state, poll, voter) for voter in asked.voters}
    receipts = of_ballots(asked, ballots.values(), salts)
    open_ = {each.contest.power: each.asked for each in outcomes if each.asked}
    event = PollCounted(
        at=now,
        number=poll.number,
        counts={str(option): count for option, count in votes.items()},
        found=_found_records(outcomes),
        asked={power: tuple(map(str, tied)) for power, tied in open_.items()},
        until=_until(state, poll, now) if open_ else None,
        seals=roll(receipts),
        salts={each.voter: each.salt for each in receipts},
        ballots={each.voter: each.ballot for each in receipts},
    )
    after = evolve(state, event)
    counted_ = after.poll
    assert counted_ is not None
    nobody = {p: tied for p, tied in open_.items() if state.holder(Seat(p)) is None or not rules(state.sheet).hours}
    return _followed(state, [event, *_by_default(after, counted_, nobody, now)], now)


def _votes(state: State, poll: Poll, voters: tuple[str, ...]) -> dict[Option, int]:
    """The votes for every choice, those without any too."""
    votes = dict.fromkeys(all_offered(state.chart, poll.contests), 0)
    for voter in voters:
        for line in poll.lines(voter):
            votes[line.option] += line.votes
    return votes


def _salt(state: State, poll: Poll, voter: str) -> bytes:
    """Drawn from the game's seed, which nobody at the table knows, for this voter and vote alone."""
    return hashlib.sha256(f"{state.seed}\0salt\0{poll.number}\0{voter}".encode()).digest()[:16]


def _outcomes(state: State, poll: Poll, votes: Mapping[Option, int]) -> tuple[Outcome, ...]:
    counting = Counting.of(rules(state.sheet))
    return tuple(counted(each, votes, _order(state, poll, each.power), counting) for each in poll.contests)


def _order(state: State, poll: Poll, power: str) -> tuple[Rank, ...]:
    """The order by which a power's ties are decided: its own list, if it may vote, and what it chose later (D.9)."""
    lines = poll.lines(power) if power in electorate(state) else ()
    zeros = rules(state.sheet).zeros
    listed = (Rank(line.option, Why.LIST) for line in lines if line.votes or zeros)
    return (*listed, *poll.orders.get(power, ()))


def _found_records(outcomes: Iterable[Outcome]) -> tuple[FoundRecord, ...]:
    return tuple(_record(outcome.contest.power, each) for outcome in outcomes for each in outcome.found)


def _record(power: str, found: Found) -> FoundRecord:
    winner = str(found.winner) if found.winner is not None else ""
    return FoundRecord(power, found.centre, winner, found.built, found.why.value, tuple(map(str, found.tied)))


# --- ties ---


def _until(state: State, poll: Poll, now: datetime) -> datetime:
    """D.9: a short time of its own, never longer than an adjustment period."""
    said = rules(state.sheet)
    longest = said.days if poll.about == BEGINNING else days(state.sheet, state.phase)
    return now + min(timedelta(hours=said.hours), timedelta(days=longest))


def _chosen(state: State, poll: Poll, command: BreakTie, now: datetime) -> Answered:
    power = command.by.seat or ""
    tied = poll.asked.get(power, ())
    if not tied:
        return Refusal("no-choice", say("Nothing is asked of you in this vote."), "D.9")
    order = tuple(each for each in dict.fromkeys(command.order) if each in tied)
    strange = next((each for each in command.order if each not in tied), None)
    if strange is not None or not order:
        text = say("Choose among {choices}.", choices=", ".join(map(str, tied)))
        return Refusal("not-tied", text, "D.9", str(strange or ""))
    return _followed(state, [_broken(state, poll, power, order, Why.CHOICE, now)], now)


def _broken(state: State, poll: Poll, power: str, order: tuple[Option, ...], by: Why, now: datetime) -> TieBroken:
    """A tie is decided; what is still open by it is asked further."""
    written = tuple(map(str, order))
    event = TieBroken(at=now, number=poll.number, power=power, order=written, by=by.value)
    after = evolve(state, event).polls[poll.number - 1]
    outcome = next(each for each in _outcomes(state, after, poll.counts or {}) if each.contest.power == power)
    further = tuple(map(str, outcome.asked))
    return TieBroken(at=now, number=poll.number, power=power, order=written, by=by.value, asked=further)


def _by_default(state: State, poll: Poll, tied: Mapping[str, tuple[Option, ...]], now: datetime) -> Iterable[TieBroken]:
    """D.9: what is decided where no answer comes, until nothing is open any more."""
    by_lot = rules(state.sheet).by_lot
    for power, options in sorted(tied.items()):
        while options:
            names = {str(each): each for each in options}
            occasion = f"tie {poll.number} {power}"
            order = drawn(state.seed, occasion, names) if by_lot else tuple(sorted(names))
            why = Why.LOT if by_lot else Why.ALPHABET
            event = _broken(state, poll, power, tuple(names[each] for each in order), why, now)
            yield event
            state = evolve(state, event)
            poll = state.polls[poll.number - 1]
            options = poll.asked.get(power, ())


def _followed(state: State, events: list[Event], now: datetime) -> Events:
    """After a count or a tie: the vote is over, unless something is still asked; then that has its time."""
    for event in events:
        state = evolve(state, event)
    poll = state.poll
    if poll is None:
        return tuple(events)
    if not poll.asked:
        return (*events, _closed(state, poll, now))
    if poll.until is not None and state.deadline != poll.until:
        phase = recorded.phase_record(state.phase)
        events.append(DeadlineSet(at=now, phase=phase, deadline=poll.until, cause="choice"))
    return tuple(events)


def _closed(state: State, poll: Poll, now: datetime) -> PollClosed:
    outcomes = _outcomes(state, poll, poll.counts or {})
    found = _found_records(outcomes)
    if poll.about != BEGINNING:
        return PollClosed(at=now, number=poll.number, found=found)
    said, unvoted = rules(state.sheet), {each.centre for each in found if each.why == Why.UNVOTED}
    units = {each.winner.unit(o.contest.power) for o in outcomes for each in o.found if each.built and each.winner}
    if said.by_map:
        units |= {unit for unit in state.chart.opening.units if unit.province in unvoted}
    missing = {each.power: each.builds - sum(u.power == each.power for u in units) for each in poll.contests}
    return PollClosed(
        at=now,
        number=poll.number,
        found=found,
        placed=tuple(sorted(recorded.unit_record(unit) for unit in units)),
        missing={power: count for power, count in missing.items() if count} if said.lost else {},
    )


# --- what is built by it ---


def with_builds(state: State, sets: Mapping[str, OrderSet]) -> dict[str, OrderSet]:
    """The sets of an adjustment phase, with what was voted in the place of what its powers sent themselves (D.1)."""
    if not voted(state.sheet) or state.phase.kind is not PhaseKind.ADJUSTMENT:
        return dict(sets)
    poll = next((each for each in reversed(state.polls) if each.phase == state.phase and each.about == BUILDS), None)
    kept = {power: OrderSet(power, _without_builds(each.lines)) for power, each in sets.items()}
    for contest in poll.contests if poll is not None else ():
        lines = tuple(_build(Build(Ordered(u.place, u.kind))) for u in poll.built(contest.power)) if poll else ()
        kept[contest.power] = OrderSet(contest.power, lines)
    return kept


def _without_builds(lines: Iterable[Line]) -> tuple[Line, ...]:
    return tuple(line for line in lines if not isinstance(line.order, Build))


def _build(order: Build) -> Line:
    return Line(order, write(order))
