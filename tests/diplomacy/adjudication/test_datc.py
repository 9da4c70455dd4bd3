"""Every case of DATC 3.0 under its preferences, and under the other answers for which a case tells the result."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from tests.diplomacy.adjudication.boards import (
    STANDARD,
    adjusted,
    case_files,
    dislodged,
    moves,
    open_to,
    retreats,
    ruled,
    sets,
    switches,
    told,
    verdict,
)

from dragoman.diplomacy.adjudication import adjudicate
from dragoman.diplomacy.adjudication.verdict import Code, Outcome
from dragoman.diplomacy.board.position import PhaseKind

Case = Mapping[str, Any]

CASES = case_files("datc")
MOVEMENT = [case for case in CASES if case["phase"] == "Movement"]
ADJUSTMENT = [case for case in CASES if case["phase"] == "Adjustment"]
EDITIONS = case_files("adjudication", "editions.toml")


def ids(case: Case) -> str:
    return str(case["id"])


def alternatives(cases: list[Case]) -> list[Any]:
    return [
        pytest.param(case, other, id=f"{case['id']}-{other['issue']}-{other['choice']}-{index}")
        for case in cases
        for index, other in enumerate(case.get("alternative", ()))
    ]


def test_every_case_of_the_document_is_here() -> None:
    by_section = {"A": 12, "B": 15, "C": 9, "D": 34, "E": 15, "F": 25, "G": 20, "H": 16, "I": 7, "J": 11}
    wanted = {f"6.{letter}.{n}" for letter, count in by_section.items() for n in range(1, count + 1)}
    assert {case["id"] for case in CASES} - {"6.J.9b"} == wanted


@pytest.mark.parametrize("case", MOVEMENT, ids=ids)
def test_movement(case: Case) -> None:
    expect = case["expect"]
    ruling = ruled(case["orders"], case["units"])
    assert dislodged(ruling) == sorted(expect["dislodged"])
    after = {power: told(ruling.after.units_of(power)) for power in expect["after"]}
    assert after == {power: sorted(texts) for power, texts in expect["after"].items()}
    assert len(ruling.after.units) == sum(map(len, expect["after"].values()))
    given = [text for texts in case["orders"].values() for text in texts]
    assert sorted(v.text for v in ruling.verdicts if v.text) == sorted(given)
    for text in set(expect["moves"]) & set(given):
        assert verdict(ruling, text).outcome is Outcome.SUCCEEDS
    for text in expect["fails"]:
        assert verdict(ruling, text).outcome is not Outcome.SUCCEEDS


@pytest.mark.parametrize("case", MOVEMENT, ids=ids)
def test_the_order_of_powers_units_and_lines_is_nothing(case: Case) -> None:
    random = Random(case["id"])
    plain = ruled(case["orders"], case["units"])
    powers = random.sample(sorted(case["orders"]), len(case["orders"]))
    shuffled = {power: random.sample(case["orders"][power], len(case["orders"][power])) for power in powers}
    again = ruled(shuffled, case["units"])
    assert again.after == plain.after
    assert sorted(again.verdicts, key=lambda v: (v.power, v.text)) == sorted(
        plain.verdicts, key=lambda v: (v.power, v.text)
    )


@pytest.mark.parametrize(("case", "other"), alternatives(MOVEMENT))
def test_other_answers(case: Case, other: Case) -> None:
    ruling = ruled(case["orders"], case["units"], other["switches"])
    if other.get("undefined"):  # the rules give no result; the backup rule must give one all the same
        again = ruled(case["orders"], case["units"], other["switches"])
        assert all(v.code for v in ruling.verdicts)
        assert again == ruling
        return
    for retreat in other.get("closed", ()):
        assert not open_to(ruling, retreat)
    if "moves" in other:
        assert moves(ruling) == sorted(text.removesuffix(" VIA") for text in other["moves"])
    if "dislodged" in other:
        assert dislodged(ruling) == sorted(other["dislodged"])


@pytest.mark.parametrize("case", EDITIONS, ids=lambda case: f"{case['case']}-{case['edition']}")
def test_rulebooks(case: Case) -> None:
    (board,) = (c for c in MOVEMENT if c["id"] == case["case"])
    ruling = ruled(board["orders"], board["units"], case["switches"])
    assert moves(ruling) == sorted(case["moves"])
    assert dislodged(ruling) == sorted(case["dislodged"])


@pytest.mark.parametrize("case", [case for case in MOVEMENT if "retreat" in case], ids=ids)
def test_retreats(case: Case) -> None:
    ruling = ruled(case["orders"], case["units"])
    part = case["retreat"]
    for retreat in part.get("open", ()):
        assert open_to(ruling, retreat)
    for retreat in part.get("closed", ()):
        assert not open_to(ruling, retreat)
    if "orders" not in part:
        return
    assert ruling.after.phase.kind is PhaseKind.RETREAT
    after = adjudicate(STANDARD, ruling.after, sets(part["orders"]), switches({}))
    assert retreats(after) == sorted(part["retreats"])
    assert told(after.removed) == sorted(part["disbands"])
    for text in part.get("void", ()):
        assert verdict(after, text).outcome is Outcome.VOID


@pytest.mark.parametrize("case", ADJUSTMENT, ids=ids)
def test_adjustments(case: Case) -> None:
    ruling = adjusted(case.get("orders", {}), case["units"], case["centres"])
    assert told(ruling.built) == sorted(case["expect"].get("built", ()))
    assert told(ruling.removed) == sorted(case["expect"].get("removed", ()))
    lines = [text for texts in case.get("orders", {}).values() for text in texts]
    assert sorted(v.text for v in ruling.verdicts if v.text) == sorted(lines)
    done = [v for v in ruling.verdicts if v.outcome is Outcome.SUCCEEDS]
    assert {v.unit for v in done} == {*ruling.built, *ruling.removed}
    assert all(v.code in (Code.OK, Code.NOT_ORDERED) for v in done)


@pytest.mark.parametrize(("case", "other"), alternatives(ADJUSTMENT))
def test_other_answers_in_adjustments(case: Case, other: Case) -> None:
    ruling = adjusted(case.get("orders", {}), case["units"], case["centres"], other["switches"])
    assert told(ruling.built) == sorted(other.get("built", ()))
    assert told(ruling.removed) == sorted(other.get("removed", ()))
