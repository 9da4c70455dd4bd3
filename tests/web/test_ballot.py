"""Votes on builds on a page: a ballot is filled in, put in order, cast, changed and taken back, without a script."""

from __future__ import annotations

import re

import pytest
from tests.web.conftest import POWERS, START, Host

from dragoman import assembly
from dragoman.diplomacy.board.mapfile import chart_source
from dragoman.diplomacy.commands import OpenGame
from dragoman.diplomacy.houserules.presets import preset
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.game.protocol import Speaker
from dragoman.game.seats import Seat
from dragoman.referee.ports import Slip

PAGE = "/games/aula/ballot/"
SEATS = (*POWERS, "observer olga")


@pytest.fixture
def table(host: Host) -> Host:
    """A game of Democracy in which it is voted on what stands at the beginning."""
    sheet = preset("democracy")
    assert isinstance(sheet, Sheet)
    by = Speaker(host.person("host"), None)
    seats = {Seat(seat): host.person(seat.split()[-1].lower()) for seat in SEATS}
    command = OpenGame(
        by=by, name="aula", map=chart_source("standard"), rules=sheet.as_rules(), seed=7, zone="Europe/Helsinki",
        hour="18:00", seats=seats,
    )  # fmt: skip
    assert assembly.open_table(Slip("aula", by, command=command), "diplomacy").events
    return host


def ballot(host: Host, voter: str) -> list[str]:
    return [f"{line.votes} {line.option}" for line in host.state("aula").polls[-1].lines(voter)]


def lines(page: str) -> list[str]:
    """The lines on the form."""
    return re.findall(r'name="choice" value="([^"]+)"', page)


def test_the_form_tells_how_many_votes_there_are_and_what_to_vote_for(table: Host) -> None:
    page = table.client("olga").get(PAGE).content.decode()
    assert re.search(r"<strong>5</strong> <span>votes left</span>", page)
    assert '<option value="F STP/NC">a fleet in St Petersburg (nc)</option>' in page
    assert page.count('<option value="NO BUILD ') == 22
    assert "Nothing on it yet" in page


def test_lines_are_added_moved_and_dropped_by_buttons_and_nothing_is_cast_by_that(table: Host) -> None:
    client = table.client("olga")
    page = client.post(PAGE, {"deed": "keep", "new": "F LON", "new-votes": "3"}).content.decode()
    assert lines(page) == ["F LON"]
    assert re.search(r"<strong>2</strong> <span>votes left</span>", page)
    assert "Not cast yet" in page
    sent = {"choice": ["F LON", "A MOS", "NO BUILD LVP"], "votes": ["3", "1", "0"]}
    assert lines(client.post(PAGE, {**sent, "deed": "up-2"}).content.decode()) == ["F LON", "NO BUILD LVP", "A MOS"]
    assert lines(client.post(PAGE, {**sent, "deed": "down-0"}).content.decode()) == ["A MOS", "F LON", "NO BUILD LVP"]
    assert lines(client.post(PAGE, {**sent, "deed": "drop-1"}).content.decode()) == ["F LON", "NO BUILD LVP"]
    assert lines(client.post(PAGE, {**sent, "deed": "up-0"}).content.decode()) == ["F LON", "A MOS", "NO BUILD LVP"]
    assert lines(client.post(PAGE, {**sent, "deed": "up-99"}).content.decode()) == sent["choice"]
    assert ballot(table, "observer olga") == []


def test_a_ballot_is_cast_changed_and_taken_back(table: Host) -> None:
    client = table.client("olga")
    page = client.post(PAGE, {"deed": "cast", "choice": ["A MOS"], "votes": ["3"], "new": "F LON", "new-votes": "2"},
                       follow=True).content.decode()  # fmt: skip
    assert ballot(table, "observer olga") == ["3 A MOS", "2 F LON"]
    assert "Your ballot is in the box." in page
    assert "This is how your ballot lies in the box." in page
    client.post(PAGE, {"deed": "cast", "choice": ["F LON"], "votes": ["5"]})
    assert ballot(table, "observer olga") == ["5 F LON"]
    client.post(PAGE, {"deed": "withdraw"})
    assert "observer olga" not in table.state("aula").polls[-1].fitted
    client.post(PAGE, {"deed": "none"})
    assert "observer olga" in table.state("aula").polls[-1].fitted


