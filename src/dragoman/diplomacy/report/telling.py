"""What events mean to a seat: for each kind of event the body that tells it, where it is that seat's news at all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from msgspec import structs

from dragoman.diplomacy.board.position import PhaseKind
from dragoman.diplomacy.events import (
    Announced,
    AuthorsDisclosed,
    BallotCast,
    BallotWithdrawn,
    BidsReceived,
    ConductEvent,
    CorrectionEvent,
    DeadlineSet,
    DrawWarned,
    Event,
    GameClosed,
    GameEnded,
    GameOpened,
    GameStarted,
    IncomePaid,
    MoneyGiven,
    NamesClaimed,
    NoticeGiven,
    OrdersBought,
    OrdersCleared,
    OrdersKept,
    OrdersReceived,
    Paused,
    PersonInvited,
    PersonJoined,
    PersonSeated,
    PhaseAdjudicated,
    PlayerReplaced,
    PlayersEvent,
    PollClosed,
    PollCounted,
    PollOpened,
    PressMuted,
    PressRefused,
    PressReported,
    PressSent,
    PrivateDemanded,
    ProxyGranted,
    ProxyRevoked,
    PublicAsked,
    Resumed,
    RulesChanged,
    SeatResigned,
    StatusMarked,
    TieBroken,
    TimeEvent,
    VoteCast,
    VoteClosed,
    VoteDropped,
    VoteOpened,
    recorded,
)
from dragoman.diplomacy.orders.order import Hold, Move, Ordered
from dragoman.diplomacy.orders.writing import write
from dragoman.diplomacy.report.bodies import AnyBody
from dragoman.diplomacy.report.corrections import conduct_told, correction_told
from dragoman.diplomacy.report.endings import ended
from dragoman.diplomacy.report.kept import kept_told
from dragoman.diplomacy.report.market import money_news
from dragoman.diplomacy.report.news import Announcement, OrdersEntered, ProxyNews, PublicNews, Results, Started
from dragoman.diplomacy.report.parts import (
    choice_told,
    file_of,
    head_of,
    next_of,
    owed_record,
    proxy_told,
    seats_told,
    written,
)
from dragoman.diplomacy.report.pieces import Next, Owed, ProxyTold
from dragoman.diplomacy.report.players import installed, players_told, seat_changed
from dragoman.diplomacy.report.polls import of_event
from dragoman.diplomacy.report.press import press_told, published_late
from dragoman.diplomacy.report.results import results
from dragoman.diplomacy.report.time import goes_on, moved, stopped, time_news
from dragoman.diplomacy.report.votes import vote_news, votes_of
from dragoman.diplomacy.sight import View
from dragoman.diplomacy.state import Proxy, Turn, due
from dragoman.game.seats import PersonId


def of(events: Sequence[Event], view: View, person: PersonId | None = None) -> tuple[AnyBody, ...]:
    """What is to be told to the view's seat, which `person` holds, because of these events, in their order."""
    return tuple(body for event in events for body in _to_holder(event, events, view, person))


def _to_holder(
    event: Event, events: Sequence[Event], view: View, person: PersonId | None
) -> Iterable[AnyBody]:  # fmt: skip
    """Whoever is given the office is told that it is they; both game masters see the same otherwise."""
    own = installed(view, event, person)
    return _told(event, events, view) if own is None else (own,)


PRIVATE = (
    GameOpened,
    PersonInvited,
    PersonJoined,
    OrdersReceived,
    StatusMarked,
    OrdersCleared,
    VoteCast,
    BallotCast,
    BidsReceived,
    OrdersBought,
    BallotWithdrawn,
    TieBroken,
)
"""What is told to nobody but, in the receipt, to whoever brought it about."""


BY_HAND = frozenset({"gm", "post", "in person", "phone"})
"""The channels of sets that a game master entered."""


