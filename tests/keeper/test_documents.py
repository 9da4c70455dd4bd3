"""The command `houserules`: the document in text, HTML and JSON, preset files, and what sets two presets apart."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dragoman.cli import main
from dragoman.diplomacy.houserules.catalogue import CATALOGUE


def run(*args: str) -> Result:
    return CliRunner().invoke(main, ["houserules", *args])


def test_json_lists_every_clause_under_its_number() -> None:
    result = run("--json", "--set", "VI.4=B", "--set", "VII.6=B grace=12 contact=36")
    assert result.exit_code == 0
    told = json.loads(result.stdout)
    assert list(told) == list(CATALOGUE)
    assert (told["VI.4"]["choice"], told["VI.4"]["default"], told["VI.4"]["differs"]) == ("B", "D", True)
    assert [a["letter"] for a in told["VI.4"]["alternatives"]] == ["A", "B", "C", "D"]
    assert told["VII.6"]["values"] == {"grace": "12", "contact": "36"}
    assert told["VII.6"]["written"] == "B grace=12 contact=36"
    (b,) = [a for a in told["VII.6"]["alternatives"] if a["letter"] == "B"]
    assert b["text"].startswith("Once in the game a player is granted 12 hours of grace")
    assert {"name": "grace", "unit": "hours", "low": 0, "high": 1440, "default": "24"}.items() <= b["parameters"][
        0
    ].items()
    assert told["IV.4"]["choice"] is None
    assert told["IV.4"]["parts"] == {"4.B.3": "b", "IV.4.own": "B"}
    assert told["VII.1"]["choice"] is None
    assert told["VII.1"]["says"]
    assert told["III.5"]["alternatives"][0]["asterisk"]


def test_json_tells_what_the_rulebook_leaves_open() -> None:
    told = json.loads(run("--json", "--rules", "1982").stdout)
    assert (told["III.6"]["standing"], told["VI.4"]["standing"]) == ("undefined", None)


def test_text_tells_what_is_chosen_and_what_differs() -> None:
    result = run("--set", "VI.4=A", "--set", "IX.2=B years=4")
    assert result.exit_code == 0
    assert (
        "VI.4.A*  Disruption of a convoy with several possible routes\n"
        "    If any fleet of any possible route is dislodged.\n"
    ) in result.stdout
    assert "[Differs from the preset datc, which has VI.4: D.]" in result.stdout
    assert "After 4 years without a centre changing hands" in result.stdout


def test_html_is_a_page_by_itself() -> None:
    page = run("--html", "--rules", "1971", "--lang", "fi").stdout
    assert page.startswith('<!doctype html>\n<html lang="fi">')
    assert "@media print" in page
    assert 'id="VI.4"' in page


def test_a_preset_is_written_to_a_file_and_read_again(tmp_path: Path) -> None:
    club = tmp_path / "club.toml"
    club.write_text(run("--toml", "--rules", "1982", "--set", "VI.4=B", "--set", "II.2=address=gm@example.org").stdout)
    assert club.read_text().startswith('rules = "1982"\n')
    assert run("--diff", str(club), "1982").exit_code == 1
    printed = run("--rules", str(club)).stdout
    assert "[Differs from the preset 1982, which has VI.4: D.]" in printed
    assert "gm@example.org" in printed
    again = run("--toml", "--rules", str(club)).stdout
    assert again == club.read_text()


def test_what_differs() -> None:
    result = run("--diff", "datc", "webdiplomacy")
    assert result.exit_code == 1
    assert "VI.2  By land or by convoy to a neighbouring province" in result.stdout
    assert "    webdiplomacy: C" in result.stdout
    assert json.loads(run("--diff", "datc", "1982", "--json").stdout)["VI.2"]["choices"] == ["B", "4.A.3.b"]
    assert "<table>" in run("--diff", "datc", "1982", "--html").stdout
    same = run("--diff", "1971", "1971")
    assert (same.exit_code, same.stdout) == (0, "1971 and 1971 have the same rules.\n")
    assert run("--diff", "datc", "webdiplomacy", "--set", "VI.2=C", "--set", "V.4=B").exit_code == 0


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["--diff", "datc", "nowhere"], "nowhere"),
        (["--rules", "nowhere.toml"], "nowhere.toml"),
        (["--set", "II.5=A", "--set", "F.5=A"], "II.5=A and F.5=A contradict each other"),
        (["--lang", "sv"], "sv"),
        (["--diff", "datc", "1971", "--toml"], "--json or --html"),
    ],
)
def test_what_cannot_be_asked_is_told_in_one_line(args: list[str], told: str) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert told in result.stderr
