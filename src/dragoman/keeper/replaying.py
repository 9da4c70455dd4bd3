"""Recorded games held against the adjudicator: every phase from its recorded position, compared with what came of it.

Records differ in how they keep phases in which nobody had anything to do or nobody ordered anything: some leave them
out, some keep them. Such a phase is passed over, or adjudicated without orders, until ruling and record stand before
the same phase; then everything is compared. A record that names one unit twice over means the one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from typing import Any

import msgspec

from dragoman.diplomacy import exchange
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import Dislodged, Phase, PhaseKind, Position
from dragoman.diplomacy.docket import Docket, answer, chart_of
from dragoman.diplomacy.exchange import Question, Triple, Unfit, triples
from dragoman.diplomacy.shorthand import Roll, Short
from dragoman.game.saying import say
from dragoman.keeper.lines import fault_of, name_of
from dragoman.keeper.recorded_phases import ENDED, phase_told
from dragoman.tongues.misfits import UNREADABLE

EXCUSE = "unit count differs"
"""A note with these words marks a line whose record is known to be doubtful."""

LONGEST_GAP = 12
"""How many phases without orders a record may leave out before ruling and record count as apart."""


class Recorded(Question, frozen=True, kw_only=True):
    """A recorded phase: the question, and what came of it. `next_phase` is `["Fall", 1901, "Movement"]` or
    `"F1901M"`."""

    game: str = ""
    next_phase: tuple[str, int, str] | str | None = None
    next_units: list[Triple] | None = None
    next_dislodged: list[Triple] | None = None
    next_centers: dict[str, list[str]] | None = None
    notes: tuple[str, ...] | str = ()

    @property
    def excused(self) -> bool:
        return any(EXCUSE in note for note in ((self.notes,) if isinstance(self.notes, str) else self.notes))


_decode = msgspec.json.Decoder(Recorded).decode


def game_of(line: bytes) -> str | None:
    """The game that a recorded line belongs to; None where it cannot be read."""
    try:
        return _decode(line).game
    except UNREADABLE:
        return None


@dataclass
class Tally:
    """What has been counted."""

    games: int = 0
    phases: int = 0
    orders: int = 0
    differences: int = 0
    excused: int = 0
    unreadable: int = 0

    def add(self, other: Tally) -> None:
        """Count what another has counted."""
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))

    def __str__(self) -> str:
        counted = {each.name: getattr(self, each.name) for each in fields(self)}
        if not self.unreadable:
            del counted["unreadable"]  # told only where there is something to tell: scripts know the line without it
        return ", ".join(f"{name} {count}" for name, count in counted.items())


Left = Position | tuple[Roll, Short] | None
"""The position that a line left, written out or in shorthand; None where there is none to tell of."""


@dataclass
class Record:
    """Holds recorded phases against a docket, one line after another; a game's lines follow each other."""

    docket: Docket
    tally: Tally = field(default_factory=Tally)
    _game: str | None = None
    _after: Left = None

    def hold(self, text: bytes, where: str) -> dict[str, Any] | None:
        """Adjudicate one recorded line; what differs from the record, or None. A bad line is no phase, but is counted
        as unreadable, and told with `where` it stands."""
        try:
            line = _decode(text)
        except UNREADABLE as error:
            return self._unreadable(text, f"{where}: {fault_of(text, error)}")
        line = _once(line)
        try:
            on = chart_of(line.variant)
            at = exchange.position(line, on)
            _followed(line, on)
        except Unfit as error:
            return self._unreadable(text, f"{where}: {error}")
        self.enter(line.game)
        at = self._recalled(line, at)
        self.tally.phases += 1
        self.tally.orders += sum(len(lines) for lines in line.orders.values())
        self.tally.excused += line.excused
        after = self._after = self._caught_up(line, self.docket.after(at, on, line.orders), on)
        found = apart(line, after, on)
        if not found or line.excused:
            return None
        self.tally.differences += 1
        told = {"game": line.game, "season": line.season, "year": line.year, "phase": line.phase}
        return {**told, "differences": found, "orders": answer(self.docket.judge_from(at, on, line.orders))["orders"]}

    def _unreadable(self, text: bytes, told: str) -> dict[str, Any]:
        self.tally.unreadable += 1
        self._after = None
        return {"id": name_of(text), "error": told}

    def enter(self, game: str) -> None:
        """Begin with another game, if the line is of another."""
        if game != self._game:
            self.tally.games += 1
            self._game, self._after = game, None

    def left(self, game: str) -> Left:
        """What the line before left, if the next is of that game, too."""
        return self._after if game == self._game else None

    def passed(self, orders: int, excused: bool, after: tuple[Roll, Short]) -> None:
        """Count a phase that came out as recorded."""
        self.tally.phases += 1
        self.tally.orders += orders
        self.tally.excused += excused
        self._after = after

    def passed_all(self, phases: int, games: int, orders: int, excused: int, game: str, after: Position) -> None:
        """Count phases that came out as recorded, beginning with one of the game entered: how often another game began
        among them, and in which they ended."""
        self.tally.phases += phases
        self.tally.games += games
        self.tally.orders += orders
        self.tally.excused += excused
        self._game, self._after = game, after

    def _recalled(self, line: Recorded, at: Position) -> Position:
        """The position with the retreat context that the line before left; context in the record itself goes before
        it."""
        before = self._after
        if at.phase.kind is not PhaseKind.RETREAT or before is None or line.attacked_from or line.contested:
            return at
        after = before if isinstance(before, Position) else before[0].position(before[1])
        origins = {d.unit: d.attacker_from for d in after.dislodged}
        dislodged = tuple(Dislodged(d.unit, origins.get(d.unit)) for d in at.dislodged)
        return replace(at, dislodged=dislodged, contested=after.contested)

    def _caught_up(self, line: Recorded, after: Position, on: Chart) -> Position:
        """The position after the phase and after the phases without orders that the record leaves out."""
        wanted = recorded_phase(line, on)
        for _ in range(LONGEST_GAP):
            if wanted is None or not _before(after.phase, wanted, on):
                break
            after = self.docket.after(after, on, {})
        return after


