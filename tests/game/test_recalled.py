"""What is recalled is what the function gave for the very same values, and never for others that are like them."""

from __future__ import annotations

import threading
from dataclasses import dataclass

import pytest

from dragoman.game.recalled import recalled


@dataclass(frozen=True)
class Value:
    number: int


def test_it_is_found_once_for_the_very_same_values() -> None:
    asked: list[int] = []

    @recalled(4)
    def doubled(value: Value, times: int) -> Value:
        """Twice as much."""
        asked.append(value.number)
        return Value(value.number * times)

    three = Value(3)
    assert doubled(three, 2) is doubled(three, 2)
    assert asked == [3]
    assert doubled(Value(3), 2) == Value(6)
    assert asked == [3, 3], "another value, however like it, is asked about anew"
    assert doubled(three, 5) == Value(15)
    assert doubled.__doc__ == "Twice as much."


def test_what_is_kept_is_bounded_and_never_anothers() -> None:
    @recalled(8)
    def number(value: Value) -> int:
        return value.number

    assert all(number(Value(n)) == n for n in range(5000)), "places in memory are used again; answers are not"


def test_a_fault_is_not_kept() -> None:
    tries: list[int] = []

    @recalled(8)
    def failing(value: Value) -> int:
        tries.append(1)
        if len(tries) == 1:
            raise ValueError(value)
        return value.number

    seven = Value(7)
    with pytest.raises(ValueError, match="7"):
        failing(seven)
    assert failing(seven) == 7


def test_many_may_ask_at_once() -> None:
    @recalled(3)
    def number(value: Value) -> int:
        return value.number

    values, wrong = [Value(n) for n in range(20)], list[int]()

    def ask() -> None:
        for n in range(4000):
            at = n * 7 % 20
            if number(values[at]) != at or number(Value(n)) != n:
                wrong.append(n)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
