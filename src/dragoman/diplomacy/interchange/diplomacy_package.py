"""The saved game of the Python package `diplomacy`: JSON with a list of phases, each with the state before it, its
orders and their results. Powers are in capitals, a dislodged unit is marked with a star."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct, convert

from dragoman.diplomacy import exchange
from dragoman.diplomacy.adjudication.verdict import Code, Outcome, Verdict
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.mapfile import chart
from dragoman.diplomacy.board.position import SHORT_PHASE, Phase, PhaseKind, Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.exchange import Question, Triple, Unfit
from dragoman.diplomacy.interchange import Moment, Saved, Told, phase_at, saved, told
from dragoman.diplomacy.orders.order import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Ordered,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)
from dragoman.diplomacy.sight import View
from dragoman.game.saying import say
from dragoman.tongues.misfits import UNREADABLE, misfit, path

RULES = ("POWER_CHOICE",)
ENDED = "COMPLETED"

RESULTS = {
    Code.BOUNCED: "bounce",
    Code.CUT: "cut",
    Code.NO_CONVOY: "no convoy",
    Code.CONVOY_BROKEN: "no convoy",
    Code.RETREAT_CLASH: "bounce",
}
"""What befell an order, by the form's own words; whatever else failed is void."""


class StateRead(Struct, frozen=True):
    """What is read of a state. Everything else in it follows from this."""

    units: dict[str, list[str]]
    centers: dict[str, list[str]] = {}
    retreats: dict[str, dict[str, list[str]]] = {}
    name: str = ""


class PhaseRead(Struct, frozen=True):
    name: str
    state: StateRead
    orders: dict[str, list[str] | None] = {}
    results: dict[str, list[str]] = {}


class GameRead(Struct, frozen=True):
    """A saved game, as far as it is read."""

    phases: list[PhaseRead]
    id: str = ""
    map: str = "standard"


# --- written ---


def written(view: View) -> dict[str, Any]:
    """A game as that package would have saved it, of what this seat sees that is over."""
    phases = [_phase(view.chart, each) for each in told(view)]
    if view.ending is not None:
        phases[-1]["name"] = phases[-1]["state"]["name"] = ENDED
    rules = list(RULES)
    for phase in phases:
        phase["state"] |= {"game_id": view.game, "map": view.chart.id, "rules": rules}
    return {"id": view.game, "map": view.chart.id, "rules": rules, "phases": phases}


def _phase(on: Chart, of: Told) -> dict[str, Any]:
    name = str(of.position.phase)
    given = [verdict for verdict in of.verdicts if verdict.text and verdict.order is not None]
    orders: dict[str, list[str]] = {power.upper(): [] for power in on.powers} if of.verdicts else {}
    for verdict in given:
        orders[verdict.power.upper()].extend(line_of(verdict.order, of.position))
    return {
        "name": name,
        "state": _state(on, of, name),
        "orders": orders,
        "results": {unit: sorted(set(marks)) for unit, marks in _results(of)},
        "messages": [],
    }


def _state(on: Chart, of: Told, name: str) -> dict[str, Any]:
    at = of.position
    return {
        "timestamp": 0,
        "zobrist_hash": "0",
        "note": "",
        "name": name,
        "units": {power.upper(): list(_units(at, power)) for power in on.powers},
        "retreats": {power.upper(): dict(_retreats(of, power)) for power in on.powers},
        "centers": {power.upper(): list(at.centres_of(power)) for power in on.powers},
        "homes": {power.upper(): list(on.home_centres(power)) for power in on.powers},
        "influence": {power.upper(): sorted({u.province for u in at.units_of(power)}) for power in on.powers},
        "civil_disorder": {power.upper(): 0 for power in on.powers},
        "builds": {power.upper(): _builds(on, at, power) for power in on.powers},
    }


def _units(at: Position, power: str) -> Iterator[str]:
    yield from (str(unit) for unit in at.units_of(power))
    yield from (f"*{each.unit}" for each in at.dislodged if each.unit.power == power)


def _retreats(of: Told, power: str) -> Iterator[tuple[str, list[str]]]:
    for each in of.position.dislodged:
        if each.unit.power == power:
            yield str(each.unit), [str(place) for place in of.retreats.get(each.unit.province, ())]


def _builds(on: Chart, at: Position, power: str) -> dict[str, Any]:
    if at.phase.kind is not PhaseKind.ADJUSTMENT:
        return {"count": 0, "homes": []}
    count = len(at.centres_of(power)) - len(at.units_of(power))
    held = {unit.province for unit in at.units}
    own = [home for home in on.home_centres(power) if at.centres.get(home) == power and home not in held]
    return {"count": count, "homes": own if count > 0 else []}


