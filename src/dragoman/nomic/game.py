"""The game of Nomic as the referee knows it: the one value that keeps the protocol of `dragoman.game.protocol`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime, tzinfo

from dragoman.ballots.seals import Opening
from dragoman.game.asking import Answered, Ask
from dragoman.game.press import readers
from dragoman.game.protocol import Game, Late, Notice, Reading, Speaker, Wanting, Words
from dragoman.game.refusals import Refusal
from dragoman.game.saying import Saying, say
from dragoman.game.seats import PersonId, Seat
from dragoman.nomic import commands as c
from dragoman.nomic import decide, foresight, rendering, report, speech
from dragoman.nomic.decide import belated, clock
from dragoman.nomic.events import Event, decoded, encoded
from dragoman.nomic.events.players import PersonInvited
from dragoman.nomic.events.recorded import Change
from dragoman.nomic.events.talk import PressSent
from dragoman.nomic.evolve import evolve
from dragoman.nomic.foresight import Foreseen
from dragoman.nomic.report import AnyBody, Part, Receipt, answers, occasions, receipts
from dragoman.nomic.seals import openings
from dragoman.nomic.sight import View, seats, sight
from dragoman.nomic.state import State

NOBODY = Seat("")
"""The seat of someone who has none yet."""

PersonAt = Callable[[str], PersonId | None]
"""Who is known by an address: asked of the edge when a game master names somebody by it."""


def _nobody(_address: str) -> PersonId | None:
    return None


def _unnamed(_person: PersonId) -> str:
    return ""


class Nomic:
    """The game. `person_at` tells who has an address; what is recorded is the person's id. `named` is under which name
    somebody plays who asks to join without saying (empty: they are to say): names at the table are in the record, so
    nobody's own name is taken for one unasked."""

    name = "nomic"
    asks_help = (c.AskHelp,)
    told_together = True

    def __init__(self, person_at: PersonAt = _nobody, named: Callable[[PersonId], str] = _unnamed) -> None:
        self._person_at = person_at
        self._named = named

    def leaving(self, state: State, speaker: Speaker) -> tuple[c.Command, ...]:
        return (c.Forfeit(speaker),)

    def joining(self, state: State, lang: str) -> Saying:
        return rendering.SEATLESS

    def invited(self, events: tuple[Event, ...]) -> tuple[PersonId, ...]:
        return tuple(PersonId(event.person) for event in events if isinstance(event, PersonInvited))

    def read(self, state: State, speaker: Speaker, subject: str, text: str, now: datetime) -> Reading:
        return speech.read(state, speaker, subject, text, now)

    def heard_late(self, state: State, speaker: Speaker, reading: Reading, late: Late, now: datetime) -> Reading:
        asked = [(command, belated.late_for(state, command, late, now)) for command in reading.commands]
        return replace(
            reading,
            commands=tuple(command for command, refused in asked if refused is None),
            refused=(*reading.refused, *dict.fromkeys(refused for _, refused in asked if refused is not None)),
            remarks=(belated.told(late.came), *reading.remarks),
        )

    def in_zone(self, state: State, zone_name: str, now: datetime) -> State:
        return replace(state, zone=zone_name)

    def decide(
        self, state: State | None, command: c.Command | Answered | Wanting, now: datetime
    ) -> tuple[Event, ...] | Refusal | Ask:
        if isinstance(command, Wanting):
            return command.lacks
        if isinstance(command, c.Replace | c.Invite) and command.person is None:
            command = replace(command, person=self._person_at(command.address))
        if isinstance(command, c.Join) and not command.player:
            command = replace(command, player=self._named(command.by.person))
        return decide.decide(state, command, now)

    def evolve(self, state: State | None, event: Event) -> State:
        return evolve(state, event)

    def due(self, state: State) -> datetime | None:
        return clock.due(state)

    def strike(self, now: datetime, away: tuple[datetime, datetime] | None = None) -> c.ClockStruck:
        """What was due while the host was away came about when it was due (307): its absence moves nothing."""
        return c.ClockStruck(now)

    def seats(self, state: State) -> Mapping[Seat, PersonId | None]:
        return seats(state)

    def tell(self, before: State | None, events: tuple[Event, ...], after: State) -> tuple[Notice, ...]:
        """Everybody at the table is told the same of what is everybody's, and each their own press. Who left by one of
        these events is told of it, too."""
        if not any(report.is_news(event) or isinstance(event, PressSent) for event in events):
            return ()
        held = {**(seats(before) if before is not None else {}), **seats(after)}
        return tuple(
            Notice(report.kind_of(body), seat, person, body)
            for seat, person in held.items()
            if person is not None
            for body in _bodies(events, sight(after, seat))
        )

    def receipt(
        self,
        state: State,
        speaker: Speaker,
        heard: tuple[c.Command, ...],
        reading: Reading,
        refused: tuple[Refusal, ...],
        now: datetime,
        states: tuple[State, ...] = (),
    ) -> Notice:
        seat = speaker.seat if speaker.seat is not None else _seat_of(state, speaker.person)
        view = sight(state, seat)
        mine = [each for each in view.owed if each.player == view.player]
        body = Receipt(
            head=report.Head(view.game, seat or ""),
            subject=say("{game}: your letter", game=view.game),
            heard=tuple(part for command in heard if (part := receipts.heard(command, view)) is not None),
            refused=tuple(report.Refused(r.code, r.says, r.clause, r.text) for r in refused),
            unread=tuple(
                report.NotRead(u.code, u.text, u.line, u.word, u.column, u.suggestions) for u in reading.unread
            ),
            ignored=len(reading.ignored),
            remarks=reading.remarks,
            answers=tuple(part for command in heard for part in _answer(state, view, command)),
            owed=tuple(answers.owed_said(each) for each in mine),
        )
        return Notice("receipt", seat or NOBODY, speaker.person, body)

    def sight(self, state: State, seat: Seat | None) -> View:
        return sight(state, seat)

    def openings(self, state: State) -> tuple[Opening, ...] | None:
        return openings(state)

    def foresee(self, state: State, number: int) -> Foreseen | None:
        """What a proposal would do if it were adopted now, or did; None where there is no such proposal."""
        proposal = state.proposals.get(number)
        return foresight.of_proposal(state, proposal) if proposal is not None else None

    def foresee_change(self, state: State, change: Change) -> Foreseen:
        """What a change would do that nobody has proposed yet."""
        return foresight.of_change(state, change, str(sight(state, None).next_number))

    def words(self, notice: Notice, lang: str, zone: tzinfo) -> Words:
        return rendering.words(notice.body, lang, zone)

    def encode_event(self, event: Event) -> bytes:
        return encoded(event)

    def decode_event(self, data: bytes) -> Event:
        return decoded(data)

    def encode_body(self, body: AnyBody) -> bytes:
        return report.encoded(body)

    def decode_body(self, kind: str, data: bytes) -> AnyBody:
        return report.decoded(data)


def _bodies(events: tuple[Event, ...], view: View) -> Iterator[AnyBody]:
    told = report.news(events, view)
    if told is not None:
        yield told
    for event in events:
        if isinstance(event, PressSent) and view.seat in readers((view.seat or NOBODY,), Seat(event.seat), event.to):
            yield report.press(event, view)


def _seat_of(state: State, person: PersonId) -> Seat | None:
    return next((seat for seat, holder in seats(state).items() if holder == person), None)


def _answer(state: State, view: View, command: c.Command) -> Iterator[Part]:
    """The answer to a question."""
    match command:
        case c.AskStatus():
            yield from answers.status(view)
        case c.AskRules(number="", at=at):
            yield from answers.rules(view, at)
        case c.AskRules(number=number):
            yield from answers.rule(view, number)
        case c.AskProposal(number=number):
            proposal = state.proposals.get(number)
            foreseen = foresight.of_proposal(state, proposal) if proposal is not None else None
            yield from answers.proposal(view, view.proposal(number), foreseen, number)
        case c.AskReadings():
            yield from answers.readings(view)
        case c.AskHelp(about="code"):
            yield from occasions.help_parts()
        case c.AskHelp():
            yield from answers.help_parts()
        case _:
            return


NOMIC: Game = Nomic()
