"""A retreat phase: a dislodged unit goes to an open place alone, or leaves the board.

Open is a place that the unit can reach in one step by itself, that is vacant, where no standoff was, and from which its
attacker did not come (VI.1, DATC 4.A.5 and chapter 6.H). Nobody supports, convoys or moves otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from dragoman.diplomacy.adjudication.phases import advance
from dragoman.diplomacy.adjudication.verdict import Closed, Code, Outcome, Ruling, Verdict
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import Dislodged, Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import Unit
from dragoman.diplomacy.houserules.switches import MultipleOrders, Switches
from dragoman.diplomacy.orders.fates import Fate, Fault
from dragoman.diplomacy.orders.one_order import settle_retreats
from dragoman.diplomacy.orders.order import Disband, Line, Move, Ordered, OrderSet, Retreat


def open_places(
    chart: Chart, dislodged: Dislodged, units: Iterable[Unit], contested: frozenset[str]
) -> tuple[Place, ...]:
    """Where a dislodged unit may retreat, in order; `units` are those still standing on the board."""
    closed = {unit.place.province for unit in units} | contested | {dislodged.attacker_from}
    steps = chart.steps(dislodged.unit.kind, dislodged.unit.place)
    return tuple(sorted(place for place in steps if place.province not in closed))


@dataclass(frozen=True)
class Exile:
    """One dislodged unit, where it may go, and what was made of the lines for it: its order, or None to disband."""

    dislodged: Dislodged
    open: tuple[Place, ...]
    order: Retreat | Disband | None
    followed: frozenset[int]
    verdicts: Mapping[int, Verdict]

    @property
    def goal(self) -> str | None:
        return self.order.to.province if isinstance(self.order, Retreat) else None


def adjudicate_retreats(chart: Chart, position: Position, sets: Mapping[str, OrderSet], switches: Switches) -> Ruling:
    """Adjudicate the retreats of all powers; who has no legal order disbands."""
    named = sorted(sets.keys() | {d.unit.power for d in position.dislodged})
    fates = {power: _fates(chart, position, sets, power, switches) for power in named}
    exiles = [_exile(chart, position, d, fates[d.unit.power], switches) for d in sorted(position.dislodged)]
    survivors = [e for e in exiles if e.goal and not _rivals(e, exiles)]
    moved = [e.dislodged.unit._replace(place=e.order.to) for e in survivors if isinstance(e.order, Retreat)]
    after, champion = advance(chart, position, (*position.units, *moved))
    verdicts = tuple(v for power in named for v in _verdicts(power, fates[power], exiles, position))
    removed = tuple(e.dislodged.unit for e in exiles if e not in survivors)
    return Ruling(position.phase, verdicts, after, removed=removed, winner=champion)


def _fates(
    chart: Chart, position: Position, sets: Mapping[str, OrderSet], power: str, switches: Switches
) -> tuple[Fate, ...]:
    lines = sets[power].lines if power in sets else ()
    return settle_retreats(chart, position, power, tuple(_as_retreat(line) for line in lines), switches)


def _as_retreat(line: Line) -> Line:
    """In a retreat phase `A VIE - BOH` means a retreat."""
    match line.order:
        case Move(unit, to, False, ()):
            return replace(line, order=Retreat(unit, to))
        case _:
            return line


def _exile(
    chart: Chart, position: Position, dislodged: Dislodged, fates: tuple[Fate, ...], switches: Switches
) -> Exile:
    """Weigh the lines for one dislodged unit; several that differ leave it without an order (III.6)."""
    places = open_places(chart, dislodged, position.units, position.contested)
    mine = {i: fate for i, fate in enumerate(fates) if fate.unit == dislodged.unit}
    verdicts = {i: v for i, fate in mine.items() if (v := _flawed(fate, places, dislodged, position)) is not None}
    rule = switches.multiple_orders
    indices = sorted(mine)
    if len(indices) > 1 and rule in (MultipleOrders.FIRST, MultipleOrders.LAST):
        indices = indices[:1] if rule is MultipleOrders.FIRST else indices[-1:]
    elif rule in (MultipleOrders.LEGAL_HOLD, MultipleOrders.LEGAL_MOVE):
        indices = [i for i in indices if i not in verdicts]
    alike = len({mine[i].order for i in indices}) == 1
    passed_over = [i for i in mine if i not in verdicts and (not alike or i not in indices)]
    clause = "III.6." + {MultipleOrders.FIRST: "E first", MultipleOrders.LAST: "E last"}.get(
        rule, "ABCD"[min(3, list(MultipleOrders).index(rule))]
    )
    for i in passed_over:
        verdicts[i] = _void(mine[i], Code.AMBIGUOUS, clause)
    followed = [i for i in indices if i not in verdicts]
    order = mine[followed[0]].order if followed else None
    assert order is None or isinstance(order, Retreat | Disband)
    return Exile(dislodged, places, order, frozenset(followed), verdicts)


def _flawed(fate: Fate, places: tuple[Place, ...], dislodged: Dislodged, position: Position) -> Verdict | None:
    """Why a line for a dislodged unit cannot be followed, if so."""
    match fate.order:
        case Disband() if fate.flaw is None:
            return None
        case Retreat(_, to):
            if fate.flaw is None and to in places:
                return None
            if fate.flaw is not None and fate.flaw.fault is not Fault.IMPOSSIBLE:
                return _void(fate, Code(fate.flaw.fault.value), fate.flaw.clause)
            blocker = position.unit_in(to.province)
            by = () if blocker is None else (blocker,)
            clause = fate.flaw.clause if fate.flaw else "rulebook"
            return replace(_void(fate, Code.ILLEGAL_RETREAT, clause), by=by, closed=_closed(to, dislodged, position))
        case _:
            return replace(_void(fate, Code.IMPOSSIBLE, "rulebook"), closed=Closed.RETREATING)


def _closed(to: Place, dislodged: Dislodged, position: Position) -> str:
    """Why a vacant place is closed: the attacker came from there, or units stood each other off in it."""
    if to.province == dislodged.attacker_from:
        return "origin"
    return "standoff" if to.province in position.contested else ""


def _void(fate: Fate, code: Code, clause: str) -> Verdict:
    power = fate.unit.power if fate.unit else ""
    return Verdict(power, fate.line.text, fate.order, Outcome.VOID, code, clause=clause, unit=fate.unit)


def _rivals(exile: Exile, exiles: list[Exile]) -> tuple[Unit, ...]:
    """Others who retreat to the same province, on whichever coast (DATC 6.H.7)."""
    return tuple(e.dislodged.unit for e in exiles if e is not exile and e.goal and e.goal == exile.goal)


def _verdicts(power: str, fates: tuple[Fate, ...], exiles: list[Exile], position: Position) -> list[Verdict]:
    by_unit = {e.dislodged.unit: e for e in exiles}
    found = []
    for index, fate in enumerate(fates):
        exile = by_unit.get(fate.unit) if fate.unit else None
        if exile is None:
            found.append(replace(_stranger(fate, position), power=power))
        elif index in exile.verdicts:
            found.append(exile.verdicts[index])
        else:
            found.append(_followed(fate, exile, exiles))
    ordered = {fate.unit for fate in fates}
    for exile in exiles:
        unit = exile.dislodged.unit
        if unit.power == power and unit not in ordered:
            order = Disband(Ordered(unit.place, unit.kind))
            found.append(Verdict(power, "", order, Outcome.SUCCEEDS, Code.NOT_ORDERED, unit=unit))
    return found


def _stranger(fate: Fate, position: Position) -> Verdict:
    """An order for a unit that need not retreat is no retreat order; for one that is not there still less."""
    named = getattr(fate.order, "unit", None)
    standing = position.unit_in(named.place.province) if isinstance(named, Ordered) else None
    if standing is None:
        return _void(fate, Code.NO_SUCH_UNIT, "rulebook")
    return replace(_void(fate, Code.IMPOSSIBLE, "rulebook"), closed=Closed.STAYS)


def _followed(fate: Fate, exile: Exile, exiles: list[Exile]) -> Verdict:
    unit = exile.dislodged.unit
    rivals = _rivals(exile, exiles)
    outcome, code = (Outcome.FAILS, Code.RETREAT_CLASH) if rivals else (Outcome.SUCCEEDS, Code.OK)
    return Verdict(unit.power, fate.line.text, fate.order, outcome, code, by=rivals, unit=unit)
