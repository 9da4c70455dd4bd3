"""The story of a turn on the page of a game: stages, lines that lead to arrows, causes, changes; the board alone."""

from __future__ import annotations

import gzip
import re
from xml.etree import ElementTree

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from tests.web.conftest import POWERS, Host
from tests.web.test_game import page, played

from dragoman import assembly
from dragoman.game.protocol import Speaker
from dragoman.game.seats import Seat
from dragoman.referee.ports import Slip
from dragoman.web import telling
from dragoman.web.door import Visit, public_view
from dragoman.web.reader import Reader

FALL = {
    "Austria": ("A BUD - SER", "A VIE - GAL", "F ALB - GRE"),
    "France": ("F MAO - SPA/SC", "A PAR - BUR", "A MAR H"),
    "Germany": ("F DEN - SWE", "A KIE - HOL", "A MUN H"),
}
SPRING = "/games/kalmar/S1901M"


def story(client: Client, path: str = SPRING) -> str:
    """The part of a page that tells the turn."""
    return page(client, path).partition('<section class="story-of"')[2].partition('id="standings-title"')[0]


def board(client: Client, path: str) -> str:
    """The drawing on a page."""
    return page(client, path).partition('class="map"')[2].partition("</svg>")[0]


# --- stages ---


def test_a_phase_is_seen_before_with_and_after_its_orders(host: Host) -> None:
    played(host)
    before, orders, after = (board(Client(), f"{SPRING}{stage}") for stage in ("/before", "", "/after"))
    assert 'class="order' not in before + after
    assert 'class="order move' in orders
    assert 'id="board-unit-VIE"' in before
    assert 'id="board-unit-VIE"' in orders
    assert 'id="board-unit-GAL"' not in after, "two armies bounced there"
    assert 'id="board-unit-ALB"' in after


@pytest.mark.parametrize("stage", ["before", "orders", "after"])
def test_each_stage_leads_to_the_others_and_says_where_one_is(host: Host, stage: str) -> None:
    played(host)
    shown = page(Client(), SPRING if stage == "orders" else f"{SPRING}/{stage}")
    for path in (SPRING, f"{SPRING}/before", f"{SPRING}/after"):
        assert f'href="{path}"' in shown
    assert f'data-go="{stage}" aria-current="true"' in shown


def test_the_present_has_no_stages_for_its_orders_are_secret(host: Host) -> None:
    played(host)
    client = host.client("austria")
    for stage in ("before", "after"):
        assert client.get(f"/games/kalmar/F1901M/{stage}")["Location"] == "/games/kalmar/"
    assert 'class="stages"' not in page(client)


@pytest.mark.parametrize("path", ["S1950M/after", "S1901R/before", "S1901M/during", "S1901M/after/"])
def test_a_stage_that_never_was_is_not_found(host: Host, path: str) -> None:
    played(host)
    assert Client().get(f"/games/kalmar/{path}").status_code == 404


def test_a_script_is_sent_only_what_is_another_there(host: Host) -> None:
    played(host)
    answer = Client().get(SPRING, headers={"X-Part": "told"})
    part = answer.content.decode()
    assert part.startswith('<div class="told')
    assert part in page(Client(), SPRING)
    assert "X-Part" in answer["Vary"]


# --- lines, causes, changes ---


def test_every_order_is_a_line_that_says_what_became_of_it(host: Host) -> None:
    played(host)
    told = story(Client())
    assert told.count('<span class="order">') == 22
    line = re.search(r'<li id="line-MUN".*?</li>', told)
    assert line
    assert 'data-key="MUN" class="failed"' in line[0]
    assert "A MUN - BUR" in line[0]
    assert "Munich – Burgundy" in line[0]
    assert "bounced with France A PAR, 1 against 2" in line[0]
    assert re.search(r'<g[^>]*data-province="MUN"', page(Client(), SPRING)), "an arrow for the line"


CITED = {
    "VI.2.B": ("#VI.2", "VI.2.B"),
    "VI.6.A": ("#VI.6", "VI.6.A"),
    "F.12.B": ("#F.12", "F.12.B"),
    "VIII.1": ("#VIII.1", "VIII.1"),
    "4.D.9.a": ("#4.D.9", "4.D.9.a"),
    "6.F.14": ("", "DATC 6.F.14"),
}


@pytest.mark.parametrize("cited", CITED)
def test_a_rule_that_decided_is_cited_and_a_house_rule_linked_to(host: Host, cited: str) -> None:
    host.table()
    seen = Visit("kalmar", Reader(), None, public_view("kalmar"), host.now)
    clause = telling._clause(seen, cited)
    assert clause
    anchor, written = CITED[cited]
    assert (clause.href, clause.cited) == (f"/games/kalmar/rules/{anchor}" if anchor else "", written)
    if anchor:
        assert clause.title
        assert f'id="{anchor[1:]}"' in page(Client(), "/games/kalmar/rules/")


