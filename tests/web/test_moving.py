"""A whole game in pictures: made when asked for, once for each turn it has come to, and of what everybody may see."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from django.test import Client
from tests.web.conftest import Host

from dragoman.web import moving
from dragoman.web.moving import Frames, Studio
from dragoman.web.views import pictures

PAGE = "/games/kalmar/pictures/"
TINY = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="{}"/></svg>'


class Desk:
    """A studio in which a picture is made when the test says so."""

    def __init__(self) -> None:
        self.asked: dict[str, Frames] = {}
        self.done: dict[str, bytes] = {}

    def made(self, key: str) -> bytes | None:
        return self.done.get(key)

    def making(self, key: str) -> bool:
        return key in self.asked and key not in self.done

    def begin(self, key: str, frames: Callable[[], Frames]) -> bool:
        self.asked[key] = tuple(frames())
        return True


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Desk:
    made = Desk()
    monkeypatch.setattr(pictures, "STUDIO", made)
    return made


def test_a_picture_is_made_when_asked_for_and_shown_when_made(host: Host, desk: Desk) -> None:
    host.table()
    host.later(days=8)
    client = Client()
    assert PAGE in client.get("/games/kalmar/").content.decode()
    assert client.get("/games/kalmar/moving.gif")["Location"] == PAGE
    assert "Refresh" not in client.get(PAGE)
    assert desk.asked == {}, "to look is to ask for nothing"
    assert client.post(PAGE)["Location"] == PAGE
    [(key, frames)] = desk.asked.items()
    assert len(tuple(frames)) >= 1
    assert client.get(PAGE)["Refresh"] == "5"
    desk.done[key] = b"GIF89a"
    page = client.get(PAGE)
    assert "Refresh" not in page
    assert 'src="/games/kalmar/moving.gif' in page.content.decode()
    assert client.get("/games/kalmar/moving.gif").content == b"GIF89a"
    host.later(days=8)
    assert client.get("/games/kalmar/moving.gif").status_code == 302, "the game has gone on"


def test_all_years_are_on_one_sheet(host: Host) -> None:
    host.table()
    assert Client().get("/games/kalmar/years.svg").status_code == 404
    assert Client().get(PAGE).status_code == 404
    host.later(days=8)
    sheet = Client().get("/games/kalmar/years.svg")
    assert sheet["Content-Type"].startswith("image/svg+xml")
    assert "<svg" in sheet.content.decode()


@pytest.mark.slow
def test_pictures_are_made_in_a_process_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """One at a time; one that fails is told of by nothing being there, and hinders no other."""
    studio = Studio()

    def until_done(key: str) -> bytes | None:
        ends = time.monotonic() + 60
        while studio.making(key) and time.monotonic() < ends:
            time.sleep(0.05)
        return studio.made(key)

    with pytest.raises(ValueError, match="nothing"):
        studio.begin("none", tuple)
    assert studio.begin("one", lambda: [(TINY.format("red"), 100), (TINY.format("blue"), 100)])
    assert not studio.begin("other", lambda: [(TINY.format("red"), 100)]), "one after the other"
    made = until_done("one")
    assert made is not None
    assert made.startswith(b"GIF89a")
    assert studio.begin("bad", lambda: [("no svg", 100)])
    assert until_done("bad") is None
    monkeypatch.setattr(moving, "KEPT", 1)
    assert studio.begin("other", lambda: [(TINY.format("red"), 100)])
    assert until_done("other") is not None
    assert studio.made("one") is None, "so many are kept, and no more"
