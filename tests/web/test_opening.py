"""Opening a game: a short form, one command, and the referee's word on it."""

from __future__ import annotations

import re
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from pytest_django.fixtures import Settings
from tests.web.conftest import Host

from dragoman import assembly
from dragoman.diplomacy.board.mapfile import chart, chart_names
from dragoman.diplomacy.board.province import Terrain
from dragoman.diplomacy.state import Stage
from dragoman.game.seats import GM
from dragoman.store.models import Outgoing
from dragoman.web.forms.opening import LENGTHS, addresses

FILLED: dict[str, Any] = {
    "name": "kalmar", "map": "standard", "rules": "datc", "movement": 4, "retreat": 2, "adjustment": 1, "hour": "21:00",
    "zone": "Europe/Helsinki", "early": "A", "master": "referee", "entry": "open", "invited": "",
}  # fmt: skip


@pytest.fixture(autouse=True)
def everyone(host: Host, settings: Settings) -> None:
    host.person("ann")
    allow(host)


def allow(host: Host, who: str = "ann") -> None:
    from dragoman.people.models import Person

    Person.objects.filter(id=host.person(who)).update(may_open=True)


def test_the_form_asks_little_and_says_what_it_means(host: Host) -> None:
    page = host.client("ann").get("/open/").content.decode()
    assert "Name of the game" in page
    assert '<option value="Europe/Helsinki" selected>' in page
    assert '<option value="droidippy">as played at Droidippy</option>' in page


def test_every_choice_of_the_form_is_in_the_readers_tongue(host: Host) -> None:
    """Whatever tongue the first reader's was."""
    english = host.client("ann").get("/open/", headers={"accept-language": "en"}).content.decode()
    assembly.register().prefer(host.person("ann"), "fi", "Europe/Helsinki")
    finnish = host.client("ann").get("/open/").content.decode()
    assert "50 % of rounds kept" in english
    assert "of rounds kept" not in finnish
    assert "<option" in finnish


def test_a_game_is_opened_as_it_was_filled_in(host: Host) -> None:
    answer = host.client("ann").post("/open/", FILLED)
    assert answer["Location"] == "/games/kalmar/"
    state = host.state()
    assert state.stage is Stage.FORMING
    assert (state.zone, state.calendar.hour, state.entry) == ("Europe/Helsinki", time(21), "open")
    assert state.sheet.letter("VII.2") == "A"
    assert [state.sheet.choice("VII.4").number(kind) for kind in ("movement", "retreat", "adjustment")] == [4, 2, 1]
    assert state.holder(GM) is None


def test_phases_that_share_a_round_have_no_length_of_their_own(host: Host) -> None:
    host.client("ann").post("/open/", FILLED | {"rules": "suomi"})
    sheet = host.state().sheet
    assert (sheet.letter("II.5"), sheet.letter("F.5")) == ("A", "B")
    assert [sheet.choice("VII.4").number(kind) for kind in ("movement", "retreat", "adjustment")] == [4, 0, 0]


def test_whoever_opens_may_preside(host: Host) -> None:
    host.client("ann").post("/open/", FILLED | {"master": "me"})
    assert host.state().holder(GM) == host.person("ann")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"name": ""}, "Give the game a name"),
        ({"name": "Two Words!"}, "cannot be the name of a game"),
        ({"name": "postmaster"}, "the host keeps that word for itself"),
        ({"movement": "0"}, "It cannot be less than 1."),
        ({"zone": "Europe/Atlantis"}, "“Europe/Atlantis” is not among these; choose one of them."),
        ({"entry": "invited"}, "needs a game master"),
    ],
)
def test_what_cannot_be_is_told_beside_its_field(host: Host, change: dict[str, str], says: str) -> None:
    answer = host.client("ann").post("/open/", FILLED | change)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert says in page
    assert 'class="wrong"' in page
    assert not assembly.ledger().tables()


def test_a_name_that_is_taken_is_told(host: Host) -> None:
    host.table("kalmar")
    answer = host.client("ann").post("/open/", FILLED)
    assert answer.status_code == 422
    assert "There is a game called “kalmar” already" in answer.content.decode()


def test_those_invited_get_a_letter_each_and_a_wrong_address_is_told(host: Host) -> None:
    client = host.client("ann")
    client.post("/open/", FILLED | {"invited": "eve@example.org, bob@example.org\neve@example.org\nnobody"})
    assert Outgoing.objects.filter(kind="host/invitation").count() == 2
    assert "No letter can reach “nobody”" in client.get("/games/kalmar/").content.decode()


