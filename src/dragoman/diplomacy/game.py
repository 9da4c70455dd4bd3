"""The game of Diplomacy as the referee knows it: the one value that keeps the protocol of `dragoman.game.protocol`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime, tzinfo
from typing import Any

from dragoman.ballots.seals import Opening
from dragoman.diplomacy import illustrated, report, speech
from dragoman.diplomacy.adjudication.verdict import Ruling
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.mapfile import chart, chart_names
from dragoman.diplomacy.commands import (
    AppointSecond,
    AskHelp,
    CallStandby,
    ClearOrders,
    ClockStruck,
    Command,
    HandOver,
    Invite,
    Join,
    MakeContact,
    MarkStatus,
    NameDeputy,
    Preview,
    ReplacePlayer,
    Resign,
    StandBy,
    SubmitOrders,
    TakeBack,
)
from dragoman.diplomacy.decide import belated, decide, kept, strike, turn
from dragoman.diplomacy.decide.office import too_early
from dragoman.diplomacy.decide.opening import vacancies
from dragoman.diplomacy.events import Event, PersonInvited, PhaseHeld, decoded, encoded, recorded
from dragoman.diplomacy.evolve import evolve
from dragoman.diplomacy.marks import hides, marks
from dragoman.diplomacy.rendering import layout
from dragoman.diplomacy.report import AnyBody, Receipt
from dragoman.diplomacy.seals import openings
from dragoman.diplomacy.seals import told as seals_told
from dragoman.diplomacy.sight import View, sight
from dragoman.diplomacy.speech import displacing
from dragoman.diplomacy.state import Stage, State
from dragoman.diplomacy.state.roster import AWAY, SECOND
from dragoman.diplomacy.state.turns import Filed
from dragoman.game.clock import zone
from dragoman.game.protocol import SUBJECT_LACKS, Game, Late, Notice, Picture, Reading, Speaker, Wanting, Words
from dragoman.game.refusals import Refusal
from dragoman.game.repute import UNKNOWN, Mark, Repute
from dragoman.game.saying import Saying, filled, say
from dragoman.game.seats import GM, KEEPER, PersonId, Seat

NOBODY = Seat("")
MOST_PASSED, MOST_QUOTED = 8, 80
"""Lines passed over as prose that are quoted in a receipt, and characters of each."""
"""The seat of someone who has none yet."""

JOINING = say(
    "“join as {plays}, any” asks for a seat: name the powers you would like, the dearest first, and “any” if another "
    "will do. “observe” asks to look on."
)

UNDER_WAY = say(
    "This game is under way. “standby” has you stand by for a seat that falls vacant, “observe” asks to look on."
)
OVER = say("This game is over.")

PersonAt = Callable[[str], PersonId | None]
"""Who is known by an address: asked of the edge when a game master names somebody by it."""


ReputeOf = Callable[[PersonId], Repute]
"""What is known of how reliably a person has played, and whether they stand on the blacklist."""

Called = Callable[[PersonId, bool], str]
"""What a person is called (empty: by no name); with True, so that they can be written to, for a game master's eyes."""

Addressed = ReplacePlayer | Resign | CallStandby | NameDeputy | AppointSecond | HandOver | Invite
"""Commands that name a person by address."""


def _nobody(_address: str) -> PersonId | None:
    return None


def _unknown(_person: PersonId) -> Repute:
    return UNKNOWN


def _unnamed(_person: PersonId, _reached: bool) -> str:
    return ""


