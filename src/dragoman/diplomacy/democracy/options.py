"""What can be voted on: for each open home centre nothing, an army, or a fleet, on each coast that it has.

An option is written like the unit it would be, `F STP/NC`, or `NO BUILD STP`; the order of these writings is the one of
the alphabet by which D.9 has ties decided where nobody else decides them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from dragoman.diplomacy.adjudication import phases
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import Unit, UnitKind

NOTHING = "NO BUILD"


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to vote for: a unit at a place, or (`kind` None) nothing in that province."""

    place: Place
    kind: UnitKind | None = None

    @property
    def centre(self) -> str:
        return self.place.province

    def __str__(self) -> str:
        return f"{self.kind.value if self.kind else NOTHING} {self.place}"

    def unit(self, power: str) -> Unit:
        """The unit it stands for. Raises ValueError for nothing."""
        if self.kind is None:
            raise ValueError(str(self))
        return Unit(power, self.kind, self.place)


def option(text: str) -> Option:
    """Read an option back. Raises ValueError for what is none."""
    kind, _, place = text.rpartition(" ")
    return Option(Place.parse(place), None if kind == NOTHING else UnitKind(kind))


@dataclass(frozen=True, slots=True)
class Contest:
    """What is decided for one power: so many `builds`, in `centres`, which are in order of id."""

    power: str
    builds: int
    centres: tuple[str, ...]


def offered(chart: Chart, centre: str) -> tuple[Option, ...]:
    """The options of a centre: fleets by coast, an army, nothing, as counts are told."""
    places = chart.provinces[centre].places
    fleets = (Option(place, UnitKind.FLEET) for place in places if chart.can_stand(UnitKind.FLEET, place))
    armies = (Option(place, UnitKind.ARMY) for place in places if chart.can_stand(UnitKind.ARMY, place))
    return (*fleets, *armies, Option(Place(centre)))


def all_offered(chart: Chart, contests: Iterable[Contest]) -> tuple[Option, ...]:
    """The options of several contests."""
    return tuple(each for contest in contests for centre in contest.centres for each in offered(chart, centre))


def beginnings(chart: Chart) -> tuple[Contest, ...]:
    """The contests of the first vote: every home centre of every power, each decided by itself."""
    homes = ((power, chart.home_centres(power)) for power in chart.powers)
    return tuple(Contest(power, len(centres), centres) for power, centres in homes if centres)


def adjustments(chart: Chart, position: Position, missing: dict[str, int]) -> tuple[Contest, ...]:
    """The contests of an adjustment phase: each power that can build, with as many builds as the rulebook gives it less
    those that D.5 has `missing` for good."""
    return tuple(_adjustments(chart, position, missing))


def _adjustments(chart: Chart, position: Position, missing: dict[str, int]) -> Iterator[Contest]:
    for power in chart.powers:
        sites = phases.sites(chart, position, power)
        builds = min(phases.surplus(position, power) - missing.get(power, 0), len(sites))
        if builds > 0:
            yield Contest(power, builds, sites)
