"""Games at random: orders drawn from what is on offer, so that phases of every kind come about. A seed gives one
game."""

from __future__ import annotations

from random import Random

from tests.diplomacy.tables import Table, opening, speaker

from dragoman.diplomacy.board.position import PhaseKind
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import UnitKind
from dragoman.diplomacy.commands import OpenGame, SubmitOrders
from dragoman.diplomacy.orders.order import (
    Build,
    Disband,
    Hold,
    Line,
    Move,
    Order,
    Ordered,
    Retreat,
    SupportMove,
    Waive,
)
from dragoman.diplomacy.orders.writing import write
from dragoman.diplomacy.state import Stage, State


def some_orders(state: State, power: str, chance: Random) -> tuple[Line, ...]:
    """Orders for some of a power's units, now and then bad ones."""
    orders = [order for order in _orders(state, power, chance) if chance.random() < 0.9]
    return tuple(Line(order, write(order)) for order in orders)


def _orders(state: State, power: str, chance: Random) -> list[Order]:
    due = state.due(power)
    match state.phase.kind:
        case PhaseKind.MOVEMENT:
            return [_movement(state, Ordered(u.place, u.kind), chance) for u in due.units]
        case PhaseKind.RETREAT:
            open_to = dict(state.retreats)
            return [_retreat(Ordered(u.place, u.kind), open_to.get(u.province, ()), chance) for u in due.units]
        case PhaseKind.ADJUSTMENT if due.count > 0:
            return [_build(state, site, chance) for site in due.sites]
        case PhaseKind.ADJUSTMENT:
            return [Disband(Ordered(u.place, u.kind)) for u in chance.sample(due.units, -due.count)]


def _movement(state: State, unit: Ordered, chance: Random) -> Order:
    assert unit.kind is not None
    steps = sorted(state.chart.steps(unit.kind, unit.place))
    if not steps or chance.random() < 0.15:
        return Hold(unit)
    to = chance.choice(steps)
    friend = state.position.unit_in(chance.choice(steps).province)
    if friend is not None and chance.random() < 0.5:
        return SupportMove(unit, Ordered(friend.place, friend.kind), Place(to.province))
    return Move(unit, to)


def _retreat(unit: Ordered, places: tuple[Place, ...], chance: Random) -> Order:
    return Retreat(unit, chance.choice(places)) if places and chance.random() < 0.8 else Disband(unit)


def _build(state: State, site: str, chance: Random) -> Order:
    province = state.chart.provinces[site]
    kinds = [UnitKind.ARMY, *([UnitKind.FLEET] if state.chart.fleet.get(province.places[-1]) else [])]
    kind = chance.choice(kinds)
    place = chance.choice(province.places[1:] or province.places) if kind is UnitKind.FLEET else Place(site)
    return Waive() if chance.random() < 0.1 else Build(Ordered(place, kind))


def some_game(seed: int, phases: int, command: OpenGame | None = None) -> Table:
    """A game played for some phases, each power ordering at random, sometimes not at all."""
    chance = Random(seed)
    table = Table(command or opening(seed=seed))
    for _ in range(phases):
        if table.state.stage is not Stage.RUNNING:
            break
        some_phase(table, chance)
    return table


def some_phase(table: Table, chance: Random) -> None:
    """One phase: sets, revisions, and the deadline."""
    phase = table.state.phase
    for power in table.state.players():
        for _ in range(chance.choice((0, 1, 1, 1, 2))):
            if table.state.phase == phase and table.state.due(power):
                orders = some_orders(table.state, power, chance)
                table.say(SubmitOrders(speaker(power), orders, phase, chance.choice((None, True, False))))
    if table.state.phase == phase and table.state.stage is Stage.RUNNING:
        table.strike()
