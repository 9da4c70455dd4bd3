"""Examples tell the alternatives of a clause apart: a few units and their orders, and what comes of them under each.

They are data files in `houserules/examples`, one for each family; what they say comes of the orders is not believed but
adjudicated, and held against it by the tests. Together the examples of a clause tell any two of its choices apart.

An example is a table `[[example]]`: the `clause` it is of, a short `id`, its story in each tongue (`en`, `fi`), and
`rules`, other clauses chosen for it over DATC's preferences. `season`, `year` and `phase` say when (spring moves, if
nothing is said), `units` and `centers` by power what stands; where no units are given, those that are ordered stand
there. `orders` are the lines that each power wrote. Each `[[example.result]]` names the choices that rule alike, and
under them `after` who stands where, `dislodged` who was driven out, `retreats` where to (if nothing else tells the
results apart), `void` lines that are no order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources

import msgspec

from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.mapfile import chart
from dragoman.diplomacy.board.position import Phase, PhaseKind, Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import Unit, UnitKind
from dragoman.diplomacy.docket import Alike, compared
from dragoman.diplomacy.houserules.catalogue import CATALOGUE
from dragoman.diplomacy.houserules.sheet import Sheet

ByPower = Mapping[str, tuple[str, ...]]


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What comes of an example under some choices of its clause."""

    choices: tuple[str, ...]
    after: ByPower
    dislodged: tuple[str, ...] = ()
    retreats: ByPower = {}
    void: tuple[str, ...] = ()


class Example(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One example, as its file tells it."""

    id: str
    clause: str
    en: str
    fi: str
    orders: ByPower
    result: tuple[Result, ...]
    rules: Mapping[str, str] = {}
    season: str = "Spring"
    year: int = 1901
    phase: PhaseKind = PhaseKind.MOVEMENT
    units: ByPower = {}
    centers: ByPower = {}
    map: str = "standard"

    @property
    def chart(self) -> Chart:
        return chart(self.map)

    @property
    def sheet(self) -> Sheet:
        """The rest of the sheet: DATC's preferences, but for `rules`. Raises ValueError where they cannot be read."""
        return Sheet.of(self.rules)

    def story(self, lang: str) -> str:
        """What the example is about, in a tongue; in English where that is not known."""
        return self.fi if lang == "fi" else self.en

    def position(self) -> Position:
        """The position in which the orders are given."""
        standing = self.units or {power: _ordered(lines) for power, lines in self.orders.items()}
        units = tuple(sorted(_unit(power, text) for power, texts in standing.items() for text in texts))
        owners = {centre: power for power, owned in self.centers.items() for centre in owned}
        return Position(Phase(self.season, self.year, self.phase), units, owners)


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    example: tuple[Example, ...]


@cache
def examples() -> Mapping[str, tuple[Example, ...]]:
    """Every example, by the number of its clause, in the order of the files. Raises msgspec.DecodeError."""
    folder = resources.files("dragoman.diplomacy.houserules") / "examples"
    files = sorted((entry for entry in folder.iterdir() if entry.name.endswith(".toml")), key=lambda entry: entry.name)
    found: dict[str, list[Example]] = {}
    for file in files:
        for example in msgspec.toml.decode(file.read_text(encoding="utf-8"), type=_File).example:
            found.setdefault(example.clause, []).append(example)
    return {clause: tuple(some) for clause, some in found.items()}


def examples_of(clause: str) -> tuple[Example, ...]:
    """The examples of a clause or point; none if it has none."""
    return examples().get(clause, ())


@cache
def outcomes(clause: str, ident: str) -> tuple[Alike, ...]:
    """What comes of that example under every choice of its clause, those that rule alike together.

    Raises KeyError if there is no such example.
    """
    found = {example.id: example for example in examples_of(clause)}[ident]
    at = found.position()
    return compared(found.sheet, CATALOGUE[clause], lambda docket: docket.judge_from(at, found.chart, found.orders))


def _ordered(lines: Sequence[str]) -> tuple[str, ...]:
    """The units that lines are for, where each begins with its unit in canonical writing."""
    return tuple(dict.fromkeys(" ".join(line.split()[:2]) for line in lines))


def _unit(power: str, text: str) -> Unit:
    kind, place = text.split()
    return Unit(power, UnitKind(kind), Place.parse(place))
