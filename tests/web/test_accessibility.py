"""Every page of the site, found by its paths, is held against axe-core, in every theme; none asks anything of another
host, breaks its own policy, or needs a script."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import resources
from typing import Any

import pytest
from django.urls import URLPattern, get_resolver
from playwright.sync_api import Browser, BrowserContext, Page, Request
from tests.conftest import Depth
from tests.web.gallery import AMISS, PEOPLE, Gallery, gallery

pytestmark = [pytest.mark.browser, pytest.mark.slow]

AXE = (resources.files("axe_playwright_python") / "axe.min.js").read_text("utf-8")
THEMES = ("light", "dark", "contrast")

THEMED = "(theme) => { document.documentElement.dataset.theme = theme; }"
FULL = """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations"""
COLOURS = """async (theme) => {
  document.documentElement.dataset.theme = theme;
  const rules = ["color-contrast", "link-in-text-block"];
  return (await axe.run(document, {runOnly: rules, resultTypes: ["violations"]})).violations;
}"""
STRANDED = """() => [...document.querySelectorAll("main button, main input, main select, main textarea")]
  .filter((each) => each.checkVisibility() && !each.readOnly && !(each.form && each.form.action))
  .map((each) => each.outerHTML.slice(0, 120))"""
"""What can be seen and used, and belongs to no form that could be sent: without a script it would do nothing."""


@dataclass
class Walk:
    """One person's browser, and what was wrong on the way."""

    gallery: Gallery
    context: BrowserContext
    page: Page
    faults: list[str] = field(default_factory=list)

    def asked(self, request: Request) -> None:
        if not request.url.startswith((self.gallery.url, "data:", "about:")):
            self.faults.append(f"{self.page.url} asked {request.url}")

    def said(self, text: str) -> None:
        if "Failed to load resource" not in text:  # a page that says no
            self.faults.append(f"{self.page.url} said {text}")


def walk(browser: Browser, gallery: Gallery, who: str, **context: object) -> Walk:
    """A browser in which that person has signed in."""
    opened = browser.new_context(viewport={"width": 1280, "height": 900}, **context)  # type: ignore[arg-type]
    page = opened.new_page()
    made = Walk(gallery, opened, page)
    page.on("request", made.asked)
    page.on("console", lambda message: made.said(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: made.said(str(error)))
    if who:
        page.goto(gallery.url + gallery.links[who])
        page.locator("main form button").first.click()
        page.wait_for_url(gallery.url + "/")
    return made


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gallery]:
    with gallery(tmp_path_factory.mktemp("gallery")) as made:
        yield made


@pytest.fixture(scope="module")
def walks(browser: Browser, host: Gallery) -> dict[str, Walk]:
    return {who: walk(browser, host, who) for who in PEOPLE}


def paths(host: Gallery) -> dict[str, list[str]]:
    """Every path of the site with its blanks filled, by the name of its pattern; programs' paths show no pages."""
    patterns = [each for each in get_resolver().url_patterns if isinstance(each, URLPattern) and each.name]
    return {str(each.name): host.pages(str(each.name), str(each.pattern)) for each in patterns}


def status(walk: Walk, path: str) -> tuple[int, str]:
    answer = walk.context.request.get(walk.gallery.url + path, max_redirects=0)
    return answer.status, answer.headers.get("content-type", "")


@pytest.fixture(scope="module")
def shown(host: Gallery, walks: dict[str, Walk], depth: Depth) -> list[tuple[str, str]]:
    """Who looks at which page: everybody who may; of a sample one for each second page, in turn. A pattern of the site
    that shows nobody anything is a fault, unless it leads elsewhere, hands out a file, or takes what a form sends."""
    found, unseen = [("", AMISS[0]), ("france", AMISS[1]), ("france", AMISS[2])], []
    for turn, (name, each) in enumerate(list(paths(host).items())[:: 1 if depth == "full" else 2]):
        pages, others = [], False
        for path in each:
            people = PEOPLE if depth == "full" else [*PEOPLE[turn % len(PEOPLE) :], *PEOPLE[: turn % len(PEOPLE)]]
            for who in people:
                code, kind = status(walks[who], path)
                others = others or code in (204, 301, 302, 405) or (code == 200 and "html" not in kind)
                if code == 200 and kind.startswith("text/html"):
                    pages.append((who, path))
                    if depth == "sample":
                        break
        found += pages
        if not pages and not others:
            unseen.append(name)
    assert unseen == [], "nobody is shown these: fill their blanks in tests/web/gallery.py"
    return found


