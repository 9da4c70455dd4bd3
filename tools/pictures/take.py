"""`python -m tools.pictures.take FOLDER`: the main pages as they look, in every width and light, for the guide and for
judging. They show the host of the tests, whose clock stands still, so that the same code gives the same pictures.

    python -m tools.pictures.take out --pages desk,game --widths 1600 --lights light,contrast --lang fi
    python -m tools.pictures.take docs/pictures --front      # game.png alone, which the README shows
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from tests.web.gallery import Gallery, gallery

PAGES: Mapping[str, tuple[str, str]] = {
    "home": ("france", "/"),
    "games": ("", "/games/"),
    "game": ("france", "/games/kalmar/"),
    "past": ("france", "/games/kalmar/F1902M"),
    "forming": ("gm", "/games/viborg/"),
    "end": ("france", "/games/lund/end/"),
    "press": ("france", "/games/kalmar/press/"),
    "votes": ("france", "/games/kalmar/votes/"),
    "seats": ("france", "/games/kalmar/seats/"),
    "time": ("gm", "/games/kalmar/time/"),
    "errors": ("gm", "/games/kalmar/errors/"),
    "rules": ("france", "/games/kalmar/rules/"),
    "ballot": ("france", "/games/aula/ballot/"),
    "desk": ("gm", "/games/kalmar/desk/"),
    "desks": ("gm", "/desks/"),
    "people": ("gm", "/games/kalmar/desk/people/"),
    "wizard": ("newcomer", "/open/"),
    "nomic": ("ann", "/games/suber/"),
    "rulebook": ("ann", "/games/suber/rulebook/"),
    "proposal": ("ann", "/games/suber/proposals/326/"),
    "judgments": ("ann", "/games/suber/judgments/"),
    "sheets": ("", "/sheets/"),
    "clause": ("", "/sheets/clause/VI.4/"),
    "help": ("", "/help/"),
    "sign-in": ("", "/sign-in/"),
    "account": ("france", "/account/"),
    "lost": ("", "/nothing/here/"),
}
"""What each picture shows, by whom it is seen."""

WIDTHS = (360, 768, 1600)
LIGHTS = ("light", "dark", "contrast", "print")


@contextmanager
def chromium() -> Iterator[Browser]:
    """The machine's own browser."""
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        yield started
        started.close()


def someone(browser: Browser, host: Gallery, who: str, lang: str) -> BrowserContext:
    """A browser in which that person has signed in."""
    context = browser.new_context(locale=lang, reduced_motion="reduce")
    if who:
        page = context.new_page()
        page.goto(host.url + host.links[who])
        page.locator("main form button").first.click()
        page.wait_for_url(host.url + "/")
        page.locator(f"button[name=language][value={lang}]").click()
        page.close()
    return context


def lit(page: Page, host: Gallery, light: str) -> None:
    """Have the page seen in that light."""
    page.context.clear_cookies(name="theme")
    page.emulate_media(
        media="print" if light == "print" else "screen", color_scheme="dark" if light == "dark" else "light"
    )
    if light == "contrast":
        page.context.add_cookies([{"name": "theme", "value": "contrast", "url": host.url}])


def take(folder: Path, pages: list[str], widths: list[int], lights: list[str], lang: str) -> Iterator[Path]:
    """Take them, and tell each as it is there."""
    with tempfile.TemporaryDirectory() as home, gallery(Path(home)) as host, chromium() as browser:
        people = {who: someone(browser, host, who, lang) for who in {PAGES[name][0] for name in pages}}
        for name in pages:
            who, path = PAGES[name]
            page = people[who].new_page()
            for light in lights:
                lit(page, host, light)
                for width in widths:
                    page.set_viewport_size({"width": width, "height": 900})
                    page.goto(host.url + path)
                    page.evaluate("document.fonts.ready.then(() => true)")
                    file = folder / f"{name}-{width}-{light}.png"
                    page.screenshot(path=file, full_page=True)
                    yield file
            page.close()


def front(folder: Path) -> Path:
    """The picture of the README: a turn told, in a window of common size and so few colours that it is small."""
    with tempfile.TemporaryDirectory() as home, gallery(Path(home)) as host, chromium() as browser:
        who, path = PAGES["past"]
        page = someone(browser, host, who, "en").new_page()
        page.set_viewport_size({"width": 1280, "height": 900})
        lit(page, host, "light")
        page.goto(host.url + path)
        page.evaluate("document.fonts.ready.then(() => true)")
        page.screenshot(path=folder / "game.png")
    return compact(folder / "game.png")


def compact(file: Path) -> Path:
    """The same picture in 255 colours."""
    with Image.open(file) as taken:
        taken.convert("RGB").quantize(255, dither=Image.Dither.NONE).save(file, optimize=True)
    return file


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.pictures.take", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pages", default=",".join(PAGES))
    parser.add_argument("--widths", default=",".join(map(str, WIDTHS)))
    parser.add_argument("--lights", default=",".join(LIGHTS))
    parser.add_argument("--lang", default="en")
    parser.add_argument("--front", action="store_true", help="the picture of the README alone, as game.png")
    said = parser.parse_args()
    said.folder.mkdir(parents=True, exist_ok=True)
    if said.front:
        print(front(said.folder))
        return
    widths = [int(width) for width in said.widths.split(",")]
    for file in take(said.folder, said.pages.split(","), widths, said.lights.split(","), said.lang):
        print(file)


if __name__ == "__main__":
    main()
