"""Errors claimed and corrected, phases taken back, positions edited, results held (VIII). Nothing is erased by any of
them: what stood before stays in the record, and beside what stands now in the history."""

from __future__ import annotations

from typing import assert_never

from msgspec import Struct

from dragoman.diplomacy.adjudication.amending import Added, Change, Decided, Given, Removed, Reordered
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import Unit, UnitKind
from dragoman.diplomacy.events.happened import Happened
from dragoman.diplomacy.events.recorded import (
    LineRecord,
    PhaseRecord,
    PositionRecord,
    RulingRecord,
    line,
    line_record,
)


class ChangeRecord(Struct, frozen=True, omit_defaults=True):
    """One change of the game master's. `says` is `order`, `succeeds`, `fails`, `remove`, `add` or `centre`."""

    says: str
    power: str = ""
    kind: str = ""
    place: str = ""
    line: LineRecord | None = None


class ErrorClaimed(Happened, frozen=True, kw_only=True, tag="ErrorClaimed"):
    """Somebody says that a phase was adjudicated wrongly; claims are numbered through the game. `late` that the ruling
    stood by VIII.1 then, and the claim is heard for F.4 alone."""

    number: int
    person: str
    seat: str
    phase: PhaseRecord
    text: str
    late: bool = False


class ErrorAnswered(Happened, frozen=True, kw_only=True, tag="ErrorAnswered"):
    """A claim was decided: `corrected` or `stands`. `by` is `gm` or, where the automatic referee adjudicated the phase
    anew, `referee`; `why` the game master's words."""

    number: int
    outcome: str
    by: str
    why: str = ""


class ReviewAsked(Happened, frozen=True, kw_only=True, tag="ReviewAsked"):
    """Whoever made a claim that was refused asks for a review (VIII.4)."""

    number: int
    person: str
    seat: str
    why: str = ""


class AdviceTaken(Happened, frozen=True, kw_only=True, tag="AdviceTaken"):
    """The game master took advice on a claim (VIII.4), from whom or what and with which answer; `public` that everybody
    was told."""

    number: int
    text: str
    public: bool = False


class RulingCorrected(Happened, frozen=True, kw_only=True, tag="RulingCorrected"):
    """A phase was adjudicated otherwise, as recorded here; later phases are taken back if the position after it is
    another. `changes` are the game master's, none where the same orders were adjudicated anew; `claims` those it
    answers; `clause` what allows it now."""

    ruling: RulingRecord
    by: str
    why: str = ""
    changes: tuple[ChangeRecord, ...] = ()
    claims: tuple[int, ...] = ()
    clause: str = ""
    judged_by: str = ""


class PhasesTakenBack(Happened, frozen=True, kw_only=True, tag="PhasesTakenBack"):
    """The game stands before that phase again; its orders, and those for later phases, are on file."""

    phase: PhaseRecord
    by: str
    why: str = ""
    claims: tuple[int, ...] = ()
    clause: str = ""


class PositionEdited(Happened, frozen=True, kw_only=True, tag="PositionEdited"):
    """The game master changed the position that the current phase begins from. `clause` is `VIII.2.B` or `VIII.3` where
    that demanded it."""

    position: PositionRecord
    changes: tuple[ChangeRecord, ...]
    by: str
    why: str
    retreats: tuple[tuple[str, tuple[str, ...]], ...] = ()
    clause: str = ""


class ExtraUnitNoted(Happened, frozen=True, kw_only=True, tag="ExtraUnitNoted"):
    """VIII.2.A: a power has a unit too many, which goes at the next adjustments if it has more units than centres
    then."""

    power: str
    why: str = ""


class HoldingSet(Happened, frozen=True, kw_only=True, tag="HoldingSet"):
    """From now on results wait for the game master's release, or do so no more."""

    held: bool


class PhaseHeld(Happened, frozen=True, kw_only=True, tag="PhaseHeld"):
    """The deadline has passed; the result of the phase waits for the game master's release."""

    phase: PhaseRecord


class RulingAmended(Happened, frozen=True, kw_only=True, tag="RulingAmended"):
    """The game master changed a result before its release."""

    phase: PhaseRecord
    changes: tuple[ChangeRecord, ...]
    why: str = ""


def change_record(change: Change) -> ChangeRecord:
    """Write a change down."""
    match change:
        case Reordered(power, given):
            return ChangeRecord("order", power, line=line_record(given))
        case Decided(given, succeeds):
            return ChangeRecord("succeeds" if succeeds else "fails", line=line_record(given))
        case Removed(place, kind, power):
            return ChangeRecord("remove", power, kind.value if kind else "", str(place))
        case Added(unit):
            return ChangeRecord("add", unit.power, unit.kind.value, str(unit.place))
        case Given(centre, power):
            return ChangeRecord("centre", power, place=centre)
        case _:
            assert_never(change)


def change(record: ChangeRecord) -> Change:
    """Read a change back. Raises ValueError for one that no version ever wrote."""
    match record:
        case ChangeRecord(says="order", line=LineRecord() as given):
            return Reordered(record.power, line(given))
        case ChangeRecord(says="succeeds" | "fails", line=LineRecord() as given):
            return Decided(line(given), record.says == "succeeds")
        case ChangeRecord(says="remove"):
            return Removed(Place.parse(record.place), UnitKind(record.kind) if record.kind else None, record.power)
        case ChangeRecord(says="add"):
            return Added(Unit(record.power, UnitKind(record.kind), Place.parse(record.place)))
        case ChangeRecord(says="centre"):
            return Given(record.place, record.power)
        case _:
            raise ValueError(f"no such change: {record.says}")
