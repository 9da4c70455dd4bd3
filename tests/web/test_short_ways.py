"""How short the ways are that are gone most: a game is opened, and a day at the desk done, in few keys and fewer
decisions. Everything is done by keyboard alone, and every key is counted."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page
from tests.web.gallery import Gallery, gallery
from tests.web.test_accessibility import walk

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PASTED = "Eve <eve@example.org>, bob@example.org, cid@example.org, dan@example.org, fay@example.org, gil@example.org"


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gallery]:
    with gallery(tmp_path_factory.mktemp("gallery")) as made:
        yield made


class Keys:
    """Somebody at a keyboard, and how many keys they have pressed."""

    def __init__(self, page: Page) -> None:
        self.page, self.pressed = page, 0

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.pressed += 1

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)
        self.pressed += len(text)

    def paste(self, text: str) -> None:
        self.page.keyboard.insert_text(text)
        self.pressed += 2

    def to(self, name: str) -> None:
        """On to the control of that label, by the tabulator alone."""
        for _ in range(40):
            if self.page.evaluate(NAMED) == name:
                return
            self.press("Tab")
        raise AssertionError(f"no way to “{name}”")


NAMED = """() => {
  const here = document.activeElement;
  return here.labels?.length ? here.labels[0].textContent.trim() : here.textContent.trim();
}"""

DECISIONS = """() => new Set([...document.querySelectorAll("main form :is(input, select, textarea)")]
  .filter((each) => each.checkVisibility() && each.type !== "hidden").map((each) => each.name)).size"""


def test_a_game_is_opened_and_its_players_invited_in_a_minute(browser: Browser, host: Gallery) -> None:
    page = walk(browser, host, "newcomer").page
    began = time.monotonic()
    page.goto(host.url + "/")
    page.get_by_role("link", name="Open a game").focus()
    keys = Keys(page)
    keys.press("Enter")
    page.get_by_role("heading", name="Open a game").wait_for()
    assert page.evaluate(DECISIONS) == 6, "name, map, pace, rules, who presides, and who is invited; the rest is folded"
    keys.to("Name of the game")
    keys.type("malmo")
    keys.to("Pace")
    keys.type("two")
    keys.to("Invitations")
    keys.paste(PASTED)
    keys.to("Open the game")
    keys.press("Enter")
    page.get_by_text("“malmo” is open, and 6 letters of invitation are on their way.").wait_for()
    assert page.get_by_label("To let others in, pass this link on").input_value() == host.url + "/games/malmo/seats/"
    assert keys.pressed < 40
    assert time.monotonic() - began < 60


def test_the_shortest_way_is_a_name_and_a_key(browser: Browser, host: Gallery) -> None:
    page = walk(browser, host, "newcomer", java_script_enabled=False).page
    page.goto(host.url + "/open/")
    page.get_by_label("Name of the game").focus()
    keys = Keys(page)
    keys.type("lulea")
    keys.press("Enter")
    page.get_by_text("“lulea” is open.").wait_for()
    assert keys.pressed == 6
