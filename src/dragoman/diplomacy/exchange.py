"""Positions and rulings in the form in which programs exchange them: JSON values with powers and places by name.

`Question` is a phase with its orders as it comes in, `answer` what goes out; an answer can be the next question.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from dragoman.diplomacy.adjudication import why
from dragoman.diplomacy.adjudication.verdict import Ruling, Verdict
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import Dislodged, Phase, PhaseKind, Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import Unit, UnitKind
from dragoman.diplomacy.orders.writing import write
from dragoman.game.saying import Saying, say
from dragoman.tongues.saying import put

Triple = tuple[str, str, str]
"""A unit: power, `A` or `F`, place."""


class Unfit(Exception):
    """A question that cannot be answered; `says` tells what is wrong with it and what to write instead, `at` by which
    path (`misfits.path`), where there is one."""

    def __init__(self, says: Saying, at: str = "") -> None:
        super().__init__(put(says, "en"))
        self.says = says
        self.at = at


class Question(Struct, frozen=True, kw_only=True):
    """A phase to adjudicate. `attacked_from` maps a dislodged unit's province to the one that is closed to it."""

    id: str | int | None = None
    variant: str = "standard"
    season: str
    year: int
    phase: str
    units: list[Triple]
    dislodged: list[Triple] = []
    attacked_from: dict[str, str | None] = {}
    contested: list[str] = []
    centers: dict[str, list[str]] | None = None
    orders: dict[str, list[str]] = {}


def position(question: Question, chart: Chart) -> Position:
    """The position in which the question is asked. Raises Unfit if the map has no such position."""
    phase = phase_of(question, chart)
    if phase.kind is PhaseKind.ADJUSTMENT and question.centers is None:
        raise Unfit(say("an adjustment phase needs “centers”"))
    known = chart.units
    units = tuple(sorted([known.get(triple) or _unit(triple, chart) for triple in question.units]))
    _apart(units)
    closed = {province.upper(): origin for province, origin in question.attacked_from.items()}
    driven = tuple(sorted(_unit(triple, chart) for triple in question.dislodged))
    _apart(driven)
    return Position(
        phase,
        units,
        _owners(question, chart),
        tuple(Dislodged(unit, _origin(closed.get(unit.province), chart)) for unit in driven),
        frozenset(_province(province, chart) for province in question.contested),
    )


def _owners(question: Question, chart: Chart) -> dict[str, str]:
    """Whose each centre is."""
    found: dict[str, str] = {}
    for power, owned in sorted((question.centers or {}).items()):
        for c in owned:
            centre = c if c in chart.centres else _centre(c, chart)
            owner = power if power in chart.powers else _power(power, chart)
            if found.setdefault(centre, owner) != owner:
                raise Unfit(
                    say("{place} is a centre of {one} and of {other}", place=centre, one=found[centre], other=owner)
                )
    return found


def power_named(word: str, chart: Chart) -> str | None:
    """The power of that id, in any case; None if the map has none."""
    if word in chart.powers:
        return word
    return next((p for p in chart.powers if p.casefold() == word.casefold()), None)


def phase_of(question: Question, chart: Chart) -> Phase:
    kind = next((k for k in PhaseKind if k.value.casefold() == question.phase.casefold()), None)
    if kind is None:
        raise Unfit(say("{word} is no phase; write Movement, Retreat or Adjustment", word=question.phase))
    seasons = (*chart.turns, chart.adjustment_season)
    season = next((s for s in seasons if s.casefold() == question.season.casefold()), None)
    if season is None:
        raise Unfit(
            say("{word} is no season; write one of {seasons}", word=question.season, seasons=", ".join(seasons))
        )
    if kind is not PhaseKind.ADJUSTMENT and season not in chart.turns:
        turns = ", ".join(chart.turns)
        raise Unfit(
            say("{season} has no {phase}; write one of {seasons}", season=season, phase=kind.value, seasons=turns)
        )
    return Phase(season, question.year, kind)


def _unit(triple: Triple, chart: Chart) -> Unit:
    power, kind, written = triple
    if kind not in ("A", "F"):
        raise Unfit(say("{word} is no kind of unit; write A or F", word=kind))
    place = Place.parse(written.upper())
    if not chart.can_stand(UnitKind(kind), place):
        coasts = chart.provinces[place.province].coasts if place.province in chart.provinces else ()
        instead = " or ".join(f"{place.province}/{coast}" for coast in coasts)
        if kind == "F" and instead:
            raise Unfit(say("{kind} {word} cannot be; write {instead}", kind=kind, word=written, instead=instead))
        raise Unfit(say("{kind} {word} cannot be on this map", kind=kind, word=written))
    return Unit(_power(power, chart), UnitKind(kind), place)


def _apart(units: tuple[Unit, ...]) -> None:
    seen: dict[str, Unit] = {}
    for unit in units:
        if unit.place.province in seen:
            one = seen[unit.place.province]
            raise Unfit(say("{one} and {other} stand in one province", one=_told(one), other=_told(unit)))
        seen[unit.place.province] = unit


def _power(word: str, chart: Chart) -> str:
    found = power_named(word, chart)
    if found is None:
        raise Unfit(say("there is no power {word}; there are {powers}", word=word, powers=", ".join(chart.powers)))
    return found


def _province(word: str, chart: Chart) -> str:
    if word.upper() not in chart.provinces:
        raise Unfit(say("there is no province {word} on this map", word=word))
    return word.upper()


def _centre(word: str, chart: Chart) -> str:
    found = _province(word, chart)
    if found not in chart.centres:
        raise Unfit(say("{word} is no supply centre on this map", word=word))
    return found


def _origin(word: str | None, chart: Chart) -> str | None:
    return None if word is None else _province(word.partition("/")[0], chart)


def _told(unit: Unit) -> str:
    return f"{unit.power} {unit}"


# --- answers ---


def answer(ruling: Ruling, chart: Chart) -> dict[str, Any]:
    """The ruling as JSON values; its keys are told in the guide to the command line."""
    after = ruling.after
    return {
        "orders": [_verdict(verdict, chart) for verdict in ruling.verdicts],
        "units": triples(after.units),
        "dislodged": triples(d.unit for d in after.dislodged),
        "attacked_from": {d.unit.province: d.attacker_from for d in after.dislodged if d.attacker_from is not None},
        "retreats": {province: [str(place) for place in places] for province, places in ruling.retreats},
        "removed": triples(ruling.removed),
        "contested": sorted(after.contested),
        "centers": centers(after, chart),
        "next": [after.phase.season, after.phase.year, after.phase.kind.value],
        "winner": ruling.winner,
    }


def triples(units: Iterable[Unit]) -> list[Triple]:
    """Units as they are written in JSON."""
    return [(unit.power, unit.kind.value, str(unit.place)) for unit in units]


def centers(at: Position, chart: Chart) -> dict[str, list[str]]:
    """The centres of every power that owns any."""
    owned = {power: list(at.centres_of(power)) for power in chart.powers}
    return {power: places for power, places in owned.items() if places}


def _verdict(verdict: Verdict, chart: Chart) -> dict[str, Any]:
    return {
        "power": verdict.power,
        "text": verdict.text,
        "order": None if verdict.order is None else write(verdict.order),
        "outcome": verdict.outcome.value,
        "dislodged": verdict.dislodged,
        "code": verdict.code.value,
        "by": triples(verdict.by),
        "dislodged_by": None if verdict.dislodger is None else triples([verdict.dislodger])[0],
        "clause": verdict.clause,
        "why": put(why(verdict, chart), "en"),
    }