def test_too_many_votes_are_told_and_cut(table: Host) -> None:
    client = table.client("olga")
    sent = {"choice": ["A MOS", "F LON"], "votes": ["4", "3"]}
    assert "<strong>2</strong> <span>votes too many" in client.post(PAGE, {**sent, "deed": "keep"}).content.decode()
    page = client.post(PAGE, {**sent, "deed": "cast"}, follow=True).content.decode()
    assert "Cut from the bottom" in page
    assert ballot(table, "observer olga") == ["4 A MOS", "1 F LON"]


def test_what_the_form_never_offered_is_passed_over(table: Host) -> None:
    sent = {"choice": ["A NTH", "F LON", "nonsense"], "votes": ["1", "2", "7"], "deed": "cast"}
    table.client("olga").post(PAGE, sent)
    assert ballot(table, "observer olga") == ["2 F LON"]


@pytest.mark.parametrize("votes", ["-5", "−5", "many", "2.5"])
def test_what_is_no_number_of_votes_is_told_and_nothing_is_cast(table: Host, votes: str) -> None:
    sent = {"choice": ["A MOS", "F LON"], "votes": ["1", votes], "deed": "cast"}
    answer = table.client("olga").post(PAGE, sent)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert f"“{votes}” is no number of votes, so nothing was cast." in page
    assert lines(page) == ["A MOS", "F LON"], "the rest stays on the form"
    assert ballot(table, "observer olga") == []


def test_nobody_sees_another_ballot_and_strangers_see_no_form(table: Host) -> None:
    table.client("olga").post(PAGE, {"deed": "cast", "choice": ["F LON"], "votes": ["5"]})
    for who in ("england", None):
        page = table.client(who).get(PAGE).content.decode()
        assert lines(page) == []
        assert "Who has how many votes" in page
    assert "Cast this ballot" not in table.client(None).get(PAGE).content.decode()
    assert table.client(None).post(PAGE, {"deed": "none"}).status_code == 200
    assert "observer olga" in table.state("aula").polls[-1].fitted


def test_the_count_and_a_tie_stand_on_the_page(table: Host) -> None:
    for who, choice in (("france", "F LON"), ("italy", "A LON")):
        table.client(who).post(PAGE, {"deed": "cast", "choice": [choice], "votes": ["5"]})
    for seat in SEATS:
        if seat not in ("France", "Italy"):
            table.client(seat.split()[-1].lower()).post(PAGE, {"deed": "none"})
    table.later(days=1)
    page = table.client("england").get(PAGE).content.decode()
    assert "A tie for you to decide" in page
    assert "the first by the alphabet wins: an army in London" in page
    assert "A tie for you to decide" not in table.client("france").get(PAGE).content.decode()
    assert "You have not voted" not in table.client("england").get("/").content.decode()
    assert "There is a tie over your centres" in table.client("england").get("/").content.decode()
    table.client("england").post(PAGE, {"deed": "choose", "choice": "F LON"})
    page = table.client("france").get(PAGE).content.decode()
    assert "Lon: 5 fleet, 5 army, 0 nothing." in page
    assert "the home power chose F Lon" in page
    assert "England begins with a fleet in London." in page
    assert [str(unit) for unit in table.state("aula").position.units] == ["F LON"]


def test_a_vote_that_has_ended_takes_nothing(table: Host) -> None:
    table.later(days=7)
    table.later(days=1)
    page = table.client("olga").post(PAGE, {"deed": "cast", "choice": ["F LON"], "votes": ["5"]}, follow=True)
    assert "The vote has ended, so nothing was sent." in page.content.decode()
    assert table.now > START


def test_the_page_is_of_games_in_which_builds_are_voted_on(host: Host) -> None:
    host.table()
    assert host.client("austria").get("/games/kalmar/ballot/").status_code == 404
