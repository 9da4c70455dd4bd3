"""The second peer's side, run by its own Python: the PyPI package `pydip`, which resolves and finds retreats.

Reads phases as JSON lines from a file: under `names` the provinces' names by their codes, under `orders` every unit as
[power, kind, place, order]. An order that pydip refuses becomes a hold; a phase it cannot resolve is left out; how many
of each there were is told when all are prepared. Then as `peer.py`. Imports nothing of Dragoman.
"""

from __future__ import annotations

import gc
import json
import sys
import time
from typing import Any

OTHERWISE = {
    "STP": "St. Petersburg", "EAS": "Eastern Mediterranean Sea", "WES": "Western Mediterranean Sea",
    "HEL": "Helgoland Bight",
}  # fmt: skip
COASTS = {"NC": "North Coast", "EC": "North Coast", "SC": "South Coast"}
"""Bulgaria's east coast is called its north coast there."""


class Phase:
    """Commands of one phase, ready to be resolved."""

    def __init__(self, board: Any, told: dict[str, Any]) -> None:
        from pydip.player.player import Player  # type: ignore[import-not-found]  # in an environment of its own

        self.board, self.names, self.refused = board, told["names"] | OTHERWISE, 0
        powers: dict[str, list[dict[str, Any]]] = {}
        for power, kind, place, _order in told["orders"]:
            where = {"territory_name": self.name(kind, place), "unit_type": self.kind(kind)}
            powers.setdefault(power, []).append(where)
        self.players = {power: Player(power, board, theirs) for power, theirs in powers.items()}
        self.commands = [self.command(*each) for each in told["orders"]]

    def kind(self, kind: str) -> Any:
        from pydip.player.unit import UnitTypes  # type: ignore[import-not-found]

        return UnitTypes.TROOP if kind == "A" else UnitTypes.FLEET

    def name(self, kind: str, place: str) -> str:
        """A place in its words: a fleet by land lies on a coast."""
        province, _, coast = place.partition("/")
        name: str = self.names[province]
        if kind == "A":
            return name
        if coast:
            return f"{name} {COASTS[coast]}"
        return f"{name} Coast" if f"{name} Coast" in self.board.name_map else name

    def unit(self, kind: str, place: str) -> Any:
        from pydip.player.unit import Unit

        return Unit(self.kind(kind), self.name(kind, place))

    def command(self, power: str, kind: str, place: str, order: str) -> Any:
        from pydip.player.command import command as commands  # type: ignore[import-not-found]

        player, unit = self.players[power], self.unit(kind, place)
        try:
            return self.wanted(player, unit, kind, order.split()[2:])
        except (AssertionError, KeyError):
            self.refused += 1
            return commands.HoldCommand(player, unit)

    def wanted(self, player: Any, unit: Any, kind: str, words: list[str]) -> Any:
        from pydip.player.command import command as commands

        match words:
            case ["-", to, *via]:
                goal = self.name(kind, to)
                near = goal in self.board.adjacency[unit.position]
                sort = commands.MoveCommand if near and not via else commands.ConvoyMoveCommand
                return sort(player, unit, goal)
            case ["S", other, place, "-", to, *_]:
                return commands.SupportCommand(player, unit, self.unit(other, place), self.name(other, to))
            case ["S", other, place, *_]:
                helped = self.unit(other, place)
                return commands.SupportCommand(player, unit, helped, helped.position)
            case ["C", other, place, "-", to, *_]:
                return commands.ConvoyTransportCommand(player, unit, self.unit(other, place), self.name(other, to))
            case _:
                return commands.HoldCommand(player, unit)

    def run(self) -> Any:
        from pydip.turn.resolve import resolve_turn  # type: ignore[import-not-found]

        return resolve_turn(self.board, self.commands)


def after(phase: Phase) -> list[str]:
    """Where every unit is afterwards, by its kind and its place there, or by its province if it must retreat."""
    province = phase.board.relevant_name_for_territory
    return sorted(
        f"{unit.unit_type.name} {unit.position if retreats is None else province(unit.position) + ' out'}"
        for units in phase.run().values()
        for unit, retreats in units.items()
    )


def awaited(phase: Phase, names: list[list[str]]) -> list[str]:
    """The recorded outcome in the same words."""
    return sorted(
        f"{phase.kind(kind).name} " + (phase.name("A", place) + " out" if out else phase.name(kind, place))
        for kind, place, out in names
    )


def main(path: str) -> None:
    from pydip.map.predefined import vanilla_dip  # type: ignore[import-not-found]

    board, ready, left, right, bad = vanilla_dip.generate_map(), [], 0, 0, 0
    with open(path) as lines:
        for line in lines:
            told = json.loads(line)
            try:
                phase = Phase(board, told)
                right += after(phase) == awaited(phase, told["after"])
            except Exception:  # whatever it trips over, it does not resolve that phase
                left += 1
                continue
            bad += phase.refused
            ready.append(phase)
    print(json.dumps({"phases": len(ready), "left out": left, "orders refused": bad, "as recorded": right}), flush=True)
    gc.collect()
    gc.disable()
    for _word in sys.stdin:
        start = time.process_time()
        for phase in ready:
            phase.run()
        print(json.dumps(time.process_time() - start), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
