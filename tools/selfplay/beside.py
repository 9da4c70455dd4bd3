"""Holds the games of our own against another adjudicator, the PyPI package `diplomacy`: movement phases by DATC alone.

    make .venv-bench/set-up && python -m tools.selfplay.beside

Fails if the two differ where nobody made a slip that they answer differently on purpose; the README lists those.
"""

from __future__ import annotations

import sys
from collections import Counter

from bench.__main__ import Peer
from bench.sample import Sampled, phases, prepared
from tools.demonstration.compose import BOARD, SWITCHES
from tools.selfplay.play import FOLDER

from dragoman.diplomacy.adjudication import kernel
from dragoman.diplomacy.orders.legality import Blemish, Fate
from dragoman.diplomacy.orders.order import Build, Waive

PYTHON = ".venv-bench/bin/python"


def main() -> None:
    sample = [prepared(record, BOARD, SWITCHES) for record in phases([FOLDER / "datc.jsonl.gz"])]
    peer = Peer(PYTHON, sample)
    peer.seconds()  # has all phases resolved
    counts: Counter[tuple[bool, bool]] = Counter()
    for phase, theirs in zip(sample, peer.outcomes(sample), strict=True):
        fought = phase.fought
        units = range(len(fought.units))
        ours = phase.reached(filter(fought.moved, units), filter(fought.lost, units))
        slips = slipped(phase)
        counts[slips, ours != theirs] += 1
        if ours != theirs and not slips:
            name = " ".join(str(phase.record[key]) for key in ("game", "season", "year"))
            print(f"{name}: ours {sorted(ours - theirs)}, theirs {sorted(theirs - ours)}")
    for slips, told in ((False, "without such slips"), (True, "with slips that are answered differently")):
        print(f"{counts[slips, False] + counts[slips, True]} phases {told}, of which {counts[slips, True]} differ")
    sys.exit(1 if counts[False, True] else 0)


def slipped(phase: Sampled) -> bool:
    """Whether somebody ordered a unit twice, wrote a wrong type or coast, ordered a convoy that no route could need, or
    one that no fleet was told of."""
    if kernel.NO_CONVOY in phase.fought.work.cause:
        return True
    fates = [fate for settled in phase.fought.settled.values() for fate in settled.fates]
    twice = any(count > 1 for count in Counter(fate.unit for fate in fates if fate.unit).values())
    return twice or any(_answered_differently(fate) for fate in fates)


def _answered_differently(fate: Fate) -> bool:
    order = fate.line.order
    misplaced = fate.unit is not None and not isinstance(order, Build | Waive) and order.unit.place != fate.unit.place
    by_datc = fate.flaw is not None and fate.flaw.clause.startswith(("4.", "6."))
    return misplaced or by_datc or bool(fate.blemishes - {Blemish.NATIONALITY_OMITTED})


if __name__ == "__main__":
    main()
