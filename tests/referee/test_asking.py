"""A decision that asks for runs of code gets every answer, in order, and records nothing before it has them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from dragoman.game.asking import Answered, Ask, Call, Fault, FaultKind, NoSandbox, Outcome, Ran
from dragoman.referee.asking import HARDEST, MOST_RUNS, decided

NOW = datetime(2026, 3, 1, tzinfo=UTC)


class Counting:
    """A game that asks for so many runs and then tells what it was answered."""

    def __init__(self, asks: int) -> None:
        self.asks = asks

    def decide(self, state: Any, command: Any, now: datetime) -> tuple[Any, ...] | Ask:
        answers = command.outcomes if isinstance(command, Answered) else ()
        return answers if len(answers) == self.asks else Ask(Call(f"code {len(answers)}", "rule 330"))


class Box:
    """Answers with the code it was to run, or with a fault of that kind."""

    def __init__(self, fault: FaultKind | None = None) -> None:
        self.fault = fault
        self.runs = 0

    def run(self, call: Call) -> Outcome:
        self.runs += 1
        return Fault(self.fault) if self.fault else Ran(call.code)


def brought_about(asks: int, box: Box | NoSandbox) -> tuple[Outcome, ...]:
    told = decided(Counting(asks), None, "a command", NOW, box)  # type: ignore[arg-type]
    assert isinstance(told, tuple)
    return told


def test_every_run_is_answered_in_order() -> None:
    assert brought_about(3, Box()) == (Ran("code 0"), Ran("code 1"), Ran("code 2"))


def test_what_asks_for_nothing_runs_nothing() -> None:
    box = Box()
    assert brought_about(0, box) == ()
    assert box.runs == 0


def test_a_host_without_the_means_says_so() -> None:
    assert brought_about(1, NoSandbox()) == (Fault(FaultKind.OFF),)


def test_after_hard_faults_no_more_is_run() -> None:
    box = Box(FaultKind.WALL)
    told = brought_about(10, box)
    assert box.runs == HARDEST
    assert [each.kind for each in told if isinstance(each, Fault)][HARDEST:] == [FaultKind.OFF] * (10 - HARDEST)


def test_faults_of_the_code_itself_cost_nobody_else_their_run() -> None:
    box = Box(FaultKind.ERROR)
    brought_about(10, box)
    assert box.runs == 10


def test_a_game_that_asks_without_end_is_cut_short() -> None:
    box = Box()
    brought_about(MOST_RUNS + 5, box)
    assert box.runs == MOST_RUNS
