"""Who plays, stands by and presides, on pages: the players' own deeds, and the game masters' page of people."""

from __future__ import annotations

from datetime import timedelta

import pytest
from tests.web.conftest import POWERS, Host

from dragoman import assembly
from dragoman.diplomacy.commands import EndGame, NameDeputy, Resign
from dragoman.game.protocol import Speaker
from dragoman.game.seats import GM, Seat
from dragoman.people.models import Person
from dragoman.store.models import Conduct, Outgoing

PEOPLE = "/games/kalmar/desk/people/"
SEATS = "/games/kalmar/seats/"
F8 = {"II.1": "B", "VII.6": "F.8", "F.9": "B", "VII.2": "A"}


def do(host: Host, deed: str, who: str = "gm", **fields: str) -> str:
    return host.client(who).post(f"{PEOPLE}{deed}/", fields, follow=True).content.decode()


def a_round_without(host: Host, *absent: str) -> None:
    """Everybody else sends orders, and the deadline comes."""
    for power in POWERS:
        if power not in absent and host.state().holder(Seat(power)) is not None:
            host.orders(power)
    deadline = host.state().deadline
    assert deadline is not None
    host.later(seconds=(deadline - host.now).total_seconds())


DEEDS = ("replace", "substitute", "call", "remove", "allow", "refuse", "return", "approve", "decline", "blacklist",
         "unlist", "second", "dismiss", "hand-over", "referee")  # fmt: skip


@pytest.mark.parametrize("who", ["austria", "stranger"])
def test_only_game_masters_come_to_the_page_of_people(host: Host, who: str) -> None:
    host.table(gm=True)
    client = host.client(who)
    assert client.get(PEOPLE).status_code == 403
    for deed in DEEDS:
        said = {"power": "Italy", "why": "x", "address": "x@example.org", "sure": "yes"}
        assert client.post(f"{PEOPLE}{deed}/", said).status_code == 403
    assert host.state().holder(Seat("Italy")) == host.person("italy")
    assert host.client("gm").post(f"{PEOPLE}nonsense/").status_code == 403


def test_a_standby_signs_on_is_called_and_orders_without_a_script(host: Host) -> None:
    host.table(gm=True, rules=F8)
    sam = host.client("sam")
    page = sam.post("/games/kalmar/standby/", {"power": ["Austria", "Nowhere"]}, follow=True).content.decode()
    assert "You stand by for Austria" in page
    a_round_without(host, "Austria")
    page = host.client("gm").get(PEOPLE).content.decode()
    assert "1 round missed" in page
    do(host, "call", power="Austria", address="")
    assert host.state().roster.called == {"Austria": "standby 1"}
    assert "You are called for Austria" in sam.get(SEATS).content.decode()
    sam.post("/games/kalmar/writing/", {"text": "A Vie - Tyr\nA Bud H\nF Tri H"})
    shown = host.client("austria").get("/games/kalmar/").content.decode()
    assert "You have sent no orders" in shown
    a_round_without(host, "Austria")
    assert host.state().holder(Seat("Austria")) == host.person("sam")


def test_a_deputy_is_named_consented_to_and_sent_back(host: Host) -> None:
    host.table(gm=True)
    client = host.client("austria")
    page = client.post("/games/kalmar/deputy/", {"address": "nobody"}, follow=True).content.decode()
    assert "That is no address a letter can reach" in page
    until = (host.now + timedelta(days=3)).strftime("%Y-%m-%dT%H:%M")
    client.post("/games/kalmar/deputy/", {"address": "dan@example.org", "until": until})
    assert "The game master has been asked to consent." in client.get(SEATS).content.decode()
    assert "dan@example.org" in host.client("gm").get(PEOPLE).content.decode()
    assert "dan@example.org" not in host.client("italy").get(SEATS).content.decode()
    do(host, "allow", power="Austria")
    assert host.state().holder(Seat("Austria")) == host.person("dan")
    assert "A deputy plays for you" in client.get(SEATS).content.decode()
    client.post("/games/kalmar/return/")
    assert host.state().holder(Seat("Austria")) == host.person("austria")