class Diplomacy:
    """The game. `person_at` tells who has an address, and what is recorded is the person's id; `repute_of` what is
    known of a person, and `called` by what name."""

    name = "diplomacy"
    told_together = False
    shared = (Chart,)
    seldom = (Filed, Ruling)
    asks_keeper = ("ReviewAsked",)
    asks_help = (AskHelp,)

    def __init__(
        self, person_at: PersonAt = _nobody, repute_of: ReputeOf = _unknown, called: Called = _unnamed
    ) -> None:
        self._person_at = person_at
        self._repute_of = repute_of
        self._called = called

    def leaving(self, state: State, speaker: Speaker) -> tuple[Command, ...]:
        """A seat in a deputy's hands is taken back first; a game master alone leaves the game to the referee."""
        if speaker.seat == GM and state.holder(SECOND) is None:
            return (HandOver(speaker, referee=True),)
        if speaker.seat is None or not speaker.seat.startswith(AWAY):
            return (Resign(speaker),)
        power = Seat(speaker.seat.removeprefix(AWAY))
        return TakeBack(speaker), Resign(Speaker(speaker.person, power))

    def joining(self, state: State, lang: str) -> Saying:
        """What somebody without a seat can write as the game stands: nobody is told to ask for what is taken."""
        if state.stage in (Stage.OVER, Stage.CLOSED):
            return OVER
        vacant = vacancies(state)
        if not vacant or (state.stage is Stage.RUNNING and state.moderated()):
            return UNDER_WAY
        return filled(JOINING, plays=report.names_of(state.chart).get(lang, {}).get(vacant[0], vacant[0]))

    def invited(self, events: tuple[Event, ...]) -> tuple[PersonId, ...]:
        return tuple(PersonId(event.person) for event in events if isinstance(event, PersonInvited))

    def for_keeper(self, state: State) -> Mapping[str, Notice]:
        """VIII.4: where nobody presides, reviews."""
        if state.moderated() or not any(claim.pending for claim in state.corrections.claims):
            return {}
        return {
            f"review {body.claim.number}": Notice(report.kind_of(body), GM, KEEPER, body)
            for body in report.to_decide(sight(state, GM))
        }

    def read(self, state: State, speaker: Speaker, subject: str, text: str, now: datetime) -> Reading:
        reading = speech.read(state, speaker, subject, text, now)
        return replace(reading, commands=_with_presence(state, speaker, reading.commands))

    def heard_late(self, state: State, speaker: Speaker, reading: Reading, late: Late, now: datetime) -> Reading:
        """VII.1: each command counts as of when the letter came."""
        asked = [(command, self._as_it_came(state, command, late, now)) for command in reading.commands]
        refused = tuple(dict.fromkeys(found for _, found in asked if isinstance(found, Refusal)))
        commands = tuple(found for _, found in asked if not isinstance(found, Refusal))
        return replace(
            reading,
            commands=_with_presence(state, speaker, commands),
            refused=(*reading.refused, *refused),
            remarks=(belated.told(late.came), *reading.remarks),
        )

    def _as_it_came(self, state: State, command: Any, late: Late, now: datetime) -> Any:
        inner = command.command if isinstance(command, Wanting) else command
        found = belated.bound(state, inner, late)
        if isinstance(found, Refusal):
            return found
        outcome = self.decide(state, found, now)
        refused = None if isinstance(outcome, Refusal) else belated.overtaken_by(outcome, inner.by, late)
        return refused or (replace(command, command=found) if isinstance(command, Wanting) else found)

    def in_zone(self, state: State, zone_name: str, now: datetime) -> State:
        """The hour at which deadlines fall stays the game's own."""
        if state.zone == zone_name:
            return state
        hour = state.calendar.hour
        hour = hour.replace(tzinfo=zone(state.zone)) if hour is not None else None
        return replace(state, zone=zone_name, calendar=replace(state.calendar, hour=hour))

    def decide(self, state: State | None, command: Command | Wanting, now: datetime) -> tuple[Event, ...] | Refusal:
        if isinstance(command, Wanting):
            return kept.keep(state, command, now)
        return decide(state, self._known(command), now)

    def must_come_so(self, command: Command, lacks: Refusal) -> bool:
        """II.2 says of sets what their subject must hold; questions, votes and press may bear any."""
        return lacks.code != SUBJECT_LACKS or isinstance(command, SubmitOrders | MarkStatus | ClearOrders)

    def _known(self, command: Command) -> Command:
        """The command with what only the edge knows: whose an address is, and what is known of whoever would join."""
        if isinstance(command, Addressed) and command.person is None and command.address:
            return replace(command, person=self._person_at(command.address))
        if isinstance(command, Join | StandBy):
            return replace(command, repute=self._repute_of(command.by.person))
        return command

    def evolve(self, state: State | None, event: Event) -> State:
        return evolve(state, event)

    def due(self, state: State) -> datetime | None:
        return strike.due(state)

    def strike(self, now: datetime, away: tuple[datetime, datetime] | None = None) -> ClockStruck:
        return ClockStruck(now, away)

    def seats(self, state: State) -> Mapping[Seat, PersonId | None]:
        return state.seats

    def tell(self, before: State | None, events: tuple[Event, ...], after: State) -> tuple[Notice, ...]:
        news = tuple(event for event in events if report.is_news(event))
        seated = (
            Notice(report.kind_of(body), seat, person, body)
            for seat, person in after.seats.items()
            if news and person is not None
            for body in report.of(events, sight(after, seat), person)
        )
        return (
            *seated,
            *_for_the_game_master(before, after, events),
            *_for_persons(events, after),
            *_waiting(events, after),
        )

    def receipt(
        self,
        state: State,
        speaker: Speaker,
        heard: tuple[Command | Wanting, ...],
        reading: Reading,
        refused: tuple[Refusal, ...],
        now: datetime,
        states: tuple[State, ...] = (),
    ) -> Notice:
        seat = _seat_now(state, speaker)
        view = sight(state, seat)
        after = states or (state,) * len(heard)
        views = (view if each is state else sight(each, _seat_now(each, speaker)) for each in after)
        taken = tuple(command for command in heard if not isinstance(command, Wanting))
        body = Receipt(
            head=report.head_of(view),
            stage=view.stage.value,
            heard=tuple(_heard(heard, views, now)),
            refused=tuple(dict.fromkeys((*(report.refused(r) for r in refused), *report.held_back(heard)))),
            unread=tuple(
                report.NotRead(u.code, u.text, u.line, u.word, u.column, u.suggestions) for u in reading.unread
            ),
            ignored=len(reading.ignored),
            passed=tuple(line[:MOST_QUOTED] for line in reading.ignored[:MOST_PASSED]),
            remarks=(
                *displacing.still_true(reading.remarks, taken),
                *report.held_back_remark(heard, view),
                *report.remarks(taken),
                *report.absence_remarks(taken, view),
                *report.vote_remarks(taken, view),
            ),
            next=report.next_of(view, now),
            file=report.file_of(view),
            answers=tuple(a for command in taken if (a := _answer(state, view, command, now)) is not None),
            poll=report.own_paper(view),
            offer=report.offer_told(view),
        )
        return Notice("receipt", seat or NOBODY, speaker.person, body)

    def name_of(self, value: Chart) -> str | None:
        return value.id if value.id in chart_names() and chart(value.id) is value else None

    def named(self, name: str) -> Chart:
        return chart(name)

    def sight(self, state: State, seat: Seat | None) -> View:
        return sight(state, seat)

    def openings(self, state: State) -> tuple[Opening, ...] | None:
        return openings(state)

    def told(self, states: Iterable[State]) -> tuple[Opening, ...]:
        return seals_told(states)

    def words(self, notice: Notice, lang: str, zone: tzinfo) -> Words:
        return layout.words(notice.body, lang, zone, self._called)

    def picture(self, notice: Notice, lang: str) -> Picture | None:
        return illustrated.picture(notice.body, lang)

    def marks(self, event: Event) -> tuple[Mark, ...]:
        return marks(event)

    def hides(self, event: Event) -> bool | None:
        return hides(event)

    def encode_event(self, event: Event) -> bytes:
        return encoded(event)

    def decode_event(self, data: bytes) -> Event:
        return decoded(data)

    def encode_body(self, body: AnyBody) -> bytes:
        return report.encoded(body)

    def decode_body(self, kind: str, data: bytes) -> Any:
        return report.decoded(data)


