"""A condition is what must have happened, or be so, for an order to be given: a value, and whether it holds.

What happened is told by the rulings of the phases that have passed since the condition was written, those of the round
it stands in; what is so, by the position at the moment its orders are to be followed (II.5, Finnish 6). A unit is named
by where it stood when the phase began in which the thing happened to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Protocol, assert_never

from dragoman.diplomacy.board.position import Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import Unit, UnitKind
from dragoman.diplomacy.orders.order import Move, Order, Retreat, SupportHold, SupportMove


@dataclass(frozen=True, slots=True)
class Who:
    """The units meant: those of a power, of a kind, from a place; whatever is not said may be any."""

    power: str = ""
    kind: UnitKind | None = None
    place: Place | None = None

    def fits(self, unit: Unit) -> bool:
        return (
            self.power in ("", unit.power)
            and self.kind in (None, unit.kind)
            and (self.place is None or within(unit.place, self.place))
        )


ANY_UNIT = Who()


def within(place: Place, named: Place) -> bool:
    """Whether a place is the one named; a province named without a coast is meant with all its coasts."""
    return place.province == named.province and named.coast in ("", place.coast)


# --- what can be said ---


@dataclass(frozen=True, slots=True)
class Moves:
    """A unit's move, or retreat, to there *succeeded*: it was ordered to, and it arrived."""

    who: Who
    to: Place


@dataclass(frozen=True, slots=True)
class Tries:
    """A unit was *ordered* to move or retreat there, whatever came of it; an impossible order is one, too."""

    who: Who
    to: Place


@dataclass(frozen=True, slots=True)
class Retreats:
    """A dislodged unit's retreat to there succeeded."""

    who: Who
    to: Place


@dataclass(frozen=True, slots=True)
class Bounces:
    """A unit's move, to there if that is said, met a force that it did not overcome."""

    who: Who
    to: Place | None = None


@dataclass(frozen=True, slots=True)
class Dislodged:
    """A unit was driven out, by one of those if that is said."""

    who: Who
    by: Who = ANY_UNIT


@dataclass(frozen=True, slots=True)
class Removed:
    """A unit went off the board: with nowhere to go, disbanded, or removed for want of centres."""

    who: Who


@dataclass(frozen=True, slots=True)
class SupportCut:
    """The support that a unit *gives* did not stand, because the unit was attacked or dislodged."""

    who: Who


@dataclass(frozen=True, slots=True)
class Occupied:
    """A unit stands there, one of those if that is said; a unit named from elsewhere must have moved there."""

    place: Place
    by: Who = ANY_UNIT


@dataclass(frozen=True, slots=True)
class Held:
    """A centre belongs to that power. Centres change hands after the year's last moves and their retreats."""

    centre: str
    power: str


class Counted(StrEnum):
    """What a power can have some of. Builds are its centres less its units, where they are more."""

    CENTRES = "centres"
    UNITS = "units"
    ARMIES = "armies"
    FLEETS = "fleets"
    BUILDS = "builds"


class Comparison(StrEnum):
    """How a count is compared with a number."""

    EXACTLY = "exactly"
    AT_LEAST = "at_least"
    AT_MOST = "at_most"
    MORE_THAN = "more_than"
    FEWER_THAN = "fewer_than"


@dataclass(frozen=True, slots=True)
class Has:
    """A power has so many of something; dislodged units are not among its units."""

    power: str
    what: Counted
    count: int
    comparison: Comparison = Comparison.EXACTLY


@dataclass(frozen=True, slots=True)
class Not:
    what: Condition


@dataclass(frozen=True, slots=True)
class And:
    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Or:
    parts: tuple[Condition, ...]


Atom = Moves | Tries | Retreats | Bounces | Dislodged | Removed | SupportCut | Occupied | Held | Has
Condition = Atom | Not | And | Or


def all_of(*parts: Condition) -> Condition:
    """All of them, as one condition without conjunctions inside conjunctions. Raises ValueError for none."""
    return _joined(And, parts)


def any_of(*parts: Condition) -> Condition:
    """Any of them, as one condition without alternatives inside alternatives. Raises ValueError for none."""
    return _joined(Or, parts)


def negation(condition: Condition) -> Condition:
    """Its contrary; what was denied twice is said."""
    return condition.what if isinstance(condition, Not) else Not(condition)


def _joined(kind: type[And] | type[Or], parts: tuple[Condition, ...]) -> Condition:
    if not parts:
        raise ValueError("a condition has at least one part")
    flat = [inner for part in parts for inner in (part.parts if isinstance(part, kind) else (part,))]
    return flat[0] if len(flat) == 1 else kind(tuple(flat))


# --- what happened ---


class Ruled(Protocol):
    """What a verdict tells of one order."""

    @property
    def order(self) -> Order | None: ...
    @property
    def outcome(self) -> str: ...
    @property
    def code(self) -> str: ...
    @property
    def dislodged(self) -> bool: ...
    @property
    def unit(self) -> Unit | None: ...


class Rulings(Protocol):
    """What the ruling of a phase tells: an `adjudication.verdict.Ruling` is one."""

    @property
    def verdicts(self) -> Sequence[Ruled]: ...
    @property
    def removed(self) -> Sequence[Unit]: ...


