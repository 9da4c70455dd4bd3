"""Hours of hostile inputs: `make nightly MINUTES=480`. Every door is tried in turn with inputs that were never tried
before, then the laws of the tests with new draws, then the API by its description, and so on until the time is up.

What felled a door, or took too long, is kept in a folder, one file each, and told; a file named on the command line is
tried again.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import time
import traceback
from collections.abc import Sequence
from pathlib import Path
from random import Random

from tests.hostile.doors import DOORS, Door, attempts

FOUND = Path("var/nightly")
SLOW = 3.0
"""Seconds of the processor that one input may take: it has at most some hundred thousand letters."""
TURN = 60.0
"""Seconds that a door is tried before the next one's turn."""
LAWS = ("tests/post", "tests/ballots", "tests/game", "tests/diplomacy", "tests/nomic", "tests/web/test_draft.py",
        "tests/web/test_supposing.py", "tests/web/test_ordering.py", "tests/sandbox", "tests/tongues",
        "tests/web/api/test_schema.py")  # fmt: skip

EXAMPLES = {"DRAGOMAN_SCHEMA_EXAMPLES": "300"}
"""How often each role asks each operation of the API in a night; at full depth of the tests it is some twenty times."""


def faults(door: Door, data: bytes) -> str:
    """What is wrong with how a door takes an input; nothing, if it takes it or refuses."""
    began = time.process_time()
    try:
        door.enter(data)
    except MemoryError:
        return "took all memory"
    except Exception:  # whatever it is: a door refuses by its own words alone
        return traceback.format_exc()
    took = time.process_time() - began
    return f"took {took:.1f} s" if took > SLOW else ""


def tried(door: Door, chance: Random, seconds: float, most: int = sys.maxsize) -> tuple[int, dict[bytes, str]]:
    """How many inputs were tried, and what was wrong with which: of each kind of fault the shortest found."""
    ends, count, found = time.monotonic() + seconds, 0, dict[str, tuple[bytes, str]]()
    for data in attempts(door, chance):
        if count >= most or time.monotonic() > ends:
            break
        count += 1
        if (wrong := faults(door, data)) and len(data) < len(found.get(_kind(wrong), (data + b".", ""))[0]):
            found[_kind(wrong)] = (data, wrong)
    return count, dict(found.values())


def _kind(wrong: str) -> str:
    """Where it was raised, whatever it says of this input."""
    lines = [line.strip() for line in wrong.splitlines() if line.strip().startswith("File ")]
    return lines[-1] if lines else wrong.split()[0]


def keep(door: Door, found: dict[bytes, str], folder: Path) -> None:
    for data, wrong in found.items():
        at = folder / f"{door.name.replace(' ', '-')}-{hashlib.sha256(data).hexdigest()[:12]}"
        at.parent.mkdir(parents=True, exist_ok=True)
        at.write_bytes(data)
        at.with_suffix(".why").write_text(wrong)
        print(f"FOUND {at}\n{wrong.strip().splitlines()[-1]}", flush=True)


def again(path: Path) -> int:
    """Try an input that was kept."""
    door = next(each for each in DOORS if path.name.startswith(each.name.replace(" ", "-") + "-"))
    wrong = faults(door, path.read_bytes())
    print(wrong or f"{door.name} takes it")
    return int(bool(wrong))


def laws(seed: int, ends: float) -> bool:
    """The tests that draw, with new draws, in another order each time, for one night may not do for all; whether all
    held, as far as there was time."""
    order = Random(seed).sample(LAWS, len(LAWS))
    print(f"laws, as far as there is time: {' '.join(order)}", flush=True)
    command = (sys.executable, "-m", "pytest", "-q", "-n", "0", "-x", "-m", "not browser and not postgres",
               f"--hypothesis-seed={seed}", *order)  # fmt: skip
    try:
        run = subprocess.run(command, env={**EXAMPLES, **os.environ, "DRAGOMAN_DEPTH": "full"},
                             timeout=max(1.0, ends - time.monotonic()))  # fmt: skip
    except subprocess.TimeoutExpired:
        print("the time was up before all laws were tried; those that were tried hold", flush=True)
        return True
    return run.returncode == 0


def main(said: Sequence[str] | None = None) -> int:
    asks = argparse.ArgumentParser(prog="python -m tests.hostile.nightly", description=__doc__)
    asks.add_argument("--minutes", type=float, default=480)
    asks.add_argument("--seed", type=int, default=None, help="where to begin; a new one every time unless it is said")
    asks.add_argument("--only", default="", help="a door")
    asks.add_argument("--doors-alone", action="store_true", help="leave the laws of the tests alone")
    asks.add_argument("again", nargs="*", type=Path, help="inputs that were kept, to be tried again")
    told = asks.parse_args(said)
    if told.again:
        return max(map(again, told.again))
    seed = told.seed if told.seed is not None else int.from_bytes(os.urandom(6))
    print(f"--seed {seed}", flush=True)
    ends, wrong, counts = time.monotonic() + 60 * told.minutes, 0, dict[str, int]()
    doors = [door for door in DOORS if told.only in door.name]
    turn = min(TURN, 60 * told.minutes / len(doors))
    while time.monotonic() < ends:
        for door in doors:
            seed += 1
            count, found = tried(door, Random(seed), min(turn, ends - time.monotonic()))
            counts[door.name] = counts.get(door.name, 0) + count
            wrong += len(found)
            keep(door, found, FOUND)
        if not told.doors_alone and time.monotonic() < ends:
            wrong += not laws(seed, ends)
    for name, count in counts.items():
        print(f"{count:10,} {name}")
    print(f"{wrong} faults" + (f", kept in {FOUND}" if wrong else ""))
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
