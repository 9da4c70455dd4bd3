"""What several bodies have in common, made from a view: heads, standings, what is owed, sets on file, pieces of
press."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import zip_longest

from dragoman.diplomacy.adjudication.adjustments import wish
from dragoman.diplomacy.adjudication.beforehand import amiss
from dragoman.diplomacy.adjudication.verdict import Verdict
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import Phase, PhaseKind, Position
from dragoman.diplomacy.events import recorded
from dragoman.diplomacy.houserules.sheet import switches
from dragoman.diplomacy.houserules.switches import MultipleOrders, Switches
from dragoman.diplomacy.masks import PieceSeen
from dragoman.diplomacy.orders.contingent import Choice, Taken, told_entry
from dragoman.diplomacy.orders.naming import Note
from dragoman.diplomacy.orders.order import Build, Line, Order, Ordered, Waive
from dragoman.diplomacy.orders.settled import settled_line
from dragoman.diplomacy.orders.writing import named, write
from dragoman.diplomacy.payola.settings import bought
from dragoman.diplomacy.report.news import Head
from dragoman.diplomacy.report.pieces import (
    AheadNow,
    ByProxy,
    ChoiceTold,
    FileNow,
    Next,
    Owed,
    PieceTold,
    ProxyTold,
    SeatTold,
    Standing,
    TakenTold,
    Written,
)
from dragoman.diplomacy.sight import Ahead, OnFile, View
from dragoman.diplomacy.state import Due, Proxy
from dragoman.game.press import Colour, is_observer
from dragoman.game.recalled import recalled
from dragoman.tongues.lexicon import LANGUAGES


@recalled(64)
def names_of(chart: Chart) -> dict[str, dict[str, str]]:
    """Every power's name and genitive by language."""
    languages = sorted({lang for power in chart.powers.values() for lang in power.names})
    return {lang: dict(_names_in(lang, chart)) for lang in languages}


def _names_in(lang: str, chart: Chart) -> Iterator[tuple[str, str]]:
    for power in chart.powers.values():
        yield power.id, power.names.get(lang, power.id)
        if power.genitives and lang in power.genitives:
            yield f"{power.id}:genitive", power.genitives[lang]


def head_of(view: View) -> Head:
    return Head(view.game, view.seat or "", names_of(view.chart), view.chart.id, view.moderated)


def written(line: Line, flaw: Verdict | None = None) -> Written:
    record = recorded.line_record(line)
    if flaw is None:
        return Written(record.order, record.text, record.notes)
    return Written(record.order, record.text, record.notes, flaw.code.value, flaw.clause, flaw.closed)


def settled(view: View, power: str, lines: Iterable[Line], phase: Phase | None = None) -> tuple[Line, ...]:
    """The lines as they are, or were, adjudicated; those for a phase to come as they were written."""
    phase = phase or view.phase
    before = next((turn.before for turn in view.turns[-3:] if turn.phase == phase), view.position)
    if before.phase != phase or power not in view.chart.powers:
        return tuple(lines)
    rules = switches(view.sheet)
    if before.phase.kind is PhaseKind.ADJUSTMENT:
        lines = (_built(view.chart, power, line, rules) for line in lines)
    return tuple(settled_line(view.chart, before, power, line, rules) for line in lines)


def _built(chart: Chart, power: str, line: Line, rules: Switches) -> Line:
    """A build as the unit that it comes to (V.1, V.5), with a word where another was written."""
    unit = wish(chart, power, line.order, rules) if isinstance(line.order, Build) else None
    if unit is None or not isinstance(line.order, Build):
        return line
    said, meant = line.order.unit, Ordered(unit.place, unit.kind)
    otherwise = said.kind not in (None, unit.kind) or said.place != unit.place
    note = (str(Note("type", named(replace(said, power=None)), named(meant))),) if otherwise else ()
    return replace(line, order=Build(meant), notes=(*line.notes, *note))


def _once(lines: Sequence[Line], flaws: Sequence[Verdict | None], several: MultipleOrders) -> Iterator[Written]:
    """The lines of a set: exact duplicates stand once, as they count (III.6), however each was written; all of them
    where the first or the last of several counts. A waive names no unit, and every one counts."""
    counted = several in (MultipleOrders.FIRST, MultipleOrders.LAST)
    seen: set[Order] = set()
    for line, flaw in zip_longest(lines, flaws):
        if line.order not in seen or counted or isinstance(line.order, Waive):
            yield written(line, flaw)
        seen.add(line.order)


def file_record(view: View, on_file: OnFile) -> FileNow:
    """The full set on file for a power."""
    lines = settled(view, on_file.power, on_file.lines)
    return FileNow(
        on_file.power,
        (
            *_once(lines, on_file.flaws, switches(view.sheet).multiple_orders),
            *map(written, on_file.inferred),
        ),
        tuple(recorded.unit_record(unit) for unit in on_file.unordered),
        on_file.final,
        owed_record(on_file.due, view.retreats),
        on_file.at,
        tuple(choice_told(view.chart, choice) for choice in on_file.choices),
        tuple(_ahead(view, on_file.power, each) for each in on_file.ahead),
        tuple(kind.value for kind in on_file.perpetual),
        tuple(
            ByProxy(giver, tuple(map(written, settled(view, giver, by_proxy))))
            for giver, by_proxy in on_file.by_proxy.items()
        ),
        tuple(
            proxy_told(view, proxy)
            for proxy in view.proxies
            if proxy.phase == view.phase and on_file.power in (proxy.giver, proxy.receiver)
        ),
        on_file.seal,
        tuple(map(recorded.phase_record, on_file.lacking)),
        on_file.sent_off,
        on_file.bid,
        tuple(_doubtful(view, on_file.power, view.phase.kind, on_file.choices)),
        bought(view.sheet) and view.phase.kind is PhaseKind.MOVEMENT,
    )


