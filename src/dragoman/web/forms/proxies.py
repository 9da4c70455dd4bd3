"""Proxies as forms (II.3): units to leave to another, proxies to take back, and units of others to order by theirs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from dragoman.diplomacy.board.position import PhaseKind
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import Unit
from dragoman.diplomacy.houserules.sheet import switches
from dragoman.diplomacy.orders.offers import Counter, build_offers, removal_offers, retreat_offers
from dragoman.diplomacy.orders.order import Line, Order, Ordered
from dragoman.diplomacy.orders.writing import write
from dragoman.diplomacy.sight import View
from dragoman.diplomacy.state import Proxy, due
from dragoman.game.seats import Seat
from dragoman.web import says
from dragoman.web.forms.orders import Option, Row, grouped


@dataclass(frozen=True, slots=True)
class Lent:
    """A proxy given: to whom, for what, and whether it waits for a vote."""

    to: str
    units: str
    pending: bool


@dataclass(frozen=True, slots=True)
class Held:
    """A proxy received: whose units, and a row for each."""

    giver: str
    rows: tuple[Row, ...]


def allowed(view: View) -> bool:
    """Whether there are proxies in this game."""
    return view.sheet.letter("II.3") != "A"


def receivers(view: View) -> tuple[Option, ...]:
    """Who can be given a proxy: the others who play."""
    playing = (p for p in view.chart.powers if p != view.power and view.seats.get(Seat(p)) is not None)
    return tuple(Option(power, says.power(view.chart, power)) for power in playing)


def own_units(view: View) -> tuple[Option, ...]:
    """What can be left to another: one's own units, or for builds the centres where they could be."""
    own = view.own
    if own is None:
        return ()
    given = {province for proxy in _mine(view) for province in proxy.provinces}
    if own.due.count > 0:
        sites = (site for site in own.due.sites if site not in given)
        return tuple(Option(site, says.place(view.chart, Place(site))) for site in sites)
    units = (unit for unit in own.due.units if unit.province not in given)
    return tuple(Option(unit.province, f"{says.short(unit)} – {says.place(view.chart, unit.place)}") for unit in units)


def lent(view: View) -> tuple[Lent, ...]:
    """The proxies that one has given for the phase, and that stand."""
    return tuple(Lent(p.receiver, ", ".join(p.provinces), p.approved is None) for p in _mine(view))


def _mine(view: View) -> list[Proxy]:
    return [p for p in view.proxies if p.giver == view.power and p.phase == view.phase and not p.ended]


def held(view: View) -> tuple[Held, ...]:
    """The proxies that one has received for the phase, each with what its units could do."""
    found: dict[str, list[str]] = {}
    for proxy in view.proxies:
        if proxy.receiver == view.power and proxy.phase == view.phase and proxy.in_force:
            found.setdefault(proxy.giver, []).extend(proxy.provinces)
    return tuple(Held(giver, tuple(_rows(view, giver, provinces))) for giver, provinces in found.items())


def _rows(view: View, giver: str, provinces: Iterable[str]) -> Iterable[Row]:
    own = view.own
    written = {write(line.order) for line in own.by_proxy.get(giver, ())} if own else set()
    for province, (name, where, offers) in _offers(view, giver, provinces).items():
        groups = grouped(view.chart, offers, one_unit=bool(where))
        values = [option.value for group in groups for option in group.options]
        chosen = next((value for value in values if value in written), "")
        yield Row(f"{giver}-{province}", name, where, groups, chosen)


def _offers(view: View, giver: str, provinces: Iterable[str]) -> dict[str, tuple[str, str, tuple[Order, ...]]]:
    """For each province what its unit is called, where it is, and what could be ordered of it."""
    owed, wanted = due(view.chart, view.position, giver), set(provinces)
    if owed.count > 0:
        sites = sorted(wanted & set(owed.sites))
        return {site: (says.place(view.chart, Place(site)), "", build_offers(view.chart, (site,))) for site in sites}
    units = [unit for unit in owed.units if unit.province in wanted]
    return {
        unit.province: (says.short(unit), says.place(view.chart, unit.place), _of_unit(view, giver, unit))
        for unit in units
    }


def _of_unit(view: View, giver: str, unit: Unit) -> tuple[Order, ...]:
    match view.phase.kind:
        case PhaseKind.MOVEMENT:
            return Counter(view.chart, view.position, giver, switches(view.sheet)).offers(unit)
        case PhaseKind.RETREAT:
            return retreat_offers(unit, dict(view.retreats).get(unit.province, ()))
        case PhaseKind.ADJUSTMENT:
            return removal_offers((unit,))


# --- what was sent ---


def chosen_units(view: View, ticked: Iterable[str]) -> tuple[Ordered, ...]:
    """The units ticked, named exactly; what no form offered is passed over."""
    offered = {option.value for option in own_units(view)}
    known = {unit.province: unit for unit in (view.own.due.units if view.own else ())}
    wanted = [province for province in dict.fromkeys(ticked) if province in offered]
    return tuple(
        Ordered(known[province].place, known[province].kind) if province in known else Ordered(Place(province), None)
        for province in wanted
    )


def lines(view: View, giver: str, sent: Mapping[str, str]) -> tuple[Line, ...]:
    """The orders chosen for a giver's units; what no form offered is passed over."""
    rows = next((each.rows for each in held(view) if each.giver == giver), ())
    owed = _offers(view, giver, (row.field.partition("-")[2] for row in rows))
    orders = {write(order): order for _name, _where, some in owed.values() for order in some}
    values = (sent.get(row.field, "") for row in rows)
    return tuple(Line(orders[value], value) for value in values if value in orders)


__all__ = ["Held", "Lent", "allowed", "chosen_units", "held", "lent", "lines", "own_units", "receivers"]
