"""An adjustment phase: each power builds up to its surplus of centres, or gives up units for want of them (clause V).

A build needs a vacant centre where the map lets the power build, and a type and coast that can stand there. Removals
that nobody ordered follow the rule for civil disorder (V.4, DATC 4.D.8).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from dragoman.diplomacy.adjudication.distance import removals
from dragoman.diplomacy.adjudication.phases import advance, powers, sites, surplus
from dragoman.diplomacy.adjudication.verdict import Closed, Code, Outcome, Ruling, Verdict
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import Position
from dragoman.diplomacy.board.province import Place, Terrain
from dragoman.diplomacy.board.unit import Unit, UnitKind
from dragoman.diplomacy.houserules.switches import (
    RemovalDistance,
    SeveralBuilds,
    Switches,
    TooMany,
    UntypedBuild,
)
from dragoman.diplomacy.orders.legality import Bench, Ground
from dragoman.diplomacy.orders.order import Build, Disband, Line, Ordered, OrderSet, Waive

REMOVAL_CLAUSES = {
    RemovalDistance.HOME_COUNTRY: "V.4.A",
    RemovalDistance.HOME_CENTRES: "V.4.B",
    RemovalDistance.HOME_CENTRES_BY_CONVOY: "4.D.8.u1",
    RemovalDistance.HOME_CENTRES_ALL_SPACES: "4.D.8.u1",
    RemovalDistance.HOME_COUNTRY_ALL_SPACES: "4.D.8.u2",
    RemovalDistance.OWNED_CENTRES: "4.D.8.u4",
    RemovalDistance.ABROAD_FIRST: "F.13",
}
TOO_MANY_CLAUSES = {TooMany.NONE: "V.2.A", TooMany.FIRST: "V.2.B top to bottom", TooMany.LAST: "V.2.B bottom to top"}
SEVERAL_CLAUSES = {
    SeveralBuilds.NOTHING_IF_DIFFERENT: "V.3.A",
    SeveralBuilds.ARMY_IF_INLAND: "V.3.B",
    SeveralBuilds.FIRST: "V.3.C top to bottom",
    SeveralBuilds.LAST: "V.3.C bottom to top",
    SeveralBuilds.NOTHING: "4.D.5.a",
}


@dataclass(frozen=True)
class Adjusted:
    """What becomes of one power: its verdicts, and the units that come and go."""

    verdicts: tuple[Verdict, ...]
    built: tuple[Unit, ...] = ()
    removed: tuple[Unit, ...] = ()


def adjudicate_adjustments(
    chart: Chart, position: Position, sets: Mapping[str, OrderSet], switches: Switches
) -> Ruling:
    """Adjudicate the builds and removals of all powers."""
    named = sorted(sets.keys() | set(powers(position)))
    done = [_adjust(chart, position, power, sets[power].lines if power in sets else (), switches) for power in named]
    built = tuple(sorted(unit for a in done for unit in a.built))
    removed = tuple(sorted(unit for a in done for unit in a.removed))
    after, champion = advance(chart, position, ({*position.units} - {*removed}) | {*built})
    verdicts = tuple(v for a in done for v in a.verdicts)
    return Ruling(position.phase, verdicts, after, removed=removed, built=built, winner=champion)


def _adjust(chart: Chart, position: Position, power: str, lines: tuple[Line, ...], switches: Switches) -> Adjusted:
    count = surplus(position, power)
    if count > 0:
        return _build(chart, position, power, lines, switches)
    return _remove(chart, position, power, lines, switches, -count)


def _verdict(power: str, line: Line, outcome: Outcome, code: Code, clause: str = "rulebook") -> Verdict:
    return Verdict(power, line.text, line.order, outcome, code, clause=clause)


# --- builds ---


@dataclass(frozen=True)
class Wish:
    """One build ordered where the power may build: what it comes to, or None and why not."""

    index: int
    province: str
    kind: UnitKind | None
    unit: Unit | None
    code: Code = Code.OK
    clause: str = "rulebook"


def _build(chart: Chart, position: Position, power: str, lines: tuple[Line, ...], switches: Switches) -> Adjusted:
    verdicts: dict[int, Verdict] = {}
    wishes: list[Wish] = []
    open_sites = sites(chart, position, power)
    for index, line in enumerate(lines):
        if isinstance(line.order, Build):
            wishes.append(_wish(chart, power, index, line.order, open_sites, switches))
        elif not isinstance(line.order, Waive):
            verdicts[index] = _no_build(position, power, line)
        elif not switches.waives_allowed:
            waive = _verdict(power, line, Outcome.VOID, Code.IMPOSSIBLE, "4.D.7.b")
            verdicts[index] = replace(waive, closed=Closed.NO_WAIVES)
    wishes = _one_a_centre(chart, power, wishes, switches)
    for wish in wishes:
        if wish.unit is None:
            outcome = Outcome.FAILS if wish.code is Code.TOO_MANY else Outcome.VOID
            verdict = _verdict(power, lines[wish.index], outcome, wish.code, wish.clause)
            occupants = _occupants(position, wish.province)
            shut = "" if occupants or wish.province in open_sites else _shut(chart, position, power, wish.province)
            shut = Closed.SEVERAL if _differ(wish) else shut
            verdicts[wish.index] = replace(verdict, by=occupants, closed=shut)
    good = {wish.index: wish.unit for wish in wishes if wish.unit is not None}
    waived = {i: line.order for i, line in enumerate(lines) if i not in verdicts}
    waives = {i: order.count for i, order in waived.items() if isinstance(order, Waive)}
    chosen = _within(good, waives, surplus(position, power), switches.too_many_builds)
    for index in sorted(good.keys() | waives.keys()):
        fits = index in chosen
        outcome, code = (Outcome.SUCCEEDS, Code.OK) if fits else (Outcome.FAILS, Code.TOO_MANY)
        clause = "rulebook" if fits else TOO_MANY_CLAUSES[switches.too_many_builds]
        verdict = _verdict(power, lines[index], outcome, code, clause)
        verdicts[index] = replace(verdict, order=_as_built(good[index]), unit=good[index]) if index in good else verdict
    built = {good[i] for i in chosen if i in good}
    return Adjusted(tuple(verdicts[i] for i in sorted(verdicts)), tuple(sorted(built)))


def _occupants(position: Position, province: str) -> tuple[Unit, ...]:
    """Who stands in the way of a build there."""
    standing = position.unit_in(province)
    return () if standing is None else (standing,)


def _shut(chart: Chart, position: Position, power: str, province: str) -> Closed:
    """Why a power may not build in a province where nobody stands."""
    if province not in chart.centres:
        return Closed.NO_CENTRE
    if position.centres.get(province) != power:
        return Closed.FOREIGN
    return Closed.ABROAD if chart.build_sites == "home" else Closed.HOMELESS


def _no_build(position: Position, power: str, line: Line) -> Verdict:
    """What becomes of an order that is no build, of a power that builds: it gives up no unit, still less one that is
    not there."""
    if not isinstance(line.order, Disband):
        return replace(_verdict(power, line, Outcome.VOID, Code.IMPOSSIBLE), closed=Closed.ADJUSTING)
    standing = position.unit_in(line.order.unit.place.province)
    if standing is None or standing.power != power:
        return _verdict(power, line, Outcome.VOID, Code.NO_SUCH_UNIT)
    return replace(_verdict(power, line, Outcome.FAILS, Code.TOO_MANY), closed=Closed.NO_REMOVALS)


def _as_built(unit: Unit) -> Build:
    return Build(Ordered(unit.place, unit.kind))


def followed(wanted: Mapping[int, Unit], allowed: int, rule: TooMany) -> frozenset[int]:
    """Which lines are followed of those that build, or give up, these units, where so many may (V.2)."""
    return _within(wanted, {}, allowed, rule)


def _within(good: Mapping[int, Unit], waives: Mapping[int, int], allowed: int, rule: TooMany) -> frozenset[int]:
    """V.2: which lines are followed, as in order they use up the number allowed; a duplicate uses nothing."""
    if rule is TooMany.NONE and len(set(good.values())) > allowed:
        return frozenset()
    chosen: set[int] = set()
    made: set[Unit] = set()
    for index in sorted(good.keys() | waives.keys(), reverse=rule is TooMany.LAST):
        if index in good and good[index] in made:
            chosen.add(index)
        elif allowed > 0:
            chosen.add(index)
            allowed -= waives.get(index, 1)
            made.update({good[index]} if index in good else ())
    return frozenset(chosen)


def builds_alone(chart: Chart, power: str, lines: Sequence[Line], switches: Switches) -> tuple[Verdict | None, ...]:
    """What is amiss with builds whatever the position is: of each line the verdict, None where that is open."""
    builds = [(i, line.order) for i, line in enumerate(lines) if isinstance(line.order, Build)]
    wishes = [_wish(chart, power, i, order, (order.unit.place.province,), switches) for i, order in builds]
    bad = {wish.index: wish for wish in _one_a_centre(chart, power, wishes, switches) if wish.unit is None}
    return tuple(_in_vain(power, line, bad[i]) if i in bad else None for i, line in enumerate(lines))


def _in_vain(power: str, line: Line, wish: Wish) -> Verdict:
    verdict = _verdict(power, line, Outcome.VOID, wish.code, wish.clause)
    return replace(verdict, closed=Closed.SEVERAL) if _differ(wish) else verdict


def _differ(wish: Wish) -> bool:
    """Whether a build comes to nothing since another one is ordered in its centre (V.3)."""
    return wish.code is Code.AMBIGUOUS and wish.clause.startswith("V.3")


def wish(chart: Chart, power: str, order: Build, switches: Switches) -> Unit | None:
    """What one build order comes to by itself, where the power may build."""
    site = order.unit.place.province
    return _wish(chart, power, 0, order, (site,), switches).unit


def _wish(chart: Chart, power: str, index: int, order: Build, open_sites: tuple[str, ...], switches: Switches) -> Wish:
    """What one build order comes to by itself (V.1, V.5, 4.B.6, 4.B.7)."""
    place = order.unit.place
    if place.province not in open_sites or order.unit.power not in (None, power):
        return Wish(index, place.province, order.unit.kind, None, Code.IMPOSSIBLE)
    province = chart.provinces[place.province]
    kind = order.unit.kind
    inland = province.terrain is Terrain.INLAND
    if kind is None:
        return _untyped(chart, power, index, place, switches)
    if kind is UnitKind.FLEET and inland:
        if not switches.inland_fleet_builds_army:
            return Wish(index, province.id, kind, None, Code.IMPOSSIBLE, "V.5.A")
        return Wish(index, province.id, kind, Unit(power, UnitKind.ARMY, Place(province.id)), clause="V.5.B")
    if place.coast and (kind is UnitKind.ARMY or place.coast not in province.coasts):
        if not switches.irrelevant_coast_ignored:
            return Wish(index, province.id, kind, None, Code.IMPOSSIBLE, "4.B.6.a")
        place = Place(province.id)
    if not chart.can_stand(kind, place):
        code = Code.AMBIGUOUS if province.coasts else Code.IMPOSSIBLE
        return Wish(index, province.id, kind, None, code, "4.B.7" if province.coasts else "rulebook")
    return Wish(index, province.id, kind, Unit(power, kind, place))


def _untyped(chart: Chart, power: str, index: int, place: Place, switches: Switches) -> Wish:
    """V.1: a build without a unit type."""
    province = chart.provinces[place.province]
    rule = switches.untyped_build
    if rule is not UntypedBuild.NOTHING and province.terrain is Terrain.INLAND:
        return Wish(index, province.id, None, Unit(power, UnitKind.ARMY, Place(province.id)))
    if rule is UntypedBuild.ARMY_INLAND_OR_COAST and place.coast in province.coasts:
        return Wish(index, province.id, None, Unit(power, UnitKind.FLEET, place))
    letter = "ABC"[list(UntypedBuild).index(rule)]
    return Wish(index, province.id, None, None, Code.AMBIGUOUS, f"V.1.{letter}")


def _one_a_centre(chart: Chart, power: str, wishes: list[Wish], switches: Switches) -> list[Wish]:
    """V.3, 4.D.5: of several builds in one centre at most one is made."""
    settled: list[Wish] = []
    for province in sorted({wish.province for wish in wishes}):
        here = [wish for wish in wishes if wish.province == province]
        settled += here if len(here) == 1 else _several(chart, power, province, here, switches.several_builds)
    return settled


def _several(chart: Chart, power: str, province: str, here: list[Wish], rule: SeveralBuilds) -> list[Wish]:
    clause = SEVERAL_CLAUSES[rule]
    good = [wish for wish in here if wish.unit is not None]
    if rule in (SeveralBuilds.FIRST, SeveralBuilds.LAST):
        kept = (good[0] if rule is SeveralBuilds.FIRST else good[-1]) if good else None
        return [w if w is kept or w.unit is None else _spoiled(w, Code.TOO_MANY, clause) for w in here]
    if rule is SeveralBuilds.NOTHING:
        return [w if w.unit is None else _spoiled(w, Code.TOO_MANY, clause) for w in here]
    inland = province in chart.provinces and chart.provinces[province].terrain is Terrain.INLAND
    kinds = {wish.kind for wish in here if wish.code is not Code.IMPOSSIBLE or wish.clause == "V.5.A"}
    if len(kinds) > 1 and rule is SeveralBuilds.ARMY_IF_INLAND and inland:
        army = Unit(power, UnitKind.ARMY, Place(province))
        return [replace(w, unit=army, clause=clause) if w.kind is UnitKind.ARMY else w for w in here]
    if len(kinds) > 1 or len({wish.unit for wish in good}) > 1:
        return [w if w.unit is None else _spoiled(w, Code.AMBIGUOUS, clause) for w in here]
    return here


def _spoiled(wish: Wish, code: Code, clause: str) -> Wish:
    return replace(wish, unit=None, code=code, clause=clause)


# --- removals ---


def _build_in_vain(position: Position, power: str, line: Line, order: Build) -> Verdict:
    """A build by a power that has none: one where a unit stands could not be made in any case."""
    by = _occupants(position, order.unit.place.province)
    if by:
        return replace(_verdict(power, line, Outcome.VOID, Code.IMPOSSIBLE), by=by)
    return replace(_verdict(power, line, Outcome.FAILS, Code.TOO_MANY), closed=Closed.NO_BUILDS)


def _remove(
    chart: Chart, position: Position, power: str, lines: tuple[Line, ...], switches: Switches, count: int
) -> Adjusted:
    """Follow disbands up to the number due, and let the rule for civil disorder choose the rest."""
    bench = Bench(Ground(chart, position, switches), power)
    fates = [bench.fate(line) for line in lines]
    verdicts: dict[int, Verdict] = {}
    for index, fate in enumerate(fates):
        if isinstance(fate.order, Build):
            verdicts[index] = _build_in_vain(position, power, fate.line, fate.order)
        elif isinstance(fate.order, Waive) or (fate.flaw is None and not isinstance(fate.order, Disband)):
            cause = Closed.NO_BUILDS if isinstance(fate.order, Waive) else Closed.ADJUSTING
            verdicts[index] = replace(_verdict(power, fate.line, Outcome.VOID, Code.IMPOSSIBLE), closed=cause)
        elif fate.flaw is not None:
            verdict = _verdict(power, fate.line, Outcome.VOID, Code(fate.flaw.fault.value), fate.flaw.clause)
            verdicts[index] = replace(verdict, order=fate.order, unit=fate.unit)
    wanted = {i: fate.unit for i, fate in enumerate(fates) if i not in verdicts and fate.unit is not None}
    followed = _within(wanted, {}, count, switches.too_many_disbands)
    gone = {wanted[i] for i in followed}
    for index, unit in wanted.items():
        fits = unit in gone
        outcome, code = (Outcome.SUCCEEDS, Code.OK) if fits else (Outcome.FAILS, Code.TOO_MANY)
        clause = "rulebook" if fits or not count else TOO_MANY_CLAUSES[switches.too_many_disbands]
        verdict = _verdict(power, fates[index].line, outcome, code, clause)
        shut = "" if fits or count else Closed.NO_REMOVALS
        verdicts[index] = replace(verdict, order=fates[index].order, unit=unit, closed=shut)
    missing = count - len(gone)
    farthest = removals(chart, position, power, len(position.units), switches) if missing else ()
    lost = [u for u in farthest if u not in gone][:missing]
    unordered = [
        Verdict(power, "", Disband(Ordered(u.place, u.kind)), Outcome.SUCCEEDS, Code.NOT_ORDERED,
                clause=REMOVAL_CLAUSES[switches.removal_distance], unit=u)
        for u in lost
    ]  # fmt: skip
    return Adjusted((*(verdicts[i] for i in sorted(verdicts)), *unordered), removed=tuple(sorted({*gone, *lost})))
