"""The peer's side of the measurement, run by the peer's own Python: the PyPI package `diplomacy`, resolution only.

Reads phases as JSON lines from a file, prepares one Game object for each with its units and orders set, and then
resolves all of them once for every line `go` on standard input; answers with the seconds of processor time that took.
On `tell` it answers with what it found for each phase: the moves that succeeded and the units dislodged. Imports
nothing of Dragoman.
"""

from __future__ import annotations

import gc
import json
import sys
import time
from typing import Any


def prepared(phase: dict[str, Any]) -> Any:
    """A game before its resolution: what `process` does up to there is done here, and not measured."""
    from diplomacy import Game  # type: ignore[import-not-found]  # in an environment of its own

    game = Game()
    game.clear_units()
    units: dict[str, list[str]] = {}
    for power, kind, place in phase["units"]:
        units.setdefault(power.upper(), []).append(f"{kind} {place}")
    for power, theirs in units.items():
        game.set_units(power, theirs)
    for power, orders in phase["orders"].items():
        game.set_orders(power.upper(), list(orders))
    game._determine_orders()
    game._add_coasts()
    return game


def found(game: Any) -> dict[str, list[str]]:
    moved = [unit for unit, order in game.command.items() if order.startswith("-") and not game.result[unit]]
    return {"moved": sorted(moved), "dislodged": sorted(game.dislodged)}


def main(path: str) -> None:
    with open(path) as lines:
        games = [prepared(json.loads(line)) for line in lines]
    print(json.dumps(len(games)), flush=True)
    gc.collect()
    gc.disable()
    for word in sys.stdin:
        if word.strip() == "tell":
            print(json.dumps([found(game) for game in games]), flush=True)
            continue
        start = time.process_time()
        for game in games:
            game._resolve_moves()
        print(json.dumps(time.process_time() - start), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
