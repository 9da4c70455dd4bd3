"""Folding: how each event changes the state. Nothing is judged or refused here; what happened is simply taken in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import time
from functools import lru_cache
from typing import TypeVar, assert_never

from dragoman.ballots.ballot import Ballot
from dragoman.diplomacy.adjudication.retreats import open_places
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.mapfile import chart, chart_names, chart_source, read_chart
from dragoman.diplomacy.board.maptext import MapError
from dragoman.diplomacy.board.position import Phase, Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.events import (
    Announced,
    AuthorsDisclosed,
    DeadlineSet,
    Event,
    GameClosed,
    GameEnded,
    GameOpened,
    GameStarted,
    GameWon,
    LotsDrawn,
    NamesClaimed,
    OrdersCleared,
    OrdersReceived,
    Paused,
    PersonInvited,
    PersonJoined,
    PersonSeated,
    PhaseAdjudicated,
    PlayerReplaced,
    PressEvent,
    PressMuted,
    PressRefused,
    PressReported,
    PressSent,
    PrivateDemanded,
    ProxyGranted,
    ProxyRevoked,
    PublicAsked,
    Resumed,
    SeatResigned,
    StatusMarked,
    VoteCast,
    VoteClosed,
    VoteOpened,
    recorded,
)
from dragoman.diplomacy.events.contingent import TakenRecord, choice
from dragoman.diplomacy.houserules.clause import Choice
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.diplomacy.orders.contingent import Taken
from dragoman.diplomacy.state import Announcement, Ending, Piece, Proxy, Received, Stage, State, Turn, Vote
from dragoman.diplomacy.state.filing import Sets
from dragoman.diplomacy.state.rounds import rank, together
from dragoman.game.clock import Calendar
from dragoman.game.press import Colour
from dragoman.game.seats import GM, PersonId, Seat

V = TypeVar("V")
K = TypeVar("K", bound=str)


class NotOpened(Exception):
    """A record that does not begin with the opening of a game."""


class UnreadableMap(Exception):
    """A recorded map that cannot be read; one with faults never comes into a record."""


@lru_cache(maxsize=64)
def chart_read(text: str) -> Chart | tuple[MapError, ...]:
    """The chart of a map's text, or its faults; a text is read once, and one that comes with the program not again."""
    own = next((name for name in chart_names() if chart_source(name) == text), None)
    return chart(own) if own is not None else read_chart(text, "map")


def chart_of(text: str) -> Chart:
    """The chart of a recorded map's text. Raises UnreadableMap."""
    read = chart_read(text)
    if isinstance(read, Chart):
        return read
    raise UnreadableMap("; ".join(f"line {fault.line}: {fault.code} {fault.word}" for fault in read))


def evolve(state: State | None, event: Event) -> State:
    """The state after the event. Raises NotOpened if anything comes before GameOpened."""
    if isinstance(event, GameOpened):
        return _opened(event)
    if state is None:
        raise NotOpened(type(event).__name__)
    return _evolved(state, event)


def _opened(event: GameOpened) -> State:
    board = chart_of(event.map)
    seats: dict[Seat, PersonId | None] = {Seat(power): None for power in board.powers}
    if event.gm is not None:
        seats[GM] = PersonId(event.gm)
    position = recorded.position(event.given) if event.given else board.opening
    return State(
        name=event.name,
        chart=board,
        sheet=Sheet.of(event.rules),
        lang=event.lang,
        zone=event.zone,
        seed=event.seed,
        calendar=Calendar(event.zone, _hour(event.hour), event.weekdays),
        entry=event.entry,
        position=position,
        seats=seats,
        retreats=_open_retreats(board, position),
    )


def _open_retreats(board: Chart, position: Position) -> tuple[tuple[str, tuple[Place, ...]], ...]:
    """Where the dislodged units of a position that a game begins from may go; a ruling brings its own."""
    return tuple(
        (each.unit.province, open_places(board, each, position.units, position.contested))
        for each in position.dislodged
    )


def _hour(text: str) -> time | None:
    return time.fromisoformat(text) if text else None


