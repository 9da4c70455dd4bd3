"""In a real browser: a game year played by clicking, orders without a script, and nothing asked of other hosts."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Request
from tests.web.conftest import POWERS, START
from tests.web.serving import SETTINGS

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SPRING = {
    "Austria": ("A VIE - TRI", "A BUD - SER", "F TRI - ALB"),
    "England": ("F LON - NTH", "F EDI - NWG", "A LVP - YOR"),
    "France": ("F BRE - MAO", "A PAR - BUR", "A MAR S A PAR - BUR"),
    "Germany": ("F KIE - DEN", "A BER - KIE", "A MUN - BUR"),
    "Italy": ("F NAP - ION", "A ROM - APU", "A VEN H"),
    "Russia": ("F STP/SC - BOT", "A WAR - GAL", "A MOS - UKR", "F SEV - BLA"),
    "Turkey": ("F ANK - BLA", "A CON - BUL", "A SMY - CON"),
}
FALL = {
    "Austria": ("A TRI S A SER", "A SER S F ALB - GRE", "F ALB - GRE"),
    "England": ("F NTH C A YOR - NWY", "F NWG S A YOR - NWY", "A YOR - NWY"),
    "France": ("F MAO - SPA/SC", "A BUR - BEL", "A MAR - SPA"),
    "Germany": ("F DEN - SWE", "A KIE - HOL", "A MUN - BUR"),
    "Italy": ("F ION C A APU - TUN", "A APU - TUN", "A VEN - TYR"),
    "Russia": ("F BOT - SWE", "A GAL - BUD", "A UKR - RUM", "F SEV S A UKR - RUM"),
}
WINTER = {
    "Austria": ("Leave it unused",),
    "England": ("Build F London",),
    "Germany": ("Build A Kiel",),
}


ROOT = Path(__file__).parents[2]


@dataclass
class Server:
    """A host in a process of its own."""

    url: str
    folder: Path
    now: datetime = START + timedelta(days=8)

    def link(self, who: str) -> str:
        links: dict[str, str] = json.loads((self.folder / "links.json").read_text())
        return self.url + links[who]

    def later(self, **by: float) -> None:
        """Move its clock."""
        self.now += timedelta(**by)
        written = self.folder / "clock.new"
        written.write_text(f'now = {self.now.isoformat()}\nseed = "web"\n')
        written.replace(self.folder / "clock.toml")


@contextmanager
def serving(folder: Path) -> Iterator[Server]:
    """Such a host, until it is no longer wanted."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    (folder / "dragoman.toml").write_text(SETTINGS.format(port=port))
    environment = os.environ | {
        "DRAGOMAN_SETTINGS": str(folder / "dragoman.toml"), "DRAGOMAN_CLOCK": str(folder / "clock.toml"),
        "DJANGO_SETTINGS_MODULE": "dragoman.settings",
    }  # fmt: skip
    environment.pop("DATABASE_URL", None)
    with (folder / "said").open("w+") as said:
        command = [sys.executable, "-m", "tests.web.serving", str(folder), str(port)]
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=said, stderr=said)
        try:
            await_answer(f"http://127.0.0.1:{port}/games/", process, folder / "said")
            yield Server(f"http://127.0.0.1:{port}", folder)
        finally:
            process.terminate()
            process.wait(20)


