"""Composes the games that the demonstration shows, and writes each as a game in a file.

    python tools/demonstration/compose.py

Each game is planned in a file beside this one. Seven players choose by trying out: each makes up some sets of orders,
has them adjudicated against what the others are about to do, and takes the best. The letters go through the same door
as any, so a file that is written is a file that plays.
"""

from __future__ import annotations

import math
import random
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from dragoman.diplomacy.adjudication import adjudicate
from dragoman.diplomacy.board.mapfile import chart
from dragoman.diplomacy.board.position import PhaseKind, Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import Unit, UnitKind
from dragoman.diplomacy.houserules.sheet import Sheet, switches
from dragoman.diplomacy.orders.offers import Counter
from dragoman.diplomacy.orders.order import (
    Build,
    Convoy,
    Disband,
    Hold,
    Line,
    Move,
    Order,
    Ordered,
    OrderSet,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)
from dragoman.diplomacy.orders.writing import write
from dragoman.diplomacy.state import Due, Stage, State
from dragoman.keeper import playfile
from dragoman.keeper.performance import Performance, stage
from dragoman.keeper.playfile import Written

FOLDER = Path(__file__).parents[2] / "src/dragoman/demonstration"
START = datetime(2026, 3, 2, 18, tzinfo=UTC)
FAR = 99

Sets = dict[str, tuple[Order, ...]]


# --- choosing orders ---


BOARD = chart("standard")


@cache
def distances(kind: UnitKind, start: Place) -> Mapping[str, int]:
    """How many steps each province is away from a place."""
    found, edge, steps = {start.province: 0}, [start], 0
    while edge:
        steps += 1
        nearer = {to for place in edge for to in BOARD.steps(kind, place) if to.province not in found}
        found |= {place.province: steps for place in nearer}
        edge = sorted(nearer)
    return found


@dataclass
class Chooser:
    """A player's judgement: `care` is how many sets they try out, `crossings` how often an army goes over the sea."""

    chance: random.Random
    care: Mapping[str, int]
    crossings: float = 0

    def choose(self, position: Position) -> Sets:
        """What each power orders in a movement phase."""
        powers = [power for power in BOARD.powers if position.units_of(power)]
        options = {power: self._options(position, power) for power in powers}
        chosen = {power: tried[0] for power, tried in options.items()}
        for _ in range(2):
            for power in self.chance.sample(powers, len(powers)):
                chosen[power] = max(
                    options[power], key=lambda tried: self._worth(position, power, chosen | {power: tried})
                )
        return chosen

    def _worth(self, position: Position, power: str, sets: Sets) -> float:
        after = adjudicate(BOARD, position, ordered(sets), SWITCHES).after
        return self._value(after, power) + self.chance.random() * 0.1

    def _value(self, position: Position, power: str) -> float:
        mine, holders = set(position.centres_of(power)), {u.province: u.power for u in position.units}
        wanted = BOARD.centres - mine
        value = 10.0 * len(mine)
        for unit in position.units_of(power):
            far = distances(unit.kind, unit.place)
            value += 6 if unit.province in wanted else 0
            value -= 0.6 * min((far.get(c, FAR) for c in wanted if holders.get(c) != power), default=0)
        value -= 7 * sum(holders.get(centre, power) != power for centre in mine)
        value -= 6 * sum(each.unit.power == power for each in position.dislodged)
        return value

    def _options(self, position: Position, power: str) -> list[tuple[Order, ...]]:
        offers = {u: Counter(BOARD, position, power, SWITCHES).offers(u) for u in position.units_of(power)}
        return [self._made_up(position, power, offers) for _ in range(self.care[power])]

    def _made_up(self, position: Position, power: str, offers: Mapping[Unit, tuple[Order, ...]]) -> tuple[Order, ...]:
        """One set: each unit in turn moves where it is drawn, or supports what an earlier one does."""
        wanted = BOARD.centres - set(position.centres_of(power))
        orders: list[Order] = list(self._crossing(offers, wanted))
        taken: dict[str, Order] = {order.to.province: order for order in orders if isinstance(order, Move)}
        sailing = {order.unit.place for order in orders}
        for unit in self.chance.sample(
            [each for each in sorted(offers) if each.place not in sailing], len(offers) - len(sailing)
        ):
            order = self._drawn(unit, offers[unit], wanted, taken, orders)
            orders.append(order)
            taken[order.to.province if isinstance(order, Move) else unit.province] = order
        return tuple(orders)

    def _crossing(self, offers: Mapping[Unit, tuple[Order, ...]], wanted: Iterable[str]) -> tuple[Order, ...]:
        """Now and then one of a power's own armies crosses the sea of one of its own fleets, to a centre it wants."""
        if not self.crossings:
            return ()
        own = {unit.place: unit for unit in offers}
        ways: list[tuple[Order, ...]] = []
        for unit, offered in sorted(offers.items()):
            shores = {to.province for to in BOARD.steps(unit.kind, unit.place)}
            for each in offered:
                if isinstance(each, Convoy) and each.army.place in own and each.to.province in wanted:
                    by_land = each.to in BOARD.steps(UnitKind.ARMY, each.army.place)
                    if not by_land and {each.army.place.province, each.to.province} <= shores:
                        ways.append((each, Move(each.army, each.to, via=True)))
        return self.chance.choice(ways) if ways and self.chance.random() < self.crossings else ()

    def _drawn(
        self,
        unit: Unit,
        offers: tuple[Order, ...],
        wanted: Iterable[str],
        taken: Mapping[str, Order],
        made: list[Order],
    ) -> Order:
        helps = [each for each in offers if self._helps(each, made)]
        if helps and self.chance.random() < 0.45:
            return self.chance.choice(helps)
        far = distances(unit.kind, unit.place)
        nearest = sorted((far.get(centre, FAR), centre) for centre in wanted)[:3]
        goals = [centre for _, centre in nearest] or [unit.province]

        def pull(order: Order) -> float:
            to = order.to if isinstance(order, Move) else unit.place
            from_there = distances(unit.kind, to)
            return -min(from_there.get(goal, FAR) for goal in goals) - (3 if to.province in taken else 0)

        ways = [each for each in offers if isinstance(each, (Move, Hold)) and not (isinstance(each, Move) and each.via)]
        ways = [each for each in ways if not isinstance(each, Move) or each.to in BOARD.steps(unit.kind, unit.place)]
        weights = [math.exp(1.6 * pull(each)) for each in ways]
        return self.chance.choices(ways, weights)[0]

    @staticmethod
    def _helps(order: Order, made: list[Order]) -> bool:
        for each in made:
            match order, each:
                case SupportMove(_, supported, to), Move(mover, goal):
                    if supported.place == mover.place and to.province == goal.province:
                        return True
                case SupportHold(_, supported), Hold(holder) | SupportMove(holder, _, _):
                    if supported.place == holder.place:
                        return True
                case Convoy(_, army, to), Move(mover, goal):
                    if army.place == mover.place and to == goal:
                        return True
        return False


