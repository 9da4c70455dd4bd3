"""In a real browser: a whole game year, moves, a retreat and builds, ordered by every power by keyboard alone on the
board, and once without any script; orders typed, put back, and kept where the host does not answer."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page
from tests.conftest import Depth
from tests.web.conftest import POWERS
from tests.web.test_browser import Desk, Server, seated, serving

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ByPower = Mapping[str, tuple[str, ...]]

SPRING: ByPower = {
    "Austria": ("A VIE - GAL", "F TRI H"),
    "England": ("F LON - NTH", "A LVP - YOR"),
    "France": ("F BRE - MAO",),
    "Germany": ("A MUN - BUR", "F KIE - DEN"),
    "Italy": ("A VEN - TYR",),
    "Russia": ("A WAR - UKR", "F STP/SC - BOT"),
    "Turkey": ("A CON - BUL",),
}
FALL: ByPower = {
    "Austria": ("A BUD S F TRI",),
    "England": ("F NTH C A YOR - NWY", "A YOR - NWY"),
    "France": ("A PAR - BUR", "A MAR S A PAR - BUR", "F MAO - SPA/SC"),
    "Germany": ("F DEN - SWE",),
    "Italy": ("A TYR H",),
    "Russia": ("A UKR - RUM",),
    "Turkey": ("A BUL H",),
}
RETREAT: ByPower = {"Germany": ("A BUR R RUH",)}
WINTER: ByPower = {
    "England": ("F LON B",), "France": ("A PAR B",), "Germany": ("A MUN B",), "Russia": ("F STP/NC B",),
    "Turkey": ("A CON B",),
}  # fmt: skip
YEAR = (
    ("Spring 1901, moves", SPRING), ("Fall 1901, moves", FALL), ("Fall 1901, retreats", RETREAT),
    ("Winter 1901, adjustments", WINTER),
)  # fmt: skip


def stands(page: Page) -> None:
    """The new year stands as it was ordered."""
    page.get_by_role("heading", name="Spring 1902, moves").wait_for()
    board = page.locator("#board-desc").text_content() or ""
    for power in ("A RUH", "F SPA/SC", "A NWY", "A RUM", "F STP/NC", "A MUN", "A PAR"):
        assert power in board, power


# --- by keyboard alone ---


def go_to(page: Page, goal: Locator) -> None:
    for _ in range(150):
        if goal.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no way to {goal} by keyboard")


def pick(page: Page, *labels: str) -> None:
    """Choose in the menu beside a unit, step by step, by the arrow keys."""
    for label in labels:
        wanted = page.locator(".order-menu button").filter(has_text=label).first
        wanted.wait_for()
        for _ in range(60):
            if wanted.evaluate("element => element === document.activeElement"):
                break
            page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")


STEPS = {
    "A LVP - YOR": ("Move", "Yorkshire"), "F TRI H": ("Hold",), "A TYR H": ("Hold",), "A BUL H": ("Hold",),
    "A BUD S F TRI": ("Support", "fleet in Trieste", "to hold"),
    "F NTH C A YOR - NWY": ("Convoy", "army in Yorkshire", "to Norway"), "A YOR - NWY": ("Move …", "Norway"),
    "F STP/SC - BOT": ("Move …", "Bothnia"),
    "A MAR S A PAR - BUR": ("Support", "army in Paris", "to Burgundy"), "F MAO - SPA/SC": ("Move", "south coast"),
    "A BUR R RUH": ("Retreat", "Ruhr"), "F LON B": ("Build a fleet",), "A PAR B": ("Build an army",),
    "A MUN B": ("Build an army",), "F STP/NC B": ("Build a fleet", "north coast"), "A CON B": ("Build an army",),
}  # fmt: skip
NAMES = {"GAL": "Galicia", "NTH": "North Sea", "MAO": "Mid", "BUR": "Burgundy", "DEN": "Denmark", "TYR": "Tyrolia",
         "UKR": "Ukraine", "BUL": "Bulgaria", "SWE": "Sweden", "RUM": "Rumania"}  # fmt: skip


def order_by_key(page: Page, text: str) -> None:
    """Focus the board's units, go to the one meant, and order it."""
    place = text.split()[1].partition("/")[0]
    go_to(page, page.locator('.map .mine[tabindex="0"]'))
    for _ in range(20):
        if page.evaluate("document.activeElement.dataset.province") == place:
            break
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    pick(page, *(STEPS.get(text) or ("Move …", NAMES[text.split()[-1]])))
    page.locator("#saved.good").filter(has_text=text).wait_for()


