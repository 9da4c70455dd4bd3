"""Home tells what I must do and by when; the list of games which there are."""

from __future__ import annotations

import pytest
from django.test import Client
from tests.web.conftest import Host

from dragoman.web.views import home


def text(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_stranger_is_shown_the_games(host: Host) -> None:
    assert Client().get("/")["Location"] == "/games/"
    assert "No game wants players just now" in text(Client(), "/games/")


def test_home_says_what_is_to_be_done_and_by_when(host: Host) -> None:
    host.table()
    page = text(host.client("austria"), "/")
    assert "You have sent no orders for Spring 1901, moves." in page
    assert 'datetime="2026-03-09T16:00+00:00">9 March, 18:00<' in page
    assert "in 7 days" in page
    host.orders("Austria", "A VIE - GAL", final=False)
    assert "You have not ordered A Bud and 1 more." in text(host.client("austria"), "/")
    host.orders("Austria", "A VIE - GAL", "A BUD H", "F TRI H", final=False)
    assert "Your orders are in, and preliminary." in text(host.client("austria"), "/")
    host.orders("Austria", "A VIE - GAL", "A BUD H", "F TRI H")
    assert "Your orders are in, and final." in text(host.client("austria"), "/")


def test_an_empty_home_tells_the_next_step(host: Host) -> None:
    assert "no game wants players just now" in text(host.client("ann"), "/")
    host.table("turku", seated=())
    page = text(host.client("ann"), "/")
    assert "Below are games that want players" in page
    assert 'href="/games/turku/"' in page
    assert "7 more players are awaited." in page


def test_a_game_of_ones_own_is_never_offered(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even where somebody sits at more games than are shown."""
    monkeypatch.setattr(home, "MOST", 1)
    for name in ("turku", "raahe"):
        host.table(name, seated=("France",))
    page = text(host.client("france"), "/")
    assert sum(f'href="/games/{name}/"' in page for name in ("turku", "raahe")) == 1, "the one that is shown as mine"


def test_the_game_master_sees_how_many_are_final_and_not_what(host: Host) -> None:
    host.table(gm=True)
    host.orders("Austria", "A VIE - GAL")
    page = text(host.client("gm"), "/")
    assert "Spring 1901, moves: 1 of 7 have final orders in." in page
    assert "GAL" not in page


def test_a_list_of_games_gives_nothing_away(host: Host) -> None:
    host.table()
    host.orders("Austria", "A VIE - GAL")
    for who in (None, "france"):
        page = text(host.client(who), "/games/")
        assert "kalmar" in page
        assert "Gal" not in page


def test_a_game_that_was_won_or_ended_is_listed_as_over(host: Host) -> None:
    host.table(gm=True)
    host.client("gm").post("/games/kalmar/desk/end/", {"why": "The club moves house.", "sure": "yes"})
    page = text(Client(), "/games/")
    assert "The game master has ended the game." in page