@pytest.mark.parametrize(
    ("name", "says"), [("", "You are invited to the game kalmar"), ("Ann A.", "Ann A. invites you")]
)
def test_an_invitation_shows_nobodys_address(host: Host, name: str, says: str) -> None:
    client = host.client("ann")
    if name:
        assembly.register().rename(host.person("ann"), name)
    client.post("/open/", FILLED | {"invited": "eve@example.org"})
    told = [
        assembly.despatch(each) for each in assembly.outbox().claim("test", datetime.now(UTC), timedelta(hours=1), 100)
    ]
    (letter,) = [each for each in told if each is not None and each.to == "eve@example.org"]
    assert says in letter.words.text
    assert "ann@" not in letter.words.text


def test_a_game_for_invited_people_lets_them_in_and_others_not(host: Host) -> None:
    invited = FILLED | {"master": "me", "entry": "invited", "invited": "eve@example.org"}
    host.client("ann").post("/open/", invited)
    eve, rob = host.client("eve"), host.client("rob")
    assert "for invited people" in rob.post("/games/kalmar/join/", follow=True).content.decode()
    assert "Your wishes" in eve.post("/games/kalmar/join/", follow=True).content.decode()
    assert len(host.state().wishes) == 1


def test_who_may_not_open_is_told_so_kindly(host: Host) -> None:
    for method in ("get", "post"):
        answer = getattr(host.client("eve"), method)("/open/", FILLED)
        assert answer.status_code == 403
        assert "Not everybody opens games here" in answer.content.decode()
    assert not assembly.ledger().tables()


def test_the_clock_counts_from_the_hour_named(host: Host) -> None:
    host.client("ann").post("/open/", FILLED | {"movement": 7})
    for power in ("austria", "england", "france", "germany", "italy", "russia", "turkey"):
        host.client(power).post("/games/kalmar/join/")
    assert host.state().deadline == datetime(2026, 3, 9, 19, 0, tzinfo=UTC)


# --- the short way ---


def test_the_map_that_everybody_knows_is_offered_first(host: Host) -> None:
    page = host.client("ann").get("/open/").content.decode()
    maps = re.findall(r'<option value="(\w+)"', page[page.index('name="map"') : page.index('name="rhythm"')])
    assert maps[0] == "standard"
    assert len(maps) > 1


def test_a_pace_is_chosen_with_one_word_and_a_number_of_its_own_counts_more(host: Host) -> None:
    empty = {"movement": "", "retreat": "", "adjustment": ""}
    host.client("ann").post("/open/", FILLED | empty | {"rhythm": "7", "retreat": "3"})
    assert [host.state().sheet.choice("VII.4").number(kind) for kind in LENGTHS] == [7, 3, 2]


PASTED = """\
To: Eve Example <eve@example.org>, "Bob, the other" <bob@example.org>, "Lee; L."<lee@example.org>
cid@example.org dan@example.org; mailto:fay@example.org\tGus
gil@example.org
"""


def test_addresses_are_read_as_people_paste_them() -> None:
    named = ("eve", "bob", "lee", "cid", "dan", "fay", "gil")
    assert [each for each in addresses(PASTED) if "@" in each] == [f"{name}@example.org" for name in named]
    assert [each for each in addresses(PASTED) if "@" not in each] == ["Gus"]
    assert addresses(" \n,;") == ()


def test_what_comes_next_is_told_as_soon_as_the_game_is_open(host: Host) -> None:
    client = host.client("ann")
    page = client.post("/open/", FILLED | {"master": "me", "invited": "eve@example.org"}, follow=True).content.decode()
    assert "“kalmar” is open, and a letter of invitation is on its way." in page
    assert "7 seats are free." in page
    assert 'value="http://testserver/games/kalmar/seats/"' in page
    page = client.post("/open/", FILLED | {"name": "viborg"}, follow=True).content.decode()
    assert "Nobody has been invited yet." in page
    assert 'value="http://testserver/games/viborg/seats/"' in page


@pytest.mark.parametrize("name", chart_names())
def test_a_game_is_opened_on_any_map_and_shows_its_board(host: Host, name: str) -> None:
    client = host.client("ann")
    assert f'<option value="{name}"' in client.get("/open/").content.decode()
    assert client.post("/open/", FILLED | {"map": name})["Location"] == "/games/kalmar/"
    on, page = chart(name), client.get("/games/kalmar/").content.decode()
    assert host.state().phase == on.first_phase()
    assert f"{on.turns[0]} {on.first_phase().year}, moves" in page
    for province in on.provinces.values():
        assert province.terrain is Terrain.IMPASSABLE or f'id="board-province-{province.id}"' in page, province.id
    assert client.get(f"/boards/{name}.css").status_code == 200
