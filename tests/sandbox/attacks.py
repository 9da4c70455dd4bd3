"""The attacks on the worker as a table for the guide: what each comes to, and how long it took.

`python -m tests.sandbox.attacks` writes `docs/attacks.md`; the tests hold every attack to its outcome.
"""

from __future__ import annotations

import json
import time
from pathlib import Path

from tests.sandbox.test_process import CASES, GAME, GOOD, PRELUDE, text_of

from dragoman.game.asking import Call, Outcome, Ran
from dragoman.sandbox.process import Worker

GUIDE = Path(__file__).parents[2] / "docs/attacks.md"
HEAD = """# Attacks on adopted code

Code that players of Nomic adopt runs in a worker: a process under limits that can do nothing but answer. This is what
hostile or faulty code comes to there. The outcomes are held by the tests, on every machine; the times are those of the
machine that wrote this page. `error` and `budget` are the code's own and the same everywhere; `wall`, `memory` and
`crash` are the machine's, and mean that the code is suspended and everybody told.

The last column is the next call, of harmless code: it must find a worker as if nothing had been.

| attack | outcome | took | next call |
| --- | --- | --- | --- |
"""


def told(outcome: Outcome) -> str:
    """An outcome in a cell."""
    if isinstance(outcome, Ran):
        return f"answers `{outcome.value}`"
    return f"{outcome.kind.value}: {outcome.says.replace('|', '/')}" + (
        f" (line {outcome.line})" if outcome.line else ""
    )


def rows(worker: Worker) -> list[str]:
    """A row for each attack."""
    found = []
    for case in CASES:
        began = time.monotonic()
        outcome = worker.run(Call(text_of(case), "rule 330", "hook", json.dumps([GAME]), PRELUDE))
        took, began = time.monotonic() - began, time.monotonic()
        worker.run(Call(GOOD, "rule 301", "hook", json.dumps([GAME]), PRELUDE))
        after = time.monotonic() - began
        found.append(
            f"| {case['id'].replace('-', ' ')} | {told(outcome)} | {took * 1000:.0f} ms | {after * 1000:.0f} ms |"
        )
    return found


def write() -> None:
    worker = Worker()
    try:
        GUIDE.write_text(HEAD + "\n".join(rows(worker)) + "\n", "utf-8")
    finally:
        worker.close()


if __name__ == "__main__":
    write()