def final_by_key(page: Page) -> None:
    go_to(page, page.locator('input[name="status"]:checked'))
    page.keyboard.press("ArrowUp")
    if not page.locator("#status-final").is_checked():
        page.keyboard.press("ArrowUp")
    go_to(page, page.get_by_role("button", name="Send these orders"))
    page.keyboard.press("Enter")


def test_a_game_year_is_ordered_on_the_board_by_keyboard_alone(browser: Browser, tmp_path: Path, depth: Depth) -> None:
    """Of a sample one power plays by key, and the others write."""
    with serving(tmp_path) as server:
        desks, pens = seated(browser, server, POWERS if depth == "full" else ("Germany",))
        for heading, orders in YEAR:
            for power, texts in orders.items():
                if power in pens:
                    pens[power].write(*texts)
                    continue
                page = desks[power].open("/games/kalmar/")
                page.get_by_role("heading", name=heading).wait_for()
                for text in texts:
                    order_by_key(page, text)
                final_by_key(page)
                page.wait_for_function("h => !document.querySelector('#moment-title').textContent.includes(h) "
                                       "|| document.querySelector('#receipt.new')", arg=heading)  # fmt: skip
        stands(desks["Germany"].open("/games/kalmar/"))
        for each in (*desks.values(), *pens.values()):
            each.close()


# --- without a script ---


def test_a_game_year_is_ordered_without_a_script(browser: Browser, tmp_path: Path, depth: Depth) -> None:
    """Of a sample one power chooses from lists, and the others write."""
    hands = POWERS if depth == "full" else ("France",)
    with serving(tmp_path) as server:
        desks, pens = seated(browser, server, hands, java_script_enabled=False)
        for heading, orders in YEAR:
            for power, texts in orders.items():
                if power in pens:
                    pens[power].write(*texts)
                    continue
                page = desks[power].open("/games/kalmar/")
                page.get_by_role("heading", name=heading).wait_for()
                for index, text in enumerate(texts):
                    place = text.split()[1].partition("/")[0]
                    page.locator(f"#order-{index if text.endswith(' B') else place}").select_option(text)
                page.get_by_label("final", exact=True).check()
                page.get_by_role("button", name="Send these orders").click()
                page.locator("#receipt").wait_for()
        stands(desks["France"].open("/games/kalmar/"))
        guess(desks["France"])
        for each in (*desks.values(), *pens.values()):
            each.close()


def guess(desk: Desk) -> None:
    """What-if without a script: from a list, by writing, and on to the next phase."""
    page = desk.open("/games/kalmar/what-if/")
    page.locator("#unit").select_option("RUH")
    page.get_by_role("button", name="What can it do?").click()
    page.locator("#order").select_option("A RUH - BUR")
    page.get_by_role("button", name="Put it in").click()
    page.locator("#orders-France").fill("Bur hold")
    page.get_by_role("button", name="Adjudicate these").click()
    assert "bounced" in page.inner_text("main")
    page.get_by_role("link", name="To the next phase").click()
    page.get_by_role("heading", name="Fall 1902, moves").wait_for()


# --- typed, put back, and without an answer ---


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Server:  # type: ignore[misc]
    with serving(tmp_path_factory.mktemp("ordering")) as made:
        yield made  # type: ignore[misc]


def test_an_order_is_typed_completed_and_put_back(browser: Browser, server: Server) -> None:
    desk = Desk(browser, server, "france")
    page = desk.open("/games/viborg/")
    box = page.get_by_role("combobox", name="Or type an order")
    box.fill("mar s par")
    assert page.locator("#say-list li").all_inner_texts()[0].startswith("A MAR S A PAR - BUR")
    box.press("ArrowDown")
    assert box.get_attribute("aria-activedescendant") == "say-0"
    box.press("Enter")
    page.locator("#saved.good").filter(has_text="A MAR S A PAR - BUR").wait_for()
    assert page.locator("#order-MAR").input_value() == "A MAR S A PAR - BUR"
    box.fill("Pariisi - Burgndy")  # no completion begins so: the host reads it
    box.press("Enter")
    page.locator("#saved.good").filter(has_text="A PAR - BUR").wait_for()
    page.locator("#picture .order.move").wait_for(state="attached")
    page.get_by_role("button", name="Undo").click()
    page.locator("#saved.good").filter(has_text="no order").wait_for()
    assert page.locator("#order-PAR").input_value() == ""
    box.fill("Par - Xyzzy")
    box.press("Enter")
    page.locator("#say-read").filter(has_text="Xyzzy").wait_for()
    desk.close()


