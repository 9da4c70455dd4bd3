"""Every order has exactly one canonical writing, the one that rulebooks, records and judges share: `F NTH H`.

`reading` understands it on any map that has the provinces; a unit's power is written only where the order names it.
"""

from __future__ import annotations

from typing import assert_never

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


def write(order: Order) -> str:
    """The canonical writing of an order: `A LON - NWY VIA`, `A LON - ENG - MAO - POR` (a stated route), `A VIE R BOH`,
    `F STP/NC B`, `A TRI D`, `WAIVE`, `WAIVE 2`, `WAIVE LON`."""
    match order:
        case Hold(unit):
            return f"{named(unit)} H"
        case Move(unit, to, via, route):
            return " - ".join((named(unit), *route, str(to))) + (" VIA" if via and not route else "")
        case SupportHold(unit, supported):
            return f"{named(unit)} S {named(supported)}"
        case SupportMove(unit, supported, to):
            return f"{named(unit)} S {named(supported)} - {to}"
        case Convoy(unit, army, to):
            return f"{named(unit)} C {named(army)} - {to}"
        case Retreat(unit, to):
            return f"{named(unit)} R {to}"
        case Disband(unit):
            return f"{named(unit)} D"
        case Build(unit):
            return f"{named(unit)} B"
        case Waive(count, place):
            return f"WAIVE {place}" if place else "WAIVE" if count == 1 else f"WAIVE {count}"
        case _:
            assert_never(order)


def named(unit: Ordered) -> str:
    """A unit as an order names it, its power first where it is named: `Russia A WAR`, `F STP/SC`, `VIE`."""
    return f"{unit.power} {unit}" if unit.power else str(unit)
