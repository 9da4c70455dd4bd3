"""Every page of a played game in Finnish is Finnish: no sentence of it is the same as on the English page."""

from __future__ import annotations

import re
from datetime import timedelta
from html.parser import HTMLParser
from random import Random
from zlib import crc32

import pytest
from django.test import Client
from django.urls import get_resolver
from tests.conftest import Depth
from tests.web.conftest import POWERS, Host
from tests.web.worlds import GIVEN, TABLE, World, strike

from dragoman import assembly
from dragoman.diplomacy.commands import PlanAbsence, ProposeEnding, SendPress
from dragoman.game.seats import GM

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.usefixtures("unpainted")]

WORD = re.compile(r"[(“\"]?[a-z]{2,}[.,:;!?)”\"]*")
VOID = frozenset({"br", "hr", "img", "input", "link", "meta", "source", "wbr", "col", "area", "base", "embed"})
UNSPOKEN = frozenset({"script", "style", "pre", "code", "kbd", "textarea", "svg", "blockquote"})
"""What is in no tongue: code, what people wrote, and the board, on which the provinces keep their English names."""

SPOKEN = ("alt", "title", "aria-label", "placeholder", "content")
LEFT_OUT = ("sign-out", "erase", "static", "look", "tongue", ".ics", ".atom", ".txt", ".css", "file")


class Text(HTMLParser):
    """What a page says, in text and in attributes that are read out."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.said: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        if tag != "meta" and not UNSPOKEN & set(self.open):
            self.said += [value for name, value in attrs if name in SPOKEN and value]

    def handle_endtag(self, tag: str) -> None:
        if tag in self.open:
            while self.open.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        if not UNSPOKEN & set(self.open):
            self.said.append(data)


def sentences(page: str) -> set[str]:
    """What a page says in two small words or more."""
    said = (" ".join(text.split()) for text in Text(page).said)
    return {
        text
        for text in said
        if sum(bool(WORD.fullmatch(word)) for word in text.split()) >= 2 and "@" not in text and "//" not in text
    }


def paths(world: World) -> list[str]:
    """Every path of the site, with this table and each of its phases."""
    phases = [str(turn.phase) for turn in world.state.turns]
    found = []
    for pattern in get_resolver().url_patterns:
        written = "/" + str(pattern.pattern)
        if any(part in written for part in LEFT_OUT):
            continue
        for phase in phases if "phase:" in written else [""]:
            given = GIVEN | {"name": TABLE, "phase": phase, "token": "none"}
            found.append(re.sub(r"<(?:\w+:)?(\w+)>", lambda gap, given=given: given[gap[1]], written))  # type: ignore[misc]
    return list(dict.fromkeys(found))


@pytest.fixture
def world(host: Host) -> World:
    """A Finnish game with two rounds behind it, press, an absence, and something to vote on."""
    host.table(TABLE, gm=True, rules={"II.1": "B", "F.14": "B", "F.16": "B"})
    made, chance = World(host, None), Random(1)
    for _ in range(4):
        for power in POWERS:
            made.order(power, chance)
        strike(made)
    begins = host.now + timedelta(days=300)
    made.hear(PlanAbsence(made.speaker("Italy"), begins, begins + timedelta(days=3), "Kesämökillä"))
    made.hear(SendPress(made.speaker("France"), ("all",), "Vuorilta näkee kauas."))
    made.hear(ProposeEnding(made.speaker("Austria"), "draw"))
    for power in POWERS[:3]:
        made.order(power, chance, final=True)
    return made


def read(world: World, who: str | None, lang: str, path: str) -> str:
    client = world.host.client(who) if who else Client()
    if who:
        assembly.register().prefer(world.host.person(who), lang, "Europe/Helsinki")
    answer = client.get(path, headers={"Accept-Language": lang}, follow=True)
    if answer.status_code in (204, 405):
        return ""  # nothing to say; only for deeds
    if not answer["Content-Type"].startswith("text/html"):
        return ""  # a picture, or a file for programs
    page = answer.content.decode()
    assert f'<html lang="{lang}"' in page, (path, answer.status_code)
    return page


READERS = ("austria", "italy", None, "gm")


def read_by(who: str | None, world: World, depth: Depth) -> list[str]:
    """All paths; of a sample the game master reads all, for they see most, and the others a third each."""
    if depth == "full" or who == "gm":
        return paths(world)
    return [path for path in paths(world) if crc32(path.encode()) % 3 == READERS.index(who)]


@pytest.mark.parametrize("who", READERS)
def test_every_page_of_a_game_is_finnish(world: World, who: str | None, depth: Depth) -> None:
    assert world.state.phase.year >= 1901
    english, said = {}, set[str]()
    for path in read_by(who, world, depth):
        finnish = sentences(read(world, who, "fi", path))
        said |= finnish
        if both := sentences(read(world, who, "en", path)) & finnish:
            english[path] = sorted(both)
    assert english == {}
    assert len(said) > 50


def test_the_game_master_is_one_of_the_readers(world: World) -> None:
    assert f"/games/{TABLE}/desk/" in paths(world)
    assert world.state.seats[GM] == world.host.person("gm")


def test_what_is_left_english_is_found() -> None:
    page = (
        '<p title="a small hint">Tässä</p><p>This is left.</p><pre>not this one</pre><svg><title>nor it</title></svg>'
    )
    assert sentences(page) == {"a small hint", "This is left."}