class Deed(NamedTuple):
    """What one unit was ordered and what became of it, in one phase.

    `to` is where it was to move or retreat; `driven_by` who dislodged it, a unit named by where that came from.
    """

    unit: Unit
    to: Place | None = None
    done: bool = False
    retreat: bool = False
    bounced: bool = False
    cut: bool = False
    dislodged: bool = False
    driven_by: Unit | None = None


@dataclass(frozen=True, slots=True)
class Facts:
    """All that conditions ask of: the deeds of the phases that have passed, the units removed, the position now."""

    position: Position
    deeds: tuple[Deed, ...] = ()
    removed: tuple[Unit, ...] = ()


def facts(rulings: Iterable[Rulings], position: Position) -> Facts:
    """The facts after these phases have been adjudicated, with the position before the phase now to be ordered."""
    phases = tuple(rulings)
    deeds = tuple(deed for phase in phases for deed in _deeds(phase))
    return Facts(position, deeds, tuple(unit for phase in phases for unit in phase.removed))


def _deeds(phase: Rulings) -> list[Deed]:
    arrived = {v.order.to.province: v.unit for v in phase.verdicts if isinstance(v.order, Move) and _done(v)}
    return [_deed(v, v.unit, arrived.get(v.unit.province)) for v in phase.verdicts if v.unit is not None]


def _deed(verdict: Ruled, unit: Unit, intruder: Unit | None) -> Deed:
    order = verdict.order
    supports = isinstance(order, SupportHold | SupportMove)
    return Deed(
        unit,
        order.to if isinstance(order, Move | Retreat) else None,
        _done(verdict),
        isinstance(order, Retreat),
        verdict.code == "bounced",
        supports and verdict.outcome == "fails" and verdict.code in ("cut", "dislodged"),
        verdict.dislodged,
        intruder if verdict.dislodged else None,
    )


def _done(verdict: Ruled) -> bool:
    return verdict.outcome == "succeeds"


# --- whether it is so ---


def holds(condition: Condition, facts: Facts) -> bool:
    """Whether a condition holds as things stand."""
    match condition:
        case Not(what):
            return not holds(what, facts)
        case And(parts):
            return all(holds(part, facts) for part in parts)
        case Or(parts):
            return any(holds(part, facts) for part in parts)
        case Occupied(place, by):
            return _occupied(place, by, facts)
        case Held(centre, power):
            return facts.position.centres.get(centre) == power
        case Has(power, what, count, comparison):
            return _compares(_counted(facts.position, power, what), comparison, count)
        case Removed(who):
            return any(who.fits(unit) for unit in facts.removed)
        case _:
            return any(_shows(deed, condition) for deed in facts.deeds)


def _shows(deed: Deed, said: Moves | Tries | Retreats | Bounces | Dislodged | SupportCut) -> bool:
    """Whether a deed is what was said."""
    if not said.who.fits(deed.unit):
        return False
    match said:
        case Moves(_, to):
            return deed.done and _went(deed, to)
        case Tries(_, to):
            return _went(deed, to)
        case Retreats(_, to):
            return deed.done and deed.retreat and _went(deed, to)
        case Bounces(_, goal):
            return deed.bounced and (goal is None or _went(deed, goal))
        case Dislodged(_, by):
            return deed.dislodged and (by == ANY_UNIT or (deed.driven_by is not None and by.fits(deed.driven_by)))
        case SupportCut():
            return deed.cut
        case _:
            assert_never(said)


def _went(deed: Deed, to: Place) -> bool:
    return deed.to is not None and within(deed.to, to)


def _occupied(place: Place, by: Who, facts: Facts) -> bool:
    unit = facts.position.unit_in(place.province)
    if unit is None or not within(unit.place, place):
        return False
    if by.place is None or within(unit.place, by.place):
        return by.fits(unit)
    arrived = (deed for deed in facts.deeds if deed.done and _went(deed, unit.place) and by.fits(deed.unit))
    return any(deed.unit.power == unit.power and deed.unit.kind == unit.kind for deed in arrived)


def _counted(position: Position, power: str, what: Counted) -> int:
    units = position.units_of(power)
    match what:
        case Counted.CENTRES:
            return len(position.centres_of(power))
        case Counted.UNITS:
            return len(units)
        case Counted.ARMIES:
            return sum(unit.kind is UnitKind.ARMY for unit in units)
        case Counted.FLEETS:
            return sum(unit.kind is UnitKind.FLEET for unit in units)
        case Counted.BUILDS:
            return max(0, len(position.centres_of(power)) - len(units))
        case _:
            assert_never(what)


def _compares(found: int, comparison: Comparison, count: int) -> bool:
    match comparison:
        case Comparison.EXACTLY:
            return found == count
        case Comparison.AT_LEAST:
            return found >= count
        case Comparison.AT_MOST:
            return found <= count
        case Comparison.MORE_THAN:
            return found > count
        case Comparison.FEWER_THAN:
            return found < count
        case _:
            assert_never(comparison)
