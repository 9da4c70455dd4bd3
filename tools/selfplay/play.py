"""Plays a hundred games of the program against itself, and records them as cases, the same bytes each time.

    python -m tools.selfplay.play [RULES…]

The players are those of the demonstration, who choose by trying out. What they order is then spoilt: armies are sent
over chains of anybody's fleets, and these are hunted; orders are forgotten, doubled, given to others' units, to go
where nobody can, or with a wrong type or coast: so that the games hold what careful players never order.
"""

from __future__ import annotations

import gzip
import io
import json
import random
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tools.demonstration.compose import BOARD, SWITCHES, Chooser, Sets, adjustments, retreats

from dragoman.diplomacy.adjudication.flat import grid
from dragoman.diplomacy.board.position import PhaseKind, Position
from dragoman.diplomacy.board.province import Place, Terrain
from dragoman.diplomacy.board.unit import Unit, UnitKind
from dragoman.diplomacy.docket import Docket
from dragoman.diplomacy.exchange import centers, triples
from dragoman.diplomacy.houserules.presets import preset
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.diplomacy.orders.offers import Counter
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
from dragoman.diplomacy.orders.writing import write
from dragoman.diplomacy.state import Due, due

FOLDER = Path(__file__).parents[2] / "tests/cases/games/own"

GAMES = {"datc": 60, "1971": 8, "1982": 8, "2000": 8, "dptg": 8, "suomi": 8}
"""How many games are played by which house rules."""

YEARS = (5, 12)
"""The fewest and the most years of a game."""


@dataclass(frozen=True)
class Table:
    """How a game stands."""

    position: Position
    retreats: tuple[tuple[str, tuple[Place, ...]], ...] = ()

    def powers(self) -> tuple[str, ...]:
        return tuple(BOARD.powers)

    def due(self, power: str) -> Due:
        return due(BOARD, self.position, power)


@dataclass
class Players:
    """All seven, with one source of chance; `slips` is how often an order is spoilt."""

    chance: random.Random
    chooser: Chooser
    slips: float

    def order(self, table: Table) -> Sets:
        match table.position.phase.kind:
            case PhaseKind.MOVEMENT:
                sets = self._sailing(table.position, self.chooser.choose(table.position))
                spoil = self._moving_badly
            case PhaseKind.RETREAT:
                sets, spoil = retreats(table, self.chance), self._retreating_badly
            case PhaseKind.ADJUSTMENT:
                sets, spoil = adjustments(table, self.chance), self._adjusting_badly
        return {power: tuple(self._spoilt(table, power, sets[power], spoil)) for power in sorted(sets)}

    def _spoilt(self, table: Table, power: str, orders: tuple[Order, ...], spoil: Any) -> Iterator[Order]:
        for order in orders:
            if self.chance.random() < self.slips:
                yield from spoil(table.position, power, order)
            else:
                yield order

    # --- over the sea ---

    def _sailing(self, position: Position, sets: Sets) -> Sets:
        """Send some armies over chains of fleets, whosever they are; now and then a fleet does not hear of it."""
        ordered = {order.unit.place: order for orders in sets.values() for order in orders if hasattr(order, "unit")}
        busy: set[Place] = set()
        for army in self.chance.sample(position.units, len(position.units)):
            if army.kind is UnitKind.FLEET or self.chance.random() > 0.12:
                continue
            chain = self._chain(position, army, busy)
            if chain is None:
                continue
            fleets, shore = chain
            by_land = shore in BOARD.steps(UnitKind.ARMY, army.place)
            ordered[army.place] = Move(_own(army), shore, via=by_land or self.chance.random() < 0.3)
            for fleet in fleets:
                if self.chance.random() < 0.95:
                    ordered[fleet.place] = Convoy(_own(fleet), _own(army), shore)
            busy |= {army.place, *(fleet.place for fleet in fleets)}
            for hunted in fleets:
                ordered |= self._hunt(position, hunted, busy)
        owners = {unit.place: unit.power for unit in position.units}
        made: dict[str, list[Order]] = {power: [] for power in sets}
        for place, order in ordered.items():
            made[owners[place]].append(order)
        return {power: tuple(orders) for power, orders in made.items()}

    def _hunt(self, position: Position, hunted: Unit, busy: set[Place]) -> dict[Place, Order]:
        """Now and then others come together against a fleet that convoys."""
        near = [u for u in position.units if u.power != hunted.power and u.place not in busy]
        near = [u for u in near if hunted.place in BOARD.steps(u.kind, u.place)]
        if not near or self.chance.random() < 0.3:
            return {}
        hunter, *helpers = self.chance.sample(near, len(near))
        helpers = [helper for helper in helpers if self.chance.random() < 0.8]
        busy |= {hunter.place, *(helper.place for helper in helpers)}
        supports = {u.place: SupportMove(_own(u), _own(hunter), hunted.place) for u in helpers}
        return {hunter.place: Move(_own(hunter), hunted.place), **supports}

    def _chain(self, position: Position, army: Unit, busy: set[Place]) -> tuple[list[Unit], Place] | None:
        """Fleets in a row from the army's shore to another, drawn by chance."""
        touches = grid(BOARD).touches
        fleets = {u.province: u for u in position.units if u.province in touches and u.place not in busy}
        here, chain = army.province, []
        for _ in range(self.chance.choice((1, 1, 2, 2, 3))):
            seas = [s for s in sorted(fleets) if here in touches[s] and fleets[s] not in chain]
            if not seas:
                break
            here = self.chance.choice(seas)
            chain.append(fleets[here])
        if not chain:
            return None
        lands = [p for p in sorted(touches[here]) if BOARD.provinces[p].terrain is Terrain.COASTAL]
        shores = [Place(p) for p in lands if p != army.province]
        return (chain, self.chance.choice(shores)) if shores else None

    # --- slips ---

    def _moving_badly(self, position: Position, power: str, order: Order) -> tuple[Order, ...]:
        assert not isinstance(order, Build | Waive)
        unit = next(u for u in position.units if u.place == order.unit.place)
        own, named = order.unit, _own(self.chance.choice(position.units))
        anywhere = Place(self.chance.choice(sorted(BOARD.provinces)))
        offers = Counter(BOARD, position, power, SWITCHES).offers(unit)
        legal = self.chance.choice(offers)
        match self.chance.randrange(11):
            case 0:
                return ()
            case 1:
                return (Move(own, anywhere),)
            case 2:
                return (SupportMove(own, named, anywhere),)
            case 3:
                return (SupportHold(own, named),)
            case 4:
                return (Convoy(own, named, anywhere),)
            case 5:
                return (order, legal)
            case 6:
                return (legal, order, Hold(own))
            case 7:
                return (order, Move(named, anywhere))
            case 8:
                return (replace(order, unit=_mistaken(own)),)
            case _:
                return (legal,)

    def _retreating_badly(self, position: Position, power: str, order: Order) -> tuple[Order, ...]:
        assert isinstance(order, Retreat | Disband)
        steps = sorted(BOARD.steps(order.unit.kind or UnitKind.ARMY, order.unit.place))
        anywhere = Retreat(order.unit, self.chance.choice(steps))
        ways = ((), (anywhere,), (anywhere,), (order, anywhere), (Disband(order.unit),))
        return self.chance.choice(ways)

    def _adjusting_badly(self, position: Position, power: str, order: Order) -> tuple[Order, ...]:
        anywhere = Ordered(Place(self.chance.choice(sorted(BOARD.centres))), self.chance.choice(tuple(UnitKind)))
        ways: list[tuple[Order, ...]] = [(), (Build(anywhere),), (order, Build(anywhere)), (order, order)]
        if position.units_of(power):
            unit = self.chance.choice(position.units_of(power))
            ways.append((Disband(Ordered(unit.place, unit.kind)), order))
        return self.chance.choice(ways)


