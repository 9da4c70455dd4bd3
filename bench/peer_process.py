"""The peer's public way, run by the peer's own Python: order text is set on a game and the game processed.

Reads phases as JSON lines from a file. For every line `go` on standard input it prepares a Game object for each, which
is not measured, then sets the orders of all powers from text and calls `process`; answers with the seconds of processor
time that took. On `tell` it answers with the units after each phase. Imports nothing of Dragoman.
"""

from __future__ import annotations

import gc
import json
import sys
import time
from typing import Any


def prepared(phase: dict[str, Any]) -> Any:
    """A game in the position of the phase, without orders."""
    from diplomacy import Game  # type: ignore[import-not-found]  # in an environment of its own

    game = Game()
    game.clear_units()
    game.clear_centers()
    game.set_current_phase(f"{phase['season'][0]}{phase['year']}M")
    units: dict[str, list[str]] = {}
    for power, kind, place in phase["units"]:
        units.setdefault(power.upper(), []).append(f"{kind} {place}")
    for power, theirs in units.items():
        game.set_units(power, theirs)
    for power, centres in phase["centers"].items():
        game.set_centers(power.upper(), centres)
    return game


def main(path: str) -> None:
    with open(path) as lines:
        phases = [json.loads(line) for line in lines]
    games: list[Any] = []
    print(json.dumps(len(phases)), flush=True)
    for word in sys.stdin:
        if word.strip() == "tell":
            print(json.dumps([sorted(u for p in game.powers.values() for u in p.units) for game in games]), flush=True)
            continue
        games = [prepared(phase) for phase in phases]
        gc.collect()
        gc.disable()
        start = time.process_time()
        for game, phase in zip(games, phases, strict=True):
            for power, orders in phase["orders"].items():
                game.set_orders(power.upper(), list(orders))
            game.process()
        print(json.dumps(time.process_time() - start), flush=True)
        gc.enable()


if __name__ == "__main__":
    main(sys.argv[1])
