"""The page of time: what a seat may see of the clock and ask of it; and the game master's deeds, and nobody else's."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from icalendar import Calendar
from tests.web.conftest import POWERS, START, Host

from dragoman import assembly
from dragoman.diplomacy.commands import AskDelay, ObjectToPace, PlanAbsence, SubmitOrders
from dragoman.game.protocol import Speaker
from dragoman.game.seats import Seat
from dragoman.store.models import Outgoing

PATH = "/games/kalmar/time/"
OFFICE = ("grant", "refuse", "pace", "remind", "warn", "enter", "late")


def page(host: Host, who: str | None = None) -> str:
    return host.client(who).get(PATH).content.decode()


def do(host: Host, who: str, deed: str, **fields: str) -> str:
    return host.client(who).post(f"{PATH}{deed}/", fields, follow=True).content.decode()


def by(host: Host, power: str) -> Speaker:
    return Speaker(host.person(power.lower()), Seat(power))


@pytest.mark.parametrize("who", [None, "stranger", "austria", "gm"])
def test_everybody_sees_when_the_phase_falls_due(host: Host, who: str | None) -> None:
    host.table(gm=True)
    shown = page(host, who)
    assert "Mon 9 March 2026" in shown
    assert "in 7 days" in shown
    assert "Europe/Helsinki" in shown


def test_only_the_game_master_does_the_game_masters_deeds(host: Host) -> None:
    host.table(gm=True)
    for deed in OFFICE:
        assert host.client("austria").post(f"{PATH}{deed}/", {"number": "1"}).status_code == 403
        assert host.client().post(f"{PATH}{deed}/")["Location"].startswith("/sign-in/")


def test_a_delay_is_asked_for_and_granted_by_the_referee(host: Host) -> None:
    host.table()
    said = do(host, "austria", "delay", days="2", hours="0", why="exams")
    assert (
        "The delay is granted: the deadline is Wednesday 11 March 2026, 18:00 (Europe/Helsinki), 9 days ahead." in said
    )
    assert "granted" in page(host, "austria")
    assert "exams" not in page(host, "italy")


def test_a_delay_of_nothing_is_told_at_its_field(host: Host) -> None:
    host.table()
    answer = host.client("austria").post(f"{PATH}delay/", {"days": "0", "hours": "", "why": ""})
    assert answer.status_code == 422
    assert "Write how many days or hours." in answer.content.decode()


def test_the_game_master_answers_delays(host: Host) -> None:
    host.table(gm=True)
    host.says("Austria", AskDelay(by(host, "Austria"), timedelta(days=3), "exams"))
    assert "3 days – exams" in page(host, "gm")
    assert "Austria asks for a delay." in host.client("gm").get("/").content.decode()
    assert "has not been warned" in do(host, "gm", "refuse", number="1")
    assert "Delay 1 is granted" in do(host, "gm", "grant", number="1")
    assert host.state().deadline == datetime(2026, 3, 12, 16, 0, tzinfo=UTC)


def test_an_absence_is_entered_shown_to_whom_it_may_be_and_taken_back(host: Host) -> None:
    host.table(gm=True)
    do(host, "austria", "absence", first="2026-03-20", last="2026-03-22", told="gm", why="a wedding")
    do(host, "italy", "absence", first="2026-04-01", last="2026-04-02", told="all", why="")
    for who, private in (("austria", True), ("gm", True), ("italy", False), (None, False)):
        shown = page(host, who)
        assert ("a wedding" in shown) is private
        assert "Wed 1 April 2026" in shown
    do(host, "austria", "withdraw", number="1")
    assert "a wedding" not in page(host, "gm")


def test_an_absence_that_ends_before_it_begins_is_told_at_its_field(host: Host) -> None:
    host.table()
    answer = host.client("austria").post(f"{PATH}absence/", {"first": "2026-03-20", "last": "2026-03-19", "told": "gm"})
    assert answer.status_code == 422
    assert "The last day is before the first." in answer.content.decode()


def test_grace_is_shown_to_its_player_and_the_game_master_alone(host: Host) -> None:
    host.table(gm=True, rules={"II.1": "B", "VII.6": "B grace=24 contact=48"})
    for power in ("Austria", "England", "France", "Germany", "Italy", "Russia"):
        host.says(power, SubmitOrders(by(host, power), ()))
    host.later(days=7, minutes=1)
    assert "You have grace until" in page(host, "turkey")
    assert "has grace until" in page(host, "gm")
    for who in ("italy", "stranger", None):
        shown = page(host, who)
        assert "grace until" not in shown
        assert "The deadline has passed; the adjudication is awaited." in shown


def test_a_pause_is_told_with_its_end_and_players_call_for_it(host: Host) -> None:
    host.table(gm=True)
    host.client("gm").post("/games/kalmar/desk/pause/", {"why": "holidays", "until": "2026-04-20T12:00"})
    assert "Mon 20 April 2026, 12:00" in page(host, "austria")
    host.later(days=15)
    assert "Call for the game to go on" in page(host, "austria")
    for who in ("austria", "england", "france", "germany"):
        do(host, who, "resume")
    assert host.state().paused is None


def test_an_objection_is_nobody_elses_to_see(host: Host) -> None:
    host.table(gm=True)
    host.says("Austria", ObjectToPace(by(host, "Austria")))
    assert "Take the objection back" in page(host, "austria")
    assert "Take the objection back" not in page(host, "italy")
    assert "withdrawn" in do(host, "austria", "accept")


def test_the_game_master_enters_orders_that_came_by_post(host: Host) -> None:
    host.table(gm=True, rules={"F.2": "B"})
    said = do(host, "gm", "enter", seat="Austria", channel="post", received="2026-03-02T17:00",
              orders="A Vie - Gal\nA Bud - Atlantis", why="her letter")  # fmt: skip
    assert "A VIE - GAL" in said
    assert "there is no province “Atlantis”" in said
    (received,) = host.state().sets["Austria"]
    assert (received.channel, received.at) == ("post", datetime(2026, 3, 2, 15, 0, tzinfo=UTC))


def test_the_game_master_warns_reminds_and_sets_the_pace(host: Host) -> None:
    host.table(gm=True)
    assert "is warned" in do(host, "gm", "warn", seat="Austria", why="enough")
    assert "further delays may be refused" in page(host, "austria")
    assert "The reminders are sent." in do(host, "gm", "remind", whom="Italy", text="hurry")
    assert "The pace is set" in do(host, "gm", "pace", movement="3", retreat="", adjustment="", why="the endgame")
    assert host.state().time.pace == {"movement": 3}


def test_the_page_speaks_finnish(host: Host) -> None:
    host.table(gm=True)
    client = host.client("austria")
    client.post("/tongue/", {"language": "fi"})
    shown = client.get(PATH).content.decode()
    for said in ("Pyydä lykkäystä", "Ilmoita poissaolo", "Vastusta nopeampaa tahtia", "Poissaolot"):
        assert said in shown


def test_words_of_an_absence_stay_with_whom_they_were_told_to(host: Host) -> None:
    host.table(gm=True)
    begins = datetime(2026, 3, 20, tzinfo=UTC)
    host.says("Austria", PlanAbsence(by(host, "Austria"), begins, begins + timedelta(days=2), "an operation"))
    for who in ("italy", "stranger", None):
        assert "an operation" not in page(host, who)


def test_a_calendar_tells_the_absences_that_everybody_may_know_of(host: Host) -> None:
    host.table(gm=True)
    do(host, "austria", "absence", first="2026-03-20", last="2026-03-22", told="gm", why="")
    do(host, "italy", "absence", first="2026-04-01", last="2026-04-02", told="all", why="a trip")
    token = assembly.feeds().of(host.person("france"), host.now)
    found = Calendar.from_ical(host.client().get(f"/feeds/{token}/deadlines.ics").content).walk("VEVENT")
    away = [(str(each["SUMMARY"]), each["DTSTART"].dt, each["DTEND"].dt) for each in found if "away" in each["SUMMARY"]]
    assert away == [("kalmar: Italy away", date(2026, 4, 1), date(2026, 4, 3))]


def test_a_host_that_was_away_adjudicates_nothing_that_fell_due_meanwhile(host: Host) -> None:
    """PB04: thirty hours away; then the keeper looks, and the first page that is asked for strikes the clock."""
    host.table()
    heart = assembly.heart()
    heart.beat(START + timedelta(days=6, hours=12))
    host.at(START + timedelta(days=7, hours=18))
    assert heart.beat(host.now) is not None
    page(host, "austria")
    assert (str(host.state().phase), host.state().deadline) == ("S1901M", START + timedelta(days=7))
    heart.let_go(host.now)
    assert "Wed 11 March 2026, 18:00" in page(host, "austria")
    assert (str(host.state().phase), host.state().turns) == ("S1901M", ())
    told = Outgoing.objects.filter(kind="deadline")
    assert {each.person for each in told} == {host.person(power.lower()) for power in POWERS}