def _own(unit: Unit) -> Ordered:
    return Ordered(unit.place, unit.kind)


def _mistaken(unit: Ordered) -> Ordered:
    """The unit with the wrong type, or without its coast."""
    if unit.place.coast:
        return replace(unit, place=Place(unit.place.province))
    return replace(unit, kind=UnitKind.ARMY if unit.kind is UnitKind.FLEET else UnitKind.FLEET)


# --- the record ---


def play(name: str, rules: str, seed: int) -> Iterator[dict[str, Any]]:
    """One game, a line for each phase, from the opening to its last year or to somebody's victory."""
    chance = random.Random(seed)
    sheet = preset(rules)
    assert isinstance(sheet, Sheet)
    docket = Docket(sheet)
    care = {power: chance.choice((1, 2, 2, 3, 4, 6)) for power in BOARD.powers}
    players = Players(chance, Chooser(chance, care, crossings=0.5), slips=chance.choice((0.0, 0.03, 0.08, 0.15)))
    table = Table(BOARD.opening)
    end = table.position.phase.year + chance.randint(*YEARS)
    winner = None
    while winner is None and table.position.phase.year < end:
        orders = {power: [write(order) for order in made] for power, made in players.order(table).items()}
        ruling = docket.judge_from(table.position, BOARD, orders).ruling
        yield _line(name, table.position, orders, ruling.after)
        table, winner = Table(ruling.after, ruling.retreats), ruling.winner


def _line(name: str, at: Position, orders: dict[str, list[str]], after: Position) -> dict[str, Any]:
    return {
        "game": name,
        "variant": "standard",
        "season": at.phase.season,
        "year": at.phase.year,
        "phase": at.phase.kind.value,
        "units": triples(at.units),
        "dislodged": triples(d.unit for d in at.dislodged),
        "centers": centers(at, BOARD),
        "orders": orders,
        "next_phase": [after.phase.season, after.phase.year, after.phase.kind.value],
        "next_units": triples(after.units),
        "next_dislodged": triples(d.unit for d in after.dislodged),
        "next_centers": centers(after, BOARD),
    }


def main(chosen: Iterable[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    for rules in chosen:
        text = io.BytesIO()
        for number in range(1, GAMES[rules] + 1):
            name = f"own/{rules}/{number}"
            lines = list(play(name, rules, seed=1000 * list(GAMES).index(rules) + number))
            text.writelines(json.dumps(line, separators=(",", ":")).encode() + b"\n" for line in lines)
            print(name, len(lines), "phases", flush=True)
        # no time and no name, so that the file is the same whenever it is written
        (FOLDER / f"{rules}.jsonl.gz").write_bytes(gzip.compress(text.getvalue(), 9, mtime=0))


if __name__ == "__main__":
    main(sys.argv[1:] or GAMES)