def _with_presence(state: State, speaker: Speaker, commands: tuple[Command, ...]) -> tuple[Command, ...]:
    """VII.6: whatever a letter says, it is contact with whoever has missed a turn, and to say so in words is to say it
    once; none is wanted once the game is over."""
    contact = state.time.contact_of(speaker.seat or "")
    if state.stage in (Stage.OVER, Stage.CLOSED) or contact is None or contact.person != speaker.person:
        return commands
    return MakeContact(speaker), *(each for each in commands if not isinstance(each, MakeContact))


def _heard(heard: tuple[Command | Wanting, ...], views: Iterable[View], now: datetime) -> Iterator[report.Heard]:
    """What came of each command, as things stood after it: a later one of the same letter makes nothing of it false."""
    for command, view in zip(heard, views, strict=True):
        if isinstance(command, Wanting):
            continue
        told = report.heard(command, view, now)
        if told is not None:
            yield told


def _seat_now(state: State, speaker: Speaker) -> Seat | None:
    """The seat that somebody is answered in: the one they spoke for, or, where it is theirs no longer, the one that
    they have now; who has none any more is answered in the one they left."""
    if speaker.seat is not None and state.seats.get(speaker.seat) == speaker.person:
        return speaker.seat
    return _seat_of(state, speaker.person) or speaker.seat


