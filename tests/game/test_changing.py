"""A changed value is the one that Python's own `replace` makes, of slots or not."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field

import pytest
from tests.diplomacy.games import some_game

from dragoman.game.changing import replace


@dataclass(frozen=True, slots=True)
class Slotted:
    name: str
    number: int = 3
    parts: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Checked:
    """One that looks at what it is made of."""

    number: int

    def __post_init__(self) -> None:
        if self.number < 0:
            raise ValueError(self.number)


@dataclass(frozen=True)
class Open:
    name: str
    made: int = field(default=7)


def test_the_fields_that_are_named_change_and_no_others() -> None:
    before = Slotted("a", 4, (1, 2))
    assert replace(before, number=5) == Slotted("a", 5, (1, 2))
    assert replace(before) == before
    assert before == Slotted("a", 4, (1, 2))
    assert replace(Open("a"), name="b") == Open("b")


def test_a_field_that_it_has_not_is_refused() -> None:
    for value in (Slotted("a"), Open("a")):
        with pytest.raises(TypeError):
            replace(value, colour="red")  # type: ignore[arg-type,type-var,call-arg,unused-ignore]


def test_what_a_type_asks_of_its_values_is_asked_again() -> None:
    assert replace(Checked(1), number=2) == Checked(2)
    with pytest.raises(ValueError, match="-1"):
        replace(Checked(1), number=-1)


def test_a_state_is_changed_as_python_would() -> None:
    state = some_game(3, 3).state
    changes = {"paused": None, "sets": (), "warned": state.warned}
    made = replace(state, **changes)
    assert made == dataclasses.replace(state, **changes)
