"""Orders at random, as values and as people write them, for the laws that hold of all."""

from __future__ import annotations

from hypothesis import strategies as st

from dragoman.diplomacy.board.mapfile import chart
from dragoman.diplomacy.board.province import Place, Terrain
from dragoman.diplomacy.board.unit import UnitKind
from dragoman.diplomacy.orders.order import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Ordered,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)

BOARD = chart("standard")
PROVINCES = [p for p in BOARD.provinces.values() if p.terrain is not Terrain.IMPASSABLE]
SEAS = sorted(p.id for p in PROVINCES if p.convoys)

places = st.sampled_from([place for province in PROVINCES for place in province.places])
kinds = st.sampled_from([*UnitKind, None])
powers = st.sampled_from([None, None, *BOARD.powers])
units = st.builds(Ordered, places, kinds, powers)


def _move(unit: Ordered, to: Place, via: bool, route: list[str]) -> Move:
    """A stated route says that the move is by convoy, and ends elsewhere than it passes."""
    stated = tuple(sea for sea in route if sea != to.province)
    return Move(unit, to, via or bool(stated), stated)


moves = st.builds(_move, units, places, st.booleans(), st.lists(st.sampled_from(SEAS), max_size=3, unique=True))
orders: st.SearchStrategy[Order] = st.one_of(
    st.builds(Hold, units),
    moves,
    st.builds(SupportHold, units, units),
    st.builds(SupportMove, units, units, places),
    st.builds(Convoy, units, units, places),
    st.builds(Retreat, units, places),
    st.builds(Disband, units),
    st.builds(Build, units),
    st.builds(Waive, st.integers(1, 99)),
    st.builds(Waive, st.just(1), places),
)

# --- as people write them ---

called = st.sampled_from([name for p in PROVINCES for name in (p.id, p.name, *p.aliases.get("en", ()))])
types = st.sampled_from(["A", "F", "Army", "Fleet", "a", "f"])
spelt_units = st.builds("{} {}".format, types, called)
goes = st.sampled_from([" - ", "-", " -> ", " to ", " moves to ", " – "])
helps = st.sampled_from([" S ", " supports ", " s "])
spelt = st.one_of(
    st.builds("{}{}".format, spelt_units, st.sampled_from([" H", " holds", " B", " D", " hold"])),
    st.builds("{}{}{}{}".format, spelt_units, goes, called, st.sampled_from(["", "", " VIA", " (c)"])),
    st.builds("{}{}{}".format, spelt_units, helps, spelt_units),
    st.builds("{}{}{}{}{}".format, spelt_units, helps, spelt_units, goes, called),
    st.builds("{} C {}{}{}".format, spelt_units, spelt_units, goes, called),
    st.builds("{} R {}".format, spelt_units, called),
)

LETTERS = "abcdefghijklmnopqrstuvwxyzåäöACFHSRBD -/().,;:'0"


@st.composite
def slips(draw: st.DrawFn) -> tuple[str, str]:
    """A good order, and the same with one slip of the pen: a letter lost, another, one too many, or two exchanged."""
    good = draw(spelt)
    at, letter = draw(st.integers(0, len(good) - 1)), draw(st.sampled_from(LETTERS))
    spoilt = [
        good[:at] + good[at + 1 :],
        good[:at] + letter + good[at + 1 :],
        good[:at] + letter + good[at:],
        good[:at] + good[at + 1 : at + 2] + good[at : at + 1] + good[at + 2 :],
    ]
    return good, draw(st.sampled_from(spoilt))