def is_news(event: Event) -> bool:
    """Whether an event may have to be told to anybody. A set is, if it is public, or entered by the game master."""
    if isinstance(event, OrdersReceived):
        return event.public or event.channel in BY_HAND
    if isinstance(event, VoteOpened):
        return event.about != "proxy"
    return not isinstance(event, PRIVATE)


def _told(event: Event, events: Sequence[Event], view: View) -> Iterator[AnyBody]:
    """At most one body for an event; none where it is nobody's news, or not this seat's."""
    if isinstance(event, CorrectionEvent):
        yield from correction_told(view, event, events)
        return
    if isinstance(event, ConductEvent):
        yield from conduct_told(view, event)
        return
    match event:
        case PhaseAdjudicated():
            yield from _results(view, event, events)
        case GameStarted():
            yield _started(view, _deadline_after(event, events))
        case GameEnded() | GameClosed():
            if isinstance(event, GameEnded):
                yield from published_late(view, event, events)
            yield ended(view, event, events)
        case PressSent() | PressRefused() | PressReported() | PressMuted() | AuthorsDisclosed() | NamesClaimed():
            yield from press_told(view, event, events)
        case DeadlineSet():
            yield from moved(view, event, events)
        case Paused():
            yield stopped(view, event)
        case Resumed():
            yield goes_on(view, event)
        case event if isinstance(event, TimeEvent):
            yield from time_news(view, event, events)
        case Announced():
            yield Announcement(head=head_of(view), text=event.text)
        case ProxyGranted() | ProxyRevoked() | VoteClosed():
            yield from _proxy(view, event, events)
        case VoteOpened() | VoteDropped() | RulesChanged() | DrawWarned():
            yield from vote_news(view, event, events)
        case IncomePaid() | MoneyGiven():
            yield from money_news(view, event)
        case PollOpened() | NoticeGiven() | PollCounted() | PollClosed():
            ruled = any(isinstance(each, PhaseAdjudicated) for each in events)
            yield from of_event(view, event, _deadline_after(event, events), ruled)
        case PublicAsked() | PrivateDemanded():
            yield _public(view, event)
        case OrdersReceived():
            yield from _set(view, event)
        case OrdersKept():
            yield from kept_told(view, event)
        case SeatResigned() | PersonSeated() | PlayerReplaced():
            yield from seat_changed(view, event, events)
        case _ if isinstance(event, PlayersEvent):
            yield from players_told(view, event, events)
        case _:
            return


def _results(view: View, event: PhaseAdjudicated, events: Sequence[Event]) -> Iterator[Results]:
    """One letter for all phases that were adjudicated in one go, a whole round or more: with the last of them."""
    ruled = [each for each in events if isinstance(each, PhaseAdjudicated)]
    if event is ruled[-1]:
        earlier = [_turn(view, each) for each in ruled[:-1]]
        yield results(view, _turn(view, event), _deadline_after(event, events), earlier)


def _public(view: View, event: PublicAsked | PrivateDemanded) -> PublicNews:
    """II.6: everybody is told; who demanded private orders is nobody's business (ours)."""
    asked = isinstance(event, PublicAsked)
    return PublicNews(
        head=head_of(view),
        change="asked" if asked else "private",
        next=next_of(view),
        powers=view.asked,
        binding=view.sheet.letter("II.6") == "B",
    )


def _set(view: View, event: OrdersReceived) -> Iterator[PublicNews | OrdersEntered]:
    """A public set is told to everybody but its sender, at once; a set that the game master entered, to its owner."""
    if event.public and event.seat != view.seat:
        given = view.public.get(event.seat)
        if given is not None:
            yield PublicNews(
                head=head_of(view),
                change="given",
                next=next_of(view),
                powers=(event.seat,),
                lines=tuple(map(written, given.lines)),
                choices=tuple(choice_told(view.chart, choice) for _, choice in given.choices),
                binding=view.sheet.letter("II.6") == "B",
            )
    elif event.channel in BY_HAND and event.seat == view.seat:
        yield OrdersEntered(head=head_of(view), phase=event.phase, why=event.why, file=file_of(view))


