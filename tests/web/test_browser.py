"""In a real browser: a game year played by clicking, orders without a script, and nothing asked of other hosts."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Request
from tests.conftest import Depth
from tests.web.conftest import POWERS, START
from tests.web.serving import SETTINGS
from tests.web.started import started

from dragoman.diplomacy.houserules.presets import PresetFile, preset, read_preset_file
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.web.stops import way

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
    with started("tests.web.serving", folder, SETTINGS) as url:
        yield Server(url, folder)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A host whose clock stands still."""
    with serving(tmp_path_factory.mktemp("host")) as made:
        yield made


TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


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
        """Choose one order from its unit's list."""
        province = text.split()[1].partition("/")[0]
        self.page.locator(f"#order-{province}").select_option(text)

    def send(self, *texts: str, final: bool = True) -> None:
        """Choose orders and send them."""
        for text in texts:
            self.choose(text)
        self.page.get_by_label("final", exact=True).check() if final else self.page.get_by_label("preliminary").check()
        self.page.get_by_role("button", name="Send these orders").click()

    def close(self) -> None:
        assert self.faults == []
        self.context.close()


class Pen:
    """One person who writes what is sent past the browser's window: quicker, where the way there is not looked at."""

    def __init__(self, browser: Browser, server: Server, who: str) -> None:
        self.url, self.context = server.url, browser.new_context()
        link = server.link(who)
        self._send(link, link, code=link.partition("code=")[2])

    def write(self, *texts: str) -> None:
        """A final set of orders, as a letter."""
        game = self.url + "/games/kalmar/"
        self._send(game, game + "writing/", text="\n".join((*texts, "final")))

    def _send(self, at: str, to: str, **said: str) -> None:
        token = TOKEN.search(self.context.request.get(at).text())
        assert token is not None
        form: dict[str, str | float | bool] = {"csrfmiddlewaretoken": token[1], **said}
        assert self.context.request.post(to, form=form, headers={"Referer": self.url}).ok

    def close(self) -> None:
        self.context.close()


def seated(
    browser: Browser, server: Server, hands: Sequence[str], **context: object
) -> tuple[dict[str, Desk], dict[str, Pen]]:
    """Everybody: those at desks, and those who write."""
    desks = {power: Desk(browser, server, power.lower(), **context) for power in hands}
    return desks, {power: Pen(browser, server, power.lower()) for power in POWERS if power not in hands}


def test_a_game_year_is_played_by_clicking(browser: Browser, tmp_path: Path, depth: Depth) -> None:
    """Of a sample two powers click, and the others write."""
    with serving(tmp_path) as server:
        desks, pens = seated(browser, server, POWERS if depth == "full" else ("Austria", "Turkey"))
        spring(desks, pens)
        fall(desks, pens, server)
        winter(desks, pens, server)
        look_back(desks["Austria"])
        for each in (*desks.values(), *pens.values()):
            each.close()


def spring(desks: dict[str, Desk], pens: dict[str, Pen]) -> None:
    """Everybody is final, so the last set brings the ruling at once."""
    for power in POWERS:
        if power in pens:
            pens[power].write(*SPRING[power])
            continue
        desks[power].open("/games/kalmar/")
        desks[power].send(*SPRING[power])
        if power != POWERS[-1]:
            desks[power].page.get_by_text("The set is final.").wait_for()
    desks[POWERS[-1]].page.get_by_role("heading", name="Fall 1901, moves").wait_for()


def fall(desks: dict[str, Desk], pens: dict[str, Pen], server: Server) -> None:
    """Turkey is silent, so the deadline must pass."""
    for power, texts in FALL.items():
        if power in pens:
            pens[power].write(*texts)
            continue
        desks[power].open("/games/kalmar/")
        desks[power].send(*texts)
        desks[power].page.get_by_text("The set is final.").wait_for()
    home = desks["Turkey"].open("/")
    assert "You have sent no orders for Fall 1901, moves." in home.inner_text("main")
    server.later(days=8)


def winter(desks: dict[str, Desk], pens: dict[str, Pen], server: Server) -> None:
    """Some build; the others leave it to the deadline."""
    for power, builds in WINTER.items():
        if power in pens:
            pens[power].write(*builds)
            continue
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
    go_to(page, page.locator("#order-VIE"))
    page.keyboard.type("Move to Gal")
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


# --- house rules ---


def composing(desk: Desk, preset: str = "datc") -> Page:
    """Begin a sheet of one's own on a preset, by the mouse."""
    page = desk.open("/sheets/")
    page.get_by_role("button", name=f"Compose from it ({preset})").click()
    page.get_by_role("link", name="Begin with the first clause").wait_for()
    return page


