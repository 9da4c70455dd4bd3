"""A record folds to the game it is the record of, however often, from memory or from bytes."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.diplomacy.games import some_game, some_manifold_game
from tests.diplomacy.tables import Table, opening

from dragoman.diplomacy.events import Event, PhaseAdjudicated, decoded, encoded
from dragoman.diplomacy.evolve import NotOpened, evolve
from dragoman.diplomacy.state import State


def fold(events: list[Event]) -> State:
    state: State | None = None
    for event in events:
        state = evolve(state, event)
    assert state is not None
    return state


@given(st.integers(0, 10_000), st.integers(0, 10))
def test_replaying_the_record_gives_the_same_state(seed: int, phases: int) -> None:
    table = some_game(seed, phases)
    assert fold(table.events) == table.state
    assert fold([decoded(encoded(event)) for event in table.events]) == table.state


@given(st.integers(0, 10_000), st.integers(0, 8))
def test_orders_ahead_conditions_and_proxies_replay_to_the_same_state(seed: int, phases: int) -> None:
    table = some_manifold_game(seed, phases)
    assert fold(table.events) == table.state
    assert fold([decoded(encoded(event)) for event in table.events]) == table.state


@given(st.integers(0, 10_000), st.integers(1, 10))
def test_nothing_is_adjudicated_in_folding(seed: int, phases: int) -> None:
    """A ruling stands as it was recorded, even one that today's adjudicator would not give."""
    events = some_game(seed, phases).events
    index = next(n for n, event in enumerate(events) if isinstance(event, PhaseAdjudicated))
    event = events[index]
    assert isinstance(event, PhaseAdjudicated)
    after = msgspec.structs.replace(event.ruling.after, units=(("Turkey", "A", "VIE"),))
    events[index] = msgspec.structs.replace(event, ruling=msgspec.structs.replace(event.ruling, after=after))
    assert [str(unit) for unit in fold(events[: index + 1]).position.units] == ["A VIE"]


def test_a_record_begins_with_the_opening() -> None:
    with pytest.raises(NotOpened):
        evolve(None, Table(opening()).events[1])
