"""Games of Nomic for tests: a few players at a table, spoken to by commands or letters, on a clock of their own."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from dragoman.game.asking import Answered, Ask, Fault, FaultKind, Outcome, Sandbox
from dragoman.game.protocol import Speaker
from dragoman.game.refusals import Refusal
from dragoman.game.seats import KEEPER, PersonId, Seat
from dragoman.nomic import commands as c
from dragoman.nomic.decide import clock, decide
from dragoman.nomic.events import Event
from dragoman.nomic.evolve import evolve
from dragoman.nomic.game import NOMIC
from dragoman.nomic.rulesets import RuleSet, ruleset
from dragoman.nomic.state import State

START = datetime(2026, 3, 2, tzinfo=UTC)
PLAYERS = ("Ann", "Bob", "Cid", "Dee", "Eve")


def speaker(seat: str | None, person: str | None = None) -> Speaker:
    return Speaker(PersonId(person or seat or "stranger"), Seat(seat) if seat is not None else None)


class Silent:
    """A sandbox in which whatever runs fails a test."""

    def run(self, call: Any) -> Outcome:
        raise AssertionError(f"{call.name} was run: {call.hook}")


class Answering:
    """A sandbox that answers each hook with what a test says, and has everything else fail."""

    def __init__(self, **answers: Outcome) -> None:
        self.answers = answers
        self.called: list[str] = []

    def run(self, call: Any) -> Outcome:
        self.called.append(call.hook)
        return self.answers.get(call.hook or "read", Fault(FaultKind.ERROR, "not expected"))


class Table:
    """One game, spoken to by commands; the clock strikes for whatever is due before each."""

    def __init__(
        self,
        made: RuleSet | None = None,
        players: Sequence[str] = PLAYERS,
        given: c.Facts | None = None,
        readings: dict[str, str] | None = None,
        sandbox: Sandbox | None = None,
        gm: str | None = None,
        begin: bool = True,
        seed: int = 0,
    ) -> None:
        self.now = START
        self.sandbox = sandbox or Silent()
        self.events: list[Event] = []
        self._state: State | None = None
        opening = c.OpenGame(
            by=Speaker(KEEPER, None), name="lounge", ruleset=made or ruleset("lounge"),
            seats={Seat(name): PersonId(name) for name in players}, given=given, readings=readings or {},
            gm=PersonId(gm) if gm else None, begin=begin, seed=seed,
        )  # fmt: skip
        assert not isinstance(self._take(opening), Refusal)

    @property
    def state(self) -> State:
        assert self._state is not None
        return self._state

    def until(self, hours: float) -> None:
        """Let the clock go on to so many hours after the start."""
        moment = START + timedelta(hours=hours)
        while (due := clock.due(self.state)) is not None and due <= moment:
            self.now = max(self.now, due)
            self._take(c.ClockStruck(self.now))
        self.now = max(self.now, moment)

    def does(self, command: c.Command) -> tuple[Event, ...] | Refusal:
        """A command is heard now."""
        return self._take(command)

    def says(self, seat: str, text: str) -> list[Refusal]:
        """A letter is heard now; what was refused of it."""
        reading = NOMIC.read(self.state, speaker(seat), "", text, self.now)
        outcomes = [self._take(command) for command in reading.commands]
        assert reading.unread == ()
        return [each for each in outcomes if isinstance(each, Refusal)]

    def votes(self, number: int | str, fors: Sequence[str] = (), against: Sequence[str] = ()) -> None:
        for name in fors:
            self._take(c.CastVote(speaker(name), str(number), "for"))
        for name in against:
            self._take(c.CastVote(speaker(name), str(number), "against"))

    def adopts(self, player: str, text: str) -> None:
        """A proposal is posted in turn, debated for a day and adopted by all."""
        assert self.says(player, text) == []
        number = max(self.state.proposals)
        self.does(c.AnnounceVote(speaker(player), number, self.now + timedelta(hours=24)))
        self.until((self.now - START) / timedelta(hours=1) + 25)
        self.votes(number, self.state.playing)

    def _take(self, command: c.Command) -> tuple[Event, ...] | Refusal:
        outcomes: tuple[Outcome, ...] = ()
        outcome = decide(self._state, command, self.now)
        while isinstance(outcome, Ask):
            outcomes = (*outcomes, self.sandbox.run(outcome.call))
            outcome = decide(self._state, Answered(command, outcomes), self.now)
        if not isinstance(outcome, Refusal):
            for event in outcome:
                self._state = evolve(self._state, event)
                self.events.append(event)
        return outcome
