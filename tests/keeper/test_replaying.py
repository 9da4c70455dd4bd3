"""The command `replay`: recorded games are held against the adjudicator, and every difference is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from dragoman.cli import main

HOMES = {"Austria": ["BUD"], "Turkey": ["CON"]}
FIRST = {
    "game": "made/1", "variant": "standard", "season": "Spring", "year": 1901, "phase": "Movement",
    "units": [["Austria", "A", "BUD"], ["Austria", "A", "TRI"], ["Turkey", "A", "SER"], ["Turkey", "F", "AEG"]],
    "dislodged": [], "centers": HOMES,
    "orders": {"Austria": ["A BUD - SER", "A TRI S A BUD - SER"], "Turkey": ["F AEG - GRE"]},
    "next_phase": ["Spring", 1901, "Retreat"],
    "next_units": [["Austria", "A", "SER"], ["Austria", "A", "TRI"], ["Turkey", "F", "GRE"]],
    "next_dislodged": [["Turkey", "A", "SER"]], "next_centers": HOMES,
}  # fmt: skip
RETREAT = {
    **FIRST, "phase": "Retreat", "units": FIRST["next_units"], "dislodged": FIRST["next_dislodged"],
    "orders": {"Turkey": ["A SER R BUD"]}, "next_phase": "F1901M", "next_dislodged": [],
}  # fmt: skip


def run(tmp_path: Path, *lines: dict[str, Any] | str, args: tuple[str, ...] = ()) -> Result:
    file = tmp_path / "games.jsonl"
    file.write_text("".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines), "utf-8")
    return CliRunner().invoke(main, ["replay", *args, str(file)])


def told(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()[:-1]]


def test_equal_phases_are_counted(tmp_path: Path) -> None:
    result = run(tmp_path, FIRST, RETREAT)
    assert result.exit_code == 0
    assert result.stdout.startswith("games 1, phases 2, orders 4, differences 0, excused 0, phases/s ")


def test_retreats_know_where_the_attacker_came_from_by_the_line_before(tmp_path: Path) -> None:
    """A SER may not go to BUD; alone, the line could not know."""
    went = [*RETREAT["next_units"], ["Turkey", "A", "BUD"]]
    assert run(tmp_path, {**RETREAT, "next_units": went}).exit_code == 0
    result = run(tmp_path, FIRST, {**RETREAT, "next_units": went})
    assert result.exit_code == 1
    (difference,) = told(result)
    assert difference["differences"] == {"units": {"recorded": [["Turkey", "A", "BUD"]], "ruled": []}}
    other = {**FIRST, "game": "made/2"}
    assert run(tmp_path, other, {**RETREAT, "next_units": went}).exit_code == 0  # another game tells nothing


def test_each_kind_of_difference_is_told(tmp_path: Path) -> None:
    changed = {
        **FIRST,
        "next_units": [["Austria", "A", "SER"], ["Austria", "A", "TRI"]],
        "next_dislodged": [],
        "next_centers": {**HOMES, "Austria": ["BUD", "SER"]},
    }
    result = run(tmp_path, changed)
    assert result.exit_code == 1
    (difference,) = told(result)
    assert difference["game"] == "made/1"
    assert set(difference["differences"]) == {"units", "dislodged", "centers"}
    assert [o["text"] for o in difference["orders"]] == ["A BUD - SER", "A TRI S A BUD - SER", "F AEG - GRE", ""]
    wrong = run(tmp_path, {**FIRST, "next_phase": ["Fall", 1900, "Movement"]})
    assert told(wrong)[0]["differences"]["next"]["ruled"] == ["Spring", 1901, "Retreat"]


def test_a_noted_line_is_excused_and_an_open_one_only_adjudicated(tmp_path: Path) -> None:
    noted = {**FIRST, "next_units": [], "notes": ["unit count differs by -3"]}
    result = run(tmp_path, noted)
    assert (result.exit_code, told(result)) == (0, [])
    assert "differences 0, excused 1" in result.stdout
    assert "excused 1" in run(tmp_path, {**noted, "notes": "unit count differs by -3"}).stdout
    last = {key: value for key, value in FIRST.items() if not key.startswith("next_")}
    assert "phases 1, orders 3, differences 0" in run(tmp_path, last).stdout


def test_a_record_may_leave_out_phases_without_orders(tmp_path: Path) -> None:
    """Nobody ordered the retreat, so the record goes on with the fall: the unit is gone."""
    gap = {**FIRST, "next_phase": ["Fall", 1901, "Movement"], "next_dislodged": []}
    assert run(tmp_path, gap).exit_code == 0
    stayed = {**gap, "next_units": [*gap["next_units"], ["Turkey", "A", "BUL"]]}
    assert run(tmp_path, stayed).exit_code == 1


def test_a_record_may_keep_an_adjustment_phase_with_nothing_to_adjust(tmp_path: Path) -> None:
    even = {
        **FIRST, "season": "Fall", "units": [["Austria", "A", "SER"], ["Turkey", "F", "GRE"]], "centers": {},
        "orders": {}, "next_phase": ["Fall", 1901, "Adjustment"],
        "next_units": [["Austria", "A", "SER"], ["Turkey", "F", "GRE"]], "next_dislodged": [],
        "next_centers": {"Austria": ["SER"], "Turkey": ["GRE"]},
    }  # fmt: skip
    assert run(tmp_path, even).exit_code == 0
    assert run(tmp_path, {**even, "next_centers": {"Turkey": ["GRE"]}}).exit_code == 1
    assert run(tmp_path, {**even, "next_phase": ["Fall", 1900, "Adjustment"]}).exit_code == 1


def test_adjustments_may_be_recorded_in_the_fall_or_in_winter(tmp_path: Path) -> None:
    short = {
        **FIRST, "season": "Fall", "units": [["Austria", "A", "SER"], ["Austria", "A", "BUL"]], "centers": {},
        "orders": {"Austria": ["A BUL - GRE"]}, "next_units": [["Austria", "A", "GRE"], ["Austria", "A", "SER"]],
        "next_dislodged": [], "next_centers": {"Austria": ["GRE", "SER"]},
    }  # fmt: skip
    more = {**short, "centers": {"Austria": ["BUD"]}, "next_centers": {"Austria": ["BUD", "GRE", "SER"]}}
    for phase in (["Fall", 1901, "Adjustment"], ["Winter", 1901, "Adjustment"], "W1901A", "F1901A"):
        assert run(tmp_path, {**more, "next_phase": phase}).exit_code == 0


def test_a_bad_line_is_told_and_the_rest_goes_on(tmp_path: Path) -> None:
    result = run(tmp_path, "{", {**FIRST, "variant": "atlantis"}, FIRST)
    assert result.exit_code == 1
    bad, unknown = told(result)
    assert "line 1:" in bad["error"]
    assert "atlantis" in unknown["error"]
    assert "phases 1, orders 3, differences 0, excused 0, unreadable 2" in result.stdout


@pytest.mark.parametrize("next_phase", ["nonsense", ["Monsoon", 1901, "Movement"], ["Fall", 1901, "Siesta"], "X1901M"])
def test_a_next_phase_that_is_none_makes_a_bad_line(tmp_path: Path, next_phase: object) -> None:
    result = run(tmp_path, {**FIRST, "next_phase": next_phase})
    assert result.exit_code == 1
    assert "no phase to come next" in told(result)[0]["error"]
    assert run(tmp_path, {**FIRST, "next_phase": "COMPLETED"}).exit_code == 0


def test_rules_reach_the_replay(tmp_path: Path) -> None:
    walked = {
        **FIRST, "units": [["England", "A", "BEL"]], "orders": {"England": ["A BEL - HOL VIA"]}, "centers": {},
        "next_phase": "F1901M", "next_units": [["England", "A", "HOL"]], "next_dislodged": [], "next_centers": {},
    }  # fmt: skip
    assert run(tmp_path, walked, args=("--rules", "droidippy")).exit_code == 0
    assert run(tmp_path, walked, args=("--rules", "datc")).exit_code == 1
    assert run(tmp_path, walked, args=("--set", "4.A.3=u1 fallback")).exit_code == 0


def test_a_kept_retreat_phase_in_which_nobody_can_retreat_is_passed_over(tmp_path: Path) -> None:
    """All that it keeps are the centres as they were; they are compared when it is done."""
    held = [["Austria", "A", "BUD"], ["Turkey", "A", "SER"]]
    before = {"Austria": ["BUD"], "Turkey": ["CON"]}
    fall = {
        **FIRST, "season": "Fall", "units": held, "orders": {}, "next_units": held, "next_dislodged": [],
        "centers": before, "next_centers": before, "next_phase": ["Fall", 1901, "Retreat"],
    }  # fmt: skip
    taken = {"Austria": ["BUD"], "Turkey": ["CON", "SER"]}
    idle = {**fall, "phase": "Retreat", "next_centers": taken, "next_phase": ["Fall", 1901, "Adjustment"]}
    assert run(tmp_path, fall, idle).exit_code == 0
    (difference,) = told(run(tmp_path, fall, {**idle, "next_centers": before}))
    assert difference["differences"] == {"centers": {"recorded": [], "ruled": [["SER", "Turkey"]]}}


def test_a_unit_recorded_twice_over_is_one(tmp_path: Path) -> None:
    assert run(tmp_path, {**FIRST, "units": [*FIRST["units"], FIRST["units"][0]]}).exit_code == 0
    other = [*FIRST["units"], ["Turkey", "A", "BUD"]]
    assert "stand in one province" in told(run(tmp_path, {**FIRST, "units": other}))[0]["error"]
