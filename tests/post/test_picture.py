"""A letter of results is whole three times over: as text, as HTML for day and night, and as a picture that weighs
little. The same notice gives the same bytes."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from datetime import UTC
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from html.parser import HTMLParser

import pytest
from PIL import Image
from tests.diplomacy.games import some_game
from tests.diplomacy.tables import START

from dragoman.assembly import Despatch, drawn
from dragoman.diplomacy.game import DIPLOMACY
from dragoman.game.protocol import Notice
from dragoman.post.picture import WIDTH, png
from dragoman.post.replies import message

MAILBOX = "dragoman@example.org"
HEAVIEST = 300_000
"""Bytes of a whole letter."""


def notices(seed: int = 3, phases: int = 12) -> list[Notice]:
    """What Austria is told in the course of some game."""
    table = some_game(seed, phases)
    return [notice for notice in DIPLOMACY.tell(None, tuple(table.events), table.state) if notice.to == "Austria"]


def despatch(notice: Notice, lang: str = "en") -> Despatch:
    return Despatch(
        key="kalmar/3/0/p-ann", to="ann@example.org", name="Ann", lang=lang,
        words=DIPLOMACY.words(notice, lang, UTC), reply_to="", in_reply_to="", table="kalmar", kind=notice.kind,
        posted_at=START, picture=drawn(DIPLOMACY, notice, lang),
    )  # fmt: skip


def letter(notice: Notice, lang: str = "en") -> tuple[bytes, EmailMessage]:
    raw = message(despatch(notice, lang), MAILBOX).as_bytes()
    found = BytesParser(policy=policy.default).parsebytes(raw)
    assert isinstance(found, EmailMessage)
    return raw, found


class Elements(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def lines(text: str | None) -> list[str]:
    return [line.rstrip() for line in (text or "").splitlines()]


@pytest.mark.parametrize("lang", ["en", "fi"])
def test_results_go_out_as_text_as_html_and_as_a_picture(lang: str) -> None:
    results = [notice for notice in notices() if notice.kind == "results"]
    assert results
    for notice in results[:4]:
        raw, found = letter(notice, lang)
        assert len(raw) < HEAVIEST
        assert found.get_content_type() == "multipart/alternative"
        text, related = found.iter_parts()
        assert related.get_content_type() == "multipart/related"
        page, picture = related.iter_parts()  # type: ignore[attr-defined]
        assert (text.get_content_type(), page.get_content_type()) == ("text/plain", "text/html")
        assert lines(text.get_content()) == lines(DIPLOMACY.words(notice, lang, UTC).text)  # type: ignore[attr-defined]
        (image,) = [attrs for tag, attrs in Elements(page.get_content()).found if tag == "img"]
        assert image["src"] == f"cid:{picture['Content-ID'].strip('<>')}"
        alternative, title = str(image["alt"]), despatch(notice, lang).picture.title  # type: ignore[union-attr]
        assert alternative.startswith(f"{title}. ")
        assert ("in words" in alternative, "sanoin" in alternative) == (lang == "en", lang == "fi")
        shown = Image.open(io.BytesIO(picture.get_content()))
        assert (shown.format, shown.mode, shown.size[0]) == ("PNG", "P", WIDTH)
        assert "transparency" not in shown.info


@pytest.mark.dear
def test_the_same_results_are_the_same_bytes() -> None:
    one = next(notice for notice in notices() if notice.kind == "results")
    png.cache_clear()
    first, _ = letter(one)
    png.cache_clear()
    again, _ = letter(one)
    assert first == again


def test_what_has_no_board_has_no_picture() -> None:
    """A receipt, and results from before letters said which map they are of."""
    kinds = {notice.kind: notice for notice in notices()}
    assert drawn(DIPLOMACY, kinds["started"], "en") is not None
    results = kinds["results"]
    old = replace(results, body=type(results.body)(**{**_fields(results.body), "head": _nowhere(results.body.head)}))
    assert drawn(DIPLOMACY, old, "en") is None
    _, found = letter(old)
    assert [part.get_content_type() for part in found.walk()] == ["multipart/alternative", "text/plain", "text/html"]


def _fields(body: object) -> dict[str, object]:
    return {name: getattr(body, name) for name in body.__struct_fields__}  # type: ignore[attr-defined]


def _nowhere(head: object) -> object:
    return type(head)(**{**_fields(head), "map": ""})


def test_a_letter_is_read_by_day_and_in_the_dark_and_fetches_nothing() -> None:
    _, found = letter(next(notice for notice in notices() if notice.kind == "results"))
    page = found.get_body(("html",)).get_content()  # type: ignore[union-attr]
    assert '<meta name="color-scheme" content="light dark">' in page
    assert "@media (prefers-color-scheme: dark)" in page
    assert not re.search(r"(?i)https?://|url\(|<script|<link", page)
    every = {(tag, name) for tag, attrs in Elements(page).found for name in attrs}
    assert not [(tag, name) for tag, name in every if name.startswith("on")]


@pytest.mark.dear
def test_a_failed_order_is_marked_and_its_reason_said() -> None:
    """In some game of random orders something fails, and the letter says why."""
    told = [n for seed in range(3) for n in notices(seed, 4) if n.kind == "results"]
    pages = [letter(notice)[1].get_body(("html",)).get_content() for notice in told]  # type: ignore[union-attr]
    rows = [row for page in pages for row in re.findall(r'<tr class="failed">(.*?)</tr>', page)]
    assert rows
    assert all(len(re.findall(r"<td>(.+?)</td>", row)) >= 2 for row in rows)


def test_a_picture_is_drawn_in_fonts_of_our_own() -> None:
    """A word that no font could write would leave the paper blank."""
    blank = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 40"></svg>'
    written = blank.replace("></svg>", '><text x="5" y="25" font-family="sans-serif">Åbo</text></svg>')
    assert png(blank) != png(written)


def test_what_is_no_drawing_is_told() -> None:
    with pytest.raises(ValueError, match=r".+"):
        png("no drawing")