def test_a_choice_is_kept_and_tried_again_where_nobody_answers(browser: Browser, server: Server) -> None:
    desk = Desk(browser, server, "france")
    page = desk.open("/games/turku/")
    page.route("**/orders/save/", lambda route: route.abort())
    page.locator("#order-PAR").select_option("A PAR - BUR")
    page.locator("#saved.bad").filter(has_text="Not saved").wait_for()
    assert page.locator("#order-PAR").input_value() == "A PAR - BUR"
    page.unroute("**/orders/save/")
    page.locator("#saved.good").filter(has_text="A PAR - BUR").wait_for()
    desk.faults = [fault for fault in desk.faults if "ERR_FAILED" not in fault]  # what was made to fail
    desk.close()


def test_a_finger_near_a_unit_means_it_and_a_tap_elsewhere_nothing(browser: Browser, server: Server) -> None:
    desk = Desk(browser, server, "france", has_touch=True)
    page = desk.page
    page.set_viewport_size({"width": 360, "height": 740})
    desk.open("/games/oulu/")
    page.locator("#board").scroll_into_view_if_needed()
    box = page.locator("#board-unit-MAR").bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2 + 9, box["y"] + box["height"] / 2 + 9)
    page.locator(".order-menu").wait_for()
    for button in page.locator(".order-menu button").all():
        size = button.bounding_box()
        assert size is not None
        assert size["height"] >= 44
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    box = page.locator("#board-unit-MAR").bounding_box()
    assert box is not None
    menu = page.locator(".order-menu").bounding_box()
    assert menu is not None
    assert box["y"] + box["height"] < menu["y"], "the unit is not covered by its menu"
    page.touchscreen.tap(330, box["y"] - 60)
    page.locator(".order-menu").wait_for(state="detached")
    assert page.locator("#saved").inner_text() == ""
    desk.close()


COVERED = """() => {
  const menu = document.querySelector('.order-menu').getBoundingClientRect();
  return [...document.querySelectorAll('.aim.halo, .taken')].filter((each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    return menu.left < right && menu.right > left && menu.top < bottom && menu.bottom > top;
  }).length;
}"""
TOPS = """() => ['.map', '.chain', '.by-list'].map(
  (each) => document.querySelector(each).getBoundingClientRect().top + scrollY)"""


@pytest.mark.parametrize("width", [1280, 390])
def test_a_menu_covers_no_goal_and_nothing_on_the_page_moves_for_it(
    browser: Browser, server: Server, width: int
) -> None:
    desk = Desk(browser, server, "france")
    desk.page.set_viewport_size({"width": width, "height": 900})
    page = desk.open("/sandbox/")
    units = page.locator(".map .unit.mine")
    units.first.wait_for(state="attached")
    for index in range(0, 22, 3):
        units.nth(index).scroll_into_view_if_needed()
        before = page.evaluate(TOPS)
        units.nth(index).focus()
        page.keyboard.press("Enter")
        page.locator(".order-menu").wait_for()
        assert page.locator(".aim").count()
        assert page.evaluate(COVERED) == 0, units.nth(index).get_attribute("aria-label")
        assert page.evaluate(TOPS) == before
        page.keyboard.press("Escape")
    desk.close()


def test_a_long_paste_is_read_at_once_and_no_further_than_it_is_heard(browser: Browser, server: Server) -> None:
    """Each line is taken apart once for all provinces, however many there are of both."""
    desk = Desk(browser, server, "france")
    page = desk.open("/sandbox/")
    page.locator(".map .unit.mine").first.wait_for(state="attached")
    box = page.locator("#orders-England")
    assert box.get_attribute("maxlength") == "8000"
    took = page.evaluate("""() => {
      const box = document.querySelector('#orders-England');
      let taken = 0;
      const upper = String.prototype.toUpperCase;
      String.prototype.toUpperCase = function () { taken += 1; return upper.call(this); };
      box.value = 'F LON - NTH\\n'.repeat(600) + 'F EDI - NWG';
      box.dispatchEvent(new Event('input', { bubbles: true }));
      return new Promise((done) => { setTimeout(() => done(taken), 4000); });
    }""")
    assert 0 < took <= 4 * 601
    desk.close()