def _proxy(view: View, event: ProxyGranted | ProxyRevoked | VoteClosed, events: Sequence[Event]) -> Iterator[ProxyNews]:
    """II.3: a proxy and its revocation are told to those who may know of them, except the giver, who has it in the
    receipt; the result of a vote on one to everybody. Of one written into a set (4.E.5.b) the giver tells."""
    proxy = _proxy_of(view, event)
    if proxy is None or view.sheet.letter("II.3") == "4.E.5.b":
        return
    told = proxy_told(view, proxy)
    match event:
        case ProxyGranted(pending=pending) if view.seat != event.seat:
            opened = next((each.number for each in events if isinstance(each, VoteOpened)), 0)
            standing = "pending" if pending else "in-force"
            told = structs.replace(told, standing=standing)
            yield ProxyNews(head=head_of(view), proxy=told, change="proposed" if pending else "given", vote=opened)
        case ProxyRevoked() if view.seat != event.seat and proxy.revoked:
            yield ProxyNews(head=head_of(view), proxy=told, change="revoked")
        case VoteClosed():
            yield _vote_told(view, event, told)
        case _:
            return


def _proxy_of(view: View, event: ProxyGranted | ProxyRevoked | VoteClosed) -> Proxy | None:
    """The proxy that an event is about, if this seat may know of it."""
    match event:
        case ProxyGranted(seat=seat, to=to, provinces=provinces) | ProxyRevoked(seat=seat, to=to, provinces=provinces):
            same = (seat, to, provinces, view.phase)
            return next(
                (p for p in reversed(view.proxies) if (p.giver, p.receiver, p.provinces, p.phase) == same), None
            )
        case VoteClosed(number=number):
            vote = next((v for v in view.votes if v.number == number and v.about == "proxy"), None)
            return next((p for p in view.proxies if vote and p.number == vote.proxy), None)


def _vote_told(view: View, event: VoteClosed, told: ProxyTold) -> ProxyNews:
    """What IX.4 lets be told of a vote. Who proposed a proxy everybody knows: its giver did."""
    change = "approved" if event.carried else "refused"
    news = ProxyNews(head=head_of(view), proxy=told, change=change, vote=event.number)
    (vote,) = votes_of(view, {event.number})
    return structs.replace(news, yes=vote.yes, no=vote.no, author_vote=vote.author_vote or "", votes=vote.votes)


def _turn(view: View, event: PhaseAdjudicated) -> Turn:
    phase = recorded.phase(event.ruling.phase)
    return next(turn for turn in reversed(view.turns) if turn.phase == phase)


def _deadline_after(event: Event, events: Sequence[Event]) -> datetime | None:
    """The deadline set next after the event."""
    following = events[list(events).index(event) + 1 :]
    return next((each.deadline for each in following if isinstance(each, DeadlineSet)), None)


def _started(view: View, deadline: datetime | None) -> Started:
    orders = bool(view.power) and view.poll is None
    return Started(
        head=head_of(view),
        power=view.power or "",
        position=recorded.position_record(view.position),
        seats=seats_told(view),
        next=Next(recorded.phase_record(view.phase), deadline, view.poll is not None),
        owed=_owed(view) if orders else None,
        example=_example(view) if orders and view.purse is None else "",
    )


def _example(view: View) -> str:
    """The first move that the first of the power's units could make, or its hold; empty where it moves none now."""
    units = due(view.chart, view.position, view.power or "").units
    if view.phase.kind is not PhaseKind.MOVEMENT or not units:
        return ""
    unit = min(units, key=lambda each: (each.kind.value, each.place.province))
    ordered = Ordered(unit.place, unit.kind)
    steps = sorted(view.chart.steps(unit.kind, unit.place), key=lambda each: (each.province, each.coast))
    return write(Move(ordered, steps[0]) if steps else Hold(ordered))


def _owed(view: View) -> Owed:
    return owed_record(due(view.chart, view.position, view.power or ""), view.retreats)
