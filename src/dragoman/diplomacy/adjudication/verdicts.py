"""From a movement phase fought out to verdicts: one for every line given, and one for every unit nobody ordered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from dragoman.diplomacy.adjudication import clauses, kernel
from dragoman.diplomacy.adjudication.battle import Fought
from dragoman.diplomacy.adjudication.verdict import Closed, Code, Outcome, Verdict
from dragoman.diplomacy.board.unit import Unit
from dragoman.diplomacy.orders.fates import Fate
from dragoman.diplomacy.orders.inference import CLAUSE
from dragoman.diplomacy.orders.nowhere import leads_nowhere
from dragoman.diplomacy.orders.order import Move, Order, SupportHold, SupportMove

CODES = {
    kernel.NONE: Code.OK,
    kernel.BOUNCED: Code.BOUNCED,
    kernel.CUT: Code.CUT,
    kernel.DISLODGED: Code.DISLODGED,
    kernel.NO_CONVOY: Code.NO_CONVOY,
    kernel.CONVOY_BROKEN: Code.CONVOY_BROKEN,
    kernel.NO_SUCH_ORDER: Code.NO_SUCH_ORDER,
}


def verdicts(fought: Fought) -> tuple[Verdict, ...]:
    """All verdicts, by power, a power's lines in the order given and its unordered units after them."""
    index = {unit: u for u, unit in enumerate(fought.units)}
    return tuple(v for power in sorted(fought.settled) for v in _of_power(power, index, fought))


def _of_power(power: str, index: Mapping[Unit, int], fought: Fought) -> Iterator[Verdict]:
    settled = fought.settled[power]
    ordered = set()
    for fate in settled.fates:
        ordered.add(fate.unit)
        verdict = _of_line(power, fate, None if fate.unit is None else index[fate.unit], fought)
        yield _dislodged(verdict if fate.line.text else _of_inferred(verdict), index, fought)
    for e in settled.effective:
        if e.unit not in ordered:
            yield _dislodged(_unordered(power, e.order, index[e.unit], fought), index, fought)


def _dislodged(verdict: Verdict, index: Mapping[Unit, int], fought: Fought) -> Verdict:
    """A verdict on a unit that was dislodged says by whom, whatever its order failed for."""
    if not verdict.dislodged or verdict.unit is None:
        return verdict
    return replace(verdict, dislodger=next(iter(_dislodger(index[verdict.unit], fought)), None))


def _of_inferred(verdict: Verdict) -> Verdict:
    """A verdict on an order that nobody wrote names the clause by which it was inferred, if no other decided."""
    return replace(verdict, clause=CLAUSE) if verdict.clause == clauses.COMMON else verdict


def _of_line(power: str, fate: Fate, u: int | None, fought: Fought) -> Verdict:
    text = fate.line.text
    if fate.flaw is not None or u is None:
        flaw, clause = (fate.flaw.fault.value, fate.flaw.clause) if fate.flaw else (Code.NO_SUCH_UNIT.value, "rulebook")
        lost = u is not None and fought.lost(u)
        by = _dislodger(u, fought) if u is not None else ()
        closed = Closed.NOWHERE if leads_nowhere(fate.line) else ""
        return Verdict(power, text, fate.order, Outcome.VOID, Code(flaw), lost, by, clause, fate.unit, closed=closed)
    if isinstance(fate.order, Move):
        return _of_move(power, text, fate.order, u, fought)
    return _of_standing(power, text, fate.order, u, fought)


def _unordered(power: str, order: Order, u: int, fought: Fought) -> Verdict:
    lost = fought.lost(u)
    outcome = Outcome.FAILS if lost else Outcome.SUCCEEDS
    by, clause = _dislodger(u, fought), fought.effective[u].clause
    return Verdict(power, "", order, outcome, Code.NOT_ORDERED, lost, by, clause, fought.units[u])


def _of_standing(power: str, text: str, order: Order, u: int, fought: Fought) -> Verdict:
    """A hold, support or convoy."""
    work, lost = fought.work, fought.lost(u)
    code = CODES[work.cause[u]]
    clause = _misorder_behind(order, fought) or clauses.deciding(work.point[u], fought.switches)
    if code is Code.NO_SUCH_ORDER:
        return Verdict(power, text, order, Outcome.VOID, code, lost, _dislodger(u, fought), clause, fought.units[u])
    if isinstance(order, SupportHold | SupportMove):
        outcome, code = (Outcome.SUCCEEDS, Code.OK) if work.stood[u] == kernel.YES else (Outcome.FAILS, code)
    else:
        outcome, code = (Outcome.FAILS, Code.DISLODGED) if lost else (Outcome.SUCCEEDS, Code.OK)
    by = _dislodger(u, fought)
    if outcome is Outcome.FAILS and work.by[u] >= 0:
        others = fought.cutters(u) if code is Code.CUT else ()
        by = tuple(fought.units[a] for a in sorted({work.by[u], *others}))
    return Verdict(power, text, order, outcome, code, lost, by, clause, fought.units[u])