SWITCHES = switches(Sheet())


def ordered(sets: Sets) -> dict[str, OrderSet]:
    return {
        power: OrderSet(power, tuple(Line(order, write(order)) for order in orders)) for power, orders in sets.items()
    }


# --- the other phases ---


class Standing(Protocol):
    """How a game stands, as far as retreats and adjustments are ordered by it."""

    @property
    def position(self) -> Position: ...

    @property
    def retreats(self) -> tuple[tuple[str, tuple[Place, ...]], ...]: ...

    def powers(self) -> tuple[str, ...]: ...

    def due(self, power: str) -> Due: ...


def retreats(state: Standing, chance: random.Random) -> Sets:
    """Whoever is driven out goes home if that is near, or away."""
    open_to = dict(state.retreats)
    sets: dict[str, list[Order]] = {}
    for each in state.position.dislodged:
        places = open_to.get(each.unit.province, ())
        unit = Ordered(each.unit.place, each.unit.kind)
        order: Order = Retreat(unit, chance.choice(places)) if places else Disband(unit)
        sets.setdefault(each.unit.power, []).append(order)
    return {power: tuple(orders) for power, orders in sets.items()}


def adjustments(state: Standing, chance: random.Random) -> Sets:
    """Builds where there is room, armies where the sea is far; disbands of those farthest from any gain."""
    position, sets = state.position, {}
    for power in state.powers():
        due = state.due(power)
        if due.count > 0:
            sites = chance.sample(due.sites, min(due.count, len(due.sites)))
            made: list[Order] = [Build(_built(position, power, site, chance)) for site in sites]
            sets[power] = tuple(made) + ((Waive(due.count - len(made)),) if due.count > len(made) else ())
        elif due.count < 0:
            wanted = BOARD.centres - set(position.centres_of(power))
            far = sorted(due.units, key=lambda u: -min(distances(u.kind, u.place).get(c, FAR) for c in wanted))
            sets[power] = tuple(Disband(Ordered(unit.place, unit.kind)) for unit in far[: -due.count])
    return sets


