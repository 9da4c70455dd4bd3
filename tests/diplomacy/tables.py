"""Games to play with in tests: a table opened, seated and spoken to without any referee, post or person."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta

from dragoman.diplomacy.board.mapfile import chart_source
from dragoman.diplomacy.board.position import Dislodged, Phase, PhaseKind, Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import Unit, UnitKind
from dragoman.diplomacy.commands import ClockStruck, Command, OpenGame, SubmitOrders
from dragoman.diplomacy.decide import decide
from dragoman.diplomacy.events import Event
from dragoman.diplomacy.evolve import evolve
from dragoman.diplomacy.orders.order import (
    Build,
    Convoy,
    Disband,
    Hold,
    Line,
    Move,
    Order,
    Ordered,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)
from dragoman.diplomacy.state import State
from dragoman.game.protocol import Speaker
from dragoman.game.refusals import Refusal
from dragoman.game.seats import GM, PersonId, Seat

POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
START = datetime(2026, 3, 2, 18, tzinfo=UTC)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)

LETTERS = {"II.1": "B", "III.4": "B until=deadline"}
"""The house rules that most mail games here are played by: unmarked sets are preliminary, and read together."""


def person(name: str) -> PersonId:
    return PersonId(f"person of {name}")


def speaker(seat: str | None, who: str | None = None) -> Speaker:
    """Whoever holds a seat, or a person without one."""
    if seat is None:
        return Speaker(person(who or "nobody"), None)
    return Speaker(person(who or seat), Seat(seat))


def opening(
    *,
    gm: bool = False,
    seated: Iterable[str] = POWERS,
    rules: Mapping[str, str] | None = None,
    given: Position | None = None,
    begin: bool = True,
    entry: str = "open",
    seed: int = 7,
) -> OpenGame:
    """A command to open a game at START, deadlines at 18:00 UTC."""
    return OpenGame(
        by=Speaker(person("host"), None),
        name="kalmar",
        map=chart_source("standard"),
        rules=LETTERS if rules is None else rules,
        seed=seed,
        hour="18:00",
        gm=person(GM) if gm else None,
        seats={Seat(seat): person(seat) for seat in seated},
        given=given,
        begin=begin,
        entry=entry,
    )


class Table:
    """A game and everything that has happened in it."""

    def __init__(self, command: OpenGame | None = None, now: datetime = START) -> None:
        self.events: list[Event] = []
        self.standing: State | None = None
        self.now = now
        self.say(command or opening())

    @property
    def state(self) -> State:
        assert self.standing is not None
        return self.standing

    def say(self, command: Command) -> tuple[Event, ...]:
        """Say something that must be taken; what came of it."""
        outcome = self.hear(command)
        assert not isinstance(outcome, Refusal), outcome
        return outcome

    def hear(self, command: Command) -> tuple[Event, ...] | Refusal:
        outcome = decide(self.standing, command, self.now)
        if not isinstance(outcome, Refusal):
            for event in outcome:
                self.standing = evolve(self.standing, event)
                self.events.append(event)
        return outcome

    def refused(self, command: Command) -> Refusal:
        """Say something that must be refused; why it was."""
        outcome = self.hear(command)
        assert isinstance(outcome, Refusal), outcome
        return outcome

    def order(self, power: str, *texts: str, final: bool | None = None) -> tuple[Event, ...]:
        return self.say(SubmitOrders(speaker(power), lines(*texts), self.state.phase, final))

    def wait(self, span: timedelta) -> tuple[Event, ...]:
        """Let time go by, and the clock strike at its end."""
        self.now += span
        return self.say(ClockStruck(self.now))

    def strike(self) -> tuple[Event, ...]:
        """Let time go by to the deadline."""
        assert self.state.deadline is not None
        self.now = self.state.deadline
        return self.say(ClockStruck(self.now))


def position(phase: str, units: Mapping[str, str], centres: Mapping[str, str], dislodged: str = "") -> Position:
    """A position: power → `"A VIE, F TRI"`, power → `"VIE TRI"`, and dislodged ones as `"Austria F TRI < VEN"`."""
    return Position(
        phase_of(phase),
        tuple(sorted(unit(power, text) for power, texts in units.items() for text in texts.split(", "))),
        {centre: power for power, names in centres.items() for centre in names.split()},
        tuple(_dislodged(text) for text in dislodged.split(", ") if text),
    )


def phase_of(text: str) -> Phase:
    """`S1901M` as a phase of the standard board."""
    season = {"S": "Spring", "F": "Fall", "W": "Winter"}[text[0]]
    kind = {"M": PhaseKind.MOVEMENT, "R": PhaseKind.RETREAT, "A": PhaseKind.ADJUSTMENT}[text[-1]]
    return Phase(season, int(text[1:-1]), kind)


def unit(power: str, text: str) -> Unit:
    kind, place = text.split()
    return Unit(power, UnitKind(kind), Place.parse(place))


def _dislodged(text: str) -> Dislodged:
    power, kind, place, _, source = text.split()
    return Dislodged(unit(power, f"{kind} {place}"), source)


# --- orders in canonical writing, read without the reader under test elsewhere ---


def lines(*texts: str) -> tuple[Line, ...]:
    return tuple(Line(order(text), text) for text in texts)


def order(text: str) -> Order:
    """An order in canonical writing."""
    if text.startswith("WAIVE"):
        return Waive()
    words = text.split()
    unit, rest = named(words[:2]), words[2:]
    match rest:
        case ["H"]:
            return Hold(unit)
        case ["B"]:
            return Build(unit)
        case ["D"]:
            return Disband(unit)
        case ["R", to]:
            return Retreat(unit, Place.parse(to))
        case ["-", to]:
            return Move(unit, Place.parse(to))
        case ["-", to, "VIA"]:
            return Move(unit, Place.parse(to), via=True)
        case ["S", kind, place]:
            return SupportHold(unit, named([kind, place]))
        case ["S", kind, place, "-", to]:
            return SupportMove(unit, named([kind, place]), Place.parse(to))
        case ["C", kind, place, "-", to]:
            return Convoy(unit, named([kind, place]), Place.parse(to))
        case _:
            raise ValueError(text)


def named(words: list[str]) -> Ordered:
    kind, place = words
    return Ordered(Place.parse(place), UnitKind(kind))
