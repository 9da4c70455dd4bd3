"""`dragoman read`: each line told with what it is; every reading case through the command says the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from dragoman.keeper.reading import read

TEXT = """Dear GM,
A Vie - Gal
press to France: hello
please do not move
end press
A Bud - Serb
f tri hold; a bud - rum
A Viena - Xyzzy
A Nor H
A Mun H
F Tri - Ser
Germany: A Mun H
final

Army Galicia supports
Army Vienna
"""


def run(text: str, *options: str) -> tuple[int, list[dict[str, Any]]]:
    done = CliRunner().invoke(read, ["--power", "Austria", *options], input=text)
    assert done.exit_code != 1 or not done.stderr, done.stderr
    return done.exit_code, [json.loads(line) for line in done.stdout.splitlines()]


def test_each_line_is_told_with_what_it_is() -> None:
    status, told = run(TEXT)
    assert [(line["line"], line["status"], line["order"]) for line in told] == [
        (1, "ignored", None),
        (2, "order", "A VIE - GAL"),
        (3, "command", None),
        (4, "command", None),
        (5, "command", None),
        (6, "order", "A BUD - SER"),
        (7, "order", "F TRI H"),
        (7, "order", "A BUD - RUM"),
        (8, "unreadable", None),
        (9, "ambiguous", None),
        (10, "illegal", "A MUN H"),
        (11, "illegal", "F TRI - SER"),
        (12, "illegal", "A MUN H"),
        (13, "command", None),
        (14, "ignored", None),
        (15, "illegal", "A GAL S A VIE"),
        (16, "ignored", None),
    ]
    assert status == 1
    assert [set(line) for line in told] == [{"line", "text", "status", "order", "notes", "why", "suggestions"}] * 17
    assert told[5]["notes"] == ["read “Serb” as Serbia"]
    assert "A NTH H" in told[9]["suggestions"]
    assert all(line["why"] for line in told if line["status"] in ("illegal", "ambiguous", "unreadable"))


def test_all_is_well_where_every_line_can_be_followed() -> None:
    assert run("A Vie - Gal\nthanks\n")[0] == 0


@pytest.mark.parametrize(
    ("tolerance", "status"), [("A", "ambiguous"), ("B", "order"), ("C", "ambiguous"), ("D", "order")]
)
def test_the_tolerance_is_that_of_the_house_rules(tolerance: str, status: str) -> None:
    assert run("A Viena - Galicia\n", "--set", f"III.2={tolerance}")[1][0]["status"] == status


def test_another_position_may_be_given(tmp_path: Path) -> None:
    at = {"season": "Fall", "year": 1901, "phase": "Adjustment", "units": [["Austria", "A", "VIE"]], "orders": {},
          "centers": {"Austria": ["BUD", "TRI", "VIE"]}}  # fmt: skip
    file = tmp_path / "position.json"
    file.write_text(json.dumps(at))
    _, told = run("A Bud\nF Tri B\nA Vie B\nwaive\n", "--position", str(file))
    assert [(line["status"], line["order"]) for line in told] == [
        ("order", "A BUD B"),
        ("order", "F TRI B"),
        ("illegal", "A VIE B"),
        ("order", "WAIVE"),
    ]


def test_a_power_may_be_called_by_any_of_its_names() -> None:
    done = CliRunner().invoke(read, ["--power", "itävalta"], input="A Vie H")
    assert done.exit_code == 0
    unknown = CliRunner().invoke(read, ["--power", "Atlantis"], input="A Vie H")
    assert unknown.exit_code == 2
    assert "Austria" in unknown.stderr


def test_bytes_of_any_kind_are_read() -> None:
    done = CliRunner().invoke(read, ["--power", "Austria"], input=b"A Vie \x96 Gal\n\xff\xfe\n")
    assert done.exit_code in (0, 1)
    assert len(done.stdout.splitlines()) == 2
