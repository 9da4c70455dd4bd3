"""A person's day: home tells what waits, most urgent first, with as few look-ups for many games as for few; notes are
nobody else's; absences are entered once for several games."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from icalendar import Calendar
from tests.web.conftest import Host

from dragoman import assembly
from dragoman.diplomacy.commands import AskDelay, ClaimError, PlanAbsence, ProposeEnding
from dragoman.game.protocol import Speaker
from dragoman.game.seats import GM, Seat
from dragoman.people.leaves import NOTES


def text(client: Client, path: str = "/") -> str:
    answer = client.get(path)
    assert answer.status_code == 200, answer.status_code
    return answer.content.decode()


def by(host: Host, power: str) -> Speaker:
    return Speaker(host.person("gm" if power == GM else power.lower()), Seat(power))


# --- what waits ---


def test_what_presses_comes_first_and_is_counted(host: Host) -> None:
    host.table("anna")
    host.table("berta")
    host.orders("Austria", "A VIE - GAL", "A BUD H", "F TRI H", name="anna")
    page = text(host.client("austria"))
    assert "One thing waits for you." in page
    assert page.index(">berta<") < page.index(">anna<")
    assert "The first falls due" in page
    host.orders("Austria", "A VIE - GAL", "A BUD H", "F TRI H", name="berta")
    assert "Nothing waits for you." in text(host.client("austria"))


def test_unread_letters_are_counted_until_they_are_read(host: Host) -> None:
    host.table()
    host.press("Italy", ["Austria"], "A word?")
    host.press("Italy", ["Austria"], "Are you there?")
    client = host.client("austria")
    assert "2 letters unread: Italy." in text(client)
    host.press("Turkey", ["all"], "Peace.")
    assert "3 letters unread." in text(client)
    text(client, "/games/kalmar/press/?with=Italy")
    assert "1 letter unread: everybody." in text(client)
    client.post("/games/kalmar/press/read/")
    assert "unread" not in text(client)
    assert "unread" not in text(host.client("turkey")), "one's own letters are none"


def test_a_vote_is_named(host: Host) -> None:
    host.table(gm=True)
    host.says("France", ProposeEnding(by(host, "France"), "draw"))
    assert "Vote on the draw: proposal 1." in text(host.client("austria"))
    assert "Vote on the draw" not in text(host.client("gm"))


def test_a_retreat_is_called_a_retreat(host: Host) -> None:
    host.table()
    for power, orders in {
        "Austria": ("A VIE - TYR", "A BUD H", "F TRI H"),
        "Italy": ("A VEN H", "A ROM H", "F NAP H"),
    }.items():
        host.orders(power, *orders)
    host.later(days=8)
    host.orders("Austria", "A TYR - VEN", "F TRI S A TYR - VEN", "A BUD H")
    host.orders("Italy", "A ROM H", "F NAP H", "A VEN H")
    host.later(days=8)
    assert "A retreat is yours to order: A Ven." in text(host.client("italy"))
    assert "you have nothing to order" in text(host.client("austria"))


def test_the_game_master_finds_what_players_ask_under_games_presided_over(host: Host) -> None:
    host.table(gm=True)
    host.later(days=8)
    host.says("Austria", AskDelay(by(host, "Austria"), timedelta(days=2), "exams"))
    host.says("Austria", ClaimError(by(host, "Austria"), "A Vie was not asked."))
    page = text(host.client("gm"))
    assert "Games you preside over" in page
    assert "An error is claimed." in page
    assert "Austria asks for a delay." in page
    assert "Games you preside over" not in text(host.client("austria"))


def test_games_that_are_over_are_folded_away(host: Host) -> None:
    host.table(gm=True)
    host.client("gm").post("/games/kalmar/desk/end/", {"why": "The club moves house.", "sure": "yes"})
    page = text(host.client("austria"))
    assert "One game that is over" in page
    assert page.index("<details") < page.index(">kalmar<")


def test_many_games_cost_as_many_look_ups_as_few(host: Host) -> None:
    def queries(who: str) -> int:
        client = host.client(who)
        assembly.referee().tables._folds.clear()
        with CaptureQueriesContext(
            connection,
        ) as counted:
            text(client)
        return len(counted)

    host.table("a1", gm=True)
    for n in range(2, 4):
        host.table(f"a{n}", gm=True)
        host.press("Italy", ["Austria"], "A word?", f"a{n}")
    few = {who: queries(who) for who in ("austria", "gm")}
    for n in range(4, 14):
        host.table(f"a{n}", gm=True)
        host.press("Italy", ["Austria"], "A word?", f"a{n}")
    assert {who: queries(who) for who in ("austria", "gm")} == few


def test_the_centres_are_drawn_and_told(host: Host) -> None:
    host.table()
    page = text(host.client("austria"))
    assert re.search(r'<span class="mine">Austria 3</span>', page)
    assert "/games/kalmar/S1901M/small.png" in page


@pytest.mark.parametrize("light", ["", "?light=dark"])
def test_the_small_board_is_a_picture_that_need_not_be_sent_twice(host: Host, light: str) -> None:
    host.table()
    path = f"/games/kalmar/S1901M/small.png{light}"
    answer = Client().get(path)
    assert answer.content.startswith(b"\x89PNG")
    assert len(answer.content) < 60_000
    assert Client().get(path, headers={"If-None-Match": answer["ETag"]}).status_code == 304
    assert Client().get("/games/kalmar/F1931M/small.png").status_code == 404


# --- notes ---


def test_a_note_is_kept_as_it_is_written_and_nobody_else_has_it(host: Host) -> None:
    host.table(gm=True)
    client = host.client("austria")
    said = client.post(
        "/games/kalmar/notes/keep/", {"about": "Germany", "text": "Owes me Munich."}, headers={"HX-Request": "true"}
    )
    assert said.content.decode().startswith("Kept: ")
    assert "Owes me Munich." in text(client, "/games/kalmar/notes/")
    for who in ("germany", "gm", "stranger"):
        assert "Munich." not in text(host.client(who), "/games/kalmar/notes/")
    assert Client().get("/games/kalmar/notes/")["Location"].startswith("/sign-in/")
    _, entries = assembly.ledger().record("kalmar")
    assert not any(b"Munich." in entry.data for entry in entries)


def test_notes_can_be_taken_away_and_without_a_script_kept_by_a_button(host: Host) -> None:
    host.table()
    client = host.client("austria")
    answer = client.post("/games/kalmar/notes/keep/", {"about": "MUN", "text": "Mine by 1903."})
    assert answer["Location"] == "/games/kalmar/notes/#note-MUN"
    file = client.get("/games/kalmar/notes/file/")
    assert file.content.decode() == "Munich\n\nMine by 1903.\n"
    assert "kalmar-notes.txt" in file["Content-Disposition"]
    client.post("/games/kalmar/notes/keep/", {"about": "Atlantis", "text": "x"})
    assert set(assembly.leaves().of(host.person("austria"), "kalmar", NOTES)) == {"MUN"}


def test_a_note_that_is_too_long_is_not_lost(host: Host) -> None:
    host.table()
    answer = host.client("austria").post("/games/kalmar/notes/keep/", {"about": "", "text": "y" * 40_001})
    assert answer.status_code == 422
    assert "y" * 40_001 in answer.content.decode()


# --- absences ---

DAYS = {"first": "2026-03-20", "last": "2026-03-24", "told": "gm", "why": "A wedding."}


def test_an_absence_is_entered_once_for_several_games_and_taken_back_in_all(host: Host) -> None:
    host.table("anna", gm=True)
    host.table("berta")
    client = host.client("austria")
    page = client.post("/absences/enter/", {**DAYS, "games": ["anna", "berta"]}, follow=True).content.decode()
    assert "anna: your absence is entered." in page
    assert "berta: your absence is entered." in page
    assert page.count("Fri 20 March 2026 – Tue 24 March 2026") == 1
    assert "You are away Fri 20 March 2026" in text(client)
    assert "A wedding." not in text(host.client("italy"), "/games/anna/time/")
    assert "A wedding." in text(host.client("gm"), "/games/anna/time/")
    page = client.post("/absences/withdraw/", {"which": ["anna:1", "berta:1"]}, follow=True).content.decode()
    assert "berta: the absence is taken back." in page
    assert host.state("anna").time.absences == ()


def test_what_a_games_rules_refuse_is_told_and_the_others_take_it(host: Host) -> None:
    host.table("anna")
    host.table("berta", gm=True)
    client = host.client("austria")
    host.client("gm").post("/games/berta/desk/end/", {"why": "Enough.", "sure": "yes"})
    page = client.post("/absences/enter/", {**DAYS, "games": ["anna", "berta"]}).content.decode()
    assert "Select a valid choice" in page or "berta" in page
    past = {**DAYS, "first": "2025-01-01", "last": "2025-01-02", "games": ["anna"]}
    assert (
        "anna: That absence would be over already."
        in client.post("/absences/enter/", past, follow=True).content.decode()
    )


def test_the_page_says_what_an_absence_does_in_each_game(host: Host) -> None:
    host.table("anna", rules={"VII.5.absences": "A"})
    host.table("berta", rules={"VII.5.absences": "B"})
    page = text(host.client("austria"), "/absences/")
    assert "A planned absence is entered in the calendar and moves nothing." in page
    assert "A deadline that falls into a planned absence moves" in page


def test_own_absences_have_a_calendar_that_falls_with_the_feeds_address(host: Host) -> None:
    host.table("anna")
    host.table("berta")
    for name in ("anna", "berta"):
        who = by(host, "Austria")
        first = host.now.replace(hour=22) + timedelta(days=17)
        host.says("Austria", PlanAbsence(who, first, first + timedelta(days=5), "A wedding.", False), name)
    page = text(host.client("austria"), "/absences/")
    path = re.search(r'value="http[^"]*?(/feeds/absences/[^"]+)"', page)
    assert path is not None
    [event] = Calendar.from_ical(Client().get(path[1]).content).walk("VEVENT")
    assert str(event["SUMMARY"]) == "Away: anna, berta"
    assert event.decoded("DTSTART").isoformat() == "2026-03-20"
    other = assembly.absences_token(host.person("italy"))
    assert b"VEVENT" not in Client().get(f"/feeds/absences/{other}/absences.ics").content
    host.at(host.now + timedelta(minutes=1))
    host.client("austria").post("/account/feeds/renew/")
    assert Client().get(path[1]).status_code == 404


def test_a_month_is_a_list_of_days_with_what_falls_on_them(host: Host) -> None:
    host.table("anna")
    client = host.client("austria")
    client.post("/absences/enter/", {**DAYS, "games": ["anna"]})
    page = text(client, "/absences/?month=2026-03")
    assert page.count('class="gone"') == 5
    assert 'anna<span class="unseen">, Spring 1901, moves</span> 18.00' in page
    assert text(client, "/absences/?month=nonsense")


def test_what_becomes_of_the_deadline_is_told_with_the_absence(host: Host) -> None:
    """VII.5: a final set holds the deadline where it is, and the page says so at once."""
    host.table()
    host.orders("Austria", "A VIE H", "A BUD H", "F TRI H", final=True)
    client = host.client("austria")
    due = assembly.table("kalmar").state.deadline
    first = (due - timedelta(days=1)).date().isoformat()
    last = (due + timedelta(days=1)).date().isoformat()
    said = {"games": ["kalmar"], "first": first, "last": last, "told": "gm", "why": ""}
    shown = client.post("/absences/enter/", said, follow=True).content.decode()
    assert "falls into your absence and stays, since your orders are final" in shown