def _seat_of(state: State, person: PersonId) -> Seat | None:
    return next((seat for seat, holder in state.seats.items() if holder == person), None)


def _for_persons(events: tuple[Event, ...], after: State) -> tuple[Notice, ...]:
    """What is told to persons who hold no seat, or hold it no longer."""
    told = report.to_persons(sight(after, None), events)
    return tuple(Notice(report.kind_of(body), _seat_of(after, person) or NOBODY, person, body) for person, body in told)


def _for_the_game_master(before: State | None, after: State, events: tuple[Event, ...]) -> tuple[Notice, ...]:
    """Where somebody presides, that the last set waited for has become final, and whether that lets them adjudicate."""
    if not after.moderated() or after.stage is not Stage.RUNNING or not turn.all_final(after):
        return ()
    if before is not None and before.phase == after.phase and turn.all_final(before):
        return ()
    refused = too_early(after, max(event.at for event in events)) if events else None
    body = report.AllFinal(
        head=report.head_of(sight(after, GM)),
        phase=recorded.phase_record(after.phase),
        clause=refused.clause if refused else "",
        until=turn.earliest(after) if refused and refused.clause == "VII.2.space" else after.deadline,
    )
    return tuple(
        Notice(report.kind_of(body), seat, person, body)
        for seat in (GM, SECOND)
        if (person := after.seats.get(seat)) is not None
    )


def _waiting(events: tuple[Event, ...], after: State) -> tuple[Notice, ...]:
    """Where results are held, the one that waits for the game master's release."""
    at = next((event.at for event in events if isinstance(event, PhaseHeld)), None)
    if at is None:
        return ()
    view = sight(after, GM)
    body = report.ResultsWait(head=report.head_of(view), results=report.previewed(view, turn.foreseen(after, at)))
    holders = {seat: after.seats.get(seat) for seat in (GM, SECOND)}
    return tuple(Notice("held", seat, person, body) for seat, person in holders.items() if person is not None)


def _answer(state: State, view: View, command: Command, now: datetime) -> report.Answer | None:
    """The answer to a question; the game master's preview is ruled here, since nothing of it is recorded."""
    if isinstance(command, Preview):
        return report.answer(view, command, report.previewed(view, turn.foreseen(state, now)))
    return report.answer(view, command, now=now)


DIPLOMACY: Game = Diplomacy()