def told(violations: list[dict[str, Any]]) -> list[str]:
    """What axe found, in a line each."""
    nodes = [(each["id"], node) for each in violations for node in each["nodes"]]
    return [f"{rule}: {node['target']} {node['html'][:140]}" for rule, node in nodes]


STYLED = """() => [...document.querySelectorAll("link[rel=stylesheet]")].every((each) => each.sheet)"""
"""Whether all styles came: a machine that has much to do may lose one on its way."""


def opened(page: Page, url: str) -> int:
    """Go there until the page is dressed, which is more often than once only if a style got lost; the status."""
    for _ in range(3):
        answer = page.goto(url)
        if page.evaluate(STYLED):
            break
    return answer.status if answer is not None else 0


PLANTED = """() => {
  document.querySelector("main").insertAdjacentHTML("beforeend", "<img src='data:,'><button></button>");
  document.querySelector("h1").style.color = "#e8e0d0";
}"""


def test_axe_would_find_something(walks: dict[str, Walk], host: Gallery) -> None:
    """What is wrong in structure and in colour is found where it is planted."""
    page = walks[""].page
    page.goto(host.url + "/games/")
    page.evaluate(AXE)
    page.evaluate(PLANTED)
    found = {line.partition(":")[0] for line in told(page.evaluate(FULL))}
    assert found >= {"image-alt", "button-name", "color-contrast"}
    assert any("color-contrast" in line for line in told(page.evaluate(COLOURS, "contrast")))


def test_axe_finds_nothing_on_any_page(walks: dict[str, Walk], shown: list[tuple[str, str]], depth: Depth) -> None:
    """In every theme whoever sees it first, in one of them, in turn, all others; of a sample every second page seen in
    one of them each."""
    found, themed = {}, set()
    for turn, (who, path) in enumerate(shown if depth == "full" else shown[::2]):
        first, *others = THEMES[turn % 3 :] + THEMES[: turn % 3]
        page = walks[who].page
        opened(page, walks[who].gallery.url + path)
        page.evaluate(AXE)
        page.evaluate(THEMED, first)
        faults = [f"{first} {fault}" for fault in told(page.evaluate(FULL))]
        for theme in others if depth == "full" and path not in themed else ():
            faults += [f"{theme} {fault}" for fault in told(page.evaluate(COLOURS, theme))]
        themed.add(path)
        if faults:
            found[f"{who or 'a stranger'} at {path}"] = faults
    assert found == {}
    assert [fault for walk in walks.values() for fault in walk.faults] == []


MACHINE = """() => {
  const root = document.querySelector("main") || document.body, found = [];
  const words = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const text = words.currentNode.data.trim();
    const bare = ["None", "null", "undefined", "NaN", "True", "False", "[]", "{}"].includes(text);
    const marks = /\\{\\{|\\{%|%\\(\\w+\\)|<\\w+ object|\\bDoesNotExist|Validation ?[Ee]rror/;
    if (bare || marks.test(text)) found.push(`says ${text}`);
  }
  return found;
}"""
"""Words that only a machine would say."""


def test_every_page_works_without_a_script_and_on_a_narrow_screen(
    browser: Browser, host: Gallery, shown: list[tuple[str, str]], depth: Depth
) -> None:
    """Whatever can be used belongs to a form that can be sent, and nothing is wider than the screen; of a sample
    every second page seen, and not those of axe-core."""
    plain = {who: walk(browser, host, who, java_script_enabled=False) for who in PEOPLE}
    found = {}
    for who, path in shown if depth == "full" else shown[1::2]:
        page = plain[who].page
        page.set_viewport_size({"width": 360, "height": 800})
        code = opened(page, host.url + path)
        faults = [] if page.evaluate(STYLED) else ["without its style"]
        faults += [f"answered {code}"] if code >= 500 or not code else []
        faults += page.evaluate(STRANDED)
        faults += page.evaluate(MACHINE)
        width = page.evaluate("document.documentElement.scrollWidth")
        faults += [f"{width} pixels wide"] if width > 360 else []
        if faults:
            found[f"{who or 'a stranger'} at {path}"] = faults
    assert found == {}
    assert [fault for walk in plain.values() for fault in walk.faults] == []
