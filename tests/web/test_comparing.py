"""What would change: the game master sees a past phase under other house rules, and nobody else does."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner
from tests.web.conftest import Host
from tests.web.test_sheets import sound

from dragoman import assembly
from dragoman.cli import main
from dragoman.diplomacy.exchange import centers, triples
from dragoman.game.protocol import Speaker
from dragoman.game.seats import Seat
from dragoman.referee.ports import Slip
from dragoman.web.stops import rulings

PATH = "/games/kalmar/desk/compare/"

WRITTEN = {
    "Germany": ("A Mun - Bur", "A Mun - Boh", "A Ber S A Mun", "F Kie - Den"),
    "Italy": ("F Ven - Tyr", "A Rom - Apu"),
    "France": ("A Par - Bur", "A Mar S A Par - Bur"),
}


@pytest.fixture
def played(host: Host) -> Host:
    """A phase in which a unit was ordered twice, and another called a fleet."""
    host.table(gm=True)
    for power, lines in WRITTEN.items():
        by = Speaker(host.person(power.lower()), Seat(power))
        assembly.hear(Slip("kalmar", by, text="\n".join((*lines, "final"))))
    host.later(days=8)
    assert str(host.state().phase) == "F1901M"
    return host


def seen(host: Host, query: str = "") -> str:
    return sound(host.client("gm").get(PATH + query).content.decode())


@pytest.mark.parametrize("who", ["germany", "stranger"])
def test_only_the_game_master_compares(played: Host, who: str) -> None:
    for query in ("", "?clause=III.6", "?phase=S1901M&clause=III.6"):
        assert played.client(who).get(PATH + query).status_code == 403
    assert played.client().get(PATH)["Location"].startswith("/sign-in/")


def test_before_the_first_ruling_there_is_nothing_to_compare(host: Host) -> None:
    host.table(gm=True)
    assert "The first report comes when the first phase is adjudicated." in seen(host)
    assert "What would change?" not in host.client("gm").get("/games/kalmar/desk/").content.decode()


def test_the_desk_leads_there(played: Host) -> None:
    assert f'href="{PATH}"' in played.client("gm").get("/games/kalmar/desk/").content.decode()


def test_the_clauses_that_make_a_difference_are_named(played: Host) -> None:
    page = seen(played)
    assert "What mattered in Spring 1901, moves" in page
    told = page[page.index("What mattered") :]
    assert [number for number in rulings() if f'clause={number}"' in told] == ["III.6", "IV.1", "4.C.2"]


def test_each_outcome_is_shown_with_what_differs(played: Host) -> None:
    page = seen(played, "?phase=S1901M&clause=III.6")
    assert page.count('<section class="outcome') == 4
    assert page.count('<section class="outcome mine"') == 1
    assert 'data-choices="A|C"' in page
    assert "A Mun - Boh" in page
    assert "A Rom - Apu" not in page, "what is the same under every choice is left out"
    assert 'id="phase-0-unit-MUN"' in page
    assert 'id="phase-0-unit-ROM"' not in page


def test_what_makes_no_difference_is_told(played: Host) -> None:
    page = seen(played, "?clause=VI.4")
    assert "Nothing in Spring 1901, moves turns on VI.4: every alternative rules alike." in page


def test_a_phase_or_clause_that_is_none_is_not_found(played: Host) -> None:
    for query in ("?phase=S1950M", "?phase=x", "?clause=VI.44", "?clause=X.1"):
        assert played.client("gm").get(PATH + query).status_code == 404, query


def test_nothing_changes_by_comparing(played: Host) -> None:
    version = assembly.table("kalmar").version
    seen(played, "?clause=III.6")
    assert assembly.table("kalmar").version == version


def test_the_page_and_the_command_compare_alike(played: Host) -> None:
    turn, sheet = played.state().turns[0], played.state().sheet
    question = {
        "season": "Spring", "year": 1901, "phase": "Movement", "orders": WRITTEN,
        "units": triples(turn.before.units), "centers": centers(turn.before, played.state().chart),
    }  # fmt: skip
    rules = [f"--set={number}={written}" for number, written in sheet.as_rules().items() if number == "II.1"]
    for number in rulings():
        result = CliRunner().invoke(main, ["adjudicate", *rules, "--compare", number], input=json.dumps(question))
        groups = [each["choices"] for each in json.loads(result.stdout)["results"]]
        page = seen(played, f"?clause={number}")
        shown = [f'data-choices="{"|".join(choices)}"'.replace('also=""', "also=&quot;&quot;") for choices in groups]
        assert [each for each in shown if each not in page] == ([] if len(groups) > 1 else shown), number
