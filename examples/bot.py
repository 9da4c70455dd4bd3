"""A bot that plays Diplomacy by Dragoman's JSON API: legal orders at random, and nothing but Python's own library.

    DRAGOMAN_TOKEN=dragoman_… python examples/bot.py http://127.0.0.1:8000 kalmar

It waits for each phase, sends a final set, and ends with the game. The token needs the scopes `read` and `orders`.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import sys
import time
import urllib.error
import urllib.request
from typing import Any


class Problem(Exception):
    """The host said no, and why (RFC 9457)."""

    def __init__(self, status: int, problem: dict[str, Any], wait: float = 0) -> None:
        super().__init__(f"{status} {problem.get('code', '')}: {problem.get('detail', '')}")
        self.status, self.code, self.wait = status, problem.get("code", ""), wait


class Host:
    """The API of a host, for whoever has the token."""

    def __init__(self, url: str, token: str) -> None:
        self.root, self.token = f"{url.rstrip('/')}/api/v1", token

    def ask(self, method: str, path: str, said: object = None, key: str = "") -> Any:
        """One request; what is busy is asked again later. `key` has it heard once, however often it is sent."""
        for _ in range(5):
            try:
                return self._ask(method, path, said, key)
            except Problem as problem:
                if not problem.wait:
                    raise
                time.sleep(problem.wait)
        raise SystemExit("the host is busy: try again later")

    def _ask(self, method: str, path: str, said: object, key: str) -> Any:
        body = None if said is None else json.dumps(said).encode()
        request = urllib.request.Request(self.root + path, body, method=method)
        request.add_header("Authorization", f"Bearer {self.token}")
        request.add_header("Content-Type", "application/json")
        if key:
            request.add_header("Idempotency-Key", key)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as fault:
            wait = float(fault.headers.get("Retry-After", 0)) if fault.code in (429, 503) else 0
            raise Problem(fault.code, problem_in(fault.read()), wait) from fault


def problem_in(body: bytes) -> dict[str, Any]:
    """What a problem says; nothing, where a server between answered in its own way."""
    try:
        said = json.loads(body)
    except ValueError:
        return {}
    return said if isinstance(said, dict) else {}


def orders(offers: dict[str, Any], chance: random.Random) -> list[str]:
    """A legal set at random: an order for each unit; or the builds or removals due, each of another place."""
    if "*" not in offers["offers"]:
        return [chance.choice(some) for some in offers["offers"].values()]
    left, chosen = [each for each in offers["offers"]["*"] if each != "WAIVE"], list[str]()
    while len(chosen) < abs(offers["count"]):
        if not left:
            return [*chosen, *["WAIVE"] * (offers["count"] - len(chosen))]
        chosen.append(chance.choice(left))
        place = chosen[-1].split()[1].partition("/")[0]
        left = [each for each in left if each.split()[1].partition("/")[0] != place]
    return chosen


def play(host: Host, game: str, pause: float, chance: random.Random, phases: int) -> None:
    """Send a set for every phase until the game is over, or so many phases were ordered for (0: no end)."""
    done = ""
    while True:
        stands = host.ask("GET", f"/games/{game}")
        if stands["kind"] != "diplomacy":
            raise SystemExit(f"{game} is no game of Diplomacy, but of {stands['kind'].capitalize()}")
        if stands["stage"] in ("over", "closed"):
            print(f"{game} is over")
            return
        if stands["stage"] == "running" and stands["phase"]["id"] != done:
            offers = host.ask("GET", f"/games/{game}/offers")
            if not offers["power"]:
                raise SystemExit(f"this token's seat orders for no power in {game}: make one for a player's seat")
            lines = orders(offers, chance)
            if not lines:
                print(f"{offers['phase']}: there is nothing to order")
            else:
                said = {"lines": lines, "final": True, "phase": offers["phase"]}
                host.ask("PUT", f"/games/{game}/orders", said, key=f"{game} {offers['phase']} {stands['deadline']}")
                print(f"{offers['phase']}: {'; '.join(lines)}")
            done = offers["phase"]
            phases -= 1
            if phases == 0:
                return
        time.sleep(pause)


def main() -> None:
    parser = argparse.ArgumentParser(description="Play legal orders at random.")
    parser.add_argument("host")
    parser.add_argument("game")
    parser.add_argument("--pause", type=float, default=30, help="seconds between looks at the game")
    parser.add_argument("--seed", type=int, help="for the same choices again")
    parser.add_argument("--phases", type=int, default=0, help="how many phases to order for (0: to the end)")
    given = parser.parse_args()
    token = os.environ.get("DRAGOMAN_TOKEN")
    if not token:
        sys.exit("put the token into DRAGOMAN_TOKEN")
    try:
        play(Host(given.host, token), given.game, given.pause, random.Random(given.seed), given.phases)
    except Problem as problem:
        sys.exit(str(problem))
    except (OSError, http.client.HTTPException) as fault:  # a URLError is an OSError
        sys.exit(f"{given.host} cannot be reached: {getattr(fault, 'reason', '') or fault}")
    except ValueError as fault:  # no address, or an answer that is no JSON
        sys.exit(f"{given.host} is no host of Dragoman's: {fault}")
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