def test_where_the_rulebook_alone_decided_nothing_is_cited(host: Host) -> None:
    played(host)
    assert 'class="clause"' not in story(Client())


def test_centres_that_change_hands_are_told_in_the_story_and_the_standings(host: Host) -> None:
    played(host)
    for power in POWERS:
        host.orders(power, *FALL.get(power, ()))
    told = story(Client(), "/games/kalmar/F1901M")
    assert re.search(r"Austria</span> has won Greece", told)
    assert re.search(r"Germany</span> has won Holland, Sweden", told)
    standing = page(Client(), "/games/kalmar/F1901M").partition('class="scores"')[2]
    assert re.search(r'Germany</span></th>\s*<td class="num"><span class="up"[^>]*>\+2</span> 5</td>', standing)


def test_what_was_built_is_told(host: Host) -> None:
    test_centres_that_change_hands_are_told_in_the_story_and_the_standings(host)
    who = Speaker(host.person("germany"), Seat("Germany"))
    assembly.hear(Slip("kalmar", who, text="Build A Ber\nfinal"))
    host.later(days=30)
    told = story(Client(), "/games/kalmar/W1901A")
    assert "<li>Built: Germany A BER.</li>" in told
    assert 'id="line-BER"' in told


def test_who_is_driven_out_is_told_with_the_retreats_that_are_open(host: Host) -> None:
    host.table()
    years: tuple[dict[str, tuple[str, ...]], ...] = (
        {"Austria": ("F TRI H",), "Italy": ("A VEN - TYR", "A ROM - VEN", "F NAP H")},
        {"Austria": ("F TRI H",), "Italy": ("A TYR S A VEN - TRI", "A VEN - TRI", "F NAP H")},
    )
    for texts in years:
        for power in POWERS:
            who = Speaker(host.person(power.lower()), Seat(power))
            assembly.hear(Slip("kalmar", who, text="\n".join((*texts.get(power, ()), "final"))))
    told = story(Client(), "/games/kalmar/F1901M")
    assert "<li>Austria F TRI is dislodged and may retreat to ADR, ALB.</li>" in told
    assert 'id="board-dislodged-TRI"' in board(Client(), "/games/kalmar/F1901M/after")


def test_the_end_of_looking_costs_the_same_however_long_the_game(host: Host) -> None:
    """Queries for the page of a moment are as many after four years as after one phase."""
    played(host)
    client = host.client("france")
    counts = []
    for days in (0, 120):
        if days:
            for _ in range(12):
                host.later(days=10)
        page(client)
        with CaptureQueriesContext(
            connection,
        ) as asked:
            page(client, SPRING)
        counts.append(len(asked))
    assert counts[0] == counts[1]
    assert counts[1] <= 12


# --- the board alone ---


def test_the_board_alone_is_a_document_that_brings_its_style_and_nothing_else(host: Host) -> None:
    played(host)
    answer = Client().get(f"{SPRING}.svg")
    assert answer["Content-Type"].startswith("image/svg+xml")
    assert answer["Content-Security-Policy"] == "default-src 'none'; style-src 'unsafe-inline'; sandbox"
    drawn = ElementTree.fromstring(answer.content)
    assert drawn.tag.endswith("svg")
    assert b"A MUN - BUR" in answer.content
    assert b"A MUN - BUR" not in Client().get(f"{SPRING}.svg?stage=before").content


def test_the_board_alone_shows_nobodys_orders_before_their_time_not_even_ones_own(host: Host) -> None:
    host.table()
    empty = host.client("austria").get(f"{SPRING}.svg").content
    host.orders("Austria", "A VIE - GAL", "A BUD - SER", "F TRI - ALB")
    for who in (None, "austria", "france"):
        assert host.client(who).get(f"{SPRING}.svg").content == empty


