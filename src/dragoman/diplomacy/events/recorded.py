"""How orders, positions and rulings stand in the ledger: flat, in plain words, and read back to the same values for
ever.

The forms here are the ledger's own, so that the types of the board and of adjudication may change without a recorded
game ceasing to fold. Units are written as triples (`["Austria", "A", "VIE"]`), places as `STP/NC`, as in the exchange
format.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import assert_never

from msgspec import Struct

from dragoman.diplomacy.adjudication.verdict import Code, Outcome, Ruling, Verdict
from dragoman.diplomacy.board.position import Dislodged, Phase, PhaseKind, Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import Unit, UnitKind
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
from dragoman.game.recalled import recalled

UnitRecord = tuple[str, str, str]
"""Power, `A` or `F`, place."""

DislodgedRecord = tuple[str, str, str, str | None]
"""A unit, and the province its attacker came from where that is closed to it."""

PhaseRecord = tuple[str, int, str]
"""Season, year, `Movement`, `Retreat` or `Adjustment`."""


class OrderedRecord(Struct, frozen=True, omit_defaults=True):
    """A unit as an order names it; kind and power are empty where they were not written."""

    place: str
    kind: str = ""
    power: str = ""


class OrderRecord(Struct, frozen=True, omit_defaults=True):
    """One order. `verb` is one of `hold, move, support-hold, support-move, convoy, retreat, disband, build, waive`;
    `other` is the unit supported or convoyed; `count` how many builds are waived."""

    verb: str
    unit: OrderedRecord | None = None
    to: str = ""
    other: OrderedRecord | None = None
    via: bool = False
    route: tuple[str, ...] = ()
    count: int = 1


class LineRecord(Struct, frozen=True, omit_defaults=True):
    """One line of a set: the order as read, the text as given, and the tolerances used to read it."""

    order: OrderRecord
    text: str
    notes: tuple[str, ...] = ()


class VerdictRecord(Struct, frozen=True, omit_defaults=True):
    """What became of one order, and why."""

    power: str
    text: str
    outcome: str
    order: OrderRecord | None = None
    code: str = "ok"
    dislodged: bool = False
    by: tuple[UnitRecord, ...] = ()
    clause: str = "rulebook"
    unit: UnitRecord | None = None
    strength: int = 0
    against: int = 0
    dislodger: UnitRecord | None = None
    closed: str = ""


class PositionRecord(Struct, frozen=True, omit_defaults=True):
    """A position before a phase."""

    phase: PhaseRecord
    units: tuple[UnitRecord, ...]
    centres: Mapping[str, str]
    dislodged: tuple[DislodgedRecord, ...] = ()
    contested: tuple[str, ...] = ()


class RulingRecord(Struct, frozen=True, omit_defaults=True):
    """A phase as it was adjudicated."""

    phase: PhaseRecord
    verdicts: tuple[VerdictRecord, ...]
    after: PositionRecord
    retreats: tuple[tuple[str, tuple[str, ...]], ...] = ()
    removed: tuple[UnitRecord, ...] = ()
    built: tuple[UnitRecord, ...] = ()
    winner: str | None = None


# --- units, places, phases ---


MET = 4096
"""Units, places and orders that are kept as they were read last: the same few hundred come again in every game."""


def unit_record(unit: Unit) -> UnitRecord:
    power, kind, place = unit
    return power, kind._value_, str(place) if place.coast else place.province


@lru_cache(MET)
def unit(record: UnitRecord) -> Unit:
    power, kind, place = record
    return Unit(power, UnitKind(kind), Place.parse(place))


@lru_cache(MET)
def phase_record(phase: Phase) -> PhaseRecord:
    return phase.season, phase.year, phase.kind.value


@lru_cache(MET)
def phase(record: PhaseRecord) -> Phase:
    season, year, kind = record
    return Phase(season, year, PhaseKind(kind))


# --- orders ---


def _ordered_record(named: Ordered) -> OrderedRecord:
    return OrderedRecord(str(named.place), named.kind.value if named.kind else "", named.power or "")


def _ordered(record: OrderedRecord | None) -> Ordered:
    if record is None:
        return Ordered(Place(""))
    return Ordered(Place.parse(record.place), UnitKind(record.kind) if record.kind else None, record.power or None)


@recalled(MET)
def order_record(order: Order) -> OrderRecord:  # one arm per kind of order
    """Write an order down."""
    match order:
        case Hold(named):
            return OrderRecord("hold", _ordered_record(named))
        case Move(named, to, via, route):
            return OrderRecord("move", _ordered_record(named), str(to), via=via, route=tuple(route))
        case SupportHold(named, supported):
            return OrderRecord("support-hold", _ordered_record(named), other=_ordered_record(supported))
        case SupportMove(named, supported, to):
            return OrderRecord("support-move", _ordered_record(named), str(to), _ordered_record(supported))
        case Convoy(named, army, to):
            return OrderRecord("convoy", _ordered_record(named), str(to), _ordered_record(army))
        case Retreat(named, to):
            return OrderRecord("retreat", _ordered_record(named), str(to))
        case Disband(named):
            return OrderRecord("disband", _ordered_record(named))
        case Build(named):
            return OrderRecord("build", _ordered_record(named))
        case Waive(count, place):
            return OrderRecord("waive", to=str(place) if place else "", count=count)
        case _:
            assert_never(order)


@lru_cache(MET)
def order(record: OrderRecord) -> Order:
    """Read an order back. Raises ValueError for a verb no version ever wrote."""
    named, to = _ordered(record.unit), Place.parse(record.to)
    match record.verb:
        case "hold":
            return Hold(named)
        case "move":
            return Move(named, to, record.via, record.route)
        case "support-hold":
            return SupportHold(named, _ordered(record.other))
        case "support-move":
            return SupportMove(named, _ordered(record.other), to)
        case "convoy":
            return Convoy(named, _ordered(record.other), to)
        case "retreat":
            return Retreat(named, to)
        case "disband":
            return Disband(named)
        case "build":
            return Build(named)
        case "waive":
            return Waive(record.count, to if record.to else None)
        case verb:
            raise ValueError(f"no such order: {verb}")


def line_record(line: Line) -> LineRecord:
    return LineRecord(order_record(line.order), line.text, tuple(line.notes))


@lru_cache(MET)
def line(record: LineRecord) -> Line:
    return Line(order(record.order), record.text, record.notes)


# --- positions and rulings ---

TOLD = 64
"""Rulings, and positions, of which the records are kept for a while: the same ones are told to every seat."""


@recalled(TOLD)
def position_record(position: Position) -> PositionRecord:
    return PositionRecord(
        phase_record(position.phase),
        tuple(unit_record(u) for u in position.units),
        dict(position.centres),
        tuple((*unit_record(d.unit), d.attacker_from) for d in position.dislodged),
        tuple(sorted(position.contested)),
    )


def position(record: PositionRecord) -> Position:
    return Position(
        phase(record.phase),
        tuple(unit(u) for u in record.units),
        dict(record.centres),
        tuple(Dislodged(unit((power, kind, place)), source) for power, kind, place, source in record.dislodged),
        frozenset(record.contested),
    )


def verdict_record(verdict: Verdict) -> VerdictRecord:
    return VerdictRecord(
        verdict.power,
        verdict.text,
        verdict.outcome.value,
        order_record(verdict.order) if verdict.order is not None else None,
        verdict.code.value,
        verdict.dislodged,
        tuple(unit_record(u) for u in verdict.by),
        verdict.clause,
        unit_record(verdict.unit) if verdict.unit is not None else None,
        verdict.strength,
        verdict.against,
        unit_record(verdict.dislodger) if verdict.dislodger is not None else None,
        verdict.closed,
    )


def verdict(record: VerdictRecord) -> Verdict:
    return Verdict(
        record.power,
        record.text,
        order(record.order) if record.order is not None else None,
        Outcome(record.outcome),
        Code(record.code),
        record.dislodged,
        tuple(unit(u) for u in record.by),
        record.clause,
        unit(record.unit) if record.unit is not None else None,
        record.strength,
        record.against,
        unit(record.dislodger) if record.dislodger is not None else None,
        record.closed,
    )


@recalled(TOLD)
def ruling_record(ruling: Ruling) -> RulingRecord:
    return RulingRecord(
        phase_record(ruling.phase),
        tuple(verdict_record(v) for v in ruling.verdicts),
        position_record(ruling.after),
        tuple((province, tuple(str(place) for place in places)) for province, places in ruling.retreats),
        tuple(unit_record(u) for u in ruling.removed),
        tuple(unit_record(u) for u in ruling.built),
        ruling.winner,
    )


def ruling(record: RulingRecord) -> Ruling:
    return Ruling(
        phase(record.phase),
        tuple(verdict(v) for v in record.verdicts),
        position(record.after),
        tuple((province, tuple(Place.parse(place) for place in places)) for province, places in record.retreats),
        tuple(unit(u) for u in record.removed),
        tuple(unit(u) for u in record.built),
        record.winner,
    )
