"""Boards written down in cases, and what is ruled upon them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, get_type_hints

from dragoman.diplomacy.adjudication import adjudicate
from dragoman.diplomacy.adjudication.verdict import Outcome, Ruling, Verdict
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.mapfile import chart
from dragoman.diplomacy.board.position import Dislodged, Phase, PhaseKind, Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import Unit, UnitKind
from dragoman.diplomacy.houserules.switches import Switches
from dragoman.diplomacy.orders.order import Line, Move, OrderSet, Retreat
from dragoman.diplomacy.orders.reading import ReadingContext, read_canonical, read_order

CASES = Path(__file__).parents[2] / "cases"
STANDARD = chart("standard")
KINDS = get_type_hints(Switches)

ByPower = Mapping[str, Sequence[str]]


def case_files(folder: str, name: str = "*.toml") -> list[Mapping[str, Any]]:
    """All cases of the files in that folder."""
    return [case for path in sorted((CASES / folder).glob(name)) for case in tomllib.loads(path.read_text())["case"]]


def switches(answers: Mapping[str, Any]) -> Switches:
    """DATC's preferences, but for these answers."""
    return Switches(**{name: KINDS[name](answer) for name, answer in answers.items()})


def unit(power: str, text: str) -> Unit:
    kind, place = text.split()
    return Unit(power, UnitKind(kind), Place.parse(place))


def units(by_power: ByPower) -> tuple[Unit, ...]:
    return tuple(sorted(unit(power, text) for power, texts in by_power.items() for text in texts))


def sets(orders: ByPower, on: Chart = STANDARD) -> dict[str, OrderSet]:
    """Order sets as given; every line must be an order."""
    found = {}
    for power, texts in orders.items():
        lines = [_line(text, power, on) for text in texts]
        found[power] = OrderSet(power, tuple(lines))
    return found


def _line(text: str, power: str, on: Chart) -> Line:
    order = read_canonical(on, text)
    if order is not None:
        return Line(order, text)
    line = read_order(text, ReadingContext(on, power, PhaseKind.MOVEMENT))
    assert isinstance(line, Line), f"{text} is no order"
    return line


def standing(orders: ByPower) -> dict[str, list[str]]:
    """The units that those orders are for."""
    return {power: sorted({" ".join(text.split()[:2]) for text in texts}) for power, texts in orders.items()}


def position(
    by_power: ByPower,
    kind: PhaseKind = PhaseKind.MOVEMENT,
    season: str = "Spring",
    year: int = 1901,
    centres: ByPower | None = None,
    dislodged: Iterable[Dislodged] = (),
    contested: Iterable[str] = (),
) -> Position:
    owners = {centre: power for power, owned in (centres or {}).items() for centre in owned}
    return Position(Phase(season, year, kind), units(by_power), owners, tuple(sorted(dislodged)), frozenset(contested))


def ruled(orders: ByPower, by_power: ByPower | None = None, answers: Mapping[str, Any] | None = None) -> Ruling:
    """A movement phase on the standard board; where no units are given, those that are ordered stand there."""
    at = position(by_power or standing(orders))
    return adjudicate(STANDARD, at, sets(orders), switches(answers or {}))


def adjusted(orders: ByPower, by_power: ByPower, centres: ByPower, answers: Mapping[str, Any] | None = None) -> Ruling:
    """An adjustment phase on the standard board."""
    at = position(by_power, PhaseKind.ADJUSTMENT, "Winter", centres=centres)
    return adjudicate(STANDARD, at, sets(orders), switches(answers or {}))


# --- what came of it ---


def moves(ruling: Ruling) -> list[str]:
    """The moves that succeeded, by the units that made them."""
    return sorted(
        f"{v.unit} - {v.order.to}"
        for v in ruling.verdicts
        if isinstance(v.order, Move) and v.outcome is Outcome.SUCCEEDS
    )


def dislodged(ruling: Ruling) -> list[str]:
    """Every unit driven out in a movement phase, whether or not it can retreat."""
    return sorted(str(u) for u in (*(d.unit for d in ruling.after.dislodged), *ruling.removed))


def told(of: Iterable[Unit]) -> list[str]:
    return sorted(str(u) for u in of)


def verdict(ruling: Ruling, text: str) -> Verdict:
    """The one verdict on that line."""
    (found,) = (v for v in ruling.verdicts if v.text == text)
    return found


def open_to(ruling: Ruling, retreat: str) -> bool:
    """Whether `A VIE - BOH` is a retreat that the ruling leaves open."""
    start, goal = retreat.split(" - ")
    exits = dict(ruling.retreats).get(Place.parse(start.split()[1]).province, ())
    return Place.parse(goal) in exits


def retreats(ruling: Ruling) -> list[str]:
    return sorted(
        f"{v.unit} - {v.order.to}"
        for v in ruling.verdicts
        if isinstance(v.order, Retreat) and v.outcome is Outcome.SUCCEEDS
    )
