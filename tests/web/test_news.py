"""What one is told, and how: the choices on one's account, browsers that take pushes, and letters that stop."""

from __future__ import annotations

import pytest
from django.test import Client
from tests.web.conftest import Host

from dragoman import assembly
from dragoman.people.news import AS_EVER, Channel, Choices, Matter
from dragoman.post.replies import message
from dragoman.store.models import Outgoing
from dragoman.store.outbox import Parcel

HEADER = "List-Unsubscribe"


def letter(host: Host, who: str, kind: str) -> dict[str, str]:
    """The headers of the last letter of that kind to somebody."""
    row = Outgoing.objects.filter(person=host.person(who), kind=kind).order_by("-id")[0]
    parcel = Parcel(
        row.key, row.table, row.game, row.kind, row.seat, row.person, row.body.encode(), "", row.posted_at, 1
    )
    despatch = assembly.despatch(parcel)
    assert despatch is not None
    return dict(message(despatch, "dragoman@example.org").items())


def path(headers: dict[str, str]) -> str:
    return headers[HEADER].strip("<>").partition("/stop/")[2].join(("/stop/", ""))


def test_the_account_says_what_goes_where_and_keeps_what_is_ticked(host: Host) -> None:
    client = host.client("ann")
    page = client.get("/account/").content.decode()
    assert 'name="results.mail" value="yes" aria-label="Results: Mail" checked' in page
    assert 'name="press.push" value="yes" aria-label="Press: Push">' in page
    assert 'name="press.calendar"' not in page
    fields = {f"{m}.{c}": "yes" for m, c in AS_EVER - {(Matter.PRESS, Channel.MAIL)}}
    assert client.post("/account/news/", fields)["Location"] == "/account/#news"
    assert not assembly.deliveries().of(host.person("ann")).has(Matter.PRESS, Channel.MAIL)
    assert 'aria-label="Press: Mail">' in client.get("/account/").content.decode()


def test_what_must_be_told_keeps_a_way_and_the_page_says_so(host: Host) -> None:
    client = host.client("ann")
    answer = client.post("/account/news/", {"votes.mail": "yes", "results.atom": "yes"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "the house rules want a player told of what is marked" in page
    assert page.count("Leave one tick here.") == 3, "deadlines, the game master's words, errors"
    assert 'aria-label="Votes: Mail" checked' in page, "what was ticked is not lost"
    assert assembly.deliveries().of(host.person("ann")) == Choices()


def test_a_push_that_reaches_nobody_is_told_of(host: Host) -> None:
    chosen = Choices(AS_EVER - {(Matter.TIME, Channel.MAIL)} | {(Matter.TIME, Channel.PUSH)})
    assert assembly.deliveries().keep(host.person("ann"), chosen) == ()
    assert "No browser takes pushes, so it goes by mail." in host.client("ann").get("/account/").content.decode()


def test_letters_that_may_stop_say_how(host: Host) -> None:
    host.table(gm=True)
    host.press("Italy", ["Austria"], "A word?")
    headers = letter(host, "austria", "press")
    assert headers[f"{HEADER}-Post"] == "List-Unsubscribe=One-Click"
    assert headers[HEADER].startswith("<http")
    host.client("gm").post("/games/kalmar/time/remind/", {"whom": "Austria", "text": "Please."})
    assert HEADER not in letter(host, "austria", "reminder"), "nothing else would tell a player of it"


def test_one_click_stops_them_and_nothing_else_and_can_be_undone(host: Host) -> None:
    host.table(gm=True)
    host.press("Italy", ["Austria"], "A word?")
    to = path(letter(host, "austria", "press"))
    stranger = Client(enforce_csrf_checks=True)
    looked = stranger.get(to).content.decode()
    assert "Such letters come to you by mail." in looked
    assert assembly.deliveries().of(host.person("austria")) == Choices(), "to look changes nothing"
    answer = stranger.post(to, {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert "You play on as before" in answer.content.decode()
    assert assembly.deliveries().of(host.person("austria")) == Choices(AS_EVER - {(Matter.PRESS, Channel.MAIL)})
    assert host.state().seats["Austria"] == host.person("austria")  # type: ignore[index]
    assert stranger.post(to, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert "Have them again" in stranger.get(to).content.decode()
    stranger.post(to, {"undo": "yes"})
    assert assembly.deliveries().of(host.person("austria")) == Choices()


def test_what_must_be_told_is_not_stopped_by_a_click(host: Host) -> None:
    token = assembly.tokens().stopping(Matter.TIME, host.person("ann"))
    page = Client().post(f"/stop/{token}/", {"List-Unsubscribe": "One-Click"}).content.decode()
    assert "nothing but mail reaches you now" in page
    assert assembly.deliveries().of(host.person("ann")) == Choices()


@pytest.mark.parametrize("spoilt", ["nonsense", "{person}.press.aaaa", "{person}.time.{mac}", "{other}.press.{mac}"])
def test_a_link_that_was_altered_opens_nothing(host: Host, spoilt: str) -> None:
    mac = assembly.tokens().stopping(Matter.PRESS, host.person("ann")).rpartition(".")[2]
    token = spoilt.format(person=host.person("ann"), other=host.person("bob"), mac=mac)
    assert Client().post(f"/stop/{token}/").status_code == 404


def test_the_link_ends_with_the_person(host: Host) -> None:
    token = assembly.tokens().stopping(Matter.PRESS, host.person("ann"))
    assembly.erase(host.person("ann"))
    assert Client().get(f"/stop/{token}/").status_code == 404


def test_a_browser_where_the_host_does_not_push_is_told_so(host: Host) -> None:
    answer = host.client("ann").post("/account/devices/", {"endpoint": "https://10.0.0.1/", "p256dh": "x", "auth": "y"})
    assert answer.status_code == 422
    assert "does not push to the service" in answer.content.decode()


def test_the_worker_of_pushes_lies_at_the_root(host: Host) -> None:
    answer = Client().get("/push.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert "showNotification" in answer.content.decode()


def test_the_feed_brings_what_everybody_may_know_as_far_as_it_is_ticked(host: Host) -> None:
    host.table(gm=True)
    host.press("Italy", ["all"], "Hear, all!")
    host.press("Italy", ["Austria"], "Between us.")
    host.client("gm").post("/games/kalmar/desk/announce/", {"text": "Welcome."})
    token = assembly.feeds().of(host.person("austria"), host.now)
    feed = f"/feeds/{token}/results.atom"
    assert b"Hear, all!" not in Client().get(feed).content
    more = {(Matter.PRESS, Channel.ATOM), (Matter.MASTER, Channel.ATOM)}
    assembly.deliveries().keep(host.person("austria"), Choices(AS_EVER | more))
    shown = Client().get(feed).content.decode()
    assert "Hear, all!" in shown
    assert "Welcome." in shown
    assert "Between us." not in shown
    assembly.deliveries().keep(host.person("austria"), Choices(AS_EVER - {(Matter.TIME, Channel.CALENDAR)}))
    assert b"BEGIN:VEVENT" not in Client().get(f"/feeds/{token}/deadlines.ics").content
