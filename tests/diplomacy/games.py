"""Games at random: orders drawn from what is on offer, so that phases of every kind come about. A seed gives one
game."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tests.diplomacy.tables import LETTERS, POWERS, Table, opening, speaker

from dragoman.diplomacy.board.position import Phase, PhaseKind
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import UnitKind
from dragoman.diplomacy.commands import GrantProxy, OpenGame, RevokeProxy, SubmitOrders
from dragoman.diplomacy.orders.conditions import (
    Comparison,
    Condition,
    Counted,
    Dislodged,
    Has,
    Moves,
    Not,
    Occupied,
    Who,
)
from dragoman.diplomacy.orders.contingent import Branch, Choice
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


MANIFOLD = LETTERS | {
    "II.3": "B revocation told to=giver",
    "II.4": "B",
    "II.5": "A fallback=finnish",
    "F.5": "B",
}
"""House rules under which all that `some_doings` draws from is allowed: two rounds a year, secret proxies."""


def some_condition(state: State, chance: Random) -> Condition:
    """Something that may come about, or not."""
    power, unit = chance.choice(state.powers()), chance.choice(state.position.units)
    said: Condition = chance.choice(
        (
            Moves(Who(power), Place(chance.choice(sorted(state.chart.provinces)))),
            Dislodged(Who(place=unit.place)),
            Occupied(Place(unit.province)),
            Has(power, Counted.CENTRES, chance.randrange(6), chance.choice(list(Comparison))),
        )
    )
    return Not(said) if chance.random() < 0.3 else said


def some_set(state: State, power: str, chance: Random) -> SubmitOrders:
    """Orders for a phase that orders are taken for, some of them conditional, some for good."""
    phase = chance.choice(state.open_phases())
    lines = some_orders(state, power, chance) if phase == state.phase else _for_a_phase(state, power, phase, chance)
    count = chance.randrange(3) if lines else 0
    choices = [(chance.randrange(len(lines) + 1), _choice(state, lines, chance)) for _ in range(count)]
    return SubmitOrders(
        speaker(power),
        lines,
        phase,
        chance.choice((None, True, False)),
        choices=tuple(choices),
        perpetual=chance.random() < 0.2,
    )


def _choice(state: State, lines: tuple[Line, ...], chance: Random) -> Choice:
    cases = [Branch(some_condition(state, chance), (chance.choice(lines),)) for _ in range(chance.randrange(1, 3))]
    return Choice((*cases, Branch(None, ()))) if chance.random() < 0.5 else Choice(tuple(cases))


def _for_a_phase(state: State, power: str, phase: Phase, chance: Random) -> tuple[Line, ...]:
    """Orders for a phase ahead, drawn as if the units stood then where they stand now."""
    orders: list[Order] = []
    for unit in state.position.units_of(power):
        named = Ordered(unit.place, unit.kind)
        steps = sorted(state.chart.steps(unit.kind, unit.place))
        if phase.kind is PhaseKind.MOVEMENT:
            orders.append(_movement(state, named, chance))
        elif phase.kind is PhaseKind.RETREAT and steps:
            orders.append(Retreat(named, chance.choice(steps)))
    if phase.kind is PhaseKind.ADJUSTMENT:
        orders += [_build(state, site, chance) for site in state.chart.home_centres(power) if chance.random() < 0.5]
    return tuple(Line(order, write(order)) for order in orders)


def some_doings(table: Table, chance: Random, powers: Sequence[str]) -> None:
    """What some powers may do in private in a phase, by the house rules of `MANIFOLD`: sets of every sort, proxies, and
    orders by them."""
    state = table.state
    power, other = chance.sample(list(powers), 2)
    match chance.randrange(6):
        case 0 | 1 | 2:
            table.hear(some_set(state, power, chance))
        case 3:
            named = [Ordered(unit.place, unit.kind) for unit in state.due(power).units if chance.random() < 0.5]
            table.hear(GrantProxy(speaker(power), other, tuple(named)))
        case 4:
            table.hear(RevokeProxy(speaker(power), chance.choice(("", other))))
        case _:
            lines = some_orders(state, other, chance)
            table.hear(SubmitOrders(speaker(power), lines, None, chance.choice((None, False)), giver=other))


def some_manifold_game(seed: int, phases: int, seated: Sequence[str] = POWERS) -> Table:
    """A game in which everything of that sort goes on."""
    chance = Random(seed)
    table = Table(opening(seed=seed, rules=MANIFOLD, seated=seated))
    for _ in range(phases):
        for _ in range(chance.randrange(12)):
            if table.state.stage is Stage.RUNNING:
                some_doings(table, chance, POWERS)
        if table.state.stage is not Stage.RUNNING:
            break
        table.strike()
    return table


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