def apart(line: Recorded, after: Position, chart: Chart) -> dict[str, Any]:
    """What ruling and record make differently, by key; empty if nothing, or if the record does not tell."""
    if line.next_units is None:
        return {}
    if as_recorded(line, after, chart):
        return {}
    driven_out = triples(d.unit for d in after.dislodged)
    found: dict[str, Any] = {
        "units": _unshared(line.next_units, triples(after.units)),
        "dislodged": _unshared(line.next_dislodged or (), driven_out),
    }
    wanted = recorded_phase(line, chart)
    if line.next_centers is not None and not _idle_retreats(line, wanted, after, chart):
        owned = {(place, power) for power, places in line.next_centers.items() for place in places}
        found["centers"] = _unshared(owned, after.centres.items())
    if wanted is not None and wanted != after.phase and not _idle(line, wanted, after, chart):
        found["next"] = {"recorded": list(wanted), "ruled": list(after.phase)}
    return {key: value for key, value in found.items() if value}


def as_recorded(line: Recorded, after: Position, chart: Chart) -> bool:
    """Whether all is plainly as recorded, so that no difference need be looked for."""
    known = chart.units
    units = {known.get(triple) for triple in line.next_units or ()}
    driven_out = {known.get(triple) for triple in line.next_dislodged or ()}
    owned = {place: power for power, places in (line.next_centers or {}).items() for place in places}
    return (
        units == set(after.units)
        and driven_out == {d.unit for d in after.dislodged}
        and (line.next_centers is None or owned == after.centres)
        and recorded_phase(line, chart) == after.phase
    )


def _unshared(recorded: Iterable[tuple[str, ...]], ruled: Iterable[tuple[str, ...]]) -> dict[str, Any] | None:
    here, there = {tuple(r) for r in recorded}, set(ruled)
    return None if here == there else {"recorded": sorted(here - there), "ruled": sorted(there - here)}


# --- phases, however a record writes them ---


def _followed(line: Recorded, chart: Chart) -> None:
    """Raises Unfit for a next phase that is none."""
    named = line.next_phase
    if named is not None and named != ENDED and recorded_phase(line, chart) is None:
        written = named if isinstance(named, str) else " ".join(map(str, named))
        raise Unfit(say("{word} is no phase to come next; write F1901M or COMPLETED", word=written))


def recorded_phase(line: Recorded, chart: Chart) -> Phase | None:
    """The next phase by the record, with the map's own season for adjustments; None if it tells none that is one."""
    return None if line.next_phase is None else phase_told(line.next_phase, chart)


def _before(one: Phase, other: Phase, chart: Chart) -> bool:
    return _moment(one, chart) < _moment(other, chart)


def _moment(phase: Phase, chart: Chart) -> tuple[int, int, int]:
    """Where in the game a phase stands, to be compared."""
    if phase.kind is PhaseKind.ADJUSTMENT:
        return phase.year, len(chart.turns), 0
    return phase.year, chart.turns.index(phase.season), int(phase.kind is PhaseKind.RETREAT)


def _idle(line: Recorded, recorded: Phase, after: Position, chart: Chart) -> bool:
    """Whether the record only keeps a phase that the ruling passes over, since nobody has anything to do in it."""
    if _idle_retreats(line, recorded, after, chart):
        return True
    return recorded.kind is PhaseKind.ADJUSTMENT and after.phase == chart.next_moves(recorded)


def _idle_retreats(line: Recorded, recorded: Phase | None, after: Position, chart: Chart) -> bool:
    """Whether the record keeps a retreat phase in which no unit can retreat. In it the centres have not changed hands
    yet; that is compared when it is done."""
    return (
        recorded is not None
        and recorded.kind is PhaseKind.RETREAT
        and not line.next_dislodged
        and after.phase in (chart.winter(recorded), chart.next_moves(recorded))
    )


def _once(line: Recorded) -> Recorded:
    """The line with each of its units once."""
    if len(set(line.units)) == len(line.units):
        return line
    return msgspec.structs.replace(line, units=list(dict.fromkeys(line.units)))
