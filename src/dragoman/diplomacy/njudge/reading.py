"""The old form read back: each phase that a text tells, with the units that were ordered, their orders in canonical
writing, and what followed. Lines of any other kind (headings, press, signatures) are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import Dislodged, Phase, PhaseKind, Position
from dragoman.diplomacy.board.province import Place, Terrain
from dragoman.diplomacy.board.unit import Unit, UnitKind
from dragoman.diplomacy.njudge.names import places_named, plain, powers_named
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
from dragoman.diplomacy.orders.writing import write

HEADING = re.compile(
    r"(Movement|Retreat|Adjustment) (?:results|orders) for (\w+) of (\d+)\.\s*(?:\((.+?)\.(\d+)\))?", re.IGNORECASE
)
ORDER = re.compile(r"([\w' -]+):\s+(.*?)\.?\s*(?:\(\*(.*?)\*\))?\s*$")
UNIT = re.compile(r"(?:(\S.*?)\s+)?(Army|Fleet)\s+(.+)", re.IGNORECASE)
BUILT = re.compile(r"(Builds|Removes) (?:an?|the) (army|fleet) in (?:the )?(.+)", re.IGNORECASE)
WAIVED = re.compile(r"(?:(\d+) )?builds? waived", re.IGNORECASE)
EXILE = re.compile(r"The (.+?) (Army|Fleet) in (?:the )?(.+?) (?:can retreat to (.+)|with no valid retreats.*)\.")
OWNERSHIP = "ownership of supply centers:"
FOLLOWS = re.compile(r"(?:The following units|The next phase|The game|Game ')")


@dataclass(frozen=True, slots=True)
class JudgedPhase:
    """A phase as the text tells it. `units` are those that were ordered: in a movement phase all there were.

    `orders` are by power; `marks` tell what befell a unit, by its province; `open` where each dislodged unit can go
    (empty: nowhere). `centres` are the owners told behind it (None: not told).
    """

    game: str
    number: int
    phase: Phase
    units: tuple[Unit, ...] = ()
    orders: Mapping[str, tuple[Line, ...]] = field(default_factory=dict)
    marks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    open: Mapping[str, tuple[Place, ...]] = field(default_factory=dict)
    centres: Mapping[str, str] | None = None

    def position(self, centres: Mapping[str, str]) -> Position:
        """The position before it: in a movement phase the whole board, in a retreat phase those who must go.

        `centres` are the owners known from before: the form tells them once a year, behind the autumn.
        """
        if self.phase.kind is PhaseKind.RETREAT:
            return Position(self.phase, (), centres, tuple(Dislodged(unit) for unit in self.units))
        return Position(self.phase, self.units, centres)


def read(chart: Chart, text: str) -> tuple[JudgedPhase, ...]:
    """Every phase that a text tells, in its order; none if the text is of another kind."""
    return tuple(_Phase(chart, heading, lines).read() for heading, lines in _parts(text))


def _parts(text: str) -> Iterator[tuple[re.Match[str], list[str]]]:
    """Each heading with the lines behind it, those that were folded unfolded."""
    heading: re.Match[str] | None = None
    lines: list[str] = []
    for line in text.splitlines():
        found = HEADING.match(line.strip())
        if found:
            if heading is not None:
                yield heading, lines
            heading, lines = found, []
        elif heading is not None and line.startswith(" " * 8) and lines and lines[-1].strip():
            lines[-1] = f"{lines[-1].rstrip()} {line.strip()}"
        else:
            lines.append(line.rstrip())
    if heading is not None:
        yield heading, lines


class _Phase:
    """One phase while it is read."""

    def __init__(self, chart: Chart, heading: re.Match[str], lines: list[str]) -> None:
        kind, season, year, game, number = heading.groups()
        self.chart, self.lines = chart, lines
        self.game, self.number = game or "", int(number or 0)
        self.phase = Phase(season.capitalize(), int(year), PhaseKind(kind.capitalize()))
        self.places, self.powers = places_named(chart), powers_named(chart)

    def read(self) -> JudgedPhase:
        units: list[Unit] = []
        orders: dict[str, list[Line]] = {}
        marks: dict[str, tuple[str, ...]] = {}
        for power, said, mark in self._ordered():
            unit, order = self._order(power, said)
            if unit is not None:
                units.append(unit)
                if mark:
                    marks[unit.province] = tuple(each.strip() for each in mark.split(","))
            if order is not None:
                orders.setdefault(power, []).append(Line(order, write(order)))
        read = {power: tuple(lines) for power, lines in orders.items()}
        return JudgedPhase(
            self.game, self.number, self.phase, tuple(sorted(units)), read, marks, dict(self._open()), self._centres()
        )

    def _ordered(self) -> Iterator[tuple[str, str, str]]:
        """The lines of orders: whose, what, and what befell it."""
        for line in self.lines:
            if FOLLOWS.match(line) or line.lower().startswith(OWNERSHIP):
                return
            found = ORDER.fullmatch(line)
            power = self.powers.get(found[1].strip().lower()) if found else None
            if found and power is not None:
                yield power, found[2].strip(), found[3] or ""

    def _order(self, power: str, said: str) -> tuple[Unit | None, Order | None]:
        if self.phase.kind is PhaseKind.ADJUSTMENT:
            return None, self._adjustment(said)
        told, verb, rest = _split(said)
        unit = self._unit(told, power)
        return unit, self._done(unit, verb, rest, power) if unit is not None else None

    def _done(self, unit: Unit, verb: str, rest: str, power: str) -> Order | None:
        own = Ordered(unit.place, unit.kind)
        if verb == "HOLD":
            return Hold(own)
        if verb == "DISBAND":
            return Disband(own)
        if verb == "->":
            return self._move(own, [step.strip() for step in rest.split("->")])
        other, _, goal = rest.partition("->")
        named, to = self._unit(other.strip(), power), self.places.get(goal.strip().lower())
        if named is None or verb not in ("SUPPORT", "CONVOY") or (verb == "CONVOY" and to is None):
            return None
        second = Ordered(named.place, named.kind, None if named.power == power else named.power)
        if verb == "CONVOY":
            return Convoy(own, second, to) if to is not None else None
        return SupportMove(own, second, to) if to is not None else SupportHold(own, second)

    def _move(self, own: Ordered, steps: list[str]) -> Order | None:
        places = [self.places.get(step.lower()) for step in steps]
        way = [place for place in places if place is not None]
        if len(way) < len(places):
            return None
        if self.phase.kind is PhaseKind.RETREAT:
            return Retreat(own, way[-1])
        seas = tuple(place.province for place in way[:-1])
        if any(self.chart.provinces[sea].terrain is Terrain.INLAND for sea in seas):
            return None
        return Move(own, way[-1], bool(seas), seas)

    def _adjustment(self, said: str) -> Order | None:
        built, waived = BUILT.fullmatch(said), WAIVED.fullmatch(said)
        if waived:
            return Waive(int(waived[1] or 1))
        at = self.places.get(built[3].lower()) if built else None
        if built is None or at is None:
            return None
        unit = Ordered(at, UnitKind(built[2][0].upper()))
        return Build(unit) if built[1].lower() == "builds" else Disband(unit)

    def _unit(self, told: str, power: str) -> Unit | None:
        found = UNIT.fullmatch(told)
        at = self.places.get(found[3].strip().lower()) if found else None
        if found is None or at is None:
            return None
        whose = self.powers.get(found[1].lower(), power) if found[1] else power
        return Unit(whose, UnitKind(found[2][0].upper()), at)

    def _open(self) -> Iterator[tuple[str, tuple[Place, ...]]]:
        for line in self.lines:
            found = EXILE.fullmatch(line)
            at = self.places.get(found[3].lower()) if found else None
            if found and at is not None:
                named = (self.places.get(each.strip().lower()) for each in (found[4] or "").split(" or "))
                yield at.province, tuple(place for place in named if place is not None)

    def _centres(self) -> dict[str, str] | None:
        """The owners, as told behind the last phase of a year."""
        begin = next((n for n, line in enumerate(self.lines) if line.lower().startswith(OWNERSHIP)), None)
        if begin is None:
            return None
        owners: dict[str, str] = {}
        for line in self.lines[begin + 2 :]:
            if not line:
                return owners
            whose, _, names = line.partition(":")
            power = self.powers.get(plain(whose).lower())
            for name in names.strip().rstrip(".").split(","):
                at = self.places.get(name.strip().lower())
                if power is not None and at is not None:
                    owners[at.province] = power
        return owners


def _split(said: str) -> tuple[str, str, str]:
    """The unit, the word that says what it does, and the rest."""
    found = re.match(r"(.*?)\s*(SUPPORT|CONVOY|HOLD|DISBAND|->)\s*(.*)", said)
    if found:
        return found[1], found[2], found[3]
    return said.partition(",")[0], "", ""
