"""Calendars and feeds: whole by the rules of their formats, read back by other means, and empty of every secret."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from xml.etree import ElementTree

import pytest
from icalendar import Calendar
from tests.web.conftest import Host

from dragoman import assembly
from dragoman.diplomacy.commands import Pause, SetDeadline
from dragoman.game.protocol import Speaker
from dragoman.game.seats import GM, Seat

ATOM = "{http://www.w3.org/2005/Atom}"


def token(host: Host, who: str) -> str:
    return assembly.feeds().of(host.person(who), host.now)


def events(content: bytes) -> list[tuple[str, datetime]]:
    """What a calendar says, by another reader's eyes than its writer's."""
    return [(str(each["SUMMARY"]), each["DTSTART"].dt) for each in Calendar.from_ical(content).walk("VEVENT")]


def entries(content: bytes) -> list[ElementTree.Element]:
    return ElementTree.fromstring(content).findall(f"{ATOM}entry")


def test_a_calendar_tells_every_deadline_of_its_owner(host: Host) -> None:
    host.table("kalmar", gm=True)
    host.table("vaasa", seated=("Italy", "Austria"))
    host.table("oulu", seated=("Italy",))
    answer = host.client().get(f"/feeds/{token(host, 'austria')}/deadlines.ics")
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    found = events(answer.content)
    assert [name for name, _ in found] == ["kalmar: Spring 1901, moves due"]  # vaasa has not begun
    assert [at for _, at in found] == [host.state("kalmar").deadline]
    (event,) = Calendar.from_ical(answer.content).walk("VEVENT")
    assert str(event["UID"]).startswith("kalmar.S1901M@")
    assert str(event["URL"]).endswith("/games/kalmar/")
    assert b"Austria" not in answer.content


def test_a_calendar_of_one_game_speaks_its_owners_tongue(host: Host) -> None:
    for name in ("kalmar", "vaasa"):
        host.table(name)
    assembly.register().prefer(host.person("austria"), "fi", "Europe/Helsinki")
    answer = host.client().get(f"/feeds/{token(host, 'austria')}/vaasa/deadlines.ics")
    assert [name for name, _ in events(answer.content)] == ["vaasa: määräaika, kevät 1901, siirrot"]
    assert host.client().get(f"/feeds/{token(host, 'austria')}/turku/deadlines.ics").status_code == 404


def test_a_clock_that_stands_still_has_no_deadline(host: Host) -> None:
    host.table(gm=True)
    host.says(GM, Pause(Speaker(host.person("gm"), Seat(GM)), ""))
    assert events(host.client().get(f"/feeds/{token(host, 'austria')}/deadlines.ics").content) == []


def test_an_address_is_renewed_and_the_old_one_leads_nowhere(host: Host) -> None:
    host.table()
    client, old = host.client("austria"), token(host, "austria")
    page = client.get("/account/").content.decode()
    assert f"/feeds/{old}/deadlines.ics" in page
    host.later(minutes=1)
    assert client.post("/account/feeds/renew/").status_code == 302
    fresh = token(host, "austria")
    assert fresh != old
    assert len(fresh) >= 26
    assert host.client().get(f"/feeds/{old}/deadlines.ics").status_code == 404
    assert host.client().get(f"/feeds/{fresh}/deadlines.ics").status_code == 200
    assert host.client().post("/account/feeds/renew/").status_code == 302
    assert token(host, "austria") == fresh, "nobody else renews it"


def test_whoever_is_forgotten_has_no_feed(host: Host) -> None:
    host.table()
    known = token(host, "austria")
    assembly.erase(host.person("austria"))
    assert host.client().get(f"/feeds/{known}/deadlines.ics").status_code == 404


def test_a_feed_has_an_entry_for_each_phase(host: Host) -> None:
    host.table()
    assert entries(host.client().get("/games/kalmar/results.atom").content) == []
    host.later(days=8)
    host.later(days=8)
    answer = host.client().get("/games/kalmar/results.atom")
    assert answer.headers["Content-Type"] == "application/atom+xml; charset=utf-8"
    found = entries(answer.content)
    assert [each.findtext(f"{ATOM}title") for each in found] == [
        "kalmar: Fall 1901, moves",
        "kalmar: Spring 1901, moves",
    ]
    turns = host.state().turns
    assert [each.findtext(f"{ATOM}updated") for each in found] == [
        turn.at.strftime("%Y-%m-%dT%H:%M:%S+00:00") for turn in reversed(turns[:2])
    ]
    assert len({each.findtext(f"{ATOM}id") for each in found}) == 2
    assert "A VIE H" in (found[0].findtext(f"{ATOM}summary") or "")
    assert host.client().get("/games/nowhere/results.atom").status_code == 404


def test_a_persons_feed_has_all_their_games(host: Host) -> None:
    host.table("kalmar")
    host.table("vaasa")
    host.later(days=8)
    found = entries(host.client().get(f"/feeds/{token(host, 'italy')}/results.atom").content)
    assert sorted(each.findtext(f"{ATOM}title") or "" for each in found) == [
        "kalmar: Spring 1901, moves",
        "vaasa: Spring 1901, moves",
    ]


def paths(host: Host) -> list[str]:
    own = token(host, "austria")
    return [f"/feeds/{own}/deadlines.ics", f"/feeds/{own}/results.atom", "/games/kalmar/results.atom"]


def test_who_has_it_already_is_told_so(host: Host) -> None:
    host.table(gm=True)
    host.later(days=8)
    for path in paths(host):
        first = host.client().get(path)
        etag, changed = first.headers["ETag"], first.headers["Last-Modified"]
        host.later(minutes=5)
        again = host.client().get(path)
        assert (again.headers["ETag"], again.headers["Last-Modified"]) == (etag, changed)
        for condition in ({"If-None-Match": etag}, {"If-Modified-Since": changed}):
            told = host.client().get(path, headers=condition)
            assert (told.status_code, told.content) == (304, b"")
            assert told.headers["ETag"] == etag
        assert host.client().get(path, headers={"If-None-Match": '"other"'}).status_code == 200


def test_what_has_changed_is_sent_with_the_moment_of_the_change(host: Host) -> None:
    host.table(gm=True)
    host.later(days=8)
    before = {path: host.client().get(path) for path in paths(host)}
    host.later(hours=1)
    due = host.now + timedelta(days=20)
    host.says(GM, SetDeadline(Speaker(host.person("gm"), Seat(GM)), due, ""))
    calendar, *feeds = paths(host)
    moved = host.client().get(calendar, headers={"If-Modified-Since": before[calendar].headers["Last-Modified"]})
    assert moved.status_code == 200
    assert [at for _, at in events(moved.content)] == [due]
    assert parsedate_to_datetime(moved.headers["Last-Modified"]) == host.now.astimezone(UTC)
    for path in feeds:
        assert host.client().get(path, headers={"If-None-Match": before[path].headers["ETag"]}).status_code == 304
    host.later(days=21)
    for path in paths(host):
        assert host.client().get(path, headers={"If-None-Match": before[path].headers["ETag"]}).status_code == 200


def test_what_is_private_is_kept_by_nobody_else(host: Host) -> None:
    host.table()
    calendar, own, public = (host.client().get(path) for path in paths(host))
    assert calendar.headers["Cache-Control"] == own.headers["Cache-Control"] == "private, no-cache"
    assert calendar.headers["X-Robots-Tag"] == "noindex"
    assert "public" in public.headers["Cache-Control"]


def test_what_a_seat_does_in_secret_is_in_no_feed(host: Host) -> None:
    """Orders, whether there are any, private press and who wrote it: the bytes stay the same."""
    host.table(gm=True)
    host.later(days=8)
    before = [host.client().get(path) for path in paths(host)]
    host.orders("Austria", "A VIE - GAL", final=False)
    host.press("Austria", ["Italy"], "I go to Galicia.")
    host.orders("France", "A PAR - BUR", final=True)
    after = [host.client().get(path) for path in paths(host)]
    assert [a.content for a in before] == [a.content for a in after]
    assert [a.headers["Last-Modified"] for a in before] == [a.headers["Last-Modified"] for a in after]


@pytest.mark.parametrize("form", ["words", "codes", "njudge"])
def test_results_are_taken_home_as_text(host: Host, form: str) -> None:
    host.table()
    host.later(days=8)
    answer = host.client("austria").get(f"/games/kalmar/S1901M/{form}.txt")
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert f'filename="kalmar-S1901M-{form}.txt"' in answer.headers["Content-Disposition"]
    text = answer.content.decode()
    telling = {
        "words": "no order: it holds",
        "codes": "Austria (NMR)",
        "njudge": "Movement results for Spring",
    }
    assert telling[form] in text
    assert f"/games/kalmar/S1901M/{form}.txt" in host.client("austria").get("/games/kalmar/").content.decode()


def test_there_is_no_text_of_what_is_not_adjudicated(host: Host) -> None:
    host.table()
    for path in ("S1901M/words.txt", "F1901M/njudge.txt"):
        assert host.client().get(f"/games/kalmar/{path}").status_code == 404
    host.later(days=8)
    assert host.client().get("/games/kalmar/S1901M/runes.txt").status_code == 404


def test_a_seat_chooses_its_form_on_the_page_and_the_game_master_for_the_rest(host: Host) -> None:
    host.table(gm=True)
    host.later(days=8)
    assert host.client("italy").post("/games/kalmar/reports/", {"form": "njudge"}).status_code == 302
    assert "Movement results for Spring" in host.client("italy").get("/games/kalmar/").content.decode()
    host.client("gm").post("/games/kalmar/reports/", {"form": "codes", "everybody": "yes"})
    assert "(NMR)" in host.client("austria").get("/games/kalmar/").content.decode()
    assert "Movement results for Spring" in host.client("italy").get("/games/kalmar/").content.decode()
    host.client("austria").post("/games/kalmar/reports/", {"form": "words", "everybody": "yes"})
    assert "(NMR)" in host.client("france").get("/games/kalmar/").content.decode(), "a player chooses for nobody else"
