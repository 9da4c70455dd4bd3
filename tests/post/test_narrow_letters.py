"""A letter in HTML fits a telephone, whatever long word stands in it: a seal is one of 64 letters."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from dragoman.keeper.performance import play
from dragoman.post.frame import framed

SEALED = f"<p>Pöytäkirjan sinetti tähän asti: {'a3f0' * 16}</p>"
GAMES = Path(__file__).parents[1] / "cases" / "games"


@pytest.mark.browser
@pytest.mark.parametrize("name", ["a_year", "a_part_of_a_set", "democracy_to_1903"])
def test_no_letter_is_wider_than_a_telephone(name: str, browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 360, "height": 700})
    wide = set()
    for sent in play(GAMES / f"{name}.toml").sent:
        if sent.words.html:
            page.set_content(framed(sent.words.subject, sent.words.html + SEALED, "en"))
            if page.evaluate("document.documentElement.scrollWidth") > 360:
                wide.add(sent.words.subject)
    page.close()
    assert wide == set()
