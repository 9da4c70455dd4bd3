"""The guide builds without a complaint, names every page, and asks nothing of anybody else when it is read."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from lxml import html
from playwright.sync_api import Browser
from tests.conftest import PATIENCE
from tests.guide.examples import DOCS
from tools.guide.pictures import FOLDER, MOST, VIEWS

ROOT = DOCS.parent
SOURCES = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src"}
"""What a browser fetches by itself; a link that is only to be followed may lead anywhere."""

PICTURE = re.compile(r"!\[([^\]]*)\]\(\S*pictures/guide/([\w]+)-(light|dark)\.webp#only-(light|dark)\)")

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The guide as built, strictly."""
    folder = tmp_path_factory.mktemp("guide") / "site"
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", str(folder)],
        cwd=ROOT, env=os.environ | {"NO_MKDOCS_2_WARNING": "1"}, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert built.returncode == 0, built.stderr
    return folder


@pytest.fixture
def url(site: Path) -> Iterator[str]:
    """Where it is served."""
    handler = partial(Quiet, directory=str(site))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


class Quiet(SimpleHTTPRequestHandler):
    """Tells nobody what was asked for."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the name is that of the library
        """Say nothing."""


def fetched(site: Path) -> Iterator[tuple[str, str]]:
    """What the pages and their styles have a browser fetch: where, and what."""
    for page in sorted(site.rglob("*.html")):
        for tag in html.fromstring(page.read_bytes()).iter(*SOURCES):
            address = tag.get(SOURCES[tag.tag], "")
            if address and tag.get("rel") not in ("canonical", "next", "prev"):
                yield page.relative_to(site).as_posix(), address
    for style in sorted(site.rglob("*.css")):
        for address in re.findall(r"url\(\s*[\"']?([^\"')]+)|@import\s+[\"']([^\"']+)", style.read_text("utf-8")):
            yield style.relative_to(site).as_posix(), "".join(address)


def test_nothing_comes_from_elsewhere(site: Path) -> None:
    found = list(fetched(site))
    assert len(found) > 100
    assert [each for each in found if re.match(r"(?!data:)[a-z]+:|//", each[1])] == []


def test_every_page_is_in_the_contents(site: Path) -> None:
    listed = {
        (page.parent / address).resolve()
        for page in site.rglob("*.html")
        for address in html.fromstring(page.read_bytes()).xpath("//nav//a[contains(@class, 'md-nav__link')]/@href")
        if not address.startswith(("#", "http"))
    }
    pages = {(site / path.relative_to(DOCS)).with_suffix(".html").resolve() for path in DOCS.rglob("*.md")}
    assert pages - listed == set()


def test_what_is_in_finnish_says_so(site: Path) -> None:
    tongues = {
        page.relative_to(site).as_posix(): html.fromstring(page.read_bytes()).xpath("string(//article/@lang)")
        for page in site.rglob("*/*.html")
    }
    assert {page for page, lang in tongues.items() if lang == "fi"} == {
        path.relative_to(DOCS).with_suffix(".html").as_posix() for path in (DOCS / "fi").glob("*.md")
    }


def test_every_picture_says_what_it_shows_by_day_and_by_lamp() -> None:
    shown: dict[str, set[str]] = {}
    for page in DOCS.rglob("*.md"):
        for told, name, light, when in PICTURE.findall(page.read_text("utf-8")):
            assert light == when, name
            assert len(told) > 40, name
            shown.setdefault(f"{name}: {told}", set()).add(light)
    assert {name: lights for name, lights in shown.items() if lights != {"light", "dark"}} == {}
    assert {name.partition(":")[0] for name in shown} == set(VIEWS)


def test_the_pictures_are_those_that_the_tool_takes_and_weigh_little() -> None:
    files = {file.name: file.stat().st_size for file in FOLDER.iterdir()}
    assert set(files) == {f"{name}-{light}.webp" for name in VIEWS for light in ("light", "dark")}
    assert sum(files.values()) < MOST


@pytest.mark.browser
def test_a_browser_asks_for_nothing_else_and_nothing_goes_wrong(url: str, browser: Browser) -> None:
    asked: list[str] = []
    wrong: list[str] = []
    page = browser.new_page(viewport={"width": 360, "height": 740})
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    for name in ("index.html", "play/letters.html", "fi/index.html"):
        page.goto(url + name)
        page.wait_for_load_state("networkidle")
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"{name} is {wide} pixels too wide for a small screen"
        assert page.evaluate("document.fonts.check('16px \"EB Garamond\"')")
    page.close()
    assert asked
    assert [each for each in asked if not each.startswith((url, "data:", f"blob:{url}"))] == []
    assert wrong == []


@pytest.mark.browser
def test_what_is_looked_for_is_found(url: str, browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 1200, "height": 740})
    page.goto(url + "index.html")
    page.wait_for_function("window.component$")  # before its script has run, the theme hears no key
    page.locator(".md-search__input").press_sequentially("deadline")
    found = page.locator(".md-search-result__item")
    found.first.wait_for(state="visible", timeout=PATIENCE)
    assert "deadline" in found.first.inner_text().lower()
    page.close()
