"""A ruling written as an old judge would have mailed it: nothing stands in it that is not everybody's to know."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo

from dragoman.diplomacy.adjudication.verdict import Code, Outcome, Ruling, Verdict
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import Phase, PhaseKind, Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import Unit, UnitKind
from dragoman.diplomacy.njudge.names import COMING, KINDS, RESULTS, adjective, place, plain, short, within
from dragoman.diplomacy.orders.order import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Ordered,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)

JUDGE = "DRAG"
"""By which code the judge calls itself: four letters are usual."""

NEVER = datetime(1970, 1, 1, tzinfo=UTC)
"""What stands for a deadline that there is none of."""

WIDTH = 79

MARKS = {
    Code.BOUNCED: "bounce", Code.CUT: "cut", Code.DISLODGED: "", Code.NO_CONVOY: "no convoy",
    Code.CONVOY_BROKEN: "no convoy", Code.RETREAT_CLASH: "bounce",
}  # fmt: skip
"""What befell an order, by the form's own words; whatever else failed is void."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """A phase adjudicated: how many-th of the game it was, from where, how, and when it had been due."""

    number: int
    before: Position
    ruling: Ruling
    due: datetime | None = None


def write(
    chart: Chart,
    game: str,
    judgements: Sequence[Judgement],
    coming: tuple[Phase, datetime | None] | None = None,
    zone: tzinfo = UTC,
) -> str:
    """The mail of one or several phases of a game; `coming` is the phase to come and its deadline (None: no more
    comes). Dates are told in `zone`."""
    last = judgements[-1]
    head = [
        f":: Judge: {JUDGE}  Game: {plain(game).capitalize()}  Variant: {plain(chart.names['en'])}  ",
        f":: Deadline: {short(last.before.phase)} {moment(last.due or NEVER, zone)}  ",
    ]
    blocks = [line for each in judgements for line in _phase(chart, game, each)]
    return "\n".join([*head, *blocks, "", *_coming(game, last.ruling, coming, zone)]) + "\n"


def moment(when: datetime, zone: tzinfo) -> str:
    """`Mon Oct 28 2002 23:30:00 +0100`, whatever the machine's language is."""
    local = when.astimezone(zone)
    day = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")[local.weekday()]
    months = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
    return f"{day} {months[local.month - 1]} {local:%d %Y %H:%M:%S %z}"


def _phase(chart: Chart, game: str, told: Judgement) -> Iterator[str]:
    phase = told.before.phase
    yield ""
    yield f"{RESULTS[phase.kind]} results for {phase.season} of {phase.year}.  ({plain(game)}.{told.number:03})"
    yield ""
    for power in chart.powers:
        lines = list(_of_power(chart, told, power))
        yield from lines
        if lines and phase.kind is not PhaseKind.ADJUSTMENT:
            yield ""
    yield from _dislodged(chart, told)
    yield from _ownership(chart, told)


def _of_power(chart: Chart, told: Judgement, power: str) -> Iterator[str]:
    if told.before.phase.kind is PhaseKind.ADJUSTMENT:
        yield from (f"{_label(power)}{text}" for text in _adjustments(chart, told, power))
        return
    units = told.before.units_of(power)
    if told.before.phase.kind is PhaseKind.RETREAT:
        units = tuple(exile.unit for exile in told.before.dislodged if exile.unit.power == power)
    for unit in units:
        yield f"{plain(power)}: {_ordered(chart, told, unit)}"


def _label(power: str) -> str:
    return f"{plain(power)}:".ljust(11)


# --- orders ---


def _ordered(chart: Chart, told: Judgement, unit: Unit) -> str:
    """The line of one unit: what it was ordered, and what befell it."""
    verdict = _verdict_of(told.ruling, unit)
    named = f"{KINDS[unit.kind]} {place(chart, unit.place)}"
    if verdict is None or verdict.order is None or (verdict.code is Code.NOT_ORDERED and _stood(verdict.order)):
        return f"{named}, No Order Processed.{_marked(told, unit, verdict, stood=True)}"
    return f"{named}{_said(chart, told, unit, verdict.order)}.{_marked(told, unit, verdict, stood=False)}"


def _stood(order: Order) -> bool:
    return isinstance(order, Hold)