def await_answer(url: str, process: subprocess.Popen[bytes], said: Path) -> None:
    for _ in range(300):
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except OSError:
            if process.poll() is not None:
                break
            time.sleep(0.1)
    raise AssertionError(said.read_text())


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A host whose clock stands still."""
    with serving(tmp_path_factory.mktemp("host")) as made:
        yield made


class Desk:
    """One person's browser. What it complains of, or asks of other hosts, is a fault."""

    def __init__(self, browser: Browser, server: Server, who: str, **context: object) -> None:
        self.url, self.faults = server.url, list[str]()
        self.context: BrowserContext = browser.new_context(viewport={"width": 1400, "height": 1000}, **context)  # type: ignore[arg-type]
        self.page: Page = self.context.new_page()
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("request", self._asked)
        self.page.goto(server.link(who))
        self.page.get_by_role("button", name="Sign in").click()

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(message.text)

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((self.url, "data:")):
            self.faults.append(f"asked {request.url}")

    def open(self, path: str) -> Page:
        self.page.goto(self.url + path)
        return self.page

    def choose(self, text: str) -> None:
        """Choose one order by its kind and goal."""
        province = text.split()[1].partition("/")[0]
        option = self.page.locator(f"#order-{province} option[value='{text}']")
        title = option.evaluate("o => o.parentNode.label || o.textContent")
        goal = option.evaluate("o => o.dataset.goal || ''")
        selects = self.page.locator(f"li[data-province='{province}'] .kinds select")
        selects.nth(0).select_option(label=title)
        if goal:
            selects.nth(1).select_option(label=goal)

    def send(self, *texts: str, final: bool = True) -> None:
        """Choose orders and send them."""
        for text in texts:
            self.choose(text)
        self.page.get_by_label("final", exact=True).check() if final else self.page.get_by_label("preliminary").check()
        self.page.get_by_role("button", name="Send these orders").click()

    def close(self) -> None:
        assert self.faults == []
        self.context.close()