def _evolved(state: State, event: Event) -> State:  # one arm per kind of event
    match event:
        case GameOpened():
            return _opened(event)
        case PersonInvited(person=person):
            return replace(state, invited=state.invited | {PersonId(person)})
        case PersonJoined():
            return _joined(state, event)
        case PersonSeated(person=person, seat=seat) | PlayerReplaced(person=person, seat=seat):
            return replace(state, seats=_with(state.seats, Seat(seat), PersonId(person)))
        case LotsDrawn():
            return _allotted(state, event)
        case GameStarted():
            return replace(state, stage=Stage.RUNNING)
        case SeatResigned(seat=seat):
            return _resigned(state, Seat(seat))
        case OrdersReceived() | StatusMarked() | OrdersCleared():
            return _ordered(state, event)
        case ProxyGranted() | ProxyRevoked():
            return _proxied(state, event)
        case VoteOpened() | VoteCast() | VoteClosed():
            return _voted(state, event)
        case PublicAsked(powers=powers):
            return replace(state, asked=tuple(powers))
        case PrivateDemanded():
            return replace(state, asked=())
        case DeadlineSet(deadline=deadline):
            return replace(state, deadline=deadline)
        case PhaseAdjudicated():
            return _adjudicated(state, event)
        case Paused(at=at):
            return replace(state, paused=at)
        case Resumed():
            return replace(state, paused=None)
        case GameWon(at=at, power=power):
            return replace(state, ending=Ending(at, "win", (power,)))
        case GameEnded(at=at, result=result, powers=powers, why=why):
            ending, papers = Ending(at, result, powers, why), state.papers.published(at)
            return replace(state, stage=Stage.OVER, deadline=None, ending=ending, papers=papers)
        case GameClosed():
            return replace(state, stage=Stage.CLOSED)
        case PressSent() | PressRefused() | PressReported() | PressMuted() | AuthorsDisclosed() | NamesClaimed():
            return _written(state, event)
        case Announced(at=at, text=text):
            return replace(state, announcements=(*state.announcements, Announcement(at, text, _phase_now(state))))
        case _:
            assert_never(event)


def _with(mapping: Mapping[K, V], key: K, value: V) -> dict[K, V]:
    return {**mapping, key: value}


def _without(mapping: Mapping[K, V], key: K) -> dict[K, V]:
    return {k: v for k, v in mapping.items() if k != key}


# --- seats ---


def _joined(state: State, event: PersonJoined) -> State:
    seat = Seat(event.seat)
    seats = _with(state.seats, seat, PersonId(event.person))
    return replace(state, seats=seats, wishes=_with(state.wishes, seat, event.wishes))


def _allotted(state: State, event: LotsDrawn) -> State:
    seats = {seat: person for seat, person in state.seats.items() if seat not in event.seats}
    for waiting, power in event.seats.items():
        seats[Seat(power)] = state.seats[Seat(waiting)]
    return replace(state, seats=seats, wishes={})


def _resigned(state: State, seat: Seat) -> State:
    """A power's seat stays, empty; any other seat goes with its holder."""
    if seat in state.chart.powers:
        return replace(state, seats=_with(state.seats, seat, None))
    return replace(state, seats=_without(state.seats, seat), wishes=_without(state.wishes, seat))


# --- orders and rulings ---


def _ordered(state: State, event: OrdersReceived | StatusMarked | OrdersCleared) -> State:
    match event:
        case OrdersReceived():
            return _received(state, event)
        case StatusMarked():
            return replace(state, marks=_with(state.marks, event.seat, event.final))
        case OrdersCleared():
            return _cleared(state, event)


def _received(state: State, event: OrdersReceived) -> State:
    received = Received(
        at=event.at,
        lines=tuple(recorded.line(line) for line in event.lines),
        final=event.final,
        channel=event.channel,
        choices=tuple((record.place, choice(record)) for record in event.choices),
        perpetual=event.perpetual,
        public=event.public,
        since=len(state.turns),
    )
    if event.giver:
        key = (event.giver, event.seat)
        return replace(state, by_proxy={**state.by_proxy, key: (*state.by_proxy.get(key, ()), received)})
    return _filed(state, event.seat, recorded.phase(event.phase), received)


def _filed(state: State, power: str, phase: Phase, received: Received) -> State:
    """A set is on file for its phase. Whatever it is, it replaces a perpetual one (II.4: until replaced)."""
    state = replace(state, perpetual={k: v for k, v in state.perpetual.items() if k != (power, phase.kind)})
    if received.perpetual:
        state = replace(state, perpetual={**state.perpetual, (power, phase.kind): received})
    sets = (*state.received(power, phase), received)
    if phase == state.phase:
        return replace(state, sets=_with(state.sets, power, sets), marks=_with(state.marks, power, received.final))
    ahead = _with(state.ahead.get(phase, {}), power, sets)
    return replace(state, ahead={**state.ahead, phase: ahead})


def _cleared(state: State, event: OrdersCleared) -> State:
    power, phase = event.seat, recorded.phase(event.phase)
    if event.perpetual:
        state = replace(state, perpetual={k: v for k, v in state.perpetual.items() if k != (power, phase.kind)})
    if phase != state.phase:
        return replace(state, ahead={**state.ahead, phase: _without(state.ahead.get(phase, {}), power)})
    by_proxy = {key: sets for key, sets in state.by_proxy.items() if key[1] != power}
    return replace(state, sets=_without(state.sets, power), marks=_without(state.marks, power), by_proxy=by_proxy)