def test_house_rules_are_composed_by_keyboard_alone(browser: Browser, server: Server) -> None:
    """From the list of presets through every clause of the first three families to the preset file."""
    desk = Desk(browser, server, "austria")
    page = desk.open("/sheets/")
    go_to(page, page.get_by_role("button", name="Compose from it (suomi)"))
    page.keyboard.press("Enter")
    go_to(page, page.get_by_role("link", name="Begin with the first clause"))
    page.keyboard.press("Enter")
    for number, after in zip(way(), way()[1:14], strict=False):
        page.get_by_role("heading", level=1, name=number).wait_for()
        go_to(page, page.get_by_role("button", name=f"On to {after}", exact=True))
        page.keyboard.press("Enter")
    page.get_by_role("heading", level=1, name="IV.1").wait_for()
    jump(page, "VI.4")
    go_to(page, letter_of(page, "D"))
    page.keyboard.press("ArrowUp")
    assert letter_of(page, "C").is_checked()
    page.locator(".outcome.mine[data-choices='A|B|C']").wait_for()
    page.get_by_text("VI.3.B, VI.4.C:").wait_for()
    go_to(page, page.get_by_role("button", name="To the whole sheet"))
    page.keyboard.press("Enter")
    page.get_by_text(f"15 of {len(way(Sheet()))} clauses looked at").wait_for()
    go_to(page, page.get_by_role("link", name="Take it as a preset file"))
    with page.expect_download() as download:
        page.keyboard.press("Enter")
    kept = read_preset_file(Path(download.value.path()).read_text("utf-8"))
    assert isinstance(kept, PresetFile)
    suomi = preset("suomi")
    assert isinstance(suomi, Sheet)
    assert kept.sheet == suomi.with_choice("VI.4", "C")
    desk.close()


def letter_of(page: Page, letter: str) -> Locator:
    """The radio button of an alternative."""
    return page.locator(f"#choice input[name=letter][value='{letter}']")


def jump(page: Page, number: str) -> None:
    """To a clause by the list of all, which a key chooses from as in any list."""
    go_to(page, page.get_by_label("Go to"))
    page.keyboard.type(number)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.get_by_role("heading", level=1, name=number).wait_for()


def test_house_rules_are_composed_without_a_script(browser: Browser, server: Server) -> None:
    desk = Desk(browser, server, "england", java_script_enabled=False)
    page = composing(desk)
    here = page.url
    for number, letter in (("II.5", "A"), ("F.5", "A")):
        page.goto(f"{here}clause/{number}/")
        letter_of(page, letter).check()
        page.get_by_role("button", name="On to").click()
    page.get_by_role("heading", name="II.5.A and F.5.A do not go together").wait_for()
    assert page.url == f"{here}clause/F.5/"
    page.goto(f"{here}clause/VII.6/")
    letter_of(page, "B").check()
    page.locator("#B-grace").fill("a day")
    page.get_by_role("button", name="On to").click()
    assert page.locator("#B-grace").input_value() == "a day"
    assert "Write a whole number from 0 to 1440." in page.inner_text("main")
    page.locator("#B-grace").fill("36")
    page.get_by_role("button", name="On to").click()
    page.get_by_role("heading", level=1, name="VIII.1").wait_for()
    page.get_by_role("link", name="mend it").click()
    page.get_by_role("button", name="Choose F.5.C").click()
    page.goto(f"{here}document/")
    told = page.inner_text(".house-rules")
    assert "Moves and their retreats are one round" in told
    assert "36 hours of grace" in told
    desk.faults = [fault for fault in desk.faults if "422" not in fault]  # so Chromium calls the answer to “a day”
    desk.close()


def test_a_clash_is_told_at_once_and_mended_by_a_click(browser: Browser, server: Server) -> None:
    desk = Desk(browser, server, "france")
    page = composing(desk)
    here = page.url
    page.goto(f"{here}clause/II.5/")
    letter_of(page, "A").check()
    page.get_by_text("With it: F.5.C").wait_for()
    page.goto(f"{here}clause/F.5/")
    letter_of(page, "A").check()
    page.get_by_role("heading", name="II.5.A and F.5.A do not go together").wait_for()
    page.get_by_role("button", name="Choose F.5.B").click()
    page.wait_for_url(f"{here}clause/F.5/")
    assert letter_of(page, "B").is_checked()
    assert page.get_by_text("do not go together").count() == 0
    desk.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_boards_that_share_their_ground_look_alike(browser: Browser, server: Server, theme: str) -> None:
    """What the second board shows again has the colours of the first, by day and by lamplight."""
    desk = Desk(browser, server, "germany", color_scheme=theme)
    page = desk.open("/sheets/clause/VI.4/")
    spot = page.locator("#example-0-0-province-IRI").evaluate(
        "shape => { const box = shape.getBBox(); return [box.x + box.width / 2, box.y + box.height / 2]; }"
    )
    colours = [pixel(page, f"#example-0-{number}", spot) for number in (0, 1)]
    assert colours[0] == colours[1]
    assert colours[0] != (0, 0, 0)
    desk.close()