def test_a_game_year_is_played_by_clicking(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        desks = {power: Desk(browser, server, power.lower()) for power in POWERS}
        spring(desks)
        fall(desks, server)
        winter(desks, server)
        look_back(desks["France"])
        for desk in desks.values():
            desk.close()


def spring(desks: dict[str, Desk]) -> None:
    """Everybody is final, so the last set brings the ruling at once."""
    for power in POWERS:
        desks[power].open("/games/kalmar/")
        desks[power].send(*SPRING[power])
        if power != POWERS[-1]:
            desks[power].page.get_by_text("The set is final.").wait_for()
    desks[POWERS[-1]].page.get_by_role("heading", name="Fall 1901, moves").wait_for()


def fall(desks: dict[str, Desk], server: Server) -> None:
    """Turkey is silent, so the deadline must pass."""
    for power, texts in FALL.items():
        desks[power].open("/games/kalmar/")
        desks[power].send(*texts)
        desks[power].page.get_by_text("The set is final.").wait_for()
    home = desks["Turkey"].open("/")
    assert "You have sent no orders for Fall 1901, moves." in home.inner_text("main")
    server.later(days=8)


def winter(desks: dict[str, Desk], server: Server) -> None:
    """Some build; the others leave it to the deadline."""
    for power, builds in WINTER.items():
        page = desks[power].open("/games/kalmar/")
        page.get_by_role("heading", name="Winter 1901, adjustments").wait_for()
        for index, label in enumerate(builds):
            page.locator(f"#order-{index}").select_option(label=label)
        page.get_by_role("button", name="Send these orders").click()
        page.locator("#receipt").wait_for()
    server.later(days=8)


def look_back(desk: Desk) -> None:
    """The new year stands as it was ordered, and every phase before it can be seen."""
    page = desk.open("/games/kalmar/")
    page.get_by_role("heading", name="Spring 1902, moves").wait_for()
    board = page.locator("#board-desc").text_content() or ""
    assert "A SER, A TRI, F GRE" in board, "Austria could not build in Trieste, where its army stands"
    assert "A NWY, F LON, F NTH, F NWG" in board
    assert "A TUN, A TYR, F ION" in board
    page.get_by_role("link", name="The first phase").click()
    page.get_by_role("heading", name="Spring 1901, moves").wait_for()
    assert page.url.endswith("/games/kalmar/S1901M")
    for heading in ("Fall 1901, moves", "Winter 1901, adjustments", "Spring 1902, moves"):
        page.get_by_role("link", name="One phase on").click()
        page.get_by_role("heading", name=heading).wait_for()


def test_orders_are_sent_without_a_script(browser: Browser, server: Server) -> None:
    desk = Desk(browser, server, "austria", java_script_enabled=False)
    page = desk.open("/games/viborg/")
    page.locator("#order-VIE").select_option("A VIE - GAL")
    page.locator("#order-BUD").select_option(label="Move to Serbia")
    page.get_by_label("final", exact=True).check()
    page.get_by_role("button", name="Send these orders").click()
    receipt = page.locator("#receipt").inner_text()
    assert "A VIE - GAL" in receipt
    assert "Without an order, and so holding: F TRI." in receipt
    assert page.get_by_label("final", exact=True).is_checked()
    page.get_by_text("Or write it, as in a letter").click()
    page.get_by_label("Your words").fill("F Tri - Alb\npreliminary")
    page.get_by_role("button", name="Say it to the referee").click()
    assert "F TRI - ALB" in page.locator("#receipt").inner_text()
    assert not page.get_by_label("final", exact=True).is_checked()
    page.get_by_role("button", name="lamp").click()
    assert page.locator("html").get_attribute("data-theme") == "dark"
    desk.close()


def test_orders_are_sent_by_keyboard_alone(browser: Browser, server: Server) -> None:
    desk = Desk(browser, server, "austria")
    page = desk.open("/games/oulu/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip", "the first stop leads past the head"
    go_to(page, page.locator("#order-VIE-kind"))
    page.keyboard.type("Move")
    page.keyboard.press("Tab")
    page.keyboard.type("Gal")
    go_to(page, page.get_by_role("button", name="Send these orders"))
    page.keyboard.press("Enter")
    receipt = page.locator("#receipt")
    receipt.wait_for()
    assert "A VIE - GAL" in receipt.inner_text()
    page.wait_for_function("document.activeElement.id === 'receipt'")  # the answer is brought before the reader
    desk.close()


def go_to(page: Page, goal: Locator) -> None:
    """Press Tab until that element has the focus."""
    for _ in range(60):
        if goal.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no way to {goal} by keyboard")


def test_an_order_is_given_on_the_board(browser: Browser, server: Server) -> None:
    desk = Desk(browser, server, "italy")
    page = desk.open("/games/oulu/")
    page.locator("#board-unit-ROM").click()
    click_on(page, "APU")
    assert page.locator("#order-ROM").input_value() == "A ROM - APU"
    desk.send(final=False)
    page.locator("#picture .order.move").wait_for(state="attached")
    assert "A ROM - APU" in page.locator("#receipt").inner_text()
    desk.close()


def click_on(page: Page, province: str) -> None:
    """Click somewhere within a province where nothing lies over it."""
    spot = page.evaluate(
        """province => {
            const shape = document.querySelector(`#board-province-${province}`);
            shape.scrollIntoView({block: "center"});
            const box = shape.getBoundingClientRect();
            for (let y = box.top + 3; y < box.bottom; y += 4)
                for (let x = box.left + 3; x < box.right; x += 4)
                    if (document.elementFromPoint(x, y) === shape) return [x, y];
        }""",
        province,
    )
    page.mouse.click(*spot)


def test_the_light_changes_at_once(browser: Browser, server: Server) -> None:
    desk = Desk(browser, server, "austria")
    page = desk.open("/games/")
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.get_by_role("button", name="lamp").click()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != paper
    page.wait_for_load_state("networkidle")
    assert desk.open("/games/").locator("html").get_attribute("data-theme") == "dark"
    desk.close()


@pytest.mark.parametrize("width", [320, 360, 768, 1600])
def test_no_page_is_wider_than_its_window(browser: Browser, server: Server, width: int) -> None:
    desk = Desk(browser, server, "gm")
    desk.page.set_viewport_size({"width": width, "height": 800})
    of_game = ("", "S1901M", "press/", "seats/", "rules/", "desk/")
    for path in ("/", "/games/", "/help/", "/account/", "/open/", *(f"/games/vaasa/{part}" for part in of_game)):
        page = desk.open(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
    desk.close()