def test_whoever_leaves_may_suggest_a_substitute(host: Host) -> None:
    host.table(gm=True)
    client = host.client("austria")
    page = client.post("/games/kalmar/resign/").content.decode()
    assert "substitute whom you suggest" in page
    client.post("/games/kalmar/resign/", {"sure": "yes", "address": "nobody"})
    assert host.state().holder(Seat("Austria")) == host.person("austria"), "an address that is none loses no seat"
    client.post("/games/kalmar/resign/", {"sure": "yes", "address": "bo@example.org"})
    assert "bo@example.org" in host.client("gm").get(PEOPLE).content.decode()
    assert "bo@example.org" not in host.client("italy").get(SEATS).content.decode()
    do(host, "substitute", power="Austria")
    assert host.state().holder(Seat("Austria")) == host.person("bo")


def test_seats_are_taken_away_with_a_reason_and_orders_dropped_if_so_said(host: Host) -> None:
    host.table(gm=True)
    host.orders("Italy", "A VEN - TYR")
    assert "Say why; the person concerned reads it." in do(host, "remove", power="Italy")
    do(host, "remove", power="Italy", why="Mail was forwarded.")
    assert host.state().holder(Seat("Italy")) is None
    assert host.state().on_file("Italy")
    do(host, "replace", power="Italy", address="new@example.org", clear="on")
    assert host.state().holder(Seat("Italy")) == host.person("new")
    assert host.state().on_file("Italy") == ()
    do(host, "remove", power="France", why="x", disorder="on")
    assert "civil disorder" in host.client("italy").get(SEATS).content.decode()


def test_the_blacklist_is_seen_by_whom_it_concerns_and_asked_by_the_next_game(host: Host) -> None:
    host.table(gm=True, rules=F8)
    a_round_without(host, "Austria")
    a_round_without(host, "Austria")
    assert host.state().holder(Seat("Austria")) is None
    do(host, "blacklist", power="Austria", why="Vanished <b>twice</b>.")
    account = host.client("austria").get("/account/").content.decode()
    assert "for leaving the game kalmar" in account
    assert "Vanished &lt;b&gt;twice&lt;/b&gt;." in account
    assert "blacklist" not in host.client("italy").get("/account/").content.decode().replace("blacklisted", "")
    host.table("turku", gm=True, seated=(), rules=F8)
    page = host.client("austria").post("/games/turku/join/", follow=True).content.decode()
    assert "The game master is asked to let you in" in page
    page = host.client("gm").get("/games/turku/desk/people/").content.decode()
    assert "Vanished &lt;b&gt;twice&lt;/b&gt;." in page
    host.client("gm").post("/games/turku/desk/people/approve/", {"number": "1"})
    assert host.person("austria") in host.state("turku").seats.values()
    do(host, "unlist", power="Austria")
    assert "for leaving the game" not in host.client("austria").get("/account/").content.decode()


def test_figures_stand_with_their_counts_and_a_newcomer_is_new(host: Host) -> None:
    host.table(gm=True)
    page = host.client("italy").get(SEATS).content.decode()
    assert "new here" in page
    assert "0 %" not in page
    for _ in range(3):
        a_round_without(host, "Austria")
        if host.state().phase.kind.value != "Movement":
            break
    page = host.client("italy").get(SEATS).content.decode()
    assert "new here: 3 of 3 rounds" in page
    assert "new here: 0 of 3 rounds" in page
    account = host.client("austria").get("/account/").content.decode()
    assert account.count("no orders came") == 3