def _ahead(view: View, power: str, ahead: Ahead) -> AheadNow:
    kind = ahead.phase.kind
    choices = tuple(choice_told(view.chart, choice) for choice in ahead.choices)
    flaws = amiss(view.chart, kind, power, ahead.lines, switches(view.sheet))
    return AheadNow(
        recorded.phase_record(ahead.phase),
        tuple(map(written, ahead.lines, flaws)),
        choices,
        ahead.final,
        tuple(_doubtful(view, power, kind, ahead.choices)),
    )


def _doubtful(view: View, power: str, kind: PhaseKind, choices: Iterable[Choice]) -> Iterator[Written]:
    """The orders of conditional ones that will not be followed whatever holds by then: each case is a set by itself."""
    found: dict[str, Written] = {}
    for branch in (branch for choice in choices for branch in choice.branches):
        flaws = amiss(view.chart, kind, power, branch.lines, switches(view.sheet))
        for line, flaw in zip(branch.lines, flaws, strict=True):
            if flaw is not None:
                found.setdefault(write(line.order), written(line, flaw))
    yield from found.values()


def choice_told(chart: Chart, choice: Choice) -> ChoiceTold:
    return ChoiceTold({lang: told_entry(choice, chart, lang) for lang in LANGUAGES})


def taken_told(chart: Chart, taken: Taken) -> TakenTold:
    """Which case was followed, counted from 1."""
    if taken.branch is None:
        return TakenTold(choice_told(chart, taken.choice))
    followed = choice_told(chart, Choice((taken.choice.branches[taken.branch],)))
    return TakenTold(choice_told(chart, taken.choice), taken.branch + 1, followed)


def proxy_told(view: View, proxy: Proxy) -> ProxyTold:
    """A proxy with its units as they stand on the board; a province without one is a centre to build in."""
    standing = "revoked" if proxy.revoked else {True: "in-force", None: "pending", False: "refused"}[proxy.approved]
    before = next((turn.before for turn in view.turns if turn.phase == proxy.phase), view.position)
    units = {unit.province: str(unit) for unit in before.units if unit.power == proxy.giver}
    units |= {each.unit.province: str(each.unit) for each in before.dislodged if each.unit.power == proxy.giver}
    listed = tuple(units.get(province, province) for province in proxy.provinces)
    return ProxyTold(proxy.giver, proxy.receiver, listed, recorded.phase_record(proxy.phase), standing)


def file_of(view: View) -> FileNow | None:
    """The seat's own set, where it has something to order, or has ordered something."""
    own = view.own
    if own is None or not (own.due or own.ahead or own.by_proxy or own.perpetual or _has_proxy(view)):
        return None
    return file_record(view, own)


def _has_proxy(view: View) -> bool:
    return any(proxy.phase == view.phase and view.power in (proxy.giver, proxy.receiver) for proxy in view.proxies)


@recalled(64)
def standings(chart: Chart, now: Position, before: Position) -> tuple[Standing, ...]:
    """Every power's centres and units, in the order of the map."""
    return tuple(
        Standing(power, len(now.centres_of(power)), len(before.centres_of(power)), len(now.units_of(power)))
        for power in chart.powers
    )


def owed_record(owed: Due, retreats: Iterable[tuple[str, Iterable[object]]] = ()) -> Owed:
    """What a power has to order, with the retreats open to its units."""
    provinces = {unit.province for unit in owed.units}
    return Owed(
        tuple(recorded.unit_record(unit) for unit in owed.units),
        owed.count,
        owed.sites,
        {at: tuple(str(place) for place in places) for at, places in retreats if at in provinces},
        owed.earned,
    )


def piece_told(view: View, piece: PieceSeen) -> PieceTold:
    return PieceTold(
        piece.number,
        piece.at,
        piece.seat,
        piece.to,
        piece.text,
        piece.dateline,
        piece.name,
        piece.author if piece.told is not None else "",
        _section(view.sheet.letter("X.1"), piece),
        recorded.phase_record(piece.phase) if piece.phase is not None else None,
        piece.answers,
        piece.unnamed,
        piece.held,
    )


def _section(letter: str, piece: PieceSeen) -> str:
    """Where X.1 has a piece published. Where it says nothing of white press (D) that stands with its author's orders,
    too."""
    if letter == "A":
        return "press"
    if piece.colour is Colour.WHITE:
        return "orders"
    return {"B": "unofficial"}.get(letter, "anonymous")


def next_of(view: View, now: datetime | None = None) -> Next:
    """The current phase and its deadline; none while the clock stands still. `now` is when it is told, where the
    deadline may have passed by then: anybody's clock tells that, and so it betrays nothing (VII.6.B)."""
    deadline = view.dial.grace.get(view.power or "", view.deadline) if view.deadline and not view.paused else None
    passed = now is not None and deadline is not None and deadline <= now
    return Next(recorded.phase_record(view.phase), deadline, view.poll is not None, passed)


def seats_told(view: View) -> tuple[SeatTold, ...]:
    return tuple(SeatTold(seat, person is not None) for seat, person in view.seats.items() if not is_observer(seat))