def _verdict_of(ruling: Ruling, unit: Unit) -> Verdict | None:
    """The verdict that tells a unit's fate: of several lines for it, the one that was followed."""
    rank = {Outcome.SUCCEEDS: 0, Outcome.FAILS: 1, Outcome.VOID: 2}
    own = [verdict for verdict in ruling.verdicts if verdict.unit == unit and verdict.power == unit.power]
    return min(own, key=lambda verdict: rank[verdict.outcome], default=None)


def _said(chart: Chart, told: Judgement, unit: Unit, order: Order) -> str:
    match order:
        case Move(_, to):
            way = [*_way(chart, told, unit, order), place(chart, to)]
            return "".join(f" -> {step}" for step in way)
        case Retreat(_, to):
            return f" -> {place(chart, to)}"
        case SupportHold(_, supported):
            return f" SUPPORT {_other(chart, told, unit.power, supported)}"
        case SupportMove(_, supported, to):
            return f" SUPPORT {_other(chart, told, unit.power, supported)} -> {place(chart, to)}"
        case Convoy(_, army, to):
            return f" CONVOY {_other(chart, told, unit.power, army)} -> {place(chart, to)}"
        case Disband():
            return " DISBAND"
        case Hold() | Build() | Waive():
            return " HOLD"


def _other(chart: Chart, told: Judgement, power: str, named: Ordered) -> str:
    """The unit that an order names, as it stands; one that does not stand there, as the order has it."""
    there = told.before.unit_in(named.place.province)
    if there is None:
        whose = f"{adjective(chart, named.power)} " if named.power and named.power != power else ""
        return f"{whose}{KINDS[named.kind or UnitKind.ARMY]} {place(chart, named.place)}"
    whose = f"{adjective(chart, there.power)} " if there.power != power else ""
    return f"{whose}{KINDS[there.kind]} {place(chart, there.place)}"


def _way(chart: Chart, told: Judgement, army: Unit, move: Move) -> list[str]:
    """The seas between, where an army is to go by convoy: those named, or else a chain of the fleets so ordered."""
    if move.route:
        return [place(chart, Place(sea)) for sea in move.route]
    if army.kind is UnitKind.FLEET or (chart.reaches(army, move.to.province) and not move.via):
        return []
    fleets = [
        verdict
        for verdict in told.ruling.verdicts
        if isinstance(verdict.order, Convoy)
        and verdict.unit is not None
        and verdict.order.army.place.province == army.province
        and verdict.order.to.province == move.to.province
    ]
    afloat = [v.unit.province for v in fleets if v.unit is not None and not v.dislodged]
    every = [v.unit.province for v in fleets if v.unit is not None]
    chain = _chain(chart, army.province, move.to.province, afloat) or _chain(
        chart, army.province, move.to.province, every
    )
    return [place(chart, Place(sea)) for sea in chain]


def _chain(chart: Chart, start: str, end: str, seas: Sequence[str]) -> tuple[str, ...]:
    """The shortest chain of seas from coast to coast, the first by the alphabet; empty if there is none."""
    free = sorted(set(seas))
    ways: list[tuple[str, ...]] = [(sea,) for sea in free if _beside(chart, sea, start)]
    seen = {way[-1] for way in ways}
    while ways:
        for way in ways:
            if _beside(chart, way[-1], end):
                return way
        ways = [(*way, sea) for way in ways for sea in free if sea not in seen and _beside(chart, way[-1], sea)]
        ways = [way for n, way in enumerate(ways) if way[-1] not in {other[-1] for other in ways[:n]}]
        seen |= {way[-1] for way in ways}
    return ()


def _beside(chart: Chart, sea: str, province: str) -> bool:
    return any(step.province == province for step in chart.steps(UnitKind.FLEET, Place(sea)))


def _marked(told: Judgement, unit: Unit, verdict: Verdict | None, *, stood: bool) -> str:
    """What befell the order and its unit, in the form's own brackets; nothing where all went well."""
    marks = []
    if verdict is not None and verdict.outcome is not Outcome.SUCCEEDS and not stood:
        marks.append(MARKS.get(verdict.code, "void"))
    if verdict is not None and verdict.dislodged:
        marks.append("dislodged" if any(exile.unit == unit for exile in told.ruling.after.dislodged) else "destroyed")
    elif verdict is not None and verdict.code is Code.RETREAT_CLASH:
        marks.append("destroyed")
    said = ", ".join(filter(None, marks))
    return f"  (*{said}*)" if said else ""