def test_who_presides_is_changed_after_a_second_thought(host: Host) -> None:
    host.table(gm=True)
    do(host, "second", address="sid@example.org")
    assert host.client("sid").get(PEOPLE).status_code == 200
    assert host.client("sid").get("/games/kalmar/desk/").status_code == 200
    do(host, "dismiss", "sid")
    assert host.client("sid").get(PEOPLE).status_code == 403
    page = do(host, "hand-over", address="sid@example.org")
    assert "Hand the office over?" in page
    assert host.state().holder(GM) == host.person("gm")
    do(host, "hand-over", address="sid@example.org", sure="yes")
    assert host.state().holder(GM) == host.person("sid")
    do(host, "referee", "sid", sure="yes")
    assert not host.state().moderated()


def test_in_an_anonymous_game_no_page_and_no_letter_names_anybody(host: Host) -> None:
    """PB29: names, addresses, ids of persons; and figures of reliability that would give somebody away."""
    host.table(gm=True, rules=F8, anonymous=True)
    for who in (*map(str.lower, POWERS), "sam", "dan"):
        assembly.register().rename(host.person(who), f"Name of {who}")
    host.client("sam").post("/games/kalmar/standby/")
    host.client("austria").post("/games/kalmar/deputy/", {"address": "dan@example.org"})
    do(host, "allow", power="Austria")
    host.press("Italy", ["all"], "Hello, all.")
    a_round_without(host, "Germany", "Austria")
    host.says("France", Resign(Speaker(host.person("france"), Seat("France"))))
    for reader in ("italy", "sam", "austria", None):
        client = host.client(reader)
        for path in ("", "seats/", "press/", "rules/", "S1901M", "orders/"):
            page = client.get(f"/games/kalmar/{path}", follow=True).content.decode()
            for who in (*map(str.lower, POWERS), "sam", "dan"):
                if who != reader:
                    assert f"Name of {who}" not in page, (reader, path, who)
                    assert f"{who}@example.org" not in page, (reader, path, who)
                    assert host.person(who) not in page, (reader, path, who)
            assert "Reliability" not in page, (reader, path)
    masters = {host.person("gm")}
    for letter in Outgoing.objects.exclude(person__in=masters):
        others = {host.person(who) for who in (*map(str.lower, POWERS), "sam", "dan")} - {letter.person}
        assert not any(person in letter.body for person in others), letter.kind
    assert "Name of germany" in host.client("gm").get(PEOPLE).content.decode()


def test_what_an_anonymous_game_tells_of_players_shows_nowhere_before_its_end(host: Host) -> None:
    host.table(gm=True, rules=F8, anonymous=True)
    a_round_without(host, "Germany")
    host.table("turku")
    germany = host.person("germany")
    assert assembly.conducts().reputes([germany], host.now) == {}
    assert "1 round" not in host.client("italy").get("/games/turku/seats/").content.decode()
    assert "no orders came" in host.client("germany").get("/account/").content.decode(), "one's own is one's own"
    host.says(GM, EndGame(Speaker(host.person("gm"), GM), "enough"))
    assert assembly.conducts().reputes([germany], host.now)[germany].missed == 1


def test_whoever_is_erased_is_on_no_list(host: Host) -> None:
    host.table(gm=True, rules=F8)
    a_round_without(host, "Austria")
    a_round_without(host, "Austria")
    do(host, "blacklist", power="Austria", why="Vanished.")
    austria = host.person("austria")
    assert Conduct.objects.filter(person=austria).exists()
    assembly.erase(austria)
    assert not Conduct.objects.filter(person=austria).exists()
    assert Person.objects.get(id=austria).key is None
    assert host.client("gm").get(PEOPLE).status_code == 200


def test_a_deputy_of_a_deputy_is_refused_on_the_page(host: Host) -> None:
    host.table()
    by = Speaker(host.person("austria"), Seat("Austria"))
    host.says("Austria", NameDeputy(by, "dan@example.org", host.person("dan")))
    page = host.client("dan").post("/games/kalmar/deputy/", {"address": "x@example.org"}, follow=True).content.decode()
    assert "cannot name another deputy" in page
