"""The command `houserules`: every clause with its alternatives and the choice, and what sets two sheets apart."""

from __future__ import annotations

import json

from click.testing import CliRunner, Result

from dragoman.cli import main
from dragoman.diplomacy.houserules.catalogue import CATALOGUE


def run(*args: str) -> Result:
    return CliRunner().invoke(main, ["houserules", *args])


def test_json_lists_every_clause_under_its_number() -> None:
    told = json.loads(run("--json", "--set", "VI.4=B", "--set", "VII.6=B grace=12 contact=36").stdout)
    assert list(told) == list(CATALOGUE)
    assert told["VI.4"]["choice"] == {"letter": "B", "values": {}}
    assert [a["letter"] for a in told["VI.4"]["alternatives"]] == ["A", "B", "C", "D"]
    assert told["VII.6"]["choice"] == {"letter": "B", "values": {"grace": "12", "contact": "36"}}
    assert {"name": "grace", "sort": "number", "default": "24", "unit": "hours", "low": 0, "high": 1440} in told[
        "VII.6"
    ]["alternatives"][1]["parameters"]
    assert told["IV.4"]["choice"]["letter"] == ""
    assert told["IV.4"]["settings"] == ["4.B.3", "IV.4.own"]
    assert told["VII.1"]["choice"] is None


def test_text_tells_what_is_chosen() -> None:
    told = run("--set", "VI.4=A", "--set", "IX.2=B years=4").stdout
    assert (
        "VI.4  Disruption of a convoy with several possible routes\n    A. If any fleet of any possible route" in told
    )
    assert "(years: 4)" in told


def test_what_differs() -> None:
    result = run("--diff", "datc", "webdiplomacy")
    assert result.exit_code == 1
    assert "VI.2: B / C" in result.stdout.splitlines()
    assert run("--diff", "1971", "1971").exit_code == 0
    assert json.loads(run("--diff", "datc", "1982", "--json").stdout)["VI.2"] == ["B", "4.A.3.b"]
    assert run("--diff", "datc", "nowhere").exit_code == 2
