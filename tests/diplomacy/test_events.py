"""Whatever can happen is written down and read back as the same value, and equal events are equal bytes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from typing import get_args, get_origin, get_type_hints

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.diplomacy.games import some_game

from dragoman.diplomacy.adjudication.amending import Added, Change, Decided, Given, Removed, Reordered
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import Unit, UnitKind
from dragoman.diplomacy.events import Event, PhaseAdjudicated, decoded, encoded, recorded
from dragoman.diplomacy.events.corrections import ChangeRecord, change, change_record
from dragoman.diplomacy.events.democracy import BallotLineRecord
from dragoman.diplomacy.orders.order import (
    Build,
    Convoy,
    Disband,
    Hold,
    Line,
    Move,
    Order,
    Ordered,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)

KINDS = get_args(Event)

places = st.builds(Place, st.sampled_from(["VIE", "STP", "NTH", "SPA"]), st.sampled_from(["", "NC", "SC"]))
units = st.builds(
    Ordered, places, st.none() | st.sampled_from(UnitKind), st.none() | st.sampled_from(["Austria", "Russia"])
)
orders: st.SearchStrategy[Order] = st.one_of(
    st.builds(Hold, units),
    st.builds(Move, units, places, st.booleans(), st.lists(st.sampled_from(["NTH", "ENG"]), max_size=3).map(tuple)),
    st.builds(SupportHold, units, units),
    st.builds(SupportMove, units, units, places),
    st.builds(Convoy, units, units, places),
    st.builds(Retreat, units, places),
    st.builds(Disband, units),
    st.builds(Build, units),
    st.builds(Waive, st.integers(1, 5), st.none() | places),
)


lines = st.builds(Line, orders, st.text())
changes: st.SearchStrategy[Change] = st.one_of(
    st.builds(Reordered, st.sampled_from(["Austria", "Russia"]), lines),
    st.builds(Decided, lines, st.booleans()),
    st.builds(Removed, places, st.none() | st.sampled_from(UnitKind), st.sampled_from(["", "Russia"])),
    st.builds(Added, st.builds(Unit, st.just("Russia"), st.sampled_from(UnitKind), places)),
    st.builds(Given, st.just("BEL"), st.sampled_from(["", "France"])),
)


@given(changes)
def test_a_change_is_read_back_as_it_was_written_down(made: Change) -> None:
    record = msgspec.json.decode(msgspec.json.encode(change_record(made)), type=ChangeRecord)
    assert change(record) == made


@given(orders, st.text(), st.lists(st.text(), max_size=2).map(tuple))
def test_an_order_is_read_back_as_it_was_written_down(order: Order, text: str, notes: tuple[str, ...]) -> None:
    line = Line(order, text, notes)
    record = msgspec.json.decode(msgspec.json.encode(recorded.line_record(line)), type=recorded.LineRecord)
    assert recorded.line(record) == line


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@given(data=st.data())
def test_every_event_is_read_back_as_it_was_written_down(kind: type, data: st.DataObject) -> None:
    event = data.draw(_events(kind))
    again = decoded(encoded(event))
    assert again == event
    assert encoded(again) == encoded(event)
    assert json.loads(encoded(event))["type"] == kind.__name__
    assert json.loads(encoded(event))["v"] == 1


@cache
def _events(kind: type) -> st.SearchStrategy[Event]:
    """Events of a kind with any text and numbers in their fields; rulings are taken from games."""
    if kind is PhaseAdjudicated:
        return st.sampled_from(_rulings())
    fields = {name: _values(name, hint) for name, hint in get_type_hints(kind).items()}
    return st.builds(kind, **fields)


@cache
def _position() -> recorded.PositionRecord:
    return recorded.position_record(some_game(5, 4).state.position)


@cache
def _rulings() -> tuple[PhaseAdjudicated, ...]:
    return tuple(event for event in some_game(3, 6).events if isinstance(event, PhaseAdjudicated))


def _values(name: str, hint: object) -> st.SearchStrategy[object]:
    special: dict[str, st.SearchStrategy[object]] = {
        "v": st.just(1),
        "lines": st.lists(st.builds(recorded.line_record, st.builds(Line, orders, st.text())), max_size=3).map(tuple),
        "given": st.none() | st.just(_position()),
        "position": st.just(_position()),
        "ruling": st.sampled_from([event.ruling for event in _rulings()]),
    }
    by_type: dict[object, st.SearchStrategy[object]] = {
        datetime: st.datetimes(timezones=st.just(UTC)),
        int: st.integers(-(2**63), 2**63 - 1),
        tuple[ChangeRecord, ...]: st.lists(changes.map(change_record), max_size=3).map(tuple),
        Mapping[str, str]: st.dictionaries(st.text(max_size=5), st.text(max_size=5), max_size=4),
        Mapping[str, int]: st.dictionaries(st.text(max_size=5), st.integers(0, 99), max_size=4),
        Mapping[str, tuple[str, ...]]: st.dictionaries(
            st.text(max_size=5), st.lists(st.text(max_size=5), max_size=3).map(tuple), max_size=4
        ),
    }
    if name in special and hint != tuple[BallotLineRecord, ...]:
        return special[name]
    if hint in by_type:
        return by_type[hint]
    origin, within = get_origin(hint), get_args(hint)
    if origin is Mapping:
        return st.dictionaries(st.text(max_size=5), _values("", within[1]), max_size=3)
    if origin is tuple and len(within) == 2 and within[1] is ...:
        return st.lists(_values("", within[0]), max_size=3).map(tuple)
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct) and hint.__module__.endswith(WHOLE):
        return st.builds(hint, **{each: _values("", kind) for each, kind in get_type_hints(hint).items()})
    return st.from_type(hint)  # type: ignore[arg-type]


WHOLE = ("events.democracy", "events.payola")
"""Where records are made of any values, numbers in the ledger's own range."""


@given(st.integers(0, 10_000), st.integers(0, 8))
def test_a_ruling_is_read_back_as_it_was_given(seed: int, phases: int) -> None:
    table = some_game(seed, phases)
    rulings = [event.ruling for event in table.events if isinstance(event, PhaseAdjudicated)]
    assert [recorded.ruling_record(recorded.ruling(record)) for record in rulings] == rulings
    assert [turn.ruling for turn in table.state.turns] == [recorded.ruling(record) for record in rulings]


def test_what_no_version_wrote_is_not_read() -> None:
    with pytest.raises(msgspec.ValidationError):
        decoded(b'{"type":"Nonsense","at":"2026-03-02T18:00:00Z"}')