def _built(position: Position, power: str, site: str, chance: random.Random) -> Ordered:
    coasts = [Place(site, coast) for coast in ("", "NC", "SC") if BOARD.can_stand(UnitKind.FLEET, Place(site, coast))]
    fleets = sum(unit.kind is UnitKind.FLEET for unit in position.units_of(power))
    share = 0.5 if power in ("England", "Turkey", "Italy") else 0.3
    if coasts and fleets <= share * len(position.units_of(power)):
        return Ordered(coasts[-1], UnitKind.FLEET)
    return Ordered(Place(site), UnitKind.ARMY)


# --- the file ---


@dataclass
class Composition:
    """A game being composed: its head, what is said beside orders, and the letters so far."""

    name: str
    head: str
    seed: int
    care: Mapping[str, int]
    press: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    until: str = ""
    crossings: float = 0
    letters: list[Written] = field(default_factory=list)
    end: str = ""

    def compose(self) -> None:
        chance = random.Random(self.seed)
        performance = stage(playfile.script(self._data(), self.name))
        performance.open()
        chooser = Chooser(chance, self.care, self.crossings)
        while performance.state.stage is Stage.RUNNING:
            state = performance.state
            sets = self._sets(chooser, state, chance)
            last = str(state.phase) == self.until
            self._write(performance, sets, chance, last)
            if last:
                break
            performance.until(state.deadline or performance.now)
            print(self.name, state.phase, {p: len(performance.state.position.centres_of(p)) for p in state.powers()})
        ending = performance.state.ending
        if ending is not None:
            self.end = f'\n[[expect]]\nat = "{_span(ending.at)}"\nwinner = "{ending.powers[0]}"\n'
        (FOLDER / f"{self.name}.toml").write_text(self._text(), encoding="utf-8")

    def _data(self) -> dict[str, Any]:
        return tomllib.loads(self.head)

    def _sets(self, chooser: Chooser, state: State, chance: random.Random) -> Sets:
        match state.phase.kind:
            case PhaseKind.MOVEMENT:
                return chooser.choose(state.position)
            case PhaseKind.RETREAT:
                return retreats(state, chance)
            case PhaseKind.ADJUSTMENT:
                return adjustments(state, chance)

    def _write(self, performance: Performance, sets: Sets, chance: random.Random, last: bool) -> None:
        """Everybody's letter, some hours before the deadline; in the last phase of the file some are still to come."""
        state = performance.state
        deadline = state.deadline
        assert deadline is not None
        span = deadline - performance.now
        said = self.press.get(str(state.phase), {})
        writers = [*state.players(), *(seat for seat in said if seat not in state.players())]
        times = sorted(chance.uniform(0.08, 0.6 if last else 0.9) for _ in writers)
        opened = performance.now
        for seat, share in zip(chance.sample(writers, len(writers)), times, strict=True):
            late = last and (seat in ("Italy", "Turkey") or state.phase.kind is not PhaseKind.MOVEMENT)
            orders = () if late else sorted(sets.get(seat, ()), key=write)
            text = "\n".join(
                [
                    *map(write, orders),
                    *(["preliminary"] if last and orders else []),
                    *([said[seat].strip()] if seat in said else []),
                ]
            )
            if text:
                moment = opened + timedelta(minutes=round(span.total_seconds() / 60 * share))
                letter = Written(moment, self._data()["seats"][seat], self.name, text)
                self.letters.append(letter)
                performance.write(letter)

    def _text(self) -> str:
        return self.head.lstrip() + "".join(self._letter(each) for each in self.letters) + self.end

    @staticmethod
    def _letter(letter: Written) -> str:
        text = letter.text.replace("\\", "\\\\").replace('"""', '\\"""')
        return f'''
[[letter]]
at = "{_span(letter.at)}"
from = "{letter.sender}"
text = """
{text}
"""
'''


def _span(at: datetime) -> str:
    gone = at - START
    hours, minutes = divmod(gone.seconds // 60, 60)
    return f"P{gone.days}DT{hours}H{minutes}M"


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for plan in sorted(Path(__file__).parent.glob("*.toml")):
        composed = Composition(name=plan.stem, **tomllib.loads(plan.read_text(encoding="utf-8")))
        composed.compose()


if __name__ == "__main__":
    main()
