"""`python -m tools.guide.pictures`: the pictures of the guide, taken anew into docs/pictures/guide.

They show the host of the tests, whose clock stands still, by day and by lamp; a page names both by one name, and tells
in words what they show.
"""

from __future__ import annotations

import argparse
import io
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page
from tests.web.gallery import gallery
from tools.pictures.take import chromium, lit, someone

FOLDER = Path(__file__).parents[2] / "docs" / "pictures" / "guide"
LIGHTS = ("light", "dark")
QUALITY = 82
MOST = 1_500_000
"""Bytes of all pictures together."""


def _nothing(page: Page) -> None:
    """A page as it opens."""


def _choose(page: Page) -> None:
    """The fleet in Brest is chosen on the board, and its menu opens beside it."""
    page.locator(".unit[data-province=BRE]").first.click()


@dataclass(frozen=True, slots=True)
class View:
    """What a picture shows: who looks at which path, how large, from where on, in which language, and what they did."""

    who: str
    path: str
    width: int = 1200
    height: int = 760
    top: str = ""
    lang: str = "en"
    deed: Callable[[Page], None] = _nothing


VIEWS: Mapping[str, View] = {
    "game": View("austria", "/games/kalmar/", height=820),
    "order": View("france", "/games/oulu/", top=".board", deed=_choose),
    "suomeksi": View("france", "/games/oulu/", top=".board", lang="fi", deed=_choose),
    "turn": View("france", "/games/kalmar/F1902M", height=820),
    "home": View("france", "/"),
    "press": View("france", "/games/kalmar/press/"),
    "open": View("gm", "/open/"),
    "desk": View("gm", "/games/kalmar/desk/"),
    "clause": View("", "/sheets/clause/VI.4/"),
}


def shown(page: Page, view: View) -> bytes:
    """The picture of that page, as it is lit now."""
    page.set_viewport_size({"width": view.width, "height": view.height})
    page.evaluate("document.fonts.ready.then(() => true)")
    if view.top:
        page.evaluate("top => document.querySelector(top).scrollIntoView({block: 'start'})", view.top)
    view.deed(page)
    page.wait_for_timeout(300)
    taken = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    written = io.BytesIO()
    taken.save(written, "WEBP", quality=QUALITY, method=6)
    return written.getvalue()


def take(names: list[str]) -> Iterator[tuple[str, bytes]]:
    """The files of those pictures, each with its bytes."""
    with tempfile.TemporaryDirectory() as home, gallery(Path(home)) as host, chromium() as browser:
        views = {name: VIEWS[name] for name in names}
        people = {who: someone(browser, host, who, "en") for who in sorted({view.who for view in views.values()})}
        for name, view in views.items():
            page = people[view.who].new_page()
            page.goto(host.url + "/")
            page.locator(f"button[name=language][value={view.lang}]").click()
            for light in LIGHTS:
                lit(page, host, light)
                page.goto(host.url + view.path)
                yield f"{name}-{light}.webp", shown(page, view)
            page.close()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.guide.pictures", description=__doc__)
    parser.add_argument("--only", default=",".join(VIEWS), help="names of pictures, with commas between")
    parser.add_argument("--folder", type=Path, default=FOLDER)
    said = parser.parse_args()
    said.folder.mkdir(parents=True, exist_ok=True)
    for name, picture in take(said.only.split(",")):
        (said.folder / name).write_bytes(picture)
        print(f"{name} {len(picture)}")
    total = sum(file.stat().st_size for file in said.folder.iterdir())
    print(f"{total} bytes in all")
    sys.exit(total > MOST)


if __name__ == "__main__":
    main()
