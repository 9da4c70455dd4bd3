"""The orders of a phase as a form: for each unit a choice of what it can legally do, as the offers of the game say."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from threading import Lock

from django.utils.translation import gettext as _

from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import PhaseKind
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import Unit
from dragoman.diplomacy.commands import SubmitOrders
from dragoman.diplomacy.houserules.sheet import switches
from dragoman.diplomacy.orders.offers import Counter, build_offers, removal_offers, retreat_offers
from dragoman.diplomacy.orders.order import (
    Build,
    Convoy,
    Disband,
    Hold,
    Line,
    Move,
    Order,
    Ordered,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)
from dragoman.diplomacy.orders.writing import write
from dragoman.diplomacy.report.parts import settled
from dragoman.diplomacy.sight import OnFile, View
from dragoman.game.protocol import Reading
from dragoman.web import says


@dataclass(frozen=True, slots=True)
class Option:
    """One order: `value` its canonical writing, `label` what it is called within its group, `short` the same without
    its unit, where the name of the group is long: a narrow box then shows what tells it from others."""

    value: str
    label: str
    short: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Orders of one kind; an untitled group stands by itself."""

    title: str
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """One choice to make: of a unit's order, or of one build or removal among several."""

    field: str
    name: str
    where: str
    groups: tuple[Group, ...]
    chosen: str
    province: str = ""

    @property
    def options(self) -> tuple[Option, ...]:
        return tuple(option for group in self.groups for option in group.options)


Offered = tuple[tuple[Unit, tuple[Group, ...]], ...]
Seen = tuple[object, ...]


def rows(view: View) -> tuple[Row, ...]:
    """The rows of the seat's own form for the current phase; none where it has nothing to order."""
    own = view.own
    if own is None or not own.due:
        return ()
    if view.phase.kind is PhaseKind.ADJUSTMENT:
        return tuple(_adjustments(view, own))
    written = {_province(line.order): write(line.order) for line in own.lines}
    return tuple(_unit_row(view, unit, groups, written) for unit, groups in _offered(view, own))


MOST_OFFERED = 128
_OFFERED: OrderedDict[tuple[object, ...], tuple[Seen, Offered]] = OrderedDict()
_OFFERING = Lock()


def _offered(view: View, own: OnFile) -> Offered:
    """What each unit can do. The same for as long as nothing but orders comes, so it is kept for a while, by the very
    board and rules that this reader sees: of another reader's nothing is known by it."""
    seen = (view.position, view.chart, view.sheet, view.retreats)
    key = (*map(id, seen), own.power, own.due.units, view.phase, says.lang())
    kept = _OFFERED.get(key)
    if kept is None or any(here is not there for here, there in zip(seen, kept[0], strict=True)):
        groups = tuple((unit, grouped(view.chart, orders, one_unit=True)) for unit, orders in _offers(view, own))
        kept = (seen, groups)
        with _OFFERING:
            _OFFERED[key] = kept
            while len(_OFFERED) > MOST_OFFERED:
                _OFFERED.popitem(last=False)
    return kept[1]


def _offers(view: View, own: OnFile) -> list[tuple[Unit, tuple[Order, ...]]]:
    if view.phase.kind is PhaseKind.RETREAT:
        places = dict(view.retreats)
        return [(unit, retreat_offers(unit, places.get(unit.province, ()))) for unit in own.due.units]
    counter = Counter(view.chart, view.position, own.power, switches(view.sheet))
    return [(unit, counter.offers(unit)) for unit in own.due.units]


def _unit_row(view: View, unit: Unit, groups: tuple[Group, ...], written: Mapping[str, str]) -> Row:
    chosen = written.get(unit.province, "")
    if chosen and chosen not in {option.value for group in groups for option in group.options}:
        groups = (Group("", (Option(chosen, _("as you wrote it: %(order)s") % {"order": chosen}),)), *groups)
    where = says.place(view.chart, unit.place)
    return Row(f"order-{unit.province}", says.short(unit), where, groups, chosen, unit.province)


def _province(order: Order) -> str:
    return "" if isinstance(order, Waive) else order.unit.place.province


def final_now(view: View) -> bool:
    """What the form calls a set at first: as the one on file is, or as a set without a mark would be (II.1)."""
    if view.own is None or view.own.at is None:
        return view.sheet.letter("II.1") == "A"
    return view.own.final


# --- builds and removals ---