def _adjustments(chart: Chart, told: Judgement, power: str) -> Iterator[str]:
    built = [unit for unit in told.ruling.built if unit.power == power]
    removed = [unit for unit in told.ruling.removed if unit.power == power]
    yield from (f"Removes the {KINDS[unit.kind].lower()} {within(chart, unit.place)}." for unit in removed)
    for unit in built:
        yield f"Builds {'an army' if unit.kind is UnitKind.ARMY else 'a fleet'} {within(chart, unit.place)}."
    owed = len(told.before.centres_of(power)) - len(told.before.units_of(power)) - len(built)
    if owed > 0 and not removed:
        usable = sum(told.before.unit_in(home) is None for home in chart.home_centres(power)) - len(built)
        waived = max(0, min(owed, usable))
        if waived:
            yield f"{waived} builds waived." if waived > 1 else "Build waived."
        if owed - waived:
            yield f"{owed - waived} unusable build{'s' if owed - waived > 1 else ''} waived."


# --- what follows the orders ---


def _dislodged(chart: Chart, told: Judgement) -> Iterator[str]:
    if told.before.phase.kind is not PhaseKind.MOVEMENT:
        return
    open_ = dict(told.ruling.retreats)
    lines = [
        f"The {_whole(chart, exile.unit)} can retreat to "
        + " or ".join(place(chart, each) for each in open_.get(exile.unit.province, ()))
        + "."
        for exile in told.ruling.after.dislodged
    ]
    lines += [f"The {_whole(chart, unit)} with no valid retreats was destroyed." for unit in told.ruling.removed]
    if lines:
        yield from ("", "The following units were dislodged:", "", *lines, "")


def _whole(chart: Chart, unit: Unit) -> str:
    return f"{adjective(chart, unit.power)} {KINDS[unit.kind]} {within(chart, unit.place)}"


def _ownership(chart: Chart, told: Judgement) -> Iterator[str]:
    """Whose the centres are, once they have changed hands, and what each power has to build or to remove."""
    phase, after = told.before.phase, told.ruling.after
    if phase.kind is PhaseKind.ADJUSTMENT or not chart.counts(phase) or after.dislodged:
        return
    owners = [(power, after.centres_of(power)) for power in chart.powers if after.centres_of(power)]
    yield from ("", "Ownership of supply centers:", "")
    for power, owned in owners:
        yield from _owned(chart, power, owned)
    free = tuple(sorted(chart.centres - set(after.centres)))
    if free:
        yield from _owned(chart, "Unowned", free)
    yield ""
    for power in chart.powers:
        yield from _balance(after, power)
    yield ""


def _owned(chart: Chart, power: str, owned: Sequence[str]) -> Iterator[str]:
    names = ", ".join(sorted(place(chart, Place(centre)) for centre in owned))
    yield from textwrap.wrap(
        f"{_label(power)}{names}.", WIDTH, subsequent_indent=" " * 11, break_long_words=False, break_on_hyphens=False
    )


def _balance(after: Position, power: str) -> Iterator[str]:
    centres, units = len(after.centres_of(power)), len(after.units_of(power))
    if centres or units:
        change = centres - units
        deed = "Removes" if change < 0 else "Builds "
        plural = "" if abs(change) == 1 else "s"
        centre = "center" if centres == 1 else "centers"
        unit = "Unit" if units == 1 else "Units"
        held = f"{_label(power)}{centres:2} Supply {centre}, {units:2} {unit}:"
        yield f"{held}  {deed} {abs(change):2} unit{plural}."


def _coming(
    game: str, ruling: Ruling, coming: tuple[Phase, datetime | None] | None, zone: tzinfo
) -> Iterator[str]:  # fmt: skip
    if coming is None:
        yield f"Game '{plain(game)}' is over." if ruling.winner is None else f"The game was won by {ruling.winner}."
        return
    phase, due = coming
    yield f"The next phase of '{plain(game)}' will be {COMING[phase.kind]} for {phase.season} of {phase.year}."
    if due is not None:
        yield f"The deadline for orders will be {moment(due, zone)}."
