"""How conditional orders stand in the ledger: each condition by its name with what it is about, and read back to the
same value for ever."""

from __future__ import annotations

from typing import assert_never

from msgspec import Struct

from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import UnitKind
from dragoman.diplomacy.events.recorded import LineRecord, line, line_record
from dragoman.diplomacy.orders import conditions as c
from dragoman.diplomacy.orders.contingent import Branch, Choice


class WhoRecord(Struct, frozen=True, omit_defaults=True):
    """The units meant; what is empty may be any."""

    power: str = ""
    kind: str = ""
    place: str = ""


class ConditionRecord(Struct, frozen=True, omit_defaults=True):
    """A condition. `says` is one of `moves, tries, retreats, bounces, dislodged, removed, cut, occupied, held, has`, or
    `not, and, or` of its `parts`."""

    says: str
    who: WhoRecord | None = None
    by: WhoRecord | None = None
    place: str = ""
    power: str = ""
    what: str = ""
    comparison: str = ""
    count: int = 0
    parts: tuple[ConditionRecord, ...] = ()


class BranchRecord(Struct, frozen=True, omit_defaults=True):
    """One case: its condition (None: otherwise) and its orders."""

    lines: tuple[LineRecord, ...]
    condition: ConditionRecord | None = None
    notes: tuple[str, ...] = ()


class ChoiceRecord(Struct, frozen=True, omit_defaults=True):
    """Cases of which the first that holds is followed; `place` is how many plain lines stand before them in the set."""

    branches: tuple[BranchRecord, ...]
    place: int = 0


class TakenRecord(Struct, frozen=True, omit_defaults=True):
    """Which case of a choice was followed (None: none held)."""

    choice: ChoiceRecord
    branch: int | None = None


def choice_record(choice: Choice, place: int = 0) -> ChoiceRecord:
    return ChoiceRecord(tuple(_branch_record(branch) for branch in choice.branches), place)


def choice(record: ChoiceRecord) -> Choice:
    """Read a choice back. Raises ValueError for a condition that no version ever wrote."""
    return Choice(tuple(_branch(branch) for branch in record.branches))


def _branch_record(branch: Branch) -> BranchRecord:
    said = condition_record(branch.condition) if branch.condition is not None else None
    return BranchRecord(tuple(line_record(each) for each in branch.lines), said, tuple(branch.notes))


def _branch(record: BranchRecord) -> Branch:
    said = condition(record.condition) if record.condition is not None else None
    return Branch(said, tuple(line(each) for each in record.lines), record.notes)


# --- conditions ---


def condition_record(said: c.Condition) -> ConditionRecord:  # one arm per kind of condition
    """Write a condition down."""
    match said:
        case c.Moves(who, to):
            return ConditionRecord("moves", _who_record(who), place=str(to))
        case c.Tries(who, to):
            return ConditionRecord("tries", _who_record(who), place=str(to))
        case c.Retreats(who, to):
            return ConditionRecord("retreats", _who_record(who), place=str(to))
        case c.Bounces(who, goal):
            return ConditionRecord("bounces", _who_record(who), place=str(goal) if goal is not None else "")
        case c.Dislodged(who, by):
            return ConditionRecord("dislodged", _who_record(who), _who_record(by))
        case c.Removed(who):
            return ConditionRecord("removed", _who_record(who))
        case c.SupportCut(who):
            return ConditionRecord("cut", _who_record(who))
        case c.Occupied(place, by):
            return ConditionRecord("occupied", by=_who_record(by), place=str(place))
        case c.Held(centre, power):
            return ConditionRecord("held", place=centre, power=power)
        case c.Has(power, what, count, comparison):
            return ConditionRecord("has", power=power, what=what.value, comparison=comparison.value, count=count)
        case c.Not(what):
            return ConditionRecord("not", parts=(condition_record(what),))
        case c.And(parts) | c.Or(parts):
            says = "and" if isinstance(said, c.And) else "or"
            return ConditionRecord(says, parts=tuple(condition_record(part) for part in parts))
        case _:
            assert_never(said)


def condition(record: ConditionRecord) -> c.Condition:  # one arm per kind of condition
    """Read a condition back. Raises ValueError for one that no version ever wrote."""
    who, by, place = _who(record.who), _who(record.by), Place.parse(record.place)
    match record.says:
        case "moves":
            return c.Moves(who, place)
        case "tries":
            return c.Tries(who, place)
        case "retreats":
            return c.Retreats(who, place)
        case "bounces":
            return c.Bounces(who, place if record.place else None)
        case "dislodged":
            return c.Dislodged(who, by)
        case "removed":
            return c.Removed(who)
        case "cut":
            return c.SupportCut(who)
        case "occupied":
            return c.Occupied(place, by)
        case "held":
            return c.Held(record.place, record.power)
        case "has":
            return c.Has(record.power, c.Counted(record.what), record.count, c.Comparison(record.comparison))
        case "not":
            return c.Not(condition(record.parts[0]))
        case "and":
            return c.And(tuple(condition(part) for part in record.parts))
        case "or":
            return c.Or(tuple(condition(part) for part in record.parts))
        case says:
            raise ValueError(f"no such condition: {says}")


def _who_record(who: c.Who) -> WhoRecord:
    return WhoRecord(who.power, who.kind.value if who.kind else "", str(who.place) if who.place is not None else "")


def _who(record: WhoRecord | None) -> c.Who:
    if record is None:
        return c.ANY_UNIT
    place = Place.parse(record.place) if record.place else None
    return c.Who(record.power, UnitKind(record.kind) if record.kind else None, place)