def _adjudicated(state: State, event: PhaseAdjudicated) -> State:
    ruling = recorded.ruling(event.ruling)
    taken = {power: tuple(_taken(each) for each in records) for power, records in event.taken.items()}
    turn = Turn(state.position, ruling, event.at, state.deadline, event.missing, event.cause, taken)
    phase = ruling.after.phase
    sets = _opened_sets(state, phase)
    return replace(
        state,
        position=ruling.after,
        papers=state.papers.published(event.at, state.phase),
        retreats=ruling.retreats,
        turns=(*state.turns, turn),
        sets=sets,
        marks={power: each[-1].final for power, each in sets.items()},
        ahead={each: kept for each, kept in state.ahead.items() if each not in _past(state, phase)},
        by_proxy={},
        asked=(),
        deadline=state.deadline if together(state.sheet, state.phase, phase) else None,
    )


def _taken(record: TakenRecord) -> Taken:
    return Taken(choice(record.choice), record.branch)


def _opened_sets(state: State, phase: Phase) -> Mapping[str, Sets]:
    """What is on file for a phase when it comes: what was sent ahead for it, and what holds for its kind."""
    ahead = dict(state.ahead.get(phase, {}))
    for (power, kind), lasting in sorted(state.perpetual.items()):
        if kind is phase.kind:
            ahead[power] = tuple(sorted((*ahead.get(power, ()), lasting), key=lambda each: each.at))
    return ahead


def _past(state: State, now: Phase) -> frozenset[Phase]:
    """The phases for which something was sent ahead and that are over, or have come, or never come about."""
    return frozenset(phase for phase in state.ahead if rank(state.chart, phase) <= rank(state.chart, now))


# --- proxies and votes ---


def _proxied(state: State, event: ProxyGranted | ProxyRevoked) -> State:
    if isinstance(event, ProxyRevoked):
        return replace(state, proxies=_revoked(state.proxies, event.number))
    proxy = Proxy(
        number=event.number,
        at=event.at,
        giver=event.seat,
        receiver=event.to,
        phase=recorded.phase(event.phase),
        provinces=event.provinces,
        approved=None if event.pending else True,
    )
    return replace(state, proxies=(*state.proxies, proxy))


def _revoked(proxies: tuple[Proxy, ...], number: int) -> tuple[Proxy, ...]:
    return tuple(replace(each, revoked=True) if each.number == number else each for each in proxies)


def _approved(proxies: tuple[Proxy, ...], number: int, approved: bool) -> tuple[Proxy, ...]:
    return tuple(replace(each, approved=approved) if each.number == number else each for each in proxies)


def _voted(state: State, event: VoteOpened | VoteCast | VoteClosed) -> State:
    match event:
        case VoteOpened():
            vote = Vote(event.number, event.at, event.seat, event.about, event.proxy)
        case VoteCast():
            vote = state.votes[event.number]
            ballot = Ballot(event.seat, event.choice, event.at, len(vote.ballots))
            vote = replace(vote, ballots=(*vote.ballots, ballot))
        case VoteClosed():
            vote = replace(state.votes[event.number], carried=event.carried)
            if vote.about == "proxy":
                state = replace(state, proxies=_approved(state.proxies, vote.proxy, event.carried))
    return replace(state, votes={**state.votes, vote.number: vote})


# --- words ---


def _phase_now(state: State) -> Phase | None:
    return state.phase if state.stage is Stage.RUNNING else None


def _written(state: State, event: PressEvent) -> State:
    """Press, and what became of it."""
    papers = state.papers
    match event:
        case PressSent():
            papers = papers.with_piece(_piece(state, event), event.held)
        case PressRefused(at=at, number=number, why=why):
            papers = papers.without(number, why, at)
        case PressReported(at=at, number=number, seat=seat, why=why):
            papers = papers.with_complaint(number, Seat(seat), why, at)
        case PressMuted(seat=seat, whom=whom, muted=muted):
            papers = papers.with_mute(Seat(seat), whom, muted)
        case AuthorsDisclosed(at=at, numbers=numbers):
            papers = papers.disclosed(numbers, at)
        case NamesClaimed(claimed=claimed):
            choices = dict(state.sheet.choices) | {"F.15": Choice("B", (("claimed", claimed),))}
            return replace(state, sheet=Sheet(tuple(choices.items())))
    return replace(state, papers=papers)


def _piece(state: State, event: PressSent) -> Piece:
    return Piece(
        event.number,
        event.at,
        Seat(event.seat),
        event.to,
        event.text,
        Colour(event.colour),
        event.dateline,
        _phase_now(state),
        event.name,
        event.answers,
        event.unnamed,
    )
