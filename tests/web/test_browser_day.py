"""A person's day in a real browser: drafts and notes are kept while one writes, the newest letter is in sight, all goes
by keyboard and without a script, and a browser can be made to take pushes."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web.test_browser import Server, serving

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PRESS = "/games/kalmar/press/"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("day")) as made:
        yield made


def sign_in(browser: Browser, server: Server, who: str, **context: object) -> Page:
    page = browser.new_context(**context).new_page()  # type: ignore[arg-type]
    page.goto(server.link(who))
    page.locator("main form button").first.click()
    page.wait_for_url(server.url + "/")
    return page


def test_a_letter_is_kept_while_it_is_written_and_sent_by_keyboard(browser: Browser, server: Server) -> None:
    page = sign_in(browser, server, "austria")
    page.goto(f"{server.url}{PRESS}?with=Italy")
    page.get_by_label("Your words").focus()
    page.keyboard.type("Shall we meet in Venice?")
    expect(page.locator("#draft-said")).to_contain_text("Kept")
    page.goto(f"{server.url}{PRESS}?with=Italy")
    expect(page.get_by_label("Your words")).to_have_value("Shall we meet in Venice?")
    button = page.get_by_role("button", name="Send to Italy")
    button.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**#newest")
    expect(page.locator("#newest")).to_contain_text("Shall we meet in Venice?")
    expect(page.get_by_label("Your words")).to_have_value("")
    other = sign_in(browser, server, "italy")
    expect(other.get_by_role("link", name=re.compile("letter unread: Austria"))).to_be_visible()
    other.get_by_role("link", name=re.compile("letter unread: Austria")).click()
    expect(other.locator("#newest")).to_be_in_viewport()
    other.goto(server.url + "/")
    expect(other.get_by_text("letter unread")).to_have_count(0)


def test_a_long_conversation_opens_at_its_newest(browser: Browser, server: Server) -> None:
    writer = sign_in(browser, server, "turkey", java_script_enabled=False)
    for number in range(12):
        writer.goto(f"{server.url}{PRESS}?with=Russia")
        writer.get_by_label("Your words").fill(f"Letter {number}, and it is long. " * 8)
        writer.get_by_role("button", name="Send to Russia").click()
        writer.wait_for_url("**#newest")
    page = sign_in(browser, server, "russia", java_script_enabled=False)
    for width in (360, 1280):
        page.set_viewport_size({"width": width, "height": 700})
        page.goto(server.url + PRESS)
        page.get_by_role("link", name=re.compile("^Turkey")).click()
        expect(page.locator("#newest")).to_be_in_viewport()
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_note_is_kept_while_it_is_written(browser: Browser, server: Server) -> None:
    page = sign_in(browser, server, "france")
    page.goto(f"{server.url}/games/kalmar/notes/")
    page.get_by_role("textbox", name="The whole game").fill("England will not hold.")
    expect(page.get_by_role("status").filter(has_text="Kept").first).to_be_visible()
    page.reload()
    expect(page.get_by_role("textbox", name="The whole game")).to_have_value("England will not hold.")


def test_an_absence_is_entered_without_a_script(browser: Browser, server: Server) -> None:
    page = sign_in(browser, server, "germany", java_script_enabled=False)
    page.goto(f"{server.url}/absences/")
    page.get_by_label("First day away").fill("2026-05-01")
    page.get_by_label("Last day away").fill("2026-05-04")
    page.get_by_role("button", name="Enter it").click()
    expect(page.get_by_role("status").first).to_contain_text("your absence is entered")
    expect(page.locator(".away-list")).to_contain_text("Fri 1 May 2026 – Mon 4 May 2026")


def test_choices_of_news_are_kept_and_those_that_cannot_be_are_told(browser: Browser, server: Server) -> None:
    page = sign_in(browser, server, "england", java_script_enabled=False)
    page.goto(f"{server.url}/account/")
    page.get_by_label("Press: Mail").uncheck()
    page.locator("form[action='/account/news/'] button").click()
    expect(page.get_by_label("Press: Mail")).not_to_be_checked()
    page.get_by_label("Votes: Mail").uncheck()
    page.locator("form[action='/account/news/'] button").click()
    expect(page.get_by_role("alert")).to_contain_text("the house rules want a player told")
    expect(page.get_by_label("Votes: Mail")).not_to_be_checked()


def test_the_worker_of_pushes_is_taken_by_the_browser_under_the_pages_own_policy(
    browser: Browser, server: Server
) -> None:
    page = sign_in(browser, server, "england")
    page.goto(f"{server.url}/account/")
    expect(page.get_by_role("button", name="Let this browser take pushes")).to_be_visible()
    state = page.evaluate(
        """async () => {
          await navigator.serviceWorker.register(document.querySelector(".js-push").dataset.worker);
          return (await navigator.serviceWorker.ready).active.state;
        }"""
    )
    assert state in ("activating", "activated")
