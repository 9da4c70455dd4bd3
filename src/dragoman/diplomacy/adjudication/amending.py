"""What a game master changes in a ruling, or in a position, and what then follows from it (VIII).

Nothing is adjudicated here: an order that is said to succeed or fail does so, and units, retreats, centres and the next
phase follow. What cannot be on one board is a misfit, with the reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from dragoman.diplomacy.adjudication import phases
from dragoman.diplomacy.adjudication.consistency import contradictions
from dragoman.diplomacy.adjudication.retreats import open_places
from dragoman.diplomacy.adjudication.verdict import Code, Outcome, Ruling, Verdict
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import Dislodged, PhaseKind, Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import Unit, UnitKind
from dragoman.diplomacy.orders.order import (
    Build,
    Disband,
    Line,
    Move,
    OrderSet,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)
from dragoman.game.saying import Saying, filled, say


@dataclass(frozen=True, slots=True)
class Reordered:
    """An order of a power as it should have been taken; the phase is then adjudicated with it."""

    power: str
    line: Line


@dataclass(frozen=True, slots=True)
class Decided:
    """The order of the unit in a province succeeds or fails, whatever the adjudicator found; `line` is how it was
    named."""

    line: Line
    succeeds: bool


@dataclass(frozen=True, slots=True)
class Removed:
    """A unit leaves the board; what is empty may be any."""

    place: Place
    kind: UnitKind | None = None
    power: str = ""


@dataclass(frozen=True, slots=True)
class Added:
    """A unit comes onto the board."""

    unit: Unit


@dataclass(frozen=True, slots=True)
class Given:
    """A centre belongs to a power (empty: to none)."""

    centre: str
    power: str


Change = Reordered | Decided | Removed | Added | Given


@dataclass(frozen=True, slots=True)
class Misfit:
    """Why a change cannot be made, with the clause that says so, if one does."""

    code: str
    says: Saying
    clause: str = ""


SO_ALREADY = {
    True: say("{order} succeeds by this ruling already."),
    False: say("{order} fails by this ruling already."),
}


def province_of(line: Line) -> str:
    """The province of the unit that an order is about."""
    if isinstance(line.order, Waive):
        return line.order.place.province if line.order.place else ""
    return line.order.unit.place.province


def reordered(sets: Mapping[str, OrderSet], changes: Iterable[Change]) -> dict[str, OrderSet]:
    """The sets with the orders that are read otherwise: each stands in place of its power's order for that unit."""
    found = dict(sets)
    for change in changes:
        if isinstance(change, Reordered):
            before = found[change.power].lines if change.power in found else ()
            province = province_of(change.line)
            kept = tuple(line for line in before if province_of(line) != province or not province)
            found[change.power] = OrderSet(change.power, (*kept, change.line))
    return found


def amended(chart: Chart, before: Position, ruling: Ruling, changes: Sequence[Change]) -> Ruling | Misfit:
    """The ruling with those changes; `before` is the position that was ruled upon."""
    changes = [change for change in changes if not isinstance(change, Reordered)]
    if not changes:
        return ruling
    board = _Board(chart, before, ruling)
    for change in changes:
        fault = board.change(change)
        if fault is not None:
            return fault
    made = board.ruling()
    fates_alone = all(isinstance(change, Decided) for change in changes)
    belied = contradictions(before, made) if fates_alone else ()
    return _belied(belied[0]) if belied else made


def _belied(verdict: Verdict) -> Misfit:
    text = say("That contradicts itself: what is said of {order} and where its unit would be do not agree.",
               order=verdict.text or str(verdict.unit))  # fmt: skip
    return Misfit("contradiction", text)


def edited(chart: Chart, position: Position, changes: Iterable[Change]) -> Position | Misfit:
    """A position with units put on it or taken off, and centres given; the phase stays."""
    board = _Board(chart, position, Ruling(position.phase, (), position))
    for change in changes:
        fault = board.change(change)
        if fault is not None:
            return fault
    centres = _with(position.centres, board.given)
    return replace(
        position,
        units=tuple(sorted(board.units)),
        dislodged=tuple(sorted(board.dislodged)),
        centres=dict(sorted(centres.items())),
    )


