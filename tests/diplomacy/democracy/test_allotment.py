"""How many votes a power has, by the numbers of the variant's text, and which observers have any."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from tests.diplomacy.tables import position

from dragoman.diplomacy.board.mapfile import chart
from dragoman.diplomacy.board.position import Position
from dragoman.diplomacy.democracy.allotment import allotment, may_watch
from dragoman.diplomacy.democracy.settings import Watching, rules
from dragoman.diplomacy.houserules.presets import preset
from dragoman.diplomacy.houserules.sheet import Sheet

CASES = tomllib.loads((Path(__file__).parents[2] / "cases/democracy/allotments.toml").read_text("utf-8"))["case"]


def sheet(chosen: dict[str, str] | None = None) -> Sheet:
    base = preset("democracy")
    assert isinstance(base, Sheet)
    made = base.overlaid((chosen or {}).items())
    assert isinstance(made, Sheet), made
    return made


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_power_has_so_many_votes(case: dict[str, Any]) -> None:
    at = position("W1904A", case.get("units", {}), case["centres"])
    worth = rules(sheet(case.get("rules"))).worth
    assert allotment(chart("standard"), at, case["power"], worth) == case["votes"]


def test_neutral_is_what_nobody_owned_at_first_by_the_other_choice() -> None:
    """On the standard map both choices of D.3 come to the same for every power and centre."""
    board = chart("standard")
    for power in board.powers:
        for centre in sorted(board.centres):
            at: Position = position("W1904A", {}, {power: centre})
            both = {allotment(board, at, power, rules(sheet({"D.3": letter})).worth) for letter in "AB"}
            assert len(both) == 1, (power, centre)


@pytest.mark.parametrize(
    ("first", "latest", "anew", "votes"),
    [
        (1901, 1901, False, True),  # signed on in autumn 1901
        (1902, 1902, False, False),  # signed on in spring 1902
        (1901, 1903, False, True),  # came back: counts as of the first time
        (1901, 1903, True, False),
    ],
)
def test_observers_vote_who_signed_on_before_spring_1902(first: int, latest: int, anew: bool, votes: bool) -> None:
    assert may_watch(chart("standard"), first, latest, Watching(1, anew)) is votes


def test_none_or_all_observers_vote_by_the_other_choices() -> None:
    board = chart("standard")
    assert rules(sheet({"D.4": "B"})).watching.years == 0
    assert not may_watch(board, 1901, 1901, rules(sheet({"D.4": "B"})).watching)
    assert may_watch(board, 1930, 1930, rules(sheet({"D.4": "C"})).watching)
