"""Folding: how each event changes the state. Nothing is judged or refused here; what happened is simply taken in."""

from __future__ import annotations

from typing import assert_never

from dragoman.diplomacy.events import (
    AbsencePlanned,
    AbsenceWithdrawn,
    Announced,
    AuthorsDisclosed,
    BallotCast,
    BallotWithdrawn,
    BidsReceived,
    ConductEvent,
    ContactAwaited,
    ContactLapsed,
    ContactMade,
    CorrectionEvent,
    CourseEvent,
    DelayAnswered,
    DelayAsked,
    DrawWarned,
    Event,
    GameOpened,
    GameStarted,
    GraceGranted,
    HostAway,
    IncomePaid,
    LotsDrawn,
    MoneyGiven,
    NamesClaimed,
    NoticeGiven,
    OrdersBought,
    OrdersCameLate,
    OrdersCleared,
    OrdersKept,
    OrdersReceived,
    PaceObjected,
    PaceSet,
    PersonInvited,
    PersonJoined,
    PersonSeated,
    PlayerReplaced,
    PlayersEvent,
    PlayerWarned,
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
    Reminded,
    ReportsChosen,
    ResumptionCalled,
    RulesChanged,
    RulingAwaited,
    SeatResigned,
    StatusMarked,
    TieBroken,
    VoteCast,
    VoteClosed,
    VoteDropped,
    VoteOpened,
)
from dragoman.diplomacy.evolve.charts import UnreadableMap, chart_of, chart_read
from dragoman.diplomacy.evolve.conduct import conducted
from dragoman.diplomacy.evolve.corrections import put_right
from dragoman.diplomacy.evolve.course import ran
from dragoman.diplomacy.evolve.mappings import with_key
from dragoman.diplomacy.evolve.market import traded
from dragoman.diplomacy.evolve.opening import opened
from dragoman.diplomacy.evolve.orders import kept, ordered, proxied
from dragoman.diplomacy.evolve.players import players, resigned, seated
from dragoman.diplomacy.evolve.polls import polled, signed_on
from dragoman.diplomacy.evolve.press import phase_now, written
from dragoman.diplomacy.evolve.seats import allotted, joined
from dragoman.diplomacy.evolve.time import timed
from dragoman.diplomacy.evolve.votes import rules_changed, voted
from dragoman.diplomacy.state import Announcement, Stage, State
from dragoman.game.changing import replace
from dragoman.game.recalled import recalled
from dragoman.game.seats import PersonId


class NotOpened(Exception):
    """A record that does not begin with the opening of a game."""


@recalled(64)
def evolve(state: State | None, event: Event) -> State:
    """The state after the event. Raises NotOpened if anything comes before GameOpened.

    Who decides folds what comes about, and who records it folds the very same events again: that is done once.
    """
    if isinstance(event, GameOpened):
        return opened(event)
    if state is None:
        raise NotOpened(type(event).__name__)
    return timed(state, _evolved(state, event), event)


def _by_family(state: State, event: CorrectionEvent | ConductEvent | PlayersEvent) -> State:
    """What a whole family of events changes."""
    if isinstance(event, CorrectionEvent):
        return put_right(state, event)
    if isinstance(event, ConductEvent):
        return conducted(state, event)
    return players(state, event)


def _evolved(state: State, event: Event) -> State:  # one arm per kind of event
    if isinstance(event, CorrectionEvent | ConductEvent | PlayersEvent):
        return _by_family(state, event)
    match event:
        case GameOpened():
            return opened(event)
        case PersonInvited(person=person):
            return replace(state, invited=state.invited | {PersonId(person)})
        case PersonJoined():
            return joined(state, event)
        case PersonSeated(person=person, seat=seat) | PlayerReplaced(person=person, seat=seat):
            return seated(signed_on(state, person, seat), event)
        case LotsDrawn():
            return allotted(state, event)
        case GameStarted():
            return replace(state, stage=Stage.RUNNING)
        case SeatResigned():
            return resigned(state, event)
        case OrdersKept():
            return kept(state, event)
        case OrdersReceived() | StatusMarked() | OrdersCleared():
            return ordered(state, event)
        case ProxyGranted() | ProxyRevoked():
            return proxied(state, event)
        case VoteOpened() | VoteCast() | VoteClosed() | VoteDropped():
            return voted(state, event)
        case RulesChanged():
            return rules_changed(state, event)
        case DrawWarned():
            return replace(state, warned=len(state.turns))
        case (
            PollOpened() | BallotCast() | BallotWithdrawn() | NoticeGiven() | PollCounted() | TieBroken() | PollClosed()
        ):
            return polled(state, event)
        case BidsReceived() | OrdersBought() | IncomePaid() | MoneyGiven():
            return traded(state, event)
        case PublicAsked(powers=powers):
            return replace(state, asked=tuple(powers))
        case PrivateDemanded():
            return replace(state, asked=())
        case _ if isinstance(event, CourseEvent):
            return ran(state, event)
        case PressSent() | PressRefused() | PressReported() | PressMuted() | AuthorsDisclosed() | NamesClaimed():
            return written(state, event)
        case Announced(at=at, text=text):
            return replace(state, announcements=(*state.announcements, Announcement(at, text, phase_now(state))))
        case ReportsChosen(seat=seat, form=form):
            return replace(state, reports=with_key(state.reports, seat, form))
        case (
            GraceGranted() | RulingAwaited() | ContactAwaited() | ContactMade() | ContactLapsed() | OrdersCameLate()
            | DelayAsked() | DelayAnswered() | PlayerWarned() | AbsencePlanned() | AbsenceWithdrawn() | PaceSet()
            | PaceObjected() | Reminded() | ResumptionCalled() | HostAway()
        ):  # fmt: skip
            return state
        case _:
            assert_never(event)


__all__ = ["NotOpened", "UnreadableMap", "chart_of", "chart_read", "evolve"]