def open_retreats(chart: Chart, position: Position) -> tuple[tuple[str, tuple[Place, ...]], ...]:
    """Where each dislodged unit of a position may go."""
    return tuple(
        (each.unit.province, open_places(chart, each, position.units, position.contested))
        for each in position.dislodged
    )


def relocated(position: Position, unit: Unit, rightly: Place | None) -> tuple[Change, ...] | Misfit:
    """VIII.3: a unit in a province that rightly holds another goes off the board, if that would have been right; else
    to its right province, if no other unit is rightly there; else off the board."""
    others = [each for each in position.units if each.province == unit.province and each != unit]
    if unit not in position.units or not others:
        text = say("{unit} does not stand in one province with another unit.", unit=f"{unit.power} {unit}")
        return Misfit("stands-alone", text, "VIII.3")
    gone = Removed(unit.place, unit.kind, unit.power)
    if rightly is None or any(each.province == rightly.province for each in position.units):
        return (gone,)
    return gone, Added(Unit(unit.power, unit.kind, rightly))


def _with(centres: Mapping[str, str], given: Mapping[str, str]) -> dict[str, str]:
    return {centre: owner for centre, owner in {**centres, **given}.items() if owner}


class _Board:
    """A ruling being changed."""

    def __init__(self, chart: Chart, before: Position, ruling: Ruling) -> None:
        self.chart, self.before, self._ruling = chart, before, ruling
        self.units = list(ruling.after.units)
        self.dislodged = list(ruling.after.dislodged)
        self.removed, self.built = list(ruling.removed), list(ruling.built)
        self.contested = set(ruling.after.contested)
        self.verdicts = list(ruling.verdicts)
        self.given: dict[str, str] = {}

    def change(self, change: Change) -> Misfit | None:  # one arm per kind of change
        match change:
            case Decided(line, succeeds):
                return self._decide(line, succeeds)
            case Removed():
                return self._remove(change)
            case Added(unit):
                return self._add(unit)
            case Given(centre, power):
                return self._give(centre, power)
            case Reordered():
                return Misfit("no-order-here", say("An order cannot be changed here, only units and centres."))

    # --- units and centres ---

    def _remove(self, change: Removed) -> Misfit | None:
        standing = next((unit for unit in self.units if _is(unit, change)), None)
        if standing is not None:
            self.units.remove(standing)
            return None
        driven = next((each for each in self.dislodged if _is(each.unit, change)), None)
        if driven is not None:
            self.dislodged.remove(driven)
            return None
        return Misfit("no-such-unit", say("No such unit stands in {place}.", place=change.place))

    def _add(self, unit: Unit) -> Misfit | None:
        if not self.chart.can_stand(unit.kind, unit.place):
            return Misfit("cannot-stand", say("{unit} cannot stand there.", unit=f"{unit.power} {unit}"))
        other = self._at(unit.province)
        if other is not None:
            text = say("{place} holds {unit} already; two units cannot stand in one province.", place=unit.province,
                       unit=f"{other.power} {other}")  # fmt: skip
            return Misfit("occupied", text, "VIII.3")
        self.units.append(unit)
        return None

    def _give(self, centre: str, power: str) -> Misfit | None:
        if centre not in self.chart.centres:
            return Misfit("no-centre", say("{place} is no supply centre.", place=centre))
        self.given[centre] = power
        return None

    def _at(self, province: str) -> Unit | None:
        return next((unit for unit in self.units if unit.province == province), None)

    # --- what became of an order ---

    def _decide(self, line: Line, succeeds: bool) -> Misfit | None:
        province = province_of(line)
        index = next((i for i, v in enumerate(self.verdicts) if _about(v, province, line)), None)
        if index is None:
            text = say("No such order was ruled upon in {phase_ruled}: {order}.", phase_ruled=self.before.phase,
                       order=line.text)  # fmt: skip
            return Misfit("no-such-order", text)
        verdict = self.verdicts[index]
        if (verdict.outcome is Outcome.SUCCEEDS) is succeeds:
            return Misfit("so-already", filled(SO_ALREADY[succeeds], order=line.text))
        outcome, code = (Outcome.SUCCEEDS, Code.OK) if succeeds else (Outcome.FAILS, Code.NO_SUCH_ORDER)
        if not succeeds:
            code = Code.BOUNCED if isinstance(verdict.order, Move) else Code.CUT
        self.verdicts[index] = replace(verdict, outcome=outcome, code=code, by=(), clause="VIII.1", strength=0,
                                       against=0)  # fmt: skip
        unit = verdict.unit
        if unit is not None and isinstance(verdict.order, Move):
            self._unblame(unit)
        match verdict.order:
            case Move(_, to) if unit is not None:
                return self._arrive(unit, to) if succeeds else self._return(unit, to)
            case Retreat(_, to) if unit is not None:
                return self._retreat(unit, to) if succeeds else self._perish(unit, to)
            case Build() if unit is not None:
                return self._stand(unit, succeeds)
            case Disband() if unit is not None:
                return self._stand(unit, not succeeds)
            case _:
                return None

    def _unblame(self, unit: Unit) -> None:
        """What bounced with a unit whose own fate is another now is said to have failed, and no longer with whom nor by
        which strengths: those were of the ruling that was wrong."""
        self.verdicts = [
            replace(v, by=tuple(each for each in v.by if each != unit), strength=0, against=0)
            if v.code is Code.BOUNCED and unit in v.by
            else v
            for v in self.verdicts
        ]

    def _arrive(self, unit: Unit, to: Place) -> Misfit | None:
        """A move that failed succeeds; who stayed where it goes is dislodged."""
        self.units = [each for each in self.units if each != unit]
        self.dislodged = [each for each in self.dislodged if each.unit != unit]
        self.removed = [each for each in self.removed if each != unit]
        self._mark_dislodged(unit, None)
        other = self._at(to.province)
        if other is not None:
            if other not in self.before.units:
                return _in_the_way(other, to)
            self.units.remove(other)
            near = any(step.province == to.province for step in self.chart.steps(unit.kind, unit.place))
            self.dislodged.append(Dislodged(other, unit.province if near else None))
            self._mark_dislodged(other, unit)
        self.units.append(Unit(unit.power, unit.kind, to))
        self.contested.discard(to.province)
        return None

    def _return(self, unit: Unit, to: Place) -> Misfit | None:
        """A move that succeeded fails; who was dislodged by it stands where it stood."""
        other = self._at(unit.province)
        if other is not None:
            return _in_the_way(other, unit.place)
        self.units = [each for each in self.units if each != Unit(unit.power, unit.kind, to)]
        self.units.append(unit)
        driven = next((each.unit for each in self.dislodged if each.unit.province == to.province), None)
        driven = driven or next((each for each in self.removed if each.province == to.province), None)
        if driven is None:
            self.contested.add(to.province)
            return None
        self.dislodged = [each for each in self.dislodged if each.unit != driven]
        self.removed = [each for each in self.removed if each != driven]
        self.units.append(driven)
        self._mark_dislodged(driven, None)
        return None

    def _mark_dislodged(self, unit: Unit, by: Unit | None) -> None:
        """A unit is dislodged, or (None) is not: an order that failed for that alone did not fail, then."""
        self.verdicts = [_driven(v, by) if v.unit == unit else v for v in self.verdicts]

    def _retreat(self, unit: Unit, to: Place) -> Misfit | None:
        other = self._at(to.province)
        if other is not None:
            return _in_the_way(other, to)
        self.removed = [each for each in self.removed if each != unit]
        self.units.append(Unit(unit.power, unit.kind, to))
        return None

    def _perish(self, unit: Unit, to: Place) -> Misfit | None:
        self.units = [each for each in self.units if each != Unit(unit.power, unit.kind, to)]
        self.removed.append(unit)
        return None

    def _stand(self, unit: Unit, stands: bool) -> Misfit | None:
        """A unit stands after the adjustments, or does not."""
        new = unit not in self.before.units
        if not stands:
            self.units = [each for each in self.units if each != unit]
            self.built = [each for each in self.built if each != unit]
            self.removed += [] if new else [unit]
            return None
        other = self._at(unit.province)
        if other is not None:
            return _in_the_way(other, unit.place)
        self.units.append(unit)
        self.removed = [each for each in self.removed if each != unit]
        self.built += [unit] if new else []
        return None

    # --- what follows ---

    def ruling(self) -> Ruling:
        """The ruling as changed: who can retreat where, whose the centres are, and which phase comes."""
        saved = []
        for each in sorted(self.dislodged):
            if open_places(self.chart, each, self.units, frozenset(self.contested)):
                saved.append(each)
            elif each.unit not in self.removed:
                self.removed.append(each.unit)
        after, winner = phases.advance(self.chart, self.before, self.units, tuple(saved), frozenset(self.contested))
        if self.given:
            after, winner = self._with_given(after, winner)
        return Ruling(
            self._ruling.phase,
            tuple(self.verdicts),
            after,
            open_retreats(self.chart, after),
            tuple(sorted(self.removed)),
            tuple(sorted(self.built)),
            winner,
        )

    def _with_given(self, after: Position, winner: str | None) -> tuple[Position, str | None]:
        """With centres given to others: at the year's end that may call for other adjustments, or name another
        winner."""
        after = replace(after, centres=dict(sorted(_with(after.centres, self.given).items())))
        phase = self.before.phase
        if after.dislodged or phase.kind is PhaseKind.ADJUSTMENT or not self.chart.counts(phase):
            return after, winner
        winter = replace(after, phase=self.chart.winter(phase))
        winner = phases.winner(self.chart, after.centres)
        if any(phases.due(self.chart, winter, power) for power in phases.powers(winter)):
            return winter, winner
        return replace(after, phase=self.chart.next_moves(phase)), winner


