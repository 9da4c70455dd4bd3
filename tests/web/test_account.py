"""One's own page: how one is called, where one is written to, and how to be forgotten."""

from __future__ import annotations

import re

import pytest
from tests.web.conftest import Host

from dragoman import assembly
from dragoman.game.seats import GM, Seat
from dragoman.people.models import Person
from dragoman.people.signing_in import Asked


def test_name_language_and_zone_are_kept(host: Host) -> None:
    client = host.client("ann")
    client.post("/account/", {"name": "Ann", "lang": "fi", "zone": "America/New_York"})
    row = Person.objects.get(id=host.person("ann"))
    assert (row.lang, row.zone) == ("fi", "America/New_York")
    page = client.get("/account/").content.decode()
    assert 'value="Ann"' in page
    assert '<html lang="fi"' in page
    assert "America/New_York" in page


@pytest.mark.parametrize(
    "name", ["\u200f", "…", "Germany", "the Game Master", "pj", "\u202egm\u202c", "RANSKA", "Dragoman"]
)
def test_nobody_is_called_what_cannot_be_seen_or_what_a_seat_is(host: Host, name: str) -> None:
    answer = host.client("ann").post("/account/", {"name": name, "lang": "en", "zone": "UTC"})
    assert answer.status_code == 422
    assert "choose another name" in answer.text or "Nobody could see this name" in answer.text


def test_no_mark_turns_a_name_round(host: Host) -> None:
    client = host.client("ann")
    client.post("/account/", {"name": "\u202eevil\u202c  X", "lang": "en", "zone": "UTC"})
    assert 'value="evil X"' in client.get("/account/").text


def test_one_more_address_is_proved_by_a_code(host: Host) -> None:
    client = host.client("ann")
    where = client.post("/account/addresses/", {"address": "ann@example.net"})["Location"]
    code = code_sent(host, where)
    assert "That is not the code we sent" in client.post(where, {"code": "1"}).content.decode()
    assert client.post(where, {"code": code})["Location"] == "/account/"
    assert assembly.register().find("ann@example.net") == host.person("ann")
    assert "ann@example.net" in client.get("/account/").content.decode()


def code_sent(host: Host, where: str) -> str:
    """The code in the letter to that sign-in."""
    letters = [
        assembly.despatch(parcel) for parcel in assembly.outbox().claim("test", host.now, host.now - host.now, 20)
    ]
    sign_in = where.strip("/").rpartition("/")[2]
    text = next(letter.words.text for letter in letters if letter is not None and sign_in in letter.words.text)
    found = re.search(r"code=(\d+)", text)
    assert found is not None
    return found[1]


def test_an_address_of_somebody_else_stays_theirs(host: Host) -> None:
    host.person("eve")
    made = assembly.door().ask("eve@example.org", "192.0.2.1", host.now)
    assert isinstance(made, Asked)
    page = host.client("ann").post(f"/account/addresses/{made.id}/", {"code": made.code}).content.decode()
    assert "belongs to another account" in page
    assert assembly.register().find("eve@example.org") == host.person("eve")


def test_an_address_can_be_taken_away_but_not_the_last(host: Host) -> None:
    client = host.client("ann")
    answer = client.post("/account/addresses/drop/", {"address": "ann@example.org"}, follow=True)
    assert "your only address here" in answer.content.decode()
    assembly.register().add(host.person("ann"), "ann@example.net", host.now)
    client.post("/account/addresses/drop/", {"address": "ann@example.org"})
    assert [address for address, _ in assembly.register().addresses(host.person("ann"))] == ["ann@example.net"]
    client.post("/account/addresses/drop/", {"address": "nonsense"})
    assert len(assembly.register().addresses(host.person("ann"))) == 1


def test_to_be_forgotten_is_asked_once_more_and_then_done(host: Host) -> None:
    host.table()
    client, person = host.client("austria"), host.person("austria")
    page = client.get("/account/erase/").content.decode()
    assert "You still hold seats" in page
    assert "They are given up first" in page
    assert client.post("/account/erase/").status_code == 200
    assert assembly.register().find("austria@example.org") is not None
    page = client.post("/account/erase/", {"sure": "yes"}).content.decode()
    assert "You are forgotten" in page
    assert "My games" not in page
    assert 'href="/account/"' not in page
    assert assembly.register().find("austria@example.org") is None
    assert client.get("/account/").status_code == 302
    assert assembly.table("kalmar").state.holder(Seat("Austria")) is None, "another can be called to it"
    assert assembly.ledger().tables_of(person) == ()
    assert host.client("france").get("/games/kalmar/").status_code == 200, "the game stays whole"


def test_a_game_master_who_is_forgotten_leaves_the_game_to_the_referee(host: Host) -> None:
    host.table(gm=True)
    assembly.erase(host.person("gm"))
    state = assembly.table("kalmar").state
    assert (state.holder(GM), state.holder(Seat("Austria"))) == (None, host.person("austria"))


def test_the_light_is_chosen_and_kept(host: Host) -> None:
    client = host.client()
    assert "data-theme" not in client.get("/games/").content.decode()
    client.post("/look/", {"theme": "dark", "next": "/games/"})
    assert 'data-theme="dark"' in client.get("/games/").content.decode()
    client.post("/look/", {"theme": "plaid"})
    assert "data-theme" not in client.get("/games/").content.decode()
