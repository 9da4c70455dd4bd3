"""Whatever code does, the host gets a value in time, the worker is reaped, and the next code runs as if nothing had
been."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.game.asking import Call, Fault, FaultKind, Outcome, Ran
from dragoman.sandbox.process import PATIENCE, PROGRAM, START, Limits, Worker, available

pytestmark = pytest.mark.skipif(not available(), reason="the extra `sandbox` is not installed")

CASES = tomllib.loads((Path(__file__).parents[1] / "cases/sandbox/attacks.toml").read_text("utf-8"))["attack"]
PRELUDE = """
def add_points(player, amount, because = ""):
    return {"effect": "add_points", "player": player, "amount": amount, "because": because}
"""
GAME = {"players": ["Ann", "Ben"]}
GOOD = "def hook(game):\n    return [add_points(p, 10, 'dissent') for p in game['players']]\n"
GOOD_ANSWER = json.dumps(
    [{"effect": "add_points", "player": p, "amount": 10, "because": "dissent"} for p in ("Ann", "Ben")],
    separators=(",", ":"),
)


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    worker = Worker()
    yield worker
    worker.close()


def run(worker: Worker, code: str, *args: Any, hook: str = "hook") -> Outcome:
    return worker.run(Call(code, "rule 330", hook, json.dumps(list(args)), PRELUDE))


def text_of(case: dict[str, Any]) -> str:
    if "code" in case:
        return str(case["code"]).lstrip("\n")
    opened, closed, times = case["code_repeat"]
    return case["code_before"] + opened * times + case["code_middle"] + closed * times + "\n"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_an_attack_comes_to_a_value_and_leaves_nothing_behind(
    worker: Worker, case: dict[str, Any], record_property: Any
) -> None:
    others = _children() - bool(worker.pid)
    began = time.monotonic()
    answer = run(worker, text_of(case), GAME)
    took = time.monotonic() - began
    record_property("attack", f"{case['id']}: {answer} after {took * 1000:.0f} ms")
    # Twice, since a used worker's fall is tried again in a fresh one; and the machine's own time to start one.
    assert took < 2 * (worker.limits.wall * PATIENCE + START)
    if isinstance(answer, Ran):
        assert json.loads(answer.value) == case["value"]
    else:
        assert answer.kind in case.get("kinds", ())
        assert "line" not in case or answer.line == case["line"]
        assert "column" not in case or answer.column == case["column"]
    assert run(worker, GOOD, GAME) == Ran(GOOD_ANSWER)
    assert _children() <= others + 1


def _children() -> int:
    """How many processes this one has started and not reaped."""
    task = Path(f"/proc/{os.getpid()}/task")
    return sum(len((each / "children").read_text().split()) for each in task.iterdir() if (each / "children").exists())


@pytest.mark.dear
def test_each_kind_of_failing_that_is_certain_is_the_same_in_fresh_processes() -> None:
    certain = [case for case in CASES if len(case.get("kinds", ())) == 1 and case["kinds"][0] in ("error", "budget")]
    assert len(certain) > 5
    for case in certain:
        answers = set()
        for _ in range(3):
            fresh = Worker()
            answers.add(run(fresh, text_of(case), GAME))
            fresh.close()
        assert len(answers) == 1, case["id"]


def test_the_last_step_of_the_budget_is_the_same_every_time(worker: Worker) -> None:
    code = "def hook(n):\n    x = 0\n    for i in range(n):\n        x = (x * 31 + i) % 1000003\n    return x\n"

    def fits(steps: int) -> bool:
        return isinstance(run(worker, code, steps), Ran)

    low, high = 1_000, 1_000_000
    assert fits(low)
    assert not fits(high)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    assert all(fits(low) and not fits(high) for _ in range(3))


def test_constants_read_once_do_not_count_for_the_calls_after(worker: Worker) -> None:
    code = (
        "x = [i for i in range(%d)]\n\ndef hook(n):\n    s = 0\n    for i in range(n):\n        s += 1\n    return s\n"
    )
    answers = {str(run(worker, code % 60_000, 30_000)) for _ in range(5)}
    assert len(answers) == 1


def test_code_is_read_without_being_called(worker: Worker) -> None:
    more = GOOD + '\nTEXT = """\ndef no_function(x):\n"""\n\ndef second():\n    return TEXT\n'
    assert run(worker, more, hook="") == Ran('["hook","second"]')
    broken = run(worker, "def hook(game):\n    return [\n", hook="")
    assert isinstance(broken, Fault)
    assert broken.kind is FaultKind.ERROR
    assert broken.line > 0


def test_a_mistake_in_the_code_is_placed_in_the_code_and_not_behind_the_prelude(worker: Worker) -> None:
    fault = run(worker, "def hook(game):\n    return add_points(nobody)\n", GAME)
    assert isinstance(fault, Fault)
    assert (fault.line, fault.column) == (2, 23)


def test_a_worker_that_was_killed_is_replaced(worker: Worker) -> None:
    run(worker, GOOD, GAME)
    assert worker.pid is not None
    os.kill(worker.pid, 9)
    assert run(worker, GOOD, GAME) == Ran(GOOD_ANSWER)


def test_a_large_question_does_not_spoil_the_next() -> None:
    worker = Worker(Limits(wall=5.0))
    answer = run(worker, "def hook(x):\n    return len(x)\n", ["x" * 1000] * 10_000)
    assert answer == Ran("10000")
    assert run(worker, GOOD, GAME) == Ran(GOOD_ANSWER)
    worker.close()
    assert worker.pid is None


@pytest.mark.parametrize(
    "deed",
    ["os.fork()", "open('/etc/hostname')", "socket.socket()", "open('/tmp/x', 'w')", "os.setuid(0)", "os.pipe()"],
)
def test_a_worker_can_do_no_harm(deed: str) -> None:
    program = (
        "import os, runpy, socket, sys\n"
        f"worker = runpy.run_path({str(PROGRAM)!r})\n"
        "worker['renounce'](512 << 20)\n"
        f"try:\n    {deed}\nexcept OSError as error:\n    os._exit(7)\nos._exit(0)\n"
    )
    assert subprocess.run([sys.executable, "-I", "-c", program], check=False).returncode == 7


@pytest.mark.skipif(os.uname().machine not in ("x86_64", "aarch64"), reason="no filter of calls for this machine")
@pytest.mark.parametrize(
    "deed",
    ["os.fork()", "open('/etc/hostname')", "socket.socket()", "os.kill(os.getppid(), 0)", "os.mkdir('/tmp/x')",
     "os.execv('/bin/true', ['true'])", "os.memfd_create('x')"],
)  # fmt: skip
def test_the_kernel_refuses_a_worker_what_it_has_no_use_for(deed: str) -> None:
    """By the filter alone, with every other right left as it was."""
    program = (
        "import ctypes, errno, os, runpy, socket, sys\n"
        f"worker = runpy.run_path({str(PROGRAM)!r})\n"
        "ctypes.CDLL(None).prctl(38, 1, 0, 0, 0)\n"
        "assert worker['filter_calls']()\n"
        f"try:\n    {deed}\n"
        "except OSError as error:\n    os._exit(7 if error.errno == errno.EPERM else 1)\nos._exit(0)\n"
    )
    assert subprocess.run([sys.executable, "-I", "-c", program], check=False).returncode == 7


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=200))
def test_no_text_is_too_strange_to_be_answered(text: str) -> None:
    worker = _shared()
    assert isinstance(run(worker, text, GAME), Ran | Fault)
    assert isinstance(worker.run(Call(text, text)), Ran | Fault)


_kept: list[Worker] = []


def _shared() -> Worker:
    if not _kept:
        _kept.append(Worker())
    return _kept[0]


@pytest.fixture(scope="module", autouse=True)
def _ended() -> Iterator[None]:
    yield
    for worker in _kept:
        worker.close()