def _driven(verdict: Verdict, by: Unit | None) -> Verdict:
    """The verdict on a unit that is dislodged by another, or is not. What it supported is cut all the same, by the very
    attack that did not drive it out."""
    driven = replace(verdict, dislodged=by is not None, dislodger=by)
    if by is not None or verdict.code is not Code.DISLODGED:
        return driven
    if isinstance(verdict.order, SupportHold | SupportMove):
        return replace(driven, code=Code.CUT)
    return replace(driven, outcome=Outcome.SUCCEEDS, code=Code.OK, by=(), clause="VIII.1", strength=0, against=0)


def _about(verdict: Verdict, province: str, line: Line) -> bool:
    """Whether a verdict is on the order that was named: of the unit there, and to where it says, if it says."""
    if verdict.unit is None or verdict.unit.province != province or verdict.order is None:
        return False
    match line.order, verdict.order:
        case ((Move(_, to) | Retreat(_, to)), (Move(_, goal) | Retreat(_, goal))):
            return to.province == goal.province
        case named, order:
            return type(named) is type(order)


def _is(unit: Unit, change: Removed) -> bool:
    return (
        unit.province == change.place.province and change.kind in (None, unit.kind) and change.power in ("", unit.power)
    )


def _in_the_way(unit: Unit, place: Place) -> Misfit:
    text = say(
        "By this ruling {unit} stands in {place} then; say first what becomes of it.",
        unit=f"{unit.power} {unit}", place=place.province,
    )  # fmt: skip
    return Misfit("in-the-way", text, "VIII.3")
