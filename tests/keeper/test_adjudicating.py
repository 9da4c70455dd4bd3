"""The command `adjudicate`: one answer for each line, whatever the line, and house rules that reach the ruling."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from dragoman.cli import main

SERBIA = {
    "id": "serbia",
    "season": "Spring",
    "year": 1901,
    "phase": "Movement",
    "units": [["Austria", "A", "BUD"], ["Austria", "A", "TRI"], ["Turkey", "A", "SER"], ["Turkey", "F", "GRE"]],
    "centers": {"Austria": ["BUD", "TRI"], "Turkey": ["SER"]},
    "orders": {"Austria": ["A BUD - SER", "a tri s bud-ser"], "Turkey": ["A SER - ALB", "F GRE - ALB"]},
}


def run(*lines: object, args: tuple[str, ...] = ()) -> Result:
    text = "".join(line + "\n" if isinstance(line, str) else json.dumps(line) + "\n" for line in lines)
    return CliRunner().invoke(main, ["adjudicate", *args], input=text)


def answers(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_the_answer_tells_each_order_and_can_be_the_next_question() -> None:
    result = run(SERBIA)
    assert result.exit_code == 0
    (answer,) = answers(result)
    assert answer["id"] == "serbia"
    told = {(o["power"], o["text"]): o for o in answer["orders"]}
    assert told["Austria", "A BUD - SER"] == {
        "power": "Austria", "text": "A BUD - SER", "order": "A BUD - SER", "outcome": "succeeds", "dislodged": False,
        "code": "ok", "by": [], "dislodged_by": None, "clause": "rulebook", "why": "The move succeeded.",
    }  # fmt: skip
    assert told["Austria", "a tri s bud-ser"]["order"] == "A TRI S A BUD - SER"
    lost = told["Turkey", "A SER - ALB"]
    assert (lost["outcome"], lost["dislodged"], lost["code"], lost["by"]) == (
        "fails", True, "bounced", [["Turkey", "F", "GRE"]],
    )  # fmt: skip
    assert lost["dislodged_by"] == ["Austria", "A", "BUD"]
    assert answer["dislodged"] == [["Turkey", "A", "SER"]]
    assert answer["attacked_from"] == {"SER": "BUD"}
    assert answer["contested"] == ["ALB"]
    assert answer["retreats"] == {"SER": ["BUL", "RUM"]}
    assert answer["next"] == ["Spring", 1901, "Retreat"]
    assert answer["winner"] is None

    season, year, phase = answer["next"]
    keys = ("units", "dislodged", "attacked_from", "contested", "centers")
    after = {"season": season, "year": year, "phase": phase, **{key: answer[key] for key in keys}}
    (retreat,) = answers(run({**after, "orders": {"Turkey": ["A SER R ALB"]}}))
    assert [(o["outcome"], o["code"]) for o in retreat["orders"]] == [("void", "illegal-retreat")]
    assert retreat["removed"] == [["Turkey", "A", "SER"]]
    assert retreat["next"] == ["Fall", 1901, "Movement"]


def test_a_bad_line_is_answered_and_the_rest_goes_on() -> None:
    result = run(
        {"id": 1, "season": "Spring"}, "{", "", "\udcff".encode(errors="surrogateescape").decode("latin-1"), SERBIA
    )
    assert result.exit_code == 1
    first, second, third, last = answers(result)
    assert first == {"id": 1, "error": "line 1: “year” is missing"}
    assert (second["id"], third["id"]) == (None, None)
    assert (second["error"][:7], third["error"][:7]) == ("line 2:", "line 4:")  # blank lines count, and are passed over
    assert last["id"] == "serbia"
    assert last["dislodged"] == [["Turkey", "A", "SER"]]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"season": "Monsoon"}, "Spring, Fall, Winter"),
        ({"phase": "Siesta"}, "Movement, Retreat or Adjustment"),
        ({"units": [["Austria", "A", "BUX"]]}, "BUX"),
        ({"units": [["Austria", "F", "STP"]]}, "STP/NC or STP/SC"),
        ({"units": [["Austria", "A", "NTH"]]}, "A NTH"),
        ({"units": [["Austria", "X", "BUD"]]}, "A or F"),
        ({"units": [["Atlantis", "A", "BUD"]]}, "Austria, England"),
        ({"units": [["Austria", "A", "BUD"], ["Italy", "A", "BUD"]]}, "one province"),
        ({"units": [["Austria", "A", "BUD"], ["Austria", "A", "BUD"]]}, "one province"),
        ({"variant": "atlantis"}, "standard"),
        ({"centers": {"Austria": ["BUX"]}}, "BUX"),
        ({"phase": "Adjustment", "centers": None}, "centers"),
        ({"contested": ["BUX"]}, "BUX"),
        ({"year": "1901"}, "“year” must be a whole number, not text"),
        ({"year": 1901.5}, "“year” must be a whole number, not a number with a fraction"),
        ({"orders": {"Austria": [3]}}, "“orders[0]” must be text, not a whole number"),
        ({"centers": {"Austria": ["BUD"], "Turkey": ["BUD"]}}, "BUD is a centre of Austria and of Turkey"),
        ({"centers": {"Austria": ["BOH"]}}, "BOH is no supply centre"),
        ({"season": "Winter"}, "Winter has no Movement; write one of Spring, Fall"),
        ({"units": "A BUD"}, "“units” must be a list, not text"),
        ({"units": [["Austria", "A"]]}, "“units[0]” must be a list of 3"),
    ],
)
def test_an_unfit_question_is_told_what_is_wrong(change: dict[str, Any], told: str) -> None:
    result = run({**SERBIA, **change})
    assert result.exit_code == 1
    (answer,) = answers(result)
    assert answer["id"] == "serbia"
    assert told in answer["error"]


@pytest.mark.parametrize(
    "line",
    [
        "[" * 100_000,
        '{"id":1,"other":' + "[" * 100_000,
        '{"id":1,"units":' + "[" * 100_000,
        '{"id":1,"orders":' + '{"a":' * 100_000,
    ],
)
def test_a_line_nested_out_of_all_measure_is_a_bad_line(line: str) -> None:
    result = run(line, SERBIA)
    assert result.exit_code == 1
    bad, good = answers(result)
    assert bad["error"].startswith("line 1: ")
    assert good["id"] == "serbia"


def test_a_line_with_half_a_character_keeps_its_id() -> None:
    result = run('{"id": 5, "season": "\\ud800"}', SERBIA)
    bad, good = answers(result)
    assert (bad["id"], good["id"]) == (5, "serbia")
    assert "half a character" in bad["error"]


def test_a_mark_of_byte_order_before_the_first_line_is_passed_over() -> None:
    result = CliRunner().invoke(main, ["adjudicate"], input=b"\xef\xbb\xbf" + json.dumps(SERBIA).encode() + b"\n")
    assert (result.exit_code, answers(result)[0]["id"]) == (0, "serbia")


def test_an_order_that_is_none_is_void_and_harms_nothing_beside_it() -> None:
    orders = {"Austria": ["A BUD - SER", "A TRI gronks", "A TRI S A BUD - SER"], "Atlantis": ["A SER H"]}
    result = run({**SERBIA, "orders": orders})
    assert result.exit_code == 1
    (answer,) = answers(result)
    told = {(o["power"], o["text"]): o for o in answer["orders"]}
    assert told["Austria", "A BUD - SER"]["outcome"] == "succeeds"
    for key, word in ((("Austria", "A TRI gronks"), "gronks"), (("Atlantis", "A SER H"), "Atlantis")):
        assert told[key]["order"] is None
        assert told[key]["outcome"] == "void"
        assert word in told[key]["why"]


def test_the_order_of_powers_units_and_keys_does_not_matter() -> None:
    turned = {key: SERBIA[key] for key in reversed(SERBIA)}
    turned["units"] = list(reversed(SERBIA["units"]))  # type: ignore[call-overload]
    turned["orders"] = {p: list(reversed(o)) for p, o in reversed(SERBIA["orders"].items())}  # type: ignore[attr-defined]

    def plain(answer: dict[str, Any]) -> dict[str, Any]:
        return {**answer, "orders": sorted(answer["orders"], key=lambda o: (o["power"], o["text"]))}

    assert [plain(a) for a in answers(run(turned))] == [plain(a) for a in answers(run(SERBIA))]


KIDNAPPING = {
    "season": "Spring", "year": 1901, "phase": "Movement",
    "units": [["England", "A", "NWY"], ["Russia", "F", "SWE"], ["Germany", "F", "SKA"]],
    "orders": {"England": ["A NWY - SWE"], "Russia": ["F SWE - NWY"], "Germany": ["F SKA C A NWY - SWE"]},
}  # fmt: skip
"""DATC 6.G.2: the rules for convoys to a neighbour disagree about it."""


@pytest.mark.parametrize(
    ("args", "moved"),
    [
        ((), False),
        (("--set", "VI.2=A"), True),
        (("--set", "4.A.3=a"), True),
        (("--rules", "1971"), True),
        (("--rules", "1971", "--set", "4.A.3=c"), False),
        (("--rules", "droidippy"), False),
    ],
)
def test_house_rules_reach_the_ruling(args: tuple[str, ...], moved: bool) -> None:
    (answer,) = answers(run(KIDNAPPING, args=args))
    assert (["England", "A", "SWE"] in answer["units"]) == moved


def test_rules_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "club.toml"
    file.write_text('"VI.2" = "A"\n', encoding="utf-8")
    (answer,) = answers(run(KIDNAPPING, args=("--rules", str(file))))
    assert ["England", "A", "SWE"] in answer["units"]


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("--rules", "datk"), "write datc"),
        (("--rules", "missing.toml"), "missing.toml cannot be read"),
        (("--set", "VI.4"), "write CLAUSE=VALUE"),
        (("--set", "VI.4=Q"), "A, B, C, D"),
        (("--set", "VI.4=A", "--set", "4.A.1=b"), "VI.4=A and 4.A.1=b contradict each other"),
        (("missing.jsonl",), "missing.jsonl cannot be read: no such file or directory"),
        (("--compare", "VI.2", "--text"), "--text cannot be had with --compare"),
    ],
)
def test_useless_options_and_files_end_it_with_one_line(args: tuple[str, ...], told: str) -> None:
    result = run(SERBIA, args=args)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1
    assert told in result.stderr


def test_files_may_be_packed_and_a_damaged_one_is_told(tmp_path: Path) -> None:
    packed = tmp_path / "phases.jsonl.gz"
    packed.write_bytes(gzip.compress(json.dumps(SERBIA).encode()))
    assert CliRunner().invoke(main, ["adjudicate", str(packed)]).exit_code == 0
    packed.write_bytes(packed.read_bytes()[:-12])
    result = CliRunner().invoke(main, ["adjudicate", str(packed)])
    assert result.exit_code == 2
    assert "phases.jsonl.gz cannot be read" in result.stderr


def test_plain_text_for_people() -> None:
    result = run(SERBIA, args=("--text",))
    assert "Spring 1901, Movement (serbia)" in result.stdout
    assert "* A SER - ALB: A SER - ALB bounced: Turkish F GRE - ALB had equal strength (1 against 1)." in result.stdout
    assert "a tri s bud-ser [A TRI S A BUD - SER]: The support was given." in result.stdout
    assert "Dislodged: Turkey A SER, may retreat to BUL, RUM." in result.stdout


def test_choices_of_a_clause_are_compared() -> None:
    result = run({"id": 1, **KIDNAPPING}, args=("--compare", "vi.2"))
    assert result.exit_code == 1
    (told,) = answers(result)
    assert (told["id"], told["clause"], told["choice"]) == (1, "VI.2", "B")
    assert [r["choices"] for r in told["results"]] == [["A", "4.A.3.a"], ["B", "C", "4.A.3.b"]]
    assert [["England", "A", "SWE"] in r["units"] for r in told["results"]] == [True, False]
    same = run({"id": 1, **KIDNAPPING}, args=("--compare", "4.A.1"))
    assert same.exit_code == 0
    assert run(KIDNAPPING, args=("--compare", "VII.1")).exit_code == 2


def test_a_field_that_is_nearly_known_is_an_error_and_others_are_told() -> None:
    """`ordrs`: every unit would hold, and be ruled upon as if nobody had ordered it."""
    slips = {"ordrs": "orders", "centres": "centers", "Dislodgd": "dislodged"}
    lines = [{**{k: v for k, v in SERBIA.items() if k != right}, wrong: {}} for wrong, right in slips.items()]
    result = run(*lines, {**SERBIA, "weather": "fine"}, {**SERBIA, "weather": "fine", "next_units": []})
    assert result.exit_code == 1
    *wrong, first, second = answers(result)
    assert [each["error"] for each in wrong] == [
        f"line {n}: the field “{slip}” is not known: write “{right}”"
        for n, (slip, right) in enumerate(slips.items(), 1)
    ]
    assert [each["id"] for each in wrong] == ["serbia"] * 3
    assert first["orders"] == second["orders"]
    assert result.stderr.splitlines() == ["line 4: the field “weather” is not known here, and is passed over"]