def _adjustments(view: View, own: OnFile) -> Iterable[Row]:
    """A row for each build or removal that is due, filled from the top with what is on file."""
    builds = own.due.count > 0
    orders = build_offers(view.chart, own.due.sites) if builds else removal_offers(own.due.units)
    groups = grouped(view.chart, (*orders, Waive()) if builds else orders, one_unit=False)
    filed = [write(line.order) for line in own.lines for _ in range(_weight(line.order))]
    for index in range(abs(own.due.count)):
        chosen = filed[index] if index < len(filed) else ""
        name = _("Build %(n)d") if builds else _("Removal %(n)d")
        yield Row(f"order-{index}", name % {"n": index + 1}, "", groups, "WAIVE" if "WAIVE" in chosen else chosen)


def _weight(order: Order) -> int:
    return order.count if isinstance(order, Waive) else 1


# --- groups of options ---

Called = Callable[[Place], str]
"""What a place is called in the tongue now spoken."""


def grouped(chart: Chart, orders: Iterable[Order], one_unit: bool) -> tuple[Group, ...]:
    """Orders under the titles of their kinds, in the order offered."""
    found: dict[tuple[str, str], list[Option]] = {}
    called = cache(partial(says.place, chart))  # the same few places again and again
    for order in orders:
        (title, label), value = _described(called, order, one_unit), write(order)
        found.setdefault((title, "" if title else value), []).append(Option(value, label, _short(order, value)))
    return tuple(Group(title, tuple(options)) for (title, _value), options in found.items())


def _short(order: Order, value: str) -> str:
    """What it is written like behind its unit, of one that is about another unit or goes by convoy."""
    if not isinstance(order, (SupportHold, SupportMove, Convoy)) and not (isinstance(order, Move) and order.via):
        return ""
    return value.removeprefix(f"{order.unit} ")


def _described(called: Called, order: Order, one_unit: bool) -> tuple[str, str]:  # one arm per kind of order
    """The title of an order's group, and its label there. Where all are of one unit, it need not be named."""
    match order:
        case Hold():
            return "", _("Hold")
        case Move(_unit, to, via, _route):
            return _("Move by convoy to") if via else _("Move to"), called(to)
        case SupportHold(_unit, supported):
            return _("Support to hold"), _named(called, supported)
        case SupportMove(_unit, supported, to):
            return _("Support %(unit)s to") % {"unit": says.short(supported)}, called(to)
        case Convoy(_unit, army, to):
            return _("Convoy %(unit)s to") % {"unit": says.short(army)}, called(to)
        case Retreat(_unit, to):
            return _("Retreat to"), called(to)
        case Build(unit):
            return _("Build"), _named(called, unit)
        case Disband(unit):
            return ("", _("Disband")) if one_unit else (_("Disband"), _named(called, unit))
        case Waive():
            return "", _("Leave it unused")


def _named(called: Called, unit: Ordered) -> str:
    kind = f"{unit.kind.value} " if unit.kind else ""
    return f"{kind}{called(unit.place)}"


# --- what was sent ---


@dataclass(frozen=True, slots=True)
class Unoffered(Exception):
    """Something was sent that the form never offered; `value` is what."""

    value: str


def lines(view: View, sent: Mapping[str, str]) -> tuple[Line, ...]:
    """The orders chosen in a form that was sent. Raises Unoffered for what no form offered."""
    offered = {write(order): order for order in _all_offers(view)}
    chosen = []
    for row in rows(view):
        value = sent.get(row.field, "")
        if not value:
            continue
        if value in offered:
            chosen.append(Line(offered[value], value))
        elif value == row.chosen and view.own is not None:
            chosen.extend(line for line in view.own.lines if write(line.order) == value)
        else:
            raise Unoffered(value)
    return tuple(chosen)


def orders_read(view: View, reading: Reading) -> tuple[str, ...]:
    """The orders for one's own units that were read in a text, in canonical writing, kinds and coasts as on the
    board."""
    sets = (each for each in reading.commands if isinstance(each, SubmitOrders) and not each.giver)
    return tuple(write(line.order) for each in sets for line in settled(view, view.power or "", each.lines, each.phase))


def _all_offers(view: View) -> Iterable[Order]:
    own = view.own
    if own is None:
        return ()
    if view.phase.kind is not PhaseKind.ADJUSTMENT:
        return (order for _unit, orders in _offers(view, own) for order in orders)
    if own.due.count > 0:
        return (*build_offers(view.chart, own.due.sites), Waive())
    return removal_offers(own.due.units)
