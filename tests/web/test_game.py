"""The page of a game: the board at any moment, the report, the standings; and nothing that is another's to see."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from tests.web.conftest import Host

OPENING = {
    "Austria": ("A VIE - GAL", "A BUD - SER", "F TRI - ALB"),
    "England": ("F LON - NTH", "F EDI - NWG", "A LVP - YOR"),
    "France": ("F BRE - MAO", "A PAR - BUR", "A MAR S A PAR - BUR"),
    "Germany": ("F KIE - DEN", "A BER - KIE", "A MUN - BUR"),
    "Italy": ("F NAP - ION", "A ROM - APU", "A VEN H"),
    "Russia": ("F STP/SC - BOT", "A WAR - GAL", "A MOS - UKR", "F SEV - BLA"),
    "Turkey": ("F ANK - BLA", "A CON - BUL", "A SMY - CON"),
}


def played(host: Host) -> None:
    """Spring 1901, over."""
    host.table()
    for power, texts in OPENING.items():
        host.orders(power, *texts)


def page(client: Client, path: str = "/games/kalmar/") -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def test_anybody_sees_the_board_in_picture_and_words(host: Host) -> None:
    host.table()
    seen = page(Client())
    assert 'id="board-unit-VIE"' in seen
    assert "The board in words" in seen
    assert "Spring 1901, moves" in seen
    assert '<time datetime="2026-03-09T16:00+00:00">Mon 9 March 2026, 16:00 UTC</time>' in seen


def test_times_are_in_the_readers_zone(host: Host) -> None:
    host.table()
    assert "Mon 9 March 2026, 18:00 EET</time>" in page(host.client("austria"))


def test_every_earlier_phase_can_be_seen_and_linked_to(host: Host) -> None:
    played(host)
    past = page(Client(), "/games/kalmar/S1901M")
    assert ">Results</h2>" in past
    assert re.search(r'class="order move vain" data-province="MUN"', past)
    assert 'href="/games/kalmar/"' in past
    assert "Back to the present" in past
    now = page(Client())
    assert "Fall 1901, moves" in now
    assert 'href="/games/kalmar/S1901M" rel="prev"' in now
    assert "The latest turn." in now
    assert "bounced" in now


def test_a_moment_can_be_chosen_from_the_list_without_a_script(host: Host) -> None:
    played(host)
    client = Client()
    assert client.get("/games/kalmar/go/", {"to": "S1901M"})["Location"] == "/games/kalmar/S1901M"
    assert client.get("/games/kalmar/go/", {"to": "F1901M"})["Location"] == "/games/kalmar/F1901M"
    assert client.get("/games/kalmar/F1901M")["Location"] == "/games/kalmar/"
    assert client.get("/games/kalmar/F1901M/")["Location"] == "/games/kalmar/F1901M"


@pytest.mark.parametrize("path", ["S1950M", "S1901R", "X1901M", "nonsense", "go/?to=nonsense"])
def test_a_moment_that_never_was_is_not_found(host: Host, path: str) -> None:
    played(host)
    assert Client().get(f"/games/kalmar/{path}").status_code == 404


def test_a_game_that_never_was_is_not_found(host: Host) -> None:
    for path in ("", "press/", "seats/", "rules/", "board.css", "S1901M"):
        answer = Client().get(f"/games/nowhere/{path}")
        assert answer.status_code == 404
        assert "There is nothing here" in answer.content.decode()


def test_ones_own_plan_is_drawn_on_the_board_and_nobody_elses(host: Host) -> None:
    host.table()
    host.orders("Austria", "A VIE - GAL", "A BUD - SER", "F TRI - ALB")
    assert "A VIE - GAL" in page(host.client("austria"))
    assert 'class="order move"' in page(host.client("austria"))


@pytest.mark.parametrize("who", [None, "france", "stranger", "gm"])
@pytest.mark.parametrize("path", ["", "press/", "seats/", "rules/"])
def test_nobody_else_learns_of_orders_before_their_time(host: Host, who: str | None, path: str) -> None:
    """For two games that differ in Austria's orders alone, everybody else's page is the same."""
    host.table("kalmar", gm=True)
    host.table("viborg", gm=True)
    host.orders("Austria", "A VIE - GAL", "A BUD - SER", "F TRI - ALB", name="kalmar")
    host.orders("Austria", "A VIE - TYR", "A BUD - RUM", "F TRI - ADR", name="viborg")
    client = host.client(who)
    kalmar = without_tokens(page(client, f"/games/kalmar/{path}"))
    viborg = without_tokens(page(client, f"/games/viborg/{path}"))
    assert kalmar == viborg.replace("viborg", "kalmar")


@pytest.mark.parametrize("path", ["", "press/", "seats/", "rules/"])
def test_the_public_does_not_even_learn_that_orders_came(host: Host, path: str) -> None:
    host.table("kalmar")
    host.table("viborg")
    host.orders("Austria", "A VIE - GAL", "A BUD - SER", "F TRI - ALB", name="kalmar")
    for who in (None, "france", "stranger"):
        client = host.client(who)
        kalmar = without_tokens(page(client, f"/games/kalmar/{path}"))
        assert kalmar == without_tokens(page(client, f"/games/viborg/{path}")).replace("viborg", "kalmar")


def without_tokens(text: str) -> str:
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", text)


def test_the_house_rules_stand_clause_by_clause(host: Host) -> None:
    host.table()
    rules = page(Client(), "/games/kalmar/rules/")
    assert 'id="VII.2"' in rules
    assert "A phase may be adjudicated early" in rules


def test_the_boards_colours_are_a_stylesheet_of_their_own(host: Host) -> None:
    host.table()
    answer = Client().get("/games/kalmar/board.css")
    assert answer["Content-Type"].startswith("text/css")
    assert ".board" in answer.content.decode()
    assert "<style" not in page(Client())


def test_when_the_clock_strikes_the_page_shows_it(host: Host) -> None:
    host.table()
    host.later(days=8)
    assert "Fall 1901, moves" in page(Client())


def test_dislodged_units_are_shown_with_their_retreats(host: Host) -> None:
    host.table()
    host.orders("Austria", "A VIE - TRI", "A BUD S A VIE - TRI", "F TRI - VEN", final=False)
    host.later(days=8)
    host.orders("Austria", "A VIE - TYR", "A BUD - TRI", "F TRI - ADR", final=False)
    host.later(days=8)
    assert "Spring 1902" in page(Client())


def test_a_game_is_found_however_its_name_is_written(host: Host) -> None:
    played(host)
    for asked, right in (
        ("/games/KALMAR/", "/games/kalmar/"),
        ("/games/Kalmar/S1901M", "/games/kalmar/S1901M"),
        ("/games/KALMAR/press/?with=all", "/games/kalmar/press/?with=all"),
    ):
        assert Client().get(asked)["Location"] == right
    assert Client().get("/games/NOWHERE/", follow=True).status_code == 404
