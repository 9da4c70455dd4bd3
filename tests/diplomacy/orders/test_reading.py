"""Orders as people write them: every case is read as it says, or misread as it says, and no case fails."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dragoman.diplomacy.board.mapfile import chart
from dragoman.diplomacy.board.position import Phase, PhaseKind, Position
from dragoman.diplomacy.orders.misreading import Misreading
from dragoman.diplomacy.orders.reading import Heading, Ignored, Read, ReadingContext, read_set
from dragoman.diplomacy.orders.writing import write

FOLDER = Path(__file__).parents[2] / "cases" / "orders"
CASES = [json.loads(line) for line in (FOLDER / "reading.jsonl").read_text(encoding="utf-8").splitlines()]
BOARD = chart("standard")
SEASONS = {PhaseKind.MOVEMENT: "Spring", PhaseKind.RETREAT: "Spring", PhaseKind.ADJUSTMENT: "Winter"}


def position(kind: PhaseKind, due: int, power: str) -> Position:
    """The opening, but for the phase, and with so many builds (or, below zero, removals) due to the power."""
    at = replace(BOARD.opening, phase=Phase(SEASONS[kind], 1901, kind))
    units = list(at.units_of(power))
    kept = tuple(u for u in at.units if u not in (units[:due] if due > 0 else ()))
    centres = {c: p for c, p in at.centres.items() if due >= 0 or c not in at.centres_of(power)[:-due]}
    return replace(at, units=kept, centres=centres)


def context(case: dict[str, Any]) -> ReadingContext:
    kind, power = PhaseKind(case.get("phase", "Movement")), case.get("power", "Austria")
    at = position(kind, case.get("due", 0), power)
    also = tuple(case.get("also", {}).items())
    return ReadingContext(BOARD, power, kind, at, case.get("tolerance", "D"), also)


def test_no_two_cases_share_a_name_or_ask_the_same() -> None:
    names = [case["id"] for case in CASES]
    asked = [json.dumps({k: v for k, v in case.items() if k != "id"}, sort_keys=True) for case in CASES]
    assert sorted(set(names)) == sorted(names)
    assert len(set(asked)) == len(asked) >= 150


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_line_is_read_as_its_case_says(case: dict[str, Any]) -> None:
    found = [item for item in read_set(case["text"], context(case)) if not isinstance(item, Heading)]
    if "orders" in case:
        assert all(isinstance(item, Read) for item in found), found
        reads = [item for item in found if isinstance(item, Read)]
        assert [write(item.line.order) for item in reads] == case["orders"]
        assert [note.partition(":")[0] for item in reads for note in item.line.notes] == case.get("notes", _glued(case))
    elif "misread" in case:
        assert len(found) == 1
        assert isinstance(found[0], Misreading), found
        assert (found[0].code, found[0].word) == (case["misread"], case["word"])
        assert case["text"][found[0].column - 1 :].startswith(case["word"])
    else:
        assert case["ignored"]
        assert all(isinstance(item, Ignored) for item in found), found


def _glued(case: dict[str, Any]) -> list[str]:
    return ["glued"] if case["text"].startswith("Avie") else []


@pytest.mark.parametrize("tolerance", ["A", "C"])
def test_an_inexact_writing_is_ambiguous_by_a_clause_and_the_order_is_suggested(tolerance: str) -> None:
    (told,) = read_set("A Viena - Trieste", context({"tolerance": tolerance}))
    assert isinstance(told, Misreading)
    assert (told.code, told.clause, told.suggestions) == ("ambiguous", f"III.2.{tolerance}", ("A VIE - TRI",))


@pytest.mark.parametrize("tolerance", ["A", "B", "C", "D"])
def test_what_may_mean_several_places_is_ambiguous_by_itself(tolerance: str) -> None:
    (told,) = read_set("A Liv - Yor", context({"tolerance": tolerance}))
    assert isinstance(told, Misreading)
    assert (told.code, told.clause, told.suggestions) == ("ambiguous", "", ("A LVN - YOR", "A LVP - YOR"))


@pytest.mark.parametrize(
    "text",
    [
        "Vienna - Galicia, I think, is a bad idea.",
        "A Vie - Gal, I think, is a bad idea.",
        "Wien - Galicia, luulen, on huono ajatus.",
    ],
)
def test_what_a_sentence_speaks_of_is_asked_about_and_not_ordered(text: str) -> None:
    found = read_set(text, context({}))
    assert not any(isinstance(item, Read) for item in found), found
    assert any(isinstance(item, Misreading) and item.suggestions for item in found)