def _misorder_behind(order: Order, fought: Fought) -> str:
    """By which rule a unit without a good order of its own can, or cannot, be supported (III.5, III.6, 4.D.9)."""
    if not isinstance(order, SupportHold):
        return ""
    supported = fought.work.unit_at[fought.number[order.supported.place.province]]
    if supported < 0 or fought.effective[supported].line is not None:
        return ""
    clause = fought.effective[supported].clause
    return "" if clause == clauses.COMMON else clause


def _of_move(power: str, text: str, order: Move, u: int, fought: Fought) -> Verdict:
    unit, clause = fought.units[u], _clause_of_move(u, fought)
    if fought.moved(u):
        return Verdict(power, text, order, Outcome.SUCCEEDS, Code.OK, False, (), clause, unit)
    code, lost = CODES[fought.work.cause[u]], fought.lost(u)
    if code is not Code.BOUNCED or fought.work.point[u] == kernel.PARADOX:
        by = _breakers(u, fought) if code is not Code.NO_CONVOY else ()
        return Verdict(power, text, order, Outcome.FAILS, code, lost, by, clause, unit)
    attack, resistance = fought.attack(u), fought.resistance(u)
    against = max((strength for _, strength in resistance), default=0)
    by = tuple(fought.units[r] for r, strength in resistance if strength == against >= attack)
    if lost and _passed_by(u, attack, resistance, fought):
        clause = clauses.deciding(kernel.LOSER, fought.switches)
        return Verdict(power, text, order, Outcome.FAILS, Code.DISLODGED, lost, _dislodger(u, fought), clause, unit)
    own = fought.occupant(u)
    if attack == 0 and own is not None:  # against one's own unit: others in the way are no matter
        by = _dislodger(own, fought) or (fought.units[own],)
    if not by:  # nobody withstood it: what held it back is the rule for paradoxes, which has all in one hold
        clause = clauses.deciding(kernel.PARADOX, fought.switches)
        return Verdict(power, text, order, Outcome.FAILS, code, lost, _breakers(u, fought), clause, unit)
    return Verdict(power, text, order, Outcome.FAILS, code, lost, by, clause, unit, attack, against)


def _passed_by(u: int, attack: int, resistance: Sequence[tuple[int, int]], fought: Fought) -> bool:
    """Whether another, no stronger, went where this one was going, since the unit from there dislodged it (VI.8.B,
    4.A.7.a): it was no standoff that held it back."""
    beaten = fought.dislodger(u) is not None and fought.dislodger(u) == fought.occupant(u)
    return beaten and any(fought.moved(rival) and strength <= attack for rival, strength in resistance)


def _breakers(u: int, fought: Fought) -> tuple[Unit, ...]:
    """Who broke a convoy: those who dislodged fleets of it, or in a paradox attacked them."""
    places = [fought.orders.place[f] for f in fought.fleets_of(u)]
    attackers = [a for place in places for a in fought.movers_to(place)]
    winners = [a for a in attackers if fought.moved(a)] or attackers
    return tuple(fought.units[a] for a in sorted(winners))


def _clause_of_move(u: int, fought: Fought) -> str:
    """What decided a move besides plain strength: the way it took, the routes of its convoy, or a loser's effect."""
    point = fought.work.point[u]
    fleets = fought.fleets_of(u)
    if point != kernel.PARADOX and len(fleets) > 1 and fought.sailed(u) and any(fought.lost(f) for f in fleets):
        point = kernel.ROUTES
    if point == kernel.COMMON and not fought.moved(u):
        rivals = [a for a, _ in fought.resistance(u) if a != fought.occupant(u) and fought.lost(a)]
        loser = next((a for a in rivals if fought.dislodger(a) == fought.occupant(u)), None)
        if loser is not None:
            return "VI.8.A" if fought.sailed(loser) else "4.A.7.b"
    return clauses.deciding(point, fought.switches)


def _dislodger(u: int, fought: Fought) -> tuple[Unit, ...]:
    winner = fought.dislodger(u)
    return () if winner is None else (fought.units[winner],)