def test_whoever_has_the_same_board_is_not_sent_it_again(host: Host) -> None:
    played(host)
    client = Client()
    first = client.get(f"{SPRING}.svg")
    again = client.get(f"{SPRING}.svg", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get(f"{SPRING}.svg?stage=after", headers={"If-None-Match": first["ETag"]}).status_code == 200
    assert first["Cache-Control"] == "public, no-cache"
    edition = str(int(host.state().turns[0].at.timestamp()))
    assert client.get(f"{SPRING}.svg?v={edition}")["Cache-Control"] == "public, max-age=2592000, immutable"
    assert client.get(f"{SPRING}.svg?v=1")["Cache-Control"] == "public, no-cache"
    assert host.client("france").get(f"{SPRING}.svg")["Cache-Control"] == "private, no-cache"


@pytest.mark.parametrize("asked", ["S1950M.svg", "S1901M.svg?stage=during", "S1901M.svg?theme=none", "S1901M.gif"])
def test_a_board_that_there_is_not_is_not_found(host: Host, asked: str) -> None:
    played(host)
    assert Client().get(f"/games/kalmar/{asked}").status_code == 404


# --- pictures ---


def size(content: bytes) -> tuple[int, int]:
    """Width and height of a PNG (RFC 2083, 11.2.1)."""
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    return int.from_bytes(content[16:20], "big"), int.from_bytes(content[20:24], "big")


@pytest.mark.parametrize(
    ("asked", "width"), [("", 1200), ("?width=300", 300), ("?width=333", 400), ("?width=2400", 2400)]
)
def test_a_picture_is_as_wide_as_is_asked_for_within_bounds(host: Host, asked: str, width: int) -> None:
    host.table()
    answer = Client().get(f"{SPRING}.png{asked}")
    assert answer["Content-Type"] == "image/png"
    assert size(answer.content)[0] == width


@pytest.mark.parametrize("asked", ["?width=1", "?width=4000", "?width=99999999999"])
def test_a_picture_out_of_bounds_is_told_its_bounds(host: Host, asked: str) -> None:
    host.table()
    answer = Client().get(f"{SPRING}.png{asked}")
    assert (answer.status_code, answer["Content-Type"]) == (400, "text/plain; charset=utf-8")
    assert answer.content.decode() == "A picture is from 200 to 2400 pixels wide."


def test_pictures_of_stages_and_themes_differ(host: Host) -> None:
    played(host)
    asked = ("", "&stage=before", "&stage=after", "&theme=dark", "&theme=print")
    assert len({Client().get(f"{SPRING}.png?width=200{each}").content for each in asked}) == len(asked)


def test_whoever_has_the_same_picture_has_none_drawn(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    played(host)
    first = Client().get(f"{SPRING}.png?width=300")
    monkeypatch.setattr("dragoman.web.views.telling.answer", lambda *_: pytest.fail("drawn again"))
    again = Client().get(f"{SPRING}.png?width=300", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert Client().head(f"{SPRING}.png?width=300").status_code == 200


@pytest.mark.parametrize("asked", ["?width=wide", "?width=-1", "?width=²", "?theme=none", "?stage=no"])
def test_a_picture_that_there_is_not_is_not_found(host: Host, asked: str) -> None:
    played(host)
    assert Client().get(f"{SPRING}.png{asked}").status_code == 404


def test_a_picture_of_the_present_holds_nobodys_orders(host: Host) -> None:
    host.table()
    empty = host.client("austria").get(f"{SPRING}.png?width=200").content
    host.orders("Austria", "A VIE - GAL", "A BUD - SER", "F TRI - ALB", final=False)
    for who in (None, "austria", "france"):
        assert host.client(who).get(f"{SPRING}.png?width=200").content == empty


def test_chats_are_shown_the_board(host: Host) -> None:
    played(host)
    for path, stage in (("/games/kalmar/", "after"), (SPRING, "orders"), (f"{SPRING}/before", "before")):
        found = re.search(r'property="og:image" content="http://testserver([^"]+)"', page(Client(), path))
        assert found
        url = found[1].replace("&amp;", "&")
        assert f"stage={stage}" in url
        answer = Client().get(url)
        assert answer.status_code == 200
        assert answer["Cache-Control"] == "public, max-age=2592000, immutable"


def test_shapes_of_a_map_are_sent_once_and_packed(host: Host) -> None:
    """A page names the edition of the shapes that its board shows, and a browser keeps them."""
    host.table()
    found = re.search(r'href="(/boards/standard\.svg\?v=\w+)#MUN"', Client().get("/games/kalmar/").content.decode())
    assert found
    answer = Client().get(found[1], headers={"Accept-Encoding": "gzip"})
    assert (answer["Content-Encoding"], answer["Content-Type"]) == ("gzip", "image/svg+xml; charset=utf-8")
    assert "immutable" in answer["Cache-Control"]
    assert b'id="MUN"' in gzip.decompress(answer.content)
    assert Client().get("/boards/standard.svg")["Cache-Control"] == "public, no-cache"
    assert Client().get("/boards/nowhere.svg").status_code == 404


def test_pictures_are_asked_for_in_the_light_that_was_chosen(host: Host) -> None:
    host.table()
    host.later(days=8)
    client = Client()
    client.post("/look/", {"theme": "contrast", "next": "/games/"})
    found = re.search(
        r'href="(/games/kalmar/S1901M\.svg\?[^"]+)"', client.get("/games/kalmar/S1901M/after").content.decode()
    )
    assert found
    assert found[1].endswith("?stage=after&amp;theme=contrast")
    assert 'data-theme="contrast"' in client.get(found[1].replace("&amp;", "&")).content.decode()
