"""The story of a game in a real browser: stepped, scrubbed and played in place, explained by mouse and key, brought
nearer, linked to, and told of when it goes on; and all but the playing without a script."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web.test_browser import Server, serving

pytestmark = [pytest.mark.browser, pytest.mark.slow]

VIENNA = "/games/raahe/S1901M"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("telling")) as made:
        yield made


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    opened = context.new_page()
    faults: list[str] = []
    opened.on("pageerror", lambda fault: faults.append(str(fault)))
    opened.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
    yield opened
    context.close()
    assert faults == []


def whole(page: Page) -> Callable[[], bool]:
    """Whether the page has stayed the same document."""
    page.evaluate("window.stayed = true")
    return lambda: bool(page.evaluate("window.stayed === true"))


def on_arrow(page: Page, province: str) -> tuple[float, float]:
    """A point on the arrow of the unit there."""
    script = """province => {
        const path = document.querySelector(`.order[data-province="${province}"] path`);
        const at = path.getPointAtLength(path.getTotalLength() * 0.4).matrixTransform(path.getScreenCTM());
        return [at.x, at.y];
    }"""
    x, y = page.evaluate(script, province)
    return x, y


def test_stages_and_phases_are_stepped_through_in_place(page: Page, server: Server) -> None:
    page.goto(server.url + VIENNA)
    stayed = whole(page)
    page.get_by_role("link", name="After", exact=True).click()
    page.wait_for_url(f"**{VIENNA}/after")
    expect(page.locator("#picture .order")).to_have_count(0)
    assert "after" in page.title()
    assert page.evaluate("document.activeElement.textContent") == "After", "the focus stays where it was"
    page.get_by_role("link", name="One phase on").click()
    page.wait_for_url("**/games/raahe/F1901M")
    expect(page.locator("#moment-title")).to_have_text("Fall 1901, moves")
    expect(page.locator("#said")).to_contain_text("Fall 1901, moves")
    page.go_back()
    page.wait_for_url(f"**{VIENNA}/after")
    expect(page.locator("#moment-title")).to_have_text("Spring 1901, moves")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/games/raahe/F1901M")
    assert stayed()


def test_every_frame_is_the_page_at_its_address(page: Page, server: Server) -> None:
    """What is swapped in is what a reader finds who opens the link."""
    page.goto(server.url + VIENNA)
    page.get_by_role("link", name="One phase on").click()
    page.wait_for_url("**/games/raahe/F1901M")
    swapped = page.locator("#story").inner_text()
    page.reload()
    assert page.locator("#story").inner_text() == swapped


def test_the_game_is_scrubbed_by_key(page: Page, server: Server) -> None:
    page.goto(server.url + VIENNA)
    slider = page.get_by_role("slider")
    expect(slider).to_have_attribute("aria-valuetext", "Spring 1901, moves")
    slider.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", "Fall 1901, moves")
    page.wait_for_url("**/games/raahe/F1901M")
    expect(slider).to_be_focused()
    slider.press("Home")
    page.wait_for_url(f"**{VIENNA}")


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_the_game_is_played_and_paused(browser: Browser, server: Server, motion: str) -> None:
    context = browser.new_context(reduced_motion=motion)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(server.url + VIENNA)
    page.locator(".map").focus()
    page.keyboard.press(" ")
    button = page.locator("#scrub button")
    expect(button).to_have_attribute("aria-pressed", "true")
    page.wait_for_url(f"**{VIENNA}/after")
    page.wait_for_url("**/games/raahe/F1901M", timeout=8000)
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
    expect(button).to_have_text("Play the game")
    page.wait_for_timeout(2600)
    assert page.url.endswith("/games/raahe/F1901M")
    context.close()


def test_an_arrow_tells_what_it_is_about_beside_itself(page: Page, server: Server) -> None:
    page.goto(server.url + VIENNA)
    page.mouse.move(*on_arrow(page, "MUN"))
    card = page.locator("#card")
    expect(card).to_contain_text("A MUN - BUR")
    expect(card).to_contain_text("Munich – Burgundy")
    expect(card).to_contain_text("bounced with France A PAR")
    expect(page.locator('#story li[data-key="MUN"]')).to_have_class(re.compile("lit"))
    box, of = card.bounding_box(), page.locator('.order[data-province="MUN"]').first.bounding_box()
    assert box
    assert of
    assert (
        box["x"] >= of["x"] + of["width"]
        or box["x"] + box["width"] <= of["x"]
        or (box["y"] >= of["y"] + of["height"] or box["y"] + box["height"] <= of["y"])
    )
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    page.mouse.move(*on_arrow(page, "VIE"))
    expect(card).to_contain_text("A VIE - GAL")
    page.locator("h1").hover()
    expect(card).to_be_hidden()


def test_a_line_lights_its_arrow(page: Page, server: Server) -> None:
    page.goto(server.url + VIENNA)
    page.locator('#story li[data-key="MUN"]').hover()
    expect(page.locator('.order[data-province="MUN"]').first).to_have_class(re.compile("lit"))
    expect(page.locator('.order[data-province="VIE"]').first).not_to_have_class(re.compile("lit"))


def test_the_board_is_brought_nearer_by_button_key_wheel_and_drag(page: Page, server: Server) -> None:
    page.goto(server.url + VIENNA)
    frame = page.locator(".map svg").first

    def window() -> list[float]:
        return [float(n) for n in (frame.get_attribute("viewBox") or "").split()]

    whole_board = window()
    page.get_by_role("button", name="Nearer", exact=True).click()
    near = window()
    assert near[2] < whole_board[2]
    page.locator(".map").focus()
    page.keyboard.press("ArrowRight")
    assert window()[0] > near[0]
    assert page.url.endswith(VIENNA), "a board that is near is moved, not stepped"
    box = page.locator(".map").bounding_box()
    assert box
    before = window()
    page.mouse.move(box["x"] + 300, box["y"] + 300)
    page.mouse.down()
    page.mouse.move(box["x"] + 200, box["y"] + 250, steps=4)
    page.mouse.up()
    assert window()[0] > before[0]
    assert window()[1] > before[1]
    page.mouse.wheel(0, -200)
    expect(frame).not_to_have_attribute("viewBox", " ".join(str(n) for n in before))
    assert window()[2] < near[2]
    page.keyboard.press("0")
    assert window() == pytest.approx(whole_board)


def test_the_present_keeps_what_was_begun_in_it(page: Page, server: Server) -> None:
    """Whoever looks back at the past finds the form again as they left it."""
    page.goto(server.link("france"))
    page.get_by_role("button", name="Sign in").click()
    page.goto(server.url + "/games/raahe/")
    stayed = whole(page)
    page.evaluate("document.querySelector('#text').closest('details').open = true")
    page.locator("#text").fill("A Par - Bur")
    page.get_by_role("link", name="One phase back").click()
    page.wait_for_url("**/games/raahe/F1901M")
    page.get_by_role("link", name="The present", exact=True).click()
    page.wait_for_url("**/games/raahe/")
    assert page.locator("#text").input_value() == "A Par - Bur"
    assert stayed()


def test_a_page_is_told_that_the_game_goes_on_and_stays_as_it_is(page: Page, server: Server) -> None:
    page.goto(server.url + "/games/turku/")
    stayed = whole(page)
    title = page.locator("#moment-title").inner_text()
    server.later(days=8)
    other = page.context.new_page()  # somebody comes, and the clock strikes
    other.goto(server.url + "/games/turku/")
    other.close()
    told = page.locator('#live [data-kind="turn"]')
    expect(told).to_be_visible(timeout=15000)
    expect(page.locator('#live [data-kind="press"]')).to_be_hidden()
    assert page.locator("#moment-title").inner_text() == title
    assert stayed()
    told.get_by_role("link").click()
    expect(page.locator("#moment-title")).not_to_have_text(title)


def test_the_story_is_told_without_a_script(browser: Browser, server: Server) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(server.url + VIENNA)
    expect(page.locator("#scrub")).to_be_hidden()
    expect(page.locator("#card")).to_be_hidden()
    page.get_by_role("link", name="After", exact=True).click()
    assert page.url.endswith(f"{VIENNA}/after")
    page.get_by_role("link", name="One phase on").click()
    assert page.url.endswith("/games/raahe/F1901M")
    page.goto(f"{server.url}{VIENNA}#line-MUN")
    expect(page.locator("#line-MUN")).to_contain_text("bounced with France A PAR")
    expect(page.locator('.order[data-province="MUN"] > title').first).to_be_attached()
    page.get_by_role("link", name="The board alone").click()
    assert page.url.endswith(f"{VIENNA}.svg")
    context.close()


@pytest.mark.parametrize("tongue", ["en", "fi"])
def test_the_board_stands_on_the_first_screen_of_a_phone(browser: Browser, server: Server, tongue: str) -> None:
    """The menu of the site and that of the game take a row each, and so does the deadline; the row scrolls to where one
    is."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale=tongue)
    page = context.new_page()
    page.goto(server.url + VIENNA.rpartition("/")[0] + "/")
    box = page.locator(".map").bounding_box()
    assert box is not None
    assert box["y"] < 300
    assert box["y"] + box["height"] < 844
    for row in (".head nav", ".within"):
        height = page.locator(row).evaluate("row => row.offsetHeight")
        assert height < 60, row
    page.locator(".within a").last.click()
    expect(page.locator(".within [aria-current]")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    context.close()


def test_a_print_has_the_board_as_wide_as_the_paper_and_the_results_after_it(page: Page, server: Server) -> None:
    page.set_viewport_size({"width": 643, "height": 910})
    page.emulate_media(media="print")
    page.goto(server.url + VIENNA)
    board, story = page.locator(".map svg").bounding_box(), page.locator(".story-of").bounding_box()
    assert board is not None
    assert story is not None
    assert board["width"] > 600
    assert story["y"] >= board["y"] + board["height"]
    expect(page.locator(".steps, .within, .scrub, form").locator("visible=true")).to_have_count(0)
