"""Seats: taken by preference, looked on from, given up."""

from __future__ import annotations

from tests.web.conftest import POWERS, Host

from dragoman.diplomacy.state import Stage
from dragoman.game.seats import Seat

PATH = "/games/turku/seats/"


def test_seats_are_asked_for_by_preference_and_allotted_when_all_are_taken(host: Host) -> None:
    host.table("turku", seated=())
    first = host.client("ann")
    page = first.post("/games/turku/join/", {"wish-1": "France", "wish-2": "Italy"}, follow=True).content.decode()
    assert "Your wishes" in page
    assert '<option value="France" selected>' in page
    assert "You have asked for a seat." in first.get("/games/turku/").content.decode()
    for who in ("eve", "fay", "gus", "ida", "rob", "tom"):
        host.client(who).post("/games/turku/join/")
    assert host.state("turku").stage is Stage.RUNNING
    assert host.state("turku").holder(Seat("France")) == host.person("ann")


def test_wishes_can_be_changed_while_one_waits(host: Host) -> None:
    host.table("turku", seated=())
    client = host.client("ann")
    client.post("/games/turku/join/", {"wish-1": "France"})
    client.post("/games/turku/join/", {"wish-1": "Turkey", "wish-2": "Turkey"})
    assert list(host.state("turku").wishes.values()) == [("Turkey",)]


def test_nobody_sees_what_others_wish_for(host: Host) -> None:
    host.table("turku", seated=())
    host.client("ann").post("/games/turku/join/", {"wish-1": "France"})
    for who in (None, "eve"):
        page = host.client(who).get(PATH).content.decode()
        assert '<option value="France" selected>' not in page
        assert "player 1" not in page


def test_names_are_shown_where_they_were_given(host: Host) -> None:
    from dragoman import assembly

    host.table("turku")
    assembly.register().rename(host.person("france"), "Fay <Dupont>")
    page = host.client("austria").get(PATH).content.decode()
    assert "Fay &lt;Dupont&gt;" in page
    assert "example.org" not in page.replace("austria@example.org", ""), "addresses are shown to nobody"


def test_one_may_look_on_and_write_press(host: Host) -> None:
    host.table("turku")
    client = host.client("olga")
    page = client.post("/games/turku/observe/", {"as": "Olga"}, follow=True).content.decode()
    assert "observer Olga" in page
    assert 'action="/games/turku/press/send/"' in client.get("/games/turku/press/").content.decode()


def test_a_vacant_power_can_be_taken_while_the_game_runs(host: Host) -> None:
    host.table("turku", seated=POWERS)
    host.client("france").post("/games/turku/resign/", {"sure": "yes"})
    page = host.client("ann").get(PATH).content.decode()
    assert "Take this seat" in page
    host.client("ann").post("/games/turku/join/", {"wish-1": "France"})
    assert host.state("turku").holder(Seat("France")) == host.person("ann")


def test_to_leave_is_asked_once_more(host: Host) -> None:
    host.table("turku")
    client = host.client("france")
    assert "Leave the table?" in client.post("/games/turku/resign/").content.decode()
    assert host.state("turku").holder(Seat("France")) == host.person("france")
    client.post("/games/turku/resign/", {"sure": "yes"})
    assert host.state("turku").holder(Seat("France")) is None


def test_a_stranger_is_asked_to_sign_in(host: Host) -> None:
    host.table("turku", seated=())
    assert "Sign in to take a seat" in host.client().get(PATH).content.decode()
    for deed in ("join", "observe", "resign"):
        assert host.client().post(f"/games/turku/{deed}/")["Location"] == "/sign-in/?next=%2Fgames%2Fturku%2F"
        assert host.client("ann").get(f"/games/turku/{deed}/").status_code == 405


def test_whoever_presides_takes_no_seat(host: Host) -> None:
    host.table("turku", gm=True, seated=())
    page = host.client("gm").post("/games/turku/join/", follow=True).content.decode()
    assert "You have a seat at this table already" in page