def pixel(page: Page, board: str, spot: list[float]) -> tuple[int, ...]:
    """The colour that is seen at a place of a board."""
    page.locator(board).scroll_into_view_if_needed()
    at = page.locator(board).evaluate(
        "(svg, [x, y]) => { const p = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM()); return [p.x, p.y]; }",
        spot,
    )
    shot = page.screenshot(clip={"x": at[0], "y": at[1], "width": 1, "height": 1})
    return tuple(zlib.decompress(b"".join(chunks(shot, b"IDAT")))[1:4])  # a byte for the filter, then the colours


def chunks(png: bytes, sort: bytes) -> Iterator[bytes]:
    """What the chunks of a PNG hold that are of that sort."""
    at = 8
    while at < len(png):
        size = int.from_bytes(png[at : at + 4], "big")
        if png[at + 4 : at + 8] == sort:
            yield png[at + 8 : at + 8 + size]
        at += size + 12


def test_no_page_is_wider_than_its_window(browser: Browser, server: Server) -> None:
    desk = Desk(browser, server, "gm")
    of_game = ("", "S1901M", "press/", "seats/", "rules/", "desk/")
    paths = [
        "/",
        "/games/",
        "/help/",
        "/account/",
        "/open/",
        "/sandbox/",
        "/games/vaasa/what-if/",
        *(f"/games/vaasa/{part}" for part in of_game),
    ]
    paths += ["/games/vaasa/desk/compare/", "/sheets/", "/sheets/suomi/", "/sheets/compare/?one=datc&other=suomi"]
    own = composing(desk).url.removeprefix(desk.url)
    paths += [own, f"{own}document/", *(f"{own}clause/{number}/" for number in ("I.2", "IV.4", "V.4", "VI.4", "VII.6"))]
    for path in paths:
        page = desk.open(path)
        for width in (1600, 768, 360, 320):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, path
    desk.close()


def test_a_ballot_is_put_in_order_by_key_and_drag(browser: Browser, server: Server) -> None:
    """Votes left are told at once; lines move by the keyboard and by dragging, and are cast in that order."""
    desk = Desk(browser, server, "austria")
    page = desk.open("/games/aula/ballot/")
    left = page.locator(".left")
    for what, votes in (("F LON", "4"), ("A MOS", "3"), ("NO BUILD PAR", "2")):
        page.locator("#new").select_option(what)
        page.locator("#new-votes").fill(votes)
        page.get_by_role("button", name="Put it on the ballot").click()
        page.locator(f'input[name="choice"][value="{what}"]').wait_for(state="attached")
    assert left.inner_text() == "11 votes left of 20"
    page.get_by_label("Votes for a fleet in London").fill("30")
    assert left.inner_text().startswith("15 votes too many")
    page.get_by_label("Votes for a fleet in London").fill("15")
    assert left.inner_text() == "0 votes left of 20"
    page.get_by_label("Votes for nothing in Paris").press("Alt+ArrowUp")
    assert on_ballot(page) == ["F LON", "NO BUILD PAR", "A MOS"]
    page.get_by_role("button", name="Move up: an army in Moscow").press("Enter")
    assert on_ballot(page) == ["F LON", "A MOS", "NO BUILD PAR"]
    page.locator(".ballot-lines li").nth(2).locator(".grip").drag_to(page.locator(".ballot-lines li").nth(0))
    assert on_ballot(page)[0] == "NO BUILD PAR"
    page.get_by_role("button", name="Cast this ballot").click()
    page.get_by_text("Your ballot is in the box.").wait_for()
    assert on_ballot(page)[0] == "NO BUILD PAR"
    desk.close()


def on_ballot(page: Page) -> list[str]:
    """The lines of the ballot in their order."""
    return [str(each.get_attribute("value")) for each in page.locator('.ballot-lines input[name="choice"]').all()]