def line_of(order: Order | None, at: Position) -> Iterator[str]:  # one arm per kind of order
    """The lines that an order is in that form, with the kind of every unit."""
    match order:
        case Hold(unit):
            yield f"{_named(unit, at)} H"
        case Move(unit, to, via, route):
            yield f"{_named(unit, at)} - {to}" + (" VIA" if via or route else "")
        case SupportHold(unit, supported):
            yield f"{_named(unit, at)} S {_named(supported, at)}"
        case SupportMove(unit, supported, to):
            yield f"{_named(unit, at)} S {_named(supported, at)} - {to.province}"
        case Convoy(unit, army, to):
            yield f"{_named(unit, at)} C {_named(army, at)} - {to.province}"
        case Retreat(unit, to):
            yield f"{_named(unit, at, driven=True)} R {to}"
        case Disband(unit):
            yield f"{_named(unit, at, driven=at.phase.kind is PhaseKind.RETREAT)} D"
        case Build(unit):
            yield f"{unit.kind.value if unit.kind else 'A'} {unit.place} B"
        case Waive(count):
            yield from ["WAIVE"] * count
        case None:
            return


def _named(unit: Ordered, at: Position, driven: bool = False) -> str:
    """A unit as it stands on the board; as it was written, where none stands there."""
    units = [each.unit for each in at.dislodged] if driven else list(at.units)
    found = next((each for each in units if each.province == unit.place.province), None)
    return str(found) if found is not None else f"{unit.kind.value if unit.kind else 'A'} {unit.place}"


def _results(of: Told) -> Iterator[tuple[str, list[str]]]:
    for verdict in of.verdicts:
        if verdict.unit is not None:
            yield str(verdict.unit), list(_marks(verdict))


def _marks(verdict: Verdict) -> Iterator[str]:
    if verdict.outcome is not Outcome.SUCCEEDS and verdict.code is not Code.NOT_ORDERED:
        mark = RESULTS.get(verdict.code, "" if verdict.code is Code.DISLODGED else "void")
        if mark:
            yield mark
    if verdict.dislodged:
        yield "dislodged"


# --- read ---


def read(data: Any) -> Saved:
    """A saved game. Raises Unfit for what is none, or cannot be on its map."""
    try:
        found = convert(data, GameRead)
    except UNREADABLE as fault:
        says = say("this is no saved game of the package “diplomacy”: {fault}", fault=misfit(fault, GameRead))
        raise Unfit(says, path(fault)) from fault
    if found.map != "standard":
        raise Unfit(say("games on the map {map} cannot be read, only those on the standard one", map=found.map))
    on = chart("standard")
    moments = []
    for index, phase in enumerate(found.phases):
        if phase.name not in (ENDED, "FORMING"):
            with phase_at(index, phase.name):
                moments.append((index, _moment(on, phase)))
    if not moments:
        raise Unfit(say("this saved game has no phase"))
    return saved(found.id, on, moments)


def _moment(on: Chart, phase: PhaseRead) -> Moment:
    season, year, kind = _named_phase(phase.name)
    at = exchange.position(
        Question(
            variant=on.id, season=season, year=year, phase=kind.value,
            units=list(_triples(phase.state.units, driven=False)),
            dislodged=list(_triples(phase.state.units, driven=True)),
            centers={power: places for power, places in phase.state.centers.items() if places},
        ),
        on,
    )  # fmt: skip
    retreats = {
        unit.lstrip("*").split()[-1].partition("/")[0]: tuple(Place.parse(place) for place in places)
        for some in phase.state.retreats.values()
        for unit, places in some.items()
    }
    orders = {_power(power, on): tuple(lines) for power, lines in phase.orders.items() if lines}
    return Moment(at, retreats, orders, over=bool(phase.orders and phase.results) or any(phase.orders.values()))


def _named_phase(name: str) -> Phase:
    found = SHORT_PHASE.fullmatch(name)
    seasons = {"S": "Spring", "F": "Fall", "W": "Winter"}
    if found is None or found[1].upper() not in seasons:
        raise Unfit(say("{word} is no phase; write S1901M", word=name[:40]))
    kinds = {kind.value[0]: kind for kind in PhaseKind}
    return Phase(seasons[found[1].upper()], int(found[2]), kinds[found[3].upper()])


def _triples(units: Mapping[str, Iterable[str]], *, driven: bool) -> Iterator[Triple]:
    for power, some in units.items():
        for written_ in some:
            if written_.startswith("*") == driven:
                kind, _, place = written_.lstrip("*").partition(" ")
                yield power, kind, place


def _power(word: str, on: Chart) -> str:
    found = exchange.power_named(word, on)
    if found is None:
        raise Unfit(say("there is no power {word}; there are {powers}", word=word[:40], powers=", ".join(on.powers)))
    return found


__all__ = ["line_of", "read", "written"]
